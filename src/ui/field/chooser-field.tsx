import { css } from 'goober';
import type { ReactNode } from 'react';
import type { Problem } from '../../contract/wire/problem';
import { Icon } from '../display/icon';
import { chevronIcon } from '../display/icons';
import { input } from '../styles';
import { Field } from './field';

const chooser = css`
  & > button:first-child {
    display: flex;
    align-items: center;
    justify-content: space-between;
    text-align: left;
  }
  & [data-none] {
    color: var(--cp-quiet);
  }
  &[aria-invalid='true'] > button:first-child {
    border-color: var(--cp-bad);
  }
`;

/** A field whose value is chosen from a sheet. `placeholder`: the text without a value. */
export const ChooserField = ({
  label,
  hint,
  problem,
  optional,
  value,
  lang,
  placeholder,
  onOpen,
  children,
}: {
  label: string;
  hint?: ReactNode;
  problem: Problem | undefined;
  optional?: boolean | undefined;
  value: string | undefined;
  /** The language of the value, if it is always the same. */
  lang?: string | undefined;
  placeholder?: string | undefined;
  onOpen(): void;
  /** Below the button: other actions with the value. */
  children?: ReactNode;
}) => (
  <Field label={label} hint={hint} problem={problem} optional={optional} group>
    {(id, describedBy, invalid) => (
      // biome-ignore lint/a11y/useSemanticElements: the name of a field, around what is pressed in it
      <div
        className={chooser}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={describedBy}
        aria-invalid={invalid}
      >
        <button type="button" className={input} aria-haspopup="dialog" onClick={onOpen}>
          <span lang={value ? lang : undefined} data-none={value ? undefined : ''}>
            {value || placeholder}
          </span>
          <Icon of={chevronIcon} size={16} />
        </button>
        {children}
      </div>
    )}
  </Field>
);
