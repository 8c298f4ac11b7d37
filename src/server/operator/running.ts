import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { applyReports } from '../devices/sync-machines';
import { listDead, retryJob } from '../jobs/dead';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { listRules, ruleHistory, setRule } from '../rules/set-rule';
import { body, words } from './body';

const day = v.pipe(v.string(), v.isoDate());
const newValue = v.object({
  value: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  from: day,
  reason: words(),
});
const states = ['prepared', 'online', 'offline'] as const;

/** All machines of an order are what people say they are, where no provider says it. */
const say = ({ db, now }: Gateway, serialNumber: string, state: (typeof states)[number]) =>
  db.tx(async (tx) => {
    const machines = await tx
      .selectFrom('machine')
      .select('id')
      .where('serial_number', '=', serialNumber)
      .orderBy('position')
      .execute();
    if (!machines.length) throw new DomainError('deviceMissing');
    const reports = machines.map(({ id }) => ({ id, state }));
    await applyReports(tx, reports, now());
    return { serialNumber, machines: machines.length, state };
  });

/** Device orders whose machines nobody has brought online yet, the oldest first. */
async function waiting({ db }: Gateway) {
  const rows = await db.run
    .selectFrom('device_order as o')
    .innerJoin('member as m', 'm.id', 'o.member')
    .select([
      'o.serial_number as serialNumber',
      'm.username as member',
      'o.name',
      'o.quantity',
      'o.ordered_at as orderedAt',
    ])
    .where('o.started_at', 'is', null)
    .where('o.refunded_at', 'is', null)
    .where('o.days_left', '>', 0)
    .orderBy('o.ordered_at')
    .orderBy('o.serial_number')
    .limit(200)
    .execute();
  return rows;
}

type Params = { Params: { id: string } };

/** `/operator/machines`, `/operator/rules` and `/operator/jobs`: what keeps the company running. */
export function serveRunning(desk: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;
  desk.get('/machines', async () => ({ items: await waiting(gateway) }));
  for (const state of states)
    desk.post<Params>(`/machines/:id/${state}`, ({ params }) => say(gateway, params.id, state));

  desk.get('/rules', async () => ({ items: await listRules(db.run, now()) }));
  desk.get<Params>('/rules/:id', async ({ params }) => ({ items: await ruleHistory(db.run, params.id) }));
  desk.post<Params>('/rules/:id', (request) => {
    const value = body(newValue, request);
    return db.tx((tx) => setRule(tx, request.params.id, value, now()));
  });

  desk.get('/jobs', async () => ({ items: await listDead(db.run) }));
  desk.post<Params>('/jobs/:id/retry', ({ params }) => retryJob(db.run, params.id, now()));
}
