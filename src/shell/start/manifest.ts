import type { Locale, locales } from '../../contract/wire/locale';
import type { BegunCall } from './first-call';

/**
 * What the build knows about the files. The HTML has what the screens need that one lands on; the rest is a file of its own.
 */
export interface Manifest {
  /** Path that all files are under, with a slash at the end. */
  base: string;
  /** By number: the names of files. */
  files: Record<number, string>;
  /** Names of message bundles. */
  bundles: string[];
  /** The HTTP client, which the device list does without until it is here. */
  client: number;
  /** What the first screen does without: its own file, then those that it needs. */
  rest: number[];
  /** The style sheet of everything but the screens that one lands on. */
  late: number;
  /** By route: 1 if it is for members only + 2 if it needs the late style sheet; its bundles, or in the HTML the one that is all of them; then its files. */
  routes: Record<string, [flags: number, bundles: number[], ...files: number[]]>;
  /** The hash in the file names of these bundles, in every language. */
  messages: string;
  /** The file with the full manifest; missing in that. */
  full?: string;
}

/** The address of a bundle's messages: `/a/en-wallet-BMSIb.json`. The bundle is one of the manifest's. */
export function addressOf({ base, messages }: Manifest, locale: Locale, bundle: string): string {
  return `${base}${locale}-${bundle}-${messages}.json`;
}

/** Every import of the core and every download is by these from now on. */
export function adopt(manifest: Manifest): void {
  window.cloudphone.manifest = manifest;
  window.cp = {};
  for (const [number, file] of Object.entries(manifest.files)) window.cp[+number] = manifest.base + file;
}

/** What the inline script leaves for the app. */
interface Boot {
  /** What is known so far. */
  manifest: Manifest;
  locales: typeof locales;
  /** The language that the member has chosen, or that the phone asks for. */
  locale: Locale;
  /** What the first call is signed with, for all others. */
  md5(text: string): string;
  /** Downloads that are under way, by address. */
  started: Record<string, Promise<string>>;
  /** All messages of the screen that is landed on in one file, by bundle, unless it is a screen that the HTML does not know. */
  words?: { path: string; locale: Locale; url: string };
  /** What the screen that is landed on asks the gateway first. */
  call?: BegunCall | undefined;
}

declare global {
  interface Window {
    cloudphone: Boot;
    /** Address of each file that is known; the core's `import()`s are written with it (tools/build/link.mjs). */
    cp: Record<number, string>;
  }
}
