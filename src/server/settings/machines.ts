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
  env: Record<string, string | undefined>,
  mistakes: string[],
  production: boolean,
): MachineApi | 'manual' | 'sandbox' {
  const api = env.MACHINES_API_URL?.trim().replace(/\/+$/, '');
  const key = env.MACHINES_API_KEY?.trim();
  const by = env.MACHINES?.trim();
  if (by && by !== 'manual') mistakes.push(`MACHINES must be manual, or not be set, not "${by}"`);
  if (by && (api || key)) mistakes.push('MACHINES=manual and MACHINES_API_URL exclude each other');
  if (by) return 'manual';
  if (!api !== !key) mistakes.push('MACHINES_API_URL and MACHINES_API_KEY go together');
  if (api && !/^https?:\/\/[^/\s]+/.test(api))
    mistakes.push('MACHINES_API_URL must be an http or https address');
  if (api && key) return { api, key };
  if (production)
    mistakes.push(
      'MACHINES_API_URL and MACHINES_API_KEY must name the provider of machines in production, or MACHINES=manual say that people bring them online',
    );
  return 'sandbox';
}
