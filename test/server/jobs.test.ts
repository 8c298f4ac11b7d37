import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Db, Tx } from '../../src/server/db/database';
import { delivery, type Message, queueMessage } from '../../src/server/delivery/outbox';
import { retryJob } from '../../src/server/jobs/dead';
import { claimForDestinations, endSeries, type Series } from '../../src/server/jobs/destinations';
import { housekeeping } from '../../src/server/jobs/housekeeping';
import {
  type DatabaseKind,
  enqueue,
  enqueueAll,
  type Job,
  type JobKind,
  type SeriesKind,
} from '../../src/server/jobs/jobs';
import { claim, complete } from '../../src/server/jobs/leases';
import { createWorker, type Schedule } from '../../src/server/jobs/worker';
import { sweeps } from '../../src/server/sweeps';
import { openTestDb } from './support/database';

const test = suite<{ db: Db }>('jobs');
test.before.each(async (context) => {
  context.db = await openTestDb();
});
test.after.each(({ db }) => db.close());

const start = Date.UTC(2026, 0, 1);
/** A kind whose effect is in the database, one job after the other. */
const databaseKind = (inside: (tx: Tx, job: Job) => Promise<void>, together = 1): DatabaseKind => ({
  together,
  async inside(tx, jobs) {
    for (const job of jobs) await inside(tx, job);
  },
});

/** A worker at a clock that the test moves. */
function workerAt(db: Db, kinds: Record<string, JobKind>, schedules: Schedule[] = []) {
  const clock = { now: start };
  const errors: unknown[] = [];
  const log = (error: unknown) => errors.push(error);
  return { clock, errors, worker: createWorker({ db, kinds, schedules, now: () => clock.now, log }) };
}

const message: Message = { channel: 'sms', address: '13800138000', subject: '', text: 'Your code is 123456' };

test('a code is sent once what called for it has been kept, and not when that was refused', async ({
  db,
}) => {
  const sent: string[] = [];
  const { worker } = workerAt(db, { deliver: delivery(async ({ text }) => void sent.push(text), false) });
  await db
    .tx(async (tx) => {
      await queueMessage(tx, { ...message, text: 'never' }, start);
      throw new Error('refused');
    })
    .catch(() => {}); // the refusal is the point
  await db.tx((tx) => queueMessage(tx, message, start));
  await worker.work();
  await worker.work();
  assert.equal(sent, ['Your code is 123456']);
  const kept = await db.run.selectFrom('message').select(['address', 'delivered_at']).execute();
  assert.equal(kept, [{ address: '13800138000', delivered_at: new Date(start) }]);
});

test('a provider that is down is asked again later, under the same id', async ({ db }) => {
  const ids: string[] = [];
  const deliver = async (_: Message, id: string) => {
    if (ids.push(id) < 3) throw new Error('no connection');
  };
  const { worker, clock, errors } = workerAt(db, { deliver: delivery(deliver, false) });
  await db.tx((tx) => queueMessage(tx, message, start));
  for (let nth = 0; nth < 4; nth++) {
    await worker.work();
    clock.now += 60_000;
  }
  assert.is(ids.length, 3);
  assert.is(new Set(ids).size, 1);
  assert.is(errors.length, 2);
});

test('a job that always fails ends up in sight, and is not tried for ever', async ({ db }) => {
  let tries = 0;
  const { worker, clock } = workerAt(db, {
    hopeless: {
      places: 1,
      async outside() {
        tries++;
        throw new Error('no');
      },
    },
  });
  await db.tx((tx) => enqueue(tx, { kind: 'hopeless', payload: {} }, start));
  for (let nth = 0; nth < 20; nth++) {
    await worker.work();
    clock.now += 3_600_001;
  }
  assert.is(tries, 12);
  const jobs = await db.run.selectFrom('job').select(['state', 'last_error']).execute();
  assert.equal(jobs, [{ state: 'dead', last_error: 'Error: no' }]);
});

test('a job whose database goes away meanwhile does not end the gateway', async () => {
  const unheard: unknown[] = [];
  const hear = (error: unknown) => unheard.push(error);
  process.on('unhandledRejection', hear);
  const away = await openTestDb();
  await away.tx((tx) => enqueue(tx, { kind: 'ask', payload: {} }, start));
  let asked = () => {};
  const begun = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const ask: JobKind = {
    places: 1,
    async outside() {
      await away.close();
      asked();
      throw new Error('no answer');
    },
  };
  const { worker, errors } = workerAt(away, { ask });
  worker.start();
  await begun;
  await worker.stop();
  await new Promise(setImmediate); // unhandled rejections are reported after the promises
  process.off('unhandledRejection', hear);
  assert.equal(unheard, []);
  assert.ok(errors.some((error) => String(error) === 'Error: no answer'));
});

test('a job for tomorrow is not done today', async ({ db }) => {
  const { worker, clock } = workerAt(db, { remind: databaseKind(async () => {}) });
  await db.tx((tx) => enqueue(tx, { kind: 'remind', payload: {}, runAt: start + 86_400_000 }, start));
  assert.is(await worker.work(), 0);
  clock.now += 86_400_000;
  assert.is(await worker.work(), 1);
});

test('forty jobs and four workers: every effect happens once', async ({ db }) => {
  await db.tx(async (tx) => {
    for (let nth = 0; nth < 40; nth++)
      await enqueue(tx, { kind: 'count', payload: {}, id: `job${nth}` }, start);
  });
  const count = databaseKind(async (tx, { id }) => {
    await tx
      .insertInto('throttle')
      .values({ key: id, count: 1, until: new Date(start) })
      .execute();
  }, 3);
  const workers = Array.from({ length: 4 }, () => workerAt(db, { count }));
  for (let round = 0; round < 4; round++) await Promise.all(workers.map(({ worker }) => worker.work()));
  assert.is((await db.run.selectFrom('throttle').select('key').execute()).length, 40);
  assert.equal(
    workers.flatMap(({ errors }) => errors),
    [],
  );
});

test('of jobs that commit together, one that fails is returned and the others happen', async ({ db }) => {
  const ids = ['a', 'b', 'c', 'd'];
  const transactions: string[][] = [];
  const note: DatabaseKind = {
    together: 10,
    async inside(tx, jobs) {
      transactions.push(jobs.map(({ id }) => id));
      for (const { id } of jobs) {
        await tx
          .insertInto('nonce')
          .values({ uuid: id, until: new Date(start) })
          .execute();
        if (id === 'c') throw new Error('not this one');
      }
    },
  };
  const { worker, errors } = workerAt(db, { note });
  await db.tx(async (tx) => {
    for (const [nth, id] of ids.entries())
      await enqueue(tx, { id, kind: 'note', payload: {} }, start - 10 + nth);
  });
  await worker.work();
  assert.equal(transactions, [ids, ['a'], ['b'], ['c'], ['d']]);
  const rows = await db.run.selectFrom('nonce').select('uuid').orderBy('uuid').execute();
  assert.equal(
    rows.map(({ uuid }) => uuid),
    ['a', 'b', 'd'],
  );
  const left = await db.run
    .selectFrom('job')
    .select(['id', 'attempts', 'last_error'])
    .where('state', '=', 'ready')
    .execute();
  assert.equal(left, [{ id: 'c', attempts: 1, last_error: 'Error: not this one' }]);
  assert.is(errors.length, 1);
});

test('a series ends with its first failure; the jobs after it keep their attempts, and follow', async ({
  db,
}) => {
  const series: string[][] = [];
  let works = false;
  const tell: SeriesKind = {
    places: 1,
    series: 3,
    async outside(jobs) {
      series.push(jobs.map(({ id }) => id));
      const bad = works ? undefined : jobs.find(({ id }) => id === 'b');
      if (!bad) return { done: jobs };
      return { done: jobs.slice(0, jobs.indexOf(bad)), failed: { job: bad, error: new Error('no') } };
    },
  };
  const { worker, clock } = workerAt(db, { tell });
  await db.tx(async (tx) => {
    for (const [nth, id] of ['a', 'b', 'c', 'd', 'e'].entries())
      await enqueue(tx, { id, kind: 'tell', payload: {}, destination: 'shop' }, start - 10 + nth);
  });
  await worker.work();
  assert.equal(series, [
    ['a', 'b', 'c'],
    ['c', 'd', 'e'],
  ]);
  works = true;
  clock.now += 2000;
  await worker.work();
  const jobs = await db.run.selectFrom('job').select(['id', 'state', 'attempts']).orderBy('id').execute();
  assert.equal(
    jobs.map(({ id, state, attempts }) => [id, state, attempts]),
    [
      ['a', 'done', 1],
      ['b', 'done', 2],
      ['c', 'done', 1],
      ['d', 'done', 1],
      ['e', 'done', 1],
    ],
  );
});

test('two gateways serve a destination one after the other, in the order of its jobs, without a pause', async ({
  db,
}) => {
  const sent: string[] = [];
  const inFlight = new Map<string, number>();
  let most = 0;
  let finish = () => {};
  const all = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const count = 200;
  const tell: SeriesKind = {
    places: 4,
    series: 2,
    async outside(jobs) {
      const { destination } = jobs[0] as Job;
      inFlight.set(destination, (inFlight.get(destination) ?? 0) + 1);
      most = Math.max(most, inFlight.get(destination) ?? 0);
      for (const { id } of jobs) {
        await new Promise((go) => setTimeout(go, 1));
        sent.push(id);
      }
      inFlight.set(destination, (inFlight.get(destination) ?? 0) - 1);
      if (sent.length === count) finish();
      return { done: jobs };
    },
  };
  await db.tx(async (tx) => {
    for (let nth = 0; nth < count; nth++) {
      const destination = nth % 2 ? 'one' : 'other';
      const id = `${destination} ${String(nth).padStart(3, '0')}`;
      await enqueue(tx, { id, kind: 'tell', payload: {}, destination }, Date.now() - 1000 + nth);
    }
  });
  const workers = Array.from({ length: 2 }, () =>
    createWorker({ db, kinds: { tell }, schedules: [], now: Date.now, log: () => {} }),
  );
  const began = Date.now();
  for (const worker of workers) worker.start();
  await all;
  assert.ok(
    Date.now() - began < 18_000,
    'with a series of each gateway for a destination in a second, it would take 25 s',
  );
  await Promise.all(workers.map((worker) => worker.stop()));
  assert.is(most, 1);
  for (const destination of ['one', 'other']) {
    const own = sent.filter((id) => id.startsWith(destination));
    assert.equal(own, [...own].sort());
  }
  const left = await db.run.selectFrom('job').select('id').where('state', '<>', 'done').execute();
  assert.equal(left, []);
});

test('two gateways share many partners: each takes some with their first messages, and nobody’s twice', async ({
  db,
}) => {
  const names = Array.from({ length: 50 }, (_, nth) => `partner ${String(nth).padStart(2, '0')}`);
  await db.tx(async (tx) => {
    for (const destination of names)
      for (let nth = 0; nth < 3; nth++)
        await enqueue(
          tx,
          { id: `${destination} ${nth}`, kind: 'tell', payload: {}, destination },
          start + nth,
        );
  });
  const wanted = { kind: 'tell', most: 2, places: 30, failing: false };
  const take = (owner: string) => claimForDestinations(db, owner, wanted, start + 10);
  const both = (await Promise.all([take('one'), take('other')])).flat();
  const rest = await take('one');
  const destinations = [...both, ...rest].map(([job]) => job?.destination);
  assert.is(new Set(destinations).size, destinations.length);
  const again = await take('other');
  assert.equal([...destinations, ...again.map(([job]) => job?.destination)].sort(), names);
  for (const jobs of [...both, ...rest, ...again])
    assert.equal(
      jobs.map(({ id }) => id),
      [0, 1].map((nth) => `${jobs[0]?.destination} ${nth}`),
    );
  assert.equal(await take('one'), [], 'each has messages on their way');
});

test('a partner’s answer that cannot be kept is asked for again, and those of other partners are kept', async ({
  db,
}) => {
  const names = ['a', 'b', 'c', 'd'];
  const together: unknown[][] = [];
  let begun = 0;
  let release = () => {};
  const all = new Promise<void>((go) => {
    release = go;
  });
  const tell: SeriesKind = {
    places: 4,
    series: 5,
    read: async (jobs) => new Map(jobs.map(({ id, destination }) => [id, `from ${destination}`])),
    async outside(jobs, read) {
      if (++begun === names.length) release();
      await all;
      return { done: jobs, report: (read as Map<string, string>).get(jobs[0]?.id ?? '') };
    },
    async inside(tx, reports) {
      together.push([...reports]);
      if (reports.includes('from b')) throw new Error('no room');
      for (const report of reports)
        await tx
          .insertInto('nonce')
          .values({ uuid: String(report), until: new Date(start) })
          .execute();
    },
  };
  await db.tx(async (tx) => {
    for (const destination of names)
      for (let nth = 0; nth < 2; nth++)
        await enqueue(tx, { id: `${destination}${nth}`, kind: 'tell', payload: {}, destination }, nth);
  });
  const errors: unknown[] = [];
  const log = (error: unknown) => errors.push(error);
  const worker = createWorker({ db, kinds: { tell }, schedules: [], now: Date.now, log });
  worker.start();
  await all;
  await worker.stop();
  assert.ok(together.some(({ length }) => length > 1));
  const kept = await db.run.selectFrom('nonce').select('uuid').orderBy('uuid').execute();
  assert.equal(
    kept.map(({ uuid }) => uuid),
    ['from a', 'from c', 'from d'],
  );
  const left = await db.run
    .selectFrom('job')
    .select(['id', 'attempts', 'lease', 'last_error'])
    .where('state', '=', 'ready')
    .orderBy('id')
    .execute();
  assert.equal(left, [
    { id: 'b0', attempts: 1, lease: null, last_error: 'Error: no room' },
    { id: 'b1', attempts: 0, lease: null, last_error: null },
  ]);
});

test('a gateway that lost its partner to another one ends none of its messages', async ({ db }) => {
  await db.tx(async (tx) => {
    for (const id of ['a', 'b', 'c'])
      await enqueue(tx, { id, kind: 'tell', payload: {}, destination: 'shop' }, start);
  });
  const wanted = { kind: 'tell', most: 50, places: 8, failing: false };
  const take = async (owner: string, at: number) => {
    const [jobs = []] = await claimForDestinations(db, owner, wanted, at);
    const [first, ...others] = jobs;
    return first && { jobs: [first, ...others] as const, done: jobs };
  };
  const end = async (owner: string, series: Series) =>
    (await db.tx((tx) => endSeries(tx, owner, [series], start))).length;
  const slow = await take('slow', start);
  assert.is(await take('fast', start + 59_000), undefined);
  const fast = await take('fast', start + 61_000);
  assert.equal(fast?.jobs.map(({ id, attempt }) => [id, attempt]).sort(), [
    ['a', 2],
    ['b', 1],
    ['c', 1],
  ]);
  const states = async () =>
    (await db.run.selectFrom('job').select('state').execute()).map(({ state }) => state);
  assert.is(await end('slow', slow as Series), 0);
  assert.equal(await states(), ['ready', 'ready', 'ready']);
  assert.is(await end('fast', fast as Series), 1);
  assert.equal(await states(), ['done', 'done', 'done']);
});

test('a partner with many messages waits for its turn like one with a single message', async ({ db }) => {
  const told: string[] = [];
  const tell: SeriesKind = {
    places: 1,
    series: 1,
    async outside(jobs) {
      told.push(...jobs.map(({ destination }) => destination));
      return { done: jobs };
    },
  };
  await db.tx(async (tx) => {
    for (const destination of ['busy', 'busy', 'busy', 'quiet', 'seldom'])
      await enqueue(tx, { kind: 'tell', payload: {}, destination }, start);
  });
  const { worker } = workerAt(db, { tell });
  await worker.work();
  assert.equal(told, ['busy', 'quiet', 'seldom', 'busy', 'busy']);
  told.length = 0;
  await db.tx(async (tx) => {
    for (const destination of ['busy', 'quiet'])
      await enqueue(tx, { kind: 'tell', payload: {}, destination }, start);
  });
  await worker.work();
  assert.equal(told, ['quiet', 'busy'], 'also after nothing was left, the others come first');
});

test('a message is not kept waiting when the one before it ends while the gateway looks for messages', async ({
  db,
}) => {
  const tick = () => new Promise((go) => setTimeout(go, 1));
  const seen = { empty: 0, ends: 0 };
  const told: string[] = [];
  /** The answer that nothing is due takes so long that the message in flight ends meanwhile. */
  const slow: Db = {
    ...db,
    async tx(work, options) {
      const found = await db.tx(work, options);
      const { ends } = seen;
      if (!Array.isArray(found)) seen.ends++;
      else if (!found.length && told.length > ends) {
        seen.empty++;
        for (let ticks = 0; seen.ends === ends || ticks < 5; ticks++) await tick();
      }
      return found;
    },
  };
  const tell: SeriesKind = {
    places: 4,
    series: 1,
    async outside(jobs) {
      const { empty } = seen;
      told.push(...jobs.map(({ id }) => id));
      while (seen.empty === empty) await tick();
      return { done: jobs };
    },
  };
  await db.tx(async (tx) => {
    for (let nth = 0; nth < 6; nth++)
      await enqueue(tx, { id: `${nth}`, kind: 'tell', payload: {}, destination: 'shop' }, start + nth);
  });
  const worker = createWorker({ db: slow, kinds: { tell }, schedules: [], now: Date.now, log: () => {} });
  const began = Date.now();
  worker.start();
  while (told.length < 6) await tick();
  assert.ok(Date.now() - began < 3500, 'it would wait for the next poll, which is a second later');
  await worker.stop();
  assert.equal(told, ['0', '1', '2', '3', '4', '5']);
});

test('servers that failed and then hang leave places: another partner gets its messages', async ({ db }) => {
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  const tried = new Set<string>();
  let hanging = 0;
  let works = false;
  const tell: SeriesKind = {
    places: 4,
    series: 5,
    async outside(jobs) {
      const [job] = jobs as [Job];
      if (job.destination === 'works') {
        works = true;
        return { done: jobs };
      }
      if (tried.has(job.destination)) {
        hanging++;
        await held;
      }
      tried.add(job.destination);
      return { done: [], failed: { job, error: new Error('no answer') } };
    },
  };
  const clock = { ahead: 0 };
  const now = () => Date.now() + clock.ahead;
  const put = (destination: string) =>
    db.tx((tx) => enqueue(tx, { kind: 'tell', payload: {}, destination }, now()));
  const until = async (happened: () => boolean) => {
    for (let tries = 0; !happened() && tries < 500; tries++) await new Promise((go) => setTimeout(go, 20));
    assert.ok(happened());
  };
  for (let nth = 0; nth < 6; nth++) await put(`hangs ${nth}`);
  const worker = createWorker({ db, kinds: { tell }, schedules: [], now, log: () => {} });
  worker.start();
  await until(() => tried.size === 6);
  clock.ahead += 5000; // they are tried again
  await until(() => hanging > 0);
  await new Promise((go) => setTimeout(go, 1500)); // another poll
  await put('works');
  await until(() => works);
  assert.is(hanging, 1, 'one of them at a time');
  const stopped = worker.stop();
  release();
  await stopped;
});

test('a worker that lost its lease changes nothing', async ({ db }) => {
  await db.tx((tx) => enqueue(tx, { kind: 'pay', payload: {} }, start));
  const one = { kind: 'pay', most: 1 };
  const [slow] = await claim(db.run, 'slow', one, start);
  assert.equal(await claim(db.run, 'fast', one, start + 59_000), []);
  const [fast] = await claim(db.run, 'fast', one, start + 61_000);
  assert.is(fast!.attempt, 2);
  const effects: string[] = [];
  const effect = (who: string) => async () => void effects.push(who);
  assert.is(await complete(db, 'slow', [slow!], effect('slow'), start), 0);
  assert.is(await complete(db, 'fast', [fast!], effect('fast'), start), 1);
  assert.equal(effects, ['fast']);
});

test('of three instances one keeps each slot of a schedule', async ({ db }) => {
  const slots: number[] = [];
  const hourly: Schedule = { name: 'rent', every: 3_600_000, run: async (_, now) => void slots.push(now) };
  const instances = Array.from({ length: 3 }, () => workerAt(db, {}, [hourly]));
  for (let hour = 0; hour < 3; hour++) {
    for (const minutes of [0, 59]) {
      for (const { clock } of instances) clock.now = start + (hour * 60 + minutes) * 60_000;
      await Promise.all(instances.map(({ worker }) => worker.work()));
      await Promise.all(instances.map(({ worker }) => worker.work()));
    }
  }
  assert.equal(slots, [start, start + 3_600_000, start + 7_200_000]);
});

test('rows that nobody will read again are deleted', async ({ db }) => {
  const until = new Date(start);
  await db.run.insertInto('nonce').values({ uuid: 'old', until }).execute();
  await db.run
    .insertInto('nonce')
    .values({ uuid: 'new', until: new Date(start + 600_000) })
    .execute();
  await db.run.insertInto('throttle').values({ key: 'old', count: 1, until }).execute();
  await housekeeping(sweeps).run(db, start + 1000);
  assert.equal(await db.run.selectFrom('nonce').select('uuid').execute(), [{ uuid: 'new' }]);
  assert.equal(await db.run.selectFrom('throttle').select('key').execute(), []);
});

test('a gateway whose clock is days ahead of the database does no jobs, and says so once', async ({ db }) => {
  const rents: number[] = [];
  const schedules = [{ name: 'rent', every: 1000, run: async (_: Db, now: number) => void rents.push(now) }];
  const errors: unknown[] = [];
  const clock = { ahead: 3 * 86_400_000 };
  const worker = createWorker({
    db,
    kinds: {},
    schedules,
    now: () => Date.now() + clock.ahead,
    databaseTime: db.time,
    log: (error) => errors.push(error),
  });
  await worker.work();
  await worker.work();
  assert.equal([rents.length, errors.length], [0, 1]);
  clock.ahead = 0;
  await worker.work();
  assert.is(rents.length, 1);
});

test('a clock may be five seconds off the database’s, either way, and no more', async ({ db }) => {
  const done = async (off: number) => {
    let runs = 0;
    const worker = createWorker({
      db,
      kinds: {},
      schedules: [{ name: `off ${off}`, every: 1000, run: async () => void runs++ }],
      now: () => start + off,
      databaseTime: async () => start,
      log: () => {},
    });
    await worker.work();
    return runs;
  };
  assert.equal([await done(-5001), await done(-5000), await done(5000), await done(5001)], [0, 1, 1, 0]);
});

test('a slow job keeps no quick one waiting, nor other slow ones', async ({ db }) => {
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  const done: string[] = [];
  const finished = new Map<string, () => void>();
  const all = Promise.all(
    ['quick', 'other'].map((name) => new Promise<void>((ok) => finished.set(name, ok))),
  );
  const end = (name: string) => {
    done.push(name);
    finished.get(name)?.();
  };
  const kinds = {
    slow: {
      places: 4,
      outside: ({ payload }: Job) => ((payload as { waits: boolean }).waits ? held : Promise.resolve()),
      async inside(_tx: Tx, { payload }: Job) {
        end((payload as { waits: boolean }).waits ? 'slow' : 'other');
      },
    },
    quick: databaseKind(async () => end('quick')),
  };
  const worker = createWorker({ db, kinds, schedules: [], now: Date.now, log: () => {} });
  await db.tx(async (tx) => {
    await enqueue(tx, { kind: 'slow', payload: { waits: true } }, Date.now() - 3000);
    await enqueue(tx, { kind: 'slow', payload: { waits: false } }, Date.now() - 2000);
    await enqueue(tx, { kind: 'quick', payload: {} }, Date.now() - 1000);
  });
  worker.start();
  await all;
  assert.equal(done.sort(), ['other', 'quick']);
  release();
  await worker.stop();
  assert.ok(done.includes('slow'), 'stopping waits for what was begun');
});

test('a partner’s server that hangs keeps neither a code nor another partner’s messages waiting', async ({
  db,
}) => {
  let release = () => {};
  const held = new Promise<void>((go) => {
    release = go;
  });
  const reached: string[] = [];
  const came = new Map<string, () => void>();
  const arrival = (what: string) => new Promise<void>((ok) => came.set(what, ok));
  const arrived = (what: string) => {
    reached.push(what);
    came.get(what)?.();
  };
  const kinds = {
    'deliver-code': delivery(async ({ text }) => arrived(text), false),
    'send-webhook': {
      places: 2,
      byDestination: true as const,
      async outside({ destination }: Job) {
        arrived(destination);
        if (destination === 'hangs') await held;
      },
    },
  };
  const all = Promise.all([arrival(message.text), arrival('works'), arrival('hangs')]);
  await db.tx(async (tx) => {
    for (let nth = 0; nth < 300; nth++)
      await enqueue(tx, { kind: 'send-webhook', payload: {}, destination: 'hangs' }, Date.now() - 9000);
    await enqueue(tx, { kind: 'send-webhook', payload: {}, destination: 'works' }, Date.now());
    await queueMessage(tx, message, Date.now(), { urgent: true });
  });
  const worker = createWorker({ db, kinds, schedules: [], now: Date.now, log: () => {} });
  const began = Date.now();
  worker.start();
  await all;
  assert.ok(Date.now() - began < 5000);
  assert.is(reached.filter((one) => one === 'hangs').length, 1, 'it has one place');
  const stopped = worker.stop();
  release();
  await stopped;
});

test('a destination that fails three times in a row is paused, and its jobs keep their attempts', async ({
  db,
}) => {
  let works = false;
  const asked: string[] = [];
  const kinds = {
    tell: {
      places: 2,
      byDestination: true as const,
      async outside({ id }: Job) {
        asked.push(id);
        if (!works) throw new Error('no connection');
      },
    },
  };
  const { worker, clock } = workerAt(db, kinds);
  const ids = ['a', 'b', 'c', 'd', 'e'];
  await db.tx(async (tx) => {
    for (const [nth, id] of ids.entries())
      await enqueue(tx, { id, kind: 'tell', payload: {}, destination: 'shop' }, start + nth);
  });
  clock.now += 5;
  await worker.work();
  assert.equal(asked, ['a', 'b', 'c'], 'after the third it is left alone');
  clock.now += 7_000;
  await worker.work();
  assert.is(asked.length, 3);
  clock.now += 1_000;
  await worker.work();
  assert.equal(asked.slice(3), ['d'], 'one of them looks whether it is there again');
  const attempts = await db.run.selectFrom('job').select('attempts').orderBy('id').execute();
  assert.equal(
    attempts.map((one) => one.attempts),
    [1, 1, 1, 1, 0],
  );
  works = true;
  clock.now += 16_000;
  await worker.work();
  const left = await db.run.selectFrom('job').select('id').where('state', '=', 'ready').execute();
  assert.equal(left, [], 'and then the others follow');
});

test('while a destination is paused, the jobs for another one are done', async ({ db }) => {
  const asked: string[] = [];
  const kinds = {
    tell: {
      places: 1,
      byDestination: true as const,
      async outside({ destination }: Job) {
        asked.push(destination);
        if (destination === 'down') throw new Error('no connection');
      },
    },
  };
  const { worker, clock } = workerAt(db, kinds);
  const ask = (destination: string) =>
    db.tx((tx) => enqueue(tx, { kind: 'tell', payload: {}, destination }, start));
  for (let nth = 0; nth < 5; nth++) await ask('down');
  clock.now += 5;
  await worker.work();
  assert.equal(asked, ['down', 'down', 'down']);
  for (const destination of ['a shop', 'zoo']) await ask(destination);
  await worker.work();
  assert.equal(asked.slice(3).sort(), ['a shop', 'zoo']);
});

test('a request that a job queues for another system is sent in the same round', async ({ db }) => {
  const asked: unknown[] = [];
  const ask: JobKind = { places: 1, outside: async (job: Job) => void asked.push(job.payload) };
  const decide = databaseKind(async (tx) => {
    await enqueue(tx, { kind: 'ask', payload: { order: 7 } }, start);
  });
  const { worker } = workerAt(db, { ask, decide });
  await db.tx((tx) => enqueue(tx, { kind: 'decide', payload: {} }, start));
  assert.is(await worker.work(), 2);
  assert.equal(asked, [{ order: 7 }]);
});

test('a job that waits is not put down a second time; one that was done is done again', async ({ db }) => {
  let done = 0;
  const { worker } = workerAt(db, { tell: databaseKind(async () => void done++) });
  const ask = () =>
    db.tx((tx) => enqueueAll(tx, [{ id: 'one', kind: 'tell', payload: {} }], start, { again: true }));
  for (let nth = 0; nth < 3; nth++) await ask();
  await worker.work();
  assert.is(done, 1);
  await ask();
  await worker.work();
  assert.is(done, 2);
});

test('a job is leased when it begins, not while others are done before it', async ({ db }) => {
  const leased: number[] = [];
  const kinds = {
    look: {
      places: 1,
      async outside() {
        const rows = await db.run.selectFrom('job').select('id').where('lease', 'is not', null).execute();
        leased.push(rows.length);
      },
    },
  };
  const { worker } = workerAt(db, kinds);
  await db.tx(async (tx) => {
    for (let nth = 0; nth < 5; nth++) await enqueue(tx, { kind: 'look', payload: {} }, start);
  });
  assert.is(await worker.work(), 5);
  assert.equal(leased, [1, 1, 1, 1, 1]);
});

test('dead jobs are listed with what went wrong, and tried again by command', async ({ db }) => {
  let works = false;
  const kinds = {
    shaky: {
      places: 1,
      async outside() {
        if (!works) throw new Error('no connection');
      },
    },
  };
  const { worker, clock } = workerAt(db, kinds);
  await db.tx((tx) => enqueue(tx, { kind: 'shaky', payload: {} }, start));
  for (let nth = 0; nth < 12; nth++) {
    await worker.work();
    clock.now += 3_600_000;
  }
  const deadJobs = () =>
    db.run
      .selectFrom('job')
      .select(['id', 'kind', 'attempts', 'last_error'])
      .where('state', '=', 'dead')
      .execute();
  const [dead] = await deadJobs();
  assert.equal([dead?.kind, dead?.attempts, dead?.last_error], ['shaky', 12, 'Error: no connection']);
  works = true;
  assert.equal(await retryJob(db.run, dead?.id ?? '', clock.now), { retried: 1 });
  assert.is(await worker.work(), 1);
  assert.equal(await deadJobs(), []);
});

test('slots of every schedule are thrown away but the last', async ({ db }) => {
  const slots = Array.from({ length: 40 }, (_, slot) => ({ name: 'often', slot: 1000 + slot }));
  await db.run.insertInto('cron_slot').values(slots).execute();
  await housekeeping(sweeps).run(db, start);
  const left = await db.run.selectFrom('cron_slot').select('slot').where('name', '=', 'often').execute();
  assert.equal([left.length, Math.min(...left.map(({ slot }) => Number(slot)))], [11, 1029]);
});

test('members get their rent while months are archived, which ends when the gateway does', async ({ db }) => {
  const happened = () => {
    let now = () => {};
    const when = new Promise<void>((settle) => {
      now = settle;
    });
    return { now: () => now(), when };
  };
  const [begun, paid] = [happened(), happened()];
  let ended = '';
  const archive: Schedule = {
    name: 'archive',
    every: 1000,
    isLong: true,
    run: (_, __, stopping) =>
      new Promise((settle) => {
        begun.now();
        stopping?.addEventListener('abort', () => {
          ended = 'by the gateway';
          settle();
        });
      }),
  };
  const { worker, errors } = workerAt(db, {}, [
    archive,
    { name: 'rent', every: 1000, run: async () => paid.now() },
  ]);
  worker.start();
  await Promise.all([begun.when, paid.when]);
  assert.is(ended, '');
  await worker.stop();
  assert.is(ended, 'by the gateway');
  assert.equal(errors, []);
});

test.run();
