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
  /** The style sheet for all but the landing screens. */
  late: number;
  /**
   * By route: 1 if it is for members only + 2 if it needs the late style sheet; its bundles, or in the HTML the single file that contains
   * them; then its files.
   */
  routes: Record<string, [flags: number, bundles: number[], ...files: number[]]>;
  /** The hash in the file names of these bundles, in every language. */
  messages: string;
  /** The file with the full manifest; absent in that file. */
  full?: string;
}

/** The address of a bundle's messages: `/a/en-wallet-BMSIb.json`. The bundle is one of the manifest's. */
export function addressOf({ base, messages }: Manifest, locale: Locale, bundle: string): string {
  return `${base}${locale}-${bundle}-${messages}.json`;
}

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
  /** All messages of the landing screen in one file, by bundle, unless the HTML does not know the screen. */
  words?: { path: string; locale: Locale; url: string };
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
