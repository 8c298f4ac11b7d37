import { randomUUID } from 'node:crypto';
import type { InferOutput } from 'valibot';
import * as calls from '../../contract/buying/phone-actions';
import type * as rules from '../../contract/buying/phone-actions.rules';
import { mostInBatch } from '../../contract/rules/batch';
import type { Tx } from '../db/database';
import { fleetIds } from '../devices/list-fleet';
import { enqueue } from '../jobs/jobs';
import type { Handlers } from '../kernel/call-group';
import { dayLength } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { machinesAmong, refusalOf } from './choose';
import { findAction, stateNow } from './find-actions';
import type { Subject } from './tables';

type Input = InferOutput<typeof rules.startPhoneAction>;

/** Actions of a member that are not finished. */
const mostUnfinished = 5;
/** Milliseconds within which the turn of each phone comes, and for which an action is kept. */
const [turnMs, keptMs] = [3 * 3_600_000, 30 * dayLength];

/** The phones that the member means, each once. */
async function chosen(tx: Tx, member: string, { ids, match }: Input): Promise<string[]> {
  if (ids) return [...new Set(ids)];
  const { count, except = [], ...search } = match as NonNullable<Input['match']>;
  const left = new Set(except);
  const found = await fleetIds(tx, member, search, 2 * mostInBatch);
  const wanted = found.filter((id) => !left.has(id));
  if (wanted.length !== count)
    throw new DomainError('batchChanged', { count: wanted.length }, { body: { count: wanted.length } });
  if (count > mostInBatch) throw new DomainError('phonesTooMany', { count: mostInBatch });
  return wanted;
}

/** The app to install; undefined for a restart. `apps`: what the provider offers, undefined if it does not answer. */
function subjectOf(apps: readonly calls.OfferedApp[] | undefined, { kind, app }: Input): Subject | undefined {
  if (kind === 'restart') return;
  if (!apps) throw new DomainError('phonesAway');
  const found = apps.find(({ id }) => id === app);
  if (!found) throw new DomainError('appMissing');
  return { app: found.id, name: `${found.name} ${found.version}`.trim() };
}

/** Queues the next round of an action; a round that is queued already does nothing. */
export async function queueRound(
  tx: Tx,
  { member, id }: { member: string; id: string },
  now: number,
  runAt = now,
): Promise<void> {
  const round = randomUUID();
  const payload = { member, id };
  // the provider gets one round at a time, and none while it fails
  const job = { id: round, kind: 'phone-action', payload, runAt, destination: 'machines' };
  await enqueue(tx, job, now);
  await tx
    .updateTable('phone_action')
    .set({ round })
    .where('member', '=', member)
    .where('id', '=', id)
    .execute();
}

/** Refuses an action that would be one too many. The member's row is locked, so that two requests count each other. */
async function assertFewUnfinished(tx: Tx, member: string, action: string, now: number): Promise<void> {
  await tx.selectFrom('member').select('id').where('id', '=', member).forUpdate().execute();
  const unfinished = await tx
    .selectFrom('phone_step')
    .select('action')
    .distinct()
    .where('member', '=', member)
    .where('action', '<>', action)
    .where('state', 'in', ['waiting', 'running'])
    .where('due', '>', new Date(now))
    .execute();
  if (unfinished.length >= mostUnfinished) throw new DomainError('phoneActionsFull');
}

export const startHandlers: Pick<
  Handlers<typeof calls, typeof rules>,
  'startPhoneAction' | 'retryPhoneAction'
> = {
  async startPhoneAction(input, ctx) {
    const { kind } = input;
    // before the transaction, because another service answers; a repeated request gets its answer also if that one does not
    const apps = kind === 'install' ? await ctx.offers.apps() : undefined;
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.startPhoneAction, input, async () => {
        const { member, now } = ctx;
        const subject = subjectOf(apps, input);
        const id = randomUUID();
        await assertFewUnfinished(tx, member, id, now);
        await tx
          .deleteFrom('phone_action')
          .where('member', '=', member)
          .where('at', '<', new Date(now - keptMs))
          .execute();
        const phones = await chosen(tx, member, input);
        const own = new Map((await machinesAmong(tx, member, phones)).map((one) => [one.id, one]));
        const action = { member, id, kind, at: new Date(now), round: '', away: false };
        await tx
          .insertInto('phone_action')
          .values({ ...action, subject: subject ? JSON.stringify(subject) : null })
          .execute();
        const steps = phones.map((machine) => {
          const reason = refusalOf(kind, own.get(machine), now) ?? null;
          const state = reason ? ('failed' as const) : ('waiting' as const);
          const due = new Date(now + turnMs);
          return { member, action: id, machine, state, reason, request: randomUUID(), asked_at: null, due };
        });
        await tx.insertInto('phone_step').values(steps).execute();
        if (steps.some(({ state }) => state === 'waiting')) await queueRound(tx, { member, id }, now);
        return findAction(tx, ctx, id);
      }),
    );
  },

  retryPhoneAction: (input, ctx) =>
    ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.retryPhoneAction, input, async () => {
        const { member, now } = ctx;
        const { id } = input;
        await assertFewUnfinished(tx, member, id, now);
        await findAction(tx, ctx, id);
        const failed = await tx
          .selectFrom('phone_step')
          .select('machine')
          .where('member', '=', member)
          .where('action', '=', id)
          .where(stateNow(now), '=', 'failed')
          .forUpdate()
          .execute();
        if (!failed.length) throw new DomainError('phoneStepsMissing');
        for (const { machine } of failed)
          await tx
            .updateTable('phone_step')
            .set({
              state: 'waiting',
              reason: null,
              request: randomUUID(),
              asked_at: null,
              due: new Date(now + turnMs),
            })
            .where('member', '=', member)
            .where('action', '=', id)
            .where('machine', '=', machine)
            .execute();
        await queueRound(tx, { member, id }, now);
        return findAction(tx, ctx, id);
      }),
    ),
};
