// @rarely: a migration of an earlier version; ledger.test.ts has the order of postings

import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { migrate } from '../../src/server/db/migrate';
import { memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { audit } from '../../src/server/ledger/audit';
import { migrations as ofLedger } from '../../src/server/ledger/migrations';
import { postMovement } from '../../src/server/ledger/post';
import { migrations } from '../../src/server/schema/migrations';
import { openEmptyDb } from './support/database';

const test = suite('the order of postings');

test('postings from before they were numbered get their numbers, and later ones go on from there', async () => {
  const db = await openEmptyDb();
  const later = ['002-posting-order', '003-posting-order-filled', ...ofLedger.map(({ id }) => id)];
  await migrate(
    db,
    migrations.filter(({ id }) => !later.includes(id)),
  );
  await sql`
    insert into account (id, member, kind, asset, balance, floor) values
      ('member:mei:balance', 'mei', 'balance', 'CNY', 3, 0), ('system:gift:CNY', null, 'gift', 'CNY', -3, null)`.execute(
    db.run,
  );
  for (const [nth, after] of [
    [1, 1],
    [2, 3],
  ] as const) {
    await sql`
      insert into transfer (id, kind, asset, memo, ref, at)
      values (${`t${nth}`}, 'gift', 'CNY', '', 'mei', ${new Date(nth * 1000)})`.execute(db.run);
    await sql`
      insert into posting (transfer, account, amount, balance_after) values
        (${`t${nth}`}, 'member:mei:balance', ${nth}, ${after}),
        (${`t${nth}`}, 'system:gift:CNY', ${-nth}, ${-after})`.execute(db.run);
  }

  assert.equal(await migrate(db, migrations), later);
  const entries = [
    [memberAccount('mei', 'balance'), 5],
    [systemAccount('gift', 'CNY'), -5],
  ] as const;
  await db.tx((tx) =>
    postMovement(tx, { kind: 'gift', asset: 'CNY', entries, memo: '', ref: 'mei' }, Date.now()),
  );
  const rows = await db.run
    .selectFrom('posting')
    .select(['seq', 'amount', 'balance_after'])
    .where('account', '=', 'member:mei:balance')
    .orderBy('seq')
    .execute();
  assert.equal(rows, [
    { seq: 1, amount: 1, balance_after: 1 },
    { seq: 2, amount: 2, balance_after: 3 },
    { seq: 3, amount: 5, balance_after: 8 },
  ]);
  assert.equal(await audit(db.run), {});
  await db.close();
});

test.run();
