import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type Device,
  getDevice,
  listDevices,
  listFleet,
  listMachines,
  listOrderLog,
  listTasks,
  type Machine,
  type OrderLog,
  renameMachine,
  restartMachine,
  taskStat,
  updateTaskState,
} from '../../src/contract/buying/devices';
import { listCoupons, queryProducts } from '../../src/contract/buying/products';
import { readTotal } from '../../src/contract/support/messages';
import * as devices from '../../src/features/devices/routes';
import { Refusal, reply, visit } from '../support/visit';

const device: Device = {
  serialNumber: 'CP1',
  name: 'Studio',
  picture: '/product-pictures/studio-1.svg',
  state: 'online',
  online: 3,
  total: 5,
  orderTime: '2026-11-02T09:00:00.000Z',
  quantity: 5,
  remainingRent: 1_234_50,
  remainingDays: 300,
  running: 2,
};
const fleet = { working: 2, idle: 1, expiring: 0, offline: 2 };
const summary = { online: 3, total: 5, ...fleet, rentToday: 16_00, rentTotal: 480_00 };
const task = {
  id: 't1',
  serialNumber: 'CP1',
  machine: 'Machine 1',
  name: 'Watch live rooms',
  state: 1 as const,
  progress: 40,
  changedAt: '2026-11-20T09:00:00.000Z',
};
const machines = {
  items: [
    { id: 'm1', name: 'Machine 1', state: 'online' as const, online: true, task },
    { id: 'm2', name: 'Machine 2', state: 'offline' as const, online: false },
  ],
};
const stat = { waiting: 1, running: 2, paused: 0, finished: 4 };
const known = [reply(getDevice, device), reply(taskStat, stat), reply(listMachines, machines)];

test('a member sees what they own, what it earned and what is left of it', async () => {
  const screen = await visit(devices.list, {}, [reply(listDevices, { items: [device], summary })]);
  for (const words of ['CP1', 'Studio', '2 Nov', '3/5 online', '¥1,234.50', '300', '¥16.00', '¥480.00'])
    await screen.sees(words);
  assert.ok(screen.body.querySelector('a[href="#/pages/list/equList?serialNumber=CP1"]'));
  assert.ok(screen.body.querySelector('[role=img][aria-label="3 of 5 cloud phones online"]'));
  screen.close();
});

test('an expired device order says so', async () => {
  const expired = { ...device, state: 'expired' as const, remainingDays: 0, remainingRent: 0, online: 0 };
  const screen = await visit(devices.list, {}, [reply(listDevices, { items: [expired], summary })]);
  await screen.sees('Expired');
  await screen.sees('0/5 online');
  screen.close();
});

test('machines that are being prepared, or were refunded, are marked as such', async () => {
  const preparing = { ...device, state: 'paid' as const, online: 0 };
  const refunded = {
    ...device,
    serialNumber: 'CP2',
    state: 'refunded' as const,
    remainingDays: 0,
    online: 0,
  };
  const items = [preparing, refunded];
  const screen = await visit(devices.list, {}, [reply(listDevices, { items, summary })]);
  await screen.sees('Being prepared');
  await screen.sees('Refunded');
  screen.close();
});

test('a member without devices sees that, with a link to buy one', async () => {
  const none = {
    items: [],
    summary: {
      online: 0,
      total: 0,
      working: 0,
      idle: 0,
      expiring: 0,
      offline: 0,
      rentToday: 0,
      rentTotal: 0,
    },
  };
  const plan = {
    productId: 'p1',
    name: 'Starter',
    description: '',
    picture: '',
    category: 'machines' as const,
  };
  const sold = { stock: 9, sold: 0, limit: 9, days: 30, dailyRent: 3_20, tiers: [], needsAddress: false };
  const coupon = {
    couponCode: 'FIRST1',
    name: 'For your first order',
    kind: 'amount' as const,
    value: 10_00,
  };
  const screen = await visit(devices.list, {}, [
    reply(listDevices, none),
    reply(queryProducts, { items: [{ ...plan, ...sold, price: 99_00 }] }),
    reply(listCoupons, {
      items: [
        { ...coupon, minimum: 50_00, validUntil: '2026-12-20T00:00:00.000Z', discount: 10_00, total: 89_00 },
      ],
    }),
    reply(readTotal, { read: 0, unread: 1 }),
  ]);
  await screen.sees('No devices available yet!');
  await screen.sees('Start with one for ¥89.00');
  await screen.sees('¥10.00 off your first order');
  await screen.sees('1 unread');
  const to = (path: string) => screen.body.querySelectorAll(`a[href="#/${path}"]`).length;
  assert.is(to('pages/tabbar/home'), 1);
  assert.is(to('pages/mine/rechargeScore?productId=p1'), 2, 'the price and the coupon lead to the same plan');
  assert.is(to('pages/list/systemMsg'), 1);
  screen.close();
});

test('a list that did not load can be tried again', async () => {
  const replies = [reply(listDevices, 'offline')];
  const screen = await visit(devices.list, {}, replies);
  await screen.sees("Couldn't load");
  replies[0] = reply(listDevices, { items: [device], summary });
  await screen.tap('Try again');
  await screen.sees('Studio');
  screen.close();
});

test('the next page of devices follows the first', async () => {
  const screen = await visit(devices.list, {}, [
    reply(listDevices, ({ from }) =>
      from
        ? { items: [{ ...device, serialNumber: 'CP2' }], summary }
        : { items: [device], next: 'n', summary },
    ),
  ]);
  await screen.tap('Load more');
  await screen.sees('CP2');
  await screen.sees('No more');
  screen.close();
});

test('each count above the device list leads to those cloud phones', async () => {
  const screen = await visit(devices.list, {}, [reply(listDevices, { items: [device], summary })]);
  await screen.sees('CP1');
  for (const state of ['working', 'idle', 'offline', 'expiring'])
    assert.ok(screen.body.querySelector(`a[href="#/pages/list/equList?state=${state}"]`), state);
  screen.close();
});

test('all cloud phones are filtered, searched and sorted in one list', async () => {
  const one = { ...machines.items[0]!, serialNumber: 'CP1', remainingDays: 300 };
  const screen = await visit(devices.machines, { state: 'working' }, [
    reply(listDevices, { items: [device], summary }),
    reply(listFleet, ({ keyword }) => ({ items: keyword ? [] : [one] })),
  ]);
  await screen.sees('Machine 1');
  await screen.sees('Watch live rooms');
  await screen.sees('300 days left');
  assert.ok(screen.body.querySelector('a[href="#/pages/list/equList?serialNumber=CP1"]'));
  await screen.tap('Offline 2');
  await screen.until('those offline', () => screen.asked(listFleet).at(-1)?.state === 'offline');
  await screen.choose('Sort by', 'Fewest days left');
  await screen.until('the last question', () => screen.asked(listFleet).length > 2);
  assert.equal(screen.asked(listFleet).slice(-3), [
    { sort: 'name', state: 'working' },
    { sort: 'name', state: 'offline' },
    { sort: 'days', state: 'offline' },
  ]);
  const search = screen.body.querySelector<HTMLInputElement>('input[type=search]')!;
  search.value = 'zz';
  search.dispatchEvent(new (search.ownerDocument.defaultView as any).Event('input', { bubbles: true }));
  await screen.sees('No cloud phone matches.');
  screen.close();
});

test('pausing all names how many tasks, and everything that shows them is asked again', async () => {
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, [
    ...known,
    reply(updateTaskState, { changed: 3 }),
  ]);
  await screen.sees('Running tasks 2');
  await screen.tap('Pause all');
  await screen.sees('3 tasks will pause and keep their progress.');
  assert.equal(screen.asked(updateTaskState), []);
  await screen.tap('Pause all');
  await screen.sees('3 tasks paused');

  const [input] = screen.asked(updateTaskState);
  assert.is(input.serialNumber, 'CP1');
  assert.is(input.state, 2);
  assert.not(input.taskIds);
  for (const call of [getDevice, taskStat, listMachines]) {
    await screen.until(`${call.path} again`, () => screen.asked(call).length === 2);
  }
  screen.close();
});

test('declining the question changes nothing', async () => {
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, known);
  await screen.sees('Running tasks 2');
  await screen.tap('Pause all');
  await screen.tap('Cancel');
  await screen.losesSight('tasks will pause and keep their progress.');
  assert.equal(screen.asked(updateTaskState), []);
  screen.close();
});

test('with nothing to pause it says so and asks nothing', async () => {
  const idle = { waiting: 0, running: 0, paused: 2, finished: 0 };
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, [
    reply(getDevice, device),
    reply(taskStat, idle),
    reply(listMachines, machines),
  ]);
  await screen.sees('Paused tasks 2');
  await screen.tap('Pause all');
  await screen.sees('No devices available to pause at this time!');
  assert.not(screen.app.dialogs.current.peek());
  screen.close();
});

test('a lost connection and another try send the same request key; the next change a new one', async () => {
  const replies = [reply(updateTaskState, 'offline'), ...known];
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, replies);
  const keys = () => screen.asked(updateTaskState).map(({ requestKey }) => requestKey);
  const idle = () => screen.until('an idle button', () => !screen.body.querySelector('button[aria-busy]'));
  await screen.tap('Pause Machine 1 Watch live rooms');
  await screen.sees('The network is not strong');
  await idle();
  replies[0] = reply(updateTaskState, { changed: 1 });
  await screen.tap('Pause Machine 1 Watch live rooms');
  await screen.sees('1 task paused');
  await idle();
  await screen.tap('Pause Machine 1 Watch live rooms');
  await screen.until('a third', () => keys().length === 3);

  assert.equal(screen.asked(updateTaskState)[0].taskIds, ['t1']);
  assert.is(keys()[0], keys()[1]);
  assert.is.not(keys()[1], keys()[2]);
  screen.close();
});

test('a refused change shows the server’s message', async () => {
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, [
    ...known,
    reply(updateTaskState, new Refusal('It has just finished')),
  ]);
  await screen.tap('Pause Machine 1 Watch live rooms');
  await screen.sees('It has just finished');
  screen.close();
});

test('a tab shows the tasks of that state only', async () => {
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, [
    ...known,
    reply(listTasks, { items: [{ ...task, id: 't9', name: 'Upload videos', state: 3, progress: 100 }] }),
  ]);
  await screen.sees('Machine 2');
  await screen.tap('Finished tasks 4');
  await screen.sees('Upload videos');
  await screen.losesSight('Machine 2');
  assert.equal(screen.asked(listTasks), [{ serialNumber: 'CP1', state: 3 }]);
  screen.close();
});

test('where nobody says how far a task is, no figure and no bar pretend to know', async () => {
  const { progress: _unknown, ...running } = task;
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, [
    reply(getDevice, device),
    reply(taskStat, stat),
    reply(listMachines, { items: [{ ...machines.items[0]!, task: running }] }),
  ]);
  await screen.sees('Watch live rooms');
  assert.not.match(screen.text(), '40%');
  assert.is(screen.body.querySelector('progress'), null);
  screen.close();
});

test('an unknown serial number is refused with a way back', async () => {
  const refused = new Refusal('Cloud phone order not found');
  const screen = await visit(devices.machines, { serialNumber: 'NOPE' }, [
    reply(getDevice, refused),
    reply(taskStat, refused),
    reply(listMachines, refused),
  ]);
  await screen.sees('Cloud phone order not found');
  assert.ok(screen.body.querySelector('a[href="#/pages/tabbar/index"]'));
  screen.close();
});

const log = (id: string, at: string, amount: number): OrderLog => ({
  id,
  at,
  month: at.slice(0, 7),
  amount,
  serialNumber: 'CP1',
  kind: 'rent',
  machines: 5,
});
const november = [log('a', '2026-11-20T12:00:00.000Z', 16_00), log('b', '2026-11-19T12:00:00.000Z', 16_00)];
const october = [log('c', '2026-10-20T12:00:00.000Z', 15_00)];

test('earnings are grouped by month, with the sums and the months of the server', async () => {
  const sums = {
    total: 47_00,
    kinds: [
      { kind: 'rent' as const, amount: 40_00 },
      { kind: 'acceleration' as const, amount: 7_00 },
    ],
    months: [
      { month: '2026-11', total: 32_00 },
      { month: '2026-10', total: 15_00 },
    ],
  };
  const screen = await visit(devices.earnings, {}, [
    reply(listOrderLog, ({ from }) =>
      from ? { items: october, ...sums } : { items: november, next: 'n', ...sums },
    ),
  ]);
  await screen.sees('Cloud phone earnings¥47.00');
  await screen.sees('Rent ¥40.00');
  await screen.sees('Boost ¥7.00');
  await screen.sees('November 2026¥32.00');
  await screen.tap('Load more');
  await screen.sees('October 2026¥15.00');
  assert.is(screen.body.querySelectorAll('h2').length, 2);
  screen.close();
});

test('earnings of one device order ask for that one, and may be none', async () => {
  const screen = await visit(devices.earnings, { serialNumber: 'CP1' }, [
    reply(listOrderLog, { items: [], total: 0, kinds: [], months: [] }),
  ]);
  await screen.sees('No earnings yet');
  await screen.sees('Order CP1');
  assert.equal(screen.asked(listOrderLog), [{ serialNumber: 'CP1' }]);
  screen.close();
});

test('a cloud phone that is offline says why, and is restarted where that helps', async () => {
  const item = (id: string, why: Machine['why'], more: Partial<Machine> = {}): Machine => ({
    id,
    name: `Phone ${id}`,
    state: 'offline',
    online: false,
    ...(why && { why }),
    ...more,
  });
  const items = [
    item('m1', 'network', { restartable: true }),
    item('m2', 'maintenance'),
    item('m3', 'ended', { state: 'expired' }),
    item('m4', 'network'),
  ];
  const screen = await visit(devices.machines, { serialNumber: 'CP1' }, [
    reply(getDevice, device),
    reply(taskStat, stat),
    reply(listMachines, { items }),
    reply(restartMachine, {}),
    reply(renameMachine, {}),
  ]);
  await screen.sees('Restart it; if it stays offline, ask support.');
  await screen.sees('Its provider is maintaining it. It comes back by itself.');
  await screen.sees('Its days have ended.');
  await screen.sees('if it stays offline for an hour');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/repurchase"]'));

  await screen.tap('Rename or restart Phone m2');
  await screen.sees('Save name');
  const field = await screen.until(
    'the name',
    () => screen.body.querySelector<HTMLInputElement>('input[name=name]') ?? undefined,
  );
  field.value = 'Kitchen';
  field.dispatchEvent(new (field.ownerDocument.defaultView as any).Event('input', { bubbles: true }));
  await screen.tap('Save name');
  await screen.sees('Name saved');
  assert.equal(screen.asked(renameMachine), [{ id: 'm2', name: 'Kitchen' }]);

  await screen.tap('Rename or restart Phone m1');
  await screen.tap('Restart');
  await screen.sees('goes offline for a minute or two');
  await screen.tap('Restart');
  await screen.sees('Restarting. This takes a minute or two.');
  assert.is(screen.asked(restartMachine)[0]?.id, 'm1');
  screen.close();
});
test.run();
