import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './accounts.rules';
import { listGrabRecords } from './logs';

/** 0 no task runs on its cloud phone, or it has none; 1 a task runs; 2 its tasks are paused; 3 it has to sign in again. */
export const AccountState = { waiting: 0, running: 1, paused: 2, signedOut: 3 } as const;
export type AccountState = (typeof AccountState)[keyof typeof AccountState];

/** A short-video account that the member has linked (spec §3, member account). Coins are whole. */
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
  /** The device order of the cloud phone it runs on; with the phone's id and name. */
  serialNumber?: string;
  machineId?: string;
  machine?: string;
  /** ISO 8601: when it was last brought up to date. */
  updateTime: string;
  state: AccountState;
  /** Coins of the last 12 days, the oldest first. */
  recent: number[];
}

/** What an account earned on a day of China's, `2026-11-20`. */
export interface CoinDay {
  day: string;
  coins: number;
}

export interface AccountSummary {
  coins: number;
  coinsToday: number;
  /** How many accounts there are in each state, by its number. */
  states: [number, number, number, number];
  /** The last 28 days of all accounts, the oldest first. */
  days: CoinDay[];
  /** Whether the platform behind it is only played by the gateway. */
  sandbox: boolean;
}

export interface AccountDetail extends Account {
  /** Whether its cloud phone is online. */
  online: boolean;
  /** Live rooms visited in the last 30 days, and in the 30 before; 0 while it was not linked all that time. */
  visits: number;
  visitsBefore: number;
  /** The hour of the day (China's, 0 to 23) that brought most of the coins of those 30 days, and how much of them. */
  bestHour?: { hour: number; percent: number };
}

/** A cloud phone of the member's that an account can run on. */
export interface FreeMachine {
  id: string;
  name: string;
  serialNumber: string;
  online: boolean;
}

/** `keyword` is looked for in account and nickname. The summary is of all accounts, whatever is looked for. */
export const listAccounts = call<typeof rules.listAccounts, Page<Account> & { summary: AccountSummary }>(
  'msAccountDouyin/list',
  {
    offline: 'last',
    embed: {
      first: { accounts: {} },
      scopes: ['accounts:read', 'logs:read'],
      fields: { account: 'public', avatar: 'public', nickname: 'public' },
    },
  },
);
/** Refused (500) when it is nobody's or another member's, as are all calls that name an account. */
export const tiktokDetail = call<typeof rules.tiktokDetail, AccountDetail>('dbbMini/tiktokDetail', {
  embed: { scopes: ['accounts:read'], fields: { account: 'public', avatar: 'public', nickname: 'public' } },
});
/** Coins day by day, the oldest first; a day without any is 0. */
export const tiktokGraph = call<typeof rules.tiktokGraph, { points: CoinDay[] }>('dbbMini/tiktokGraph', {
  embed: { scopes: ['accounts:read'] },
});
/**
 * Links an account. Without `machineId`, `serialNumber` takes the first free cloud phone of that device order. Refused
 * (5001) at `account` when the platform has none of that name or it is linked already, and at `machineId` or
 * `serialNumber` when the cloud phone is not the member's or runs another account.
 */
export const addTiktok = call<typeof rules.addTiktok, { id: string }>('dbbMini/addTiktok', {
  once: true,
  stale: () => [listAccounts, listFreeMachines],
  embed: { scopes: ['accounts:write'] },
});
/** What is left out stays as it is; `machineId: null` takes the account off its cloud phone. */
export const tiktokEdit = call<typeof rules.tiktokEdit, { id: string }>('dbbMini/tiktokEdit', {
  once: 'latest',
  stale: () => [listAccounts, listFreeMachines, tiktokDetail],
  embed: { scopes: ['accounts:write'] },
});
/** Brings an account up to date with the platform now. Refused (500) when the platform does not answer. */
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
