import type { EmbedError, ErrorCode } from '../api';
import type { About } from '../host';

/** What the member is told, by what a code says; the last is for all others. */
const words: [code: RegExp, english: string, chinese: string][] = [
  [/session|renewed/, 'Please sign in on this site, then try again.', '请先在本网站登录，然后重试'],
  [/load|net|time|fetch_f/, 'This did not load. Try again in a moment.', '加载失败，请稍后重试'],
  [/./, 'This is not available here.', '此处暂不可用'],
];
/** Errors after which the full page is a way out. */
const elsewhere = /handshake|protocol/;
/** Errors that may not come again. */
const passing = /error|failed|timeout|internal/;

export const isChinese = (locale: string) => /^zh/i.test(locale);

/** The only error that a page ever gets from us. `locale`: of the words for the member. */
export class CloudPhoneEmbedError extends Error implements EmbedError {
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly retryable: boolean;
  /** Whether the full page is a way out. */
  readonly elsewhere: boolean;
  readonly displayMessage: string;
  override readonly cause: unknown;
  readonly code: ErrorCode;

  constructor(code: ErrorCode, about: About = {}, locale = '', displayMessage?: string) {
    super(`Cloudphone: ${code}`);
    this.name = 'CloudPhoneEmbedError';
    this.code = code;
    this.status = about.status;
    this.requestId = about.requestId;
    this.cause = about.cause;
    this.retryable = passing.test(code);
    this.elsewhere = elsewhere.test(code);
    // biome-ignore lint/style/noNonNullAssertion: the last of them takes every code
    const message = words.find(([codes]) => codes.test(code))!;
    this.displayMessage = displayMessage ?? message[isChinese(locale) ? 2 : 1];
  }
}

/** Whatever was thrown, as a `CloudPhoneEmbedError`. */
export const asError = (error: unknown, code: ErrorCode): CloudPhoneEmbedError =>
  error instanceof CloudPhoneEmbedError ? error : new CloudPhoneEmbedError(code, { cause: error });
