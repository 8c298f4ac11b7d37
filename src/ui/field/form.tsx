import { type ReactNode, useEffect, useRef } from 'react';
import type { Form } from '../../core/form/form';
import { Button } from '../button';
import { ActionBar } from '../layout/action-bar';
import { filled, quiet } from '../styles';

/** The fields of a call and its submit button. After a rejected submission the first field with a problem gets the focus. */
export function FormView({
  of,
  send,
  children,
  note,
  bar,
}: {
  of: Form;
  /** The text of the button. */
  send: string;
  /** The button is in the bar at the bottom, always visible, with an optional note or amount. */
  bar?: boolean | { note?: ReactNode; amount?: ReactNode } | undefined;
  children?: ReactNode;
  /** Below the button. */
  note?: ReactNode;
}) {
  const form = useRef<HTMLFormElement>(null);
  const submitted = useRef(false);
  useEffect(() => {
    if (!submitted.current || of.busy) return;
    submitted.current = false;
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (first?.matches('input,select,textarea')
      ? first
      : first?.querySelector<HTMLElement>('input,button')
    )?.focus();
  }, [of.problems, of.busy]);
  const button = (
    <Button type="submit" kind="primary" busy={of.busy}>
      {send}
    </Button>
  );
  return (
    <form
      ref={form}
      className={filled}
      data-bar={bar ? '' : undefined}
      noValidate
      onSubmit={(event) => {
        submitted.current = true;
        void of.submit(event);
      }}
    >
      {children}
      {of.refusal && <p role="alert">{of.refusal}</p>}
      {bar && note && <div className={quiet}>{note}</div>}
      {bar ? <ActionBar {...(bar === true ? {} : bar)}>{button}</ActionBar> : button}
      {!bar && note && <div className={quiet}>{note}</div>}
    </form>
  );
}
