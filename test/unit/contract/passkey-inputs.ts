import { id, line, maybe, requestKey, type Values } from './field-values';
import * as f from './fields';

const name = line(40);
const whole = { id: 'AA_-', rawId: 'AA_-', type: 'public-key' };

/**
 * The answer of an authenticator: nested, and refused as a whole. `longest`: the bytes in its answer with their longest text; `absent`: those
 * that may be absent.
 */
function credential(longest: Record<string, number>, absent: Record<string, number> = {}): Values {
  const names = Object.keys(longest);
  const response = Object.fromEntries(names.map((one) => [one, 'AA_-']));
  /** One with another value in one place. */
  const having = (field: string, value: unknown) =>
    field in whole
      ? { ...whole, [field]: value, response }
      : { ...whole, response: { ...response, [field]: value } };
  const all = { id: 1400, rawId: 1400, ...longest, ...absent };
  const each = (value: unknown) => Object.keys(all).map((field) => having(field, value));
  const needed = ['id', 'rawId', ...names].map((field) => having(field, undefined));
  return {
    takes: [{ ...whole, response }, ...Object.keys(absent).map((field) => having(field, 'AA'))],
    refuses: {
      required: [undefined, 'x', {}, { ...whole, response: undefined }, ...each(''), ...each(7), ...needed],
      maxLength: Object.entries(all).map(([field, most]) => having(field, 'A'.repeat(most + 1))),
      wrong: [{ ...whole, type: 'password', response }, ...each('a+b'), ...each('a=')],
    },
  };
}

const made = credential({ clientDataJSON: 4000, attestationObject: 16_000 });
const answered = credential(
  { clientDataJSON: 4000, authenticatorData: 4000, signature: 4000 },
  { userHandle: 200 },
);
const [right] = made.takes as { response: object }[];
const reachedBy = (transports: unknown) => ({ ...right, response: { ...right?.response, transports } });

const proof = { password: maybe(f.password), code: maybe(f.code), payPassword: maybe(f.payPassword) };

export const passkeyInputs: Record<string, f.Fields> = {
  'txUser/makeAuthenticator': proof,
  'txUser/addAuthenticator': { code: f.code },
  'txUser/endAuthenticator': { ...proof, secondCode: line(20) },
  'txUser/makePasskey': proof,
  'txUser/askPayPasskey': { call: line(100), digest: f.digest },
  'txUser/addPasskey': {
    name,
    credential: {
      takes: [...made.takes, reachedBy(['internal', 'hybrid']), reachedBy([])],
      refuses: {
        required: [...made.refuses.required!, reachedBy([''])],
        maxLength: [
          ...made.refuses.maxLength!,
          reachedBy(['x'.repeat(21)]),
          reachedBy(Array.from({ length: 11 }, () => 'usb')),
        ],
        wrong: [...made.refuses.wrong!, reachedBy(['a\0b'])],
      },
    },
    requestKey,
  },
  'txUser/renamePasskey': { id, name },
  'txUser/endPasskey': { id },
  'txUser/verifyPayPasskey': { credential: answered },
  'txUser/passkeyLogin': {
    credential: answered,
  },
};
