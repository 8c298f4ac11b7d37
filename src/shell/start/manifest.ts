import type { Locale, locales } from '../../contract/wire/locale';
import type { BegunCall } from './first-call';

/** The build's list of files. The HTML contains the part for the landing screens; the rest is a separate file. */
export interface Manifest {
  /** Common path of all files, with a trailing slash. */
  base: string;
  /** File names by number. */
  files: Record<number, string>;
  /** Names of message bundles. */
  bundles: string[];
  /** The HTTP client, which the device list does not need until it is here. */
  client: number;
  /** The deferred file, then the files that it imports. */
  rest: number[];
  /** The style sheet for all but the first screens. */
  late: number;
  /**
   * By route: 1 if it is for members only + 2 if it needs the late style sheet + 4 if one file has all its messages; its bundles
   * otherwise; then its files.
   */
  routes: Record<string, [flags: number, bundles: number[], ...files: number[]]>;
  /** The first call of a route, and its input as JSON, in which `?name` is the parameter of that name (`core/navigation/landing.ts`). */
  calls: Record<string, FirstCall>;
  /** The hash in the file names of bundles, in every language; absent in the HTML. */
  messages?: string;
  /** The hash in the names of the files that have all messages of a route. */
  words: string;
  /** The file with the full manifest; absent in that file. */
  full?: string;
}

export type FirstCall = [path: string, input: string];

/** The address of messages: `/a/en-wallet-BMSIb.json`. `name`: a bundle, or the last part of a route whose messages are in one file. */
export const addressOf = (base: string, locale: Locale, name: string, hash = ''): string =>
  `${base}${locale}-${name}-${hash}.json`;

/** Uses this manifest for every import of the core and every download from now on. */
export function adopt(manifest: Manifest): void {
  window.cloudphone.manifest = manifest;
  window.cp = {};
  for (const [number, file] of Object.entries(manifest.files)) window.cp[+number] = manifest.base + file;
}

/** Data that the inline script passes to the app. */
interface Boot {
  /** The entries known so far. */
  manifest: Manifest;
  locales: typeof locales;
  /** The language that the member has chosen, or the phone's preferred one. */
  locale: Locale;
  /** The MD5 function of the first call, shared with all others. */
  md5(text: string): string;
  /** Downloads in progress, by address. */
  started: Record<string, Promise<string>>;
  /** Resolves when the full manifest is adopted, if the HTML does not know the landing screen. */
  known?: Promise<unknown>;
  /** All messages of the landing screen in one file, by bundle, if there is such a file. */
  words?: { path: string; url: string };
  /** The first call of the landing screen. */
  call?: BegunCall | undefined;
}

declare global {
  interface Window {
    cloudphone: Boot;
    /** Address of each known file; the core's `import()`s are written with it (tools/build/link.mjs). */
    cp: Record<number, string>;
  }
}
