import { type ReactNode, useEffect, useRef } from 'react';
import type { Form } from '../../core/form/form';
import { Button } from '../button';
import { filled, quiet } from '../styles';

/** The fields of a call and its submit button. After a rejected submission the first field with a problem gets the focus. */
export function FormView({
  of,
  send,
  children,
  note,
  end,
  look,
}: {
  of: Form;
  /** The text of the button. */
  send: string;
  children?: ReactNode;
  /** Below the button. */
  note?: ReactNode;
  /** The end of the form, with the button in it: `BarFormView`. */
  end?: ((button: ReactNode) => ReactNode) | undefined;
  look?: { className: string; 'data-bar': '' } | undefined;
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
      {...look}
      noValidate
      onSubmit={(event) => {
        submitted.current = true;
        void of.submit(event);
      }}
    >
      {children}
      {of.refusal && <p role="alert">{of.refusal}</p>}
      {end ? end(button) : button}
      {note && <div className={quiet}>{note}</div>}
    </form>
  );
}
