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

/** The sections of the user agreement in their order. */
export const termsSections = [
  'parties',
  'account',
  'machines',
  'payment',
  'income',
  'points',
  'invitations',
  'content',
  'conduct',
  'privacy',
  'service',
  'ending',
  'contact',
] as const;

/** Something that the member agreed to. */
export interface Agreement {
  document: 'terms' | 'partner' | 'contract';
  title: string;
  /** ISO 8601. */
  at: string;
  /** The day from which the text was valid: `2026-11-20`. */
  version: string;
  /** SHA-256 of the text, hex. */
  hash: string;
  /** The language in which the member read it; absent for a contract. */
  locale?: string;
  /** The form in which the member agreed. */
  how: 'register' | 'signIn' | 'settings' | 'connect' | 'signature';
  /** The site of the partner. */
  site?: string;
  /** The order of the contract. */
  orderNo?: string;
}

/** The agreements of the member, newest first; `due`: the user agreement has changed, and the member is asked to agree again. */
export const listAgreements = added<
  typeof rules.listAgreements,
  { items: Agreement[]; due?: { hash: string; title: string; text: string[] } }
>('txPrivacy/agreements');
/** The text as the member agreed to it. Refused (500) for a text to which the member did not agree. */
export const agreementText = added<
  typeof rules.agreementText,
  { title: string; text: string[]; locale: string }
>('txPrivacy/agreementText');
/** Agrees to the user agreement with this hash. Refused (500) if the text in the language of the request is another one by now. */
export const agreeToTerms = added<typeof rules.agreeToTerms, object>('txPrivacy/agree', {
  stale: () => [listAgreements],
});
