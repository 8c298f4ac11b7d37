import type { Tx } from '../db/database';
import { assets, type Kind, memberAccount, systemAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';

/**
 * Takes back the rewards of inviters for a device order that was refunded in full, as far as they still have them: rewards already spent
 * are the platform's loss, and no balance goes below zero.
 */
export async function takeRewardsBack(tx: Tx, serialNumber: string, now: number): Promise<void> {
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
    .select(['a.id', 'a.member', 'a.kind', 'p.amount', 't.rule'])
    .orderBy('a.id')
    .execute();
  for (const { id, member, kind, amount, rule } of given) {
    const { balance } = await tx
      .selectFrom('account')
      .select('balance')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const back = Math.min(balance, amount);
    if (back < 1 || member === null) continue;
    const asset = assets[kind as Kind];
    await postMovement(
      tx,
      {
        kind: 'reward-return',
        asset,
        entries: [
          [memberAccount(member, kind as Kind), -back],
          [systemAccount('accruals', asset), back],
        ],
        memo: '',
        ref: serialNumber,
        ...(rule && { rule }),
      },
      now,
    );
  }
}
