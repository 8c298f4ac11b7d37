import { LocationProvider, useLocation as useAny } from 'preact-iso/router';
import type { Context } from 'react';

/** Where we are. preact-iso's Router reads it from its own context, which we fill from the hash or from memory. */
export interface Location {
  url: string;
  /** `/pages/mine/balance` */
  path: string;
  query: Record<string, string>;
  /** Always false: preact-iso's Router would scroll the page (a partner's, in an embed) to its top. */
  wasPush: false;
  /** How we came here. */
  action: 'start' | 'push' | 'replace' | 'pop';
  /** Names this entry of the history. */
  key: string;
  route(url: string, replace?: boolean): void;
  back(): void;
}

export const LocationContext = (LocationProvider as unknown as { ctx: Context<Location> }).ctx;
export const useLocation = useAny as unknown as () => Location;

const decode = (text: string) => {
  try {
    return decodeURIComponent(text.replace(/\+/g, ' '));
  } catch {
    return text; // a stray % is a character like any other
  }
};

// preact-iso decodes the segments of a path without looking: a stray % would end the render.
const safe = (segment: string) => (decode(segment) === segment ? encodeURIComponent(segment) : segment);

/** What stands behind the `#`, taken apart. Never throws. */
export function parse(url: string): Pick<Location, 'url' | 'path' | 'query'> {
  const [before = '', ...after] = url.replace(/^#?\/*/, '/').split('?');
  const path = before.replace(/\/+$/, '').split('/').map(safe).join('/') || '/';
  const query: Record<string, string> = {};
  const [search = ''] = after.join('?').split('#');
  for (const pair of search.split('&')) {
    const [key = '', ...value] = pair.split('=');
    if (key) query[decode(key)] = decode(value.join('='));
  }
  return { url: path + (search && `?${search}`), path, query };
}
