import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/devices';
import { payRent, rentSchedule } from '../../src/server/accruals/rent';
import { dayOf } from '../../src/server/kernel/dates';
import { audit } from '../../src/server/ledger/audit';
import { balances } from '../../src/server/ledger/balances';
import { addOrder } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';

const test = suite<{ gateway: TestGateway }>('rent');
test.before.each(async (context) => {
  context.gateway = await openGateway();
});
test.after.each(async ({ gateway }) => {
  assert.equal(await audit(gateway.db.run), {}, 'the books are in order');
  await gateway.close();
});

const dayLength = 86_400_000;
const now = Date.parse('2026-05-10T08:00:00Z');
const yesterday = '2026-05-09';
const longAgo = now - 30 * dayLength;

const left = (gateway: TestGateway, serialNumber: string) =>
  gateway.db.run
    .selectFrom('device_order')
    .select(['rent_left as rent', 'days_left as days'])
    .where('serial_number', '=', serialNumber)
    .executeTakeFirstOrThrow();
const balanceOf = async ({ db }: TestGateway, member: string) => (await balances(db.run, member)).balance;

test('a day’s rent goes to the member’s balance and off what is left', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const serialNumber = await addOrder(gateway, id, { orderedAt: longAgo, rent: 3_20, days: 10, quantity: 4 });
  assert.is(await payRent(gateway.db, yesterday, now), 1);
  assert.is(await balanceOf(gateway, id), 3_20);
  assert.equal(await left(gateway, serialNumber), { rent: 28_80, days: 9 });
  const as = await gateway.signIn(id);
  const { items, total } = (await gateway.send(calls.listOrderLog, {}, as)).body;
  assert.is(total, 3_20);
  assert.is(items.length, 1);
  const { at, amount, kind, machines } = items[0];
  assert.equal(
    { at, amount, kind, machines },
    { at: new Date(now).toISOString(), amount: 3_20, kind: 'rent', machines: 4 },
  );
});

test('a day that was settled is not settled again', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  await addOrder(gateway, id, { orderedAt: longAgo, rent: 3_20 });
  assert.is(await payRent(gateway.db, yesterday, now), 1);
  assert.is(await payRent(gateway.db, yesterday, now + 1000), 0);
  assert.is(await payRent(gateway.db, '2026-05-08', now), 1);
  assert.is(await balanceOf(gateway, id), 6_40);
});

test('two gateways that settle at the same moment pay each order once', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  for (let at = 0; at < 12; at++) await addOrder(gateway, id, { orderedAt: longAgo, rent: 1_00, days: 30 });
  const paid = await Promise.all([1, 2, 3].map(() => payRent(gateway.db, yesterday, now)));
  assert.is(paid[0]! + paid[1]! + paid[2]!, 12);
  assert.is(await balanceOf(gateway, id), 12_00);
});

test('gateways that settle orders of many members at the same moment pay each once', async ({ gateway }) => {
  const members: string[] = [];
  for (let nth = 0; nth < 9; nth++) members.push((await addMember(gateway)).id);
  for (let nth = 0; nth < 45; nth++)
    await addOrder(gateway, members[nth % 9]!, { orderedAt: longAgo, rent: 1_00, days: 30 });
  const paid = await Promise.all([1, 2, 3, 4].map(() => payRent(gateway.db, yesterday, now)));
  assert.is(
    paid.reduce((sum, one) => sum + one, 0),
    45,
  );
  for (const id of members) assert.is(await balanceOf(gateway, id), 5_00);
});

test('an order that cannot be settled is reported, and delays no other', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const orders: string[] = [];
  for (let at = 0; at < 5; at++) orders.push(await addOrder(gateway, id, { orderedAt: longAgo, rent: 1_00 }));
  const broken = [...orders].sort()[2]!;
  const rent = (fen: number) =>
    sql`update device_order set daily_rent = ${String(fen)}::bigint where serial_number = ${broken}`.execute(
      gateway.db.run,
    );
  await rent(2 ** 60); // more than a number can hold
  const failure = await payRent(gateway.db, yesterday, now).catch((error) => error);
  assert.instance(failure, RangeError);
  assert.is(await balanceOf(gateway, id), 4_00);
  assert.instance(await rentSchedule.run(gateway.db, now).catch((error) => error), RangeError);
  assert.is(await balanceOf(gateway, id), 7 * 4_00, 'nor other days of these');
  await rent(1_00);
  assert.is(await payRent(gateway.db, yesterday, now), 1, 'and is settled once it can be');
  assert.is(await balanceOf(gateway, id), 7 * 4_00 + 1_00);
});

test('a database that is away is asked once, not for each order', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  for (let at = 0; at < 3; at++) await addOrder(gateway, id, { orderedAt: longAgo });
  let asked = 0;
  const tx = async () => {
    asked++;
    throw Object.assign(new Error('too many connections'), { code: '53300' });
  };
  await payRent({ ...gateway.db, tx }, yesterday, now).then(
    () => assert.unreachable(),
    (error: Error) => assert.is(error.message, 'too many connections'),
  );
  assert.is(asked, 1, 'orders of one member are one lane');
});

test('more orders than fit one page are all paid, each after one try, even if none can be settled first', async ({
  gateway,
}) => {
  const { id } = await addMember(gateway);
  const [member, since] = [id, new Date(longAgo)];
  const orders = Array.from({ length: 405 }, () => `CP${randomUUID().slice(0, 13)}`);
  const order = { member, quantity: 1, started_at: since, daily_rent: 10, rent_left: 100, days_left: 10 };
  await addRows(
    gateway,
    'device_order',
    orders.map((serial_number) => ({ serial_number, ...order })),
  );
  const machines = orders.map((serial_number) => ({ id: `${serial_number}-1`, serial_number }));
  await addRows(
    gateway,
    'machine',
    machines.map((one) => ({ ...one, member, position: 1, online: true })),
  );
  await addRows(
    gateway,
    'machine_online',
    machines.map((one) => ({ member, machine: one.id, since, until: null })),
  );
  let tried = 0;
  const tx = async () => {
    // a database that is away would end a run that tries them for ever
    throw Object.assign(new Error('broken'), ++tried > 1000 && { code: '53300' });
  };
  const failure = await payRent({ ...gateway.db, tx }, yesterday, now).catch((error) => error);
  assert.equal([failure.message, failure.code], ['broken', undefined]);
  assert.is(await payRent(gateway.db, yesterday, now), 405);
  assert.is(await balanceOf(gateway, id), 40_50);
});

test('rent ends with the days, and the last day pays what is left', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const serialNumber = await addOrder(gateway, id, {
    orderedAt: longAgo,
    rent: 3_00,
    days: 2,
    rentLeft: 7_00,
  });
  for (let ago = 5; ago >= 1; ago--) await payRent(gateway.db, dayOf(now - ago * dayLength), now);
  assert.equal(await left(gateway, serialNumber), { rent: 0, days: 0 });
  assert.is(await balanceOf(gateway, id), 7_00);
});

test('no more is paid than is left', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const serialNumber = await addOrder(gateway, id, {
    orderedAt: longAgo,
    rent: 3_00,
    days: 9,
    rentLeft: 4_00,
  });
  for (let ago = 5; ago >= 1; ago--) await payRent(gateway.db, dayOf(now - ago * dayLength), now);
  assert.equal(await left(gateway, serialNumber), { rent: 0, days: 4 });
  assert.is(await balanceOf(gateway, id), 4_00);
});

test('an order earns from the day after it was placed', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  await addOrder(gateway, id, { orderedAt: Date.parse('2026-05-08T10:00:00Z') });
  assert.is(await payRent(gateway.db, '2026-05-07', now), 0);
  assert.is(await payRent(gateway.db, '2026-05-08', now), 0);
  assert.is(await payRent(gateway.db, '2026-05-09', now), 1);
});

test('a gateway that was down makes up for the week', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  await addOrder(gateway, id, { orderedAt: longAgo, rent: 1_00 });
  await rentSchedule.run(gateway.db, now);
  await rentSchedule.run(gateway.db, now + 3_600_000);
  assert.is(await balanceOf(gateway, id), 7_00);
});

test('the log comes twenty at a time with the sum of all of it', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const one = await addOrder(gateway, id, { orderedAt: longAgo, rent: 1_00 });
  await addOrder(gateway, id, { orderedAt: longAgo, rent: 10 });
  for (let ago = 15; ago >= 1; ago--)
    await payRent(gateway.db, dayOf(now - ago * dayLength), now - ago * 1000);
  const as = await gateway.signIn(id);
  const first = (await gateway.send(calls.listOrderLog, {}, as)).body;
  const second = (await gateway.send(calls.listOrderLog, { from: first.next }, as)).body;
  assert.equal([first.items.length, second.items.length, second.next], [20, 10, undefined]);
  assert.equal([first.total, second.total], [16_50, 16_50]);
  assert.is(new Set([...first.items, ...second.items].map((log) => log.id)).size, 30);
  const sums = (months: { total: number }[]) => months.reduce((sum, { total }) => sum + total, 0);
  assert.is(sums(first.months), 16_50);
  const { body } = await gateway.send(calls.listOrderLog, { serialNumber: one }, as);
  assert.is(sums(body.months), 15_00);
  assert.equal([body.items.length, body.total, body.next], [15, 15_00, undefined]);
});

test('a month is China’s, wherever the phone and the gateway are', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const serialNumber = await addOrder(gateway, id, { orderedAt: longAgo, rent: 1_00 });
  const at = (iso: string, amount: number) =>
    gateway.db.run
      .insertInto('order_log')
      .values({
        id: randomUUID(),
        member: id,
        serial_number: serialNumber,
        kind: 'rent',
        day: iso.slice(0, 10),
        amount,
        machines: 1,
        at: new Date(iso),
      })
      .execute();
  await at('2026-10-31T15:59:59.000Z', 3);
  await at('2026-10-31T16:00:00.000Z', 4);
  const { body } = await gateway.send(calls.listOrderLog, {}, await gateway.signIn(id));
  assert.equal(body.months, [
    { month: '2026-11', total: 4 },
    { month: '2026-10', total: 3 },
  ]);
  assert.equal(
    body.items.map(({ month }: calls.OrderLog) => month),
    ['2026-11', '2026-10'],
  );
});

test.run();
