import type { PartnerMode } from '../../contract/embed/partners';
import type { Executor, Tx } from '../db/database';
import { enqueueSendings } from './webhooks';

/** Messages that were not delivered and are tried again: how many, and since when the oldest waits. */
interface Backlog {
  waiting: number;
  /** ISO 8601. */
  oldest?: string;
}

/** Attempts after which a message is stopped; it can still be sent again by hand. */
const attempts = 12;

const waitingMessages = (run: Executor) =>
  run
    .selectFrom('partner_message as m')
    .innerJoin('partner_hook as h', 'h.id', 'm.webhook')
    .where('m.delivered_at', 'is', null)
    .where('m.attempts', '<', attempts)
    .where('h.off_at', 'is', null);

/** Queues what waits for a webhook that the partner has paused until now: the jobs that came due during the pause ended without sending. */
export async function sendWaiting(tx: Tx, webhook: string, now: number): Promise<void> {
  const rows = await waitingMessages(tx).select('m.id').where('h.id', '=', webhook).execute();
  await enqueueSendings(
    tx,
    rows.map(({ id }) => ({ id, webhook })),
    now,
  );
}

/** Of all partners. `untried`: since when the oldest waits that was never sent (ISO 8601); a partner's server that refuses is not our delay. */
export async function backlogOfAll(run: Executor): Promise<{ waiting: number; untried?: string }> {
  const { count } = await waitingMessages(run)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const { untried } = await waitingMessages(run)
    .where('m.attempts', '=', 0)
    .select(({ fn }) => fn.min<Date | null>('m.at').as('untried'))
    .executeTakeFirstOrThrow();
  return { waiting: Number(count), ...(untried && { untried: untried.toISOString() }) };
}

interface Destination extends Backlog {
  id: string;
  url: string;
  /** The result of the last attempt, if it failed. */
  lastResult?: string;
  /** The partner has paused it: nothing is sent to it. */
  off?: true;
  /** ISO 8601: until when nothing is sent to it because its server has failed repeatedly. */
  pausedUntil?: string;
}

/** The webhooks of a partner in a mode with what waits for each. `lastResult` is that of the newest message that has been tried. */
export async function backlogOf(
  run: Executor,
  partner: string,
  mode: PartnerMode,
  now: number,
): Promise<Destination[]> {
  const hooks = await run
    .selectFrom('partner_hook')
    .select(['id', 'url', 'off_at'])
    .where('partner', '=', partner)
    .where((is) => is.or([is('mode', '=', mode), is('mode', 'is', null)]))
    .orderBy('at')
    .orderBy('id')
    .execute();
  const counts = await waitingMessages(run)
    .select(({ fn }) => [
      'm.webhook',
      fn.countAll<number>().as('count'),
      fn.min<Date | null>('m.at').as('oldest'),
    ])
    .where('m.partner', '=', partner)
    .groupBy('m.webhook')
    .execute();
  return Promise.all(
    hooks.map(async ({ id, url, off_at }): Promise<Destination> => {
      const mine = counts.find(({ webhook }) => webhook === id);
      const last = await run
        .selectFrom('partner_message')
        .select(['last_result', 'delivered_at'])
        .where('partner', '=', partner)
        .where('webhook', '=', id)
        .where('attempts', '>', 0)
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
      const paused = await run
        .selectFrom('job_destination')
        .select('paused_until')
        .where('name', '=', id)
        .where('paused_until', '>', new Date(now))
        .executeTakeFirst();
      const failed = last && !last.delivered_at && last.last_result;
      return {
        id,
        url,
        waiting: Number(mine?.count ?? 0),
        ...(mine?.oldest && { oldest: mine.oldest.toISOString() }),
        ...(failed && { lastResult: failed }),
        ...(off_at && { off: true }),
        ...(paused && !off_at && { pausedUntil: paused.paused_until.toISOString() }),
      };
    }),
  );
}
