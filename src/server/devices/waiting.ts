import type { WaitingList } from '../kernel/waiting-list';

/** Device orders whose machines have not been brought online. */
export const waitingMachines: WaitingList = {
  name: 'machines',
  look: (run) =>
    run
      .selectFrom('device_order')
      .where('started_at', 'is', null)
      .where('refunded_at', 'is', null)
      .where('days_left', '>', 0)
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('ordered_at').as('since')])
      .executeTakeFirstOrThrow(),
};
