import { call } from '../wire/call';
import type { Page } from '../wire/page';
import type { CoinDay } from './accounts';
import type * as rules from './logs.rules';

/** 0 missed, 1 grabbed. */
export const GrabState = { missed: 0, grabbed: 1 } as const;
export type GrabState = (typeof GrabState)[keyof typeof GrabState];

/** A visit of an account to a live room (spec §3, grab-coin record). */
export interface GrabRecord {
  id: string;
  account: string;
  nickname: string;
  /** Coins; 0 when they were missed. */
  amount: number;
  /** ISO 8601. */
  time: string;
  liveRoomName: string;
  streamerAccount: string;
  state: GrabState;
}

/** Totals of all matching records, over all pages. */
export interface GrabTotals {
  /** Coins. */
  total: number;
  grabbed: number;
  missed: number;
  /** Coins by hour of the day (in China), 24 of them, if one day is requested; else by day, the last 28. */
  hours?: number[];
  days?: CoinDay[];
}

/** Newest first. `day` is in China, `2026-11-20`. Refused (500) if the account belongs to another member. */
export const listGrabRecords = call<typeof rules.listGrabRecords, Page<GrabRecord> & GrabTotals>(
  'liveRoomBoxLog/list',
  {
    oldest: '5 s',
    offline: 'last',
    embed: {
      first: { logs: {} },
      scopes: ['accounts:read', 'logs:read'],
      fields: { account: 'public', liveRoomName: 'public', nickname: 'public', streamerAccount: 'public' },
    },
  },
);
