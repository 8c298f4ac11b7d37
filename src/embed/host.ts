import type { FirstAnswer } from '../contract/embed/embed';
import type { EmbedScope } from '../contract/embed/features';
import type { Locale, locales } from '../contract/wire/locale';
import type { Bundle } from '../core/text/i18n';
import type { Details, EmbedElement, ErrorCode, EventName, Feature, Options, TokenReason } from './api';

// Between the loader, which is in a partner's page first, and what it loads. Both are of the same release: each names the other's hash.

/** What is known about an error. */
export interface About {
  status?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
  /** What was given, for the developer. */
  given?: string | undefined;
  connectUrl?: string | undefined;
}

/** What is told to the developer in the console: an error, or a mistake that the embed goes on in spite of. */
export interface Advice extends About {
  code: ErrorCode | 'route_unknown' | 'option_unknown';
  message?: string;
  /** What would be right. */
  allowed?: readonly string[];
}
/** The file that is loaded only when there is something to say. */
export interface AdviceModule {
  advise(advice: Advice, element: EmbedElement, locale: Locale): void;
}

/** What the loader gives to the runtime, for one embed. */
export interface Host {
  readonly id: string;
  readonly feature: Feature;
  /** Origin of our files and calls. */
  readonly origin: string;
  /** The shadow root (in a frame: the one in its document). */
  readonly root: ShadowRoot;
  /** Everything that is asked for here ends when this is aborted. */
  readonly signal: AbortSignal;
  options: Options;
  /** What the page asks for, or the browser. */
  readonly locale: Locale;
  readonly locales: typeof locales;
  /** The present token, or a new one in place of `bad`, the one that was refused. Rejects with an `EmbedError`. */
  token(reason: TokenReason, bad?: string): Promise<string>;
  /** Loads the files of these names, each after the one before, verified. Rejects with an `EmbedError`. */
  load<T>(files: readonly string[]): Promise<[T, ...T[]]>;
  /** What the first screen reads, asked for as soon as there was a token; nothing of it if that failed. Never rejects. */
  readonly first: Promise<FirstAnswer[]> | undefined;
  /** The text of a file of this name, verified. */
  text(file: string): Promise<string>;
  /** The text of the feature's own words, in a language. */
  words(locale: Locale): Promise<string>;
  /** Answers false when the page has cancelled it. */
  emit<E extends EventName>(event: E, detail: Details[E]): boolean;
  /** Leads the member to another page, in a new tab, unless the page around wants to do it itself. */
  leave(url: string): void;
  /** Ends in the error view, which offers to try again where that makes sense. Takes a code, or what `token` and `load` reject with. */
  fail(error: unknown, about?: About): void;
  /** Tells the page of an error that the screen itself shows. Takes what `fail` does. */
  report(error: unknown, about?: About): void;
  /** Tells the developer in the console. */
  advise(advice: Advice): void;
  /** Gives the root the sheets of these texts, unless it has them; settled when they are there. */
  adopt(css: readonly string[]): Promise<unknown>;
  /** `performance.now()` when the load began. */
  readonly began: number;
  /** Takes away what was shown while nothing was here. */
  uncover(): void;
}

/** What the runtime gives back: an embed that is shown. */
export interface Shown {
  /** Options have changed. */
  update(): void;
  navigate(route: string): void;
  /** Asks for everything that is shown again. */
  refresh(): void;
  stop(): void;
}

/** A screen's own file; what several share has looks only. */
export interface ScreenModule {
  default?: unknown;
  css: string;
}

/** A feature's own file is that of its first screen, and what has to be known of the others before one goes there. */
export interface FeatureModule extends ScreenModule {
  about: {
    /** The first screen, which needs nothing. */
    first: ScreenAbout;
    /** All of them by path, the first one first, with the scope that each takes; empty where any token will do. */
    screens: Record<string, EmbedScope | ''>;
    /** Of the first screen's words: other words are another file, although the code is the same. */
    words: string;
    /** What the partner's own colours need. */
    theme: string;
    /** The file of `Later`. */
    later: string;
  };
}
export interface ScreenAbout {
  title: string;
  /** Nothing is said of other guards: whoever has a token is a member. */
  guard?: 'examined';
  needs?: readonly string[];
}

/** What the first screen does without, as JSON. Names of files are their hashes. */
export interface Later {
  /** The files of every other screen, its own last, and the bundles of its messages. */
  screens: Record<string, ScreenAbout & { files: readonly string[]; bundles: readonly Bundle[] }>;
  /** The file of each bundle of messages, by language. */
  messages: Record<Locale, Partial<Record<Bundle, string>>>;
  /** Files that only some of its screens need. */
  extras: Record<'after' | 'dialogs' | 'post' | 'review' | 'rows' | 'secure' | 'shrink', string>;
}

/** What all embeds on a page share. */
export interface RuntimeModule {
  css: string;
  /** `files`: what the feature's first screen consists of, its own file last. */
  show(host: Host, files: [...ScreenModule[], FeatureModule]): Shown;
}
