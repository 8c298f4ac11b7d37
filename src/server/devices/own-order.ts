import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';

/** Refused alike whether the order is another member's or nobody's. */
export async function ownOrder(run: Executor, member: string, serialNumber: string): Promise<void> {
  const own = await run
    .selectFrom('device_order')
    .select('serial_number')
    .where('serial_number', '=', serialNumber)
    .where('member', '=', member)
    .executeTakeFirst();
  if (!own) throw new DomainError('deviceMissing');
}
