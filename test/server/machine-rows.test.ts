import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { TaskState } from '../../src/contract/buying/devices';
import { collectCoins, writeVisits } from '../../src/server/accounts/collect-coins';
import type { ShortVideoPlatform, Visit } from '../../src/server/accounts/provider';
import { phonesOf } from '../../src/server/accruals/freeze';
import { reach, seeMilestones } from '../../src/server/accruals/milestones';
import { rentOf } from '../../src/server/accruals/settle-orders';
import { takeRewardsBack } from '../../src/server/accruals/take-back';
import { stopMachines } from '../../src/server/devices/end-machines';
import { markRefunded, takeDays } from '../../src/server/devices/install';
import type { MachineProvider, ReportedMachine, WantedMachine } from '../../src/server/devices/provider';
import { runTasks } from '../../src/server/devices/run-tasks';
import { machineSchedule, syncMachines } from '../../src/server/devices/sync-machines';
import { memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { postMovement } from '../../src/server/ledger/post';
import { addOrder, report as reported } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { held } from './support/shop';

const test = suite<{ gateway: TestGateway; member: string; other: string }>('what machines’ rows do');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.other = (await addMember(context.gateway)).id;
});
test.after(({ gateway }) => gateway.close());

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number) => new Date(now + ms);
const day = 86_400_000;
const { waiting, running, paused, finished } = TaskState;

const machinesOf = async ({ db }: TestGateway, serial: string) =>
  db.run.selectFrom('machine').selectAll().where('serial_number', '=', serial).orderBy('position').execute();
const tasksOf = async ({ db }: TestGateway, serial: string) =>
  db.run
    .selectFrom('task')
    .selectAll()
    .where('serial_number', '=', serial)
    .orderBy('machine')
    .orderBy('created_at')
    .execute();
const report = (gateway: TestGateway, reports: ReportedMachine[], later = 0) =>
  reported(gateway, reports, now + later);

test('a provider’s report about a machine is stored for that machine only', async ({ gateway, member }) => {
  const serial = await addOrder(gateway, member, { quantity: 3, offline: [1, 2, 3] });
  const notStarted = await addOrder(gateway, member, { offline: [1] });
  await gateway.db.run
    .updateTable('machine')
    .set({ prepared_at: null, online: false })
    .where('serial_number', '=', serial)
    .execute();
  await gateway.db.run
    .updateTable('device_order')
    .set({ started_at: null })
    .where('serial_number', 'in', [serial, notStarted])
    .execute();
  const id = (position: number) => `${serial}-${position}`;
  const states = async () =>
    (await machinesOf(gateway, serial)).map(({ online, prepared_at }) => [online, !!prepared_at]);
  await report(gateway, [{ id: id(1), state: 'preparing' }]);
  assert.equal(await states(), [
    [false, false],
    [false, false],
    [false, false],
  ]);
  await report(gateway, [
    { id: id(1), state: 'prepared' },
    { id: id(2), state: 'online' },
  ]);
  assert.equal(await states(), [
    [false, true],
    [true, true],
    [false, false],
  ]);
  const times = () =>
    gateway.db.run
      .selectFrom('machine_online')
      .select(['machine', 'since', 'until'])
      .where('machine', 'like', `${serial}%`)
      .orderBy('since')
      .execute();
  assert.equal(await times(), [{ machine: id(2), since: at(0), until: null }]);
  assert.equal(
    (await tasksOf(gateway, serial)).map(({ machine, state }) => [machine, state]),
    [[id(2), running]],
  );
  await report(gateway, [{ id: id(2), state: 'online' }], 5);
  await report(gateway, [{ id: id(2), state: 'offline' }], 10);
  await report(gateway, [{ id: id(2), state: 'offline' }], 20);
  assert.equal(await times(), [{ machine: id(2), since: at(0), until: at(10) }]);
  await report(gateway, [{ id: id(2), state: 'online' }], 30);
  assert.equal(
    (await times()).map(({ until }) => until),
    [at(10), null],
  );
  const startOf = async (one: string) =>
    (
      await gateway.db.run
        .selectFrom('device_order')
        .select('started_at')
        .where('serial_number', '=', one)
        .executeTakeFirstOrThrow()
    ).started_at;
  assert.equal([await startOf(serial), await startOf(notStarted)], [at(0), null]);
});

test('a machine whose order has no days left is reported to nobody', async ({ gateway, member }) => {
  const serial = await addOrder(gateway, member, { days: 0, offline: [1] });
  await report(gateway, [{ id: `${serial}-1`, state: 'online' }]);
  assert.is((await machinesOf(gateway, serial))[0]?.online, false);
});

test('the progress of a task goes up to a hundred, of the running one of that machine', async ({
  gateway,
  member,
}) => {
  const serial = await addOrder(gateway, member, {
    quantity: 2,
    tasks: { 1: [running, paused], 2: [running] },
  });
  const [mine, stopped, others] = await tasksOf(gateway, serial);
  const tell = async (task: string | undefined, progress: number, machine = 1) => {
    await report(gateway, [
      { id: `${serial}-${machine}`, state: 'online', task: { id: task ?? '', progress } },
    ]);
    return (await tasksOf(gateway, serial)).map((one) => one.progress);
  };
  assert.equal(await tell(mine?.id, 40), [40, 10, 10]);
  assert.equal(await tell(mine?.id, 30), [40, 10, 10]);
  assert.equal(await tell(stopped?.id, 50), [40, 10, 10]);
  assert.equal(await tell(others?.id, 50), [40, 10, 10], 'another machine’s');
  assert.equal(await tell(mine?.id, 140), [100, 10, 10]);
  await gateway.db.run
    .updateTable('task')
    .set({ progress: 100 })
    .where('id', '=', stopped?.id ?? '')
    .execute();
  await runTasks(gateway.db, now, 'provider');
  const after = await tasksOf(gateway, serial);
  assert.is(after.find(({ id }) => id === stopped?.id)?.state, paused, 'it was not running');
  assert.is(after.find(({ id }) => id === mine?.id)?.state, finished);
  assert.is(after.find(({ id }) => id === others?.id)?.state, running);
});

test('tasks go on in the sandbox where machines are at work, and nobody ends them where nobody tells', async ({
  gateway,
  member,
}) => {
  const work = { quantity: 2, offline: [2], tasks: { 1: [running], 2: [running] } };
  const serial = await addOrder(gateway, member, work);
  const over = await addOrder(gateway, member, { ...work, days: 0 });
  const idle = await addOrder(gateway, member, {
    quantity: 3,
    tasks: { 1: [waiting], 2: [paused], 3: [finished] },
  });
  const queue = await addOrder(gateway, member, { tasks: { 1: [waiting, waiting] } });
  const all = async (one: string) =>
    (await tasksOf(gateway, one)).map(({ state, progress }) => [state, progress]);
  await runTasks(gateway.db, now, 'nobody');
  const queued = (await all(queue)).map(([state]) => state);
  assert.equal(queued.sort(), [waiting, running].sort(), 'a machine runs one task at a time');
  assert.equal(await all(serial), [
    [running, 10],
    [running, 10],
  ]);
  const states = (await all(idle)).map(([state]) => state);
  assert.equal(states, [running, paused, running, finished], 'what waits runs, and the third gets a new one');
  await runTasks(gateway.db, now, 'sandbox');
  assert.equal(await all(serial), [
    [running, 12],
    [running, 10],
  ]);
  assert.equal(await all(over), [
    [running, 10],
    [running, 10],
  ]);
  const [first] = await tasksOf(gateway, serial);
  const progress = async (done: number, toldBy: 'sandbox' | 'provider' | 'nobody') => {
    await gateway.db.run
      .updateTable('task')
      .set({ progress: done, state: running })
      .where('id', '=', first?.id ?? '')
      .execute();
    await runTasks(gateway.db, now, toldBy);
    const row = (await tasksOf(gateway, serial)).find(({ id }) => id === first?.id);
    return [row?.state, row?.progress];
  };
  assert.equal(await progress(100, 'nobody'), [running, 100]);
  assert.equal(await progress(99, 'provider'), [running, 99]);
  assert.equal(await progress(99, 'sandbox'), [finished, 100]);
});

test('machines of an order stop with their tasks, and those of another go on', async ({
  gateway,
  member,
}) => {
  const order = { quantity: 2, offline: [2], tasks: { 1: [running, waiting, paused, finished] } };
  const [serial, neighbour] = [
    await addOrder(gateway, member, order),
    await addOrder(gateway, member, order),
  ];
  for (const one of [serial, neighbour])
    await addRows(gateway, 'machine_online', [
      { member, machine: `${one}-1`, since: at(-3 * day), until: at(-2 * day) },
    ]);
  await gateway.db.tx((tx) => stopMachines(tx, { member, serialNumber: serial }, now));
  const of = async (one: string) => ({
    online: (await machinesOf(gateway, one)).map(({ online }) => online),
    tasks: (await tasksOf(gateway, one)).map(({ state }) => state),
    until: await gateway.db.run
      .selectFrom('machine_online')
      .select('until')
      .where('machine', '=', `${one}-1`)
      .orderBy('since')
      .execute()
      .then((rows) => rows.map(({ until }) => until)),
  });
  assert.equal(await of(serial), {
    online: [false, false],
    tasks: [finished, finished, finished, finished],
    until: [at(-2 * day), at(0)],
  });
  assert.equal(await of(neighbour), {
    online: [true, false],
    tasks: [running, waiting, paused, finished],
    until: [at(-2 * day), null],
  });
  const changed = (await tasksOf(gateway, serial)).filter(({ changed_at }) => +changed_at === now);
  assert.is(changed.length, 3, 'what was finished before stays as it was');
});

test('a refund takes the days of one device order, and marks no other of the member as refunded', async ({
  gateway,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, { days: 5 });
  const neighbour = await addOrder(gateway, member, { days: 7 });
  const over = await addOrder(gateway, member, { days: 0 });
  const of = (serial: string) =>
    gateway.db.run
      .selectFrom('device_order')
      .select(['days_left', 'rent_left', 'refunded_at'])
      .where('serial_number', '=', serial)
      .executeTakeFirstOrThrow();
  const before = [await of(neighbour), await of(over)];
  await gateway.db.tx(async (tx) => {
    await takeDays(tx, { member, serialNumber }, { quantity: 1, days: 5, dailyRent: 1_00 });
    await markRefunded(tx, { member, serialNumber }, now);
  });
  assert.equal(await of(serialNumber), { days_left: 0, rent_left: 0, refunded_at: at(0) });
  assert.equal([await of(neighbour), await of(over)], before);
});

/** A provider that records its requests, and reports nothing. */
function listening() {
  const told: WantedMachine[][] = [];
  const provider: MachineProvider = {
    sandbox: false,
    async sync(machines) {
      told.push([...machines]);
      return [];
    },
  };
  return { told, provider };
}

test('a provider gets machines with days left, and for a day those that have ended', async ({
  gateway,
  member,
}) => {
  const end = async (values: object) => {
    const serial = await addOrder(gateway, member, { days: 0 });
    await gateway.db.run
      .updateTable('device_order')
      .set(values)
      .where('serial_number', '=', serial)
      .execute();
    return serial;
  };
  const all = {
    running: await addOrder(gateway, member, { tasks: { 1: [waiting, paused, finished] } }),
    expired: await end({ expired_at: at(1 - day) }),
    refunded: await end({ refunded_at: at(1 - day) }),
    longExpired: await end({ expired_at: at(-day) }),
    longRefunded: await end({ refunded_at: at(-day) }),
  };
  const { told, provider } = listening();
  await machineSchedule(provider).run(gateway.db, now);
  const ours = Object.entries(all).flatMap(([name, serial]) =>
    told
      .flat()
      .filter((one) => one.serialNumber === serial)
      .map((one) => [name, one.wanted, one.task?.state]),
  );
  assert.equal(ours, [
    ['running', true, 'paused'],
    ['expired', false, undefined],
    ['refunded', false, undefined],
  ]);
  told.length = 0;
  await syncMachines(gateway.db, provider, () => now).outside!({
    payload: { serialNumber: all.longExpired },
  } as never);
  assert.equal(
    told.flat().map(({ serialNumber }) => serialNumber),
    [all.longExpired],
    'of one order whatever it is',
  );
});

test('a provider gets every machine, also if they need several requests', async ({ gateway, member }) => {
  const serial = await addOrder(gateway, member, { quantity: 501 });
  const { told, provider } = listening();
  await syncMachines(gateway.db, provider, () => now).outside!({
    payload: { serialNumber: serial },
  } as never);
  assert.equal(
    told.map((one) => one.length),
    [500, 1],
  );
  assert.is(new Set(told.flat().map(({ id }) => id)).size, 501);
});

test('machines of many members come online with one answer of their provider', async ({ gateway }) => {
  const serials: string[] = [];
  for (let nth = 0; nth < 8; nth++) {
    const { id } = await addMember(gateway);
    serials.push(await addOrder(gateway, id, { quantity: 2, offline: [1, 2] }));
  }
  const provider: MachineProvider = {
    ...listening().provider,
    sync: async (machines) => machines.map(({ id }) => ({ id, state: 'online' })),
  };
  await machineSchedule(provider).run(gateway.db, now);
  for (const serial of serials)
    assert.equal(
      (await machinesOf(gateway, serial)).map(({ online }) => online),
      [true, true],
    );
});

/** An account that runs on a machine of a new order. */
async function addAccount(gateway: TestGateway, member: string, values: object = {}, order: object = {}) {
  const serial = await addOrder(gateway, member, { tasks: { 1: [running] }, ...order });
  await gateway.db.run
    .updateTable('task')
    .set({ changed_at: at(-day / 2) })
    .where('serial_number', '=', serial)
    .execute();
  const id = randomUUID();
  await addRows(gateway, 'short_video_account', [
    {
      id,
      member,
      account: id,
      linked: id,
      machine: `${serial}-1`,
      signed_in: true,
      fetched_until: at(-day / 4),
      ...values,
    },
  ]);
  return id;
}

/** A platform whose accounts have just had one visit each, and what it was asked. */
function platformOf(visits: (account: string) => Visit[] = () => []) {
  const asked = new Map<string, number>();
  const platform: ShortVideoPlatform = {
    sandbox: false,
    find: async () => undefined,
    async visits(account, since) {
      asked.set(account, since);
      return visits(account);
    },
  };
  return { asked, platform };
}
const visit = (amount: number, more: object = {}): Visit => ({
  id: randomUUID(),
  at: now,
  amount,
  grabbed: true,
  liveRoom: 'room',
  streamer: 'mei',
  ...more,
});

test('coins are collected of accounts that work, from where they were fetched, for a day at most', async ({
  gateway,
  member,
}) => {
  const works = {
    plain: await addAccount(gateway, member),
    justBegun: await addAccount(gateway, member, { fetched_until: at(-day * 0.9) }),
    longAgo: await addAccount(gateway, member, { fetched_until: at(-9 * day) }),
  };
  await gateway.db.run
    .updateTable('task')
    .set({ changed_at: at(-9 * day) })
    .where('machine', '=', (await machineOf(gateway, works.longAgo)) ?? '')
    .execute();
  const rests = {
    unlinked: await addAccount(gateway, member, { linked: null }),
    signedOut: await addAccount(gateway, member, { signed_in: false }),
    offline: await addAccount(gateway, member, {}, { offline: [1] }),
    over: await addAccount(gateway, member, {}, { days: 0 }),
    paused: await addAccount(gateway, member, {}, { tasks: { 1: [paused] } }),
    fetched: await addAccount(gateway, member, { fetched_until: at(0) }),
    ahead: await addAccount(gateway, member, { fetched_until: at(1) }),
  };
  const { asked, platform } = platformOf();
  await collectCoins(gateway.db, platform, now);
  const since = (id: string) => {
    const found = asked.get(id);
    return found === undefined ? undefined : (now - found) / day;
  };
  assert.equal([since(works.plain), since(works.justBegun), since(works.longAgo)], [0.25, 0.5, 1]);
  for (const [why, id] of Object.entries(rests)) assert.is(since(id), undefined, why);
});

const machineOf = async ({ db }: TestGateway, account: string) =>
  (
    await db.run
      .selectFrom('short_video_account')
      .select('machine')
      .where('id', '=', account)
      .executeTakeFirstOrThrow()
  ).machine;

test('coins are collected of every account, also beyond one batch, and one that fails holds up none', async ({
  gateway,
  other,
}) => {
  const positions = Array.from({ length: 201 }, (_, n) => n + 1);
  const tasks = Object.fromEntries(positions.map((position) => [position, [running]]));
  const serial = await addOrder(gateway, other, { quantity: 201, tasks });
  await gateway.db.run
    .updateTable('task')
    .set({ changed_at: at(-day) })
    .where('serial_number', '=', serial)
    .execute();
  const ids = positions.map(() => randomUUID());
  const common = { member: other, signed_in: true, fetched_until: at(-day) };
  const rows = ids.map((id, n) => ({
    ...common,
    id,
    account: id,
    linked: id,
    machine: `${serial}-${n + 1}`,
  }));
  await addRows(gateway, 'short_video_account', rows);
  const own = new Set<string>(ids);
  const { platform } = platformOf((account) => {
    if (account === ids[0]) throw new Error('away');
    return own.has(account) ? [visit(1)] : [];
  });
  const failures: unknown[] = [];
  assert.is(await collectCoins(gateway.db, platform, now, (error) => failures.push(error)), 200);
  assert.is(failures.length, 1);
});

test('visits are written once, with what they brought on each day of China', async ({ gateway, member }) => {
  const [id, neighbour] = [await addAccount(gateway, member), await addAccount(gateway, member)];
  const write = (visits: Visit[], until = now) =>
    gateway.db.tx((tx) => writeVisits(tx, { id, member }, visits, until));
  const late = visit(30, { at: Date.parse('2026-03-10T15:59:59Z') });
  const all = [
    late,
    visit(5, { at: Date.parse('2026-03-10T16:00:00Z') }),
    visit(70, { grabbed: false }),
    visit(4),
  ];
  assert.equal([await write(all), await write([late, visit(1)]), await write([])], [4, 1, 0]);
  const days = await gateway.db.run
    .selectFrom('account_day')
    .select(['day', 'coins', 'grabbed', 'missed'])
    .where('account', '=', id)
    .orderBy('day')
    .execute();
  assert.equal(days, [
    { day: '2026-03-10', coins: 35, grabbed: 3, missed: 1 },
    { day: '2026-03-11', coins: 5, grabbed: 1, missed: 0 },
  ]);
  const records = await gateway.db.run
    .selectFrom('grab_record')
    .select(['hour', 'amount'])
    .where('account', '=', id)
    .orderBy('at')
    .orderBy('amount')
    .execute();
  assert.equal(
    records.map(({ hour, amount }) => [hour, amount]),
    [
      [20, 0],
      [20, 1],
      [20, 4],
      [23, 30],
      [0, 5],
    ],
  );
  await write([], now - 5);
  const of = (one: string) =>
    gateway.db.run
      .selectFrom('short_video_account')
      .select(['coins', 'fetched_until'])
      .where('id', '=', one)
      .executeTakeFirstOrThrow();
  assert.equal(await of(id), { coins: 40, fetched_until: at(0) });
  assert.equal(await of(neighbour), { coins: 0, fetched_until: at(-day / 4) });
});

test('an order earns its daily rent, never more than is left, and on its last day all of it', () => {
  const rent = (days_left: number, rent_left: number) => rentOf({ daily_rent: 100, rent_left, days_left });
  assert.equal([rent(2, 500), rent(2, 60), rent(1, 500), rent(0, 7)], [100, 60, 500, 7]);
});

test('phones are counted of a member and those they invited, and what is reached is reached once', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  const friend = (await addMember(gateway, { inviter: member })).id;
  await addOrder(gateway, member, { quantity: 2 });
  await addOrder(gateway, friend, { quantity: 3 });
  await addOrder(gateway, other, { quantity: 40 });
  const refunded = await addOrder(gateway, member, { quantity: 500 });
  await db.run
    .updateTable('device_order')
    .set({ refunded_at: at(0) })
    .where('serial_number', '=', refunded)
    .execute();
  assert.equal([await phonesOf(db.run, member), await phonesOf(db.run, friend)], [5, 3]);
  const reached = () => db.tx((tx) => reach(tx, member, 'unfrozen', now));
  assert.equal([await reached(), await reached()], [true, false]);
  assert.is(await db.tx((tx) => reach(tx, other, 'unfrozen', now)), true);
});

test('a team of enough friends at work makes a leader, and what is over or has not begun does not count', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  const isLeader = async (one: string) => {
    await db.tx((tx) => seeMilestones(tx, [one], now));
    const row = await db.run
      .selectFrom('member')
      .select('team_leader')
      .where('id', '=', one)
      .executeTakeFirstOrThrow();
    return row.team_leader;
  };
  const friends: string[] = [];
  for (let n = 0; n < 4; n++) friends.push((await addMember(gateway, { inviter: member })).id);
  for (const friend of friends) await addOrder(gateway, friend, { quantity: 5 });
  assert.is(await isLeader(member), false, 'four friends');
  const fifth = (await addMember(gateway, { inviter: member })).id;
  await addOrder(gateway, fifth, { quantity: 9, days: 0 });
  const unstarted = await addOrder(gateway, fifth, { quantity: 9 });
  const start = (started_at: Date | null) =>
    db.run.updateTable('device_order').set({ started_at }).where('serial_number', '=', unstarted).execute();
  await start(null);
  assert.is(await isLeader(member), false);
  await start(at(0));
  assert.is(await isLeader(other), false);
  assert.is(await isLeader(member), true);
  assert.is(await isLeader(other), false);
  const told = await db.run
    .selectFrom('milestone')
    .select(['member', 'kind'])
    .where('member', 'in', [member, other])
    .execute();
  assert.equal(told, [{ member, kind: 'teamLeader' }]);
});

test('rewards for an order that was refunded go back, and those for another order stay', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  const [refunded, kept] = [await addOrder(gateway, other), await addOrder(gateway, other)];
  const reward = (ref: string, amount: number, rule: string, kind = 'reward') =>
    db.tx((tx) =>
      postMovement(
        tx,
        {
          kind,
          asset: 'CNY',
          entries: [
            [memberAccount(member, 'balance'), amount],
            [systemAccount('accruals', 'CNY'), -amount],
          ],
          memo: '',
          ref,
          rule,
        } as never,
        now,
      ),
    );
  await reward(refunded, 10, 'rewardLevel1');
  await reward(refunded, 200, 'accelerationPerFriend');
  await reward(kept, 3000, 'rewardLevel1');
  const back = (serialNumber: string) =>
    db.tx((tx) => takeRewardsBack(tx, { member: other, serialNumber }, now));
  await back(refunded);
  assert.is(await held(gateway, member), 3210, 'it is not refunded yet');
  await db.run
    .updateTable('device_order')
    .set({ refunded_at: at(0) })
    .where('serial_number', '=', refunded)
    .execute();
  await back(refunded);
  assert.is(await held(gateway, member), 3200);
});

test.run();
