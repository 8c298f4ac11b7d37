import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { applyReports } from './sync-machines';

/** Sets the state of all machines of an order by hand, if no provider reports it. */
export const sayMachines = (
  { db, now }: Gateway,
  serialNumber: string,
  state: 'prepared' | 'online' | 'offline',
) =>
  db.tx(async (tx) => {
    const machines = await tx
      .selectFrom('machine')
      .select(['id', 'member'])
      .where('serial_number', '=', serialNumber)
      .orderBy('position')
      .execute();
    if (!machines.length) throw new DomainError('deviceMissing');
    const reports = machines.map(({ id }) => ({ id, state }));
    await applyReports(tx, [...new Set(machines.map(({ member }) => member))], reports, now());
    return { serialNumber, machines: machines.length, state };
  });
