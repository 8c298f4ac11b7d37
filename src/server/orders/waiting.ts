import type { WaitingList } from '../kernel/waiting-list';
import { isUnsent } from './ship-order';

/** Members' refund requests. */
export const waitingRefunds: WaitingList = {
  name: 'refunds',
  look: (run) =>
    run
      .selectFrom('refund_request')
      .where('state', '=', 'asked')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
      .executeTakeFirstOrThrow(),
};

/** Paid orders whose goods have not been sent. */
export const waitingShipments: WaitingList = {
  name: 'unsent',
  area: 'orders',
  look: (run) =>
    run
      .selectFrom('purchase as p')
      .where(isUnsent)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('paid_at').as('since')])
      .executeTakeFirstOrThrow(),
};
