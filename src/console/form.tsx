import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Refused } from './api';

interface FormProps {
  /** The text of the button. */
  submit: string;
  lost: string;
  /** Says that it is done, until something else is sent. */
  done?: string;
  /** Whether the fields are empty again after it was sent. */
  clears?: boolean;
  /** Sends what was filled in, by name. */
  send(values: Record<string, string>): Promise<unknown>;
  children?: ReactNode;
}

/** A form that sends its fields once at a time and says what was wrong; what was typed stays. */
export function Form({ submit, lost, done, clears, send, children }: FormProps) {
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const [problem, setProblem] = useState('');
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (busy) return;
        const target = event.currentTarget;
        const form = new FormData(target);
        setBusy(true);
        setSent(false);
        setProblem('');
        try {
          await send(Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()])));
          if (clears) target.reset();
          setSent(true);
        } catch (error) {
          if (!(error instanceof Refused)) throw error;
          setProblem(error.status ? error.message : lost);
        } finally {
          setBusy(false);
        }
      }}
    >
      {children}
      {problem && (
        <p className="failed" role="alert">
          {problem}
        </p>
      )}
      <div className="row">
        <button type="submit" className="main" disabled={busy}>
          {submit}
        </button>
        {done && (
          <span role="status" className="quiet">
            {sent && done}
          </span>
        )}
      </div>
    </form>
  );
}

interface FieldProps {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'url';
  code?: boolean;
  value?: string;
  hint?: string;
  optional?: boolean;
}

export function Field({ name, label, type = 'text', code, value, hint, optional }: FieldProps) {
  const complete = { email: 'username', password: 'current-password', text: 'off', url: 'off' }[type];
  return (
    <label>
      {label}
      <input
        name={name}
        type={type}
        required={!optional}
        autoComplete={code ? 'one-time-code' : complete}
        {...(code && { inputMode: 'numeric', maxLength: 7 })}
        {...(value !== undefined && { defaultValue: value })}
      />
      {hint && <small>{hint}</small>}
    </label>
  );
}

export function Choice({
  name,
  label,
  of,
}: {
  name: string;
  label: string;
  of: [value: string, text: string][];
}) {
  return (
    <label>
      {label}
      <select name={name}>
        {of.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A button that copies a text, and says that it has. */
export function Copy({ text, label, done }: { text: string; label: string; done: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <button
      type="button"
      className="copy"
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setCopied(true),
          () => {},
        )
      }
      onBlur={() => setCopied(false)}
    >
      {copied ? done : label}
    </button>
  );
}

interface SecretProps {
  label: string;
  value: string;
  copy: string;
  copied: string;
}

/** A secret, which is shown once. It takes the focus, so that nobody overlooks it. */
export function Secret({ label, value, copy, copied }: SecretProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), [value]);
  return (
    <div className="secret" role="status" tabIndex={-1} ref={box}>
      {label}
      <code>{value}</code>
      <Copy text={value} label={copy} done={copied} />
    </div>
  );
}
