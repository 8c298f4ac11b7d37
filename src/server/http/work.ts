import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { WorkAsked } from '../../contract/wire/work';
import type { Db } from '../db/database';
import type { Work } from '../kernel/gateway';
import { assertNewNonce } from './admission';

/**
 * The work of a device for a place in the lane of proven strangers: 256 keys on average. That is a second or two on a slow phone, and
 * for a script about as much processor as the password that the gateway then hashes.
 */
const cost = { algorithm: 'PBKDF2/SHA-256', cost: 2000, keyPrefix: '00' };
/** Milliseconds that it may take, with a slow network on the way. */
const validFor = 300_000;
/** Characters of a proof; the longest that a client makes has about 700. */
const longest = 2000;

/** Work as a proof that somebody is in earnest (ALTCHA): no picture to be read, nothing to be heard, nobody else who is asked. */
export function createWork(db: Db, secret: string, now: () => number): Work {
  return {
    async ask(): Promise<WorkAsked> {
      const expiresAt = Math.ceil((now() + validFor) / 1000);
      const { parameters, signature } = await createChallenge({
        ...cost,
        expiresAt,
        deriveKey,
        hmacSignatureSecret: secret,
      });
      return { parameters, ...(signature && { signature }) };
    },

    async isProof(text) {
      const payload = read(text);
      if (!payload) return false;
      const { challenge, solution } = payload;
      const { verified } = await verifySolution({
        challenge,
        solution,
        deriveKey,
        hmacSignatureSecret: secret,
      }).catch(() => ({ verified: false }));
      if (!verified) return false;
      // good once: what was proved for one sign-in is none for the next
      await assertNewNonce(db, `work:${challenge.parameters.nonce}`, now());
      return true;
    },
  };
}

function read(text: string): Payload | undefined {
  if (text.length > longest) return;
  try {
    return JSON.parse(Buffer.from(text, 'base64').toString()) ?? undefined;
  } catch {
    return;
  }
}
