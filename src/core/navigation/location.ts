import { createContext, useContext } from 'react';

/** The current location: from the hash of the page, or from memory. */
export interface Location {
  url: string;
  /** `/pages/mine/balance` */
  path: string;
  query: Record<string, string>;
  /** The kind of navigation that led here. */
  action: 'start' | 'push' | 'replace' | 'pop';
  /** Identifies this entry of the history. */
  key: string;
  route(url: string, replace?: boolean): void;
  back(): void;
  /**
   * Adds a cover over the screen: Back calls `close` and stays on the screen, and so does going to another screen. Returns the function
   * to call when the cover was closed in another way.
   */
  cover(close: () => void): () => void;
}

export const LocationContext = createContext({ cover: () => () => {} } as unknown as Location);
export const useLocation = () => useContext(LocationContext);

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text; // a stray % is treated as a literal character
  }
};

/** Parses the part of an address after the `#`. Never throws. */
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
