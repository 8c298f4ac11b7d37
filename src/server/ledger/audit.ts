import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/database';

/**
 * The invariants of the books; each query returns the ids that violate it. Rows are joined by their home too: on several nodes, only rows
 * of one home can be. A transfer of an earlier version may have postings in a second home.
 */
const invariants = {
  assetsThatDoNotAddUp: sql`select asset as id from account group by asset having sum(balance) <> 0`,
  accountsBelowTheirFloor: sql`select id from account where floor is not null and balance < floor`,
  memberAccountsWithoutFloor: sql`select id from account where member is not null and floor is distinct from 0`,
  unbalancedTransfers: sql`
    select transfer as id from posting group by transfer having sum(amount) <> 0 or count(*) < 2`,
  // a transfer of an earlier version between the platform's own accounts has no home
  transfersWithoutPostings: sql`
    select id from transfer t
    where t.home <> '' and not exists (select 1 from posting p where p.home = t.home and p.transfer = t.id)`,
  // another asset in a second home is found by the sum of all balances
  transfersAcrossAssets: sql`
    select distinct p.transfer as id from posting p
    join transfer t on t.home = p.home and t.id = p.transfer
    join account a on a.home = p.home and a.id = p.account where a.asset <> t.asset`,
  // only rows of earlier versions serve several members
  transfersAwayFromHome: sql`
    select distinct p.transfer as id from posting p where p.account like 'system:%@%'
      and not exists (select 1 from transfer t where t.home = p.home and t.id = p.transfer)`,
  homesThatOweEachOther: sql`select asset as id from account where kind = 'between' group by asset having sum(balance) <> 0`,
  requestsWithoutAnswer: sql`select call || ' ' || key as id from answered where answer is null`,
} satisfies Record<string, RawBuilder<unknown>>;

/** Accounts whose balance or number of postings is not what their postings say: one reading of all postings for both. */
const ofPostings = sql<{ id: string; drifted: boolean; miscounted: boolean }>`
  select * from (
    select a.id, a.balance <> coalesce(p.total, 0) as drifted,
      a.moves <> coalesce(p.n, 0) or a.moves <> coalesce(p.last, 0) as miscounted
    from account a
    left join (
      select home, account, sum(amount) as total, count(*) as n, max(seq) as last from posting group by home, account
    ) p on p.home = a.home and p.account = a.id) as checked
  where drifted or miscounted`;

type Broken = Partial<
  Record<
    keyof typeof invariants | 'accountsThatDriftedFromTheirPostings' | 'accountsWithPostingsOutOfCount',
    string[]
  >
>;

/** Every violated invariant of the books with the ids that violate it; empty if the books are correct. */
export async function audit(run: Executor): Promise<Broken> {
  const broken: Record<string, string[]> = {};
  const note = (name: keyof Broken, rows: readonly { id: string }[]) => {
    if (rows.length) broken[name] = rows.map(({ id }) => id);
  };
  for (const [name, query] of Object.entries(invariants))
    note(name as keyof Broken, (await (query as RawBuilder<{ id: string }>).execute(run)).rows);
  const { rows } = await ofPostings.execute(run);
  note(
    'accountsThatDriftedFromTheirPostings',
    rows.filter(({ drifted }) => drifted),
  );
  note(
    'accountsWithPostingsOutOfCount',
    rows.filter(({ miscounted }) => miscounted),
  );
  return broken;
}
