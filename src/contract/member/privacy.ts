import { added } from '../wire/call';
import { getInfo } from './auth';
import type * as rules from './privacy.rules';

/** Days between asking for the deletion of an account and the deletion, in which the member may keep it. */
export const coolingOffDays = 14;
/** Days for which a copy of one's data can be downloaded. */
export const copyDays = 7;

/** An obstacle that has to be removed before an account can be deleted. */
export type Obstacle =
  | 'balance'
  | 'storeBalance'
  | 'withdrawals'
  | 'orders'
  | 'devices'
  | 'refunds'
  | 'providerRefunds'
  | 'remittances'
  | 'sales'
  | 'rewards';

export interface Deletion {
  /** The obstacles to a deletion, each with its count; for money, fen. */
  obstacles: { kind: Obstacle; count: number }[];
  /** Points and cloud beans that are lost with the account. */
  points: number;
  cloudBeans: number;
  /** ISO 8601: when the account is deleted, once that was asked for. */
  leavingAt?: string;
}

/** Whether the account can be deleted, and whether it is going to be. */
export const deletion = added<typeof rules.deletion, Deletion>('txPrivacy/deletion');
/**
 * Asks for the deletion of the account in 14 days, and ends every session of the member, this one too. Refused (500) while there are
 * obstacles, and for a wrong password; with a payment password, it is asked for as with money that leaves.
 */
export const askDeletion = added<typeof rules.askDeletion, { leavingAt: string }>('txPrivacy/askDeletion', {
  once: true,
});
/** Keeps the account that was going to be deleted; again changes nothing. */
export const keepAccount = added<typeof rules.keepAccount, object>('txPrivacy/keepAccount', {
  stale: () => [deletion, getInfo],
});

/** A copy of all that is stored of a member. */
export interface DataCopy {
  /** `making`: a job gathers it; `ready`: it can be downloaded until `until`. */
  state: 'making' | 'ready';
  /** ISO 8601. */
  askedAt: string;
  until?: string;
  /** Bytes. */
  size?: number;
}

/** The newest copy, if it is not over, and from when another may be asked for (ISO 8601; absent: now). */
export const dataCopy = added<typeof rules.dataCopy, { copy?: DataCopy; again?: string }>(
  'txPrivacy/dataCopy',
);
/** Has a copy made. Refused (500) within 24 hours of the one before. */
export const askCopy = added<typeof rules.askCopy, object>('txPrivacy/askCopy', {
  once: true,
  stale: () => [dataCopy],
});
/** Where this session can download the copy, for five minutes; asks for the password again. */
export const copyAddress = added<typeof rules.copyAddress, { url: string }>('txPrivacy/copyAddress');
