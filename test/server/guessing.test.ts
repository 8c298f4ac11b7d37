import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createPasswords } from '../../src/server/auth/passwords';
import type { Db } from '../../src/server/db/database';
import { attempt, forgive } from '../../src/server/kernel/rate-limit';
import { openTestDb } from './support/database';

const test = suite<{ db: Db }>('guessing');
test.before(async (context) => {
  context.db = await openTestDb();
});
test.after(({ db }) => db.close());

const limit = { max: 8, window: 900_000 };
const now = Date.UTC(2026, 0, 1);

test('of sixty guesses at once eight get through', async ({ db }) => {
  const guesses = Array.from({ length: 60 }, () => attempt(db.run, 'login:mei', limit, now));
  const allowed = (await Promise.all(guesses)).filter((one) => one.allowed);
  assert.is(allowed.length, 8);
});

test('a member who waits, or signs in, may try again', async ({ db }) => {
  for (let nth = 0; nth < 9; nth++) await attempt(db.run, 'login:lan', limit, now);
  const blocked = await attempt(db.run, 'login:lan', limit, now + 300_000);
  assert.equal(blocked, { allowed: false, count: 10, wait: 600_000 });
  assert.equal(await attempt(db.run, 'login:lan', limit, now + 900_000), {
    allowed: true,
    count: 1,
    wait: 900_000,
  });
  await forgive(db.run, 'login:lan');
  assert.is((await attempt(db.run, 'login:lan', limit, now)).count, 1);
});

test('a guess that began first and was counted second waits no longer than a window', async ({ db }) => {
  await attempt(db.run, 'login:hua', limit, now + 40);
  assert.equal(await attempt(db.run, 'login:hua', limit, now), { allowed: true, count: 2, wait: 900_000 });
});

test('a password is known again, another is not, and nobody’s password is nobody’s', async () => {
  const passwords = createPasswords();
  const stored = await passwords.hash('cloud2026');
  assert.match(stored, /^scrypt\$15\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
  assert.is.not(stored, await passwords.hash('cloud2026'));
  assert.equal(await passwords.check('cloud2026', stored), { right: true, rehash: false });
  assert.equal(await passwords.check('cloud2027', stored), { right: false, rehash: false });
  assert.equal(await passwords.check('cloud2026', undefined), { right: false, rehash: false });
});

test('a password hashed at a lower cost is to be hashed again', async () => {
  const cheap = 'scrypt$14$8$1$c2FsdHNhbHRzYWx0c2FsdA$';
  const { scryptSync } = await import('node:crypto');
  const key = scryptSync('cloud2026', Buffer.from('saltsaltsaltsalt'), 32, { N: 2 ** 14, r: 8, p: 1 });
  const result = await createPasswords().check('cloud2026', cheap + key.toString('base64url'));
  assert.equal(result, { right: true, rehash: true });
});

test.run();
