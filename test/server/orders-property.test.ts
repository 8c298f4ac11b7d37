// @rarely: a walk of a thousand operations; orders.test.ts has its rules one by one

import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import { takeOutcome } from '../../src/server/checkout/attempts';
import { decideRemittance } from '../../src/server/checkout/audit-remittance';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { refundOrder } from '../../src/server/checkout/refund-order';
import { DomainError } from '../../src/server/kernel/domain-error';
import { refundsBy } from '../../src/server/payments/providers';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { random } from './support/random';
import { addCoupon, addProduct, booksInOrder, give, held, order } from './support/shop';
import { addPicture } from './support/upload';

const test = suite<{ gateway: TestGateway }>('orders, in any order of events');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const hour = 3_600_000;
/** How many things happen to a member's orders before they all end. */
const steps = 150;
const gift = 3_000_00;

/** A member, a product of two prices' worth of stock, and everything that may happen to an order, by chance. */
async function play(gateway: TestGateway, seed: number) {
  const draw = random(seed);
  const pick = <T>(all: readonly T[]): T | undefined => all[draw(all.length || 1)];
  const member = (await addMember(gateway, { country: 'cn' })).id;
  const as: Sent = await gateway.signIn(member);
  await give(gateway, member, 'balance', gift);
  const stock = 30;
  const productId = await addProduct(gateway, { price: 333_00, stock });
  const dear = await addProduct(gateway, { price: 60_000_00, stock });
  const couponCode = await addCoupon(gateway, { value: 33_00, left_over: 3 });
  const made: string[] = [];
  const attempts: { id: string; amount: number }[] = [];
  const remittances: string[] = [];
  const states = new Map<string, number>();
  const conclusive = new Map<string, string>();
  gateway.clock.ahead = 0;
  let now = Date.now();
  /** The events of the run, because a run in which nobody pays proves nothing. */
  const paid = { order: 0, balance: 0, repeated: 0, unknown: 0, failed: 0, review: 0 };
  let changed = 0;
  /** Mostly one of the newest: the old ones have ended. */
  const recent = () => pick(draw(4) ? made.slice(-3) : made);
  const someAttempt = () => pick(draw(3) ? attempts.slice(-2) : attempts);

  const pay = async (attempt: { id: string; amount: number }) => {
    const outcome = {
      attempt: attempt.id,
      result: 'paid' as const,
      paymentNo: `p-${attempt.id}`,
      amount: attempt.amount,
    };
    paid[await takeOutcome(gateway.db, outcome, now)]++;
  };
  const refused = (error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
  };

  const events: (() => Promise<unknown>)[] = [
    async () => {
      const wanted = {
        productId: draw(2) ? productId : dear,
        quantity: 1 + draw(2),
        requestKey: randomUUID(),
      };
      const way = pick(['card', 'wechat', 'alipay', 'remittance', 'balance'])!;
      const coupon = draw(3) ? {} : { couponCode };
      const call = way === 'balance' ? orders.addByMoney : orders.addUserOrder;
      const channel = way === 'balance' ? {} : { channel: way };
      // A tap, and the same tap again from a phone that heard no answer.
      const replies = await Promise.all(
        [1, 2].map(() => order(gateway, as, call, { ...wanted, ...coupon, ...channel })),
      );
      const numbers = new Set(replies.filter(({ code }) => code === '1').map(({ body }) => body.orderNo));
      assert.ok(numbers.size <= 1);
      made.push(...numbers);
    },
    async () => {
      const orderNo = recent();
      const { code, body } = await gateway.send(payments.startPay, { orderNo: orderNo ?? 'none' }, as);
      if (code !== '1' || !body.part) return;
      const id = body.url.split('?')[0].split('/').at(-1);
      attempts.push({ id, amount: body.amount });
    },
    async () => {
      const attempt = someAttempt();
      if (attempt) await Promise.all([pay(attempt), pay(attempt)]);
    },
    async () => {
      const attempt = someAttempt();
      const outcome = { result: 'failed' as const, paymentNo: '', amount: attempt?.amount ?? 1 };
      if (attempt) await takeOutcome(gateway.db, { attempt: attempt.id, ...outcome }, now);
    },
    async () => {
      const orderNo = recent();
      const attempt = someAttempt();
      const cancel = { orderNo: orderNo ?? 'none', requestKey: randomUUID() };
      await Promise.all([gateway.send(orders.cancelOrder, cancel, as), attempt && pay(attempt)]);
    },
    async () => {
      const way = pick(['card', 'wechat', 'alipay', 'remittance', 'balance']);
      const input = { orderNo: recent() ?? 'none', way, requestKey: randomUUID() };
      const attempt = someAttempt();
      // The same tap twice, and a payment of what was begun before.
      const both = [1, 2].map(() => gateway.send(orders.changeMethod, input, as));
      const [reply] = await Promise.all([...both, attempt && pay(attempt)]);
      if ((reply as { code: string }).code === '1') changed++;
    },
    async () => {
      const orderNo = recent();
      if (!orderNo) return;
      const { body } = await gateway.send(orders.getOrder, { orderNo }, as);
      const voucher = await addPicture(gateway, member);
      const form = { orderNo, amount: body.total, phone: '13800138000', voucher, requestKey: randomUUID() };
      const reply = await gateway.send(payments.remit, form, as);
      if (reply.code === '1') remittances.push(reply.body.id);
    },
    async () => {
      const id = pick(remittances);
      if (!id) return;
      const both = (['approved', 'rejected'] as const).map((state) =>
        decideRemittance(gateway.db, id, { state, reason: null }, now).catch(refused),
      );
      await Promise.all(draw(2) ? both : both.reverse());
    },
    async () => {
      const orderNo = recent();
      const input = { orderNo: orderNo ?? 'none', reason: 'test', requestKey: randomUUID() };
      const amount = draw(2) ? { amount: 1 + draw(400_00) } : {};
      const toBalance = !draw(3);
      const refund = { ...input, ...amount, toBalance };
      const once = () =>
        refundOrder(gateway.db, refundsBy({ ...gateway, fileSecret: 'x' }), refund, now).catch(refused);
      await Promise.all([once(), once()]);
    },
    async () => {
      now += draw(25) * 60_000;
      gateway.clock.ahead = now - Date.now();
      await Promise.all([expireOrders(gateway.db, now), expireOrders(gateway.db, now)]);
    },
  ];

  /** Nothing moves back, 1 and -1 stay, and the order's own numbers agree. */
  const check = async () => {
    for (const row of await gateway.db.run
      .selectFrom('purchase')
      .selectAll()
      .where('member', '=', member)
      .execute()) {
      const before = states.get(row.order_no);
      const moved = `${before} → ${row.state}`;
      if (before === 1 || before === -1) assert.is(row.state, before, moved);
      if (before === -3) assert.is.not(row.state, 0, moved);
      states.set(row.order_no, row.state);
      if (row.state === 1) assert.is(row.paid, row.total);
      const end = conclusive.get(row.order_no);
      if (end) assert.is(String(row.state), end);
      if (row.state === 1 || row.state === -1) conclusive.set(row.order_no, String(row.state));
    }
  };

  for (let at = 0; at < steps; at++) {
    // Buying, beginning to pay and paying come more often than the rest.
    await (draw(2) ? events[draw(3)]! : pick(events)!)();
    await check();
  }
  // Everything ends: what is audited is decided, and the rest runs out.
  for (const id of remittances)
    await decideRemittance(gateway.db, id, { state: 'approved', reason: null }, now).catch(refused);
  for (let round = 0; round < 3; round++) {
    now += 200 * hour;
    await expireOrders(gateway.db, now);
  }
  await check();
  for (const state of states.values()) assert.ok(state === 1 || state === -1, 'an order is stuck');
  assert.ok(paid.order > 0 && paid.repeated > 0 && changed > 0, JSON.stringify({ ...paid, changed }));
  await booksInOrder(gateway);
  await conserved(gateway, member, [productId, dear], stock);
}

/** Money from outside equals sales plus balances plus what went back to providers, and every piece is sold or in stock. */
async function conserved(gateway: TestGateway, member: string, products: string[], stock: number) {
  const { run } = gateway.db;
  const rows = await run.selectFrom('purchase').selectAll().where('member', '=', member).execute();
  const kept = rows.reduce((sum, one) => sum + (one.state === 1 ? one.paid - one.refunded : 0), 0);
  const numbers = rows.map(({ order_no }) => order_no);
  const receipts = await run.selectFrom('receipt').selectAll().where('order_no', 'in', numbers).execute();
  const received = receipts.reduce((sum, { amount }) => sum + amount, 0);
  const sent = await run.selectFrom('provider_refund').selectAll().where('order_no', 'in', numbers).execute();
  for (const { id, amount } of receipts) {
    const back = sent.filter(({ receipt }) => receipt === id).reduce((sum, one) => sum + one.amount, 0);
    assert.ok(back <= amount, 'no payment gives back more than it was');
  }
  const back = sent.reduce((sum, { amount }) => sum + amount, 0);
  assert.is(await held(gateway, member), gift + received - kept - back);
  for (const id of products) {
    const row = await run
      .selectFrom('product_stock')
      .selectAll()
      .where('product', '=', id)
      .executeTakeFirstOrThrow();
    assert.is(row.stock + row.sold, stock);
  }
  const uses = await run.selectFrom('coupon_use').select('order_no').where('member', '=', member).execute();
  for (const { order_no } of uses) assert.is(rows.find((one) => one.order_no === order_no)!.state, 1);
}

/** `npm run soak` plays as many as it is asked for, from a seed of its own. */
const first = Number(process.env.SEED ?? 1);
const plays = Math.ceil(Number(process.env.OPERATIONS ?? 4 * steps) / steps);
for (const seed of Array.from({ length: plays }, (_, at) => first + at))
  test(`money and goods are conserved, nothing is charged twice, nothing is stuck (seed ${seed})`, ({
    gateway,
  }) => play(gateway, seed));

test.run();
