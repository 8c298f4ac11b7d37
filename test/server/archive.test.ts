// @rarely: months of earlier rows; nothing else writes or reads an archive

import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/devices';
import { monthAfter } from '../../src/server/db/china';
import { makeMonths, partsOf } from '../../src/server/db/months';
import { archiveMeasurement, checkArchive } from '../../src/server/devices/archive/check-archive';
import { addDraft, removeDrafts } from '../../src/server/devices/archive/drafts';
import { rowOf } from '../../src/server/devices/archive/lines';
import { type Archiving, type Moved, moveMonths } from '../../src/server/devices/archive/move-months';
import { putBack } from '../../src/server/devices/archive/put-back';
import { allEarnings, archivedRows } from '../../src/server/devices/archive/read-archive';
import { archiving } from '../../src/server/devices/archive/schedule';
import { sumAgain, sumMonths } from '../../src/server/devices/sum-months';
import { advanceTime } from '../../src/server/embed/advance-time';
import { erasers } from '../../src/server/erasers';
import { createWorker } from '../../src/server/jobs/worker';
import { dayLength, monthNumberOf } from '../../src/server/kernel/dates';
import type { FileStore } from '../../src/server/kernel/file-store';
import { sha256 } from '../../src/server/kernel/sha256';
import { pictureFile } from '../../src/server/pictures/address';
import { eraseMember } from '../../src/server/privacy/erase-member';
import { gather } from '../../src/server/privacy/gather';
import { run } from './support/backups';
import { addressOf, engine } from './support/database';
import { addOrder } from './support/devices';
import { installed } from './support/installed';
import { addMember } from './support/member';
import { openObjectStore } from './support/object-store';
import { openGateway, type Sent, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('archive of months');

/** The months of the tests end here: the first part of the table takes all times until shortly after the real month. */
const end = monthAfter(Date.now(), 9).getTime() + 10 * dayLength;
/** The middle of a month: 0 is the current one. */
const ago = (months: number) => monthAfter(end, -months).getTime() + 9 * dayLength;
const numberAgo = (months: number) => monthNumberOf(new Date(ago(months)));

/** A gateway months ahead, whose table has a part for each of its last months. */
async function open(env: Record<string, string> = {}): Promise<TestGateway> {
  const gateway = await openGateway({ env });
  gateway.clock.ahead = end - Date.now();
  await makeMonths(gateway.db, 'order_log', 'at', end);
  return gateway;
}
test.before.each(async (the) => {
  the.gateway = await open();
});
test.after.each(({ gateway }) => gateway.close());

/** Earnings of an order at some times, straight in the database. */
async function earn(
  { db }: TestGateway,
  member: string,
  serialNumber: string,
  at: readonly number[],
  id: () => string = randomUUID,
) {
  const rows = at.map((one, nth) => ({
    id: id(),
    at: new Date(one),
    kind: nth % 3 ? 'rent' : 'acceleration',
  }));
  await sql`insert into order_log (id, serial_number, member, kind, day, at, amount, machines)
    select id, ${serialNumber}, ${member}, kind, '2026-11-20', at, 100 + nth, 1
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, nth) => ({ ...row, nth })))}::jsonb)
      as l (id text, at timestamptz, kind text, nth int)`.execute(db.run);
}

async function memberWith(gateway: TestGateway, at: readonly number[], id?: () => string) {
  const { id: member } = await addMember(gateway);
  const serialNumber = await addOrder(gateway, member);
  await earn(gateway, member, serialNumber, at, id);
  return { member, serialNumber, as: await gateway.signIn(member) };
}

const placeOf = ({ db, files, settings: { dataDir } }: TestGateway): Archiving => ({
  db,
  files,
  dataDir,
  keep: 3,
  now: () => end,
});

async function archive(gateway: TestGateway, more: Partial<Archiving> = {}): Promise<Moved[]> {
  const moved: Moved[] = [];
  assert.ok(await moveMonths({ ...placeOf(gateway), ...more }, (month) => moved.push(month)));
  return moved;
}

/** Sums the months, so long ago that they may be archived. */
const sum = ({ db }: TestGateway) => sumMonths(db, end - dayLength);

/** All pages of a member's earnings, with the sums that each shows. */
async function listOf(gateway: TestGateway, as: Sent, serialNumber?: string) {
  const items: { id: string; at: string; amount: number }[] = [];
  for (let from: string | undefined; ; ) {
    const { code, body, message } = await gateway.send(calls.listOrderLog, { serialNumber, from }, as);
    assert.is(code, '1', message);
    items.push(...body.items);
    from = body.next;
    if (!from) return { items, total: body.total, months: body.months };
  }
}

/** Reads a member's list of earnings to its end: the message of the refusal that ends it, if one does. */
async function lastSeen(gateway: TestGateway, as: Sent): Promise<string> {
  for (let from: string | undefined; ; ) {
    const { code, body, message } = await gateway.send(calls.listOrderLog, { from }, as);
    if (code !== '1') return message;
    from = body.next;
    if (!from) return 'the end';
  }
}

/** The archive's record of the month five months ago. */
const archivedMonth = ({ db }: TestGateway) =>
  db.run
    .selectFrom('order_log_archive')
    .select('object')
    .where('month', '=', numberAgo(5))
    .executeTakeFirstOrThrow();

/** Whether each month is in the archive, in the table, or in neither. */
async function placesOf({ db: { run } }: TestGateway) {
  const archived = await run.selectFrom('order_log_archive').select(['month', 'back_at', 'object']).execute();
  const [oldest] = await partsOf(run, 'order_log');
  return {
    archived: archived.filter(({ back_at }) => !back_at).length,
    back: archived.filter(({ back_at }) => back_at).length,
    oldest: oldest?.from ?? null,
    objects: archived.flatMap(({ object }) => object || []).sort(),
  };
}

const objectsIn = async ({ settings: { dataDir } }: TestGateway) =>
  (await readdir(path.dirname(pictureFile(dataDir, 'any'))))
    .filter((name) => name.startsWith('earnings'))
    .sort();

/** Twelve months, several earnings a day in some of them, at the same moment too. */
const times = [
  ...Array.from({ length: 12 }, (_, nth) => ago(nth)),
  ...Array.from({ length: 50 }, (_, nth) => ago(5) - Math.floor(nth / 7) * dayLength),
  ...Array.from({ length: 25 }, () => ago(8)),
  monthAfter(end, -3).getTime(),
  monthAfter(end, -3).getTime() - 1,
  monthAfter(end, -7).getTime(),
];

for (const store of ['a folder', 'a bucket'])
  test(`a member pages through all earnings as before when old months lie in ${store}`, async (the) => {
    const bucket = store === 'a bucket' ? await openObjectStore() : undefined;
    if (bucket) {
      await the.gateway.close();
      the.gateway = await open({
        S3_BUCKET: 'phones',
        S3_ENDPOINT: bucket.url,
        S3_REGION: 'cn-east-1',
        S3_ACCESS_KEY_ID: bucket.keyId,
        S3_SECRET_ACCESS_KEY: bucket.secret,
      });
    }
    const { gateway } = the;
    const own = await memberWith(gateway, times);
    const second = await addOrder(gateway, own.member);
    await earn(gateway, own.member, second, [ago(1), ago(6), ago(6), ago(11)]);
    const other = await memberWith(gateway, [ago(0), ago(6), ago(11)]);
    const odd = await memberWith(gateway, [ago(6)], () => 'rent:"quoted", and 中文');
    const recent = await memberWith(gateway, [ago(0)]);
    await sum(gateway);
    const seen = async () => ({
      own: await listOf(gateway, own.as),
      first: await listOf(gateway, own.as, own.serialNumber),
      second: await listOf(gateway, own.as, second),
      other: await listOf(gateway, other.as),
      odd: await listOf(gateway, odd.as),
      recent: await listOf(gateway, recent.as),
      devices: (await gateway.send(calls.listDevices, {}, own.as)).body.summary,
    });
    const before = await seen();
    assert.is(before.own.items.length, times.length + 4);
    assert.is(new Set(before.own.items.map(({ id }) => id)).size, times.length + 4);
    const moved = await archive(gateway);
    assert.equal(
      moved.map(({ month }) => month),
      [11, 10, 9, 8, 7, 6, 5, 4].map(numberAgo),
    );
    assert.equal((await placesOf(gateway)).oldest, monthAfter(end, -3));
    const { rows } = await sql<{
      rows: number;
    }>`select count(*)::int as rows from order_log where at < ${monthAfter(end, -3)}`.execute(gateway.db.run);
    assert.equal(rows, [{ rows: 0 }]);
    assert.equal(await seen(), before);
    assert.equal(await archive(gateway), [], 'nothing is left to do');
    if (!bucket) return;
    assert.is([...bucket.objects.keys()].filter((key) => key.includes('earnings-')).length, moved.length);
    bucket.broken.status = 503;
    const { status } = await gateway.send(calls.listOrderLog, {}, other.as);
    assert.is(status, 503, 'a store that is down is no shorter list');
    await bucket.close();
  });

test('a member with thousands of earnings in a month finds each of them once, in any block', async ({
  gateway,
}) => {
  const many = Array.from({ length: 4500 }, (_, nth) => ago(5) + nth * 1000);
  const rows = [...Array.from({ length: 40 }, () => [ago(5), ago(5) + 1]), many, [ago(5)]];
  const members: Awaited<ReturnType<typeof memberWith>>[] = [];
  for (const at of rows) members.push(await memberWith(gateway, at));
  await sum(gateway);
  const most = members.find((_, nth) => rows[nth] === many)!;
  const seen = async () => [
    (await allEarnings(gateway.db.run, gateway.files, most.member)).length,
    ...(await Promise.all(members.filter((one) => one !== most).map(({ as }) => listOf(gateway, as)))),
  ];
  const before = await seen();
  const [moved] = (await archive(gateway)).filter(({ rows }) => rows);
  assert.is(moved?.rows, 4581);
  const blocks = await gateway.db.run.selectFrom('order_log_block').selectAll().orderBy('nth').execute();
  assert.is(blocks.length, 3);
  assert.equal(await seen(), before);
  // as a spreadsheet reads it
  const [object] = (await placesOf(gateway)).objects;
  const csv = gunzipSync(await readFile(pictureFile(gateway.settings.dataDir, object!))).toString();
  const [names, ...lines] = csv.trimEnd().split('\n');
  assert.is(names, 'id,serial_number,member,kind,day,at,amount,machines');
  assert.is(lines.length, 4581);
  const held = lines.map((line) => line.split(',')[2]!);
  assert.equal(held, [...held].sort());
});

test('a member reads that older earnings cannot be read when their object was changed or is gone', async ({
  gateway,
}) => {
  const { as } = await memberWith(gateway, times);
  await sum(gateway);
  await archive(gateway);
  const whole = await listOf(gateway, as);
  const { db, files } = gateway;
  const { object } = await archivedMonth(gateway);
  const at = pictureFile(gateway.settings.dataDir, object);
  const bytes = await readFile(at);
  const flip = (nth: number) => {
    const changed = Buffer.from(bytes);
    changed[nth]! ^= 1;
    return writeFile(at, changed);
  };
  const block = await db.run
    .selectFrom('order_log_block')
    .select('start')
    .where('object', '=', object)
    .executeTakeFirstOrThrow();
  const damages: Record<string, () => Promise<unknown>> = {
    'a byte': () => flip(Number(block.start) + 30),
    'the last byte': () => flip(bytes.length - 1),
    'its end': () => truncate(at, bytes.length - 1),
    'its rows': () => writeFile(at, Buffer.concat([bytes, bytes])),
    'all of it': () => rm(at),
  };
  const faults = async () => (await archiveMeasurement.read(db.run)).cloudphone_archived_months_unreadable;
  const look = () => checkArchive({ db, files, now: end }, { every: 0, most: 99 });
  for (const [what, damage] of Object.entries(damages)) {
    await damage();
    assert.match(await lastSeen(gateway, as), /earlier months can't be read right now/, what);
    assert.is((await look()).length, 1, what);
    assert.equal(await faults(), [{ labels: { table: 'order_log' }, value: 1 }], what);
    const refused = await putBack({ db, files, now: () => end }, numberAgo(5), () => {}).catch(
      (error) => error,
    );
    assert.match(refused.message, /missing|bytes|not as it was written/, what);
    await writeFile(at, bytes);
  }
  assert.equal(await look(), []);
  assert.equal(await faults(), [{ labels: { table: 'order_log' }, value: 0 }]);
  assert.equal(await listOf(gateway, as), whole);
  // a header that nobody reads for a list is still found
  await flip(12);
  assert.equal(await checkArchive({ db, files, now: end }, { every: dayLength, most: 1 }), []);
  assert.is((await look()).length, 1);
});

test('a month in which a member earned is not skipped where the index of its object lacks them', async ({
  gateway,
}) => {
  const { as } = await memberWith(gateway, times);
  await sum(gateway);
  await archive(gateway);
  const whole = await listOf(gateway, as);
  const { run } = gateway.db;
  const { object } = await archivedMonth(gateway);
  const blocks = await run
    .deleteFrom('order_log_block')
    .where('object', '=', object)
    .returningAll()
    .execute();
  assert.match(await lastSeen(gateway, as), /earlier months can't be read right now/);
  await run.insertInto('order_log_block').values(blocks).execute();
  assert.equal(await listOf(gateway, as), whole);
});

test('a member reads that older earnings cannot be read when a line of their object was written wrong', async ({
  gateway,
}) => {
  const { as } = await memberWith(gateway, times);
  await sum(gateway);
  await archive(gateway);
  const { db, files } = gateway;
  const { object } = await archivedMonth(gateway);
  const at = pictureFile(gateway.settings.dataDir, object);
  const { start } = await db.run
    .selectFrom('order_log_block')
    .select('start')
    .where('object', '=', object)
    .executeTakeFirstOrThrow();
  const bytes = await readFile(at);
  const lines = gunzipSync(bytes.subarray(Number(start))).toString();
  const block = gzipSync(lines.replace(',rent,', ','));
  const changed = Buffer.concat([bytes.subarray(0, Number(start)), block]);
  await writeFile(at, changed);
  for (const [table, written] of [
    ['order_log_block', block],
    ['order_log_archive', changed],
  ] as const)
    await db.run
      .updateTable(table)
      .set({ bytes: written.length, sha256: sha256(written) })
      .where('object', '=', object)
      .execute();
  assert.match(await lastSeen(gateway, as), /earlier months can't be read right now/);
  assert.match(
    (await checkArchive({ db, files, now: end }, { every: 0, most: 99 })).join(),
    /No row of earnings/,
  );
  const refused = await putBack({ db, files, now: () => end }, numberAgo(5), () => {}).catch(
    (error) => error,
  );
  assert.match(refused.message, /No row of earnings/);
});

test('a line of the archive with a column more or less is nobody’s earnings', () => {
  const line = 'id,CP1,"mei ""x"", li",rent,2026-11-20,2026-11-20T00:00:00.000000Z,100,2';
  const { member, amount, machines } = rowOf(line);
  assert.equal([member, amount, machines], ['mei "x", li', 100, 2]);
  for (const wrong of [`${line},1`, line.replace(',rent', ''), 'id', ''])
    assert.throws(() => rowOf(wrong), /No row of earnings/, wrong);
});

test('a member’s total never lacks a month: one that has no sums for a day is not archived', async ({
  gateway,
}) => {
  const { as } = await memberWith(gateway, times);
  const before = await listOf(gateway, as);
  assert.equal(await archive(gateway), [], 'no month has sums');
  await sumMonths(gateway.db, end - dayLength + 1);
  assert.equal(await archive(gateway), [], 'gateways may not know of the sums yet');
  assert.is((await archive(gateway, { now: () => end + 1 })).length, 8);
  const later = { now: () => monthAfter(end, 3).getTime(), keep: 1 };
  assert.is((await archive(gateway, later)).length, 3, 'only until the sums end');
  assert.equal(await archive(gateway, later), []);
  assert.equal((await placesOf(gateway)).oldest, monthAfter(end, 0));
  gateway.clock.ahead += dayLength; // the sums came after what it keeps of them
  assert.equal(await listOf(gateway, as), before);
});

test('a month whose sums are not those of its earnings stays, and so do the months after it', async ({
  gateway,
}) => {
  const { member, serialNumber } = await memberWith(gateway, times);
  await sum(gateway);
  await earn(gateway, member, serialNumber, [ago(9)]);
  const error = await archive(gateway).catch((reason) => reason);
  assert.match(error.message, /fen, and their sums/);
  assert.is((await placesOf(gateway)).archived, 0);
  assert.equal(await objectsIn(gateway), []);
  assert.equal(await gateway.db.run.selectFrom('order_log_draft').selectAll().execute(), []);
  await gateway.db.tx((tx) => sumAgain(tx, member));
  assert.is((await archive(gateway)).length, 8);
});

test('two gateways archive at once, and a member reads on: no earning is lost or seen twice', async ({
  gateway,
}) => {
  const { as } = await memberWith(gateway, times);
  await sum(gateway);
  const before = await listOf(gateway, as);
  let reading = true;
  const readers = [1, 2].map(async () => {
    let read = 0;
    for (; reading; read++) {
      const seen = await listOf(gateway, as);
      reading &&= JSON.stringify(seen) === JSON.stringify(before);
      assert.equal(seen, before);
    }
    return read;
  });
  const place = placeOf(gateway);
  const both = async () => {
    // one of them finds each month archived, or the draft of the other
    const work = () => moveMonths(place, () => {}).catch((error) => `${error}`);
    return Promise.all([work(), work()]);
  };
  for (let tries = 0; tries < 5 && (await placesOf(gateway)).archived < 8; tries++) await both();
  const { archived, objects } = await placesOf(gateway);
  assert.is(archived, 8);
  assert.equal(await objectsIn(gateway), objects, 'what the other one wrote is removed');
  await putBack(place, numberAgo(8), () => {});
  reading = false;
  const reads = await Promise.all(readers);
  assert.ok(reads.every((read) => read > 0));
  assert.equal(await listOf(gateway, as), before);
});

test('a gateway that ends half way leaves an object that the next one removes after an hour', async ({
  gateway,
}) => {
  const { as } = await memberWith(gateway, times);
  await sum(gateway);
  const before = await listOf(gateway, as);
  const { db, files } = gateway;
  await addDraft(db.run, 'earnings-left', new Date(end));
  await files.put('earnings-left', Buffer.from('half'), 'application/gzip');
  assert.is(await moveMonths(placeOf(gateway), () => {}), false, 'it may still be at work');
  assert.is((await placesOf(gateway)).archived, 0);
  assert.is((await archive(gateway, { now: () => end + 3_600_000 })).length, 8);
  assert.equal(await objectsIn(gateway), (await placesOf(gateway)).objects);
  assert.equal(await listOf(gateway, as), before);
});

/** The store, which does something when an object is read back. */
const reading = (files: FileStore, work: (name: string) => Promise<unknown>): FileStore => ({
  ...files,
  async get(name) {
    await work(name);
    return files.get(name);
  },
});

test('a month that changes while it is written stays in the database, and its object is removed', async ({
  gateway,
}) => {
  const { member, serialNumber, as } = await memberWith(gateway, times);
  await sum(gateway);
  const { db, files } = gateway;
  const changes: Record<string, () => Promise<unknown>> = {
    'an amount in another row': () =>
      sql`update order_log set amount = case id when min then amount + 1 else amount - 1 end from (
        select min(id), max(id) from order_log where at = ${new Date(ago(5))} and member = ${member}) as two
        where id in (min, max) and member = ${member}`.execute(db.run),
    'a day': () =>
      sql`update order_log set day = '2026-11-21' where at = ${new Date(ago(5))} and member = ${member}`.execute(
        db.run,
      ),
    'a new row': () => earn(gateway, member, serialNumber, [ago(5)]),
  };
  for (const [what, change] of Object.entries(changes)) {
    let changed = false;
    const changing = reading(files, async (name) => {
      if (changed || !name.includes(`${numberAgo(5)}`)) return;
      changed = true;
      await change();
    });
    const error = await archive(gateway, { files: changing }).catch((reason) => reason);
    assert.match(`${error.message}`, /has changed while it was archived/, what);
    assert.is((await placesOf(gateway)).archived, 6, 'those before it');
    assert.equal(await objectsIn(gateway), (await placesOf(gateway)).objects);
  }
  await db.tx((tx) => sumAgain(tx, member));
  const whole = await listOf(gateway, as);
  assert.is(whole.items.length, times.length + 1);
  // an object that the store gives back otherwise than it was written never replaces a month
  const broken = reading(files, (name) => truncate(pictureFile(gateway.settings.dataDir, name), 100));
  const error = await archive(gateway, { files: broken }).catch((reason) => reason);
  assert.match(error.message, /bytes in place of/);
  await archive(gateway);
  assert.equal(await listOf(gateway, as), whole);
});

test('a month whose object somebody took for abandoned stays in the database', async ({ gateway }) => {
  const { as } = await memberWith(gateway, times);
  await sum(gateway);
  const before = await listOf(gateway, as);
  const { db, files } = gateway;
  // the first part has several months: while a later one is written, an earlier one is removed
  const objects = new Set<string>();
  const removing = reading(files, async (name) => {
    objects.add(name);
    if (objects.size === 2) await removeDrafts({ db, files }, [...objects].slice(0, 1));
  });
  const error = await archive(gateway, { files: removing }).catch((reason) => reason);
  assert.match(error.message, /An object that was written is gone/);
  assert.is((await placesOf(gateway)).archived, 0);
  assert.equal(await objectsIn(gateway), []);
  assert.equal(await listOf(gateway, as), before);
});

test('a month that was put back is in the table, until somebody archives it again', async ({ gateway }) => {
  const { member, as } = await memberWith(gateway, times);
  await sum(gateway);
  const before = await listOf(gateway, as);
  await archive(gateway);
  const { db, files } = gateway;
  const back: number[] = [];
  await putBack({ db, files, now: () => end }, numberAgo(6), (month) => back.push(month));
  assert.equal(back, [4, 5, 6].map(numberAgo));
  const begun = { member, known: new Set<string>(), most: 999 };
  const inArchive = async (now: number) =>
    (await archivedRows(db.run, files, { ...begun, now })).filter(({ at }) => at >= monthAfter(end, -6))
      .length;
  assert.ok(await inArchive(end), 'a list that read the table before finds them');
  assert.is(await inArchive(end + 600_000), 0);
  assert.equal((await placesOf(gateway)).oldest, monthAfter(end, -6));
  assert.equal(await listOf(gateway, as), before);
  gateway.clock.ahead += 600_001;
  assert.equal(await listOf(gateway, as), before);
  const { keys } = (
    await sql<{
      keys: string[];
    }>`select array_agg(pg_get_constraintdef(oid) order by contype) as keys from pg_constraint
      where conrelid = (select to_regclass(max(c.relname)::text) from pg_class c join pg_inherits i on i.inhrelid = c.oid
        where i.inhparent = 'order_log'::regclass and c.relname < 'order_log_9') and contype in ('f', 'p')`.execute(
      db.run,
    )
  ).rows[0]!;
  assert.ok(keys.length >= 2, 'a month has all keys of the table');
  assert.equal(await archive(gateway), [], 'the job leaves them');
  const unknown = await putBack({ db, files, now: () => end }, numberAgo(6), () => {}).catch(
    (error) => error,
  );
  assert.match(unknown.message, /is not in the archive/);
  assert.is((await archive(gateway, { again: true })).length, 3);
  assert.equal(await listOf(gateway, as), before);
  assert.is((await objectsIn(gateway)).length, 11, 'a list that began before may still read the old objects');
  await archive(gateway, { now: () => end + 3_600_000 });
  assert.equal(await objectsIn(gateway), (await placesOf(gateway)).objects);
});

test('a month is not put back where it has another number of earnings than was archived', async ({
  gateway,
}) => {
  const { as } = await memberWith(gateway, times);
  await sum(gateway);
  const before = await listOf(gateway, as);
  await archive(gateway);
  const { db, files } = gateway;
  const change = (by: object) =>
    db.run.updateTable('order_log_archive').set(by).where('month', '=', numberAgo(5)).execute();
  const back = () =>
    putBack({ db, files, now: () => end }, numberAgo(5), () => {}).then(
      () => 'back',
      (error) => error.message,
    );
  const { rows, amount } = await db.run
    .selectFrom('order_log_archive')
    .select(['rows', 'amount'])
    .where('month', '=', numberAgo(5))
    .executeTakeFirstOrThrow();
  for (const wrong of [{ rows: Number(rows) + 1 }, { amount: Number(amount) + 1 }]) {
    await change(wrong);
    assert.match(await back(), 'has other rows than were archived', JSON.stringify(wrong));
    await change({ rows, amount });
  }
  assert.is(await back(), 'back');
  assert.equal(await listOf(gateway, as), before);
});

test('days that pass for a test member keep the sums of archived months, and never go there', async ({
  gateway,
}) => {
  const { db, settings } = gateway;
  const now = () => end;
  const { member, as } = await memberWith(gateway, times);
  await sum(gateway);
  await archive(gateway);
  const before = await listOf(gateway, as);
  await db.tx((tx) => sumAgain(tx, member));
  assert.equal(await listOf(gateway, as), before);
  const error = await advanceTime({ db, settings, now }, member, 30).catch((reason) => reason);
  assert.is(error.key, 'earningsArchived');
  assert.equal(await listOf(gateway, as), before, 'nothing has moved');
  const free = await memberWith(gateway, [ago(0), ago(2)]);
  await advanceTime({ db, settings, now }, free.member, 2);
  const moved = (await listOf(gateway, free.as)).items.at(-1);
  assert.is(Date.parse(moved?.at ?? ''), ago(2) - 2 * dayLength);
});

test('a member’s copy has archived earnings, and their erasure treats them as those in the table', async ({
  gateway,
}) => {
  const { member } = await memberWith(gateway, times);
  await memberWith(gateway, times);
  await sum(gateway);
  const copy = async () =>
    ((await gather(gateway.db.run, gateway.files, member))['cloud-phone-rent'] as { at: Date }[])
      .map((row) => ({ ...row, at: new Date(row.at).toISOString() }))
      .map((row) => JSON.stringify(row, Object.keys(row).sort()))
      .sort();
  const before = await copy();
  assert.is(before.length, times.length);
  await archive(gateway);
  assert.equal(await copy(), before);
  await gateway.db.tx((tx) => eraseMember(tx, member, erasers, end));
  assert.equal(await copy(), before);
});

test('old months stay in the database unless a setting says how many it keeps', async ({ gateway }) => {
  const { as } = await memberWith(gateway, times);
  await sum(gateway);
  const before = await listOf(gateway, as);
  const errors: unknown[] = [];
  const now = () => end;
  const runOnce = (archiveAfterMonths: number | undefined) => {
    const { dataDir } = gateway.settings;
    const schedule = archiving({ archiveAfterMonths, dataDir }, gateway.files, now, (error) =>
      errors.push(error),
    );
    return createWorker({
      db: gateway.db,
      kinds: {},
      schedules: [{ ...schedule, name: randomUUID() }],
      now,
      log: (error) => errors.push(error),
    }).work();
  };
  assert.is(gateway.settings.archiveAfterMonths, undefined);
  await runOnce(undefined);
  assert.is((await placesOf(gateway)).archived, 0);
  await runOnce(4);
  assert.is((await placesOf(gateway)).archived, 7);
  assert.equal(errors, []);
  assert.equal(await listOf(gateway, as), before);
  await rm(pictureFile(gateway.settings.dataDir, (await placesOf(gateway)).objects[0]!));
  await runOnce(4);
  assert.match(String(errors), /Archived earnings cannot be read/);
});

/** A gateway of today, whose first part ended some months ago. */
async function openOld(months: number): Promise<TestGateway> {
  const gateway = await openGateway();
  const [first] = await partsOf(gateway.db.run, 'order_log');
  const until = sql.lit(monthAfter(Date.now(), -months).toISOString());
  await sql`drop table order_log_first`.execute(gateway.db.run);
  await sql`create table order_log_old partition of order_log for values from (minvalue) to (${until})`.execute(
    gateway.db.run,
  );
  await sql`create table order_log_new partition of order_log
    for values from (${until}) to (${sql.lit(first?.until?.toISOString() ?? '')})`.execute(gateway.db.run);
  return gateway;
}

if (engine === 'pg')
  test('an operator archives months beside the gateway, puts them back, and a member sees the same', async (the) => {
    await the.gateway.close();
    the.gateway = await openOld(5);
    const { gateway } = the;
    const passed = (months: number) => monthAfter(Date.now(), -months).getTime() + 9 * dayLength;
    const { as } = await memberWith(gateway, [Date.now(), passed(4), passed(6), passed(7)]);
    await sumMonths(gateway.db, Date.now());
    await sql`update order_log_summed set since = now() - interval '1 day' where id = 1`.execute(
      gateway.db.run,
    );
    const before = await listOf(gateway, as);
    const root = await installed();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(gateway.db.run);
    const env = {
      ...process.env,
      DATABASE_URL: addressOf(rows[0]!.name),
      DATA_DIR: gateway.settings.dataDir,
    };
    const operator = (...args: string[]) =>
      run(process.execPath, ['tools/desk/operator.mjs', ...args], { cwd: root, env }).then(
        ({ stdout }) => stdout,
        ({ stderr }) => stderr,
      );
    assert.match(await operator('archive', 'go'), /ARCHIVE_AFTER_MONTHS says how many/);
    assert.match(
      await operator('archive', 'go', '--keep=5'),
      /1 rows, 1\.0\d CNY, \d+ bytes\n.*\n2 months archived/,
    );
    assert.equal((await placesOf(gateway)).archived, 2);
    assert.equal(await listOf(gateway, as), before);
    assert.match(
      await operator('archive', 'list'),
      /1 rows +1\.0\d CNY +\d+ bytes +earnings-\d{6}-\S+\n2 months/,
    );
    assert.match(await operator('archive', 'check'), /All archived months can be read/);
    const month = new Date(passed(6) + 8 * 3_600_000).toISOString().slice(0, 7);
    const [object] = (await placesOf(gateway)).objects.reverse();
    const at = pictureFile(gateway.settings.dataDir, object!);
    const bytes = await readFile(at);
    await rm(at);
    assert.match(await operator('archive', 'check'), /is missing in the store/);
    assert.match(await operator('archive', 'list'), /UNREADABLE/);
    await writeFile(at, bytes);
    assert.match(await operator('archive', 'back', month), `${month} is in the database again`);
    assert.equal((await placesOf(gateway)).back, 1);
    assert.equal(await listOf(gateway, as), before);
    assert.match(await operator('archive', 'back', '2026-13'), /Name a month/);
  });

test.run();
