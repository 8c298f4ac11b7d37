import { type Selectable, sql } from 'kysely';
import type { StepReason, StepState } from '../../contract/buying/phone-actions';
import type { Db, Tx } from '../db/database';
import type { ReportedAction, WholeProvider } from '../devices/provider';
import { restartMachines } from '../devices/restart';
import { syncFrom } from '../devices/sync-machines';
import type { OutsideKind } from '../jobs/jobs';
import type { Tables } from '../schema/tables';
import { machinesAmong, refusalOf } from './choose';
import { queueRound } from './start-action';
import type { Subject } from './tables';

/** Phones of an action that are worked on at a time: a fleet does not restart all at once. */
const atOnce = 100;
/** Milliseconds that a phone has from the first request on. */
const stepMs = 600_000;
/** Milliseconds after which a phone that is online counts as restarted although nobody has seen it offline. */
const restartedMs = 60_000;
/** Milliseconds to the next round: shorter at first. */
const nextRound = (sinceStart: number) => 2_000 + Math.min(13_000, Math.floor(sinceStart / 20));

type Action = Selectable<Tables['phone_action']>;
type Step = Selectable<Tables['phone_step']>;
interface Named {
  member: string;
  id: string;
}

const stepsOf = (run: Db['run'], { member, id }: Named, state: StepState) =>
  run
    .selectFrom('phone_step')
    .selectAll()
    .where('member', '=', member)
    .where('action', '=', id)
    .where('state', '=', state)
    .orderBy('machine')
    .limit(atOnce)
    .execute();

/** Changes steps of an action, by their requests: a step that was retried in the meantime has another one. */
async function note(
  tx: Tx,
  { member, id }: Named,
  requests: readonly string[],
  values: { state: StepState; reason?: StepReason; asked_at?: Date; due?: Date },
): Promise<void> {
  if (!requests.length) return;
  await tx
    .updateTable('phone_step')
    .set(values)
    .where('member', '=', member)
    .where('action', '=', id)
    .where('request', 'in', requests)
    .where('state', 'in', ['waiting', 'running'])
    .execute();
}

/** Ends overdue steps, and begins as many waiting ones as there is room for. */
const begin = (db: Db, action: Action, now: number) =>
  db.tx(async (tx) => {
    const { member, id, kind } = action;
    await tx
      .updateTable('phone_step')
      .set({ state: 'failed', reason: 'late' })
      .where('member', '=', member)
      .where('action', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .where('due', '<=', new Date(now))
      .execute();
    const running = await stepsOf(tx, action, 'running');
    const next = (await stepsOf(tx, action, 'waiting')).slice(0, atOnce - running.length);
    if (!next.length) return;
    const machines = await machinesAmong(
      tx,
      member,
      next.map(({ machine }) => machine),
    );
    const own = new Map(machines.map((one) => [one.id, one]));
    const begun: Step[] = [];
    for (const step of next) {
      const reason = refusalOf(kind, own.get(step.machine), now);
      if (reason) await note(tx, action, [step.request], { state: 'failed', reason });
      else begun.push(step);
    }
    const phones = begun.map(({ machine }) => machine);
    if (kind === 'restart' && phones.length) await restartMachines(tx, member, phones, now);
    const requests = begun.map(({ request }) => request);
    const [asked_at, due] = [new Date(now), new Date(now + stepMs)];
    await note(tx, action, requests, { state: 'running', asked_at, due });
  });

/** Has the provider restart phones, and says which of them have come back. */
async function restarted(
  db: Db,
  provider: WholeProvider,
  member: string,
  steps: readonly Step[],
  now: number,
): Promise<ReportedAction[]> {
  const phones = steps.map(({ machine }) => machine);
  await syncFrom(db, provider, now, { member, machines: phones });
  const back = await db.run
    .selectFrom('machine as m')
    .innerJoin('machine_online as o', (join) =>
      join.onRef('o.member', '=', 'm.member').onRef('o.machine', '=', 'm.id').on('o.until', 'is', null),
    )
    .select(['m.id', 'o.since'])
    .where('m.member', '=', member)
    .where('m.id', 'in', phones)
    .where('m.online', '=', true)
    .execute();
  const since = new Map(back.map((one) => [one.id, one.since.getTime()]));
  return steps.map(({ request: id, machine, asked_at }) => {
    const asked = asked_at?.getTime() ?? now;
    const up = since.get(machine);
    const isBack = up !== undefined && (up > asked || now - asked >= restartedMs);
    return { id, state: isBack ? 'done' : 'running' };
  });
}

/** One round: begins steps, and stores what their provider says of those that run. */
async function goRound(db: Db, provider: WholeProvider, action: Action, now: number): Promise<void> {
  await begin(db, action, now);
  const { member, kind, subject } = action;
  const steps = await stepsOf(db.run, action, 'running');
  if (!steps.length) return;
  const { app = '' } = subject === null ? {} : (JSON.parse(subject) as Subject);
  const reports =
    kind === 'restart'
      ? await restarted(db, provider, member, steps, now)
      : await provider.act(
          steps.map(({ request, machine, asked_at }) => ({
            id: request,
            machine,
            at: asked_at?.getTime() ?? now,
            app,
          })),
          now,
        );
  const of = (state: ReportedAction['state'], reason?: ReportedAction['reason']) =>
    reports.filter((one) => one.state === state && one.reason === reason).map(({ id }) => id);
  await db.tx(async (tx) => {
    await note(tx, action, of('done'), { state: 'done' });
    await note(tx, action, of('failed'), { state: 'failed', reason: 'refused' });
    for (const reason of ['offline', 'space', 'unable'] as const)
      await note(tx, action, of('failed', reason), { state: 'failed', reason });
  });
}

const setAway = (db: Db, { member, id }: Named, away: boolean) =>
  db.run
    .updateTable('phone_action')
    .set({ away })
    .where('member', '=', member)
    .where('id', '=', id)
    .where('away', '<>', away)
    .execute();

/**
 * The job that works on an action, round after round, until no step is left: each round asks the provider once about at most a hundred phones. It is
 * safe to repeat, so an action continues after the gateway has ended.
 */
export const performing = (db: Db, provider: WholeProvider | undefined, now: () => number): OutsideKind => ({
  places: 1,
  byDestination: true,
  async outside({ id: round, payload }) {
    const named = payload as Named;
    const action = await db.run
      .selectFrom('phone_action')
      .selectAll()
      .where('member', '=', named.member)
      .where('id', '=', named.id)
      .where('round', '=', round)
      .executeTakeFirst();
    if (!action) return;
    try {
      if (!provider) throw new Error('there is no provider of machines');
      await goRound(db, provider, action, now());
      await setAway(db, named, false);
    } catch (error) {
      await setAway(db, named, true);
      throw error;
    }
  },
  async inside(tx, { id: round, payload }, at) {
    const named = payload as Named;
    const left = await tx
      .selectFrom('phone_action as a')
      .innerJoin('phone_step as s', (join) =>
        join.onRef('s.member', '=', 'a.member').onRef('s.action', '=', 'a.id'),
      )
      .select([sql<Date>`min(coalesce(s.asked_at, ${new Date(at)}))`.as('since')])
      .where('a.member', '=', named.member)
      .where('a.id', '=', named.id)
      .where('a.round', '=', round)
      .where('s.state', 'in', ['waiting', 'running'])
      .having(({ fn }) => fn.countAll(), '>', 0)
      .executeTakeFirst();
    if (left) await queueRound(tx, named, at, at + nextRound(at - left.since.getTime()));
  },
});
