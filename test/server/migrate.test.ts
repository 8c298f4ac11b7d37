import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db, Executor } from '../../src/server/db/database';
import { migrate } from '../../src/server/db/migrate';
import { openPostgres } from '../../src/server/db/postgres';
import { sharedSecret } from '../../src/server/db/shared-secret';
import type { Migration } from '../../src/server/schema/migration';
import { migrations } from '../../src/server/schema/migrations';
import { addressOf, engine, openEmptyDb } from './support/database';

const test = suite<{ db: Db }>('migrate');
test.before.each(async (context) => {
  context.db = await openEmptyDb();
});
test.after.each(({ db }) => db.close());

const first: Migration = {
  id: 'a',
  sql: 'create table box (id int primary key);\ninsert into box values (1)',
};
const second: Migration = {
  id: 'b',
  sql: 'alter table box add column name text;\nupdate box set name = id::text',
};
const boxes = async (db: Db) =>
  (await sql<{ id: number; name?: string }>`select * from box`.execute(db.run)).rows;

test('a new database gets the whole schema, and a second start changes nothing', async ({ db }) => {
  assert.equal(
    await migrate(db, migrations),
    migrations.map(({ id }) => id),
  );
  assert.equal(await migrate(db, migrations), []);
});

test('no two migrations have the same name', () => {
  assert.is(new Set(migrations.map(({ id }) => id)).size, migrations.length);
});

test('a newer gateway runs what is new', async ({ db }) => {
  await migrate(db, [first]);
  assert.equal(await migrate(db, [first, second]), ['b']);
  assert.equal(await boxes(db), [{ id: 1, name: '1' }]);
});

test('a gateway that runs goes on while a newer one changes a table that it reads', async ({ db }) => {
  await migrate(db, [first]);
  const read = (run: Executor) => sql<{ id: number }>`select * from box where id > ${0}`.execute(run);
  const reads = () => Promise.all(Array.from({ length: 40 }, () => read(db.run)));
  await reads(); // so often that the statement is prepared, on every connection
  await reads();
  await migrate(db, [second]);
  const inTransactions = await Promise.all(
    Array.from({ length: 8 }, () => db.tx(async (tx) => (await read(tx)).rows)),
  );
  assert.equal(inTransactions.flat(), Array(8).fill({ id: 1, name: '1' }));
  assert.is((await reads()).flatMap(({ rows }) => rows).length, 40);
});

test('a migration that fails half-way leaves nothing behind', async ({ db }) => {
  const broken = { id: 'a', sql: `${first.sql};\ninsert into nowhere values (1)` };
  await migrate(db, [broken]).then(
    () => assert.unreachable(),
    (error) => assert.match(error.message, 'nowhere'),
  );
  assert.equal(await migrate(db, [first]), ['a']);
});

test('a start that meets another one goes on, and what is no such race stops it', async ({ db }) => {
  const starting = (code: string) => {
    let isFirst = true;
    const run = new Proxy(db.run, {
      get(all, key) {
        if (key !== 'getExecutor') return undefined;
        if (!isFirst) return () => all.getExecutor();
        isFirst = false;
        throw Object.assign(new Error('the first statement fails'), { code });
      },
    });
    return migrate({ ...db, run }, [first]).catch((error: Error) => error.message);
  };
  assert.is(await starting('28000'), 'the first statement fails');
  assert.equal(await starting('42P07'), ['a']);
});

test('a migration that was edited after it ran stops the start', async ({ db }) => {
  await migrate(db, [first]);
  await migrate(db, [{ ...first, sql: `${first.sql};\nselect 1` }]).then(
    () => assert.unreachable(),
    (error) => assert.match(error.message, 'migration a was edited'),
  );
});

if (engine === 'pg')
  test('five instances that start together run each migration once', async ({ db }) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db.run);
    const instances = await Promise.all(
      Array.from({ length: 5 }, () => openPostgres(addressOf(rows[0]!.name), () => {})),
    );
    const ran = (await Promise.all(instances.map((instance) => migrate(instance, [first, second])))).flat();
    assert.equal(ran.sort(), ['a', 'b']);
    assert.equal(await boxes(db), [{ id: 1, name: '1' }]);
    await Promise.all(instances.map((instance) => instance.close()));
  });

test('gateways share each of their secrets by its name', async ({ db }) => {
  await migrate(db, migrations);
  const [files, other] = [await sharedSecret(db, 'files'), await sharedSecret(db, 'other')];
  assert.is.not(files, other);
  assert.equal([await sharedSecret(db, 'files'), await sharedSecret(db, 'other')], [files, other]);
});

test.run();
