import { added } from '../wire/call';
import type * as rules from './pay-password.rules';

/** Milliseconds that a proof is good for, once, in the session that it was given to. */
export const proofTtl = 5 * 60_000;

/**
 * `needs` in the body of a refusal (`500`) of a call that moves money: what the member has to do first; with `amount` (fen) where
 * one is paid. Nothing was moved, and the same request key may be sent again with a `proof`.
 */
export type PayNeeds = 'payPassword' | 'setPayPassword';

/**
 * Whether the member has a payment password, and whether it is asked for here at all. `codeTo`: where `sendPayCode` sends to, masked.
 * `guardedUntil` (ISO 8601): the sign-in password was reset by a code; until then only a code to `codeTo` replaces the payment
 * password, and nothing does where there is no `codeTo`.
 */
export const payPasswordState = added<
  typeof rules.payPasswordState,
  { required: boolean; isSet: boolean; codeTo?: string; guardedUntil?: string }
>('txUser/payPasswordState');
/**
 * Sets or replaces the payment password. Refused (5001) on `password` or `code` when neither proves who is there, and on
 * `payPassword` for one that is easily guessed; refused (500) for a while after the sign-in password was reset by a code, unless
 * `code` went to the other contact. Ends every proof that was given before; the member is told by message.
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
 * Checks the six digits. The proof is good once, for the call and the input that were named, or, without `call` and `digest`, for one
 * action of any kind. `digest`: SHA-256 in hex of the JSON text of that input, without `proof`. Refused (500) with `left`, the tries
 * that remain here, or with `pausedUntil` (ISO 8601) once there were too many: five wrong ones pause it here for a quarter of an
 * hour, ten for a day. Thirty in a day of all the member's places pause it where five were typed that day, and nowhere else.
 */
export const verifyPay = added<typeof rules.verifyPay, { proof: string; validUntil: string }>(
  'txUser/verifyPay',
);
