import type { Settings } from '../settings/settings';
import { providerOverHttp } from './provider-http';
import { sandboxProvider } from './sandbox';

/** A machine as it should be: what the provider is told, again and again until it says that it is so. */
export interface WantedMachine {
  id: string;
  /** The device order that it belongs to. */
  serialNumber: string;
  /** Whether it may run. A machine that was let go of needs no answer. */
  wanted: boolean;
  /** What it should be at; nothing when it has no task. */
  task?: { id: string; name: string; state: 'running' | 'paused' };
}

/** A machine as it is. */
export interface ReportedMachine {
  id: string;
  state: 'preparing' | 'prepared' | 'online' | 'offline';
  /** How far its task has come, in percent; 100 when it is done. */
  task?: { id: string; progress: number } | undefined;
}

/** Who runs the machines. What it cannot answer is thrown. */
export interface MachineProvider {
  readonly sandbox: boolean;
  /** Tells what machines should be, and gives what they are; to tell the same again changes nothing. */
  sync(machines: readonly WantedMachine[], now: number): Promise<ReportedMachine[]>;
}

/** The provider that the settings name; a sandbox without any, and nothing where people bring machines online by hand. */
export function machineProvider({ machines }: Pick<Settings, 'machines'>): MachineProvider | undefined {
  if (machines === 'manual') return;
  return machines === 'sandbox' ? sandboxProvider : providerOverHttp(machines);
}
