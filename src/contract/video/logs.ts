import { call } from '../wire/call';
import type { Page } from '../wire/page';
import type { CoinDay } from './accounts';
import type * as rules from './logs.rules';

/** 0 missed, 1 grabbed. */
export const GrabState = { missed: 0, grabbed: 1 } as const;
export type GrabState = (typeof GrabState)[keyof typeof GrabState];

/** One visit of an account to a live room (spec §3, grab-coin record). */
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

/** What the filters leave, all pages together. */
export interface GrabTotals {
  /** Coins. */
  total: number;
  grabbed: number;
  missed: number;
  /** Coins by the hour of the day (China's), 24 of them, when one day is asked for; else by day, the last 28. */
  hours?: number[];
  days?: CoinDay[];
}

/** The newest first. `day` is one of China's, `2026-11-20`. Refused (500) when the account is not the member's. */
export const listGrabRecords = call<typeof rules.listGrabRecords, Page<GrabRecord> & GrabTotals>(
  'liveRoomBoxLog/list',
  {
    offline: 'last',
    embed: {
      first: { logs: {} },
      scopes: ['accounts:read', 'logs:read'],
      fields: { account: 'public', liveRoomName: 'public', nickname: 'public', streamerAccount: 'public' },
    },
  },
);
