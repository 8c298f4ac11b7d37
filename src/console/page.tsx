import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { PartnerMode, PartnerRole } from '../contract/embed/partners';
import { type Locale, tagOf } from '../contract/wire/locale';
import { ask, type Item, type Refused } from './api';
import type { Word } from './words';

interface Page {
  language: Locale;
  mode: PartnerMode;
  partner: string;
  role: PartnerRole;
  t(word: Word): string;
  /** Translates a word of the gateway: a state, a role, a kind of change. */
  name(word: string): string;
  /** Called when the session has ended. */
  ended(): void;
}

const PageContext = createContext<Page | undefined>(undefined);
export const PageProvider = PageContext.Provider;
export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new Error('outside the page');
  return page;
}

export const time = (iso: string, language: Locale): string =>
  new Date(iso).toLocaleString(language === 'en' ? 'en-GB' : tagOf(language), {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });

export const day = (iso: string, language: Locale): string =>
  new Date(iso).toLocaleDateString(language === 'en' ? 'en-GB' : tagOf(language), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });

interface Answer {
  data?: Item;
  failed?: string;
  reload(): void;
}

/** An answer about the partner; `reload` requests it again. */
export function useAnswer(path: string): Answer {
  const { t, ended, partner } = usePage();
  const [state, setState] = useState<{ path: string; data?: Item; failed?: string }>({ path });
  const [count, setCount] = useState(0);
  useEffect(() => {
    let current = true;
    ask(`of/${partner}${path}`).then(
      (data) => current && setState({ path, data }),
      (error: Refused) => {
        if (!current) return;
        if (error.status === 401) ended();
        else setState({ path, failed: error.status ? error.message : t('lost') });
      },
    );
    return () => {
      current = false;
    };
  }, [path, partner, count, ended, t]);
  const { data, failed } = state.path === path ? state : {};
  return { ...(data && { data }), ...(failed && { failed }), reload: () => setCount((n) => n + 1) };
}

/** The states of an answer: loading, failed, or an empty list. */
export function Answered({ of, children }: { of: Answer; children(data: Item): ReactNode }) {
  const { t } = usePage();
  if (of.failed)
    return (
      <p className="failed" role="alert">
        {of.failed}{' '}
        <button type="button" onClick={of.reload}>
          {t('again')}
        </button>
      </p>
    );
  if (!of.data) return <p className="quiet">{t('loading')}</p>;
  if (of.data.items && !of.data.items.length) return <p className="quiet">{t('nothing')}</p>;
  return <>{children(of.data)}</>;
}

/** The way to what is older in a list that comes in pages, and back to the newest. */
export function Older({ from, next, set }: { from: string; next?: string; set(from: string): void }) {
  const { t } = usePage();
  if (!from && !next) return null;
  return (
    <div className="row">
      {from && (
        <button type="button" onClick={() => set('')}>
          {t('newest')}
        </button>
      )}
      {next && (
        <button type="button" onClick={() => set(next)}>
          {t('older')}
        </button>
      )}
    </div>
  );
}
