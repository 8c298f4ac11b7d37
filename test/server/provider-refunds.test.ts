import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import { listMessages } from '../../src/contract/support/messages';
import { takeOutcome } from '../../src/server/checkout/attempts';
import { refundOrder } from '../../src/server/checkout/refund-order';
import { sendRefunds } from '../../src/server/checkout/refunds/send';
import { refundsBy } from '../../src/server/payments/providers';
import { waitingLists } from '../../src/server/waiting-lists';
import { openAlipay } from './support/alipay';
import { addMember } from './support/member';
import { asDesk } from './support/money-room';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { deskSession, operator } from './support/operator';
import { type RefundsOfProvider, refundsOfProvider } from './support/provider-refunds';
import {
  addCoupon,
  addProduct,
  booksInOrder,
  give,
  hasPaid,
  held,
  order,
  stateOf,
  waiting,
} from './support/shop';
import { openStripe, stripeEnv, stripeEvent } from './support/stripe';
import { desk } from './support/wallet';
import { openWechat, ours, refundNotice, wechatEnv, notice as wechatNotice } from './support/wechat';

type Way = 'card' | 'alipay' | 'wechat';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
  /** How each provider treats refunds, and those that it has made. */
  at: Record<Way, RefundsOfProvider>;
  stripe: Awaited<ReturnType<typeof openStripe>>;
  alipay: Awaited<ReturnType<typeof openAlipay>>;
  wechat: Awaited<ReturnType<typeof openWechat>>;
  finance: string;
}

const test = suite<Context>('refunds to the card or account that paid');
test.before(async (the) => {
  const at = { card: refundsOfProvider(), alipay: refundsOfProvider(), wechat: refundsOfProvider() };
  const [stripe, alipay, wechat] = [
    await openStripe(at.card),
    await openAlipay(at.alipay),
    await openWechat(),
  ];
  wechat.state.refunding = at.wechat;
  const env = {
    ...stripeEnv(stripe.url),
    ...alipay.env,
    ...wechatEnv(wechat.url),
    SECOND_PERSON_FROM: '50000000',
  };
  const gateway = await openGateway({ env });
  Object.assign(the, { at, stripe, alipay, wechat, gateway });
  the.finance = (await deskSession(gateway, 'finance')).token;
});
test.before.each(async (the) => {
  for (const way of Object.values(the.at)) Object.assign(way, { does: 'refunds', made: [] });
  the.gateway.clock.ahead = 0;
  the.member = (await addMember(the.gateway, { country: 'cn' })).id;
  the.as = await the.gateway.signIn(the.member);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(async ({ gateway, stripe, alipay, wechat }) => {
  await gateway.close();
  await Promise.all([stripe.close(), alipay.close(), wechat.close()]);
});

const day = 24 * 3_600_000;
const ways = { card: 'Stripe', alipay: 'Alipay', wechat: 'WeChat Pay' } as const;

/** Pays the next part of an order at its provider; answers the payment's number. */
async function pay(
  { gateway, as, stripe, alipay, wechat }: Context,
  way: Way,
  orderNo: string,
): Promise<string> {
  const { body } = await gateway.send(payments.startPay, { orderNo }, as);
  if (way === 'card') return stripe.pay(gateway.url);
  if (way === 'alipay') return alipay.pay(gateway.url, body.url);
  const told = wechat.pay(wechat.state.asked.at(-1).out_trade_no);
  await fetch(`${gateway.url}/pay/notice/wechat`, { method: 'POST', ...wechatNotice(told) });
  return told.transaction_id;
}
/** An order of 100 yuan, or more, that was paid at a provider. */
async function bought(the: Context, way: Way, more: object = {}) {
  const productId = await addProduct(the.gateway, more);
  const orderNo = await waiting(the.gateway, the.as, { productId, channel: way });
  return { orderNo, payment: await pay(the, way, orderNo) };
}
const refund = async ({ gateway }: Context, orderNo: string, more: object = {}) =>
  (await desk(gateway, `orders/${orderNo}/refund`, {
    reason: 'Broken',
    requestKey: randomUUID(),
    ...more,
  })) as {
    status: number;
    to: { way: string; amount: number }[];
  };
/** The sweep, now or later. */
async function sweep({ gateway }: Context, later = 0) {
  const providers = refundsBy({ settings: gateway.settings, fileSecret: 'x' });
  await sendRefunds(gateway.db, providers, Date.now() + later);
}
const refundsOf = async ({ gateway }: Context, orderNo: string) =>
  (await desk(gateway, `providerrefunds?orderNo=${orderNo}&state=any&sort=at`)).items as any[];
const messages = async ({ gateway, as }: Context) =>
  ((await gateway.send(listMessages, {}, as)).body.items as { title: string; text: string }[]).filter(
    ({ title }) => /[Rr]efund/.test(title),
  );
const balanceOf = async ({ gateway }: Context, kind: string): Promise<number> => {
  const { sum } = await gateway.db.run
    .selectFrom('account')
    .select((is) => is.fn.sum<number>('balance').as('sum'))
    .where('member', 'is', null)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
};

for (const way of Object.keys(ways) as Way[]) {
  test(`a refund of what ${ways[way]} was paid goes back there, and the member reads that it may take days`, async (the) => {
    const { gateway, as, member, at } = the;
    const before = await balanceOf(the, way);
    const { orderNo, payment } = await bought(the, way);
    assert.equal((await desk(gateway, `orders/${orderNo}`)).refundGoesTo, [{ way, amount: 100_00 }]);
    const { to } = await refund(the, orderNo, { amount: 30_00 });
    assert.equal(to, [{ way, amount: 30_00 }]);
    const [first] = await refundsOf(the, orderNo);
    assert.equal(at[way].made, [{ number: first.number, amount: 30_00, payment }]);
    assert.equal([first.state, first.amount, first.reason], ['done', 30_00, 'Broken']);
    const { refunds, refunded } = await stateOf(gateway, as, orderNo);
    assert.equal(
      [refunded, refunds?.map(({ at: _, ...one }) => one)],
      [30_00, [{ to: way, amount: 30_00, state: 'done' }]],
    );
    const [message] = await messages(the);
    assert.match(message?.text ?? '', '¥30.00');
    assert.match(
      message?.text ?? '',
      'card or account that you paid with. It can take up to 10 working days',
    );
    await refund(the, orderNo);
    assert.equal(
      at[way].made.map(({ amount }) => amount),
      [30_00, 70_00],
    );
    assert.is(await held(gateway, member), 0);
    assert.is(await balanceOf(the, way), before, 'the money has left the account at the provider');
    assert.is((await refund(the, orderNo)).status, 409);
  });

  test(`a response of ${ways[way]} that gets lost, a second click and two gateways refund once`, async (the) => {
    const { gateway, at, as } = the;
    const { orderNo } = await bought(the, way);
    at[way].does = 'loses';
    const requestKey = randomUUID();
    for (let click = 0; click < 2; click++) await refund(the, orderNo, { requestKey });
    assert.is((await stateOf(gateway, as, orderNo)).refunds?.[0]?.state, 'underWay');
    assert.is(await balanceOf(the, 'refunding'), 100_00, 'it is on its way');
    at[way].does = 'refunds';
    await Promise.all([sweep(the, day / 24), sweep(the, day / 24)]);
    assert.is(at[way].made.length, 1);
    assert.is((await stateOf(gateway, as, orderNo)).refunds?.[0]?.state, 'done');
    assert.is(await balanceOf(the, 'refunding'), 0);
  });

  test(`a refund that ${ways[way]} refuses waits for a person, who sends it again`, async (the) => {
    const { gateway, at, member } = the;
    const list = waitingLists.find(({ name }) => name === 'providerrefunds');
    const before = await list?.look(gateway.db.run);
    const { orderNo } = await bought(the, way);
    at[way].does = 'refuses';
    await refund(the, orderNo);
    const [failed] = await refundsOf(the, orderNo);
    assert.equal([failed.state, failed.why], ['failed', 'refused']);
    assert.ok(failed.problem);
    assert.is((await list?.look(gateway.db.run))?.count, Number(before?.count) + 1);
    at[way].does = 'refunds';
    await sweep(the, day);
    assert.equal(at[way].made, [], 'it is not sent again without a person');
    const again = () => asDesk(gateway, the.finance, `providerrefunds/${failed.number}/sendAgain`, {});
    const both = await Promise.all([again(), again()]);
    assert.equal(both.map(({ status }) => status).sort(), [200, 409]);
    assert.equal(
      at[way].made.map(({ amount }) => amount),
      [100_00],
    );
    assert.is((await refundsOf(the, orderNo))[0].state, 'done');
    assert.is(await held(gateway, member), 0);
  });
}

test('a failed refund is credited to the balance by a person, and the member learns it', async (the) => {
  const { gateway, as, at, member } = the;
  const { orderNo } = await bought(the, 'wechat');
  at.wechat.does = 'refuses';
  await refund(the, orderNo);
  const [{ number }] = await refundsOf(the, orderNo);
  const credit = () => asDesk(gateway, the.finance, `providerrefunds/${number}/toBalance`, {});
  const both = await Promise.all([credit(), credit()]);
  assert.equal(both.map(({ status }) => status).sort(), [200, 409]);
  assert.is(await held(gateway, member), 100_00);
  assert.is(await balanceOf(the, 'refunding'), 0);
  const { refunds } = await stateOf(gateway, as, orderNo);
  assert.equal(
    refunds?.map(({ to, state }) => [to, state]),
    [['balance', 'done']],
  );
  assert.ok((await messages(the)).some(({ text }) => text.includes("didn't take the refund of ¥100.00")));
  await sweep(the, day);
  assert.equal(at.wechat.made, []);
});

test('a refund is credited to the balance only if its provider does not know better', async (the) => {
  const { gateway, at, member, finance } = the;
  const { orderNo } = await bought(the, 'card');
  at.card.does = 'loses';
  await refund(the, orderNo);
  const [{ number }] = await refundsOf(the, orderNo);
  await gateway.db.run
    .updateTable('provider_refund')
    .set({ state: 'failed', why: 'unanswered' })
    .where('number', '=', number)
    .execute();
  at.card.does = 'refunds';
  const { status, body } = await asDesk(gateway, finance, `providerrefunds/${number}/toBalance`, {});
  assert.equal([status, body.message.slice(0, 26)], [409, 'This refund has not failed']);
  assert.is((await refundsOf(the, orderNo))[0].state, 'done');
  assert.is(await held(gateway, member), 0);
});

test('a person decides only about refunds that failed: the provider is not asked about any other', async (the) => {
  const { gateway, stripe, finance } = the;
  const { orderNo } = await bought(the, 'card');
  await refund(the, orderNo);
  const [{ number, state }] = await refundsOf(the, orderNo);
  assert.is(state, 'done');
  const before = stripe.asked.length;
  const act = async (one: string, name: string) => {
    const { status, body } = await asDesk(gateway, finance, `providerrefunds/${one}/${name}`, {});
    return [status, body.message];
  };
  for (const name of ['toBalance', 'sendAgain']) {
    const [status, message] = await act(number, name);
    assert.is(status, 409);
    assert.match(message, 'This refund has not failed');
  }
  assert.is(stripe.asked.length, before);
  for (const name of ['toBalance', 'sendAgain', 'void'])
    assert.equal(await act('R0', name), [409, 'There is no refund with this number'], name);
});

test('a provider that does not respond for a day leaves the refund to a person', async (the) => {
  const { gateway, wechat, finance } = the;
  const { orderNo } = await bought(the, 'wechat');
  wechat.state.forge = true; // its answers are not believed
  await refund(the, orderNo);
  await sweep(the, day / 2);
  assert.is((await refundsOf(the, orderNo))[0].state, 'underWay');
  await sweep(the, 2 * day);
  const [{ number, state, why }] = await refundsOf(the, orderNo);
  assert.equal([state, why], ['failed', 'unanswered']);
  const act = (name: string) => asDesk(gateway, finance, `providerrefunds/${number}/${name}`, {});
  for (const name of ['toBalance', 'sendAgain'])
    assert.match((await act(name)).body.message, "isn't responding");
  wechat.state.forge = false;
  // it was made all the same
  assert.is((await act('toBalance')).status, 409);
  assert.is((await refundsOf(the, orderNo))[0].state, 'done');
});

test('a card’s bank sends a refund back days later: it has failed after all', async (the) => {
  const { gateway, stripe, member, finance } = the;
  const before = await balanceOf(the, 'card');
  const { orderNo } = await bought(the, 'card');
  await refund(the, orderNo);
  assert.is((await stripe.tell(gateway.url, { status: 'failed' }, 'whsec_other')).status, 401);
  assert.is((await refundsOf(the, orderNo))[0].state, 'done');
  const dashboard = { id: 're_dashboard', object: 'refund', status: 'failed', metadata: {} };
  assert.is(
    (await stripeEvent(gateway.url, 'refund.updated', dashboard)).status,
    200,
    'a refund of Stripe’s dashboard',
  );
  assert.is((await refundsOf(the, orderNo))[0].state, 'done');
  for (let again = 0; again < 2; again++)
    await stripe.tell(gateway.url, { status: 'failed', failure_reason: 'lost_or_stolen_card' });
  const [{ state, why, problem, number }] = await refundsOf(the, orderNo);
  assert.equal([state, why, problem], ['failed', 'returned', 'lost_or_stolen_card']);
  assert.is(await balanceOf(the, 'card'), before - 100_00, 'the money is back at the provider');
  assert.is((await asDesk(gateway, finance, `providerrefunds/${number}/toBalance`, {})).status, 200);
  assert.is(await held(gateway, member), 100_00);
});

test('a refund that Stripe has yet to make is under way, and one that it cancels has failed', async (the) => {
  const { gateway, at, stripe } = the;
  at.card.does = 'waits';
  const { orderNo } = await bought(the, 'card');
  await refund(the, orderNo);
  const now = async () => {
    const [{ state, problem }] = await refundsOf(the, orderNo);
    return [state, problem];
  };
  for (const status of ['pending', 'requires_action']) {
    await stripe.tell(gateway.url, { status });
    assert.equal(await now(), ['underWay', undefined], status);
  }
  await stripe.tell(gateway.url, { status: 'canceled' });
  assert.equal(await now(), ['failed', 'canceled']);
});

test('WeChat Pay decides later, by a notice that it has signed; one to a blocked card has failed', async (the) => {
  const { gateway, at, wechat } = the;
  at.wechat.does = 'waits';
  const tell = (sent: ReturnType<typeof wechatNotice>) =>
    fetch(`${gateway.url}/pay/notice/wechat`, { method: 'POST', ...sent });
  const { orderNo } = await bought(the, 'wechat');
  await refund(the, orderNo);
  const [{ number }] = await refundsOf(the, orderNo);
  const told = { ...wechat.state.refunds.get(number)!, status: 'SUCCESS' };
  assert.is((await tell(refundNotice(told, ours.privateKey))).status, 401);
  await tell(refundNotice({ ...told, mchid: '1' }));
  assert.is((await refundsOf(the, orderNo))[0].state, 'underWay');
  const before = await balanceOf(the, 'wechat');
  for (let again = 0; again < 2; again++) assert.is((await tell(refundNotice(told))).status, 200);
  assert.is(await balanceOf(the, 'wechat'), before + 100_00, 'once');
  const [done] = await refundsOf(the, orderNo);
  assert.equal([done.state, done.providerNo], ['done', `5030${number}`]);
  const other = await bought(the, 'wechat');
  await refund(the, other.orderNo);
  const [blocked] = await refundsOf(the, other.orderNo);
  await tell(refundNotice({ ...wechat.state.refunds.get(blocked.number)!, status: 'ABNORMAL' }));
  const [{ state, problem }] = await refundsOf(the, other.orderNo);
  assert.equal([state, problem], ['failed', 'ABNORMAL']);
  assert.is(
    (await tell(refundNotice({ ...told, out_refund_no: 'ANOTHER1' }))).status,
    200,
    'made by hand there',
  );
});

test('Alipay’s signed notice ends a refund that it had accepted, and a stranger’s does not', async (the) => {
  const { gateway, at, alipay } = the;
  at.alipay.does = 'waits';
  const { orderNo, payment } = await bought(the, 'alipay');
  await refund(the, orderNo);
  const [{ number, state }] = await refundsOf(the, orderNo);
  assert.is(state, 'underWay');
  const told = {
    trade_no: payment,
    out_trade_no: payment.slice(4),
    out_biz_no: number,
    trade_status: 'TRADE_CLOSED',
    total_amount: '100.00',
    refund_fee: '100.00',
    gmt_refund: '2026-11-20 12:00:00.000',
  };
  assert.is((await alipay.tell(gateway.url, told, 'stranger')).status, 401);
  assert.is((await refundsOf(the, orderNo))[0].state, 'underWay');
  assert.is((await alipay.tell(gateway.url, told)).status, 200);
  assert.is((await refundsOf(the, orderNo))[0].state, 'done');
});

test('an order paid in parts goes back part by part, the newest payment first', async (the) => {
  const { gateway, as, member, at } = the;
  await hasPaid(gateway, as, member, 60_000_00);
  const productId = await addProduct(gateway, { price: 60_000_00 });
  const orderNo = await waiting(gateway, as, { productId, channel: 'card' });
  const older = await pay(the, 'card', orderNo);
  gateway.clock.ahead = 60_000;
  const newer = await pay(the, 'card', orderNo);
  const { to } = await refund(the, orderNo, { amount: 15_000_00 });
  assert.equal(to, [
    { way: 'card', amount: 10_000_00 },
    { way: 'card', amount: 5_000_00 },
  ]);
  await refund(the, orderNo);
  // those of one decision are due at the same moment, and sent in any order
  const made = at.card.made.map(({ payment, amount }) => [payment, amount] as const);
  assert.equal(
    [...made.slice(0, 2).sort(([, one], [, other]) => other - one), ...made.slice(2)],
    [
      [newer, 10_000_00],
      [older, 5_000_00],
      [older, 45_000_00],
    ],
  );
  assert.is(await held(gateway, member), 0);
});

test('of an order that the balance completed, the card takes back its part, and the balance the rest', async (the) => {
  const { gateway, as, member, at } = the;
  await hasPaid(gateway, as, member, 60_000_00);
  const couponCode = await addCoupon(gateway, { value: 1_000_00 });
  const productId = await addProduct(gateway, { price: 61_000_00 });
  const orderNo = await waiting(gateway, as, { productId, channel: 'card', couponCode });
  await pay(the, 'card', orderNo);
  await give(gateway, member, 'balance', 10_000_00);
  await gateway.send(orders.changeMethod, { orderNo, way: 'balance', requestKey: randomUUID() }, as);
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
  const { to } = await refund(the, orderNo);
  assert.equal(to, [
    { way: 'card', amount: 50_000_00 },
    { way: 'balance', amount: 10_000_00 },
  ]);
  assert.equal(
    at.card.made.map(({ amount }) => amount),
    [50_000_00],
  );
  assert.is(await held(gateway, member), 10_000_00, 'the coupon was nobody’s money');
  const [message] = await messages(the);
  assert.match(
    message?.text ?? '',
    '¥50,000.00 goes back to the card or account that you paid with, and ¥10,000.00',
  );
});

test('a person may refund to the balance instead, and what was paid from it stays there', async (the) => {
  const { gateway, as, member, at } = the;
  const { orderNo } = await bought(the, 'card');
  assert.equal((await refund(the, orderNo, { toBalance: true })).to, [{ way: 'balance', amount: 100_00 }]);
  assert.is(await held(gateway, member), 100_00);
  assert.equal((await stateOf(gateway, as, orderNo)).refunds, [
    { to: 'balance', amount: 100_00, state: 'done' },
  ]);
  const productId = await addProduct(gateway);
  const { body } = await order(gateway, as, orders.addByMoney, { productId });
  assert.is(await held(gateway, member), 0);
  assert.equal((await desk(gateway, `orders/${body.orderNo}`)).refundGoesTo, [
    { way: 'balance', amount: 100_00 },
  ]);
  await refund(the, body.orderNo);
  assert.is(await held(gateway, member), 100_00);
  assert.equal(at.card.made, []);
  assert.match((await messages(the))[0]?.text ?? '', 'refunded to your balance');
});

test('a card page that cannot refund leaves its refunds to the balance', async () => {
  const env = { CARD_PAGE_URL: 'https://cards.example/pay', CARD_SECRET: 'card-secret-of-the-test' };
  const gateway = await openGateway({ env });
  const { id } = await addMember(gateway);
  const as = await gateway.signIn(id);
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  await gateway.send(payments.startPay, { orderNo }, as);
  const attempt = await gateway.db.run.selectFrom('payment_attempt').select('id').executeTakeFirstOrThrow();
  const paid = { attempt: attempt.id, result: 'paid', paymentNo: 'p1', amount: 100_00 } as const;
  await takeOutcome(gateway.db, paid, Date.now());
  assert.equal((await desk(gateway, `orders/${orderNo}`)).refundGoesTo, [{ way: 'balance', amount: 100_00 }]);
  const providers = refundsBy({ settings: gateway.settings, fileSecret: 'x' });
  const input = { orderNo, reason: 'Broken', requestKey: randomUUID() };
  assert.equal((await refundOrder(gateway.db, providers, input, Date.now())).to, [
    { way: 'balance', amount: 100_00 },
  ]);
  assert.is(await held(gateway, id), 100_00);
  await booksInOrder(gateway);
  await gateway.close();
});

test('a large refund that failed needs a second person before the balance has it', async (the) => {
  const { gateway, as, at, member, finance } = the;
  await hasPaid(gateway, as, member, 60_000_00);
  const { orderNo } = await bought(the, 'card', { price: 50_000_00 });
  at.card.does = 'refuses';
  await refund(the, orderNo);
  const [{ number }] = await refundsOf(the, orderNo);
  const { token: support } = await deskSession(gateway, 'support');
  const act = (token: string) => asDesk(gateway, token, `providerrefunds/${number}/toBalance`, {});
  assert.is((await act(support)).status, 403);
  gateway.settings.secondPersonFrom = 50_000_00;
  assert.is((await act(finance)).status, 202);
  assert.is(await held(gateway, member), 0);
  assert.is((await act((await deskSession(gateway, 'finance')).token)).status, 200);
  assert.is(await held(gateway, member), 50_000_00);
});

test('finance refunds to a card and sees to failed refunds on the command line', async (the) => {
  const { gateway, at, member } = the;
  const { orderNo } = await bought(the, 'card');
  at.card.does = 'refuses';
  const run = async (...args: string[]) => (await operator(gateway, ...args)).text;
  assert.match(await run('order', 'refund', orderNo, '40', 'Late'), '"card"');
  assert.match(await run('providerrefund', 'list'), orderNo);
  const [{ number }] = await refundsOf(the, orderNo);
  assert.match(await run('providerrefund', 'show', number), 'Too little money');
  assert.match(await run('providerrefund', 'again', number), 'failed');
  assert.match(await run('providerrefund', 'to-balance', number), 'balance');
  await run('order', 'refund', orderNo, '60', 'Rest', '--to-balance');
  assert.is(await held(gateway, member), 100_00);
});

test.run();
