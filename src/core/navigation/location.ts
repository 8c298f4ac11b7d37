import { createContext, useContext } from 'react';

/** Where we are: filled from the hash of the page, or from memory. */
export interface Location {
  url: string;
  /** `/pages/mine/balance` */
  path: string;
  query: Record<string, string>;
  /** How we came here. */
  action: 'start' | 'push' | 'replace' | 'pop';
  /** Names this entry of the history. */
  key: string;
  route(url: string, replace?: boolean): void;
  back(): void;
  /**
   * Something lies over the screen from now on: Back calls `close`, and goes nowhere. So does going to another screen.
   * Answers what to call when it has gone by itself.
   */
  cover(close: () => void): () => void;
}

export const LocationContext = createContext({ cover: () => () => {} } as unknown as Location);
export const useLocation = () => useContext(LocationContext);

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text; // a stray % is a character like any other
  }
};

/** What stands behind the `#`, taken apart. Never throws. */
export function parse(url: string): Pick<Location, 'url' | 'path' | 'query'> {
  const [before = '', ...after] = url.replace(/^#?\/*/, '/').split('?');
  const path = before.replace(/\/+$/, '') || '/';
  const query: Record<string, string> = {};
  const [search = ''] = after.join('?').split('#');
  for (const pair of search.split('&')) {
    const [key = '', ...value] = pair.split('=');
    if (key) query[decode(key)] = decode(value.join('='));
  }
  return { url: path + (search && `?${search}`), path, query };
}
