import { id, line, maybe, requestKey, type Values } from './field-values';
import * as f from './fields';

const answer = { clientDataJSON: 'AA_-', authenticatorData: 'AA', signature: 'AA' };
const made = { clientDataJSON: 'AA_-', attestationObject: 'AA' };

/** What an authenticator answers: nested, and blamed as a whole. */
const credential = (response: Record<string, unknown>, more: { takes: object[]; long: string }): Values => {
  const whole = { id: 'AA_-', rawId: 'AA_-', type: 'public-key', response };
  const bytes = Object.keys(response);
  const each = (value: unknown) => [
    { ...whole, id: value },
    ...bytes.map((name) => ({ ...whole, response: { ...response, [name]: value } })),
  ];
  return {
    takes: [whole, ...more.takes.map((extra) => ({ ...whole, response: { ...response, ...extra } }))],
    refuses: {
      required: [undefined, 'x', {}, { ...whole, response: undefined }, ...each(''), ...each(undefined)],
      maxLength: [
        { ...whole, id: 'A'.repeat(1401) },
        { ...whole, response: { ...response, [more.long]: 'A'.repeat(16_001) } },
      ],
      wrong: [{ ...whole, type: 'password' }, ...each('a+b'), ...each('a=')],
    },
  };
};

const name = line(40);

export const passkeyInputs: Record<string, f.Fields> = {
  'txUser/makePasskey': { password: maybe(f.password), code: maybe(f.code) },
  'txUser/addPasskey': {
    name,
    credential: credential(made, {
      takes: [{ transports: ['internal', 'hybrid'] }, { transports: [] }],
      long: 'attestationObject',
    }),
    requestKey,
  },
  'txUser/renamePasskey': { id, name },
  'txUser/endPasskey': { id },
  'txUser/passkeyLogin': {
    credential: credential(answer, { takes: [{ userHandle: 'AA' }], long: 'signature' }),
  },
};
