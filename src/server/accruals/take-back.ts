import type { Tx } from '../db/database';
import { takeBack } from './held-rewards';

/**
 * Ends the rewards of inviters for a device order that was refunded in full: held ones are not credited, credited ones are taken back. An
 * inviter owes the part that is spent, which is deducted from the next rewards; no balance goes below zero.
 */
export async function takeRewardsBack(tx: Tx, serialNumber: string, now: number): Promise<void> {
  await tx
    .deleteFrom('held_reward')
    .where('serial_number', '=', serialNumber)
    .where('serial_number', 'in', (is) =>
      is.selectFrom('device_order').select('serial_number').where('refunded_at', 'is not', null),
    )
    .execute();
  const given = await tx
    .selectFrom('transfer as t')
    .innerJoin('posting as p', 'p.transfer', 't.id')
    .innerJoin('account as a', 'a.id', 'p.account')
    .innerJoin('device_order as o', 'o.serial_number', 't.ref')
    .where('t.ref', '=', serialNumber)
    .where('o.refunded_at', 'is not', null)
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
