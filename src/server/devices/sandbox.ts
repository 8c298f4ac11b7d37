import { createHash } from 'node:crypto';
import type { OfferedApp } from '../../contract/buying/phone-actions';
import type { WholeProvider } from './provider';
import { drawScreen } from './sandbox-screen';

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

/** Milliseconds that a restart takes in the sandbox, and for which a restarted machine then stays online. */
export const sandboxRestartMs = 30_000;

/** Milliseconds that it takes to install an app in the sandbox. */
export const sandboxActionMs = 4_000;
const largestSandboxApp = { id: 'sandbox-game', name: 'Sandbox Game', version: '4.2.0', size: 1_850_000_000 };
/** How many files machines have received; of the machines that did so last. Nothing else of the files is kept. */
const sandboxFiles = new Map<string, number>();
const mostWithFiles = 1000;
/** Their names say that nobody gets a real app. */
const sandboxApps: OfferedApp[] = [
  { id: 'sandbox-player', name: 'Sandbox Player', version: '2.1.3', size: 48_200_000 },
  { id: 'sandbox-notes', name: 'Sandbox Notes', version: '1.0.9', size: 9_600_000 },
  largestSandboxApp,
];

/**
 * Simulates the provider: machines are ready at once, every tenth of an order is offline half of the time, for maintenance or for its
 * network. A restart takes half a minute, and brings a machine back for an hour. `run-tasks.ts` advances tasks; the screens show them. Nothing
 * is really installed, and of files only the number is shown: an action ends after some seconds, and every tenth machine has no room for the largest app.
 */
export const sandboxProvider: WholeProvider = {
  sandbox: true,
  async sync(machines, now) {
    const able = { restartable: true, screenshots: true, files: true } as const;
    return machines
      .filter(({ wanted }) => wanted)
      .map(({ id, restart = 0 }) => {
        const since = now - restart;
        if (since < sandboxRestartMs) return { id, state: 'offline', reason: 'starting', ...able } as const;
        if (since < hourMs || isOnlineInSandbox(id, now)) return { id, state: 'online', ...able } as const;
        const reason = id.endsWith('20') ? 'maintenance' : 'network';
        return { id, state: 'offline', reason, ...able } as const;
      });
  },
  async screenshots(machines, width, now) {
    return new Map(
      machines.map((machine) => {
        const files = sandboxFiles.get(machine.id) ?? 0;
        return [machine.id, Buffer.from(drawScreen(machine, width, now, files))];
      }),
    );
  },
  async push(machine) {
    const before = sandboxFiles.get(machine) ?? 0;
    sandboxFiles.delete(machine);
    sandboxFiles.set(machine, before + 1);
    const [oldest] = sandboxFiles.keys();
    if (sandboxFiles.size > mostWithFiles && oldest !== undefined) sandboxFiles.delete(oldest);
    return { state: 'done' };
  },
  offers: async () => ({ apps: sandboxApps }),
  act: async (actions, now) =>
    actions.map(({ id, machine, at, app }) => {
      if (now - at < sandboxActionMs) return { id, state: 'running' } as const;
      const isFull = app === largestSandboxApp.id && machine.endsWith('0');
      return isFull ? ({ id, state: 'failed', reason: 'space' } as const) : ({ id, state: 'done' } as const);
    }),
};
