import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { Db } from '../db/database';
import type { WaitingList } from '../kernel/waiting-list';

/** Milliseconds that a look at the database is good for, however many ask. */
const freshFor = 5000;

interface Queue {
  queue: string;
  count: number;
  /** Since when the oldest one waits. */
  since: Date | null;
}

const oldestDue = sql<Queue>`
  select kind as queue, count(*) as count, min(run_at) as since from job
  where state = 'ready' and run_at <= now() group by kind`;

async function look({ run }: Db, lists: readonly WaitingList[]) {
  const states = await sql<{ state: string; kind: string; count: number }>`
    select state, kind, count(*) as count from job where state <> 'done' group by state, kind`.execute(run);
  const due = await oldestDue.execute(run);
  const outbox = await run
    .selectFrom('message as m')
    .innerJoin('job as j', 'j.id', 'm.id')
    .where('m.delivered_at', 'is', null)
    .where('j.state', '=', 'ready')
    .select((is) => [is.fn.countAll<number>().as('count'), is.fn.min('m.at').as('since')])
    .executeTakeFirstOrThrow();
  const people: Queue[] = [];
  for (const { name, look } of lists) people.push({ queue: name, ...(await look(run)) });
  const ledger = await run.selectFrom('ledger_check').selectAll().executeTakeFirst();
  const { members } = await run
    .selectFrom('member')
    .select((is) => is.fn.countAll<number>().as('members'))
    .executeTakeFirstOrThrow();
  return { states: states.rows, due: due.rows, outbox, people, ledger, members };
}

type State = Awaited<ReturnType<typeof look>>;

/** What the database knows of how the company runs: jobs, the outbox, what waits for people, the last check of the books. */
export function measureState(
  register: Registry,
  db: Db,
  now: () => number,
  lists: readonly WaitingList[],
): void {
  let known: { until: number; state: Promise<State> } | undefined;
  const state = (): Promise<State> => {
    if (!known || known.until < Date.now()) known = { until: Date.now() + freshFor, state: look(db, lists) };
    return known.state;
  };
  const age = (since: Date | string | null | undefined) =>
    since ? Math.max(0, (now() - new Date(since).getTime()) / 1000) : 0;
  const gauge = (
    name: string,
    help: string,
    labelNames: string[],
    fill: (set: (labels: Record<string, string>, value: number) => void, state: State) => void,
  ) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [register],
      async collect() {
        const found = await state();
        this.reset();
        fill((labels, value) => this.set(labels, value), found);
      },
    });

  gauge(
    'cloudphone_jobs',
    'Jobs that are not done, by state and kind',
    ['state', 'kind'],
    (set, { states }) => {
      for (const name of ['ready', 'dead']) set({ state: name, kind: '' }, 0);
      for (const one of states) set({ state: one.state, kind: one.kind }, Number(one.count));
    },
  );
  gauge('cloudphone_job_due_seconds', 'How long the oldest due job waits', ['kind'], (set, { due }) => {
    set({ kind: '' }, 0);
    for (const { queue, since } of due) set({ kind: queue }, age(since));
  });
  gauge('cloudphone_outbox_seconds', 'How long the oldest undelivered message waits', [], (set, { outbox }) =>
    set({}, age(outbox.since)),
  );
  gauge('cloudphone_outbox', 'Messages that are still to be delivered', [], (set, { outbox }) =>
    set({}, Number(outbox.count)),
  );
  gauge('cloudphone_waiting', 'What waits for people', ['queue'], (set, { people }) => {
    for (const { queue, count } of people) set({ queue }, Number(count));
  });
  gauge('cloudphone_waiting_seconds', 'Since when the oldest waits', ['queue'], (set, { people }) => {
    for (const { queue, since } of people) set({ queue }, age(since));
  });
  gauge(
    'cloudphone_ledger_in_order',
    '1 when the last check found the books in order',
    [],
    (set, { ledger }) => {
      if (ledger) set({}, ledger.broken ? 0 : 1);
    },
  );
  gauge('cloudphone_ledger_checked_seconds', 'How long ago that check was', [], (set, { ledger }) => {
    if (ledger) set({}, age(ledger.at));
  });
  gauge('cloudphone_members', 'Members', [], (set, { members }) => set({}, Number(members)));
  new Gauge({
    name: 'cloudphone_pool',
    help: 'Connections of this gateway to its database, and requests that wait for one',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const [name, value] of Object.entries(db.pool?.() ?? {})) this.set({ state: name }, value);
    },
  });
}
