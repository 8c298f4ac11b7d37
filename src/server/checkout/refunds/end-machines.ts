import { takeRewardsBack } from '../../accruals/take-back';
import type { Tx } from '../../db/database';
import { stopRefunded } from '../../devices/end-machines';

/** Stops the machines of device orders whose days were taken back, and takes back what inviters were rewarded for them. */
export async function endMachines(
  tx: Tx,
  { member, devices }: { member: string; devices: readonly string[] },
  now: number,
): Promise<void> {
  for (const serialNumber of devices) await stopRefunded(tx, { member, serialNumber }, now);
  for (const serialNumber of devices) await takeRewardsBack(tx, { member, serialNumber }, now);
}
