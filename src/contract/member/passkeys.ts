import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { added } from '../wire/call';
import type { SignedIn } from './auth';
import type * as rules from './passkeys.rules';

/** A passkey of the member: a key in their phone or password manager, which asks for a fingerprint, a face or a PIN before it signs. */
export interface Passkey {
  id: string;
  name: string;
  /** ISO 8601. */
  since: string;
  usedAt?: string;
}

export interface Passkeys {
  /** The newest first. */
  items: Passkey[];
  /** Whether passkeys work at this address: it has a host name, and https except on this machine. */
  offered: boolean;
  /** Whether `makePasskey` requires the payment password too. */
  asksPayPassword: boolean;
  /** The recipient of `sendOwnCode`, masked. */
  codeTo?: string;
}

export const listPasskeys = added<typeof rules.listPasskeys, Passkeys>('txUser/passkeys');
/** Sends a code for `makePasskey` to the member's own phone or mailbox. `wait` in seconds, `to` masked. */
export const sendOwnCode = added<typeof rules.sendOwnCode, { wait: number; to: string }>(
  'txUser/sendOwnCode',
);
/**
 * Begins to add a passkey: proves the member by the sign-in password or a code from `sendOwnCode`, and by the payment password where one is
 * set. `options` is for
 * `navigator.credentials.create`, and valid for five minutes in this session. Refused (5001) on `password`, `code` or `payPassword`, (500) as `verifyPay` is, and (500) with ten
 * passkeys.
 */
export const makePasskey = added<
  typeof rules.makePasskey,
  { options: PublicKeyCredentialCreationOptionsJSON }
>('txUser/makePasskey');
/**
 * Adds the passkey that was made with those options. All contacts of the member receive a message, and payouts wait as after a reset of the
 * password. Refused (500) for an answer that does not fit the options, or to options that were used or have expired.
 */
export const addPasskey = added<typeof rules.addPasskey, { id: string }>('txUser/addPasskey', {
  once: true,
  stale: () => [listPasskeys],
});
export const renamePasskey = added<typeof rules.renamePasskey, object>('txUser/renamePasskey', {
  stale: () => [listPasskeys],
});
/** Ends a passkey; an ended one is ignored. All contacts of the member receive a message. */
export const endPasskey = added<typeof rules.endPasskey, object>('txUser/endPasskey', {
  stale: () => [listPasskeys],
});
/**
 * Options for `navigator.credentials.get`, with which a passkey confirms one action in place of the payment password. `call` and `digest` are
 * those of `verifyPay`. Valid once within five minutes, in this session. Refused (500) if the member has no passkey, or a new one only:
 * it confirms payments after the time that money rests after a reset.
 */
export const askPayPasskey = added<
  typeof rules.askPayPasskey,
  { options: PublicKeyCredentialRequestOptionsJSON }
>('txUser/askPayPasskey');
/**
 * Checks the answer to `askPayPasskey`. The proof is valid once, for that call and input. A wrong answer counts as a wrong payment
 * password does: refused (500) with `left`, or with `pausedUntil`.
 */
export const verifyPayPasskey = added<typeof rules.verifyPayPasskey, { proof: string; validUntil: string }>(
  'txUser/verifyPayPasskey',
);
/** Options for `navigator.credentials.get`, valid once within five minutes on this device. They name no member. */
export const askPasskey = added<typeof rules.askPasskey, { options: PublicKeyCredentialRequestOptionsJSON }>(
  'txUser/askPasskey',
  { guard: 'anyone' },
);
/**
 * Signs in by the answer to `askPasskey`. Refused (500) alike for an unknown passkey, a wrong signature, and options that were used, expired or
 * another device's; with `redirect` as `login` is.
 */
export const passkeyLogin = added<typeof rules.passkeyLogin, SignedIn>('txUser/passkeyLogin', {
  guard: 'anyone',
});
