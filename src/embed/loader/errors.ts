import type { Locale } from '../../contract/wire/locale';
import type { EmbedError, ErrorCode } from '../api';
import type { About } from '../host';

/** `loader` of `i18n/<locale>/embed.json`, written here by the build, so that errors have texts even if no file can be loaded. */
declare const LOADER_WORDS: Record<
  Locale,
  [link: string, session: string, load: string, unavailable: string, retry: string, newTab: string]
>;
export const words = LOADER_WORDS;
/** The codes of the first three messages; the fourth is for all others. */
const codes = [/link/, /session|renewed/, /load|net|time|fetch_f|rate|nonce/, /./];
/** Errors that may be temporary. */
const passing = /error|fail|timeout|internal|link|rate|nonce/;
/** The origin of our files, calls and the error page. */
export const { origin } = new URL(import.meta.url);

/** The only error class that a page receives from us. `locale`: language of the message for the member. */
export class CloudPhoneEmbedError extends Error implements EmbedError {
  declare readonly status: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly connectUrl: string | undefined;
  declare readonly cause: unknown;
  declare readonly given: string | undefined;
  readonly retryable: boolean;
  readonly displayMessage: string;
  readonly code: ErrorCode;

  constructor(code: ErrorCode, about: About = {}, locale: Locale = 'en', displayMessage?: string) {
    super(
      `Cloudphone: ${code}${about.given ? ` (${about.given})` : ''}, see ${origin}/v1/mistakes.html#${code}`,
    );
    this.name = 'CloudPhoneEmbedError';
    Object.assign(this, about);
    this.code = code;
    this.retryable = passing.test(code);
    const message = codes.findIndex((one) => one.test(code)) as 0 | 1 | 2 | 3;
    this.displayMessage = displayMessage ?? words[locale][message];
  }
}

/** Converts any thrown value to a `CloudPhoneEmbedError`. */
export const asError = (error: unknown, code: ErrorCode): CloudPhoneEmbedError =>
  error instanceof CloudPhoneEmbedError ? error : new CloudPhoneEmbedError(code, { cause: error });
