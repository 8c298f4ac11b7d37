import { added } from '../wire/call';
import type * as rules from './watches.rules';

/** The most minutes for which a partner's support watches at a time. */
export const mostWatchMinutes = 10;

/**
 * `asked`: the member has not answered; `expired`: nor will, which is a no; `allowed`: nobody has begun to watch; `ended`: it was allowed, or the
 * partner has taken the question back.
 */
export const watchStates = ['asked', 'declined', 'expired', 'allowed', 'watching', 'ended'] as const;
export type WatchState = (typeof watchStates)[number];

/** The reason of an end before its time. `right`: the link, its choice or the sessions ended; `phone`: the days of the cloud phone did. */
export type WatchEnd = 'member' | 'partner' | 'right' | 'phone';

/** A partner's support asks to watch the screen of a cloud phone, and what came of it. */
export interface Watch {
  id: string;
  machine: string;
  /** Of the cloud phone, as the member has named it; absent if the member does not have it any more. */
  name?: string;
  /** The partner, as its record calls it. */
  site: string;
  /** The name of the support person and the reason, in the words of the partner. */
  person: string;
  reason: string;
  minutes: number;
  state: WatchState;
  /** ISO 8601. */
  askedAt: string;
  answeredAt?: string;
  beganAt?: string;
  /** Of one that is over. */
  endedAt?: string;
  endedBy?: WatchEnd;
  /** When one that is not over will be. */
  until?: string;
}

/** The questions of partners to watch a screen, and the watching, of the last year: the newest 100, newest first. */
export const listWatches = added<typeof rules.listWatches, { items: Watch[] }>('txScreen/watches');

/**
 * The question or the watching of one cloud phone that is not over. A partner's page learns that there is one, and no more; the member answers and
 * ends it on our own pages.
 */
export const currentWatch = added<typeof rules.currentWatch, { watch?: Watch }>('txScreen/watch', {
  embed: {
    scopes: ['screen:read'],
    fields: { name: 'private', site: 'private', person: 'private', reason: 'private' },
  },
});

/** Allows a partner's support to watch, or declines. Refused (500) if the question is no longer open. */
export const answerWatch = added<typeof rules.answerWatch, Watch>('txScreen/answerWatch', {
  stale: () => [listWatches],
});

/** Ends the watching at once. Again changes nothing. Refused (500) for one of another member. */
export const endWatch = added<typeof rules.endWatch, Watch>('txScreen/endWatch', {
  stale: () => [listWatches],
});
