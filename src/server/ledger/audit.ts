import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/database';

/** The invariants of the books; each query returns the ids that violate it. */
const invariants = {
  assetsThatDoNotAddUp: sql`select asset as id from account group by asset having sum(balance) <> 0`,
  accountsBelowTheirFloor: sql`select id from account where floor is not null and balance < floor`,
  memberAccountsWithoutFloor: sql`select id from account where member is not null and floor is distinct from 0`,
  accountsThatDriftedFromTheirPostings: sql`
    select a.id from account a
    left join (select account, sum(amount) as total from posting group by account) p on p.account = a.id
    where a.balance <> coalesce(p.total, 0)`,
  accountsWithPostingsOutOfCount: sql`
    select a.id from account a
    left join (select account, count(*) as n, max(seq) as last from posting group by account) p on p.account = a.id
    where a.moves <> coalesce(p.n, 0) or a.moves <> coalesce(p.last, 0)`,
  unbalancedTransfers: sql`
    select transfer as id from posting group by transfer having sum(amount) <> 0 or count(*) < 2`,
  transfersWithoutPostings: sql`
    select id from transfer t where not exists (select 1 from posting p where p.transfer = t.id)`,
  transfersAcrossAssets: sql`
    select distinct p.transfer as id from posting p
    join transfer t on t.id = p.transfer join account a on a.id = p.account where a.asset <> t.asset`,
  // only rows of earlier versions serve several members
  transfersAwayFromHome: sql`
    select distinct p.transfer as id from posting p
    join transfer t on t.id = p.transfer where p.account like 'system:%@%' and p.home <> t.home`,
  homesThatOweEachOther: sql`select asset as id from account where kind = 'between' group by asset having sum(balance) <> 0`,
  requestsWithoutAnswer: sql`select call || ' ' || key as id from answered where answer is null`,
} satisfies Record<string, RawBuilder<unknown>>;

/** Every violated invariant of the books with the ids that violate it; empty if the books are correct. */
export async function audit(run: Executor): Promise<Partial<Record<keyof typeof invariants, string[]>>> {
  const broken: Record<string, string[]> = {};
  for (const [name, query] of Object.entries(invariants)) {
    const { rows } = await (query as RawBuilder<{ id: string }>).execute(run);
    if (rows.length) broken[name] = rows.map(({ id }) => id);
  }
  return broken;
}
