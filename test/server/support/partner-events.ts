import { spawn } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { setTimeout as rest } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDb } from '../../../src/server/db/open';
import { setWebhook } from '../../../src/server/embed/manage-webhooks';
import { sendWebhook } from '../../../src/server/embed/send-webhooks';
import { tellPartner } from '../../../src/server/embed/webhooks';
import { enqueue } from '../../../src/server/jobs/jobs';
import { createWorker } from '../../../src/server/jobs/worker';
import { readSettings } from '../../../src/server/settings/settings';

// A program of its own: events are queued, and a worker of the gateway tells partners of them, whose servers need some milliseconds for each
// message. Arguments: events, partners, milliseconds. It prints as JSON the messages that arrived in a second, and milliseconds of this
// process's processor for each.

const [events = 0, partners = 0, delay = 0] = process.argv.slice(2).map(Number);

/** The partners' servers, in another process, so that their work is not counted. */
const servers = spawn(process.execPath, [
  '-e',
  `require('node:http').createServer((request, response) => {
    request.resume().on('end', () => setTimeout(() => response.end('ok'), ${delay}));
  }).listen(0, function () { console.log(this.address().port); });`,
]);
const port = await new Promise<number>((listening) =>
  servers.stdout.once('data', (text) => listening(Number(text))),
);

const names = Array.from({ length: partners }, (_, nth) => `p_${nth}`);
const settings = readSettings({
  ...process.env,
  PARTNERS: JSON.stringify(
    names.map((id) => ({
      id,
      name: id,
      secret: `a secret of the partner ${id}, longer than needed`,
      origins: ['https://shop.example'],
    })),
  ),
});
const db = await openDb(settings, (error) => console.error(error));
for (const id of names)
  await setWebhook({ db, settings, now: Date.now }, id, `http://localhost:${port}/${id}`);
await db.tx(async (tx) => {
  for (let nth = 0; nth < events; nth++) {
    const payload = { partner: names[nth % partners], type: 'order.paid', data: { orderNo: `O${nth}` } };
    await enqueue(tx, { kind: 'tell-partner', payload }, Date.now());
  }
});
await sql`analyze`.execute(db.run);

const kinds = { 'tell-partner': tellPartner(settings), 'send-webhook': sendWebhook(db, settings, Date.now) };
const worker = createWorker({
  db,
  kinds,
  schedules: [],
  now: Date.now,
  log: (error) => console.error(error),
});
const delivered = async () => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from partner_message where delivered_at is not null`.execute(db.run);
  return rows[0]?.count ?? 0;
};
const [began, processor] = [performance.now(), process.cpuUsage()];
const longest = 60_000;
worker.start();
let arrived = 0;
while (arrived < events && performance.now() - began < longest) {
  await rest(100);
  arrived = await delivered();
}
const seconds = (performance.now() - began) / 1000;
const { user, system } = process.cpuUsage(processor);
console.log(
  JSON.stringify({ perSecond: arrived / seconds, processorMs: (user + system) / 1000 / arrived, arrived }),
);
await worker.stop();
servers.kill();
await db.close();
