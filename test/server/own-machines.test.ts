import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  listFleet,
  listMachines,
  type Machine,
  renameMachine,
  restartMachine,
} from '../../src/contract/buying/devices';
import type { MachineProvider, ReportedMachine, WantedMachine } from '../../src/server/devices/provider';
import { sandboxProvider } from '../../src/server/devices/sandbox';
import { addOrder, report } from './support/devices';
import { bringOnline } from './support/machines';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('own machines');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  const { id } = await addMember(context.gateway);
  Object.assign(context, { member: id, as: await context.gateway.signIn(id) });
});
test.after(({ gateway }) => gateway.close());

const machinesOf = async (gateway: TestGateway, as: Sent, serialNumber: string): Promise<Machine[]> =>
  (await gateway.send(listMachines, { serialNumber }, as)).body.items;
const reported = (gateway: TestGateway, reports: ReportedMachine[]) => report(gateway, reports, Date.now());
const restart = (gateway: TestGateway, as: Sent, id: string, requestKey: string = randomUUID()) =>
  gateway.send(restartMachine, { id, requestKey }, as);

test('a member names a cloud phone, as text, and finds it by that name', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 2 });
  const id = `${serialNumber}-1`;
  assert.is((await gateway.send(renameMachine, { id, name: ' <b>Tea</b> ' }, as)).code, '1');
  const [first, second] = await machinesOf(gateway, as, serialNumber);
  assert.equal([first?.name, second?.name], ['<b>Tea</b>', 'M2']);
  const found = await gateway.send(listFleet, { keyword: 'tea' }, as);
  assert.equal(
    found.body.items.map((one: Machine) => one.id),
    [id],
  );
  assert.is((await gateway.send(renameMachine, { id, name: 'x'.repeat(21) }, as)).code, '5001');
  assert.is((await gateway.send(renameMachine, { id, name: '  ' }, as)).code, '5001');

  const stranger = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(renameMachine, { id, name: 'Mine' }, stranger)).code, '500');
  assert.is((await machinesOf(gateway, as, serialNumber))[0]?.name, '<b>Tea</b>');
});

test('a restart takes a cloud phone offline, and the sandbox brings it back', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member);
  const id = `${serialNumber}-1`;
  await bringOnline(gateway);
  await reported(gateway, await sandboxProvider.sync([{ id, serialNumber, wanted: true }], Date.now()));
  const one = async () => (await machinesOf(gateway, as, serialNumber))[0];
  assert.equal([(await one())?.online, (await one())?.restartable], [true, true]);

  const key = randomUUID();
  assert.is((await restart(gateway, as, id, key)).code, '1');
  assert.is((await restart(gateway, as, id, key)).code, '1', 'the same request again');
  await bringOnline(gateway);
  assert.equal([(await one())?.online, (await one())?.why], [false, 'starting']);
  assert.match((await restart(gateway, as, id)).message, 'Wait two minutes');

  gateway.clock.ahead += 150_000;
  await bringOnline(gateway);
  assert.equal([(await one())?.online, (await one())?.why], [true, undefined]);
  assert.is((await restart(gateway, as, id)).code, '1');
});

test('nobody restarts what is not theirs, what its provider cannot restart, or what has ended', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member);
  const id = `${serialNumber}-1`;
  assert.match((await restart(gateway, as, id)).message, 'cannot be restarted');
  assert.is((await machinesOf(gateway, as, serialNumber))[0]?.restartable, undefined);
  await reported(gateway, [{ id, state: 'online', restartable: true }]);
  await gateway.db.run.updateTable('machine').set({ screenshots: true }).where('id', '=', id).execute();
  const shown = async () => {
    const [machine] = await machinesOf(gateway, as, serialNumber);
    return [machine?.restartable, machine?.screen];
  };
  assert.equal(await shown(), [true, true]);
  const stranger = await gateway.signIn((await addMember(gateway)).id);
  assert.match((await restart(gateway, stranger, id)).message, 'not found');
  await gateway.db.run
    .updateTable('device_order')
    .set({ days_left: 0 })
    .where('serial_number', '=', serialNumber)
    .execute();
  assert.equal(await shown(), [undefined, undefined]);
  assert.match((await restart(gateway, as, id)).message, 'cannot be restarted');
  const { restart_at } = await gateway.db.run
    .selectFrom('machine')
    .select('restart_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.is(restart_at, null);
});

test('a provider learns when a restart was asked for; the same time again restarts nothing', async ({
  gateway,
  as,
  member,
}) => {
  const serialNumber = await addOrder(gateway, member);
  const id = `${serialNumber}-1`;
  await reported(gateway, [{ id, state: 'online', restartable: true }]);
  const told: WantedMachine[] = [];
  const provider: MachineProvider = {
    sandbox: false,
    async sync(machines) {
      told.push(...machines.filter((one) => one.id === id));
      return [];
    },
  };
  await restart(gateway, as, id);
  await bringOnline(gateway, provider);
  gateway.clock.ahead += 60_000;
  await bringOnline(gateway, provider);
  assert.is(told.length, 2);
  assert.ok(told[0]?.restart);
  assert.is(told[0]?.restart, told[1]?.restart);
});

test('a cloud phone that is offline says why', async ({ gateway, as, member }) => {
  const serialNumber = await addOrder(gateway, member, { quantity: 5, offline: [1, 2, 3, 4, 5] });
  const id = (position: number) => `${serialNumber}-${position}`;
  await reported(gateway, [
    { id: id(1), state: 'offline', reason: 'maintenance' },
    { id: id(2), state: 'offline' },
    { id: id(3), state: 'prepared' },
    { id: id(4), state: 'online' },
  ]);
  await gateway.db.run.updateTable('machine').set({ prepared_at: null }).where('id', '=', id(5)).execute();
  const reasons = async () => (await machinesOf(gateway, as, serialNumber)).map(({ why }) => why);
  assert.equal(await reasons(), ['maintenance', 'network', 'starting', undefined, 'unlinked']);
  const offline = await gateway.send(listFleet, { state: 'offline' }, as);
  assert.equal(
    offline.body.items.map(({ why }: Machine) => why),
    ['maintenance', 'network', 'starting', 'unlinked'],
  );
  await reported(gateway, [{ id: id(1), state: 'online' }]);
  assert.is((await reasons())[0], undefined);
  await gateway.db.run
    .updateTable('device_order')
    .set({ days_left: 0 })
    .where('serial_number', '=', serialNumber)
    .execute();
  assert.is((await reasons())[1], 'ended');
});
test.run();
