import { css } from 'goober';
import type { ComponentProps } from 'react';

// engines fill those that are not chosen with grey in the dark, as if they were disabled
const radio = css`
  border: 2px solid var(--cp-quiet);
  border-radius: 50%;
  background: none;
  -webkit-appearance: none;
  appearance: none;
  &:checked {
    border: 7px solid var(--cp-accent);
  }
  &:disabled {
    opacity: 0.5;
  }
`;

/** A radio button. Its group has the style `choice`, which sets its size. */
export const Radio = (props: Omit<ComponentProps<'input'>, 'type' | 'className'>) => (
  <input type="radio" className={radio} {...props} />
);
