import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sendRefunds } from '../../src/server/checkout/refunds/send';
import { refundGoesTo, splitRefund } from '../../src/server/checkout/refunds/split';
import { takeReport } from '../../src/server/checkout/refunds/take-report';
import { memberOfOrder } from '../../src/server/orders/own';
import type { RefundOrder, Refunds } from '../../src/server/payments/provider';
import type { RefundsBy } from '../../src/server/payments/providers';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';

const test = suite<{ gateway: TestGateway; order: string; other: string }>('where a refund goes');
test.before.each(async (the) => {
  the.gateway ??= await openGateway();
  the.order = await addOrder(the.gateway);
  the.other = await addOrder(the.gateway);
});
test.after(({ gateway }) => gateway.close());

const now = Date.parse('2026-03-10T12:00:00Z');
const minute = 60_000;
const ago = (minutes: number) => new Date(now - minutes * minute);

async function addOrder(gateway: TestGateway): Promise<string> {
  const order_no = randomUUID();
  const member = (await addMember(gateway)).id;
  const sums = { amount: 300_00, total: 300_00, paid: 300_00 };
  await addRows(gateway, 'purchase', [
    { order_no, member, state: 1, way: 'card', currency: 'money', ...sums },
  ]);
  return order_no;
}
const nameOf = async ({ db }: TestGateway, order_no: string) => ({
  order_no,
  member: (await memberOfOrder(db.run, order_no)) ?? '',
});
/** A payment of an order; gives the id of its receipt. */
async function paid(
  gateway: TestGateway,
  order_no: string,
  values: { id?: string; way?: string; amount: number; used_for?: string; at?: Date },
) {
  const row = {
    id: `card:${randomUUID()}`,
    ...(await nameOf(gateway, order_no)),
    way: 'card',
    used_for: 'order',
    at: ago(60),
    ...values,
  };
  await addRows(gateway, 'receipt', [row]);
  return row.id;
}
/** A refund on its way; gives its number. */
async function refund(gateway: TestGateway, order_no: string, values: object = {}) {
  const number = `F${randomUUID()}`;
  const named = await nameOf(gateway, order_no);
  const row = { number, sent_as: number, ...named, way: 'card', amount: 10_00, state: 'underWay', times: 1 };
  await addRows(gateway, 'provider_refund', [{ ...row, ask_at: ago(0), sent_at: null, ...values }]);
  return number;
}
const ofCards: RefundsBy = (way) => (way === 'card' ? ({} as Refunds) : undefined);

test('a refund goes to the newest payment first, up to what is left of each, and the rest to the balance', async ({
  gateway,
  order,
  other,
}) => {
  const { run } = gateway.db;
  const old = await paid(gateway, order, { amount: 100_00, at: ago(60) });
  const late = await paid(gateway, order, { amount: 90_00, at: ago(10) });
  await paid(gateway, order, { amount: 500_00, used_for: 'balance', at: ago(5) });
  await paid(gateway, order, { id: `alipay:${randomUUID()}`, way: 'alipay', amount: 500_00, at: ago(5) });
  await paid(gateway, order, { id: randomUUID(), way: 'remittance', amount: 500_00, at: ago(5) });
  await paid(gateway, other, { amount: 500_00, at: ago(1) });
  const named = await nameOf(gateway, order);
  const split = (amount: number) => splitRefund(run, ofCards, named, amount);
  const parts = ({ parts, balance }: Awaited<ReturnType<typeof split>>) => [
    ...parts.map(({ receipt, amount }) => [receipt, amount]),
    balance,
  ];
  assert.equal(parts(await split(90_00)), [[late, 90_00], 0]);
  assert.equal(parts(await split(200_00)), [[late, 90_00], [old, 100_00], 10_00]);

  const disputed = { ...named, way: 'card', reason: 'r', goods: null };
  const dispute = (receipt: string, amount: number, state: string, values: object = {}) =>
    addRows(gateway, 'dispute', [
      { ...disputed, number: randomUUID(), reference: randomUUID(), receipt, amount, state, ...values },
    ]);
  await refund(gateway, order, { receipt: late, amount: 20_00, state: 'done' });
  await dispute(late, 30_00, 'open');
  await dispute(late, 1_00, 'won');
  await dispute(late, 2_00, 'inquiry');
  await dispute(old, 5_00, 'lost', { goods: 'kept' });
  await dispute(old, 7_00, 'lost', { goods: 'taken' });
  assert.equal(parts(await split(200_00)), [[late, 40_00], [old, 95_00], 65_00]);
  const order2 = { ...named, left: 40_00 };
  assert.equal(await refundGoesTo(run, ofCards, { ...order2, currency: 'money' }), [
    { way: 'card', amount: 40_00 },
  ]);
  assert.equal(await refundGoesTo(run, ofCards, { ...order2, currency: 'points' }), [{ way: 'points' }]);
  assert.equal(await refundGoesTo(run, () => undefined, { ...order2, currency: 'money' }), [
    { way: 'balance', amount: 40_00 },
  ]);
});

test('of the refunds on their way, those that are due are sent, of one order if it is named', async ({
  gateway,
  order,
  other,
}) => {
  const receipt = await paid(gateway, order, { amount: 100_00 });
  const sent: string[] = [];
  const provider: Refunds = {
    send: async ({ number }: RefundOrder) => {
      sent.push(number);
      return { refund: number, result: 'pending', reference: '' };
    },
    ask: async () => undefined,
  };
  const due = await refund(gateway, order, { receipt });
  const later = await refund(gateway, order, { receipt, ask_at: new Date(now + 1) });
  const done = await refund(gateway, order, { receipt, state: 'done' });
  const theirs = await paid(gateway, other, { amount: 100_00 });
  const others = await refund(gateway, other, { receipt: theirs, ask_at: ago(5) });
  await sendRefunds(gateway.db, () => provider, now, { order: await nameOf(gateway, order) });
  assert.equal(sent, [due]);
  await sendRefunds(gateway.db, () => provider, now);
  assert.equal(sent, [due, others]);
  const { run } = gateway.db;
  const next = async (number: string) =>
    (
      await run
        .selectFrom('provider_refund')
        .select('ask_at')
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
    ).ask_at?.getTime();
  assert.equal([await next(due), await next(later), await next(done)], [now + minute, now + 1, now]);
});

test('a provider that does not respond is asked at growing intervals, and after a day a person decides', async ({
  gateway,
  order,
}) => {
  const { db } = gateway;
  const receipt = await paid(gateway, order, { amount: 100_00 });
  const silent = async () => {
    throw new Error('no response');
  };
  const state = async (values: object) => {
    const number = await refund(gateway, order, { receipt, ...values });
    const named = await nameOf(gateway, order);
    await sendRefunds(db, () => ({ send: silent, ask: silent }), now, { order: named, log() {} });
    const row = await db.run
      .selectFrom('provider_refund')
      .select(['state', 'why', 'ask_at'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    return row.why ?? (Number(row.ask_at) - now) / minute;
  };
  assert.is(await state({}), 1, 'it is sent for the first time');
  assert.is(await state({ sent_at: ago(4) }), 1);
  assert.is(await state({ sent_at: ago(40) }), 10, 'a quarter of its age');
  assert.is(await state({ sent_at: ago(24 * 60 - 1) }), (24 * 60 - 1) / 4);
  assert.is(await state({ sent_at: ago(24 * 60) }), 'unanswered');
  assert.is(
    await state({ sent_at: ago(24 * 60), reference: 're_1' }),
    6 * 60,
    'the provider has accepted it',
  );
});

test('a refund whose notice arrives while its provider is asked stays done, though no response comes', async ({
  gateway,
  order,
}) => {
  const { db } = gateway;
  const receipt = await paid(gateway, order, { amount: 100_00 });
  for (const minutes of [4, 24 * 60]) {
    const number = await refund(gateway, order, { receipt, sent_at: ago(minutes) });
    const ask = async () => {
      await takeReport(db, { refund: number, result: 'done', reference: '' }, now);
      throw new Error('no response');
    };
    const named = await nameOf(gateway, order);
    await sendRefunds(db, () => ({ send: ask, ask }), now, { order: named, log() {} });
    const row = await db.run
      .selectFrom('provider_refund')
      .select(['state', 'why', 'ask_at'])
      .where('number', '=', number)
      .executeTakeFirstOrThrow();
    assert.equal(row, { state: 'done', why: null, ask_at: null }, `sent ${minutes} minutes ago`);
  }
});

test('a refund by a way that the company no longer offers is left to a person', async ({
  gateway,
  order,
}) => {
  const { db } = gateway;
  const receipt = await paid(gateway, order, { amount: 100_00 });
  const number = await refund(gateway, order, { receipt });
  await sendRefunds(db, () => undefined, now, { order: await nameOf(gateway, order) });
  const row = await db.run
    .selectFrom('provider_refund')
    .select(['state', 'why'])
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  assert.equal(row, { state: 'failed', why: 'unanswered' });
});

test('a provider’s report changes the refund that it names, once, and none that a person has decided', async ({
  gateway,
  order,
}) => {
  const { db } = gateway;
  const receipt = await paid(gateway, order, { amount: 100_00 });
  const after = async (from: string, result: 'pending' | 'done' | 'failed', values: object = {}) => {
    const number = await refund(gateway, order, { receipt, state: from, reference: null, ...values });
    const beside = await refund(gateway, order, { receipt, state: from, ...values });
    await takeReport(db, { refund: number, result, reference: '' }, now);
    const rows = await db.run
      .selectFrom('provider_refund')
      .select(['number', 'state', 'why'])
      .where('number', 'in', [number, beside])
      .execute();
    const of = (name: string) => rows.find((one) => one.number === name);
    assert.is(of(beside)?.state, from, 'the one beside it stays as it is');
    return `${of(number)?.state} ${of(number)?.why ?? ''}`.trim();
  };
  assert.is(await after('underWay', 'pending'), 'underWay');
  assert.is(await after('failed', 'pending', { why: 'unanswered' }), 'underWay');
  assert.is(await after('failed', 'pending', { why: 'refused' }), 'failed refused');
  assert.is(await after('done', 'pending'), 'done');
  assert.is(await after('underWay', 'done'), 'done');
  assert.is(await after('failed', 'done', { why: 'refused' }), 'done');
  assert.is(await after('balance', 'done'), 'balance');
  assert.is(await after('void', 'done'), 'void');
  assert.is(await after('underWay', 'failed'), 'failed refused');
  assert.is(await after('done', 'failed'), 'failed returned');
  assert.is(await after('balance', 'failed'), 'balance');
  assert.is(await takeReport(db, { refund: 'nobody’s', result: 'done', reference: '' }, now), 'unknown');
});

test('a refund has the newest reference that its provider gave, and keeps it if a report has none', async ({
  gateway,
  order,
}) => {
  const { db } = gateway;
  const receipt = await paid(gateway, order, { amount: 100_00 });
  for (const result of ['pending', 'done', 'failed'] as const) {
    const number = await refund(gateway, order, { receipt, reference: 'first' });
    const beside = await refund(gateway, order, { receipt, reference: 'beside' });
    const after = async (reference: string) => {
      await db.run
        .updateTable('provider_refund')
        .set({ state: 'underWay', why: null })
        .where('number', '=', number)
        .execute();
      await takeReport(db, { refund: number, result, reference }, now);
      const rows = await db.run
        .selectFrom('provider_refund')
        .select('reference')
        .where('number', 'in', [number, beside])
        .execute();
      return rows.map((row) => row.reference).sort();
    };
    assert.equal(await after(''), ['beside', 'first'], result);
    assert.equal(await after('second'), ['beside', 'second'], result);
  }
});

test.run();
