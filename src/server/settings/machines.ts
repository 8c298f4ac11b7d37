import type { Reader } from './environment';

/** The address of the machine provider, and its key. */
export interface MachineApi {
  api: string;
  key: string;
  /** It is a stand-in for development: members read that it is test mode. */
  standIn?: true;
}

/**
 * The machine provider, `MACHINES_API_URL` and `MACHINES_API_KEY`; without it a sandbox. `MACHINES=stand-in` says that the provider stands in for
 * a real one, not in production. In production `MACHINES=manual` means that people bring machines online by hand.
 */
export function readMachines(
  { mistakes, lack, oneOf, address, together }: Reader,
  production: boolean,
): MachineApi | 'manual' | 'sandbox' {
  const by = oneOf('MACHINES', ['', 'manual', 'stand-in'], '');
  const api = address('MACHINES_API_URL', '');
  const both = together('MACHINES_API_URL', 'MACHINES_API_KEY');
  if (by === 'manual' && api) mistakes.push('MACHINES=manual and MACHINES_API_URL exclude each other');
  if (by === 'manual') return by;
  if (by && production) mistakes.push('MACHINES=stand-in is not for production');
  if (both) return { api, key: both.MACHINES_API_KEY, ...(by && { standIn: true }) };
  if (production)
    lack(
      'MACHINES_API_URL or MACHINES',
      'MACHINES_API_URL and MACHINES_API_KEY must name the provider of machines in production, or MACHINES=manual say that people bring them online',
    );
  return 'sandbox';
}
