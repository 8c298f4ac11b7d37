import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { createLanes } from '../kernel/fair-queue';
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
 * Sessions and known devices have one place each, and may use one more while it is free. All strangers share one place, in turns with proven
 * strangers, and use no other, because a flood would. Their lanes are short, so that nobody waits longer than a few seconds.
 */
const lanes = {
  session: { own: 1, atMost: 2, perKey: 20, most: 100 },
  device: { own: 1, atMost: 2, perKey: 20, most: 100 },
  proven: { own: 1, atMost: 1, perKey: 8, most: 20 },
  stranger: { own: 1, atMost: 1, perKey: 8, most: 20, beside: 'proven' },
};

/**
 * Hashes three passwords at a time: more would take memory and the threads that files and DNS need. Tests that sign in often pass a lower
 * `cost`.
 */
export function createPasswords(cost = ofMembers): Passwords {
  const queue = createLanes(3, lanes);

  const derive = (
    password: string,
    salt: Buffer,
    { trust = 'stranger', turn = '', aborted }: Requester,
    { N, r, p } = cost,
  ) =>
    queue.run(
      trust,
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
    assertNotFull: ({ trust = 'stranger', turn = '' }) => queue.assertNotFull(trust, turn),
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
