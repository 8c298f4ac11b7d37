import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { monthAfter } from '../../db/china';
import type { Db, Executor, Tx } from '../../db/database';
import { briefly, dropPart, freezePart, oldestIn, type Part, partsOf, patiently } from '../../db/months';
import { dayLength, monthNumberOf, monthOf } from '../../kernel/dates';
import type { FileStore } from '../../kernel/file-store';
import { pictureFile } from '../../pictures/address';
import { type Archived, type Block, blockRows, readAll, writeBlocks } from './blocks';
import { addDraft, isAnybodyAtWork, keepDrafts, removeAbandoned, removeDrafts, takeDrafts } from './drafts';
import { addUp, isSame, line, type Tally, tallied, tallyOf, tallyOfLines } from './lines';

// Moves the months of `order_log` that are older than the database is to keep into the store of files. A month is written and read back
// beside members. Then one transaction compares it with the rows, notes it and drops the part.

const table = 'order_log';
/** Milliseconds that the sums of a month have to be there: gateways keep for minutes where the sums end (`sum-months.ts`). */
const settled = dayLength;
/** Attempts to lock the table, and milliseconds between two of them. */
const attempts = 20;
const pause = 3000;

export interface Archiving {
  db: Db;
  files: FileStore;
  /** The folder where files lie until they are in the store. */
  dataDir: string;
  /** Full months before the current one that stay in the database. */
  keep: number;
  now(): number;
  /** Also moves months again that were put back. */
  again?: boolean;
  /** Ends the work between two blocks. */
  stopping?: AbortSignal | undefined;
}

/** A month that was written to the store. */
interface Written extends Archived {
  month: number;
  tally: Tally;
  blocks: readonly Block[];
}

/** A month that left the database. */
export type Moved = Pick<Written, 'month' | 'bytes'> & Pick<Tally, 'rows' | 'amount'>;

/** The parts that are old enough, the oldest first. Those with sums that are too new wait, with all after them. */
async function dueParts(run: Executor, keep: number, now: number): Promise<(Part & { until: Date })[]> {
  const oldEnough = monthAfter(now, -keep);
  const summed = await run
    .selectFrom('order_log_summed')
    .select('until')
    .where('since', '<=', new Date(now - settled))
    .executeTakeFirst();
  const due = [];
  for (const { name, from, until } of await partsOf(run, table)) {
    if (!until || !summed || until > oldEnough || until > summed.until) break;
    due.push({ name, from, until });
  }
  return due;
}

/** The months of a part: more than one if it is the first, which has no beginning. */
async function monthsIn(run: Executor, { name, from, until }: Part & { until: Date }): Promise<Date[]> {
  const begin = from ?? (await oldestIn(run, name, 'at')) ?? monthAfter(until.getTime(), -1);
  const months = [];
  for (let at = monthAfter(begin.getTime(), 0); at < until; at = monthAfter(at.getTime(), 1)) months.push(at);
  return months;
}

/** The rows of a month in the order of the archive. Within a member, it is the order of the lists. */
async function* batchesOf(tx: Tx, part: string, from: Date, stopping: AbortSignal | undefined) {
  const [begin, end] = [from, monthAfter(from.getTime(), 1)].map((at) => sql.lit(at.toISOString()));
  await sql`declare archived no scroll cursor for select member, ${line} as line from ${sql.table(part)}
    where at >= ${begin} and at < ${end} order by member collate "C", at, id`.execute(tx);
  for (;;) {
    stopping?.throwIfAborted();
    const { rows } = await sql<{ member: string; line: string }>`
      fetch ${sql.lit(blockRows)} from archived`.execute(tx);
    if (!rows.length) break;
    yield rows;
  }
  await sql`close archived`.execute(tx);
}

/** Writes a month to the store, and reads it back. */
async function writeMonth(
  { db, files, dataDir, stopping }: Archiving,
  part: string,
  from: Date,
  object: string,
) {
  const month = monthNumberOf(from);
  const at = pictureFile(dataDir, `.${randomUUID()}`);
  await mkdir(path.dirname(at), { recursive: true });
  try {
    const written = await db.tx(async (tx) => {
      await patiently(tx);
      return writeBlocks(at, batchesOf(tx, part, from, stopping));
    });
    const archived = { month, object, ...written };
    if (!written.blocks.length) return { ...archived, object: '', bytes: 0, tally: addUp([]) };
    await files.put(object, at, 'application/gzip');
    let tally = addUp([]);
    for await (const lines of readAll(files, archived, archived.blocks)) {
      stopping?.throwIfAborted();
      tally = tallyOfLines(lines, tally);
    }
    return { ...archived, tally };
  } finally {
    await rm(at, { force: true });
  }
}

/** Lists show the sums of a month that was archived for ever: they have to be those of its rows. */
async function assertSums(run: Executor, { month, tally }: Written): Promise<void> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from order_log_month where month = ${sql.lit(month)}`.execute(
    run,
  );
  const summed = Number(rows[0]?.amount);
  if (summed !== tally.amount)
    throw new Error(
      `The earnings of ${monthOf(month)} are ${tally.amount} fen, and their sums ${summed} fen. The month stays in the database`,
    );
}

/** Notes a month. Another gateway that has done so, or a month that was put back meanwhile, ends the transaction. */
async function note(tx: Tx, { blocks, tally, ...written }: Written, at: Date): Promise<void> {
  const { month, object, bytes, sha256 } = written;
  const before = await tx
    .selectFrom('order_log_archive')
    .select('object')
    .where('month', '=', month)
    .where('back_at', 'is not', null)
    .executeTakeFirst();
  if (before?.object) await addDraft(tx, before.object, at);
  const values = { object, rows: tally.rows, amount: tally.amount, bytes, sha256, archived_at: at };
  const noted = await tx
    .insertInto('order_log_archive')
    .values({ month, ...values, back_at: null, checked_at: at, fault: null })
    .onConflict((conflict) =>
      conflict
        .column('month')
        .doUpdateSet({ ...values, back_at: null, checked_at: at, fault: null })
        .where('order_log_archive.back_at', 'is not', null),
    )
    .executeTakeFirst();
  if (!noted.numInsertedOrUpdatedRows) throw new Error(`${monthOf(month)} is in the archive already`);
  for (let from = 0; from < blocks.length; from += 500)
    await tx
      .insertInto('order_log_block')
      .values(blocks.slice(from, from + 500).map((block) => ({ object, ...block })))
      .execute();
}

/** Replaces a part by the months that were written, if they are all that it has. */
async function replace({ db, now }: Archiving, part: Part & { until: Date }, months: readonly Written[]) {
  const at = new Date(now());
  await briefly(db, async (tx) => {
    await patiently(tx);
    await takeDrafts(
      tx,
      months.flatMap(({ object }) => object || []),
    );
    for (const month of months) await note(tx, month, at);
    await freezePart(tx, part.name);
    const { rows } = await sql<{ rows: number; amount: number; print: string }>`
      select ${tallied} from ${sql.table(part.name)}`.execute(tx);
    if (!isSame(tallyOf(rows), addUp(months.map(({ tally }) => tally))))
      throw new Error(`${part.name} has changed while it was archived`);
    await dropPart(tx, table, part.name);
  });
}

const isLocked = (error: unknown) => (error as { code?: string }).code === '55P03';

async function insist(work: () => Promise<void>): Promise<void> {
  for (let left = attempts; ; left--)
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || left <= 1) throw error;
      await delay(pause * (0.75 + Math.random() / 2));
    }
}

async function movePart(archiving: Archiving, part: Part & { until: Date }): Promise<Moved[]> {
  const { db, now } = archiving;
  const objects: string[] = [];
  const months: Written[] = [];
  try {
    for (const from of await monthsIn(db.run, part)) {
      const object = `earnings-${monthNumberOf(from)}-${randomUUID()}`;
      await keepDrafts(db.run, objects, new Date(now()));
      await addDraft(db.run, object, new Date(now()));
      objects.push(object);
      const written = await writeMonth(archiving, part.name, from, object);
      await assertSums(db.run, written);
      months.push(written);
    }
    await keepDrafts(db.run, objects, new Date(now()));
    await insist(() => replace(archiving, part, months));
  } finally {
    // what the transaction did not take: all of them if it failed
    await removeDrafts(archiving, objects);
  }
  return months.map(({ month, bytes, tally: { rows, amount } }) => ({ month, bytes, rows, amount }));
}

/** Whether a month of a part was put back, and so stays until somebody moves it again. */
const isHeld = async (run: Executor, months: readonly Date[]) =>
  !!(await run
    .selectFrom('order_log_archive')
    .select('month')
    .where('month', 'in', months.map(monthNumberOf))
    .where('back_at', 'is not', null)
    .limit(1)
    .executeTakeFirst());

/**
 * Moves all months that are old enough, and reports each. The oldest come first, so that the database always has all months from one on.
 * Returns false if somebody else does so at the moment.
 */
export async function moveMonths(archiving: Archiving, report: (moved: Moved) => void): Promise<boolean> {
  const { db, keep, now, again } = archiving;
  await removeAbandoned(archiving, now());
  if (await isAnybodyAtWork(db.run, now())) return false;
  for (const part of await dueParts(db.run, keep, now())) {
    if (!again && (await isHeld(db.run, await monthsIn(db.run, part)))) break;
    for (const moved of await movePart(archiving, part)) report(moved);
  }
  return true;
}
