import { type ReactNode, useEffect, useRef } from 'react';
import type { Form } from '../../core/form/form';
import { Button } from '../button';
import { filled, quiet } from '../styles';

/** The fields of a call and the button that sends it. After a refused submit the first field with a problem is focused. */
export function FormView({
  of,
  send,
  children,
  note,
}: {
  of: Form<any>;
  /** What the button says. */
  send: string;
  children?: ReactNode;
  /** Below the button. */
  note?: ReactNode;
}) {
  const here = useRef<HTMLFormElement>(null);
  const submitted = useRef(false);
  useEffect(() => {
    if (!submitted.current || of.busy) return;
    submitted.current = false;
    const first = here.current!.querySelector<HTMLElement>('[aria-invalid="true"]');
    (first?.matches('input,select,textarea')
      ? first
      : first?.querySelector<HTMLElement>('input,button')
    )?.focus();
  }, [of.problems, of.busy]);
  return (
    <form
      ref={here}
      className={filled}
      noValidate
      onSubmit={(event) => {
        submitted.current = true;
        void of.submit(event);
      }}
    >
      {children}
      {of.refusal && <p role="alert">{of.refusal}</p>}
      <Button type="submit" kind="primary" busy={of.busy}>
        {send}
      </Button>
      {note && <div className={quiet}>{note}</div>}
    </form>
  );
}
