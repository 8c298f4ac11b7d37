import type { ComponentProps, ReactNode } from 'react';
import { ActionBar } from '../layout/action-bar';
import { quiet } from '../styles';
import { FormView } from './form';

/**
 * A form whose button is in the bar at the bottom, always visible, with an optional note or amount. Apart from `FormView`, because
 * sign-in has no bar.
 */
export const BarFormView = ({
  note,
  bar,
  ...form
}: Omit<ComponentProps<typeof FormView>, 'end'> & {
  /** In the bar. */
  bar?: { note?: ReactNode; amount?: ReactNode } | undefined;
}) => (
  <FormView
    {...form}
    end={(button) => (
      <>
        {note && <div className={quiet}>{note}</div>}
        <ActionBar {...bar}>{button}</ActionBar>
      </>
    )}
  />
);
