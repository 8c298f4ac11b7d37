import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../db/database';
import { attach, briefly, lockTable, partName, patiently, preparePart } from '../../db/months';
import { monthOf, monthSpan } from '../../kernel/dates';
import type { FileStore } from '../../kernel/file-store';
import type { DeviceTables } from '../tables';
import { blocksOf } from './block-index';
import { readAll } from './blocks';
import { addUp, fieldsOfLine, tallied, tallyOf, tallyOfLines } from './lines';
import { Unreadable } from './unreadable';

type Month = Selectable<DeviceTables['order_log_archive']>;

const table = 'order_log';

async function insertLines(tx: Tx, part: string, lines: readonly string[]): Promise<void> {
  await sql`insert into ${sql.table(part)} (id, serial_number, member, kind, day, at, amount, machines)
    select id, serial_number, member, kind, day, at, amount, machines
    from jsonb_to_recordset(${JSON.stringify(lines.map(fieldsOfLine))}::jsonb) as l
      (id text, serial_number text, member text, kind text, day text, at timestamptz, amount bigint, machines int)`.execute(
    tx,
  );
}

/** Reads a month into a table of its own, and compares both. */
async function load(db: Db, files: FileStore, part: { name: string; from: Date; until: Date }, month: Month) {
  const blocks = await blocksOf(db.run, month.object);
  await db.tx(async (tx) => {
    await patiently(tx);
    await preparePart(tx, table, part);
    let read = addUp([]);
    if (month.object)
      for await (const lines of readAll(files, month, blocks)) {
        await insertLines(tx, part.name, lines);
        read = tallyOfLines(lines, read);
      }
    const { rows } = await sql<{ rows: number; amount: number; print: string }>`
      select ${tallied} from ${sql.table(part.name)}`.execute(tx);
    const back = tallyOf(rows);
    if (back.print !== read.print || back.rows !== Number(month.rows) || back.amount !== Number(month.amount))
      throw new Unreadable(`${month.object} has other rows than were archived`);
  });
}

/** Puts a month back. Members read it from both places for a while: they see no row twice, and miss none. */
async function putBackMonth(db: Db, files: FileStore, month: Month, now: number): Promise<void> {
  const span = monthSpan(monthOf(month.month));
  const part = { name: partName(table, span.from), ...span };
  await load(db, files, part, month);
  await briefly(db, async (tx) => {
    await lockTable(tx, table);
    const { numUpdatedRows } = await tx
      .updateTable('order_log_archive')
      .set({ back_at: new Date(now) })
      .where('month', '=', month.month)
      .where('object', '=', month.object)
      .where('back_at', 'is', null)
      .executeTakeFirst();
    if (!numUpdatedRows) throw new Error(`${monthOf(month.month)} is not in the archive any more`);
    await attach(tx, table, part);
  });
}

/**
 * Puts the months from one on back into the table, the newest first, and reports each: the table always has all months from one on. The job
 * leaves them there. Their objects stay too, for backups of the database that name them.
 */
export async function putBack(
  { db, files, now }: { db: Db; files: FileStore; now(): number },
  from: number,
  report: (month: number) => void,
): Promise<void> {
  const months = await db.run
    .selectFrom('order_log_archive')
    .selectAll()
    .where('month', '>=', from)
    .where('back_at', 'is', null)
    .orderBy('month', 'desc')
    .execute();
  if (months.at(-1)?.month !== from) throw new Error(`${monthOf(from)} is not in the archive`);
  for (const month of months) {
    await putBackMonth(db, files, month, now());
    report(month.month);
  }
}
