import { monthAfter } from '../db/china';
import type { Measurement } from '../db/measurement';
import { makeMonths, type Part, partsOf } from '../db/months';
import type { Schedule } from './worker';

/** The tables that have a part for each month, as `schema/grows.ts` collects them. */
type Growing = Readonly<Record<string, { on: string }>>;

/** Makes the parts of the coming months. A table that is in use at the moment has its turn ten minutes later. */
export const monthMaking = (growing: Growing): Schedule => ({
  name: 'months',
  every: 600_000,
  async run(db, now) {
    for (const [table, { on }] of Object.entries(growing)) await makeMonths(db, table, on, now);
  },
});

/** Months that are made after the current one: with none, new rows go to the last part, which is for all times after them. */
function aheadOf(parts: readonly Part[], now: number): number {
  const end = parts.at(-1)?.from?.getTime() ?? 0;
  let ahead = 0;
  while (monthAfter(now, ahead + 2).getTime() <= end) ahead++;
  return ahead;
}

export const monthMeasurement = (growing: Growing): Measurement<'cloudphone_months_ahead'> => ({
  gauges: {
    cloudphone_months_ahead: { help: 'Months after the current one that have a part', labels: ['table'] },
  },
  async read(run) {
    const samples = [];
    for (const table of Object.keys(growing)) {
      const value = aheadOf(await partsOf(run, table), Date.now());
      samples.push({ labels: { table }, value });
    }
    return { cloudphone_months_ahead: samples };
  },
});
