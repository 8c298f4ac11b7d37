import { takeRewardsBack } from '../accruals/take-back';
import type { Db } from '../db/database';
import { stopRefunded } from '../devices/end-machines';
import { idempotent } from '../kernel/idempotency';
import { type Refund, refund } from '../orders/refund-order';

/** Who an operator's request keys are kept under. */
export const operator = 'operator';

/**
 * Gives back what a member paid for an order, once a key; with the last of it what it brought ends: machines stop, and
 * their tasks with them. `left`: what may still be given back.
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
