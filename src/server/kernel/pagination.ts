import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Page } from '../../contract/wire/page';
import { monthAfter } from '../db/china';
import { DomainError } from './domain-error';

/** Items of a page. */
export const pageSize = 20;

/** The end of a page: the values by which it was ordered. Opaque to the client, validated when it comes back. */
export const cursor = (...values: (string | number)[]) =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

const wrong = () => new DomainError('invalid', {}, { problems: { from: { rule: 'wrong' } } });

function values(from: string): unknown[] {
  try {
    const read = JSON.parse(Buffer.from(from, 'base64url').toString());
    if (Array.isArray(read)) return read;
  } catch {
    // Not a cursor of ours: refused below.
  }
  throw wrong();
}

/** The values of a cursor, with their types; refused if the cursor is not ours. */
export function readCursor<T extends unknown[]>(
  from: string,
  types: { [At in keyof T]: T[At] extends number ? 'number' : 'string' },
): T {
  const read = values(from);
  if (read.length !== types.length || read.some((value, at) => typeof value !== types[at])) throw wrong();
  return read as T;
}

/** The year 3000, in milliseconds: later than any time in the database. */
const latest = 32_503_680_000_000;

interface TimeAndId {
  at: Date;
  id: string;
}

export function readTimeAndId(from: string): TimeAndId {
  const [time, id] = values(from);
  if (typeof id !== 'string' || id.includes('\0') || !Number.isSafeInteger(time)) throw wrong();
  const at = new Date(time as number);
  // a date that databases do not support, or no date
  if (!(at.getTime() >= 0 && at.getTime() < latest)) throw wrong();
  return { at, id };
}

export function readPosition(from: string): number {
  const [position] = values(from);
  if (!Number.isInteger(position) || Math.abs(position as number) > 1e9) throw wrong();
  return position as number;
}

export function readText(from: string): string {
  const [text] = values(from);
  if (typeof text !== 'string') throw wrong();
  return text;
}

/** A page of `rows`, which contains at least one more than `size` if there are more. `endsAt` returns the cursor after a row. */
export function page<Row>(rows: readonly Row[], size: number, endsAt: (row: Row) => string): Page<Row> {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return rows.length > size && last ? { items, next: endsAt(last) } : { items };
}

/** The same page with each item converted by `item`. */
export const mapPage = <Row, Item>({ items, next }: Page<Row>, item: (row: Row) => Item): Page<Item> => ({
  items: items.map(item),
  ...(next !== undefined && { next }),
});

/**
 * A page of a query, newest first: by the time in column `at`, then by column `id`, so that pages neither repeat nor skip a row. Both are
 * selected under their own names; `table` is their table if the query has several. `from` is the cursor of the previous page. `months`: the
 * table has a part for each month, and its newest rows are of this time.
 */
export async function newestFirst<
  DB,
  TB extends keyof DB,
  At extends string,
  Id extends string,
  Row extends Record<At, Date> & Record<Id, string>,
>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { table, at, id, months }: { table?: string; at: At; id: Id; months?: number },
  from: string | undefined,
): Promise<Page<Row>> {
  const column = (name: string) => sql.ref(table ? `${table}.${name}` : name);
  const after = from === undefined ? undefined : readTimeAndId(from);
  const following = after
    ? query.where(sql<boolean>`(${column(at)}, ${column(id)}) < (${after.at}, ${after.id})`)
    : query;
  const next = (some: typeof query) => {
    const newest = some.orderBy(column(at), 'desc').orderBy(column(id), 'desc');
    return newest.limit(pageSize + 1).execute() as Promise<Row[]>;
  };
  const rows =
    months === undefined
      ? await next(following)
      : await byMonths(following, column(at), after?.at.getTime() ?? months, next);
  return page(rows, pageSize, (row) => cursor((row[at] as Date).getTime(), row[id] as string));
}

/**
 * Reads the month of a time and the one before it, which nearly always have a whole page, and the rest only if they do not: the database
 * plans for all parts that a statement may read.
 */
async function byMonths<Query extends { where(is: RawBuilder<boolean>): Query }, Row>(
  query: Query,
  at: RawBuilder<unknown>,
  newest: number,
  next: (some: Query) => Promise<Row[]>,
): Promise<Row[]> {
  const [begin, end] = [monthAfter(newest, -1), monthAfter(newest, 1)];
  const near = query.where(sql<boolean>`${at} >= ${begin}`).where(sql<boolean>`${at} < ${end}`);
  const rows = await next(near);
  if (rows.length > pageSize) return rows;
  return [...rows, ...(await next(query.where(sql<boolean>`${at} < ${begin}`)))];
}
