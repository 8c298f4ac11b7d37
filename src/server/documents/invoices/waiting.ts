import type { WaitingList } from '../../kernel/waiting-list';

/** Members' requests for invoices. */
export const waitingInvoices: WaitingList = {
  name: 'invoices',
  look: (run) =>
    run
      .selectFrom('invoice')
      .where('state', '=', 'asked')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('asked_at').as('since')])
      .executeTakeFirstOrThrow(),
};
