import { takeRewardsBack } from '../accruals/take-back';
import type { Db, Executor } from '../db/database';
import { stopRefunded } from '../devices/end-machines';
import { type Refund, refund } from '../fulfilment/refund';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';

/** The owner of the request keys of operators. */
const operator = 'operator';

/**
 * Refunds an order, once per key. With the last part, the purchase ends: machines and their tasks stop. `left`: the amount that can still
 * be refunded.
 */
export const refundOrder = (
  db: Db,
  input: Refund & { requestKey: string },
  now: number,
): Promise<{ refunded: number; left: number }> =>
  db.tx((tx) =>
    idempotent(tx, { member: operator, now }, { path: 'operator/refund' }, input, async () => {
      const { refunded, left, devices } = await refund(tx, input, now);
      await stopRefunded(tx, devices, now);
      for (const device of devices) await takeRewardsBack(tx, device, now);
      return { refunded, left };
    }),
  );

/**
 * Refused if the same amount was refunded for the same reason by another request: an operator who repeats a command must confirm it
 * (the response contains `repeat: true`).
 */
export async function assertNewRefund(
  run: Executor,
  { orderNo, amount, reason, requestKey }: Refund & { requestKey: string },
): Promise<void> {
  const retried = await run
    .selectFrom('answered')
    .select('key')
    .where('member', '=', operator)
    .where('call', '=', 'operator/refund')
    .where('key', '=', requestKey.toLowerCase())
    .executeTakeFirst();
  if (retried || amount === undefined) return;
  const before = await run
    .selectFrom('transfer as t')
    .innerJoin('posting as p', 'p.transfer', 't.id')
    .select('t.id')
    .where('t.kind', '=', 'refund')
    .where('t.ref', '=', orderNo)
    .where('t.memo', '=', reason)
    .where('p.amount', '=', amount)
    .executeTakeFirst();
  if (before) throw new DomainError('refundRepeated', {}, { body: { repeat: true } });
}
