import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import type { Passwords } from '../kernel/services';

const cost = { N: 2 ** 15, r: 8, p: 3 };
const bytes = 32;

/** Hashes two at a time: more would only take memory, and the threads that files and DNS need. */
export function createPasswords(): Passwords {
  let working = 0;
  const waiting: (() => void)[] = [];

  async function derive(password: string, salt: Buffer, { N, r, p } = cost): Promise<Buffer> {
    if (working >= 2) await new Promise<void>((go) => waiting.push(go));
    else working++;
    try {
      return await new Promise((resolve, reject) =>
        scrypt(password.normalize('NFKC'), salt, bytes, { N, r, p, maxmem: 256 * N * r }, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      );
    } finally {
      const next = waiting.shift();
      if (next) next();
      else working--;
    }
  }

  const nobody = `scrypt$15$8$3$${randomBytes(16).toString('base64url')}$${randomBytes(bytes).toString('base64url')}`;

  return {
    async hash(password) {
      const salt = randomBytes(16);
      const key = await derive(password, salt);
      return `scrypt$${Math.log2(cost.N)}$${cost.r}$${cost.p}$${salt.toString('base64url')}$${key.toString('base64url')}`;
    },
    async check(password, stored) {
      const [scheme, n, r, p, salt, hash] = (stored ?? nobody).split('$');
      if (scheme !== 'scrypt' || !hash) throw new Error('not a password hash of ours');
      const used = { N: 2 ** Number(n), r: Number(r), p: Number(p) };
      const key = await derive(password, Buffer.from(salt!, 'base64url'), used);
      const right = timingSafeEqual(key, Buffer.from(hash, 'base64url')) && stored !== undefined;
      return { right, rehash: right && (used.N !== cost.N || used.r !== cost.r || used.p !== cost.p) };
    },
  };
}
