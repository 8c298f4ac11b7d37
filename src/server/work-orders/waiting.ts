import { WorkOrderStatus } from '../../contract/support/work-orders';
import type { WaitingList } from '../kernel/waiting-list';

/** Work orders without an answer, including assigned ones. */
export const waitingWorkOrders: WaitingList = {
  name: 'workorders',
  look: (run) =>
    run
      .selectFrom('work_order')
      .where('status', 'in', [WorkOrderStatus.pending, WorkOrderStatus.processing])
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('changed_at').as('since')])
      .executeTakeFirstOrThrow(),
};
