// @rarely: kills processes; jobs.test.ts has the rules of jobs

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs, { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { build } from 'esbuild';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compilePglite } from '../../src/server/db/compile-pglite';
import type { Db } from '../../src/server/db/database';
import { durabilityFailure } from '../../src/server/db/durable';
import { lock } from '../../src/server/db/lock';
import { openPglite } from '../../src/server/db/pglite';

interface Context {
  place: string;
  /** The database in `kept`, opened again; the tests that only ask it something share it, since opening one takes seconds. */
  kept: Db;
}
const test = suite<Context>('durable');
test.before(async (context) => {
  context.place = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-'));
});
test.after(({ place }) => rm(place, { recursive: true, force: true }));

const failure = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => {
      throw new Error('it went through');
    },
    (error) => error,
  );

test('data that was written is there after the gateway restarts', async (context) => {
  const at = path.join(context.place, 'kept');
  const before = await openPglite(at);
  await sql`create table note (text text)`.execute(before.run);
  await sql`insert into note values ('still here')`.execute(before.run);
  await before.close();
  const compiled = compilePglite();
  assert.instance(await compiled, WebAssembly.Module);
  context.kept = await openPglite(at, compiled);
  assert.equal((await sql`select text from note`.execute(context.kept.run)).rows, [{ text: 'still here' }]);
});

test('a second gateway on the same directory is refused, and the first goes on', async ({ place, kept }) => {
  assert.match((await failure(openPglite(path.join(place, 'kept')))).message, 'in use by another process');
  assert.is((await sql`select text from note`.execute(kept.run)).rows.length, 1);
});

test('a statement that is used often answers as at first, also after its table has changed', async ({
  kept,
}) => {
  const { run } = kept;
  await sql`create table counted (n bigint, at timestamptz, note text)`.execute(run);
  const at = new Date('2026-11-28T05:00:00Z');
  const add = (n: number | null, note: string) =>
    sql`insert into counted values (${n}, ${at}, ${note})`.execute(run);
  const all = (least: number) =>
    sql<{ n: number }>`select * from counted where n >= ${least} order by n`.execute(run);
  for (let n = 1; n <= 30; n++) assert.is((await add(n, `it’s ${n}`)).numAffectedRows, BigInt(1));
  await add(null, '');
  for (let least = 1; least <= 30; least++)
    assert.equal((await all(least)).rows[0], { n: least, at, note: `it’s ${least}` });
  assert.equal((await all(31)).rows, []);

  await sql`alter table counted add column more int default 7`.execute(run);
  for (let times = 0; times < 2; times++)
    assert.equal((await all(30)).rows, [{ n: 30, at, note: 'it’s 30', more: 7 }]);
  await sql`alter table counted drop column at`.execute(run);
  const inside = await kept.tx((tx) => sql`select * from counted where n >= ${30} order by n`.execute(tx));
  assert.equal(inside.rows, [{ n: 30, note: 'it’s 30', more: 7 }]);
});

test('an answer with values of each kind, and a long one, is the same once its statement is used often', async ({
  kept,
}) => {
  const ask = () =>
    sql<{ long: string }>`
      select n, null::text as nothing, '' as empty, repeat('云📱', 3000) as long, n % 2 = 0 as even, 1.5::numeric as half,
        array['a', null, 'c'] as list, ${'{"a": [1, "é"]}'}::jsonb as json, '2026-11-28T05:00:00Z'::timestamptz as at,
        '\\x00ff'::bytea as bytes
      from generate_series(1, 20) as n`.execute(kept.run);
  const first = await ask();
  assert.is(first.rows.length, 20);
  assert.is(first.rows[19]?.long, '云📱'.repeat(3000));
  for (let times = 0; times < 12; times++) assert.equal(await ask(), first);
});

test('a statement that is used often says what is wrong with a value, and goes on', async ({ kept }) => {
  await sql`create table unique_word (word text primary key, n int)`.execute(kept.run);
  const add = (word: string, n: unknown) =>
    sql`insert into unique_word values (${word}, ${n}::int)`.execute(kept.run);
  for (let n = 0; n < 15; n++) await add(`word ${n}`, n);
  assert.is(Reflect.get(await failure(add('word 3', 1)), 'code'), '23505');
  assert.is(Reflect.get(await failure(add('another', 'not a number')), 'code'), '22P02');
  assert.is((await add('another', 1)).numAffectedRows, BigInt(1));
});

test('a number beyond what JavaScript can count is an error, not another number', async ({ kept }) => {
  assert.is(
    (await sql<{ n: number }>`select 9007199254740991::bigint as n`.execute(kept.run)).rows[0]!.n,
    9007199254740991,
  );
  assert.match(
    (await failure(sql`select 9007199254740993::bigint as n`.execute(kept.run))).message,
    'beyond',
  );
  await kept.close(); // what follows begins with copies of its directory
});

test('a table whose file was wiped or is gone, and a database cut short, are found, with advice', async ({
  place,
}) => {
  const at = path.join(place, 'damaged');
  cpSync(path.join(place, 'kept'), at, { recursive: true }); // making one takes seconds
  const before = await openPglite(at);
  await sql`create table wiped (id int primary key)`.execute(before.run);
  await sql`create table never_filled (id int primary key)`.execute(before.run);
  await sql`insert into wiped values (1)`.execute(before.run);
  const { rows } = await sql<{ file: string; empty: string }>`
    select pg_relation_filepath('wiped') as file, pg_relation_filepath('never_filled') as empty`.execute(
    before.run,
  );
  await sql`checkpoint`.execute(before.run);
  await before.close();
  const file = path.join(at, rows[0]?.file ?? '');
  const good = readFileSync(file);
  writeFileSync(file, Buffer.alloc(good.length));
  const wiped = await failure(openPglite(at));
  assert.match(wiped.message, /wiped lost its rows\. Put back a copy of .*damaged/);
  fs.rmSync(file);
  assert.match((await failure(openPglite(at))).message, /wiped lost its rows\. Put back a copy of .*damaged/);
  writeFileSync(file, good);
  // an insert that was cut off leaves a page of zeros, and nothing in the index
  writeFileSync(path.join(at, rows[0]?.empty ?? ''), Buffer.alloc(8192));
  await (await openPglite(at)).close();
  for (const name of readdirSync(path.join(at, 'pg_wal')))
    if (/^[0-9A-F]{24}$/.test(name)) writeFileSync(path.join(at, 'pg_wal', name), '');
  assert.match((await failure(openPglite(at))).message, /cannot be opened.*Put back a copy/);
});

test('a directory of something else is left alone', async ({ place }) => {
  const at = path.join(place, 'photos');
  mkdirSync(at);
  writeFileSync(path.join(at, 'cat.jpg'), 'meow');
  assert.match((await failure(openPglite(at))).message, 'not empty, and not a database');
  assert.ok(existsSync(path.join(at, 'cat.jpg')));
});

test('a first start that was cut off begins again', async ({ place }) => {
  const at = path.join(place, 'cut');
  mkdirSync(`${at}.new`);
  writeFileSync(path.join(`${at}.new`, 'PG_VERSION'), '18');
  const db = await openPglite(at);
  assert.is((await sql`select 1`.execute(db.run)).rows.length, 1);
  await db.close();
});

test('an engine that only says it syncs is found out at the start', async ({ place }) => {
  const dataDir = path.join(place, 'as-shipped');
  cpSync(path.join(place, 'kept'), dataDir, { recursive: true });
  const asShipped = await PGlite.create({ dataDir });
  assert.is(await durabilityFailure(asShipped, () => 0), 'fsync is off');
  await asShipped.close();
  const params = PGlite.defaultStartParams.filter((param) => param !== '-F');
  const pretending = await PGlite.create({ dataDir, startParams: [...params, '-c', 'fsync=on'] });
  assert.is(await durabilityFailure(pretending, () => 0), 'a commit did not reach the disk');
  await pretending.close();
});

test('a claim on a directory with a long path works, and ends with its process', async ({ place }) => {
  const at = path.join(place, 'a-directory-with-a-long-name'.repeat(6));
  const unlock = await lock(at);
  assert.match((await failure(lock(at))).message, 'in use by another process');
  unlock();
  (await lock(at))();
});

test('of two gateways that start after a crash, the second to claim a directory is refused', async ({
  place,
}) => {
  const at = path.join(place, 'after-a-crash');
  writeFileSync(`${at}.lock`, ''); // nobody listens here any more
  const { renameSync } = fs;
  const other = net.createServer();
  fs.renameSync = (from, to) => {
    renameSync(from, to);
    other.listen(from); // the other gateway claims the directory at this moment
  };
  try {
    assert.match((await failure(lock(at))).message, 'in use by another process');
  } finally {
    fs.renameSync = renameSync;
    other.close();
  }
  (await lock(at))();
});

test('a gateway that starts after a crash lets another keep the directory that it has just claimed', async ({
  place,
}) => {
  const at = path.join(place, 'claimed-meanwhile');
  writeFileSync(`${at}.lock`, '');
  const { renameSync } = fs;
  const other = net.createServer((connection) => connection.end());
  fs.renameSync = (from, to) => {
    if (!other.listening) {
      fs.rmSync(from);
      other.listen(from); // the other gateway has removed the old claim and made its own
    }
    renameSync(from, to);
  };
  try {
    assert.match((await failure(lock(at))).message, 'in use by another process');
    assert.match((await failure(lock(at))).message, 'in use by another process', 'its claim is in its place');
  } finally {
    fs.renameSync = renameSync;
    other.close();
  }
});

test('no commit that was acknowledged is lost when the process is killed', async ({ place }) => {
  const at = path.join(place, 'killed');
  cpSync(path.join(place, 'kept'), at, { recursive: true });
  const program = path.resolve('dist/test', `writer-${process.pid}.mjs`);
  const contents = `
    import { setFlagsFromString } from 'node:v8';
    import { sql } from 'kysely';
    import { openPglite } from './src/server/db/pglite';
    setFlagsFromString('--liftoff-only'); // it does not live long enough for an optimized engine
    const db = await openPglite(${JSON.stringify(at)});
    await sql\`create table if not exists written (id int primary key)\`.execute(db.run);
    const { rows } = await sql\`select coalesce(max(id), 0) as last from written\`.execute(db.run);
    for (let id = rows[0].last + 1; ; id++) {
      await sql\`insert into written values (\${id})\`.execute(db.run);
      process.stdout.write(id + '\\n');
    }`;
  const stdin = { contents, resolveDir: process.cwd(), loader: 'ts' } as const;
  await build({
    stdin,
    outfile: program,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
  });
  let acknowledged = 0;
  for (let round = 0; round < 3; round++) {
    const writer = spawn(process.execPath, [program]);
    const ended = once(writer, 'close');
    let lines = 0;
    writer.stdout.on('data', (data) => {
      for (const line of String(data).trim().split('\n')) acknowledged = Math.max(acknowledged, Number(line));
      if (++lines === 20 + 13 * round) writer.kill('SIGKILL');
    });
    await ended;
  }
  const db = await openPglite(at);
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from written where id <= ${acknowledged}`.execute(db.run);
  assert.ok(acknowledged > 50);
  assert.is(rows[0]!.count, acknowledged);
  await db.close();
  await rm(program);
});

test.run();
