import type { Reader } from './environment';

/** Where the provider of machines is told what they should be, and the key to it. */
export interface MachineApi {
  api: string;
  key: string;
}

/**
 * The provider of machines, `MACHINES_API_URL` and `MACHINES_API_KEY`; without it a sandbox. In production the operator's
 * people may bring machines online by hand, and then say so: `MACHINES=manual`.
 */
export function readMachines(
  { mistakes, oneOf, address, together }: Reader,
  production: boolean,
): MachineApi | 'manual' | 'sandbox' {
  const by = oneOf('MACHINES', ['', 'manual'], '');
  const api = address('MACHINES_API_URL', '');
  const both = together('MACHINES_API_URL', 'MACHINES_API_KEY');
  if (by && (api || both)) mistakes.push('MACHINES=manual and MACHINES_API_URL exclude each other');
  if (by) return by;
  if (both) return { api, key: both.MACHINES_API_KEY };
  if (production)
    mistakes.push(
      'MACHINES_API_URL and MACHINES_API_KEY must name the provider of machines in production, or MACHINES=manual say that people bring them online',
    );
  return 'sandbox';
}
