import { type MachineProvider, machineProvider } from '../../../src/server/devices/provider';
import { syncMachines } from '../../../src/server/devices/sync-machines';
import { createWorker } from '../../../src/server/jobs/worker';
import type { TestGateway } from './open';

/** Does the jobs that wait for the provider of machines, the sandbox unless said, as a worker of the gateway does. */
export async function bringOnline(
  { db, settings, clock }: TestGateway,
  provider: MachineProvider | undefined = machineProvider(settings),
): Promise<void> {
  const now = () => Date.now() + clock.ahead;
  const failures: unknown[] = [];
  const worker = createWorker({
    db,
    kinds: { 'sync-machines': syncMachines(db, provider, now) },
    schedules: [],
    now,
    log: (error) => failures.push(error),
  });
  while (await worker.work());
  if (failures.length) throw failures[0];
}
