import type { WaitingList } from '../kernel/waiting-list';

/** Lines of the bank's statements that belong to nothing yet. */
export const waitingLines: WaitingList = {
  name: 'banklines',
  look: (run) =>
    run
      .selectFrom('bank_line')
      .where('state', '=', 'open')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('booked_at').as('since')])
      .executeTakeFirstOrThrow(),
};
