import type { WaitingList } from '../kernel/waiting-list';

/** Payments that only people can book: remittances, payments that fit no order, transfers of USDT; and refunds that failed. */
export const waitingPayments: readonly WaitingList[] = [
  {
    name: 'remittances',
    look: (run) =>
      run
        .selectFrom('remittance')
        .where('state', '=', 'auditing')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
        .executeTakeFirstOrThrow(),
  },
  {
    name: 'payments',
    look: (run) =>
      run
        .selectFrom('payment_review')
        .where('settled_at', 'is', null)
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
        .executeTakeFirstOrThrow(),
  },
  {
    name: 'transfers',
    look: (run) =>
      run
        .selectFrom('usdt_transfer')
        .where('state', '=', 'review')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
        .executeTakeFirstOrThrow(),
  },
  {
    name: 'providerrefunds',
    look: (run) =>
      run
        .selectFrom('provider_refund')
        .where('state', '=', 'failed')
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
        .executeTakeFirstOrThrow(),
  },
];
