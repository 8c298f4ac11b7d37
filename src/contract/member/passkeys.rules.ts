import * as v from 'valibot';
import { inputDigest, payPassword } from '../money/pay-password.rules';
import { fields, id, nothing, password, requestKey, required, verificationCode } from '../rules/fields';

/** Bytes in base64url, up to `max` characters. */
const bytes = (max: number) =>
  v.pipe(
    v.string('required'),
    v.nonEmpty('required'),
    v.maxLength(max, 'maxLength'),
    v.regex(/^[\w-]+$/, 'wrong'),
  );
const credential = { id: bytes(1400), rawId: bytes(1400), type: v.literal('public-key', 'wrong') };

/** An answer of the authenticator, as `PublicKeyCredential.toJSON()` writes it (WebAuthn level 3); its extensions are ignored. */
const assertion = fields({
  ...credential,
  response: fields({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: v.optional(bytes(200)),
  }),
});
const attestation = fields({
  ...credential,
  response: fields({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(16_000),
    transports: v.optional(v.pipe(v.array(v.pipe(required(20))), v.maxLength(10, 'maxLength'))),
  }),
});

/** The name of a passkey, by which the member knows it: `My phone`. */
export const passkeyName = v.pipe(required(40));

export const listPasskeys = nothing;
export const sendOwnCode = nothing;
/** The password or the code is required, and the payment password where one is set. */
export const makePasskey = fields({
  password: v.optional(password),
  code: v.optional(verificationCode),
  payPassword: v.optional(payPassword),
});
export const addPasskey = fields({ name: passkeyName, credential: attestation, requestKey });
export const renamePasskey = fields({ id, name: passkeyName });
export const endPasskey = fields({ id });
export const askPasskey = nothing;
export const askPayPasskey = fields({ call: v.pipe(required(100)), digest: inputDigest });
export const verifyPayPasskey = fields({ credential: assertion });
export const passkeyLogin = fields({ credential: assertion });

/** The forms of the first step, by the proof of identity, and with the payment password where one is set. */
export const makeByPassword = fields({ name: passkeyName, password });
export const makeByCode = fields({ name: passkeyName, code: verificationCode });
export const makeByPasswordAndPay = fields({ name: passkeyName, password, payPassword });
export const makeByCodeAndPay = fields({ name: passkeyName, code: verificationCode, payPassword });
