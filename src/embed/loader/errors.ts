import type { EmbedError, ErrorCode } from '../api';
import type { About } from '../host';

/** What the member is told, by what a code says; the last is for all others. */
const words: [code: RegExp, english: string, chinese: string][] = [
  [/link/, 'Connect your Cloudphone account first.', '请先关联 Cloudphone 账号'],
  [/session|renewed/, 'Please sign in on this site, then try again.', '请先在本网站登录，然后重试'],
  [/load|net|time|fetch_f|rate|nonce/, 'This did not load. Try again in a moment.', '加载失败，请稍后重试'],
  [/./, 'This is not available here.', '此处暂不可用'],
];
/** Errors that may not come again. */
const passing = /error|fail|timeout|internal|link|rate|nonce/;
/** Where our files, our calls and the page of mistakes are. */
export const { origin } = new URL(import.meta.url);

export const isChinese = (locale: string) => /^zh/i.test(locale);

/** The only error that a page ever gets from us. `locale`: of the words for the member. */
export class CloudPhoneEmbedError extends Error implements EmbedError {
  declare readonly status: number | undefined;
  declare readonly requestId: string | undefined;
  declare readonly connectUrl: string | undefined;
  declare readonly cause: unknown;
  declare readonly given: string | undefined;
  readonly retryable: boolean;
  readonly displayMessage: string;
  readonly code: ErrorCode;

  constructor(code: ErrorCode, about: About = {}, locale = '', displayMessage?: string) {
    super(
      `Cloudphone: ${code}${about.given ? ` (${about.given})` : ''}, see ${origin}/v1/mistakes.html#${code}`,
    );
    this.name = 'CloudPhoneEmbedError';
    Object.assign(this, about);
    this.code = code;
    this.retryable = passing.test(code);
    // biome-ignore lint/style/noNonNullAssertion: the last of them takes every code
    const message = words.find(([codes]) => codes.test(code))!;
    this.displayMessage = displayMessage ?? message[isChinese(locale) ? 2 : 1];
  }
}

/** Whatever was thrown, as a `CloudPhoneEmbedError`. */
export const asError = (error: unknown, code: ErrorCode): CloudPhoneEmbedError =>
  error instanceof CloudPhoneEmbedError ? error : new CloudPhoneEmbedError(code, { cause: error });
