import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Change } from './nodes/changes';
import { bringBack, planSpread, spread, verifySpread } from './nodes/spread';

// DATABASE_URL=… node dist/server/spread-nodes.mjs plan | go | verify | back: spreads the tables of a database over the nodes of
// its Citus, as each room declares them, or brings them back. `npm run operator -- spread …` runs it. Gateways have to be stopped.

const lineOf = ({ table, what, name, was, now }: Change): string =>
  `${[table, what, name === table ? '' : name].filter(Boolean).join(' ')}: ${was || '–'} → ${now ?? 'dropped'}`;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Gateways and others that use the database: while a table moves, they would wait for it, or miss what a foreign key refuses. */
async function assertAlone(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and backend_type = 'client backend' and application_name not like 'citus_internal%'`,
  );
  if (rows[0].n) throw new Error(`${rows[0].n} other connections use the database: stop the gateways first.`);
}

async function act(client: pg.Client, what: string | undefined, shards: number): Promise<void> {
  const done = (count: number) => say(`${count} changes`);
  if (what === 'plan') {
    const plan = await planSpread(client, shards);
    for (const change of plan) say(lineOf(change));
    say(`${plan.length} changes to make; nothing is changed yet`);
  } else if (what === 'go') {
    await assertAlone(client);
    done(await spread(client, shards, (change) => say(lineOf(change))));
  } else if (what === 'verify') {
    const wrong = await verifySpread(client);
    if (wrong.length) throw new Error(wrong.join('\n'));
    say('All tables lie where they are declared, and all keys are as they were left');
  } else if (what === 'back') {
    await assertAlone(client);
    done(await bringBack(client, (change) => say(`undone: ${lineOf(change)}`)));
  } else throw new Error('Say what to do: plan, go, verify or back');
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { shards: { type: 'string' } },
  });
  const connectionString = process.env.DATABASE_URL;
  if (!connectionString) throw new Error('DATABASE_URL names the database');
  const shards = Number(values.shards ?? 32);
  if (!Number.isInteger(shards) || shards < 1 || shards > 1024)
    throw new Error('--shards is a number from 1 to 1024');
  const client = new pg.Client({ connectionString });
  await client.connect();
  await act(client, positionals[0], shards).finally(() => client.end());
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message || error}\n`);
  process.exit(1);
});
