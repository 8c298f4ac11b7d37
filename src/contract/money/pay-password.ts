import { added } from '../wire/call';
import type * as rules from './pay-password.rules';

/** Milliseconds that a proof is valid, once, in the session to which it was issued. */
export const proofTtl = 5 * 60_000;

/**
 * `needs` in the body of a refusal (`500`) of a call that moves money: the step that the member has to take first; with `amount` (fen)
 * for a payment. Nothing was moved, and the same request key may be sent again with a `proof`.
 */
export type PayNeeds = 'payPassword' | 'setPayPassword';

/** The body of such a refusal. */
export interface PayNeed {
  needs: PayNeeds;
  amount?: number;
  /** A passkey of the member may confirm it instead (`askPayPasskey`). */
  passkey?: true;
}

export interface PayPasswordState {
  /** Whether this deployment requires one. */
  required: boolean;
  isSet: boolean;
  /** The recipient of `sendPayCode`, masked. */
  codeTo?: string;
  /**
   * ISO 8601: the sign-in password was reset by a code. Until then only the current payment password or a code to `codeTo` replaces the
   * payment password.
   */
  guardedUntil?: string;
}
/** Whether the member has a payment password, and which proofs replace it. */
export const payPasswordState = added<typeof rules.payPasswordState, PayPasswordState>(
  'txUser/payPasswordState',
);
/**
 * Sets the payment password, with the sign-in password or a code, or replaces it, with the current one or a code. Refused (5001) on
 * `password`, `current` or `code` if none proves the member's identity, and on `payPassword` for one that is easily guessed. Refused (500)
 * for a sign-in password if a payment password is set, and for a while after the sign-in password was reset by a code, unless `current`
 * is right or `code` was sent to the other contact. Invalidates all proofs. All contacts of the member receive a message about a
 * replacement; after a replacement by a code, payouts wait as after a reset.
 */
export const setPayPassword = added<typeof rules.setPayPassword, object>('txUser/setPayPassword', {
  once: true,
  stale: () => [payPasswordState],
});
/** Sends a code for `setPayPassword` to the member's own phone or mailbox. `wait` in seconds, `to` masked. */
export const sendPayCode = added<typeof rules.sendPayCode, { wait: number; to: string }>(
  'txUser/sendPayCode',
);
/**
 * Checks the six digits. The proof is valid once, for the given call and input or, without `call` and `digest`, for one action of any
 * kind. `digest`: SHA-256 in hex of the JSON text of that input, without `proof`. Refused (500) with `left`, the remaining attempts here,
 * or with `pausedUntil` (ISO 8601) after too many: five wrong ones pause it here for a quarter of an hour, ten for a day. Thirty per day
 * in all of the member's places pause it where five were typed that day, and nowhere else.
 */
export const verifyPay = added<typeof rules.verifyPay, { proof: string; validUntil: string }>(
  'txUser/verifyPay',
);
