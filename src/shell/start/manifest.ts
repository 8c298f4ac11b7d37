import type { Locale } from '../../core/text/i18n';
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
  /** By language: the hash in the file name of each bundle, one after the other, as long as each other. */
  messages: Record<Locale, string>;
  /** The file with the whole manifest; missing in that. */
  whole?: string;
}

/** The address of a bundle's messages: `/a/en-wallet-BMSIb.json`. The bundle is one of the manifest's. */
export function addressOf({ base, bundles, messages }: Manifest, locale: Locale, bundle: string): string {
  const at = bundles.indexOf(bundle);
  const each = messages[locale].length / bundles.length;
  return `${base}${locale}-${bundle}-${messages[locale].slice(at * each, (at + 1) * each)}.json`;
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
