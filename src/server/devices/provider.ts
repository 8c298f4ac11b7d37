import type { OfferedApp } from '../../contract/buying/phone-actions';
import type { PushedFile, ReportedPush, ShownMachine } from '../kernel/services';
import type { Settings } from '../settings/settings';
import { providerOverHttp } from './provider-http';
import { sandboxProvider } from './sandbox';

/** The desired state of a machine, which is sent to the provider until it reports the same state. */
export interface WantedMachine {
  id: string;
  /** The device order to which it belongs. */
  serialNumber: string;
  /** Whether it should run. A released machine needs no report. */
  wanted: boolean;
  /**
   * When its member asked for a restart, in milliseconds since the epoch. The provider restarts the machine once for each value; absent
   * if nobody ever asked.
   */
  restart?: number;
  /** The task it should have; undefined for none. */
  task?: { id: string; name: string; state: 'running' | 'paused' };
}

/** The actual state of a machine. */
export interface ReportedMachine {
  id: string;
  state: 'preparing' | 'prepared' | 'online' | 'offline';
  /** Why it is offline, if the provider knows. */
  reason?: 'starting' | 'maintenance' | 'network' | undefined;
  /** Whether the provider restarts it on request. */
  restartable?: boolean | undefined;
  /** Whether the provider makes pictures of its screen. */
  screenshots?: boolean | undefined;
  /** Whether the provider streams its screen. */
  streams?: boolean | undefined;
  /** Whether the provider puts files on it. */
  files?: boolean | undefined;
  /** Progress of its task in percent; 100 if it is done. */
  task?: { id: string; progress: number } | undefined;
}

/** The provider of machines. Methods throw if it cannot answer. */
export interface MachineProvider {
  readonly sandbox: boolean;
  /** Sends the desired states and returns the actual ones; sending the same again changes nothing. */
  sync(machines: readonly WantedMachine[], now: number): Promise<ReportedMachine[]>;
}

/** The same provider, as far as it shows what is on the screens of machines. */
export interface ScreenProvider {
  /**
   * Current pictures of screens by machine, without those that cannot be made now: SVG from the sandbox, otherwise JPEG, PNG or WebP. `width`:
   * in pixels, of the picture that is wanted; a larger one is accepted.
   */
  screenshots(machines: readonly ShownMachine[], width: number, now: number): Promise<Map<string, Buffer>>;
  /** The address of a WebSocket that streams a screen once; absent if no machine is ever streamed. `bitrate`: in bits a second; undefined for one that only takes
   * controls, and needs no picture. */
  stream?(machine: string, bitrate: number | undefined): Promise<string>;
}

/** Something that a provider is to do with one machine. */
interface AskedAction {
  /** The id of the request: it is done once, however often it is asked. */
  id: string;
  machine: string;
  /** When it was first asked, in milliseconds since the epoch. */
  at: number;
  /** The app to install, as the provider names it. */
  app: string;
}

/** How far it has come. */
export interface ReportedAction {
  id: string;
  state: 'running' | 'done' | 'failed';
  reason?: 'offline' | 'space' | 'unable' | undefined;
}

/** The same provider, as far as it does something with machines on request. */
export interface ActingProvider {
  /** The apps that it installs; none if it installs none. */
  offers(): Promise<{ apps: OfferedApp[] }>;
  /** Begins these actions, or says how far they have come. */
  act(actions: readonly AskedAction[], now: number): Promise<ReportedAction[]>;
}

/** The same provider, as far as it puts files on machines. */
export interface FilesProvider {
  /** Puts a file on a machine; absent if it never does. The answer comes once the machine has it. */
  push?(machine: string, file: PushedFile): Promise<ReportedPush>;
}

/** All that the gateway asks the provider of machines. */
export type WholeProvider = MachineProvider & ScreenProvider & ActingProvider & FilesProvider;

/** The configured provider; a sandbox without configuration, and undefined if people bring machines online by hand. */
export function machineProvider({ machines }: Pick<Settings, 'machines'>): WholeProvider | undefined {
  if (machines === 'manual') return;
  return machines === 'sandbox' ? sandboxProvider : providerOverHttp(machines);
}
