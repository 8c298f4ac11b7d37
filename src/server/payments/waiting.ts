import type { WaitingList } from '../kernel/waiting-list';

/** Payments that only people can book: remittances, payments that fit no order, transfers of USDT; refunds that failed, and disputes. */
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
  {
    name: 'disputes',
    look: (run) =>
      run
        .selectFrom('dispute')
        .where((is) =>
          is.or([
            is('state', 'in', ['inquiry', 'open']),
            is.and([is('state', '=', 'lost'), is('settled_at', 'is', null)]),
          ]),
        )
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min<Date | null>('at').as('since')])
        .executeTakeFirstOrThrow(),
  },
];
