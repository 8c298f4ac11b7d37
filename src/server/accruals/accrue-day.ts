import { sql } from 'kysely';
import type { Tx } from '../db/database';
import { beginningOf, dayLength } from '../kernel/dates';
import type { Movement } from '../ledger/post';
import type { Rules } from '../rules/rules';
import { type Accrual, ofDay, ofPurchase } from './amounts';
import { credited } from './credit';
import { holdReward } from './held-rewards';

/** A day of a device order that has just been settled. */
export interface SettledDay {
  serialNumber: string;
  member: string;
  /** `2026-11-20`, in China. */
  day: string;
  /** Machines that were online, and fen of rent that they earned. */
  machines: number;
  rent: number;
  /** Whether it is the first day on which any of the order's machines was online. */
  first: boolean;
}

/** The accruals of one order's day. */
export interface AccruedDay {
  movements: Movement[];
  /** Fen in addition to the rent, shown separately in the log of the order. */
  acceleration: number;
  /** Members who may have reached a milestone with it. */
  reaching: string[];
}

/**
 * Computes what the rules of each day give: points, beans and acceleration to the owner, and with an order's first day rewards and
 * promotion value to the owner's inviters, which are held. The caller posts the result in the transaction that settles the days, so it is posted once.
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

/** The number of first-level friends with working machines, by member. */
async function friendsOf(tx: Tx, members: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ member: string; n: number }>`
    select f.inviter as member, count(distinct f.id) as n from member as f
    join device_order as o on o.member = f.id and o.days_left > 0 and o.started_at is not null
    where f.inviter = any(${members}) group by f.inviter`.execute(tx);
  return new Map(rows.map(({ member, n }) => [member, n]));
}

/** Members whose membership was valid until the end of the day. */
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

/** Holds the rewards for the purchase of an order, for the part of it that was paid with money. */
async function rewardInviters(
  tx: Tx,
  { serialNumber, member, day }: SettledDay,
  rules: Rules,
  accrued: AccruedDay,
): Promise<void> {
  const purchase = await tx
    .selectFrom('purchase_line as l')
    .innerJoin('purchase as p', (join) =>
      join.onRef('p.order_no', '=', 'l.order_no').onRef('p.member', '=', 'l.member'),
    )
    .select(['l.total', 'l.quantity', 'p.currency'])
    .where('l.member', '=', member)
    .where('l.device', '=', serialNumber)
    .where('l.renews', 'is', null)
    .executeTakeFirst();
  const above = await inviterOf(tx, member);
  accrued.reaching.push(member, ...(above ? [above] : []));
  if (!above || purchase?.currency !== 'money') return;
  const bought = { machines: purchase.quantity, paid: purchase.total };
  const grant = async (to: string, level: 1 | 2) => {
    for (const accrual of ofPurchase(bought, level, rules))
      await holdReward(tx, to, accrual, { serialNumber, day, days: rules.rewardHoldDays });
  };
  await grant(above, 1);
  const top = await inviterOf(tx, above);
  if (top && top !== member) await grant(top, 2);
}
