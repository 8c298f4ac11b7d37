import type { Locale } from '../core/i18n';

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
  /** By language: the file of each bundle. */
  messages: Record<Locale, number[]>;
}

/** What the inline script leaves for the app. */
export interface Boot {
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
