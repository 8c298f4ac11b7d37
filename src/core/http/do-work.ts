import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { WorkAsked } from '../../contract/wire/work';

/** Milliseconds after which nobody waits for it any more. */
const timeoutMs = 30_000;

/** The value of the header that says that the work was done; `undefined` where it takes too long, or the page may not count at all (plain http). */
export async function doWork(challenge: WorkAsked): Promise<string | undefined> {
  const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs }).catch(() => null);
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}
