import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';

/** The refusal is the same for an order of another member and one that does not exist. */
export async function ownOrder(run: Executor, member: string, serialNumber: string): Promise<void> {
  const own = await run
    .selectFrom('device_order')
    .select('serial_number')
    .where('serial_number', '=', serialNumber)
    .where('member', '=', member)
    .executeTakeFirst();
  if (!own) throw new DomainError('deviceMissing');
}
