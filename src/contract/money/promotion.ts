import { balance } from '../member/auth';
import { added, call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './promotion.rules';
import { listMovements } from './wallet';

/** A recipient of promotion value, as the giver sees them. */
export interface Recipient {
  recipientId: string;
  nickname: string;
  /** The username, masked: `l***e`. */
  account: string;
}

/** A movement of the member's promotion value. Amounts are positive integers; `direction` is their sign. */
export interface ScoreLog {
  id: string;
  direction: 'in' | 'out';
  /** The other member's nickname; absent for movements by the platform. */
  counterpart?: string;
  amount: number;
  /** The giver's text; absent if there is none. */
  remark?: string;
  /** The name of the rule that caused it, in the language of the request. */
  rule?: string;
  /** ISO 8601. */
  at: string;
  /** The balance afterwards. */
  balance: number;
}

/**
 * Finds a member by their exact username, phone number, e-mail address or invitation code. Refused (500) if there is none, for the
 * member's own account or one of the other country version, and for a while after 30 lookups in an hour, so that it cannot serve as a
 * directory.
 */
export const findRecipient = added<typeof rules.findRecipient, Recipient>('txUser/findRecipient');

/**
 * Transfers promotion value to another member permanently: `to` is their `recipientId`, `amount` is an integer. Members transfer their
 * own value only: `from` with another member's id is refused (500), as are the member's own id in `to`, a member of the other country
 * version, and more than the balance. `balance`: the remaining value.
 */
export const transferUserScore = call<typeof rules.transferUserScore, { id: string; balance: number }>(
  'admin/txUser/transferUserScore',
  { once: true, stale: () => [balance, listScoreLog, listMovements] },
);

/** The movements of the member's promotion value, newest first. */
export const listScoreLog = call<typeof rules.listScoreLog, Page<ScoreLog>>('txUserScoreLog/listPage', {
  oldest: '5 s',
  embed: { first: { promotion: {} }, scopes: ['promotion:read'] },
});
