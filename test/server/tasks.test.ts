import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/devices';
import { machineProvider } from '../../src/server/devices/provider';
import { taskSchedule } from '../../src/server/devices/run-tasks';
import { addOrder } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('tasks');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

const mixed = { 1: [0], 2: [1], 3: [2], 4: [3], 5: [1] };
const statOf = async (gateway: TestGateway, as: Sent, serialNumber?: string) =>
  (await gateway.send(calls.taskStat, { serialNumber }, as)).body;

test('a member sees tasks of all orders or of one, of all states or of one', async ({
  gateway,
  as,
  member,
}) => {
  const one = await addOrder(gateway, member, { quantity: 5, tasks: mixed });
  await addOrder(gateway, member, { tasks: { 1: [1, 3] } });
  const states = async (input: object) =>
    (await gateway.send(calls.listTasks, input, as)).body.items
      .map((task: { state: number }) => task.state)
      .sort();
  assert.equal(await states({}), [0, 1, 1, 1, 2, 3, 3]);
  assert.equal(await states({ serialNumber: one }), [0, 1, 1, 2, 3]);
  assert.equal(await states({ serialNumber: one, state: 1 }), [1, 1]);
  assert.equal(await statOf(gateway, as), { waiting: 1, running: 3, paused: 1, finished: 2 });
  assert.equal(await statOf(gateway, as, one), { waiting: 1, running: 2, paused: 1, finished: 1 });
});

test('where people bring machines online by hand, nobody says how far a task is, or that it is done', async () => {
  const gateway = await openGateway({ env: { MACHINES: 'manual' } });
  const member = (await addMember(gateway)).id;
  const as = await gateway.signIn(member);
  const serialNumber = await addOrder(gateway, member, { tasks: { 1: [1] } });
  const provider = machineProvider(gateway.settings);
  assert.is(provider, undefined, 'there is no provider to ask');
  const schedule = taskSchedule(provider);
  for (let at = 0; at < 60; at++) await schedule.run(gateway.db, Date.now());
  const { items } = (await gateway.send(calls.listTasks, { serialNumber }, as)).body;
  assert.equal(
    items.map(({ state, progress }: calls.Task) => [state, progress]),
    [[calls.TaskState.running, undefined]],
  );
  const machines = (await gateway.send(calls.listMachines, { serialNumber }, as)).body.items;
  assert.not.ok('progress' in machines[0].task);
  await gateway.close();
});

test('tasks come twenty at a time, none twice', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { tasks: { 1: Array.from({ length: 45 }, () => 1) } });
  const ids = new Set<string>();
  let from: string | undefined;
  for (const size of [20, 20, 5]) {
    const { body } = await gateway.send(calls.listTasks, { serialNumber, from }, as);
    assert.is(body.items.length, size);
    for (const { id } of body.items) ids.add(id);
    from = body.next;
  }
  assert.is(from, undefined);
  assert.is(ids.size, 45);
});

test('pausing stops what runs and what waits, resuming starts what is paused', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 5, tasks: mixed });
  const other = await addOrder(gateway, member, { tasks: { 1: [1] } });
  const change = async (state: number) =>
    (await gateway.send(calls.updateTaskState, { serialNumber, state, requestKey: randomUUID() }, as)).body;
  assert.equal(await change(2), { changed: 3 });
  assert.equal(await statOf(gateway, as, serialNumber), { waiting: 0, running: 0, paused: 4, finished: 1 });
  assert.equal(await change(1), { changed: 4 });
  assert.equal(await statOf(gateway, as, serialNumber), { waiting: 0, running: 4, paused: 0, finished: 1 });
  assert.equal(await statOf(gateway, as, other), { waiting: 0, running: 1, paused: 0, finished: 0 });
});

test('only the tasks that were named change, and none of another order', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 5, tasks: mixed });
  const other = await addOrder(gateway, member, { tasks: { 1: [1] } });
  const list = async (of: string) =>
    (await gateway.send(calls.listTasks, { serialNumber: of, state: 1 }, as)).body.items.map(
      (one: any) => one.id,
    );
  const [mine] = await list(serialNumber);
  const taskIds = [mine, ...(await list(other)), 'nothing'];
  const form = { serialNumber, taskIds, state: 2, requestKey: randomUUID() };
  assert.equal((await gateway.send(calls.updateTaskState, form, as)).body, { changed: 1 });
  assert.equal(await statOf(gateway, as, other), { waiting: 0, running: 1, paused: 0, finished: 0 });
  const none = { serialNumber, taskIds: [], state: 2, requestKey: randomUUID() };
  assert.is((await gateway.send(calls.updateTaskState, none, as)).code, '500');
});

test('a member who has nothing to pause or to resume is refused with that reason', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member, { tasks: { 1: [3] } });
  const change = (state: number, locale = 'en_US') =>
    gateway.send(calls.updateTaskState, { serialNumber, state, requestKey: randomUUID() }, { ...as, locale });
  assert.is((await change(2)).code, '500');
  assert.is((await change(2)).message, 'No devices available to pause at this time!');
  assert.is((await change(1)).message, 'No devices available to resume at this time!');
  assert.is((await change(2, 'zh_CN')).message, '暂无可暂停的云手机！');
});

test('a repeated request gets the first answer and changes nothing more', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 5, tasks: mixed });
  const pause = { serialNumber, state: 2, requestKey: randomUUID() };
  const first = await gateway.send(calls.updateTaskState, pause, as);
  await gateway.send(calls.updateTaskState, { serialNumber, state: 1, requestKey: randomUUID() }, as);
  const again = await gateway.send(calls.updateTaskState, pause, as);
  assert.equal(again.body, first.body);
  assert.is((await statOf(gateway, as, serialNumber)).running, 4);
  assert.is((await gateway.send(calls.updateTaskState, { ...pause, state: 1 }, as)).code, '500');
});

test('a state that a member cannot ask for is refused', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member);
  const form = { serialNumber, state: 3, requestKey: randomUUID() };
  assert.equal((await gateway.send(calls.updateTaskState, form, as)).body.problems, {
    state: { rule: 'wrong' },
  });
});

test.run();
