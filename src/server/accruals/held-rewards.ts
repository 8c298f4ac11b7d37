import type { Db, Tx } from '../db/database';
import { eachInTurn } from '../jobs/each-in-turn';
import { beginningOf, dayLength } from '../kernel/dates';
import { assets, memberAccount, systemAccount } from '../ledger/accounts';
import { type Movement, postMovement } from '../ledger/post';
import type { RuleName } from '../rules/rules';
import type { RuleTables } from '../rules/tables';
import type { Accrual } from './amounts';
import { credited } from './credit';

type Held = RuleTables['held_reward'];
type Owner = Pick<Held, 'member' | 'kind'>;

const batch = 200;

/** Holds a reward for an order from its first day online, `day`, for `days` more days. */
export async function holdReward(
  tx: Tx,
  member: string,
  { rule, kind, amount }: Accrual,
  { serialNumber, day, days }: { serialNumber: string; day: string; days: number },
): Promise<void> {
  await tx
    .insertInto('held_reward')
    .values({
      id: `${serialNumber}:${member}:${rule}`,
      serial_number: serialNumber,
      member,
      kind: kind as Held['kind'],
      rule,
      amount,
      day,
      credit_at: new Date(beginningOf(day).getTime() + (1 + days) * dayLength),
    })
    .execute();
}

/** Credits the rewards whose time has come, each once, and returns their number. One that fails does not stop the others. */
export async function creditRewards(db: Db, now: number): Promise<number> {
  const failures: unknown[] = [];
  let done = 0;
  for (let after = ''; ; ) {
    const rows = await db.run
      .selectFrom('held_reward')
      .select(['id', 'member'])
      .where('credit_at', '<=', new Date(now))
      .where('id', '>', after)
      .orderBy('id')
      .limit(batch)
      .execute();
    await eachInTurn(
      rows,
      async (named) => {
        done += await db.tx((tx) => credit(tx, named, now));
      },
      (error) => failures.push(error),
    );
    after = rows.at(-1)?.id ?? after;
    if (rows.length < batch) break;
  }
  if (failures.length) throw failures[0];
  return done;
}

/** Credits a held reward, less what its member owes. 0 if another instance has credited it, or a refund has ended it. */
async function credit(tx: Tx, { id, member }: Pick<Held, 'id' | 'member'>, now: number): Promise<0 | 1> {
  const held = await tx
    .deleteFrom('held_reward')
    .where('member', '=', member)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  if (!held) return 0;
  const { kind, rule, amount, serial_number: ref, day } = held;
  const owed = await lockedDebt(tx, held);
  const accrual: Accrual = { rule: rule as RuleName, kind, asset: assets[kind], amount };
  await postMovement(tx, credited(member, accrual, { ref, memo: day }), now);
  const withheld = Math.min(owed, amount);
  if (!withheld) return 1;
  await postMovement(tx, returned(held, withheld, { ref, rule }), now);
  await owe(tx, held, -withheld);
  return 1;
}

/** Takes `amount` back as far as it is there; the rest is owed. */
export async function takeBack(
  tx: Tx,
  owner: Owner,
  amount: number,
  about: { ref: string; rule: string | null },
  now: number,
): Promise<void> {
  await owe(tx, owner, 0);
  await lockedDebt(tx, owner);
  const { balance } = await tx
    .selectFrom('account')
    .select('balance')
    .where('home', '=', owner.member)
    .where('id', '=', memberAccount(owner.member, owner.kind).id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const back = Math.min(balance, amount);
  if (back > 0) await postMovement(tx, returned(owner, back, about), now);
  if (back < amount) await owe(tx, owner, amount - back);
}

/** The debt of a member, locked until the end of the transaction. */
async function lockedDebt(tx: Tx, { member, kind }: Owner): Promise<number> {
  const row = await tx
    .selectFrom('reward_debt')
    .select('owed')
    .where('member', '=', member)
    .where('kind', '=', kind)
    .forUpdate()
    .executeTakeFirst();
  return row?.owed ?? 0;
}

const owe = (tx: Tx, { member, kind }: Owner, more: number) =>
  tx
    .insertInto('reward_debt')
    .values({ member, kind, owed: Math.max(0, more) })
    .onConflict((conflict) =>
      conflict.columns(['member', 'kind']).doUpdateSet((is) => ({ owed: is('reward_debt.owed', '+', more) })),
    )
    .execute();

const returned = (
  { member, kind }: Owner,
  amount: number,
  { ref, rule }: { ref: string; rule: string | null },
): Movement => ({
  kind: 'reward-return',
  asset: assets[kind],
  entries: [
    [memberAccount(member, kind), -amount],
    [systemAccount('accruals', assets[kind]), amount],
  ],
  memo: '',
  ref,
  ...(rule && { rule }),
});
