import { type Selectable, sql } from 'kysely';
import type { Tx } from '../db/database';
import { dayLength } from '../kernel/dates';
import { newNumber } from '../kernel/numbers';
import type { PurchaseLineTable, PurchaseTable } from '../orders/tables';

type Purchase = Selectable<PurchaseTable>;
type Line = Selectable<PurchaseLineTable>;

const machinesAStatement = 1000;

export const linesOf = (tx: Tx, orderNo: string): Promise<Line[]> =>
  tx.selectFrom('purchase_line').selectAll().where('order_no', '=', orderNo).orderBy('position').execute();

/** What a paid order brings: machines in the device list, a longer rent, a membership. Goods wait for the operator. */
export async function deliver(tx: Tx, purchase: Purchase, now: number): Promise<void> {
  for (const line of await linesOf(tx, purchase.order_no)) {
    if (line.category === 'membership') await extendMembership(tx, purchase.member, line, now);
    if (line.category !== 'machines') continue;
    const device = line.renews
      ? await renew(tx, line, line.renews)
      : await install(tx, purchase.member, line, now);
    await tx
      .updateTable('purchase_line')
      .set({ device })
      .where('order_no', '=', line.order_no)
      .where('position', '=', line.position)
      .execute();
    // Whoever has a machine may use the navigation features (spec §6).
    await tx.updateTable('member').set({ examine_state: 1 }).where('id', '=', purchase.member).execute();
  }
}

async function install(tx: Tx, member: string, line: Line, now: number): Promise<string> {
  const { quantity, days } = line;
  const serial_number = newNumber('CP', now, 8);
  const daily_rent = line.daily_rent * quantity;
  await tx
    .insertInto('device_order')
    .values({
      serial_number,
      member,
      name: line.name_en,
      quantity,
      ordered_at: new Date(now),
      daily_rent,
      rent_left: daily_rent * days,
      days_left: days,
    })
    .execute();
  const machines = Array.from({ length: quantity }, (_, at) => {
    const number = String(at + 1).padStart(3, '0');
    return {
      id: `${serial_number}-${number}`,
      serial_number,
      position: at + 1,
      name: `CP-${serial_number.slice(-4)}-${number}`,
      online: false,
    };
  });
  for (let at = 0; at < machines.length; at += machinesAStatement)
    await tx
      .insertInto('machine')
      .values(machines.slice(at, at + machinesAStatement))
      .execute();
  return serial_number;
}

async function renew(tx: Tx, { quantity, days, daily_rent }: Line, device: string): Promise<string> {
  const rent = daily_rent * quantity;
  await tx
    .updateTable('device_order')
    .set({
      days_left: sql<number>`days_left + ${days}`,
      rent_left: sql<number>`rent_left + ${rent * days}`,
      daily_rent: rent,
      expired_at: null,
    })
    .where('serial_number', '=', device)
    .execute();
  return device;
}

async function extendMembership(tx: Tx, member: string, { days, quantity }: Line, now: number) {
  const more = days * quantity * dayLength;
  await tx
    .insertInto('membership')
    .values({ member, until: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { until } = await tx
    .selectFrom('membership')
    .select('until')
    .where('member', '=', member)
    .forUpdate()
    .executeTakeFirstOrThrow();
  await tx
    .updateTable('membership')
    .set({ until: new Date(Math.max(until.getTime(), now) + more) })
    .where('member', '=', member)
    .execute();
}

/**
 * Takes back what a refunded order had brought, as far as it has not been used up: rent that was paid stays paid. Gives the
 * device orders that it was about. Those that nothing is left of are refunded, and a member without any others no longer
 * has a machine.
 */
export async function takeBack(tx: Tx, purchase: Purchase, now: number): Promise<string[]> {
  const devices: string[] = [];
  for (const line of await linesOf(tx, purchase.order_no)) {
    const { days, daily_rent, quantity } = line;
    if (line.category === 'membership') {
      const { until } = await tx
        .selectFrom('membership')
        .select('until')
        .where('member', '=', purchase.member)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await tx
        .updateTable('membership')
        .set({ until: new Date(until.getTime() - days * quantity * dayLength) })
        .where('member', '=', purchase.member)
        .execute();
    }
    if (line.category !== 'machines' || !line.device) continue;
    devices.push(line.device);
    await tx
      .updateTable('device_order')
      .set({
        days_left: sql<number>`greatest(days_left - ${days}, 0)`,
        rent_left: sql<number>`case when days_left <= ${days} then 0
            else greatest(rent_left - ${days * daily_rent * quantity}, 0) end`,
      })
      .where('serial_number', '=', line.device)
      .execute();
    await markRefunded(tx, line.device, now);
  }
  const { n } = await tx
    .selectFrom('device_order')
    .where('member', '=', purchase.member)
    .where('refunded_at', 'is', null)
    .select((is) => is.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  if (devices.length && !Number(n))
    await tx.updateTable('member').set({ examine_state: 0 }).where('id', '=', purchase.member).execute();
  return devices;
}

/** A device order is refunded once none of what was paid for it is left with us. */
async function markRefunded(tx: Tx, device: string, now: number): Promise<void> {
  await tx
    .updateTable('device_order')
    .set({ refunded_at: new Date(now) })
    .where('serial_number', '=', device)
    .where('days_left', '<', 1)
    .where((is) =>
      is.not(
        is.exists(
          is
            .selectFrom('purchase_line as l')
            .innerJoin('purchase as p', 'p.order_no', 'l.order_no')
            .select('l.order_no')
            .where('l.device', '=', device)
            .whereRef('p.refunded', '<', 'p.paid'),
        ),
      ),
    )
    .execute();
}
