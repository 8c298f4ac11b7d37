import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type Locale, tagOf } from '../contract/wire/locale';
import { ask, type Item, Refused } from './api';
import type { Word } from './words';

interface Page {
  language: Locale;
  t(word: Word): string;
  /** Says something for a while. */
  notify(text: string): void;
  /** Somebody else is signed in, or nobody. */
  ended(): void;
}

const PageContext = createContext<Page | undefined>(undefined);
export const PageProvider = PageContext.Provider;
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('outside the page');
  return page;
}

/** English as in Britain: the day before the month, and hours to 24. */
const dated = (language: Locale) => (language === 'en' ? 'en-GB' : tagOf(language));

export const time = (iso: string, language: Locale): string =>
  new Date(iso).toLocaleString(dated(language), {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'Asia/Shanghai',
  });

interface Answer {
  data?: Item;
  failed?: string;
  reload(): void;
}

/** An answer of the desk, asked for again by `reload`, and every `every` milliseconds. */
export function useAnswer(path: string, every = 0): Answer {
  const { t, ended } = usePage();
  const [state, setState] = useState<{ path: string; data?: Item; failed?: string }>({ path });
  const [count, setCount] = useState(0);
  useEffect(() => {
    let current = true;
    ask(path).then(
      (data) => current && setState({ path, data }),
      (error: Refused) => {
        if (!current) return;
        if (error.status === 401) return ended();
        setState((before) => ({
          ...(before.path === path && before.data && { data: before.data }),
          path,
          failed: error.status ? error.message : t('lost'),
        }));
      },
    );
    const timer = every ? setTimeout(() => setCount((n) => n + 1), every) : undefined;
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [path, count]);
  const { data, failed } = state.path === path ? state : {};
  return { ...(data && { data }), ...(failed && { failed }), reload: () => setCount((n) => n + 1) };
}

/** What an answer shows while it is waited for, when it failed and when it is empty. */
export function Answered({ of, children }: { of: Answer; children(data: Item): ReactNode }) {
  const { t } = usePage();
  if (of.failed && !of.data)
    return (
      <p className="failed" role="alert">
        {of.failed}{' '}
        <button type="button" onClick={of.reload}>
          {t('again')}
        </button>
      </p>
    );
  if (!of.data) return <p className="quiet">{t('loading')}</p>;
  return (
    <>
      {of.failed && <p className="failed">{of.failed}</p>}
      {of.data.items && !of.data.items.length ? <p className="quiet">{t('nothing')}</p> : children(of.data)}
    </>
  );
}

export interface Field {
  name: string;
  label: Word;
  /** `words`: several lines. */
  kind?: 'words' | 'password' | 'amount' | 'number' | 'code';
  optional?: boolean;
  value?: string;
}

interface ActionProps {
  label: Word;
  /** What is done to what, for the person to agree with: the amount, the number. */
  about: string;
  fields?: Field[];
  danger?: boolean;
  run(values: Record<string, string>): Promise<Item>;
  after(): void;
}

/** A button that asks before it does something, says what came of it, and cannot be pressed twice. */
export function Action({ label, about, fields = [], danger, run, after }: ActionProps) {
  const { t, notify, ended } = usePage();
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (open) dialog.current?.showModal();
  }, [open]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const submit = async (event: { preventDefault(): void; currentTarget: EventTarget }) => {
    event.preventDefault();
    if (busy) return;
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const values = Object.fromEntries(fields.map(({ name }) => [name, String(form.get(name) ?? '').trim()]));
    setBusy(true);
    try {
      const answer = await run(values);
      dialog.current?.close();
      // an invitation is shown once, to the person who agreed to it
      const invite = answer.invite ? ` npm run operator -- desk join ${answer.invite}` : '';
      notify((answer.waiting ? t('proposed') : t('done')) + invite);
      after();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.status === 401) return ended();
      setProblem(error.status ? error.message : t('lost'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <button
        type="button"
        className={danger ? 'danger' : 'main'}
        onClick={() => {
          setProblem('');
          setOpen(true);
        }}
      >
        {t(label)}
      </button>
      {open && (
        <dialog ref={dialog} onClose={() => setOpen(false)}>
          <form onSubmit={submit}>
            <h2>{t(label)}</h2>
            <p>{about}</p>
            {fields.map((field) => (
              <Input key={field.name} {...field} />
            ))}
            {problem && (
              <p className="failed" role="alert">
                {problem}
              </p>
            )}
            <p className="row">
              <button type="button" onClick={() => dialog.current?.close()}>
                {t('cancel')}
              </button>
              <button type="submit" className={danger ? 'danger' : 'main'} disabled={busy}>
                {t(label)}
              </button>
            </p>
          </form>
        </dialog>
      )}
    </>
  );
}

export function Input({ name, label, kind, optional, value }: Field) {
  const { t } = usePage();
  const common = { name, required: !optional, ...(value !== undefined && { defaultValue: value }) };
  const modes = { amount: 'decimal', number: 'numeric', code: 'numeric' } as const;
  return (
    <label>
      {t(label)}
      {kind === 'words' ? (
        <textarea {...common} rows={4} maxLength={2000} />
      ) : (
        <input
          {...common}
          type={kind === 'password' ? 'password' : 'text'}
          {...(kind && kind !== 'password' && { inputMode: modes[kind] })}
          autoComplete={kind === 'code' ? 'one-time-code' : kind === 'password' ? 'current-password' : 'off'}
          {...(kind === 'amount' && { pattern: '\\d{1,9}(\\.\\d{1,2})?' })}
          {...(kind === 'number' && { pattern: '-?\\d{1,9}' })}
        />
      )}
    </label>
  );
}
