import type { Locale, locales } from '../../contract/wire/locale';
import type { BegunCall } from './first-call';

/** The build's list of files. The page contains only those that come right after the first screen; the rest is a separate file. */
export interface Manifest {
  /** Common path of all files, with a trailing slash. */
  base: string;
  /** File names by number. */
  files: Record<number, string>;
  /** The HTTP client, which a first screen whose calls the page sends does not need. */
  client: number;
  /** The deferred file, then the files that it imports. */
  rest: number[];
  /** By route: 1 if it is for members only; its bundles; then its files. Absent in the page. */
  routes?: Record<string, [guarded: number, bundles: number[], ...files: number[]]>;
  /** Names of message bundles; absent in the page. */
  bundles?: string[];
  /** The end of the file names of bundles, in every language; absent in the page. */
  messages?: string;
  /** The file with the full manifest; absent in that file. */
  full?: string;
}

/**
 * Screens that members open from outside, by route: 1 if it is for members only; then the path and the input of each first call, in which
 * `?name` is the parameter of that name (`core/navigation/landing.ts`).
 */
export type Landings = Record<string, [guarded: number, ...calls: FirstCall[]]>;

export type FirstCall = [path: string, input: object];

/** The address of a file that each language has: `/a/en-wallet-BMSIb.json`. `end`: its hash and type. */
export const addressOf = (base: string, locale: Locale, name: string, end: string | undefined): string =>
  `${base}${locale}-${name}-${end}`;

/** Data that the inline script passes to the app. */
interface Boot {
  /** The entries known so far. */
  manifest: Manifest;
  /** Uses this manifest for every import of the core and every download from now on. */
  adopt(manifest: Manifest): void;
  locales: typeof locales;
  /** The language that the member has chosen, or the phone's preferred one. */
  locale: Locale;
  /** The MD5 function of the first calls, shared with all others. */
  md5(text: string): string;
  /** Downloads in progress, by address. */
  started: Record<string, Promise<string>>;
  /** Resolves when the full manifest is adopted, if members do not open the screen of the address from outside. */
  known?: Promise<unknown>;
  /** The address of the file with the first screen, if there is such a file (`landing.ts`). */
  landing?: string;
  /** Adds rules of style to the page. Every file that needs some calls it, as the build writes it (tools/build/rules.mjs). */
  addStyles(text: string): void;
  /** The first calls of that screen that the app has not used yet. */
  calls: BegunCall[];
}

declare global {
  interface Window {
    cloudphone: Boot;
    /** Address of each known file; the core's `import()`s are written with it (tools/build/link.mjs). */
    cp: Record<number, string>;
  }
}
