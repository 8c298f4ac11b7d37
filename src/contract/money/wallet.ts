import { balance } from '../member/auth';
import type { OwnCurrency } from '../member/currencies';
import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type { PayoutAccount } from './payout';
import type * as rules from './wallet.rules';

/** The source of the money: the balance, or the store balance, which may be cashed out (spec §5). */
export type WithdrawalSource = 'balance' | 'store';

/**
 * Spec §4. `applied` leads to `approved`, `rejected` or `revoked`, `approved` to `rejected` or `remitted`. These are final, but that a
 * `remitted` one becomes `rejected` if the bank sends the money back.
 */
export const WithdrawalStatus = { applied: 0, approved: 1, rejected: 2, remitted: 3, revoked: 4 } as const;
export type WithdrawalStatus = (typeof WithdrawalStatus)[keyof typeof WithdrawalStatus];

export interface WithdrawalQuote {
  /** The platform's fee in fen, and the net amount in fen. */
  fee: number;
  arrives: number;
  /** 10⁻⁶ USDT that arrive, if the account is a TRON address. */
  usdt?: number;
  /** ISO 8601: 24:00 of the day by which it is processed (spec §9). */
  expectedBy: string;
}

/** Spec §3, withdrawal record. Money in fen, times ISO 8601. */
export interface Withdrawal extends WithdrawalQuote {
  id: string;
  /** The number by which the member, the operator and the bank know it; `ref` of its movements. */
  number: string;
  source: WithdrawalSource;
  amount: number;
  status: WithdrawalStatus;
  /** The account at the time of the application; later changes do not affect it. */
  account: Omit<PayoutAccount, 'id' | 'addTime'>;
  appliedAt: string;
  /** The time of approval or rejection. */
  decidedAt?: string;
  remittedAt?: string;
  revokedAt?: string;
  remark?: string;
  /** The reason for a rejection. */
  reason?: string;
  /** The bank's own number of the remittance. */
  reference?: string;
}

/** The fee of a withdrawal and its time of arrival. Refused (500) for an account that belongs to another member. */
export const quoteWithdrawal = added<typeof rules.quoteWithdrawal, WithdrawalQuote>('txWithdraw/quote', {
  embed: { scopes: ['wallet:read'] },
});

/**
 * Applies for a withdrawal of `amount` fen, including the fee, and moves it to the frozen balance. Refused (5001, 210002) with a problem
 * of `amount` if the balance is too low; (500) for an account of another member; (500) with the new `quote` and without a movement if the
 * fee differs from `fee`.
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

/** The member's withdrawals, newest first. */
export const listWithdrawals = added<typeof rules.listWithdrawals, Page<Withdrawal>>('txWithdraw/list', {
  oldest: '1 s',
  offline: 'last',
  embed: {
    scopes: ['wallet:read'],
    fields: { account: 'public', bankName: 'public', countryName: 'public', holder: 'public' },
  },
});
/** A withdrawal by its id or its number. Refused (500) if it does not exist or belongs to another member. */
export const getWithdrawal = added<typeof rules.getWithdrawal, Withdrawal>('txWithdraw/get', {
  embed: {
    scopes: ['wallet:read'],
    fields: { account: 'public', bankName: 'public', countryName: 'public', holder: 'public' },
  },
});

/** Revokes an application, and returns the money. Refused (500) once it has been decided. */
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

/** The kinds of movement that count as income: earnings, but not refunds or deposits. */
export const incomeReasons = ['rent', 'acceleration', 'reward', 'shop'] as const;
export type IncomeReason = (typeof incomeReasons)[number];
/** The part of it that cloud phones earn. */
export const cloudPhoneReasons: readonly IncomeReason[] = ['rent', 'acceleration'];

/** The reason of a movement. `other`: a reason that this version does not know. */
export const movementReasons = [
  ...incomeReasons,
  'recharge',
  'order',
  'order-failed',
  'payment-excess',
  'payment-late',
  'payment-reviewed',
  'refund',
  'refund-to-balance',
  'withdraw',
  'withdraw-rejected',
  'withdraw-revoked',
  'withdraw-remitted',
  'withdraw-returned',
  'correction',
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
  /** The account's balance afterwards. */
  balanceAfter: number;
  /** ISO 8601. */
  at: string;
  /** The number of the order, withdrawal, device order … behind it. */
  ref: string;
  memo: string;
  /** The name of the rule that caused it, in the language of the request; absent without a rule. */
  rule?: string;
}

/**
 * The movements behind an amount, newest first; of one reason, month (`2026-11`, in China's calendar) or `ref` if requested. The first
 * page has `total`, the sum of all matching movements, and `held`, the account's balance (not for `income`): without a filter they are
 * equal.
 */
export const listMovements = added<
  typeof rules.listMovements,
  Page<Movement> & { total?: number; held?: number }
>('txUser/movements', { oldest: '1 s', embed: { scopes: ['wallet:read', 'points:read'] } });

export interface IncomeSum {
  kind: IncomeReason;
  /** Fen. */
  amount: number;
}

export interface Revenue {
  /** Fen, of all kinds. */
  total: number;
  kinds: IncomeSum[];
  /** Fen that cloud phones earned, rent and acceleration: a part of `total`, and the list of `txOrderLog/list`. */
  cloudPhones: number;
  /** Months with income, newest first; `month` is `2026-11`. Every sum equals the `total` of the movements for the same month. */
  months: { month: string; total: number; kinds: IncomeSum[] }[];
  /** Years with any income, newest first. */
  years: number[];
}

/** A member's income by kind and month, of one year or of all years. Months in China (UTC+8). */
export const revenue = added<typeof rules.revenue, Revenue>('txUser/revenue', {
  oldest: '1 s',
  embed: { scopes: ['wallet:read'] },
});

/** The history of the balance. Money in fen; days and months are China's (UTC+8). */
export interface BalanceHistory {
  /** Income that came to the balance today, by the reasons that count as income. */
  earnedToday: number;
  /** 15 days, the oldest first: the balance at the end of each, and of today as it is. */
  days: { day: string; balance: number }[];
  /** The last 12 months in which something moved, the newest first: all that came in, and all that went out. */
  months: { month: string; in: number; out: number }[];
}

/** The history of the balance, for the wallet. Every sum of a month is that of the movements with its sign. */
export const balanceHistory = added<typeof rules.balanceHistory, BalanceHistory>('txUser/balanceHistory', {
  oldest: '1 s',
  embed: { scopes: ['wallet:read'] },
});

/** Yuan per unit of the member's own currency. Empty if that is the yuan, and without a rate of the last seven days. */
export interface ExchangeRate {
  currency?: OwnCurrency;
  yuan?: number;
}

/** The rate at which the app shows what amounts come to. Amounts are charged and paid in yuan alone. */
export const exchangeRate = added<typeof rules.exchangeRate, ExchangeRate>('txUser/exchangeRate', {
  embed: { scopes: 'every' },
});
