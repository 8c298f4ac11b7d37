import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './accounts.rules';
import { listGrabRecords } from './logs';

/** 0 no task runs on its cloud phone, or it has none; 1 a task runs; 2 its tasks are paused; 3 it has to sign in again. */
export const AccountState = { waiting: 0, running: 1, paused: 2, signedOut: 3 } as const;
export type AccountState = (typeof AccountState)[keyof typeof AccountState];

/** A linked short-video account (spec §3, member account). Coins are integers. */
export interface Account {
  id: string;
  /** Its name on the platform, without the @. */
  account: string;
  nickname: string;
  /** Address of a picture. */
  avatar?: string;
  coins: number;
  /** Of today, in China. */
  coinsToday: number;
  /** The device order of its cloud phone; with the phone's id and name. */
  serialNumber?: string;
  machineId?: string;
  machine?: string;
  /** ISO 8601: when it was last refreshed. */
  updateTime: string;
  state: AccountState;
  /** Coins of the last 12 days, oldest first. */
  recent: number[];
}

/** The coins of an account on a day in China, `2026-11-20`. */
export interface CoinDay {
  day: string;
  coins: number;
}

export interface AccountSummary {
  coins: number;
  coinsToday: number;
  /** Number of accounts in each state, by its number. */
  states: [number, number, number, number];
  /** The last 28 days of all accounts, oldest first. */
  days: CoinDay[];
  /** Whether the gateway simulates the platform. */
  sandbox: boolean;
}

export interface AccountDetail extends Account {
  /** Whether its cloud phone is online. */
  online: boolean;
  /** Live rooms visited in the last 30 days, and in the 30 days before; 0 if it was not linked all that time. */
  visits: number;
  visitsBefore: number;
  /** The hour of the day (in China, 0 to 23) with the most coins in those 30 days, and its share of them. */
  bestHour?: { hour: number; percent: number };
}

/** A cloud phone of the member's for an account. */
export interface FreeMachine {
  id: string;
  name: string;
  serialNumber: string;
  online: boolean;
}

/** `keyword` searches account and nickname. The summary covers all accounts, whatever the filter. */
export const listAccounts = call<typeof rules.listAccounts, Page<Account> & { summary: AccountSummary }>(
  'msAccountDouyin/list',
  {
    oldest: '1 s',
    offline: 'last',
    embed: {
      first: { accounts: {} },
      scopes: ['accounts:read', 'logs:read'],
      fields: { account: 'public', avatar: 'public', nickname: 'public' },
    },
  },
);
/** Refused (500) if it does not exist or belongs to another member, as are all calls with an account. */
export const tiktokDetail = call<typeof rules.tiktokDetail, AccountDetail>('dbbMini/tiktokDetail', {
  oldest: '1 s',
  embed: { scopes: ['accounts:read'], fields: { account: 'public', avatar: 'public', nickname: 'public' } },
});
/** Coins day by day, oldest first; 0 for a day without coins. */
export const tiktokGraph = call<typeof rules.tiktokGraph, { points: CoinDay[] }>('dbbMini/tiktokGraph', {
  oldest: '5 s',
  embed: { scopes: ['accounts:read'] },
});
/**
 * Links an account. Without `machineId`, `serialNumber` selects the first free cloud phone of that device order. Refused (5001) at
 * `account` if the platform has none of that name or it is linked already, and at `machineId` or `serialNumber` if the cloud phone
 * belongs to another member or has another account.
 */
export const addTiktok = call<typeof rules.addTiktok, { id: string }>('dbbMini/addTiktok', {
  once: true,
  stale: () => [listAccounts, listFreeMachines],
  embed: { scopes: ['accounts:write'] },
});
/** Omitted fields stay unchanged; `machineId: null` removes the account from its cloud phone. */
export const tiktokEdit = call<typeof rules.tiktokEdit, { id: string }>('dbbMini/tiktokEdit', {
  once: 'latest',
  stale: () => [listAccounts, listFreeMachines, tiktokDetail],
  embed: { scopes: ['accounts:write'] },
});
/** Refreshes an account from the platform now. Refused (500) if the platform does not respond. */
export const updateTime = call<typeof rules.updateTime, { updateTime: string }>('dbbMini/updateTime', {
  stale: () => [tiktokDetail, tiktokGraph, listAccounts, listGrabRecords],
  embed: { scopes: ['accounts:write'] },
});
/** Its records stay in the log. */
export const unlinkTiktok = added<typeof rules.unlinkTiktok, { unlinked: number }>('dbbMini/tiktokUnlink', {
  once: true,
  stale: () => [listAccounts],
  embed: { scopes: ['accounts:write'] },
});
export const listFreeMachines = added<typeof rules.listFreeMachines, Page<FreeMachine>>(
  'dbbMini/freeMachines',
  { embed: { scopes: ['accounts:read'], fields: { name: 'public' } } },
);
