import { added } from '../wire/call';
import type * as rules from './authenticator.rules';

/** The member's authenticator app (TOTP), whose codes are the second step of signing in. */
export interface AuthenticatorState {
  /** ISO 8601: since when it is asked for; absent without an app. */
  since?: string;
  /** The recovery codes that are left. */
  recoveryLeft: number;
  /** Whether the calls below require the payment password; otherwise the sign-in password or a code from `sendOwnCode`. */
  asksPayPassword: boolean;
  /** The recipient of `sendOwnCode`, masked. */
  codeTo?: string;
}
export const authenticator = added<typeof rules.authenticator, AuthenticatorState>('txUser/authenticator');

export interface NewAuthenticator {
  /** In Base32 (RFC 4648), to be typed into the app. */
  key: string;
  /** The same for a QR code: `otpauth://totp/…`. */
  address: string;
  /** Ten codes, each valid once in place of a code of the app. They are never shown again. */
  recovery: string[];
}
/**
 * Begins to add an authenticator app. It has no effect before `addAuthenticator`; another request replaces it. Refused (5001) on
 * `payPassword`, `password` or `code`, (500) as `verifyPay` is, and (500) with an app.
 */
export const makeAuthenticator = added<typeof rules.makeAuthenticator, NewAuthenticator>(
  'txUser/makeAuthenticator',
);
/**
 * Turns it on by a code of the app, within half an hour. All contacts of the member receive a message, and payouts wait as after a
 * passkey was added. Refused (500) with `left` for a wrong code. Once it is on, it changes nothing.
 */
export const addAuthenticator = added<typeof rules.addAuthenticator, object>('txUser/addAuthenticator', {
  stale: () => [authenticator],
});
/**
 * Turns it off, by a code of the app or a recovery code, and a proof as for `makeAuthenticator`. All contacts of the member receive a
 * message, and payouts wait. Without an app it changes nothing.
 */
export const endAuthenticator = added<typeof rules.endAuthenticator, object>('txUser/endAuthenticator', {
  stale: () => [authenticator],
});
