import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/database';

/**
 * The invariants of the books; each query returns the ids that violate it. Rows are joined by their home too: on several nodes, only rows
 * of one home can be.
 */
const invariants = {
  assetsThatDoNotAddUp: sql`select asset as id from account group by asset having sum(balance) <> 0`,
  accountsBelowTheirFloor: sql`select id from account where floor is not null and balance < floor`,
  memberAccountsWithoutFloor: sql`select id from account where member is not null and floor is distinct from 0`,
  unbalancedTransfers: sql`
    select transfer as id from posting group by transfer having sum(amount) <> 0 or count(*) < 2`,
  transfersAwayFromHome: sql`
    select distinct p.transfer as id from posting p
      where not exists (select 1 from transfer t where t.home = p.home and t.id = p.transfer)`,
  homesThatOweEachOther: sql`select asset as id from account where kind in ('between', 'between-earlier') group by kind, asset having sum(balance) <> 0`,
  requestsWithoutAnswer: sql`select call || ' ' || key as id from answered where answer is null`,
} satisfies Record<string, RawBuilder<unknown>>;

/** Queries that find several kinds in one reading of all postings: a column for each kind says whether the id violates it. */
const together = [
  sql<{
    id: string;
    accountsThatDriftedFromTheirPostings: boolean;
    accountsWithPostingsOutOfCount: boolean;
  }>`
  select * from (
    select a.id, a.balance <> coalesce(p.total, 0) as "accountsThatDriftedFromTheirPostings",
      a.moves <> coalesce(p.n, 0) or a.moves <> coalesce(p.last, 0) as "accountsWithPostingsOutOfCount"
    from account a
    left join (
      select home, account, sum(amount) as total, count(*) as n, max(seq) as last from posting group by home, account
    ) p on p.home = a.home and p.account = a.id) as checked
  where "accountsThatDriftedFromTheirPostings" or "accountsWithPostingsOutOfCount"`,

  // Inner joins by two columns would be taken for a few rows, and look up each posting by itself.
  sql<{ id: string; transfersWithoutPostings: boolean; transfersAcrossAssets: boolean }>`
  select distinct t.id, p.transfer is null as "transfersWithoutPostings", p.transfer is not null as "transfersAcrossAssets"
  from transfer t
  left join posting p on p.home = t.home and p.transfer = t.id
  left join account a on a.home = p.home and a.id = p.account
  where p.transfer is null or a.asset <> t.asset`,
] as const;

type Found = (typeof together)[number] extends RawBuilder<infer Row> ? Row : never;
type NamesIn<Row> = Row extends unknown ? Exclude<keyof Row, 'id'> : never;
type Broken = Partial<Record<keyof typeof invariants | NamesIn<Found>, string[]>>;

/** Every violated invariant of the books with the ids that violate it; empty if the books are correct. */
export async function audit(run: Executor): Promise<Broken> {
  const broken: Record<string, string[]> = {};
  for (const [name, query] of Object.entries(invariants)) {
    const { rows } = await (query as RawBuilder<{ id: string }>).execute(run);
    if (rows.length) broken[name] = rows.map(({ id }) => id);
  }
  for (const query of together)
    for (const { id, ...found } of (await query.execute(run)).rows)
      for (const [name, isBroken] of Object.entries(found)) if (isBroken) (broken[name] ??= []).push(id);
  return broken;
}
