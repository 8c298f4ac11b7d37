import { takeRewardsBack } from '../../accruals/take-back';
import type { Tx } from '../../db/database';
import { stopRefunded } from '../../devices/end-machines';

/** Stops the machines of device orders whose days were taken back, and takes back what inviters were rewarded for them. */
export async function endMachines(tx: Tx, devices: readonly string[], now: number): Promise<void> {
  await stopRefunded(tx, devices, now);
  for (const device of devices) await takeRewardsBack(tx, device, now);
}
