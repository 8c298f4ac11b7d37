import { parseArgs } from 'node:util';
import pg from 'pg';
import type { Change } from './nodes/changes';
import { areHeld, whileHeld } from './nodes/pause';
import {
  alone,
  bringBack,
  isSpread,
  isWhole,
  makeChanges,
  planSpread,
  prepareSpread,
  reasonsAgainstBack,
  verifySpread,
} from './nodes/spread';

// DATABASE_URL=… node dist/server/spread-nodes.mjs plan | go | verify | back: spreads the tables of a database over the nodes of
// its Citus, as each room declares them, or brings them back. `npm run operator -- spread …` runs it. Gateways wait meanwhile (`nodes/pause.ts`).

const lineOf = ({ table, what, name, was, now }: Change): string =>
  `${[table, what, name === table ? '' : name].filter(Boolean).join(' ')}: ${was || '–'} → ${now ?? 'dropped'}`;

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Makes changes while all gateways wait, and says for how long they did. */
async function held(client: pg.Client, work: () => Promise<void>): Promise<void> {
  say('The gateways are asked to wait');
  const why = 'its tables are being moved (operator spread)';
  const waited = await whileHeld(client, why, work, () => isWhole(client)).catch(async (error) => {
    if (await areHeld(client).catch(() => true))
      say(
        'The gateways go on waiting, because half of the changes are made: run `spread go` again, or `spread back`.',
      );
    throw error;
  });
  say(`The gateways waited for ${(waited / 1000).toFixed(1)} s`);
}

async function act(client: pg.Client, what: string | undefined, shards: number): Promise<void> {
  if (what === 'plan') {
    const plan = await planSpread(client, shards);
    for (const change of plan) say(lineOf(change));
    say(`${plan.length} changes to make; nothing is changed yet`);
  } else if (what === 'go') {
    await alone(client, async () => {
      const count = await prepareSpread(client, shards);
      // a command that was killed before it could end the pause has left no change
      if (count || (await areHeld(client)))
        await held(client, () => makeChanges(client, (change) => say(lineOf(change))));
      say(`${count} changes`);
    });
  } else if (what === 'verify') {
    const wrong = await verifySpread(client);
    if (wrong.length) throw new Error(wrong.join('\n'));
    say('All tables lie where they are declared, and all keys are as they were left');
  } else if (what === 'back') {
    await alone(client, async () => {
      if (!(await isSpread(client)) && !(await areHeld(client))) return say('0 changes');
      const reasons = await reasonsAgainstBack(client);
      if (reasons.length) throw new Error(reasons.join('\n'));
      await held(client, async () => {
        const count = await bringBack(client, (change) => say(`undone: ${lineOf(change)}`));
        say(`${count} changes`);
      });
    });
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
