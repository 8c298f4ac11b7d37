import type { Executor } from '../db/database';

/** The number of an order, and its member. */
type OrderName = { order_no: string; member: string };

/** The amounts of an order's payments that the payers' banks hold or have taken back, and that do not count as refunded. */
export const disputedParts = (
  run: Executor,
  { order_no, member }: OrderName,
): Promise<{ receipt: string; amount: number }[]> =>
  run
    .selectFrom('dispute as d')
    .innerJoin('receipt as r', (join) =>
      join.onRef('r.id', '=', 'd.receipt').onRef('r.member', '=', 'd.member'),
    )
    .select(['d.receipt', 'd.amount'])
    .where('d.member', '=', member)
    .where('d.order_no', '=', order_no)
    .where('r.used_for', '=', 'order')
    .where('d.state', 'in', ['open', 'lost'])
    .where((is) => is.or([is('d.goods', 'is', null), is('d.goods', '=', 'kept')]))
    .execute();

/** Their sum: it can be refunded in no way. */
export const disputedOf = async (run: Executor, order: OrderName): Promise<number> =>
  (await disputedParts(run, order)).reduce((sum, { amount }) => sum + amount, 0);
