import type { Selectable } from 'kysely';
import type { Executor } from '../../db/database';
import { monthNumberOf } from '../../kernel/dates';
import { DomainError } from '../../kernel/domain-error';
import type { FileStore } from '../../kernel/file-store';
import type { OrderLogTable } from '../tables';
import { blocksWith } from './block-index';
import { type Archived, readBlock } from './blocks';
import { rowOf } from './lines';
import { Unreadable } from './unreadable';

type Row = Selectable<OrderLogTable>;

/** Milliseconds for which a month that was put back is read from both places: longer than a request that began before takes. */
const both = 600_000;

interface Wanted {
  member: string;
  /** Of one cloud phone order; of all if absent. */
  serialNumber?: string | undefined;
  /** The last row of the page before. */
  before?: { at: Date; id: string } | undefined;
  /** Rows that the caller has: they were read before the months of the archive, which may have been archived in between. */
  known: ReadonlySet<string>;
  most: number;
  now: number;
}

/** The archived months in which a member earned, the newest first. The sums of months say so. */
async function monthsWith(run: Executor, { member, serialNumber, before, now }: Wanted) {
  const rows = await run
    .selectFrom('order_log_archive as a')
    .select(['a.month', 'a.object', 'a.bytes', 'a.sha256'])
    .where('a.month', 'in', (is) => {
      const sums = is.selectFrom('order_log_month as s').select('s.month').where('s.member', '=', member);
      return serialNumber === undefined ? sums : sums.where('s.serial_number', '=', serialNumber);
    })
    .where((is) => is.or([is('a.back_at', 'is', null), is('a.back_at', '>', new Date(now - both))]))
    .where((is) => is.and(before ? [is('a.month', '<=', monthNumberOf(before.at))] : []))
    .orderBy('a.month', 'desc')
    .execute();
  return rows.map(({ bytes, ...row }) => ({ ...row, bytes: Number(bytes) }));
}

/** The rows of a member in an object, newest first, a block at a time. */
async function* rowsIn(
  run: Executor,
  files: FileStore,
  archived: Archived,
  { member, serialNumber }: Wanted,
) {
  const written = member.replace(/"/g, '""');
  let found = false;
  for (const block of await blocksWith(run, archived.object, member)) {
    const lines = await readBlock(files, archived, block);
    for (const one of lines.reverse()) {
      if (!one.includes(written)) continue; // nearly all lines of a block are of other members
      const row = rowOf(one);
      if (row.member !== member || (serialNumber !== undefined && row.serial_number !== serialNumber))
        continue;
      found = true;
      yield row;
    }
  }
  if (!found) throw new Unreadable(`${archived.object} lacks a member who earned in its month`);
}

/** Skips the rows until the one with which the page before ended, and those that are newer. */
async function* after(rows: AsyncIterable<Row>, before: Wanted['before']): AsyncGenerator<Row> {
  let sameTime: Row[] = [];
  for await (const row of rows) {
    const at = row.at.getTime();
    if (!before || at < before.at.getTime()) {
      yield* sameTime;
      sameTime = [];
      yield row;
    } else if (at === before.at.getTime()) {
      if (row.id === before.id) sameTime = [];
      else sameTime.push(row);
    }
  }
  yield* sameTime;
}

/**
 * A member's archived earnings, newest first, from a row on. Reads only the months and blocks that it needs. An object that is missing or
 * was changed is a refusal, never a shorter list.
 */
export async function archivedRows(run: Executor, files: FileStore, wanted: Wanted): Promise<Row[]> {
  const found: Row[] = [];
  try {
    for (const month of await monthsWith(run, wanted))
      for await (const row of after(rowsIn(run, files, month, wanted), wanted.before)) {
        if (found.length >= wanted.most) return found;
        if (!wanted.known.has(row.id)) found.push(row);
      }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw Object.assign(new DomainError('earningsUnreadable'), { cause: error });
  }
  return found;
}

/** All earnings of a member, those of the database first. */
export async function allEarnings(run: Executor, files: FileStore, member: string): Promise<Row[]> {
  const rows = await run.selectFrom('order_log').selectAll().where('member', '=', member).execute();
  const known = new Set(rows.map(({ id }) => id));
  const now = Date.now();
  return [
    ...rows,
    ...(await archivedRows(run, files, { member, known, most: Number.POSITIVE_INFINITY, now })),
  ];
}
