import type { Tx } from '../db/database';
import type { OrderOfMachines } from '../devices/install';
import { takeBack } from './held-rewards';

/**
 * Ends the rewards of inviters for a device order that was refunded in full: held ones are not credited, credited ones are taken back. An
 * inviter owes the part that is spent, which is deducted from the next rewards; no balance goes below zero.
 */
export async function takeRewardsBack(
  tx: Tx,
  { member: owner, serialNumber }: OrderOfMachines,
  now: number,
): Promise<void> {
  const order = await tx
    .selectFrom('device_order')
    .select('serial_number')
    .where('member', '=', owner)
    .where('serial_number', '=', serialNumber)
    .where('refunded_at', 'is not', null)
    .executeTakeFirst();
  if (!order) return;
  await tx.deleteFrom('held_reward').where('serial_number', '=', serialNumber).execute();
  const given = await tx
    .selectFrom('transfer as t')
    .innerJoin('posting as p', (join) => join.onRef('p.transfer', '=', 't.id').onRef('p.home', '=', 't.home'))
    .innerJoin('account as a', (join) => join.onRef('a.id', '=', 'p.account').onRef('a.home', '=', 'p.home'))
    .where('t.ref', '=', serialNumber)
    .where('t.kind', '=', 'reward')
    .where('t.rule', 'in', ['rewardLevel1', 'rewardLevel2', 'promotionPerMachine'])
    .where('a.member', 'is not', null)
    .select(['a.member', 'a.kind', 'p.amount', 't.rule'])
    .orderBy('a.id')
    .execute();
  for (const { member, kind, amount, rule } of given)
    if (member !== null && (kind === 'balance' || kind === 'promotion'))
      await takeBack(tx, { member, kind }, amount, { ref: serialNumber, rule }, now);
}
