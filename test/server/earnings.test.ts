import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/devices';
import { monthAfter } from '../../src/server/db/china';
import { sumMonths } from '../../src/server/devices/sum-months';
import { dayLength, monthNumberOf } from '../../src/server/kernel/dates';
import { addOrder } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('earnings of months');
test.before(async (the) => {
  the.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

/** A moment in the middle of a month: 1 is the month before this one. */
const ago = (months: number) => monthAfter(Date.now(), -months).getTime() + 12 * dayLength;

async function earn(
  { db }: TestGateway,
  member: string,
  serialNumber: string,
  earned: [number, number, string][],
) {
  const rows = earned.map(([at, amount, kind]) => ({
    id: randomUUID(),
    serial_number: serialNumber,
    member,
    kind: kind as 'rent' | 'acceleration',
    day: '',
    at: new Date(at),
    amount,
    machines: 1,
  }));
  await db.run.insertInto('order_log').values(rows).execute();
}

test('a member sees the same sums before and after their months are added up, by two gateways at once', async ({
  gateway,
}) => {
  const { db } = gateway;
  const { id: member } = await addMember(gateway);
  const { id: other } = await addMember(gateway);
  const [as, asOther] = [await gateway.signIn(member), await gateway.signIn(other)];
  const first = await addOrder(gateway, member, { quantity: 1 });
  const second = await addOrder(gateway, member, { quantity: 1 });
  const others = await addOrder(gateway, other, { quantity: 1 });
  await earn(gateway, member, first, [
    [Date.now(), 5_00, 'rent'],
    [ago(1), 7_00, 'rent'],
    [ago(1), 2_00, 'acceleration'],
    [ago(3), 1_00, 'rent'],
    [monthAfter(Date.now(), 0).getTime(), 10, 'rent'],
    [monthAfter(Date.now(), 0).getTime() - 1, 20, 'rent'],
  ]);
  await earn(gateway, member, second, [[ago(1), 4_00, 'rent']]);
  await earn(gateway, other, others, [[ago(1), 9_00, 'rent']]);
  const seen = async () => ({
    devices: (await gateway.send(calls.listDevices, {}, as)).body.summary,
    all: (await gateway.send(calls.listOrderLog, {}, as)).body,
    one: (await gateway.send(calls.listOrderLog, { serialNumber: first }, as)).body,
    other: (await gateway.send(calls.listDevices, {}, asOther)).body.summary,
  });
  const before = await seen();
  assert.is(before.devices.rentTotal, 17_30);
  assert.is(before.all.total, 19_30);
  assert.is(before.one.total, 15_30);
  assert.is(before.other.rentTotal, 9_00);

  const settled = monthAfter(Date.now(), 0).getTime() + dayLength;
  await sumMonths(db, settled - 1);
  const summedUntil = async () =>
    (
      await db.run
        .selectFrom('order_log_summed')
        .select('until')
        .where('id', '=', 1)
        .executeTakeFirstOrThrow()
    ).until;
  const until = await summedUntil();
  assert.equal(until, monthAfter(Date.now(), -1), 'earnings of last month may still be on their way');
  assert.equal(await seen(), before);
  await Promise.all([sumMonths(db, settled), sumMonths(db, settled)]);
  assert.equal(await summedUntil(), monthAfter(Date.now(), 0));
  assert.equal(await seen(), before);
  gateway.clock.ahead += 600_000; // for so long a gateway keeps where its sums end
  assert.equal(await seen(), before);
  await earn(gateway, member, first, [[Date.now(), 30, 'rent']]);
  assert.is((await seen()).devices.rentTotal, 17_60);

  // the days of a month that is added up are not read for a sum
  await db.run.deleteFrom('order_log').where('member', '=', member).where('at', '<', until).execute();
  assert.is((await seen()).devices.rentTotal, 17_60);
  assert.is((await seen()).one.total, 15_60);
});

test('a member keeps the earnings of archived months when a gateway is late with sums', async ({
  gateway,
}) => {
  const { db } = gateway;
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const serialNumber = await addOrder(gateway, member, { quantity: 1 });
  await earn(gateway, member, serialNumber, [
    [ago(2), 3_00, 'rent'],
    [ago(1), 7_00, 'rent'],
  ]);
  const begin = (months: number) => monthAfter(Date.now(), months);
  const summedUntil = { until: begin(-2), month: monthNumberOf(begin(-2)) };
  await db.run.updateTable('order_log_summed').set(summedUntil).where('id', '=', 1).execute();
  await sumMonths(db, begin(0).getTime() + dayLength);
  // the days of an archived month are not in the database
  await db.run.deleteFrom('order_log').where('member', '=', member).where('at', '>=', begin(-1)).execute();
  // this gateway had read where the sums end before the other one added up two months
  const late = db.run.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      const rows = result.rows.map((row) => ('until' in row ? { ...row, until: begin(-2) } : row));
      return { ...result, rows };
    },
  });
  await sumMonths({ ...db, run: late as typeof db.run }, begin(-1).getTime() + dayLength);
  gateway.clock.ahead += 600_000; // for so long a gateway keeps where its sums end
  assert.is((await gateway.send(calls.listDevices, {}, as)).body.summary.rentTotal, 10_00);
});

test('a member reads the days of many months a page at a time, none twice, also after months without any', async ({
  gateway,
}) => {
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const serialNumber = await addOrder(gateway, member, { quantity: 1 });
  const moments = [
    ...Array.from({ length: 30 }, (_, nth) => Date.now() - nth * dayLength),
    ...Array.from({ length: 15 }, (_, nth) => ago(9) - Math.floor(nth / 2) * dayLength),
    // the begin of each month that a page may read first
    ...[1, 2, 5].map((months) => monthAfter(Date.now(), -months).getTime()),
    monthAfter(Date.now(), -5).getTime() - 1,
    ...[14, 20, 31].map(ago),
  ].sort((a, b) => b - a);
  await earn(
    gateway,
    member,
    serialNumber,
    moments.map((at) => [at, 1, 'rent']),
  );
  const seen: { id: string; at: string }[] = [];
  let pages = 0;
  for (let from: string | undefined; pages < 9; pages++) {
    const { items, next } = (await gateway.send(calls.listOrderLog, { from }, as)).body;
    seen.push(...items);
    from = next;
    if (!next) break;
  }
  assert.is(pages, 2);
  assert.is(new Set(seen.map(({ id }) => id)).size, moments.length);
  assert.equal(
    seen.map(({ at }) => Date.parse(at)),
    moments,
  );
});

test.run();
