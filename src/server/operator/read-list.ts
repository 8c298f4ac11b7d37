import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import * as v from 'valibot';
import type { Area, Field, RecordOf } from '../../contract/desk/area';
import type { Executor } from '../db/database';
import { lowerAscii } from '../kernel/ascii';
import { beginningOf, dayLength } from '../kernel/dates';
import type { Gateway } from '../kernel/gateway';
import { cursor } from '../kernel/pagination';
import { Unusable } from './body';
import { findIds, matches, mostFound, wordsOf } from './find-words';
import { picked, yesOrNo } from './picked';
import { isQueried, type Queried, reference, type Source } from './source';

/** Maximum and default number of records in a response. */
const mostRecords = 200;
/** Maximum number of records that are counted exactly; beyond it the response only states that there are more. */
const mostCounted = 10_000;

/** Parameters of a list besides its filters. */
const asked = v.object({
  /** The cursor of the previous response. */
  from: v.optional(v.pipe(v.string(), v.maxLength(600))),
  /** Number of records to skip, for a page without a cursor. */
  skip: v.optional(v.pipe(v.string(), v.digits(), v.transform(Number), v.maxValue(100_000))),
  size: v.optional(
    v.pipe(v.string(), v.digits(), v.transform(Number), v.minValue(1), v.maxValue(mostRecords)),
  ),
  sort: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** The search text. */
  q: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** The search text, under the name that the command line and older clients use. */
  text: v.optional(v.pipe(v.string(), v.maxLength(100))),
  /** Days in China, or points in time: from the first, and up to the second. */
  since: v.optional(v.pipe(v.string(), v.maxLength(40))),
  until: v.optional(v.pipe(v.string(), v.maxLength(40))),
  /** Whether to count the records. */
  count: v.optional(v.picklist(['yes', 'no'])),
});

export interface ListQuery extends v.InferOutput<typeof asked> {
  filters: Record<string, string>;
  /** A leading `-` reverses the order. */
  sort: string;
}

export interface Listing {
  items: RecordOf<Area>[];
  next?: string;
  /** Number of records, if requested; `more`: there are more than this. */
  total?: number;
  more?: boolean;
}

/** Parses the parameters of a list. Refused (400) for an unknown filter, sort or value. */
export function wantedOf({ area }: Source, query: unknown): ListQuery {
  const given = (query ?? {}) as Record<string, unknown>;
  const { success, output, issues } = v.safeParse(asked, given);
  if (!success) throw new Unusable(issues.map((one) => `${v.getDotPath(one)}: ${one.message}`).join('; '));
  const filters: Record<string, string> = {};
  for (const [name, { usual, rule }] of Object.entries(area.filters)) {
    const value = given[name] ?? usual;
    if (value === undefined || value === 'any' || value === '') continue;
    if (typeof value !== 'string' || value.length > 200) throw new Unusable(`${name}: is one value`);
    if (rule && !v.is(rule, value)) throw new Unusable(`${name}: ${value} is no value`);
    filters[name] = value;
  }
  const sort = output.sort ?? viewSort(area, filters) ?? area.sort;
  const by = sort.replace(/^-/, '');
  if (sort && !area.sorts.includes(by)) throw new Unusable(`sort: ${area.sorts.join(', ')}`);
  return { ...output, q: output.q ?? output.text, filters, sort };
}

const viewSort = ({ views = {} }: Area, filters: Record<string, string>) =>
  Object.values(views).find(
    (view) =>
      Object.keys(filters).every((name) => view.filters[name] === filters[name]) &&
      Object.keys(view.filters).every((name) => name in filters),
  )?.sort;

/** A page of records. */
export async function readList(gateway: Gateway, source: Source, listQuery: ListQuery): Promise<Listing> {
  const size = listQuery.size ?? mostRecords;
  const { list } = source;
  return isQueried(list)
    ? readQueried(gateway, source.area, list, listQuery, size)
    : readListed(source.area, await list.all(gateway), listQuery, size);
}

async function readQueried(
  gateway: Gateway,
  area: Area,
  list: Queried<Area, unknown>,
  listQuery: ListQuery,
  size: number,
): Promise<Listing> {
  const { run } = gateway.db;
  const wanted = await conditions(gateway, area, list, listQuery);
  const ids = listQuery.q?.trim() ? await findIds(run, list, wanted) : undefined;
  let query = list.rows(run);
  if (ids && ids.length <= mostFound)
    query = query.where(
      ids.length ? sql<boolean>`${sql.ref(list.id)} in (${sql.join(ids)})` : sql<boolean>`false`,
    );
  else for (const condition of wanted) query = query.where(condition);
  const descending = listQuery.sort.startsWith('-');
  const by = reference(list.columns[listQuery.sort.replace(/^-/, '')] ?? list.id);
  const id = sql.ref(list.id);
  let page = query.select([by.as('sorted_by'), id.as('sorted_id')]);
  if (listQuery.from) {
    const [value, last] = readPlace(listQuery.from);
    page = page.where(
      descending
        ? sql<boolean>`(${by}, ${id}) < (${value}, ${last})`
        : sql<boolean>`(${by}, ${id}) > (${value}, ${last})`,
    );
  }
  const order = descending ? 'desc' : 'asc';
  const reading = page
    .orderBy(by, order)
    .orderBy(id, order)
    .limit(size + 1)
    .$if(!listQuery.from && !!listQuery.skip, (some) => some.offset(listQuery.skip ?? 0))
    .execute();
  // side by side: each of the two may have to look at every row for the words
  const [rows, n] = await Promise.all([
    reading,
    listQuery.count === 'yes' ? countOf(run, query.select(id.as('counted'))) : 0,
  ]);
  const shown = rows.slice(0, size);
  const last = shown.at(-1) as { sorted_by: unknown; sorted_id: unknown } | undefined;
  const items = await list.view(shown, gateway);
  const next = rows.length > size && last ? placeOf(last) : undefined;
  if (listQuery.count !== 'yes') return { items, ...(next && { next }) };
  return {
    items,
    ...(next && { next }),
    total: Math.min(n, mostCounted),
    ...(n > mostCounted && { more: true }),
  };
}

/** The number of rows, as far as they are counted one by one. */
async function countOf(
  run: Executor,
  // biome-ignore lint/suspicious/noExplicitAny: the tables of a query differ by area
  rows: SelectQueryBuilder<any, any, { counted: unknown }>,
): Promise<number> {
  const { n } = await run
    .selectFrom(rows.limit(mostCounted + 1).as('one'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The conditions for the rows of a list. */
async function conditions(
  gateway: Gateway,
  area: Area,
  list: Queried<Area, unknown>,
  { filters, q, since, until }: Pick<ListQuery, 'filters' | 'q' | 'since' | 'until'>,
): Promise<RawBuilder<boolean>[]> {
  const found: RawBuilder<boolean>[] = [];
  for (const [name, value] of Object.entries(filters)) {
    const own = list.where?.[name];
    if (own) found.push(own(value, gateway));
    else if (name === 'member' && list.member) found.push(ofMember(list.member, value));
    else found.push(hasValue(reference(list.columns[name] ?? name), area.fields[name], name, value));
  }
  if (q?.trim()) found.push(matches(list, await wordsOf(gateway.db.run, q)));
  const at = area.at && list.columns[area.at];
  if (at && since) found.push(sql`${reference(at)} >= ${momentOf(since, 0)}`);
  if (at && until) found.push(sql`${reference(at)} < ${momentOf(until, dayLength)}`);
  return found;
}

/** Restricts to a member by username or id. */
const ofMember = (column: string, account: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} in (select id from member where username_key = ${lowerAscii(account.trim())} or id = ${account})`;

/** A column has one of the values that the choice names. */
function hasValue(
  column: RawBuilder<unknown>,
  field: Field | undefined,
  name: string,
  value: string,
): RawBuilder<boolean> {
  if (field?.kind === 'yes') return sql`${column} = ${picked(yesOrNo, value, name)}`;
  const { values } = field ?? {};
  if (!values) return sql`${column} = ${value}`;
  const sorts = value.split(',').map((one) => {
    const byValue = Object.values(values).find((other) => String(other) === one);
    return byValue ?? picked(values, one, name);
  });
  return sql`${column} in (${sql.join(sorts)})`;
}

/** A point in time, or the beginning of a day in China plus an offset. */
function momentOf(text: string, afterDay: number): Date {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text);
  const at = isDay ? beginningOf(text).getTime() + afterDay : Date.parse(text);
  if (!Number.isFinite(at) || at < 0 || at > 32_503_680_000_000)
    throw new Unusable(`${text} is no day and no time`);
  return new Date(at);
}

/** Times are converted with microseconds; the gateway writes milliseconds. */
const placeOf = ({ sorted_by, sorted_id }: { sorted_by: unknown; sorted_id: unknown }) =>
  sorted_by instanceof Date
    ? cursor('t', sorted_by.getTime(), String(sorted_id))
    : cursor('v', sorted_by as string | number, String(sorted_id));

function readPlace(from: string): [value: unknown, id: string] {
  try {
    const [kind, value, id] = JSON.parse(Buffer.from(from, 'base64url').toString()) as unknown[];
    const known = typeof value === 'string' || typeof value === 'number';
    if (known && typeof id === 'string' && !`${value}${id}`.includes('\0')) {
      if (kind === 'v') return [value, id];
      if (kind === 't' && Number.isSafeInteger(value)) return [new Date(value as number), id];
    }
  } catch {
    // not a cursor of ours: refused below
  }
  throw new Unusable('from: is no cursor of this list');
}

function readListed(
  { fields, sorts }: Area,
  all: RecordOf<Area>[],
  { filters, q, sort, from, skip, count }: ListQuery,
  size: number,
): Listing {
  const values = (item: RecordOf<Area>) => item as Record<string, unknown>;
  let items = all.filter((item) =>
    Object.entries(filters).every(([name, value]) => {
      const field = fields[name];
      const own = values(item)[name];
      if (field?.kind === 'yes') return own === (value === 'yes');
      return value.split(',').includes(String(own));
    }),
  );
  const words = q?.trim().toLowerCase();
  if (words) items = items.filter((item) => JSON.stringify(item).toLowerCase().includes(words));
  const by = sort.replace(/^-/, '');
  if (sorts.includes(by)) {
    const descending = sort.startsWith('-');
    items = [...items].sort((a, b) => {
      const [first, second] = descending ? [b, a] : [a, b];
      return compare(values(first)[by], values(second)[by]);
    });
  }
  const start = from ? Number(readPlace(from)[0]) : (skip ?? 0);
  const shown = items.slice(start, start + size);
  const end = start + shown.length;
  return {
    items: shown,
    ...(end < items.length && { next: cursor('v', end, '') }),
    ...(count === 'yes' && { total: items.length }),
  };
}

const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a ?? '').localeCompare(String(b ?? ''));
};
