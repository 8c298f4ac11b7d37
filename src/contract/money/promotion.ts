import { balance } from '../member/auth';
import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './promotion.rules';
import { listMovements } from './wallet';

/** Who can be given promotion value, as the giver may see them. */
export interface Recipient {
  recipientId: string;
  nickname: string;
  /** The username, masked: `l***e`. */
  account: string;
}

/** One movement of the member's promotion value. Amounts are whole and above zero; `direction` is their sign. */
export interface ScoreLog {
  id: string;
  direction: 'in' | 'out';
  /** The other member's nickname; absent when it was the platform that gave or took. */
  counterpart?: string;
  amount: number;
  /** The giver's words; absent when there are none. */
  remark?: string;
  /** The rule that brought it, by its name in the language of the request. */
  rule?: string;
  /** ISO 8601. */
  at: string;
  /** What the member held afterwards. */
  balance: number;
}

/**
 * The member that an account is: found by the exact username, phone number, e-mail address or invitation code, and by
 * nothing less. Refused (500) when there is none, when it is the member's own or of the other country version, and for a
 * while after 30 questions in an hour: this is no directory.
 */
export const findRecipient = added<typeof rules.findRecipient, Recipient>('txUser/findRecipient');

/**
 * Gives promotion value to another member, for good: `to` is their `recipientId`, `amount` is whole. Members give their
 * own only: `from`, another member's id, is refused (500), as are one's own as `to`, a member of the other country version,
 * and more than is held. `balance`: what is left.
 */
export const transferUserScore = call<typeof rules.transferUserScore, { id: string; balance: number }>(
  'admin/txUser/transferUserScore',
  { once: true, stale: () => [balance, listScoreLog, listMovements] },
);

/** The member's promotion value, in and out, the newest first. */
export const listScoreLog = call<typeof rules.listScoreLog, Page<ScoreLog>>('txUserScoreLog/listPage', {
  embed: { first: { promotion: {} }, scopes: ['promotion:read'] },
});
