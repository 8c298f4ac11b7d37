import type { Executor } from '../db/database';

/** The amounts of an order's payments that the payers' banks hold or have taken back, and that do not count as refunded. */
export const disputedParts = (
  run: Executor,
  orderNo: string,
): Promise<{ receipt: string; amount: number }[]> =>
  run
    .selectFrom('dispute as d')
    .innerJoin('receipt as r', 'r.id', 'd.receipt')
    .select(['d.receipt', 'd.amount'])
    .where('d.order_no', '=', orderNo)
    .where('r.used_for', '=', 'order')
    .where('d.state', 'in', ['open', 'lost'])
    .where((is) => is.or([is('d.goods', 'is', null), is('d.goods', '=', 'kept')]))
    .execute();

/** Their sum: it can be refunded in no way. */
export const disputedOf = async (run: Executor, orderNo: string): Promise<number> =>
  (await disputedParts(run, orderNo)).reduce((sum, { amount }) => sum + amount, 0);
