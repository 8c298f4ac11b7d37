import { css } from 'goober';
import { useEffect, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { Button } from '../button';
import { beside } from '../styles';
import { Field, type FieldOf } from './field';
import { Typed } from './text-field';

const code = css`
  & > input {
    letter-spacing: 0.15em;
  }
  & > button {
    min-width: 124px;
  }
`;

/** A code from a text message or a mail. `send` returns the seconds until the next one, or undefined after a failure. */
export function CodeField<I>({
  of,
  name,
  label,
  hint,
  send,
  restsUntil = 0,
}: FieldOf<I> & {
  send(): Promise<number | undefined>;
  /** Clock time in milliseconds until which no code can be sent, if one was sent before this field was mounted. */
  restsUntil?: number | undefined;
}) {
  const { t } = useApp();
  const [busy, setBusy] = useState(false);
  const [until, setUntil] = useState(restsUntil);
  const [now, setNow] = useState(Date.now);
  const box = useRef<HTMLDivElement>(null);
  const left = Math.max(0, Math.ceil((until - now) / 1000));

  useEffect(() => {
    if (!left) return;
    // by the clock, because timers stop while a phone sleeps
    const timer = setTimeout(() => setNow(Date.now()), (until - now) % 1000 || 1000);
    return () => clearTimeout(timer);
  }, [now, until]);

  const ask = async () => {
    setBusy(true);
    try {
      const seconds = await send();
      if (!seconds) return;
      const at = Date.now();
      setNow(at);
      setUntil(at + seconds * 1000);
      box.current?.querySelector('input')?.focus(); // the button is disabled now; the code comes next
    } finally {
      setBusy(false);
    }
  };

  return (
    <Field label={label} problem={of.problems[name]} hint={hint}>
      {(id, describedBy, invalid) => (
        <div className={`${beside} ${code}`} ref={box}>
          <Typed
            of={of}
            name={name}
            id={id}
            clean={(typed) => typed.replace(/\D/g, '').slice(0, 6)}
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            aria-describedby={describedBy}
            aria-invalid={invalid}
          />
          <Button busy={busy} disabled={left > 0} onClick={ask}>
            {left ? t('form.fields.wait', { seconds: left }) : t('form.fields.getCode')}
          </Button>
        </div>
      )}
    </Field>
  );
}
