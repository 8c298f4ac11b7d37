import type { Locale } from '../../core/text/i18n';

/** What the build knows about the files, inlined in the HTML. Numbers are places in `files`. */
export interface Manifest {
  /** Path that all files are under, with a slash at the end. */
  base: string;
  files: string[];
  /** Names of the message bundles. */
  bundles: string[];
  /** The style sheet of everything but the screens that one lands on. */
  late: number;
  /** By route: 1 if it is for members only + 2 if it needs the late style sheet; its bundles; then its files. */
  routes: Record<string, [flags: number, bundles: number[], ...files: number[]]>;
  /** By language: the hash in the file name of each bundle, one after the other, as long as each other. */
  messages: Record<Locale, string>;
}

/** The address of a bundle's messages: `/a/en-wallet-BMSIb.json`. */
export function addressOf({ base, bundles, messages }: Manifest, locale: Locale, bundle: string): string {
  const at = bundles.indexOf(bundle);
  const each = messages[locale].length / bundles.length;
  return `${base}${locale}-${bundle}-${messages[locale].slice(at * each, (at + 1) * each)}.json`;
}

/** What the inline script leaves for the app. */
interface Boot {
  manifest: Manifest;
  /** Downloads that are under way, by address. */
  started: Record<string, Promise<string>>;
}

declare global {
  interface Window {
    cloudphone: Boot;
    /** Address of each file; the core's `import()`s are written with it (tools/bundle.mjs). */
    cp: string[];
  }
}
