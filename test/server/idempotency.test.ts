import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db } from '../../src/server/db/database';
import { DomainError } from '../../src/server/kernel/domain-error';
import { idempotent } from '../../src/server/kernel/idempotency';
import { memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { audit } from '../../src/server/ledger/audit';
import { balances } from '../../src/server/ledger/balances';
import { postMovement } from '../../src/server/ledger/post';
import { openTestDb } from './support/database';

const test = suite<{ db: Db }>('idempotency');
test.before(async (context) => {
  context.db = await openTestDb();
});
test.after(({ db }) => db.close());

const now = Date.UTC(2026, 0, 1);
const call = { path: 'txTest/pay' };

/** A call that moves money to the member and answers with what it did. */
const pay = (db: Db, member: string, input: { amount: number; requestKey: string }) =>
  db.tx((tx) =>
    idempotent(tx, { member, now }, call, input, async () => {
      const entries = [
        [systemAccount('test', 'CNY'), -input.amount],
        [memberAccount(member, 'balance'), input.amount],
      ] as const;
      return {
        id: await postMovement(
          tx,
          { kind: 'test', asset: 'CNY', entries, memo: '', ref: input.requestKey },
          now,
        ),
      };
    }),
  );

test('a form submitted twenty times at once has one effect and one answer', async ({ db }) => {
  const input = { amount: 500, requestKey: randomUUID() };
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(db, 'mei', input)));
  assert.is(new Set(answers.map(({ id }) => id)).size, 1);
  assert.is((await balances(db.run, 'mei')).balance, 500);
  assert.equal(await audit(db.run), {});
});

test('the order of the fields is not part of the form', async ({ db }) => {
  const requestKey = randomUUID();
  const first = await pay(db, 'lan', { amount: 100, requestKey });
  assert.equal(await pay(db, 'lan', { requestKey: requestKey.toUpperCase(), amount: 100 }), first);
});

test('a key that comes back with other values is refused', async ({ db }) => {
  const requestKey = randomUUID();
  await pay(db, 'hua', { amount: 100, requestKey });
  const key = await pay(db, 'hua', { amount: 101, requestKey }).catch((error: DomainError) => error.key);
  assert.is(key, 'keyReused');
  assert.is((await balances(db.run, 'hua')).balance, 100);
});

test('two members may happen to use the same key', async ({ db }) => {
  const input = { amount: 100, requestKey: randomUUID() };
  const [mine, theirs] = [await pay(db, 'an', input), await pay(db, 'bo', input)];
  assert.is.not(mine.id, theirs.id);
});

test('a refused form may be submitted again with the same key', async ({ db }) => {
  const input = { requestKey: randomUUID() };
  const tries = [
    async () => Promise.reject(new DomainError('insufficientBalance')),
    async () => ({ paid: true }),
  ];
  const submit = () => db.tx((tx) => idempotent(tx, { member: 'yu', now }, call, input, tries.shift()!));
  const refused = await submit().catch((error: unknown) => error);
  assert.instance(refused, DomainError);
  assert.equal(await submit(), { paid: true });
  assert.equal(await submit(), { paid: true });
});

test.run();
