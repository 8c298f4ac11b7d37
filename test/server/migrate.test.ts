// @rarely: migrations of earlier versions and their locks; every other file begins with a migrated database

import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db, Executor } from '../../src/server/db/database';
import { migrate } from '../../src/server/db/migrate';
import { openPostgres } from '../../src/server/db/postgres';
import { sharedSecret } from '../../src/server/db/shared-secret';
import type {
  BatchMigration,
  IndexMigration,
  RepeatedMigration,
  Statements,
} from '../../src/server/schema/migration';
import { migrations } from '../../src/server/schema/migrations';
import { addressOf, engine, openEmptyDb } from './support/database';

const test = suite<{ db: Db }>('migrate');
test.before.each(async (context) => {
  context.db = await openEmptyDb();
});
test.after.each(({ db }) => db.close());

const first: Statements = {
  id: 'a',
  sql: 'create table box (id int primary key);\ninsert into box values (1)',
};
const second: Statements = {
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

test('a change of a large table is made in batches, and after an interruption it goes on', async ({ db }) => {
  const many: Statements = {
    id: 'many',
    sql: "create table box (id text primary key, pass bigint);\ninsert into box select lpad(n::text, 6, '0') from generate_series(1, 12000) n",
  };
  const batched = (until: string): BatchMigration => ({
    id: 'batched',
    sql: `update box set pass = case when id < '${until}' then txid_current() else 1 / (length(id) - 6) end where pass is null and id > $1 and id <= $2`,
    batches: { table: 'box', key: 'id' },
  });
  const passes = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from box where pass is not null group by pass order by n desc`.execute(
      db.run,
    );
    return rows.map(({ n }) => n);
  };
  await migrate(db, [many]);
  await migrate(db, [many, batched('006000')]).then(
    () => assert.unreachable(),
    (error) => assert.match(error.message, 'division by zero'),
  );
  assert.equal(await passes(), [5000], 'the batch before the failure is kept');
  assert.is((await migrate(db, [many, { ...batched('006000'), sql: batched('999999').sql }])).length, 1);
  assert.equal(await passes(), [5000, 5000, 2000]);
  assert.equal(await migrate(db, [many, batched('999999')]), []);
});

test('a change that is repeated until nothing is left goes on after a failure', async ({ db }) => {
  const many: Statements = {
    id: 'many',
    sql: 'create table box (id int primary key, twice int);\ninsert into box select generate_series(1, 3)',
  };
  const repeated = (value: string): RepeatedMigration => ({
    id: 'repeated',
    sql: `update box set twice = ${value} where id = (select min(id) from box where twice is null)`,
    repeated: true,
  });
  await migrate(db, [many, repeated('2 * id / (3 - id)')]).then(
    () => assert.unreachable(),
    (error) => assert.match(error.message, 'division by zero'),
  );
  assert.equal(await migrate(db, [many, repeated('2 * id')]), ['repeated']);
  const { rows } = await sql<{ twice: number }>`select twice from box order by id`.execute(db.run);
  assert.equal(
    rows.map(({ twice }) => twice),
    [1, 4, 6],
    'the times before the failure are kept',
  );
});

const index: IndexMigration = { id: 'c', index: { name: 'box_name', on: 'on box (name)' } };
const isValid = async ({ run }: Db) => {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass('box_name')`.execute(run);
  return rows[0]?.valid;
};

test('an index on a table that is in use is a migration of its own', async ({ db }) => {
  assert.equal(await migrate(db, [first, second, index]), ['a', 'b', 'c']);
  assert.is(await isValid(db), true);
  assert.equal(await migrate(db, [first, second, index]), []);
  const edited = { ...index, index: { ...index.index, on: 'on box (id)' } };
  await migrate(db, [edited]).then(
    () => assert.unreachable(),
    (error) => assert.match(error.message, 'migration c was edited'),
  );
});

const nameOfDatabase = async ({ run }: Db) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(run);
  return rows[0]!.name;
};

/** A transaction of somebody else that uses the table and stays open. */
async function holding(db: Db, statement = 'select * from box'): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: addressOf(await nameOfDatabase(db)) });
  await holder.connect();
  await holder.query('begin');
  await holder.query(statement);
  return holder;
}

if (engine === 'pg') {
  test('a migration gives way while somebody uses its table, and is done once they have ended', async ({
    db,
  }) => {
    await migrate(db, [first]);
    const holder = await holding(db);
    const lockTimeout = 200;
    const said: string[] = [];
    let reads = 0;
    let longest = 0;
    let migrating = true;
    const members = Promise.all(
      [1, 2, 3].map(async () => {
        while (migrating) {
          const began = performance.now();
          await boxes(db);
          longest = Math.max(longest, performance.now() - began);
          reads++;
          await rest(5);
        }
      }),
    );
    const done = migrate(db, [first, second], {
      lockTimeout,
      between: 100,
      say(line) {
        said.push(line);
        // members had their turn between two attempts, and it has failed more than once
        if (said.length === 3) holder.query('commit');
      },
    }).finally(() => (migrating = false));
    assert.equal(await done, ['b']);
    await members;
    await holder.end();
    assert.is(said.length, 3);
    assert.match(said[0]!, /migration b waits for a table that is in use.*select \* from box/);
    assert.ok(reads > 20, `${reads} reads`);
    assert.ok(longest < lockTimeout + 1500, `a member waited for ${longest} ms`);
  });

  test('a migration that never gets its table stops the start, and says who holds it', async ({ db }) => {
    await migrate(db, [first]);
    const holder = await holding(db);
    await migrate(db, [first, second], { lockTimeout: 50, between: 20, timeoutMs: 200 }).then(
      () => assert.unreachable(),
      (error) => assert.match(error.message, /gave up.*once they have ended/),
    );
    await holder.end();
    assert.equal(await migrate(db, [first, second]), ['b']);
  });

  test('members write while an index is built, and one that was interrupted is built again', async ({
    db,
  }) => {
    await migrate(db, [first, second]);
    await sql`insert into box select n, 'same' from generate_series(2, 500) n`.execute(db.run);
    const unique: IndexMigration = { id: 'c', index: { ...index.index, unique: true } };
    await migrate(db, [unique]).then(
      () => assert.unreachable(),
      (error) => assert.is(error.code, '23505'),
    );
    assert.is(await isValid(db), false);
    await sql`update box set name = id::text`.execute(db.run);
    // the index waits for those who write to the table, and nobody waits for the index
    const holder = await holding(db, `update box set name = '3' where id = 3`);
    const done = migrate(db, [unique]);
    const waits = sql`select from pg_stat_activity where query like '%index concurrently%'
      and wait_event_type = 'Lock' and pid <> pg_backend_pid() and datname = current_database()`;
    while (!(await waits.execute(db.run)).rows.length) await rest(20);
    await sql`insert into box values (1000, 'written meanwhile')`.execute(db.run);
    await holder.query('commit');
    await holder.end();
    assert.equal(await done, ['c']);
    assert.is(await isValid(db), true);
  });

  test('instances that start together build an index once, without waiting for each other for ever', async ({
    db,
  }) => {
    await migrate(db, [first, second]);
    const address = addressOf(await nameOfDatabase(db));
    const instances = await Promise.all([1, 2, 3].map(() => openPostgres(address, () => {})));
    const ran = (
      await Promise.all(instances.map((instance) => migrate(instance, [first, second, index])))
    ).flat();
    assert.equal(ran, ['c']);
    assert.is(await isValid(db), true);
    await Promise.all(instances.map((instance) => instance.close()));
  });

  test('five instances that start together run each migration once', async ({ db }) => {
    const address = addressOf(await nameOfDatabase(db));
    const instances = await Promise.all(Array.from({ length: 5 }, () => openPostgres(address, () => {})));
    const ran = (await Promise.all(instances.map((instance) => migrate(instance, [first, second])))).flat();
    assert.equal(ran.sort(), ['a', 'b']);
    assert.equal(await boxes(db), [{ id: 1, name: '1' }]);
    await Promise.all(instances.map((instance) => instance.close()));
  });
}

test('gateways share each of their secrets by its name', async ({ db }) => {
  await migrate(db, migrations);
  const [files, other] = [await sharedSecret(db, 'files'), await sharedSecret(db, 'other')];
  assert.is.not(files, other);
  assert.equal([await sharedSecret(db, 'files'), await sharedSecret(db, 'other')], [files, other]);
});

test.run();
