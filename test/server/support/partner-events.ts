import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDb } from '../../../src/server/db/open';
import { setWebhook } from '../../../src/server/embed/manage-webhooks';
import { enqueue } from '../../../src/server/jobs/jobs';
import { readSettings } from '../../../src/server/settings/settings';

// A program of its own, for the benchmark of messages to partners: gives partners a webhook each, and writes events for them as rooms of the
// server do, while gateways deliver them. Each event has the time at which it was written. Arguments, as JSON: the addresses of the
// webhooks, how many events there are for all together, how many in a second (0: all in one transaction), and an address that gets its
// share beside them. It prints a line when it begins and one when it has written all.

interface Wanted {
  webhooks: string[];
  events: number;
  perSecond: number;
}
const { webhooks, events, perSecond }: Wanted = JSON.parse(process.argv[2] ?? '');

const settings = readSettings({
  ...process.env,
  PARTNERS: JSON.stringify(
    webhooks.map((_, nth) => ({
      id: `p_${nth}`,
      name: `p_${nth}`,
      secret: `a secret of the partner p_${nth}, longer than needed`,
      origins: ['https://shop.example'],
    })),
  ),
});
const db = await openDb(settings, (error) => console.error(error));
for (const [nth, url] of webhooks.entries())
  await setWebhook({ db, settings, now: Date.now }, `p_${nth}`, url);
await sql`analyze`.execute(db.run);

/** Writes events up to a number in one transaction. */
let written = 0;
const writeUpTo = (until: number) =>
  db.tx(async (tx) => {
    for (; written < until; written++) {
      const data = { orderNo: `O${written}`, at: String(Date.now()) };
      const payload = { partner: `p_${written % webhooks.length}`, type: 'order.paid', data };
      await enqueue(tx, { kind: 'tell-partner', payload }, Date.now());
    }
  });

if (perSecond) {
  console.log('begun');
  const began = performance.now();
  while (written < events) {
    await writeUpTo(Math.min(events, Math.ceil(((performance.now() - began) / 1000) * perSecond)));
    await rest(10);
  }
} else {
  await writeUpTo(events);
  console.log('begun');
}
console.log('written');
await db.close();
