import { type RawBuilder, sql } from 'kysely';
import type { Area } from '../../contract/desk/area';
import type { Executor } from '../db/database';
import { plannedForValues } from '../db/prepared';
import { likeItself, likePattern } from '../kernel/like-pattern';
import { type Queried, reference } from './source';

/** Maximum number of members whose records are looked up by their ids. */
const mostMembers = 200;

/** The member's name in the query of a list. */
const username = 'm.username';

/** A search text, and the members whose username contains it; `members` is absent if they are too many to be listed. */
export interface Words {
  like: string;
  members?: string[];
}

/** Prepares the search for a text; `whole`: only columns that are equal to it. */
export async function wordsOf(run: Executor, text: string, whole = false): Promise<Words> {
  const pattern = whole ? likeItself : likePattern;
  const like = pattern(text.trim().toLowerCase());
  const { rows } = await sql<{
    id: string;
  }>`select id from member where lower(username) like ${like} limit ${mostMembers + 1} ${plannedForValues}`.execute(
    run,
  );
  return { like, ...(rows.length <= mostMembers && { members: rows.map(({ id }) => id) }) };
}

/** Maximum number of records that are found first and sorted afterwards. */
export const mostFound = 1000;

/**
 * The ids of the records for which the conditions hold, in no order, at most one more than `mostFound`. With an order and a small limit, the
 * database reads rows in that order and hopes to meet some soon; if they are at the end, it reads all. Those for which `first` holds come
 * first.
 */
export async function findIds(
  run: Executor,
  list: Queried<Area, unknown>,
  conditions: readonly RawBuilder<boolean>[],
  first: RawBuilder<boolean> = sql`false`,
): Promise<unknown[]> {
  let query = list.rows(run);
  for (const condition of conditions) query = query.where(condition);
  const rows = await query
    .clearSelect()
    .select([sql.ref(list.id).as('found_id'), first.as('comes_first')])
    .limit(mostFound + 1)
    .execute();
  return (rows as { found_id: unknown; comes_first: boolean }[])
    .sort((a, b) => Number(b.comes_first) - Number(a.comes_first))
    .map(({ found_id }) => found_id);
}

/**
 * Whether one of the columns that a search looks at contains the text, ignoring case. Each part of the condition can use an index, and the
 * database estimates from the text whether that pays.
 */
export const matches = (
  { search, member }: Pick<Queried<Area, unknown>, 'search' | 'member'>,
  { like, members }: Words,
): RawBuilder<boolean> => {
  const parts = search.map((column) => {
    if (column !== username || !member) return sql`lower(${reference(column)}) like ${like}`;
    if (!members)
      return sql`${sql.ref(member)} in (select id from member where lower(username) like ${like})`;
    return members.length ? sql`${sql.ref(member)} in (${sql.join(members)})` : sql`false`;
  });
  return sql`(${sql.join(parts, sql` or `)}) ${plannedForValues}`;
};
