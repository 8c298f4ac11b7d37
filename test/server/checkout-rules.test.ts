import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changeMethod, OrderState } from '../../src/contract/buying/orders';
import { type PaymentMethod, paymentMethods } from '../../src/contract/buying/payment-methods';
import * as calls from '../../src/contract/buying/payments';
import { onlineLimit } from '../../src/contract/buying/payments';
import { assertPayable, attemptFor, canBePaidBy, takeOutcome } from '../../src/server/checkout/attempts';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { reconcileAttempts } from '../../src/server/checkout/reconcile-attempts';
import type { Db } from '../../src/server/db/database';
import type { RequestContext } from '../../src/server/kernel/context';
import type { Purchase } from '../../src/server/orders/own';
import { rewriteParts } from '../../src/server/payments/parts';
import { engine } from './support/database';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { production } from './support/production';
import { addRows } from './support/rows';
import { give } from './support/shop';
import { addPicture } from './support/upload';

const test = suite<{ gateway: TestGateway; as: Sent; member: string }>('the rules of the checkout');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.before.each(async (context) => {
  context.gateway.clock.ahead = 0;
  context.member = (await addMember(context.gateway, { country: 'cn' })).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const now = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number) => new Date(now + ms);

/** An order of 100 yuan that waits for its card payment for half an hour, in one part, unless said; gives its number. */
async function addOrder(gateway: TestGateway, member: string, values: object = {}): Promise<string> {
  const row = {
    order_no: randomUUID(),
    member,
    state: OrderState.waiting,
    way: 'card',
    currency: 'money',
    amount: 100_00,
    total: 100_00,
    created_at: at(0),
    expires_at: at(30 * minute),
    ...values,
  };
  await addRows(gateway, 'purchase', [row]);
  await addRows(gateway, 'payment_part', [
    { member: row.member, order_no: row.order_no, part: 1, amount: row.total },
  ]);
  return row.order_no;
}

/** An open attempt to pay an order by card, begun now, unless said; gives its id. */
async function addAttempt(gateway: TestGateway, order_no: string, values: object = {}): Promise<string> {
  const { member } = await orderOf(gateway, order_no);
  const row = {
    member,
    id: randomUUID().replace(/-/g, ''),
    order_no,
    part: 1,
    way: 'card',
    amount: 100_00,
    state: 'open',
  };
  const ticket = JSON.stringify({ place: 'anywhere', onward: { url: '/dev/pay' } });
  const times = { created_at: at(0), expires_at: at(30 * minute) };
  await addRows(gateway, 'payment_attempt', [{ ...row, ticket, ...times, ...values }]);
  return row.id;
}

const attemptOf = ({ db }: TestGateway, id: string) =>
  db.run.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const orderOf = ({ db }: TestGateway, order: string) =>
  db.run.selectFrom('purchase').selectAll().where('order_no', '=', order).executeTakeFirstOrThrow();

/** The name of a refusal. */
const keyOf = (act: () => unknown) => {
  try {
    act();
    return '';
  } catch (error) {
    return (error as { key?: string }).key;
  }
};

/** The same database, on which something happens right after a table was read for the first time: what another request did meanwhile. */
function meanwhile(db: Db, table: string, happens: () => Promise<unknown>): Db {
  let isDone = false;
  const read = new WeakSet<object>();
  const plugin = {
    transformQuery({ node, queryId }: any) {
      if (node.kind === 'SelectQueryNode' && JSON.stringify(node.from).includes(`"name":"${table}"`))
        read.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }: any) {
      if (!isDone && read.has(queryId)) {
        isDone = true;
        const happening = happens();
        // the embedded database has one connection, which this query holds: what happens is next in line for it
        if (engine === 'pg') await happening;
      }
      return result;
    },
  };
  return { ...db, run: db.run.withPlugin(plugin) as Db['run'] };
}

test('an order is paid for while it waits and its time is not over', () => {
  const { waiting, confirming, successful, failed } = OrderState;
  const why = (state: OrderState, left: number) =>
    keyOf(() => assertPayable({ state, expires_at: at(left) } as Purchase, now));
  assert.equal(
    [
      [waiting, 1],
      [waiting, 0],
      [confirming, 1],
      [successful, 1],
      [failed, 1],
    ].map(([state, left]) => why(state as OrderState, left as number)),
    ['', 'orderFailed', 'orderConfirming', 'orderPaid', 'orderFailed'],
  );
});

test('a partly paid order continues online or from the balance; a new one with any method of its currency', () => {
  const may = (paid: number) =>
    (Object.keys(paymentMethods) as PaymentMethod[]).filter((way) =>
      canBePaidBy({ currency: 'money', paid }, way),
    );
  assert.equal(may(0).sort(), ['alipay', 'balance', 'card', 'remittance', 'usdt', 'wechat']);
  assert.equal(may(1).sort(), ['alipay', 'balance', 'card', 'wechat']);
});

test('an attempt is gone on with for as long as a minute of it is left, in the same way and place', async ({
  gateway,
  member,
}) => {
  const next = async (orderNo: string, more: object = {}) =>
    attemptFor({ db: gateway.db, member, now } as RequestContext, {
      orderNo,
      part: undefined,
      place: 'anywhere',
      ...more,
    });
  const isKept = async (values: object, wanted: object = {}) => {
    const orderNo = await addOrder(gateway, member);
    const before = await addAttempt(gateway, orderNo, values);
    return (await next(orderNo, wanted)).id === before;
  };
  assert.is(await isKept({}), true);
  assert.is(await isKept({ expires_at: at(minute + 1) }), true);
  assert.is(await isKept({ expires_at: at(minute) }), false);
  assert.is(await isKept({ state: 'failed' }), false);
  assert.is(await isKept({ way: 'alipay' }), false);
  assert.is(await isKept({ part: 2 }), false);
  assert.is(await isKept({}, { place: 'wechat' }), false);
  assert.is(await isKept({}, { embedded: true }), false);
  assert.is(await isKept({ ticket: null }), false);

  const soon = await next(await addOrder(gateway, member));
  assert.is(+soon.expires_at, +at(30 * minute), 'as long as the order');
  const later = await next(await addOrder(gateway, member, { expires_at: at(3 * day) }));
  assert.is(+later.expires_at, +at(2 * hour), 'but two hours at most');
});

test('an attempt is for the first part that is not paid, or for the one that is named', async ({
  gateway,
  member,
}) => {
  const orderNo = await addOrder(gateway, member);
  await addRows(gateway, 'payment_part', [
    { member, order_no: orderNo, part: 2, amount: 20 },
    { member, order_no: orderNo, part: 3, amount: 30 },
  ]);
  await gateway.db.run
    .updateTable('payment_part')
    .set({ paid: true })
    .where('order_no', '=', orderNo)
    .where('part', '=', 1)
    .execute();
  const next = (part?: number) =>
    attemptFor({ db: gateway.db, member, now } as RequestContext, { orderNo, part, place: 'anywhere' }).then(
      (made) => [made.part, made.amount],
      (error) => error.key,
    );
  assert.equal(
    [await next(), await next(3)],
    [
      [2, 20],
      [3, 30],
    ],
  );
  assert.equal([await next(1), await next(4)], ['partMissing', 'partMissing']);
});

test('a provider’s notice for an unknown attempt, or with wrong data, pays nothing and closes nothing', async ({
  gateway,
  member,
}) => {
  const orderNo = await addOrder(gateway, member);
  const attempt = await addAttempt(gateway, orderNo);
  const other = await addAttempt(gateway, orderNo);
  const told = (values: object) =>
    takeOutcome(
      gateway.db,
      { attempt, result: 'paid', paymentNo: randomUUID(), amount: 100_00, ...values },
      now,
    );
  assert.is(await told({ attempt: randomUUID() }), 'unknown');
  assert.is(await told({ currency: 'USD' }), 'review');
  assert.is((await attemptOf(gateway, attempt)).state, 'open');
  assert.is(await told({ attempt: other, result: 'failed' }), 'failed');
  assert.equal(
    [(await attemptOf(gateway, attempt)).state, (await attemptOf(gateway, other)).state],
    ['open', 'failed'],
  );
  assert.is(await told({}), 'order');
  assert.is(await told({ result: 'failed' }), 'failed');
  assert.is((await attemptOf(gateway, attempt)).state, 'paid', 'what was paid does not fail later');
});

const reconcile = (gateway: TestGateway, later: number, db = gateway.db) =>
  reconcileAttempts(db, gateway.settings, 'secret', now + later, (error) => {
    throw error;
  });

test('a provider is asked about an attempt after a minute, and less often the older it is', async ({
  gateway,
  member,
}) => {
  const orderNo = await addOrder(gateway, member);
  const asked = async (age: number, values: object = {}) => {
    const id = await addAttempt(gateway, orderNo, { created_at: at(-age), ...values });
    const before = (await attemptOf(gateway, id)).ask_at;
    await reconcile(gateway, 0);
    const after = (await attemptOf(gateway, id)).ask_at;
    return after && +after !== +(before ?? 0) ? +after - now : undefined;
  };
  assert.is(await asked(minute - 1), undefined);
  assert.is(await asked(minute), minute);
  assert.is(await asked(8 * minute), 2 * minute, 'a quarter of its age');
  assert.is(await asked(8 * minute, { ask_at: at(1) }), undefined);
  assert.is(await asked(8 * minute, { ask_at: at(0) }), 2 * minute);
  assert.is(await asked(8 * minute, { state: 'failed' }), undefined);
});

test('an attempt is closed ten minutes after its end, and sooner when its order waits for it no more', async ({
  gateway,
  member,
}) => {
  const stateAfter = async (order: object, attempt: object = {}) => {
    const id = await addAttempt(gateway, await addOrder(gateway, member, order), {
      created_at: at(-hour),
      ...attempt,
    });
    await reconcile(gateway, 0);
    return (await attemptOf(gateway, id)).state;
  };
  assert.is(await stateAfter({}), 'open');
  assert.is(await stateAfter({ way: 'alipay' }), 'failed');
  assert.is(await stateAfter({ state: OrderState.failed }), 'failed');
  assert.is(await stateAfter({}, { expires_at: at(-10 * minute + 1) }), 'open');
  assert.is(await stateAfter({}, { expires_at: at(-10 * minute) }), 'failed');
});

test('an attempt that is paid at the moment it is closed stays paid', async ({ gateway, member }) => {
  const orderNo = await addOrder(gateway, member, { way: 'alipay' });
  const id = await addAttempt(gateway, orderNo, { created_at: at(-hour) });
  const paid = () =>
    gateway.db.run.updateTable('payment_attempt').set({ state: 'paid' }).where('id', '=', id).execute();
  await reconcile(gateway, 0, meanwhile(gateway.db, 'purchase', paid));
  assert.is((await attemptOf(gateway, id)).state, 'paid');
});

test('orders end when their time is over, unless money for them is on its way', async ({
  gateway,
  member,
}) => {
  const over = { expires_at: at(0) };
  const remitted = { way: 'remittance', state: OrderState.confirming, ...over };
  const transferred = { way: 'usdt', state: OrderState.confirming, ...over };
  const all = {
    over: await addOrder(gateway, member, over),
    early: await addOrder(gateway, member, { expires_at: at(1) }),
    paid: await addOrder(gateway, member, { state: OrderState.successful, paid: 100_00, ...over }),
    remitted: await addOrder(gateway, member, remitted),
    rejected: await addOrder(gateway, member, remitted),
    transferred: await addOrder(gateway, member, transferred),
    reverted: await addOrder(gateway, member, transferred),
  };
  const remittance = (order_no: string, state: string) => ({ member, order_no, state, amount: 1 });
  await addRows(gateway, 'remittance', [
    remittance(all.remitted, 'auditing'),
    remittance(all.rejected, 'rejected'),
  ]);
  const transfer = (order_no: string, state: string) => ({ member, order_no, state, amount: 1 });
  await addRows(gateway, 'usdt_transfer', [
    transfer(all.transferred, 'seen'),
    transfer(all.reverted, 'reverted'),
  ]);
  assert.is(await expireOrders(gateway.db, now), 3);
  const states: Record<string, unknown> = {};
  for (const [name, order] of Object.entries(all)) {
    const { state, expires_at } = await orderOf(gateway, order);
    states[name] = [state, (+expires_at - now) / minute];
  }
  const { waiting, confirming, successful, failed } = OrderState;
  assert.equal(states, {
    over: [failed, 0],
    early: [waiting, 1 / minute],
    paid: [successful, 0],
    remitted: [confirming, 10],
    rejected: [failed, 0],
    transferred: [confirming, 10],
    reverted: [failed, 0],
  });
});

test('an order that is paid, or given more time, at the moment it ends does not end', async ({
  gateway,
  member,
}) => {
  for (const values of [{ state: OrderState.successful, paid: 100_00 }, { expires_at: at(day) }]) {
    const orderNo = await addOrder(gateway, member, { expires_at: at(0) });
    const changed = () =>
      gateway.db.run.updateTable('purchase').set(values).where('order_no', '=', orderNo).execute();
    await expireOrders(meanwhile(gateway.db, 'purchase', changed), now);
    const { state, expires_at } = await orderOf(gateway, orderNo);
    assert.equal([state, +expires_at > now], values.state ? [1, false] : [0, true]);
  }
});

const change = (gateway: TestGateway, as: Sent, orderNo: string, way: string) =>
  gateway.send(changeMethod, { orderNo, way, requestKey: randomUUID() }, as);

test('a change gives an order the time of its new way, and USDT an address for half an hour', async ({
  gateway,
  as,
  member,
}) => {
  const { orderTtl, remittanceTtl } = gateway.settings;
  gateway.clock.ahead = now - Date.now();
  const left = async (way: string, values: object = {}) => {
    const orderNo = await addOrder(gateway, member, values);
    const sent = Date.now() + gateway.clock.ahead;
    assert.is((await change(gateway, as, orderNo, way)).code, '1');
    return Math.round((+(await orderOf(gateway, orderNo)).expires_at - sent) / minute);
  };
  assert.is(await left('alipay', { expires_at: at(5 * minute) }), orderTtl / minute);
  assert.is(await left('remittance'), remittanceTtl / minute);
  assert.is(await left('alipay', { expires_at: at(day) }), day / minute, 'none is taken from it');
  const old = { created_at: at(10 * minute - remittanceTtl), expires_at: at(5 * minute) };
  assert.is(await left('remittance', old), 10, 'never beyond the longest way’s time');

  const abroad = (await addMember(gateway, { country: 'intl' })).id;
  const usdt = async (values: object) => {
    const orderNo = await addOrder(gateway, abroad, values);
    const sent = Date.now() + gateway.clock.ahead;
    assert.is((await change(gateway, await gateway.signIn(abroad), orderNo, 'usdt')).code, '1');
    const { deadline } = await gateway.db.run
      .selectFrom('usdt_reservation')
      .select('deadline')
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
    const { expires_at } = await orderOf(gateway, orderNo);
    return [+deadline, +expires_at].map((one) => Math.round((one - sent) / minute));
  };
  const whole = orderTtl / minute;
  assert.equal(await usdt({ expires_at: at(5 * minute) }), [whole, whole + 2], 'and two minutes to be seen');
  assert.equal(await usdt({ expires_at: at(day) }), [whole, day / minute]);
});

test('the open part of a partly paid order is paid from the balance', async ({ gateway, member }) => {
  const [total, paid] = [4 * onlineLimit, 2 * onlineLimit];
  const order_no = await addOrder(gateway, member, { amount: total, total, paid });
  const { db } = gateway;
  await db.run.deleteFrom('payment_part').where('order_no', '=', order_no).execute();
  const parts = [1, 2, 3, 4].map((part) => ({ member, order_no, part, amount: onlineLimit, paid: part < 3 }));
  await addRows(gateway, 'payment_part', parts);
  const left = async (method: PaymentMethod) => {
    await db.tx((tx) => rewriteParts(tx, { order_no, member, total, paid }, method));
    const rows = db.run.selectFrom('payment_part').selectAll().where('order_no', '=', order_no);
    return (await rows.orderBy('part').execute()).map(({ part, amount }) => [part, amount]);
  };
  const before = parts.map(({ part, amount }) => [part, amount]);
  assert.equal(await left('card'), before);
  assert.equal(await left('balance'), [...before.slice(0, 2), [3, 2 * onlineLimit]]);
});

test('a change closes what was begun in other ways, of this order and of nothing that is over', async ({
  gateway,
  as,
  member,
}) => {
  gateway.clock.ahead = now - Date.now();
  const states = async (order: object, way: string) => {
    const orderNo = await addOrder(gateway, member, order);
    const other = await addOrder(gateway, member);
    const all = [
      await addAttempt(gateway, orderNo),
      await addAttempt(gateway, orderNo, { way: 'alipay' }),
      await addAttempt(gateway, orderNo, { state: 'paid' }),
      await addAttempt(gateway, other),
    ];
    const { code } = await change(gateway, as, orderNo, way);
    const left = await Promise.all(all.map(async (id) => (await attemptOf(gateway, id)).state));
    return [code, ...left];
  };
  assert.equal(await states({}, 'alipay'), ['1', 'failed', 'open', 'paid', 'open']);
  assert.equal(await states({}, 'card'), ['1', 'open', 'open', 'paid', 'open'], 'no change');
  const paid = { state: OrderState.successful, paid: 100_00 };
  assert.equal(await states(paid, 'alipay'), ['500', 'open', 'open', 'paid', 'open']);
});

test('the payee is named only while an order waits for a payment that is made outside', async ({
  gateway,
  as,
  member,
}) => {
  const soon = new Date(Date.now() + hour);
  const payee = async (values: object) => {
    const orderNo = await addOrder(gateway, member, { expires_at: soon, ...values });
    const { code, body, message } = await gateway.send(calls.startPay, { orderNo }, as);
    return code === '1' ? Object.keys(body) : message;
  };
  assert.ok((await payee({ way: 'remittance' })).includes('payee'));
  const ended = 'This order is no longer open, please place a new one';
  for (const way of ['remittance', 'usdt'] as const)
    for (const [values, message] of [
      [{ state: OrderState.successful, paid: 100_00 }, 'This order has been paid'],
      [{ state: OrderState.confirming }, 'The payment of this order is being confirmed'],
      [{ state: OrderState.failed, fail_reason: 'canceled' }, ended],
      [{ expires_at: at(0) }, ended],
    ] as const)
      assert.is(await payee({ way, ...values }), message);
  assert.is(await payee({ way: 'balance' }), 'This order is paid in another way');
});

test('a member whose order lost its USDT address or its provider is told to pay it in another way', async ({
  gateway,
  as,
  member,
}) => {
  const soon = new Date(Date.now() + hour);
  const usdt = await addOrder(gateway, member, { way: 'usdt', expires_at: soon });
  for (const call of [calls.startPay, calls.findLittleUse])
    assert.is((await gateway.send(call, { orderNo: usdt }, as)).message, 'This order is paid in another way');
  const card = await addOrder(gateway, member, { expires_at: soon });
  const closed = await openGateway({ env: { ...production, COUNTRY: 'cn' }, database: gateway.db });
  try {
    const { message } = await closed.send(calls.startPay, { orderNo: card }, as);
    assert.is(message, "This payment method isn't available here");
  } finally {
    await closed.close();
  }
  const begun = gateway.db.run.selectFrom('payment_attempt').select('id').where('order_no', '=', card);
  assert.equal(await begun.execute(), []);
});

test('a bank transfer is not recorded for an order that is paid in another way', async ({
  gateway,
  as,
  member,
}) => {
  const orderNo = await addOrder(gateway, member, { expires_at: new Date(Date.now() + hour) });
  const voucher = await addPicture(gateway, member);
  const form = { amount: 100_00, phone: '13800138000', voucher, requestKey: randomUUID() };
  assert.is(
    (await gateway.send(calls.remit, { ...form, orderNo }, as)).message,
    'This order is paid in another way',
  );
  assert.is((await gateway.send(calls.remit, form, as)).code, '1', 'for the balance it is');
});

test('a payment query tells of the newest attempt in the order’s own way, and asks every two seconds', async ({
  gateway,
  as,
  member,
}) => {
  gateway.clock.ahead = now - Date.now();
  const query = async (orderNo: string) => (await gateway.send(calls.queryPay, { orderNo }, as)).body;
  const plain = { state: 0, paidAmount: 0, total: 100_00 };
  const orderNo = await addOrder(gateway, member);
  assert.equal(await query(orderNo), plain);
  await addAttempt(gateway, orderNo, { state: 'failed', created_at: at(-minute) });
  await addAttempt(gateway, orderNo, { way: 'alipay', created_at: at(minute) });
  await addAttempt(gateway, await addOrder(gateway, member), { created_at: at(minute) });
  assert.equal(await query(orderNo), { ...plain, attempt: 'failed' });
  await addAttempt(gateway, orderNo);
  assert.equal(await query(orderNo), { ...plain, attempt: 'open', unpaid: true });
  assert.equal(await query(orderNo), { ...plain, attempt: 'open' }, 'it was asked just now');
  gateway.clock.ahead += 2_100;
  assert.equal(await query(orderNo), { ...plain, attempt: 'open', unpaid: true });
  const over = await addOrder(gateway, member, { state: OrderState.failed });
  await addAttempt(gateway, over);
  assert.equal(await query(over), { ...plain, state: -1, attempt: 'open' });
});

test('each payment method states why it is unavailable, its balance, and in how many parts it pays', async ({
  gateway,
  as,
  member,
}) => {
  const offered = async (input: object, who: Sent = as) =>
    (await gateway.send(calls.offeredMethods, input, who)).body as calls.OfferedMethods;
  const of = (all: calls.OfferedMethods, method: string) => {
    const found = all.ways.find(({ way }) => way === method);
    return found && [found.usable, found.reason, found.available, found.parts];
  };
  await give(gateway, member, 'balance', 50);
  await give(gateway, member, 'points', 7);
  const limit = calls.onlineLimit;
  assert.equal(of(await offered({ total: 50 }), 'balance'), [true, undefined, 50, 1]);
  assert.equal(of(await offered({ total: 51 }), 'balance'), [false, 'insufficient', 50, 1]);
  assert.equal(of(await offered({}), 'card'), [true, undefined, undefined, 1]);
  assert.equal(of(await offered({ total: 2 * limit + 1 }), 'card'), [true, undefined, undefined, 3]);
  assert.equal(of(await offered({ total: 2 * limit + 1 }), 'remittance'), [true, undefined, undefined, 1]);
  const points = { total: 7, currency: 'points' };
  assert.equal(of(await offered(points), 'points'), [false, 'frozen', 7, 1]);
  await addRows(gateway, 'device_order', [{ member, quantity: 1_000, daily_rent: 1 }]);
  assert.equal(of(await offered(points), 'points'), [true, undefined, 7, 1]);
  assert.is(of(await offered(points), 'card'), undefined);
  assert.is(of(await offered({ total: 7 }), 'points'), undefined);
  assert.equal(of(await offered({ total: 5 }, {}), 'balance'), [false, 'signedOut', undefined, 1]);
  const isOver = async (input: object) => (await offered(input)).overLimit;
  assert.equal(
    [
      await isOver({ total: limit }),
      await isOver({ total: limit + 1 }),
      await isOver({ total: limit + 1, currency: 'points' }),
    ],
    [false, true, false],
  );
  gateway.clock.ahead = now - Date.now();
  const orderNo = await addOrder(gateway, member, { amount: 3 * limit, total: 3 * limit, paid: 2 * limit });
  assert.equal(of(await offered({ orderNo }), 'card'), [true, undefined, undefined, 1], 'what is left of it');
});

test.run();
