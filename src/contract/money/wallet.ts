import { balance } from '../member/auth';
import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type { PayoutAccount } from './payout';
import type * as rules from './wallet.rules';

/** Where the money is taken from: the balance, or the store balance, which may be cashed out (spec §5). */
export type WithdrawalSource = 'balance' | 'store';

/** Spec §4. `applied` leads to `approved`, `rejected` or `revoked`, `approved` to `rejected` or `remitted`; these are final. */
export const WithdrawalStatus = { applied: 0, approved: 1, rejected: 2, remitted: 3, revoked: 4 } as const;
export type WithdrawalStatus = (typeof WithdrawalStatus)[keyof typeof WithdrawalStatus];

export interface WithdrawalQuote {
  /** Fen that the platform keeps, and fen that arrive: the amount without the fee. */
  fee: number;
  arrives: number;
  /** 10⁻⁶ USDT that arrive, when the account is a TRON address. */
  usdt?: number;
  /** ISO 8601: 24:00 of the day it is processed by (spec §9). */
  expectedBy: string;
}

/** Spec §3, withdrawal record. Money in fen, times ISO 8601. */
export interface Withdrawal extends WithdrawalQuote {
  id: string;
  /** What the member, the operator and the bank call it by; `ref` of its movements. */
  number: string;
  source: WithdrawalSource;
  amount: number;
  status: WithdrawalStatus;
  /** As it was on the day of the application; what became of the account since changes nothing. */
  account: Omit<PayoutAccount, 'id' | 'addTime'>;
  appliedAt: string;
  /** Approved or rejected. */
  decidedAt?: string;
  remittedAt?: string;
  revokedAt?: string;
  remark?: string;
  /** Why it was rejected. */
  reason?: string;
  /** The bank's own number of the remittance. */
  reference?: string;
}

/** What a withdrawal costs and when it will be there. Refused (500) for an account that is not the member's. */
export const quoteWithdrawal = added<typeof rules.quoteWithdrawal, WithdrawalQuote>('txWithdraw/quote', {
  embed: { scopes: ['wallet:read'] },
});

/**
 * Applies for a withdrawal of `amount` fen, fee included, and moves it to the frozen balance. Refused (5001, 210002) with a
 * problem of `amount` when there is less; (500) for an account that is not the member's; (500) with the new `quote` and
 * nothing moved when the fee is not the one in `fee` any more.
 */
export const applyWithdrawal = added<
  typeof rules.applyWithdrawal,
  Pick<Withdrawal, 'id' | 'number' | 'status' | 'fee' | 'arrives' | 'expectedBy'>
>('txWithdraw/apply', {
  once: true,
  stale: () => [balance, listMovements, listWithdrawals, getWithdrawal],
  announce: { 'withdraw-submitted': ['id', 'number'], 'balance-changed': [] },
  embed: { scopes: ['withdraw:prepare'], confirm: true },
});

/** The member's withdrawals, the newest first. */
export const listWithdrawals = added<typeof rules.listWithdrawals, Page<Withdrawal>>('txWithdraw/list', {
  offline: 'last',
  embed: {
    scopes: ['wallet:read'],
    fields: { account: 'public', bankName: 'public', countryName: 'public', holder: 'public' },
  },
});
/** One of them, by its id or its number. Refused (500) when it is nobody's or another member's. */
export const getWithdrawal = added<typeof rules.getWithdrawal, Withdrawal>('txWithdraw/get', {
  embed: {
    scopes: ['wallet:read'],
    fields: { account: 'public', bankName: 'public', countryName: 'public', holder: 'public' },
  },
});

/** Takes an application back, and the money with it. Refused (500) once it has been decided. */
export const revokeWithdrawal = added<
  typeof rules.revokeWithdrawal,
  { status: typeof WithdrawalStatus.revoked }
>('txWithdraw/revoke', {
  once: true,
  stale: () => [balance, listMovements, listWithdrawals, getWithdrawal],
  announce: { 'balance-changed': [] },
  embed: { scopes: ['withdraw:prepare'] },
});

export type MovementKind = 'balance' | 'store' | 'frozen' | 'points' | 'cloudBeans' | 'promotion' | 'income';

/** What counts as income: what is earned, and nothing that only comes back or is paid in. */
export const incomeReasons = ['rent', 'acceleration', 'reward', 'shop'] as const;
export type IncomeReason = (typeof incomeReasons)[number];
/** What of it cloud phones earn. */
export const cloudPhoneReasons: readonly IncomeReason[] = ['rent', 'acceleration'];

/** Why something moved. `other` stands for a reason that this version has no word for. */
export const movementReasons = [
  ...incomeReasons,
  'recharge',
  'order',
  'order-failed',
  'payment-excess',
  'payment-late',
  'payment-reviewed',
  'refund',
  'withdraw',
  'withdraw-rejected',
  'withdraw-revoked',
  'withdraw-remitted',
  'shop-return',
  'reward-return',
  'promotion',
  'demo',
  'other',
] as const;
export type MovementReason = (typeof movementReasons)[number];

export interface Movement {
  id: string;
  /** The account it changed. */
  kind: Exclude<MovementKind, 'income'>;
  reason: MovementReason;
  /** In the kind's unit (fen, or whole points …); negative when it went out. */
  amount: number;
  /** What the account held afterwards. */
  balanceAfter: number;
  /** ISO 8601. */
  at: string;
  /** The number of the order, withdrawal, device order … behind it. */
  ref: string;
  memo: string;
  /** The rule that brought it, by its name in the language of the request; absent where no rule did. */
  rule?: string;
}

/**
 * What made an amount, the newest first; of one reason, month (`2026-11`, in China's calendar) or `ref` if asked. The first
 * page has `total`, the sum of all that was asked for, and `held`, what the account holds (not for `income`): without a
 * filter they are the same.
 */
export const listMovements = added<
  typeof rules.listMovements,
  Page<Movement> & { total?: number; held?: number }
>('txUser/movements', { embed: { scopes: ['wallet:read', 'points:read'] } });

export interface IncomeSum {
  kind: IncomeReason;
  /** Fen. */
  amount: number;
}

export interface Revenue {
  /** Fen, of all kinds. */
  total: number;
  kinds: IncomeSum[];
  /** Fen that the cloud phones earned, rent and acceleration: a part of `total`, and what `txOrderLog/list` lists. */
  cloudPhones: number;
  /** Months with income, the newest first; `month` is `2026-11`. Every sum is the movements' `total` for the same. */
  months: { month: string; total: number; kinds: IncomeSum[] }[];
  /** Years with income at all, the newest first. */
  years: number[];
}

/** A member's income by kind and month, of one year or of all of them. Months are China's (UTC+8). */
export const revenue = added<typeof rules.revenue, Revenue>('txUser/revenue', {
  embed: { scopes: ['wallet:read'] },
});
