import { added } from '../wire/call';
import type * as rules from './pay-password.rules';

/** Milliseconds that a proof is valid, once, in the session to which it was issued. */
export const proofTtl = 5 * 60_000;

/**
 * `needs` in the body of a refusal (`500`) of a call that moves money: the step that the member has to take first; with `amount` (fen)
 * for a payment. Nothing was moved, and the same request key may be sent again with a `proof`.
 */
export type PayNeeds = 'payPassword' | 'setPayPassword';

/**
 * Whether the member has a payment password, and whether this deployment requires it. `codeTo`: the recipient of `sendPayCode`, masked.
 * `guardedUntil` (ISO 8601): the sign-in password was reset by a code; until then only a code to `codeTo` can replace the payment
 * password, and nothing can if there is no `codeTo`.
 */
export const payPasswordState = added<
  typeof rules.payPasswordState,
  { required: boolean; isSet: boolean; codeTo?: string; guardedUntil?: string }
>('txUser/payPasswordState');
/**
 * Sets or replaces the payment password. Refused (5001) on `password` or `code` if neither proves the member's identity, and on
 * `payPassword` for one that is easily guessed; refused (500) for a while after the sign-in password was reset by a code, unless `code`
 * was sent to the other contact. Invalidates all proofs; the member receives a message.
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
