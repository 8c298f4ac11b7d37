import type { Signal } from '@preact/signals';
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { afterPaint } from '../../core/after-paint';
import { type Location, LocationContext, parse } from '../../core/navigation/location';
import { createOverEntries, entryState } from './over-entries';

interface Entry {
  url: string;
  action: Location['action'];
  key: string;
  /** Number of our own entries behind this one. */
  depth: number;
}

// Not location.hash, because old engines decode it.
const readHash = () => location.href.split('#').slice(1).join('#') || '/';
const newKey = () => Math.random().toString(36).slice(2);

interface Props {
  /** Receives the number of our own entries behind the current one. */
  depth: { current: number };
  /** Receives the address to which the member goes, before its screen is rendered. */
  heading: Signal<string>;
  children: ReactNode;
}

/** The location, read from the hash and written to it. */
export function HashLocation({ depth, heading, children }: Props) {
  const [entry, setEntry] = useState<Entry>(() => {
    const { key = newKey(), depth = 0 } = entryState() ?? {}; // the inline script wrote it (`start/boot.ts`)
    return { url: readHash(), action: 'start', key, depth };
  });
  const [over] = useState(createOverEntries);
  const now = useRef(entry);
  /** The state of an entry that is `added`, or that replaces the current one. */
  const newState = (added: boolean) => ({ key: newKey(), depth: now.current.depth + Number(added) });
  /** Another screen can take long to render, so the tap is answered first. A redirect answers no tap. */
  const show = (next: Entry) => {
    now.current = next;
    heading.value = next.url;
    if (next.action === 'replace') return setEntry(next);
    // A tap leaves a caret where it was. Once that is hidden, Chromium looks for a visible place near it at each update of the page.
    getSelection()?.empty();
    afterPaint(() => setEntry(now.current));
  };

  const value = useMemo<Location>(
    () => ({
      ...parse(entry.url),
      action: entry.action,
      key: entry.key,
      route: (to, replace = false) =>
        over.leave(() => {
          // The member has just gone elsewhere, and the event for that is pending: it takes precedence over our redirect.
          if (replace && (entry !== now.current || readHash() !== entry.url)) return;
          const { url } = parse(to);
          // a second entry with the same address would make Back appear to do nothing
          const replaces = replace || url === parse(now.current.url).url;
          const state = newState(!replaces);
          history[replaces ? 'replaceState' : 'pushState'](state, '', `#${url}`);
          show({ url: readHash(), action: replaces ? 'replace' : 'push', ...state });
        }),
      back: () => over.leave(() => history.back()),
      cover: over.cover,
    }),
    [entry],
  );
  depth.current = entry.depth;

  useLayoutEffect(() => {
    // Back, forward and a tap on <a href="#/…"> all arrive here; only the entry of a tap lacks our state.
    const moved = () => {
      if (over.moved()) return;
      const { key, depth = 0 } = entryState() ?? {};
      if (key === now.current.key) return over.stay();
      const url = readHash();
      if (key) {
        over.gone();
        return show({ url, action: 'pop', key, depth });
      }
      if (!/#(\/|$)/.test(location.href)) return; // an anchor within a page: not ours
      const added = url !== now.current.url;
      const state = newState(added);
      over.gone(state, added);
      show({ url, action: 'push', ...state });
    };
    over.removeSpareEntries();
    addEventListener('popstate', moved);
    addEventListener('hashchange', moved);
    return () => {
      removeEventListener('popstate', moved);
      removeEventListener('hashchange', moved);
    };
  }, []);

  return <LocationContext.Provider value={value}>{children}</LocationContext.Provider>;
}
