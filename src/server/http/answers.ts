import { type Challenge, embedCodes } from '../../contract/embed/embed';
import { codes, rejectionCodes } from '../../contract/wire/codes';
import type { DomainError } from '../kernel/domain-error';
import { type Locale, type MessageName, translate } from '../kernel/messages';
import type { Reason } from '../kernel/request-rejected';

export interface Answer {
  header: { res_code: string; message: string };
  body: object;
  message?: string;
}

const words: Record<Reason, MessageName> = {
  type: 'turnedAwayType',
  size: 'turnedAwaySize',
  signature: 'turnedAwaySignature',
  shape: 'turnedAwayShape',
  clock: 'turnedAwayClock',
  replay: 'turnedAwayReplay',
  identity: 'turnedAwayIdentity',
  unknown: 'turnedAwayUnknown',
  rate: 'turnedAwayRate',
  busy: 'turnedAwayBusy',
  scope: 'turnedAwayScope',
  origin: 'turnedAwayOrigin',
  disabled: 'turnedAwayDisabled',
};

const answer = (res_code: string, message: string, body: object = {}): Answer => ({
  header: { res_code, message },
  body,
});

export const done = (locale: Locale, body: object): Answer =>
  answer(codes.done, translate(locale, 'done'), body);

/** The call was prepared, and the member has to confirm it on our own origin. */
export const toConfirm = (locale: Locale, challenge: Challenge): Answer =>
  answer(embedCodes.confirm, translate(locale, 'toConfirm'), challenge);

export const expired = (locale: Locale): Answer => answer(codes.expired, translate(locale, 'expired'));

export function refused(locale: Locale, { code, key, values, more }: DomainError): Answer {
  const problems = more.problems && { problems: more.problems };
  return answer(code, translate(locale, key, values), { ...more.body, ...problems });
}

/** HTTP 4xx or 503; `serverTime` lets a client with a wrong clock correct itself. */
export function rejectedAnswer(
  locale: Locale,
  reason: Reason,
  serverTime: number,
  more: object = {},
): Answer {
  const message = translate(locale, words[reason]);
  const all = { ...embedCodes, ...rejectionCodes };
  return { ...answer(all[reason], message, { serverTime, ...more }), message };
}

/** HTTP 500. The log has the details under the request id; the message contains the beginning of that id for support. */
export function brokenAnswer(locale: Locale, requestId: string): Answer {
  const message = `${translate(locale, 'somethingWrong')} (${requestId.slice(0, 8)})`;
  return { ...answer('5000', message), message };
}
