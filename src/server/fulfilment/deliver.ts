import { setNavigable } from '../auth/members';
import type { Tx } from '../db/database';
import {
  addDays,
  hasMachines,
  installMachines,
  markRefunded,
  newSerialNumber,
  takeDays,
} from '../devices/install';
import { isPaidFor, type Line, linesOf, setDevice } from '../orders/lines';
import { extendMembership, shortenMembership } from '../orders/memberships';
import type { Purchase } from '../orders/own';

const boughtOf = ({ name_en: name, quantity, days, daily_rent: dailyRent }: Line) => ({
  name,
  quantity,
  days,
  dailyRent,
});

/**
 * Delivers the lines of a member's paid order: machines in the device list, a renewal, a membership. Goods wait for the operator. Returns the
 * device orders concerned.
 */
export async function deliver(
  tx: Tx,
  member: string,
  lines: readonly Line[],
  now: number,
): Promise<string[]> {
  const devices: string[] = [];
  for (const line of lines) {
    if (line.category === 'membership') await extendMembership(tx, member, line.days * line.quantity, now);
    if (line.category !== 'machines') continue;
    const serialNumber = line.device ?? line.renews ?? newSerialNumber(now);
    const device = { member, serialNumber };
    let isNavigable = false;
    if (line.renews) await addDays(tx, device, boughtOf(line));
    else isNavigable = await installMachines(tx, device, boughtOf(line), now);
    if (line.device === null) await setDevice(tx, line, serialNumber);
    devices.push(serialNumber);
    if (!isNavigable) await setNavigable(tx, member, true);
  }
  return devices;
}

/**
 * Takes back the delivery of a refunded order, as far as it has not been used up: rent that was paid stays paid. Returns the device
 * orders concerned. Device orders whose price has been refunded completely are marked as refunded, and a member without other device
 * orders no longer has a machine.
 */
export async function takeBack(tx: Tx, order: Purchase, now: number): Promise<string[]> {
  const { member } = order;
  const devices: string[] = [];
  for (const line of await linesOf(tx, order)) {
    if (line.category === 'membership') await shortenMembership(tx, member, line.days * line.quantity);
    if (!line.device) continue; // only machines that were delivered have one
    devices.push(line.device);
    const device = { member, serialNumber: line.device };
    await takeDays(tx, device, boughtOf(line));
    if (!(await isPaidFor(tx, line))) await markRefunded(tx, device, now);
  }
  if (devices.length && !(await hasMachines(tx, member))) await setNavigable(tx, member, false);
  return devices;
}
