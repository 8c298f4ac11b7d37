import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OrderState } from '../../src/contract/buying/orders';
import type { Product, Quote } from '../../src/contract/buying/products';
import { assertNewRefund, refundOrder } from '../../src/server/checkout/refund-order';
import { settleUnfitPayment } from '../../src/server/checkout/review-payment';
import { settleTransfer } from '../../src/server/checkout/settle-transfer';
import { orderForDesk, orderView, summaries } from '../../src/server/checkout/view-order';
import { fail, markConfirming, sales } from '../../src/server/fulfilment/settle';
import { countSold, giveStockBack, takeStock } from '../../src/server/fulfilment/stock';
import { memberAccount } from '../../src/server/ledger/accounts';
import { postMovement } from '../../src/server/ledger/post';
import { contractText } from '../../src/server/orders/contract';
import { isPaidFor, linesOf } from '../../src/server/orders/lines';
import { extendMembership, isMember, shortenMembership } from '../../src/server/orders/memberships';
import type { Purchase } from '../../src/server/orders/own';
import { listUnsent, shipOrder } from '../../src/server/orders/ship-order';
import { addressesOf } from '../../src/server/payments/usdt/addresses';
import { releaseAddress, reserve } from '../../src/server/payments/usdt/reserve';
import { priceOf, stockNeeded } from '../../src/server/pricing/price';
import { addCoupon } from '../../src/server/products/put-coupon';
import * as products from '../../src/server/products/put-product';
import { productRows } from '../../src/server/products/rows';
import { addOrder as addMachines } from './support/devices';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addProduct, give, held, noProvider, stockAndSold } from './support/shop';

const test = suite<{ gateway: TestGateway; member: string; other: string }>('what an order’s rows do');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.other = (await addMember(context.gateway)).id;
});
test.after(({ gateway }) => gateway.close());

type Change = Parameters<typeof products.addProduct>[1];
const now = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number) => new Date(now + ms);
const day = 86_400_000;
const { waiting, confirming, successful, failed } = OrderState;
const keyOf = (doing: Promise<unknown>) =>
  doing.then(
    () => '',
    (error) => error.key ?? error.message,
  );

/** A paid order of 100 yuan, unless said, with its lines; gives its number. */
async function addOrder(
  gateway: TestGateway,
  member: string,
  values: object = {},
  lines: readonly object[] = [],
): Promise<string> {
  const row = { order_no: randomUUID(), member, state: successful, way: 'card', currency: 'money' };
  const sums = { amount: 100_00, total: 100_00, paid: 100_00, expires_at: at(day) };
  await addRows(gateway, 'purchase', [{ ...row, ...sums, ...values }]);
  for (const [position, line] of lines.entries())
    await addRows(gateway, 'purchase_line', [
      {
        member,
        order_no: row.order_no,
        position,
        name_en: 'Studio',
        category: 'goods',
        quantity: 1,
        ...line,
      },
    ]);
  return row.order_no;
}
const orderOf = ({ db }: TestGateway, order: string) =>
  db.run.selectFrom('purchase').selectAll().where('order_no', '=', order).executeTakeFirstOrThrow();
const productOf = ({ db }: TestGateway, id: string) =>
  productRows(db.run).where('p.id', '=', id).executeTakeFirstOrThrow();

test('an order takes stock by product, and renewals take none', () => {
  const all = [
    { productId: 'b', quantity: 1 },
    { productId: 'a', quantity: 2 },
    { productId: 'b', quantity: 4 },
    { productId: 'a', quantity: 8, serialNumber: 's' },
  ];
  assert.equal(stockNeeded(all), [
    { productId: 'a', quantity: 2 },
    { productId: 'b', quantity: 5 },
  ]);
});

test('stock is taken as far as there is, and given back and counted for the products of the order', async ({
  gateway,
  member,
}) => {
  const { db } = gateway;
  const [id, neighbour] = [
    await addProduct(gateway, { stock: 5, sold: 10 }),
    await addProduct(gateway, { stock: 5, sold: 10 }),
  ];
  const take = (quantity: number, productId = id) =>
    db
      .tx((tx) => takeStock(tx, [{ productId, quantity }]))
      .then(
        () => 'taken',
        (error) => error.more.problems.items.limit,
      );
  assert.equal([await take(6), await take(5), await take(1), await take(1, 'none')], [5, 'taken', 0, 0]);
  const order = await addOrder(gateway, member, {}, [
    { product: id, quantity: 3 },
    { product: id, quantity: 9, renews: 'machine' },
  ]);
  await addOrder(gateway, member, {}, [{ product: neighbour, quantity: 2 }]);
  const named = { order_no: order, member };
  await db.tx(async (tx) => countSold(tx, await linesOf(tx, named)));
  assert.equal(await stockAndSold(gateway, id), [0, 13]);
  await db.tx((tx) => giveStockBack(tx, named));
  await db.tx((tx) => takeStock(tx, [{ productId: id, quantity: 3 }], true));
  assert.equal(await stockAndSold(gateway, id), [0, 16]);
  await db.tx((tx) => giveStockBack(tx, named, true));
  await db.tx((tx) => takeStock(tx, [{ productId: id, quantity: 3 }]));
  await db.tx((tx) => giveStockBack(tx, named, true));
  assert.equal(await stockAndSold(gateway, id), [3, 10]);
  await db.tx((tx) => giveStockBack(tx, named));
  assert.equal(await stockAndSold(gateway, id), [6, 10]);
  assert.equal(await stockAndSold(gateway, neighbour), [5, 10]);
});

test('a basket costs unit prices less tiers and a membership, in the currency that is asked for', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  const settings = { ...gateway.settings, membershipDiscount: 10 };
  const tiers = JSON.stringify([
    { from: 2, percent: 10 },
    { from: 5, percent: 20 },
  ]);
  const machines = await addProduct(gateway, { price: 1000, points: 30, tiers, per_order: 8, stock: 20 });
  const goods = await addProduct(gateway, { price: 500, category: 'goods', stock: 3 });
  const off = await addProduct(gateway, { on_sale: false });
  const price = (items: object[], more: object = {}, who = member) =>
    priceOf(db.run, { member: who, locale: 'en', now, settings } as never, { items, ...more } as never).then(
      ({ total, amount, discount, needsAddress }: Quote) => [amount, discount, total, needsAddress],
      (error) => [error.key, error.more.problems?.items?.limit],
    );
  const of = (productId: string, quantity: number, more: object = {}) => ({ productId, quantity, ...more });
  assert.equal(await price([of(machines, 1)]), [1000, 0, 1000, false]);
  assert.equal(await price([of(machines, 2)]), [2000, 200, 1800, false]);
  assert.equal(await price([of(machines, 4)]), [4000, 400, 3600, false]);
  assert.equal(await price([of(machines, 5)]), [5000, 1000, 4000, false]);
  assert.equal(await price([of(machines, 2), of(machines, 3)]), [5000, 1000, 4000, false], 'one line');
  assert.equal(await price([of(machines, 5)], { currency: 'points' }), [150, 0, 150, false]);
  assert.equal(await price([of(goods, 1)], { currency: 'points' }), ['notForCurrency', undefined]);
  assert.equal(await price([of(goods, 3), of(machines, 1)]), [2500, 0, 2500, true]);
  assert.equal(await price([of(goods, 4)]), ['stockExceeded', 3]);
  assert.equal(await price([of(machines, 8)]).then(([amount]) => amount), 8000);
  assert.equal(await price([of(machines, 9)]), ['stockExceeded', 8]);
  assert.equal(await price([of(off, 1)]), ['productMissing', undefined]);
  assert.equal(await price([of(goods, 1), of('none', 1)]), ['productMissing', undefined]);

  await addRows(gateway, 'membership', [{ member, until: at(1) }]);
  assert.equal(await price([of(machines, 2)]), [2000, 380, 1620, false]);
  assert.equal(await price([of(goods, 2)]), [1000, 0, 1000, true], 'for machines only');
  assert.equal(await price([of(machines, 2)], { currency: 'points' }), [60, 0, 60, false]);
  assert.equal(await price([of(machines, 2)], {}, other), [2000, 200, 1800, false]);

  const serialNumber = await addMachines(gateway, member, { quantity: 2 });
  const renews = { serialNumber };
  assert.equal(await price([of(machines, 2, renews)], {}, other), ['deviceMissing', undefined]);
  assert.equal(await price([of(machines, 2, renews)]).then(([amount]) => amount), 2000);
  assert.equal(await price([of(machines, 3, renews)]), ['renewalMismatch', undefined]);
  assert.equal(await price([of(goods, 2, renews)]), ['renewalMismatch', undefined]);
  assert.equal(await price([of(machines, 2, renews), of(machines, 2, renews)]), [
    'renewalMismatch',
    undefined,
  ]);
  await db.run.updateTable('product_stock').set({ stock: 0 }).where('product', '=', machines).execute();
  assert.equal(
    await price([of(machines, 2, renews)]).then(([amount]) => amount),
    2000,
    'they are there already',
  );
});

test('a membership grows from its end or from now, shrinks, and is its member’s own', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  const until = async (who = member) =>
    db.run
      .selectFrom('membership')
      .select('until')
      .where('member', '=', who)
      .executeTakeFirst()
      .then((row) => row && (+row.until - now) / day);
  const extend = (who: string, days: number, later = 0) =>
    db.tx((tx) => extendMembership(tx, who, days, now + later * day));
  await extend(other, 5);
  await extend(member, 3);
  await extend(member, 2, 1);
  assert.equal([await until(), await until(other)], [5, 5]);
  await db.tx((tx) => shortenMembership(tx, member, 4));
  assert.equal([await until(), await until(other)], [1, 5]);
  assert.equal(
    [
      await isMember(db.run, member, now + day - 1),
      await isMember(db.run, member, now + day),
      await isMember(db.run, other, now + day),
      await isMember(db.run, randomUUID(), now),
    ],
    [true, false, true, false],
  );
  await extend(member, 1, 7);
  assert.is(await until(), 8, 'one that is over begins anew');
});

test('a refund gives back what is left at most, and the goods with the last of it', async ({
  gateway,
  member,
}) => {
  const { db } = gateway;
  const product = await addProduct(gateway, { stock: 0, sold: 5 });
  await give(gateway, member, 'balance', 500_00);
  await db.tx((tx) =>
    postMovement(
      tx,
      {
        kind: 'order',
        asset: 'CNY',
        entries: [
          [memberAccount(member, 'balance'), -500_00],
          [sales('CNY'), 500_00],
        ],
        memo: '',
        ref: 'x',
      },
      now,
    ),
  );
  const order = await addOrder(gateway, member, {}, [{ product, quantity: 2 }]);
  const neighbour = await addOrder(gateway, member, {}, [{ product, quantity: 3 }]);
  const back = (amount?: number, orderNo = order) =>
    refundOrder(
      db,
      noProvider,
      { orderNo, reason: 'broken', requestKey: randomUUID(), ...(amount !== undefined && { amount }) },
      now,
    ).then(
      ({ refunded, left }) => [refunded, left],
      (error) => error.key,
    );
  assert.is(await back(1, 'none'), 'orderMissing');
  assert.is(await back(1, await addOrder(gateway, member, { state: waiting, paid: 0 })), 'refundUnpaid');
  assert.equal([await back(0), await back(100_01)], ['refundTooMuch', 'refundTooMuch']);
  assert.equal(await back(1), [1, 99_99]);
  assert.equal(await stockAndSold(gateway, product), [0, 5]);
  assert.equal(await back(), [99_99, 0]);
  assert.equal(await stockAndSold(gateway, product), [2, 3]);
  assert.is(await back(), 'refundDone');
  assert.is((await orderOf(gateway, neighbour)).refunded, 0);
  assert.is(await held(gateway, member), 100_00);

  const repeat = (values: object) =>
    keyOf(
      assertNewRefund(db.run, {
        orderNo: neighbour,
        amount: 7,
        reason: 'late',
        requestKey: randomUUID(),
        ...values,
      }),
    );
  assert.is(await repeat({}), '');
  const requestKey = randomUUID();
  await refundOrder(db, noProvider, { orderNo: neighbour, amount: 7, reason: 'late', requestKey }, now);
  assert.is(await repeat({}), 'refundRepeated');
  assert.is(await repeat({ requestKey: requestKey.toUpperCase() }), '', 'the same request again');
  assert.equal(
    [
      await repeat({ amount: undefined }),
      await repeat({ amount: 8 }),
      await repeat({ reason: 'other' }),
      await repeat({ orderNo: order }),
    ],
    ['', '', '', ''],
  );
});

test('an operator’s refund repeats no payment that came back because the order failed', async ({
  gateway,
  member,
}) => {
  const { db } = gateway;
  const product = await addProduct(gateway, { stock: 1 });
  const order = await addOrder(gateway, member, { state: waiting, paid: 7 }, [{ product, quantity: 1 }]);
  const row = await orderOf(gateway, order);
  await db.tx((tx) => fail(tx, row, 'expired', now));
  const { memo } = await db.run
    .selectFrom('transfer')
    .select('memo')
    .where('home', '=', member)
    .where('ref', '=', order)
    .executeTakeFirstOrThrow();
  const refund = { orderNo: order, amount: 7, reason: memo, requestKey: randomUUID() };
  assert.is(await keyOf(assertNewRefund(db.run, refund)), '');
});

test('an order that fails gives goods back, and one that has ended moves no more', async ({
  gateway,
  member,
}) => {
  const { db } = gateway;
  const product = await addProduct(gateway, { stock: 1, sold: 5 });
  const line = { product, quantity: 2 };
  const order = await addOrder(gateway, member, { state: waiting, paid: 0 }, [line]);
  const neighbour = await addOrder(gateway, member, { state: waiting, paid: 0 }, [line]);
  const end = async (orderNo: string) => {
    const row = await orderOf(gateway, orderNo);
    return keyOf(db.tx((tx) => fail(tx, row, 'expired', now)));
  };
  assert.is(await end(order), '');
  assert.match(await end(order), 'has ended');
  assert.equal(await stockAndSold(gateway, product), [3, 5]);
  const { state, fail_reason } = await orderOf(gateway, order);
  assert.equal([state, fail_reason], [failed, 'expired']);
  const confirm = async (orderNo: string) => {
    await db.tx((tx) => markConfirming(tx, { order_no: orderNo, member }));
    return (await orderOf(gateway, orderNo)).state;
  };
  assert.equal([await confirm(order), (await orderOf(gateway, neighbour)).state], [failed, waiting]);
  assert.is(await confirm(neighbour), confirming);
  assert.is(await end(neighbour), '');
});

test('a machine is paid for as long as an order for it was not given back whole', async ({
  gateway,
  member,
}) => {
  const { run } = gateway.db;
  const product = await addProduct(gateway);
  const [device, other] = [randomUUID(), randomUUID()];
  const order = await addOrder(gateway, member, { refunded: 99_99 }, [{ product, device }]);
  await addOrder(gateway, member, { refunded: 100_00 }, [{ product, device: other }]);
  const isPaid = (one: string) => isPaidFor(run, { member, device: one });
  assert.equal([await isPaid(device), await isPaid(other)], [true, false]);
  await run.updateTable('purchase').set({ refunded: 100_00 }).where('order_no', '=', order).execute();
  assert.is(await isPaid(device), false);
});

test('goods that are paid, not sent and not given back wait to be sent; one of them is', async ({
  gateway,
  member,
}) => {
  const { db } = gateway;
  const address = JSON.stringify({ username: 'Ada' });
  const all = {
    sends: await addOrder(gateway, member, { address }),
    sendsToo: await addOrder(gateway, member, { address }),
    nothing: await addOrder(gateway, member),
    unpaid: await addOrder(gateway, member, { address, state: confirming, paid: 0 }),
    sent: await addOrder(gateway, member, { address, shipment: 'SF 1' }),
    back: await addOrder(gateway, member, { address, refunded: 100_00 }),
  };
  const unsent = async () => {
    const rows = (await listUnsent(db)).map(({ orderNo }) => orderNo);
    return Object.entries(all).flatMap(([name, orderNo]) => (rows.includes(orderNo) ? name : []));
  };
  assert.equal(await unsent(), ['sends', 'sendsToo']);
  const ship = (orderNo: string) => keyOf(shipOrder(db, orderNo, 'SF 2', now));
  assert.equal(
    [await ship(all.sends), await ship(all.unpaid), await ship(all.nothing), await ship('none')],
    ['', 'orderMissing', 'orderMissing', 'orderMissing'],
  );
  assert.equal(await unsent(), ['sendsToo']);
  assert.is((await orderOf(gateway, all.sendsToo)).shipment, null);
});

test('an order is shown with its own lines, parts and signature, and its contract only once it is paid', async ({
  gateway,
  member,
}) => {
  const { run } = gateway.db;
  const product = await addProduct(gateway);
  const machines = { product, category: 'machines', days: 30 };
  const paid = await addOrder(gateway, member, {}, [machines]);
  const signed = await addOrder(gateway, member, {}, [machines, { product }]);
  const goods = await addOrder(gateway, member, {}, [{ product }]);
  const open = await addOrder(gateway, member, { state: waiting, paid: 0 }, [machines]);
  const over = await addOrder(gateway, member, { state: failed, paid: 0, fail_reason: 'expired' }, [
    machines,
  ]);
  await addRows(gateway, 'signature', [{ order_no: signed, member, id_type: 'passport' }]);
  await addRows(gateway, 'payment_part', [
    { member, order_no: open, part: 1, amount: 60_00, paid: true },
    { member, order_no: open, part: 2, amount: 40_00, paid: false },
    { member, order_no: over, part: 1, amount: 9, paid: false },
  ]);
  const view = async (orderNo: string) => {
    const shown = await orderView(run, await orderOf(gateway, orderNo), 'en');
    return [shown.lines.length, shown.contract, shown.failReason, !!shown.expiresAt, shown.parts.length];
  };
  assert.equal(await view(paid), [1, 'unsigned', undefined, false, 0]);
  assert.equal(await view(signed), [2, 'signed', undefined, false, 0]);
  assert.equal(await view(goods), [1, 'none', undefined, false, 0]);
  assert.equal(await view(open), [1, 'none', undefined, true, 2]);
  assert.equal(await view(over), [1, 'none', 'expired', false, 1]);
  const all = [paid, signed, goods, open, over];
  const rows: Purchase[] = await Promise.all(all.map((orderNo) => orderOf(gateway, orderNo)));
  const listed = await summaries(run, rows, 'en');
  assert.equal(
    listed.map((one) => [one.orderNo, one.contract, one.failReason]),
    [
      [paid, 'unsigned', undefined],
      [signed, 'signed', undefined],
      [goods, 'none', undefined],
      [open, 'none', undefined],
      [over, 'none', 'expired'],
    ],
  );
  assert.equal(await summaries(run, [], 'en'), []);
  assert.is(await keyOf(orderForDesk(run, 'none')), 'orderMissing');
  const contract = async (orderNo: string) => keyOf(contractText(run, await orderOf(gateway, orderNo), 'en'));
  assert.equal(
    [await contract(paid), await contract(goods), await contract(open)],
    ['', 'contractMissing', 'contractMissing'],
  );
  const inPoints = { way: 'points', currency: 'points', amount: 700, total: 700, paid: 700 };
  const points = await addOrder(gateway, member, inPoints, [machines]);
  const text = async (orderNo: string) =>
    (await contractText(run, await orderOf(gateway, orderNo), 'en')).text.join('\n');
  assert.match(await text(paid), 'The price of the whole order is ¥100.00,');
  assert.match(await text(points), 'The price of the whole order is 700 Points,');
});

test('a payment that could not be booked, and a transfer, are settled once, each by itself', async ({
  gateway,
  member,
}) => {
  const { db, settings } = gateway;
  const [first, second]: [string, string] = [randomUUID(), randomUUID()];
  const review = { member, way: 'card', reason: 'amount', said: '{}', settled_at: null };
  await addRows(gateway, 'payment_review', [
    { ...review, id: first },
    { ...review, id: second },
  ]);
  const open = async () => {
    const rows = await db.run
      .selectFrom('payment_review')
      .select('id')
      .where('id', 'in', [first, second])
      .where('settled_at', 'is', null)
      .execute();
    return rows.map(({ id }) => id);
  };
  const settle = (id: string) => keyOf(settleUnfitPayment(db, id, 'seen', now));
  assert.equal(
    [await settle(first), await settle(first), await settle('none')],
    ['', 'orderMissing', 'orderMissing'],
  );
  assert.equal(await open(), [second]);

  const orderNo = await addOrder(gateway, member);
  const transfer = (amount: number, state = 'review') => ({
    txid: randomUUID(),
    address: 'T',
    amount,
    state,
  });
  const unit = Math.ceil(1_000_000 / settings.usdtRate);
  const all = [transfer(1_000_000), transfer(unit), transfer(unit - 1), transfer(5, 'seen'), transfer(9)];
  await addRows(gateway, 'usdt_transfer', all);
  const credit = (txid = '', address = 'T', order = orderNo) =>
    settleTransfer(db, settings, { txid, address, orderNo: order }, now).then(
      ({ credited }) => credited,
      (error) => error.key,
    );
  const [whole, fen, less, seen, left] = all.map(({ txid }) => txid);
  assert.equal([await credit(whole), await credit(whole)], [settings.usdtRate, 'orderMissing']);
  assert.equal([await credit(fen), await credit(less)], [1, 0]);
  assert.equal(
    [await credit(seen), await credit(left, 'U'), await credit(left, 'T', 'none'), await credit('none')],
    ['orderMissing', 'orderMissing', 'orderMissing', 'orderMissing'],
  );
  assert.is(await held(gateway, member), settings.usdtRate + 1);
  const states = await db.run
    .selectFrom('usdt_transfer')
    .select('state')
    .where(
      'txid',
      'in',
      all.map(({ txid }) => txid),
    )
    .orderBy('state')
    .execute();
  assert.equal(
    states.map(({ state }) => state),
    ['review', 'seen', 'settled', 'settled', 'settled'],
  );
});

test('an amount of USDT at an address is one order’s for its time and a day', async ({ gateway, member }) => {
  const { db } = gateway;
  const [address = ''] = addressesOf(gateway.settings);
  const settings = {
    ...gateway.settings,
    tron: { addresses: [address, 'OTHER'], contract: 'c', api: '', apiKey: '' },
  } as never;
  const take = async (total = 72_00, when = now) => {
    const orderNo = await addOrder(gateway, member, { state: waiting, paid: 0 });
    const deadline = when + 1000;
    const until = await db.tx((tx) => reserve(tx, settings, { orderNo, member, total, deadline }, when));
    const row = await db.run
      .selectFrom('usdt_reservation')
      .select(['address', 'amount'])
      .where('order_no', '=', orderNo)
      .executeTakeFirstOrThrow();
    assert.is(until, deadline + 120_000);
    return { orderNo, place: [row.address === address ? 'first' : row.address, row.amount] };
  };
  const base = Math.ceil((72_00 * 1_000_000) / gateway.settings.usdtRate);
  const names = ['OTHER', 'first'].sort((a, b) =>
    (a === 'first' ? address : a) < (b === 'first' ? address : b) ? -1 : 1,
  );
  const first = await take();
  const second = await take();
  assert.equal(
    [first.place, second.place],
    [
      [names[0], base],
      [names[1], base],
    ],
  );
  await db.tx((tx) => releaseAddress(tx, first.orderNo));
  const third = await take();
  assert.equal(third.place, [names[0], base + 100], 'the least used; its amount of before rests');
  const other = await take(73_00);
  assert.is(other.place[1], Math.ceil((73_00 * 1_000_000) / gateway.settings.usdtRate));
  await db.tx((tx) => releaseAddress(tx, third.orderNo));
  const later = now + 1000 + 86_400_000;
  const again = await take(72_00, later);
  assert.equal(again.place, [names[0], base], 'after a day it is free again');
});

test('an operator’s product needs what its category needs, and its stock never goes below nothing', async ({
  gateway,
}) => {
  const { db } = gateway;
  const add = (change: object) =>
    db
      .tx((tx) => products.addProduct(tx, change as Change, now))
      .then(
        () => '',
        (error) => error.key,
      );
  const plain = { name: { en: 'A', zh: '甲' }, price: 100 };
  const machines = { ...plain, category: 'machines', days: 1, dailyRent: 1 };
  assert.equal(
    [await add(plain), await add(machines), await add({ ...plain, category: 'membership', days: 1 })],
    ['', '', ''],
  );
  for (const change of [
    { name: { en: 'A' } },
    { name: { zh: '甲' } },
    { name: undefined },
    { price: undefined },
    { ...machines, days: 0 },
    { ...machines, dailyRent: 0 },
    { category: 'membership' },
  ])
    assert.is(await add({ ...plain, ...change }), 'productNeeds', JSON.stringify(change));
  const id = await addProduct(gateway, { price: 100, stock: 5, days: 3, daily_rent: 2 });
  const neighbour = await addProduct(gateway, { price: 100, stock: 5 });
  const change = (values: object, of = id) =>
    keyOf(db.tx((tx) => products.changeProduct(tx, of, values as Change)));
  assert.equal(
    [await change({ days: 0 }), await change({ dailyRent: 0 }), await change({ days: 1, dailyRent: 1 })],
    ['productNeeds', 'productNeeds', ''],
  );
  assert.equal(
    [await change({ priceBefore: 100 }), await change({ priceBefore: 101 }), await change({ price: 101 })],
    ['productPriceBefore', '', 'productPriceBefore'],
  );
  assert.equal([await change({}), await change({}, 'none')], ['', 'productMissing']);
  assert.equal(
    await change({
      tiers: [
        { from: 9, percent: 2 },
        { from: 3, percent: 1 },
      ],
    }).then(async () =>
      JSON.parse((await productOf(gateway, id)).tiers).map(({ from }: Product['tiers'][0]) => from),
    ),
    [3, 9],
  );
  const stock = (by: number) =>
    db
      .tx((tx) => products.addStock(tx, id, by))
      .then(
        (left) => left,
        (error) => error.key,
      );
  assert.equal([await stock(-6), await stock(-5), await stock(7)], ['stockTooLow', 0, 7]);
  const offer = (of: string) => keyOf(db.tx((tx) => products.offer(tx, of, false)));
  assert.equal([await offer(id), await offer('none')], ['', 'productMissing']);
  const { on_sale, stock: left, price } = await productOf(gateway, neighbour);
  assert.equal([on_sale, left, price], [true, 5, 100]);
});

test('an operator’s coupon is an amount or a percentage, for products that there are', async ({
  gateway,
}) => {
  const product = await addProduct(gateway);
  const add = (values: object) =>
    gateway.db
      .tx((tx) =>
        addCoupon(
          tx,
          {
            name: { en: 'A', zh: '甲' },
            minimum: 0,
            uses: 1,
            validUntil: at(1).toISOString(),
            ...values,
          } as never,
          now,
        ),
      )
      .then(
        () => '',
        (error) => error.key,
      );
  assert.equal([await add({ amount: 1 }), await add({ percent: 1 })], ['', '']);
  assert.equal(
    [await add({}), await add({ amount: 1, percent: 1 })],
    ['couponAmountOrPercent', 'couponAmountOrPercent'],
  );
  assert.is(await add({ amount: 1, validUntil: at(0).toISOString() }), 'couponOver');
  assert.equal(
    [
      await add({ amount: 1, products: [product, product] }),
      await add({ amount: 1, products: [product, 'none'] }),
      await add({ amount: 1, products: [] }),
    ],
    ['', 'productMissing', ''],
  );
  const code = `X${Date.now()}`;
  assert.equal([await add({ amount: 1, code }), await add({ amount: 1, code })], ['', 'couponExists']);
});

test.run();
