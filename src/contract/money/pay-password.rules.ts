import * as v from 'valibot';
import { fields, isRisky, nothing, password, requestKey, required, verificationCode } from '../rules/fields';

/** Six digits, except 123456 and similar ones. */
export const payPassword = v.pipe(
  v.string('required'),
  v.nonEmpty('required'),
  v.regex(/^\d{6}$/, 'payPassword'),
);
export const newPayPassword = v.pipe(
  payPassword,
  v.check((digits) => !isRisky(digits), 'risky'),
);

/** The forms for setting it, by the proof of identity. */
export const setByPassword = fields({ payPassword: newPayPassword, password, requestKey });
export const setByCurrent = fields({ payPassword: newPayPassword, current: payPassword, requestKey });
export const setByCode = fields({ payPassword: newPayPassword, code: verificationCode, requestKey });

/**
 * The first one is set with `password` (for signing in) or `code` (from `sendPayCode`). It is replaced with `current`, the payment
 * password so far, or with `code`.
 */
export const setPayPassword = fields({
  payPassword: newPayPassword,
  password: v.optional(password),
  current: v.optional(payPassword),
  code: v.optional(verificationCode),
  requestKey,
});
/** SHA-256 of the JSON text of an input without `proof`, in lower-case hex. */
export const inputDigest = v.pipe(
  v.string('required'),
  v.nonEmpty('required'),
  v.regex(/^[0-9a-f]{64}$/, 'wrong'),
);
export const verifyPay = fields({
  payPassword,
  call: v.optional(v.pipe(required(100))),
  digest: v.optional(inputDigest),
});
export const payPasswordState = nothing;
export const sendPayCode = nothing;

/** The proof from `verifyPay`, valid once; part of the input of every call that moves money. */
export const proof = v.optional(v.pipe(required(100)));
