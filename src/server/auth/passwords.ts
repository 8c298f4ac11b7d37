import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createFairQueue } from '../kernel/fair-queue';
import type { Passwords, Requester } from '../kernel/services';

/** The cost of hashing a password, in the parameters of `scrypt`. */
interface PasswordCost {
  N: number;
  r: number;
  p: number;
}

const ofMembers: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const bytes = 32;

/**
 * Hashes two passwords at a time: more would take memory and the threads that files and DNS need. Tests that sign in often pass a lower
 * `cost`.
 */
export function createPasswords(cost = ofMembers): Passwords {
  const queue = createFairQueue({ atOnce: 2, perKey: 20, most: 400 });

  const derive = (password: string, salt: Buffer, { turn = '', aborted }: Requester, { N, r, p } = cost) =>
    queue.run(
      turn,
      () =>
        new Promise<Buffer>((resolve, reject) =>
          scrypt(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
            error ? reject(error) : resolve(key),
          ),
        ),
      aborted,
    );

  const parameters = `${Math.log2(cost.N)}$${cost.r}$${cost.p}`;
  const nobody = `scrypt$${parameters}$${randomBytes(16).toString('base64url')}$${randomBytes(bytes).toString('base64url')}`;

  return {
    async hash(password, by = {}) {
      const salt = randomBytes(16);
      const key = await derive(password, salt, by);
      return `scrypt$${parameters}$${salt.toString('base64url')}$${key.toString('base64url')}`;
    },
    async check(password, stored, by = {}) {
      const [scheme, n, r, p, salt = '', hash] = (stored ?? nobody).split('$');
      if (scheme !== 'scrypt' || !hash) throw new Error('not a password hash of ours');
      const used = { N: 2 ** Number(n), r: Number(r), p: Number(p) };
      const key = await derive(password, Buffer.from(salt, 'base64url'), by, used);
      const right = timingSafeEqual(key, Buffer.from(hash, 'base64url')) && stored !== undefined;
      return { right, rehash: right && (used.N !== cost.N || used.r !== cost.r || used.p !== cost.p) };
    },
  };
}
