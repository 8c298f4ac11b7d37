import type { Tx } from '../db/database';
import { beginningOf, dayLength } from '../kernel/dates';
import { postMovement } from '../ledger/post';
import { type Accrual, ofDay, ofPurchase } from './amounts';
import { credited } from './credit';
import { seeMilestones, teamOf } from './milestones';
import type { Rules } from './rules';

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

/**
 * Credits what the rules of that day bring for it: points, beans and acceleration to the owner, and with an order's first day
 * rewards and promotion value to those who invited the owner. In the transaction that settles the day, and so once.
 */
export async function accrueDay(tx: Tx, settled: SettledDay, rules: Rules, now: number): Promise<void> {
  const { serialNumber: ref, member, day, machines, rent, first } = settled;
  const { friends } = await teamOf(tx, member);
  const membership = await hadMembership(tx, member, day);
  const accruals = ofDay({ machines, rent, friends, membership }, rules);
  for (const accrual of accruals) await postMovement(tx, credited(member, accrual, { ref, memo: day }), now);
  await logAcceleration(tx, settled, accruals, now);
  if (first) await rewardInviters(tx, settled, rules, now);
}

/** Acceleration stands beside the rent in the log of an order. */
async function logAcceleration(
  tx: Tx,
  { serialNumber, member, day, machines }: SettledDay,
  accruals: readonly Accrual[],
  now: number,
): Promise<void> {
  const amount = accruals
    .filter(({ asset }) => asset === 'CNY')
    .reduce((sum, accrual) => sum + accrual.amount, 0);
  if (!amount) return;
  await tx
    .insertInto('order_log')
    .values({
      id: `acceleration:${serialNumber}:${day}`,
      serial_number: serialNumber,
      member,
      kind: 'acceleration',
      day,
      at: new Date(now),
      amount,
      machines,
    })
    .execute();
}

async function hadMembership(tx: Tx, member: string, day: string): Promise<boolean> {
  const found = await tx
    .selectFrom('membership')
    .select('member')
    .where('member', '=', member)
    .where('until', '>=', new Date(beginningOf(day).getTime() + dayLength))
    .executeTakeFirst();
  return !!found;
}

const inviterOf = async (tx: Tx, member: string): Promise<string | undefined> => {
  const row = await tx.selectFrom('member').select('inviter').where('id', '=', member).executeTakeFirst();
  return row?.inviter ?? undefined;
};

/** Rewards for the purchase that brought an order, as far as it was paid with money. */
async function rewardInviters(
  tx: Tx,
  { serialNumber, member, day }: SettledDay,
  rules: Rules,
  now: number,
): Promise<void> {
  const purchase = await tx
    .selectFrom('purchase_line as l')
    .innerJoin('purchase as p', 'p.order_no', 'l.order_no')
    .select(['l.total', 'l.quantity', 'p.currency'])
    .where('l.device', '=', serialNumber)
    .where('l.renews', 'is', null)
    .executeTakeFirst();
  const above = await inviterOf(tx, member);
  await seeMilestones(tx, above ? [member, above] : [member], now);
  if (!above || purchase?.currency !== 'money') return;
  const bought = { machines: purchase.quantity, paid: purchase.total };
  const top = await inviterOf(tx, above);
  const grant = async (to: string, level: 1 | 2) => {
    for (const accrual of ofPurchase(bought, level, rules))
      await postMovement(tx, credited(to, accrual, { ref: serialNumber, memo: day }), now);
  };
  await grant(above, 1);
  if (top && top !== member) await grant(top, 2);
}
