import { type ReactNode, useState } from 'react';
import { Refused } from './api';

interface FormProps {
  /** The text of the button. */
  submit: string;
  lost: string;
  danger?: boolean;
  /** Sends the values, by name. */
  send(values: Record<string, string>): Promise<unknown>;
  children?: ReactNode;
}

/** A form that sends its fields once at a time and shows errors; typed values stay. */
export function Form({ submit, lost, danger, send, children }: FormProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  return (
    <form
      onSubmit={async (event) => {
        event.preventDefault();
        if (busy) return;
        const form = new FormData(event.currentTarget);
        setBusy(true);
        setProblem('');
        try {
          await send(Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()])));
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
      <button type="submit" className={danger ? 'danger' : 'main'} disabled={busy}>
        {submit}
      </button>
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
}

export function Field({ name, label, type = 'text', code, value, hint }: FieldProps) {
  const complete = { email: 'username', password: 'current-password', text: 'off', url: 'off' }[type];
  return (
    <label>
      {label}
      <input
        name={name}
        type={type}
        required
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

/** A secret, which is shown only once. */
export function Secret({ label, value }: { label: string; value: string }) {
  return (
    <p className="secret" role="status">
      {label}
      <code>{value}</code>
    </p>
  );
}
