import { createHash } from 'node:crypto';
import type { MachineProvider } from './provider';

const hourMs = 3_600_000;
/** One in this many machines of an order has an unreliable connection. */
const shaky = 10;

/** Whether a machine of the sandbox is online: deterministic for a machine and hour. */
export function isOnlineInSandbox(id: string, at: number): boolean {
  const position = Number(/-(\d+)$/.exec(id)?.[1] ?? 0);
  if (!position || position % shaky) return true;
  const [chance = 0] = createHash('sha256')
    .update(`${id}|${Math.floor(at / hourMs)}`)
    .digest();
  return chance >= 128;
}

/**
 * Simulates the provider: machines are ready at once, every tenth of an order is offline half of the time. `run-tasks.ts` advances tasks.
 */
export const sandboxProvider: MachineProvider = {
  sandbox: true,
  async sync(machines, now) {
    return machines
      .filter(({ wanted }) => wanted)
      .map(({ id }) => ({ id, state: isOnlineInSandbox(id, now) ? 'online' : 'offline' }));
  },
};
