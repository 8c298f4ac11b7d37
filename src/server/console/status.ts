import type { FastifyInstance } from 'fastify';
import { backlogOfAll } from '../embed/backlog';
import { readReleases } from '../embed/releases';
import type { Gateway } from '../kernel/gateway';
import { listIncidents } from '../partners/incidents';
import { modesOf } from '../partners/records';

/** Milliseconds that an answer is good for, however often it is asked for. */
const freshFor = 5000;
/** Milliseconds that a message may wait for its first attempt before the webhooks count as late. */
const lateAfter = 60_000;

type Look = 'ok' | 'degraded' | 'down';

/** The status of this gateway. */
async function look({ db, settings, now }: Gateway, embeds: string, log: (error: unknown) => void) {
  const at = now();
  const base = { at: new Date(at).toISOString(), modes: modesOf(settings) };
  const releases = await readReleases(embeds, settings.releasesDir);
  try {
    await db.write();
    const webhooks = await backlogOfAll(db.run);
    const late = webhooks.untried !== undefined && Date.parse(webhooks.untried) < at - lateAfter;
    const incidents = await listIncidents(db.run, at);
    const open = incidents.some(({ state }) => state !== 'resolved');
    return {
      status: (late || open ? 'degraded' : 'ok') satisfies Look as Look,
      ...base,
      api: { status: 'ok' as Look },
      webhooks: { status: (late ? 'degraded' : 'ok') satisfies Look as Look, ...webhooks },
      releases,
      incidents,
    };
  } catch (error) {
    log(error);
    // without the database no call is answered, and nobody knows what waits
    return { status: 'down' as Look, ...base, api: { status: 'down' as Look }, releases, incidents: [] };
  }
}

/**
 * `GET /embed/v1/status`, for everybody: whether calls are answered, how many messages to webhooks wait, the releases in service, and the
 * incidents that the operator has written. 503 while no call can be answered. `embeds`: the folder of the built embeds.
 */
export function serveStatus(app: FastifyInstance, gateway: Gateway, embeds: string): void {
  let last: { until: number; answer: ReturnType<typeof look> } | undefined;
  app.get('/status', async (_request, reply) => {
    const now = gateway.now();
    if (!last || last.until < now)
      last = { until: now + freshFor, answer: look(gateway, embeds, (error) => app.log.error(error)) };
    const answer = await last.answer;
    return reply
      .code(answer.status === 'down' ? 503 : 200)
      .header('cache-control', 'no-store')
      .header('access-control-allow-origin', '*')
      .send(answer);
  });
}
