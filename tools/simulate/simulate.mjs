// npm run simulate: plays members on the deployments that docs/scale.md advises, with the costs in tools/simulate/costs.json, and writes the table there.
// npm run simulate -- measure: measures those costs on this machine, each action by itself.
// npm run simulate -- compare [members]: has members use one gateway on this machine, plays the same, and prints both. The costs were not
// fitted to that: they come from each action by itself.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { table } from '../load/figures.mjs';
import { writeBetween } from '../write-between.mjs';
import { capacityOf, nextLimit, sizes } from './capacity.mjs';
import { compareWithMachine } from './compare.mjs';
import { measureActions, measureOthers, openMeasured } from './measure.mjs';

const file = new URL('costs.json', import.meta.url);
const [command = 'guide', argument] = process.argv.slice(2);

if (command === 'measure') await measure();
else if (command === 'compare') await compareWithMachine(readCosts().actions, Number(argument ?? 8));
else if (command === 'guide') await writeGuide();
else throw new Error(`npm run simulate -- measure or compare [members], not ${command}`);

/** @returns {{ machine: string, actions: Record<string, import('./measure.mjs').Action>, others: import('./capacity.mjs').Others }} */
function readCosts() {
  return JSON.parse(readFileSync(file, 'utf8'));
}

async function measure() {
  const world = await openMeasured();
  try {
    const actions = await measureActions(world);
    const others = await measureOthers(world);
    const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), load average ${loadavg()[0]?.toFixed(1)}, Node ${process.versions.node}`;
    const rounded = JSON.parse(
      JSON.stringify({ machine, actions, others }, (_, value) =>
        typeof value === 'number' ? Number(value.toPrecision(4)) : value,
      ),
    );
    writeFileSync(file, `${JSON.stringify(rounded, null, 2)}\n`);
  } finally {
    await world.close();
  }
}

async function writeGuide() {
  const { actions, others, machine } = readCosts();
  const all = sizes.map((size) => capacityOf(size, actions, others));
  /** @param {number} n */
  const count = (n) =>
    Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 2 }).format(n);
  /** @param {number} part */
  const percent = (part) => `${Math.round(part * 100)} %`;
  /** @param {number} bytes */
  const size = (bytes) => (bytes > 1e12 ? `${(bytes / 1e12).toFixed(1)} TB` : `${Math.ceil(bytes / 1e9)} GB`);
  const text = table(
    ['Members', ...all.map(({ members }) => count(members))],
    [
      ['gateways', ...all.map(({ gateways }) => gateways)],
      [
        'nodes of the database × cores',
        ...all.map(({ nodes, databaseCores }) => `${nodes} × ${databaseCores}`),
      ],
      ['actions a second in the busiest minute', ...all.map(({ rate }) => count(rate))],
      ['gateways: processors used then', ...all.map(({ busiest }) => percent(busiest.gateway))],
      ['database: processors used then', ...all.map(({ busiest }) => percent(busiest.database))],
      [
        'an action, ms: half, 95 and 99 of 100',
        ...all.map(({ busiest: { p50, p95, p99 } }) => [p50, p95, p99].map((ms) => ms.toFixed(0)).join(', ')),
      ],
      ['connections without a pooler', ...all.map(({ connections }) => count(connections))],
      [
        'write-ahead log then, MB a second',
        ...all.map(({ logPeak }) => (logPeak / 1e6).toFixed(logPeak < 1e6 ? 2 : 0)),
      ],
      [
        'rent of a day, minutes',
        ...all.map(({ rentMinutes }) => rentMinutes.toFixed(rentMinutes < 10 ? 1 : 0)),
      ],
      ['rows of movements in a year', ...all.map(({ rowsYear }) => count(rowsYear))],
      ['disk for a year', ...all.map(({ bytesYear }) => size(bytesYear))],
      ['used up first', ...all.map((one) => nextLimit(one).what)],
      ['at about … members', ...all.map((one) => count(nextLimit(one).at))],
    ],
  );
  console.log(text);
  await writeBetween(
    'docs/scale.md',
    'simulate',
    'npm run simulate',
    `Costs measured on ${machine}.\n\n${text}`,
  );
}
