import { css } from 'goober';
import type { ComponentProps, ReactNode } from 'react';
import { ActionBar } from '../layout/action-bar';
import { filled, quiet } from '../styles';
import { FormView } from './form';

/** For `filled` forms that end in a bar. */
export const barred = css`
  display: flex;
  flex: 1 0 auto;
  flex-direction: column;
  & > :last-child {
    margin-top: auto;
  }
`;

/**
 * A form whose button is in the bar at the bottom, always visible, with an optional note or amount. Apart from `FormView`, because
 * sign-in has no bar.
 */
export const BarFormView = ({
  note,
  bar,
  ...form
}: Omit<ComponentProps<typeof FormView>, 'end' | 'look'> & {
  /** In the bar. */
  bar?: { note?: ReactNode; amount?: ReactNode } | undefined;
}) => (
  <FormView
    {...form}
    look={{ className: `${filled} ${barred}`, 'data-bar': '' }}
    end={(button) => (
      <>
        {note && <div className={quiet}>{note}</div>}
        <ActionBar {...bar}>{button}</ActionBar>
      </>
    )}
  />
);
