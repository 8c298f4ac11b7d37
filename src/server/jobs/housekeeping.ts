import type { Db } from '../db/database';
import type { Schedule } from './worker';

const day = 86_400_000;

/** Throws away what nobody will ask for again. */
async function tidy({ run }: Db, now: number): Promise<void> {
  const before = (age: number) => new Date(now - age);
  await run.deleteFrom('nonce').where('until', '<', before(0)).execute();
  await run.deleteFrom('throttle').where('until', '<', before(0)).execute();
  await run.deleteFrom('session').where('expires_at', '<', before(0)).execute();
  await run.deleteFrom('embed_token').where('expires_at', '<', before(0)).execute();
  await run.deleteFrom('connection_code').where('expires_at', '<', before(0)).execute();
  await run.deleteFrom('challenge').where('expires_at', '<', before(day)).execute();
  await run
    .deleteFrom('answered')
    .where('at', '<', before(30 * day))
    .execute();
  await run
    .deleteFrom('job')
    .where('state', '=', 'done')
    .where('run_at', '<', before(7 * day))
    .execute();
  await run
    .deleteFrom('partner_message')
    .where('at', '<', before(30 * day))
    .execute();
  await run
    .deleteFrom('message')
    .where('at', '<', before(7 * day))
    .execute();
  // of every schedule the last slots stay: another instance may still ask for them
  const newest = await run
    .selectFrom('cron_slot')
    .select(['name', (is) => is.fn.max('slot').as('slot')])
    .groupBy('name')
    .execute();
  for (const { name, slot } of newest)
    await run
      .deleteFrom('cron_slot')
      .where('name', '=', name)
      .where('slot', '<', Number(slot) - 10)
      .execute();
}

const name = 'housekeeping';
const every = 600_000;

export const housekeeping: Schedule = { name, every, run: tidy };
