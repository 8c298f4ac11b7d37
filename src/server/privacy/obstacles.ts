import { OrderState } from '../../contract/buying/orders';
import type { Deletion, Obstacle } from '../../contract/member/privacy';
import { WithdrawalStatus } from '../../contract/money/wallet';
import type { Executor } from '../db/database';
import { balances } from '../ledger/balances';

/** The obstacles to deleting an account: money, and anything that is about to become money or goods. */
export async function obstaclesOf(run: Executor, member: string): Promise<Deletion['obstacles']> {
  const held = await balances(run, member);
  const counted = await run
    .selectNoFrom((is) => [
      is
        .selectFrom('withdrawal')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('member', '=', member)
        .where('status', 'in', [WithdrawalStatus.applied, WithdrawalStatus.approved])
        .as('withdrawals'),
      is
        .selectFrom('purchase')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('member', '=', member)
        .where('state', 'in', [OrderState.waiting, OrderState.confirming])
        .as('orders'),
      is
        .selectFrom('device_order')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('member', '=', member)
        .where('expired_at', 'is', null)
        .where('ended_at', 'is', null)
        .where('refunded_at', 'is', null)
        .as('devices'),
      is
        .selectFrom('refund_request')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('member', '=', member)
        .where('state', '=', 'asked')
        .as('refunds'),
      is
        .selectFrom('provider_refund as r')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('r.member', '=', member)
        .where('r.state', 'in', ['underWay', 'failed'])
        .as('providerRefunds'),
      is
        .selectFrom('remittance')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('member', '=', member)
        .where('state', '=', 'auditing')
        .as('remittances'),
      is
        .selectFrom('shop_sale')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('member', '=', member)
        .where('state', '=', 'held')
        .as('sales'),
      is
        .selectFrom('held_reward')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('member', '=', member)
        .as('rewards'),
    ])
    .executeTakeFirstOrThrow();
  const all: [Obstacle, number][] = [
    ['balance', held.balance],
    ['storeBalance', held.store],
    ...(Object.entries(counted).map(([kind, n]) => [kind, Number(n)]) as [Obstacle, number][]),
  ];
  return all.flatMap(([kind, count]) => (count > 0 ? { kind, count } : []));
}
