import { createSign, randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { changeMethod } from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import { reconcileAttempts } from '../../src/server/checkout/reconcile-attempts';
import { sharedSecret } from '../../src/server/db/shared-secret';
import type { DomainError } from '../../src/server/kernel/domain-error';
import { alipay } from '../../src/server/payments/alipay';
import { Forged } from '../../src/server/payments/provider';
import { stripeCards } from '../../src/server/payments/stripe';
import { answering } from './support/answering';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { rsaKeys } from './support/rsa-keys';
import { addProduct, booksInOrder, give, held, stateOf, waiting } from './support/shop';

const hour = 3_600_000;

/** A page of Stripe's, as its API documents it. */
const page = (more: object) => ({
  id: 'cs_1',
  object: 'checkout.session',
  url: 'https://checkout.stripe.example/cs_1',
  status: 'open',
  payment_status: 'unpaid',
  payment_intent: null,
  currency: 'cny',
  amount_total: null,
  ...more,
});

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
  stripe: Awaited<ReturnType<typeof answering>>;
  /** Stripe's response to a query about a page; none while it `isDown`. */
  said: {
    now: object;
    pages: number;
    isDown?: boolean;
    whileAsking?: (() => Promise<unknown>) | undefined;
    whileClosing?: (() => Promise<unknown>) | undefined;
  };
}
const test = suite<Context>('clients of providers');
test.before(async (context) => {
  const said: Context['said'] = { now: {}, pages: 0 };
  const stripe = await answering(async ({ method, path, body }) => {
    if (method === 'POST' && path === '/v1/checkout/sessions') {
      const sent = new URLSearchParams(body);
      return page({ id: `cs_${++said.pages}`, client_reference_id: sent.get('client_reference_id') });
    }
    if (path.endsWith('/expire')) await said.whileClosing?.();
    else await said.whileAsking?.();
    return said.isDown ? { status: 500, body: '{"error":{"message":"down"}}' } : page(said.now);
  });
  const env = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_URL: stripe.url,
  };
  Object.assign(context, { said, stripe, gateway: await openGateway({ env }) });
});
test.before.each(async (context) => {
  context.gateway.clock.ahead = 0;
  context.stripe.asked.length = 0;
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(async ({ gateway, stripe }) => {
  await gateway.close();
  await stripe.close();
});

async function opened({ gateway, as, stripe }: Context) {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  const { body } = await gateway.send(payments.startPay, { orderNo }, as);
  const sent = new URLSearchParams(stripe.asked.at(-1)?.body);
  return {
    orderNo,
    ticket: body as payments.PayTicket,
    sent,
    attempt: sent.get('client_reference_id') ?? '',
  };
}
const notify = ({ gateway }: Context, type: string, object: object, secret = 'whsec_1', at = Date.now()) => {
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } });
  const timestamp = Math.floor(at / 1000);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return fetch(`${gateway.url}/pay/notice/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: payload,
  });
};
const reconcile = async ({ gateway }: Context) =>
  reconcileAttempts(
    gateway.db,
    gateway.settings,
    await sharedSecret(gateway.db, 'files'),
    Date.now() + gateway.clock.ahead,
    (error) => {
      throw error;
    },
  );

test('a card is paid on Stripe’s page, and its signed notice pays the order once', async (context) => {
  const { gateway, as, member, stripe } = context;
  const { orderNo, ticket, sent, attempt } = await opened(context);
  assert.match((ticket as { url: string }).url, 'https://checkout.stripe.example/');
  assert.is(ticket.sandbox, false);
  assert.is(sent.get('line_items[0][price_data][unit_amount]'), '10000');
  assert.is(sent.get('line_items[0][price_data][currency]'), 'cny');
  assert.is(stripe.asked.at(-1)?.headers['idempotency-key'], attempt);
  assert.is(stripe.asked.at(-1)?.headers.authorization, 'Bearer sk_test_1');
  const paid = page({
    client_reference_id: attempt,
    payment_intent: 'pi_1',
    amount_total: 100_00,
    payment_status: 'paid',
    status: 'complete',
  });
  assert.is((await notify(context, 'checkout.session.completed', paid, 'whsec_2')).status, 401);
  assert.is(
    (await notify(context, 'checkout.session.completed', paid, 'whsec_1', Date.now() - hour)).status,
    401,
  );
  assert.is((await stateOf(gateway, as, orderNo)).state, 0);
  for (let at = 0; at < 2; at++)
    assert.is((await notify(context, 'checkout.session.completed', paid)).status, 200);
  const order = await stateOf(gateway, as, orderNo);
  assert.equal([order.state, order.paidAmount], [1, 100_00]);
  assert.is(await held(gateway, member), 0, 'the notice that came twice brought the money once');
});

test('a page of the Stripe account that no order of ours opened is thanked for, and pays nothing', async (context) => {
  const { gateway, as } = context;
  const { orderNo } = await opened(context);
  const foreign = page({
    client_reference_id: null,
    payment_intent: 'pi_foreign',
    amount_total: 100_00,
    payment_status: 'paid',
    status: 'complete',
  });
  assert.is((await notify(context, 'checkout.session.completed', foreign)).status, 200);
  assert.is((await stateOf(gateway, as, orderNo)).state, 0);
});

test('a card payment that succeeds while its member changes to the balance pays the order alone', async (context) => {
  const { gateway, as, member, said } = context;
  await give(gateway, member, 'balance', 250_00);
  const { orderNo, attempt } = await opened(context);
  said.now = {
    client_reference_id: attempt,
    payment_intent: `pi_${attempt}`,
    amount_total: 100_00,
    payment_status: 'paid',
    status: 'complete',
  };
  const requestKey = randomUUID();
  const reply = await gateway.send(changeMethod, { orderNo, way: 'balance', requestKey }, as);
  assert.is(reply.message, 'This order has been paid');
  const { state, way, paidAmount } = await stateOf(gateway, as, orderNo);
  assert.equal({ state, way, paidAmount }, { state: 1, way: 'card', paidAmount: 100_00 });
  assert.is(await held(gateway, member), 250_00);
});

const attempts = ({ gateway }: Context, orderNo: string) =>
  gateway.db.run.selectFrom('payment_attempt').select('state').where('order_no', '=', orderNo).execute();

test('a page that is closed fails alone: it has not been paid meanwhile, and is of no other order', async (context) => {
  const { gateway, as, said } = context;
  const other = await opened(context);
  const { orderNo, attempt } = await opened(context);
  const about = { client_reference_id: attempt, payment_intent: `pi_${attempt}`, amount_total: 100_00 };
  said.now = about;
  const change = (of: string) =>
    gateway.send(changeMethod, { orderNo: of, way: 'usdt', requestKey: randomUUID() }, as);
  said.whileClosing = () =>
    notify(
      context,
      'checkout.session.completed',
      page({ ...about, payment_status: 'paid', status: 'complete' }),
    );
  assert.is((await change(orderNo)).message, 'This order has been paid');
  said.whileClosing = undefined;
  assert.equal(await attempts(context, orderNo), [{ state: 'paid' }]);
  assert.equal(await attempts(context, other.orderNo), [{ state: 'open' }]);
  const third = await opened(context);
  said.now = { client_reference_id: third.attempt };
  await change(third.orderNo);
  assert.equal(await attempts(context, third.orderNo), [{ state: 'failed' }]);
  assert.equal(await attempts(context, other.orderNo), [{ state: 'open' }]);
});

test('a payment page that has been closed is not asked for again when its member changes once more', async (context) => {
  const { gateway, as, said, stripe } = context;
  const { orderNo, attempt } = await opened(context);
  said.now = { client_reference_id: attempt };
  const change = async (way: string) => {
    stripe.asked.length = 0;
    await gateway.send(changeMethod, { orderNo, way, requestKey: randomUUID() }, as);
    return stripe.asked.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`);
  };
  assert.ok((await change('usdt')).includes(`POST /v1/checkout/sessions/cs_${said.pages}/expire`));
  assert.equal(await change('card'), []);
  assert.equal(await change('usdt'), []);
});

test('a notice that got lost is made up for: Stripe is asked for the page', async (context) => {
  const { gateway, as, said, stripe } = context;
  const { orderNo, attempt } = await opened(context);
  said.now = { client_reference_id: attempt };
  gateway.clock.ahead = 2 * 60_000;
  await reconcile(context);
  assert.match(stripe.asked.at(-1)?.path ?? '', /^\/v1\/checkout\/sessions\/cs_\d+$/);
  assert.is((await stateOf(gateway, as, orderNo)).state, 0, 'it is still open');
  said.now = {
    client_reference_id: attempt,
    payment_status: 'paid',
    payment_intent: 'pi_2',
    amount_total: 100_00,
  };
  const asked = stripe.asked.length;
  await reconcile(context);
  assert.is(stripe.asked.length, asked, 'it is not asked all the time');
  gateway.clock.ahead = 10 * 60_000;
  await reconcile(context);
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
});

test('a member who leaves Stripe’s page returns as canceled, and Stripe reports no payment', async (context) => {
  const { gateway, as, said } = context;
  const { orderNo, sent, attempt } = await opened(context);
  assert.match(sent.get('cancel_url') ?? '', `paymentResult?orderNo=${orderNo}&canceled=1`);
  assert.match(sent.get('success_url') ?? '', /^http.*paymentResult\?orderNo=\w+$/);
  said.now = { client_reference_id: attempt };
  const { body } = await gateway.send(payments.queryPay, { orderNo }, as);
  assert.equal([body.state, body.attempt, body.unpaid], [0, 'open', true]);
});

test('an attempt that ended unpaid is closed at Stripe, and not queried again', async (context) => {
  const { gateway, said, stripe } = context;
  const { attempt } = await opened(context);
  said.now = { client_reference_id: attempt };
  gateway.clock.ahead = hour;
  await reconcile(context);
  assert.match(stripe.asked.at(-1)?.path ?? '', /^\/v1\/checkout\/sessions\/cs_\d+\/expire$/);
  const asked = stripe.asked.length;
  gateway.clock.ahead = 2 * hour;
  await reconcile(context);
  assert.is(stripe.asked.length, asked);
});

test('a contradictory response of Stripe waits for a person', async (context) => {
  const { gateway, as, said } = context;
  const { orderNo, attempt } = await opened(context);
  said.now = {
    client_reference_id: attempt,
    payment_status: 'paid',
    payment_intent: 'pi_3',
    amount_total: 100_00,
    currency: 'usd',
  };
  gateway.clock.ahead = 2 * 60_000;
  await reconcile(context);
  assert.is((await stateOf(gateway, as, orderNo)).state, 0);
  const { text } = await operator(gateway, 'payment', 'list');
  assert.match(text, orderNo);
  assert.match(text, 'reason: "currency"');
});

test('an attempt without a response for a day waits for a person, but not one that a notice pays meanwhile', async (context) => {
  const { gateway, said } = context;
  const { orderNo } = await opened(context);
  const { orderNo: paidOrder, attempt } = await opened(context);
  const paid = page({
    client_reference_id: attempt,
    payment_intent: `pi_${attempt}`,
    amount_total: 100_00,
    payment_status: 'paid',
    status: 'complete',
  });
  said.isDown = true;
  said.whileAsking = async () => {
    said.whileAsking = undefined;
    await notify(context, 'checkout.session.completed', paid, 'whsec_1', Date.now() + gateway.clock.ahead);
  };
  gateway.clock.ahead = 26 * hour;
  await reconcile(context);
  said.isDown = false;
  const { text } = await operator(gateway, 'payment', 'list');
  assert.match(text, orderNo);
  assert.match(text, 'reason: "unanswered"');
  assert.not.match(text, paidOrder);
  assert.equal(await attempts(context, orderNo), [{ state: 'failed' }]);
  assert.equal(await attempts(context, paidOrder), [{ state: 'paid' }]);
});

test('Alipay is asked and told to close, with its answer’s signature checked', async () => {
  const [ours, theirs] = [rsaKeys('ours'), rsaKeys('theirs')];
  let signer = theirs.privateKey;
  const trade = { code: '10000', msg: 'Success', out_trade_no: 'a1', trade_no: 't9', total_amount: '1.50' };
  let said: object = { ...trade, trade_status: 'WAIT_BUYER_PAY' };
  const server = await answering(({ path, body }) => {
    const values = new URLSearchParams(`${path.split('?')[1] ?? ''}&${body}`);
    const name = `${values.get('method')?.replace(/\./g, '_')}_response`;
    const sign = createSign('RSA-SHA256').update(JSON.stringify(said)).sign(signer, 'base64');
    return { [name]: said, sign };
  });
  const provider = alipay(
    {
      appId: '2021',
      privateKey: ours.privateKey,
      publicKey: theirs.publicKey,
      gateway: `${server.url}/gateway.do`,
    },
    {
      returnUrl: () => 'https://shop.example',
      cancelUrl: () => 'https://shop.example/canceled',
      notifyUrl: 'https://shop.example/n',
    },
  );
  assert.is(await provider.ask?.('a1'), 'unpaid');
  said = { ...trade, trade_status: 'TRADE_SUCCESS' };
  assert.equal(await provider.ask?.('a1'), { attempt: 'a1', paymentNo: 't9', amount: 1_50, result: 'paid' });
  said = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: 'none' };
  assert.is(await provider.ask?.('a1'), 'unpaid');
  await provider.close?.('a1');
  const sent = server.asked.at(-1);
  assert.match(`${sent?.path}${sent?.body}`, 'alipay.trade.close');
  said = { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'isp.unknow-error' };
  for (const act of [provider.ask, provider.close])
    await Promise.resolve(act?.('a1')).then(
      () => assert.unreachable('a failure was taken for an answer'),
      (error: DomainError) => assert.is(error.key, 'providerUnreachable'),
    );
  said = { ...trade, trade_status: 'TRADE_SUCCESS' };
  signer = rsaKeys('stranger').privateKey;
  await (provider.ask?.('a1') ?? Promise.resolve()).then(
    () => assert.unreachable('somebody else’s answer was believed'),
    (error: Error) => assert.not.instance(error, Forged),
  );
  await server.close();
});

test('a refund is unknown to Alipay only if Alipay says so', async () => {
  const [ours, theirs] = [rsaKeys('ours'), rsaKeys('theirs')];
  let said: object = {};
  const server = await answering(() => ({
    alipay_trade_fastpay_refund_query_response: said,
    sign: createSign('RSA-SHA256').update(JSON.stringify(said)).sign(theirs.privateKey, 'base64'),
  }));
  const { refunds } = alipay(
    { appId: '2021', privateKey: ours.privateKey, publicKey: theirs.publicKey, gateway: server.url },
    { returnUrl: String, cancelUrl: String, notifyUrl: 'https://shop.example/n' },
  );
  const order = { number: 'R1', orderNo: 'O1', paymentNo: 't9', paid: 1_50, amount: 1_50 };
  said = { code: '40004', msg: 'Business Failed', sub_code: 'ACQ.TRADE_NOT_EXIST', sub_msg: 'none' };
  assert.is(await refunds?.ask(order), undefined);
  said = { code: '10000', msg: 'Success', out_request_no: 'R1', refund_status: 'REFUND_SUCCESS' };
  assert.equal(await refunds?.ask(order), { refund: 'R1', reference: 't9', result: 'done' });
  said = { code: '20000', msg: 'Service Currently Unavailable', sub_code: 'aop.ACQ.SYSTEM_ERROR' };
  await refunds?.ask(order).then(
    () => assert.unreachable('a failure was taken for an answer'),
    (error: DomainError) => assert.is(error.key, 'providerUnreachable'),
  );
  await server.close();
});

test('Alipay gets an attempt in Beijing time and in yuan, and its notices report the result', async () => {
  const [ours, theirs] = [rsaKeys('ours'), rsaKeys('theirs')];
  const now = Date.UTC(2026, 10, 20, 16, 30, 5);
  const urls = {
    returnUrl: (orderNo: string) => `https://shop.example/${orderNo}`,
    cancelUrl: (orderNo: string) => `https://shop.example/${orderNo}/canceled`,
    notifyUrl: 'https://shop.example/n',
  };
  const settings = {
    appId: '2021',
    privateKey: ours.privateKey,
    publicKey: theirs.publicKey,
    gateway: 'https://alipay.example/gateway.do',
  };
  const provider = alipay(settings, urls, () => now);
  const attempt = { id: 'a1', orderNo: 'O1', expiresAt: now + 30 * 60_000 };
  const opened = async (amount: number) => {
    const { url = '' } = await provider.start(
      { ...attempt, amount },
      { ip: '', openId: undefined, place: 'anywhere' },
    );
    const query = new URL(url).searchParams;
    return { query, order: JSON.parse(query.get('biz_content') ?? '{}') };
  };
  const { query, order } = await opened(1234_05);
  assert.is(query.get('timestamp'), '2026-11-21 00:30:05');
  assert.equal(
    [order.out_trade_no, order.total_amount, order.time_expire, order.quit_url],
    ['a1', '1234.05', '2026-11-21 01:00:05', 'https://shop.example/O1/canceled'],
  );
  assert.equal(
    [(await opened(5)).order.total_amount, (await opened(100)).order.total_amount],
    ['0.05', '1.00'],
  );

  const notice = {
    app_id: '2021',
    out_trade_no: 'a1',
    trade_no: 't9',
    total_amount: '12.30',
    charset: 'utf-8',
  };
  const read = async (change: Record<string, string>, key = theirs.privateKey) => {
    const values: Record<string, string> = { ...notice, trade_status: 'TRADE_SUCCESS', ...change };
    if (!values.out_trade_no) delete values.out_trade_no;
    const text = Object.keys(values)
      .sort()
      .map((name) => `${name}=${values[name]}`)
      .join('&');
    const sign = createSign('RSA-SHA256').update(text).sign(key, 'base64');
    const raw = Buffer.from(new URLSearchParams({ ...values, sign, sign_type: 'RSA2' }).toString());
    return provider.read(raw, {}, now);
  };
  const paid = { attempt: 'a1', paymentNo: 't9', amount: 12_30, result: 'paid' };
  assert.equal(await read({}), paid);
  assert.equal(await read({ trade_status: 'TRADE_FINISHED' }), paid);
  assert.equal(await read({ trade_status: 'TRADE_CLOSED' }), { ...paid, result: 'failed' });
  assert.is(await read({ trade_status: 'WAIT_BUYER_PAY' }), undefined);
  assert.is(await read({ out_trade_no: '' }), undefined, 'of no attempt of ours');
  assert.ok(Number.isNaN(((await read({ total_amount: 'much' })) as { amount: number }).amount));
  for (const forged of [() => read({ app_id: '2022' }), () => read({}, rsaKeys('stranger').privateKey)])
    await forged().then(
      () => assert.unreachable('it was believed'),
      (error: Error) => assert.instance(error, Forged),
    );
});

test('a page of Stripe’s is open for as long as the order waits, 31 minutes at least and 23 hours at most', async () => {
  const asked: URLSearchParams[] = [];
  let opened = {};
  const stripe = await answering(({ body }) => {
    asked.push(new URLSearchParams(body));
    return page(opened);
  });
  const now = 1_800_000_000_000;
  const minute = 60_000;
  const cards = stripeCards(
    { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', api: stripe.url },
    {
      returnUrl: () => 'https://a.example',
      cancelUrl: () => 'https://a.example',
      now: () => now,
    },
  );
  for (const minutes of [1, 31, 32, 600, 23 * 60, 24 * 60])
    await cards.start(
      { id: randomUUID(), orderNo: 'O1', amount: 100, expiresAt: now + minutes * minute },
      { ip: '', openId: undefined, place: 'anywhere' },
    );
  assert.equal(
    asked.map((sent) => (Number(sent.get('expires_at')) * 1000 - now) / minute),
    [31, 31, 32, 600, 23 * 60, 23 * 60],
  );
  const order = { id: randomUUID(), orderNo: 'O1', amount: 100, expiresAt: now };
  const isRefused = () =>
    cards.start(order, { ip: '', openId: undefined, place: 'anywhere' }).then(
      () => assert.unreachable('there is no page to pay on'),
      (error: DomainError) => assert.is(error.key, 'providerUnreachable'),
    );
  opened = { url: null };
  await isRefused();
  await stripe.close();
  await isRefused();
});

test.run();
