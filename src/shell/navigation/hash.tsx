import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
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

/** The location, read from the hash and written to it. Writes the `depth` of the current entry into `depth`. */
export function HashLocation({ depth, children }: { depth: { current: number }; children: ReactNode }) {
  const [entry, setEntry] = useState<Entry>(() => {
    const { key = newKey(), depth = 0, over = 0 } = entryState() ?? {};
    history.replaceState({ key, depth, over }, '');
    return { url: readHash(), action: 'start', key, depth };
  });
  const [over] = useState(createOverEntries);
  const now = useRef(entry);

  const value = useMemo<Location>(() => {
    const apply = (next: Entry) => {
      if (next.url === now.current.url && next.key === now.current.key) return;
      now.current = next;
      setEntry(next);
    };
    return {
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
          const state = { key: newKey(), depth: now.current.depth + (replaces ? 0 : 1) };
          history[replaces ? 'replaceState' : 'pushState'](state, '', `#${url}`);
          apply({ url: readHash(), action: replaces ? 'replace' : 'push', ...state });
        }),
      back: () => over.leave(() => history.back()),
      cover: over.cover,
    };
  }, [entry]);
  depth.current = entry.depth;

  useLayoutEffect(() => {
    // Back, forward and a tap on <a href="#/…"> all arrive here; only the entry of a tap lacks our state.
    const moved = () => {
      if (over.moved()) return;
      const { key, depth = 0 } = entryState() ?? {};
      if (key === now.current.key) return over.stay();
      let next: Entry;
      if (key) {
        next = { url: readHash(), action: 'pop', key, depth };
        over.gone();
      } else {
        if (!/#(\/|$)/.test(location.href)) return; // an anchor within a page: not ours
        const url = readHash();
        const added = url !== now.current.url;
        const state = { key: newKey(), depth: now.current.depth + Number(added) };
        next = { url, action: 'push', ...state };
        over.gone(state, added);
      }
      now.current = next;
      setEntry(next);
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
