import { sql } from 'kysely';
import type { Tx } from '../db/database';
import { beginningOf, dayLength } from '../kernel/dates';
import type { Movement } from '../ledger/post';
import type { Rules } from '../rules/rules';
import { type Accrual, ofDay, ofPurchase } from './amounts';
import { credited } from './credit';

/** A day of a device order that has just been settled. */
export interface SettledDay {
  serialNumber: string;
  member: string;
  /** `2026-11-20`, in China. */
  day: string;
  /** Machines that were online, and fen of rent that they earned. */
  machines: number;
  rent: number;
  /** Whether it is the first on which any of the order's machines was online. */
  first: boolean;
}

/** What the rules bring for the day of one order. */
export interface AccruedDay {
  movements: Movement[];
  /** Fen on top of the rent, which stand beside it in the log of the order. */
  acceleration: number;
  /** Those who may have reached something with it. */
  reaching: string[];
}

/**
 * What the rules of that day bring for it: points, beans and acceleration to the owner, and with an order's first day rewards and
 * promotion value to those who invited the owner. Of each day in turn. Posted by the caller, in the transaction that settles the days, and so once.
 */
export async function accruedDays(tx: Tx, days: readonly SettledDay[], rules: Rules): Promise<AccruedDay[]> {
  const members = [...new Set(days.map(({ member }) => member))];
  const friends = await friendsOf(tx, members);
  const memberships = await hadMembership(tx, members, days[0]?.day ?? '');
  const all: AccruedDay[] = [];
  for (const settled of days) {
    const { serialNumber: ref, member, day, machines, rent, first } = settled;
    const facts = { machines, rent, friends: friends.get(member) ?? 0, membership: memberships.has(member) };
    const accruals = ofDay(facts, rules);
    const movements = accruals.map((accrual) => credited(member, accrual, { ref, memo: day }));
    const accrued = { movements, acceleration: accelerationOf(accruals), reaching: [] as string[] };
    if (first) await rewardInviters(tx, settled, rules, accrued);
    all.push(accrued);
  }
  return all;
}

const accelerationOf = (accruals: readonly Accrual[]): number =>
  accruals.filter(({ asset }) => asset === 'CNY').reduce((sum, { amount }) => sum + amount, 0);

/** How many friends of the first level each has whose machines are at work. */
async function friendsOf(tx: Tx, members: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ member: string; n: number }>`
    select f.inviter as member, count(distinct f.id) as n from member as f
    join device_order as o on o.member = f.id and o.days_left > 0 and o.started_at is not null
    where f.inviter = any(${members}) group by f.inviter`.execute(tx);
  return new Map(rows.map(({ member, n }) => [member, n]));
}

/** Those whose membership was good until the end of the day. */
async function hadMembership(tx: Tx, members: readonly string[], day: string): Promise<Set<string>> {
  if (!members.length) return new Set();
  const { rows } = await sql<{ member: string }>`
    select member from membership where member = any(${members})
    and until >= ${new Date(beginningOf(day).getTime() + dayLength)}`.execute(tx);
  return new Set(rows.map(({ member }) => member));
}

const inviterOf = async (tx: Tx, member: string): Promise<string | undefined> => {
  const row = await tx.selectFrom('member').select('inviter').where('id', '=', member).executeTakeFirst();
  return row?.inviter ?? undefined;
};

/** Adds the rewards for the purchase that brought an order, as far as it was paid with money. */
async function rewardInviters(
  tx: Tx,
  { serialNumber, member, day }: SettledDay,
  rules: Rules,
  accrued: AccruedDay,
): Promise<void> {
  const purchase = await tx
    .selectFrom('purchase_line as l')
    .innerJoin('purchase as p', 'p.order_no', 'l.order_no')
    .select(['l.total', 'l.quantity', 'p.currency'])
    .where('l.device', '=', serialNumber)
    .where('l.renews', 'is', null)
    .executeTakeFirst();
  const above = await inviterOf(tx, member);
  accrued.reaching.push(member, ...(above ? [above] : []));
  if (!above || purchase?.currency !== 'money') return;
  const bought = { machines: purchase.quantity, paid: purchase.total };
  const grant = (to: string, level: 1 | 2) => {
    for (const accrual of ofPurchase(bought, level, rules))
      accrued.movements.push(credited(to, accrual, { ref: serialNumber, memo: day }));
  };
  grant(above, 1);
  const top = await inviterOf(tx, above);
  if (top && top !== member) grant(top, 2);
}
