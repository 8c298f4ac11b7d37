import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { bundleProgram } from '../build/bundle-program.mjs';
import { startOwnPostgres } from '../programs/postgres.mjs';
import { createDatabase } from '../programs/seeded-gateway.mjs';

/** Events, the partners that they are for, and the milliseconds that a partner's server needs for a message. */
const cases = [
  { events: 2000, partners: 1, ms: 5 },
  { events: 8000, partners: 40, ms: 5 },
  { events: 8000, partners: 40, ms: 50 },
];

/** How many events a second one gateway tells partners, from a full queue in a PostgreSQL that syncs to the disk. Returns the table. */
export async function benchWebhooks() {
  const program = await bundleProgram('test/server/support/partner-events.ts', 'partner-events');
  const postgres = await startOwnPostgres({ durable: true });
  const rows = [
    '| partners | ms of their servers | arrived in a second | ms of processor for each |',
    '|--:|--:|--:|--:|',
  ];
  try {
    for (const { events, partners, ms } of cases) {
      const env = { ...process.env, DATABASE_URL: await createDatabase(postgres.url) };
      const args = [program, ...[events, partners, ms].map(String)];
      const said = execFileSync(process.execPath, args, { env, encoding: 'utf8' });
      /** @type {{ perSecond: number, processorMs: number, arrived: number }} */
      const { perSecond, processorMs, arrived } = JSON.parse(said.trim().split('\n').at(-1) ?? '');
      if (arrived < events) console.log(`${arrived} of ${events} arrived within a minute`);
      rows.push(`| ${partners} | ${ms} | ${perSecond.toFixed(0)} | ${processorMs.toFixed(2)} |`);
    }
  } finally {
    await postgres.stop();
    rmSync(program);
  }
  return rows.join('\n');
}
