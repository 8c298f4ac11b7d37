import type { FirstAnswer } from '../contract/embed/embed';
import type { EmbedScope } from '../contract/embed/features';
import type { Locale, locales } from '../contract/wire/locale';
import type { Bundle } from '../core/text/i18n';
import type { Details, EmbedElement, ErrorCode, EventName, Feature, Options, TokenReason } from './api';

// The interface between the loader, which runs first in a partner's page, and the files that it loads. Both are of the same release: each
// refers to the other's hash.

/** The details of an error. */
export interface About {
  status?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
  /** The given value, for the developer. */
  given?: string | undefined;
  connectUrl?: string | undefined;
}

/** A console message for the developer: an error, or a mistake that does not stop the embed. */
export interface Advice extends About {
  code: ErrorCode | 'route_unknown' | 'option_unknown' | 'deprecated';
  message?: string;
  /** The allowed values. */
  allowed?: readonly string[];
}
/** The file that is loaded only for a console message. */
export interface AdviceModule {
  advise(advice: Advice, element: EmbedElement, locale: Locale): void;
}

/** The loader's interface for the runtime, for one embed. */
export interface Host {
  readonly id: string;
  readonly feature: Feature;
  /** Origin of our files and calls. */
  readonly origin: string;
  /** The shadow root (in a frame: the one in its document). */
  readonly root: ShadowRoot;
  /** All requests of the embed end when this is aborted. */
  readonly signal: AbortSignal;
  options: Options;
  /** The page's use of ours, for `POST /embed/v1/first`: the release of its loader and the options that it sets. */
  used(): string;
  /** From the page's option, or from the browser. */
  readonly locale: Locale;
  readonly locales: typeof locales;
  /** The current token, or a new one in place of `bad`, which was rejected. Rejects with an `EmbedError`. */
  token(reason: TokenReason, bad?: string): Promise<string>;
  /** Loads the files with these names, in order, with verified integrity. Rejects with an `EmbedError`. */
  load<T>(files: readonly string[]): Promise<[T, ...T[]]>;
  /** The answers for the first screen, requested as soon as there was a token; empty if that failed. Never rejects. */
  readonly first: Promise<FirstAnswer[]> | undefined;
  /** The verified text of a file. */
  text(file: string): Promise<string>;
  /** The text of the feature's own messages, in a language. */
  words(locale: Locale): Promise<string>;
  /** Returns false if the page has canceled it. */
  emit<E extends EventName>(event: E, detail: Details[E]): boolean;
  /** Opens another page in a new tab, unless the surrounding page handles it. */
  leave(url: string): void;
  /** Ends in the error view, with a retry button if that makes sense. Accepts a code, or a rejection of `token` or `load`. */
  fail(error: unknown, about?: About): void;
  /** Reports an error to the page that the screen itself shows. Accepts the same as `fail`. */
  report(error: unknown, about?: About): void;
  /** Logs a message for the developer. */
  advise(advice: Advice): void;
  /** Adds the style sheets with these texts to the root, unless it has them; resolves when they are applied. */
  adopt(css: readonly string[]): Promise<unknown>;
  /** `performance.now()` at the start of the load. */
  readonly began: number;
  /** Removes the loading state. */
  uncover(): void;
}

/** The runtime's interface for the loader: an embed that is shown. */
export interface Mounted {
  /** Called after options have changed. */
  update(): void;
  navigate(route: string): void;
  /** Refreshes all visible data. */
  refresh(): void;
  stop(): void;
}

/** The file of a screen; a shared file contains only styles. */
export interface ScreenModule {
  default?: unknown;
  css: string;
}

/** The file of a feature is that of its first screen, with the data about the other screens that is needed before one is opened. */
export interface FeatureModule extends ScreenModule {
  about: {
    /** The first screen, which needs no further files. */
    first: ScreenAbout;
    /** All screens by path, the first one first, with the required scope; empty if any token suffices. */
    screens: Record<string, EmbedScope | ''>;
    /** The file with the first screen's messages: they are separate from the code. */
    words: string;
    /** The code for the partner's own colours. */
    theme: string;
    /** The name of the file `Later`. */
    later: string;
  };
}
export interface ScreenAbout {
  title: string;
  /** Other guards are not needed: everybody with a token is a member. */
  guard?: 'examined';
  needs?: readonly string[];
}

/** Data that the first screen does not need, as JSON. File names are hashes. */
export interface Later {
  /** The files of every other screen, its own last, and the bundles of its messages. */
  screens: Record<string, ScreenAbout & { files: readonly string[]; bundles: readonly Bundle[] }>;
  /** The file of each bundle of messages, by language. */
  messages: Record<Locale, Partial<Record<Bundle, string>>>;
  /** Files that only some of its screens need. */
  extras: Record<'after' | 'dialogs' | 'post' | 'review' | 'rows' | 'secure' | 'shrink', string>;
}

/** The code that all embeds on a page share. */
export interface RuntimeModule {
  css: string;
  /** `files`: the files of the feature's first screen, its own last. */
  show(host: Host, files: [...ScreenModule[], FeatureModule]): Mounted;
}
