import { createSign, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import { methodsWhere } from '../../src/contract/buying/payment-methods';
import * as calls from '../../src/contract/buying/payments';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { alipay } from '../../src/server/payments/alipay';
import { hostedPage, noticeSignature } from '../../src/server/payments/hosted';
import { Forged } from '../../src/server/payments/provider';
import { sandboxSecret } from '../../src/server/payments/providers';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { production } from './support/production';
import { rsaKeys } from './support/rsa-keys';
import {
  addProduct,
  booksInOrder,
  give,
  hasPaid,
  held,
  press,
  stateOf,
  stockOf,
  waiting,
} from './support/shop';

const secret = 'card-secret-of-the-test';
const test = suite<{ gateway: TestGateway; real: TestGateway; as: Sent; member: string }>('payments');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway, { country: 'cn' })).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const hour = 3_600_000;
const start = async (gateway: TestGateway, as: Sent, orderNo: string, more: object = {}) =>
  (await gateway.send(calls.startPay, { orderNo, ...more }, as)).body;
const query = async (gateway: TestGateway, as: Sent, orderNo: string) =>
  (await gateway.send(calls.queryPay, { orderNo }, as)).body;
/** A notice as the sandbox of cards signs it; answers the status. */
async function sandboxNotice({ url, db }: TestGateway, notice: object): Promise<number> {
  const payload = JSON.stringify(notice);
  const seconds = Math.floor(Date.now() / 1000);
  const { value } = await db.run
    .selectFrom('secret')
    .select('value')
    .where('name', '=', 'files')
    .executeTakeFirstOrThrow();
  const signature = noticeSignature(sandboxSecret(value), payload, seconds);
  const headers = { 'content-type': 'application/json', 'x-signature': signature };
  return (await fetch(`${url}/pay/notice/card`, { method: 'POST', headers, body: payload })).status;
}
const pathOf = (url: string) => url.split('?')[0]!;

for (const channel of ['card', 'wechat', 'alipay'])
  test(`a member pays by ${channel} on the sandbox's page, and it says that it is one`, async ({
    gateway,
    as,
  }) => {
    const productId = await addProduct(gateway);
    const orderNo = await waiting(gateway, as, { productId, channel });
    const ticket = await start(gateway, as, orderNo, { inWechat: channel === 'wechat' });
    assert.is(ticket.sandbox, true);
    assert.is(ticket.amount, 100_00);
    if (channel === 'wechat') assert.is(ticket.pay.signType, 'MD5');
    const page = await (await fetch(gateway.url + ticket.url)).text();
    for (const words of ['SANDBOX', '沙箱', 'This is not', '这不是']) assert.match(page, words); // in both languages
    assert.match(page, '¥100.00');
    assert.is((await query(gateway, as, orderNo)).attempt, 'open');
    assert.is((await press(gateway, pathOf(ticket.url), 'pay')).status, 303);
    await press(gateway, pathOf(ticket.url), 'pay');
    assert.equal(await query(gateway, as, orderNo), {
      state: 1,
      paidAmount: 100_00,
      total: 100_00,
      attempt: 'paid',
    });
    assert.is(await held(gateway, as.userId!), 0);
    assert.is((await gateway.send(calls.startPay, { orderNo }, as)).message, 'This order has been paid');
  });

test('a declined card leaves the order waiting, and another try pays it', async ({ gateway, as }) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  const first = await start(gateway, as, orderNo);
  assert.is((await start(gateway, as, orderNo)).url, first.url);
  await press(gateway, pathOf(first.url), 'decline');
  const after = await query(gateway, as, orderNo);
  assert.is(after.state, 0);
  assert.is(after.attempt, 'failed');
  const second = await start(gateway, as, orderNo);
  assert.is.not(pathOf(second.url), pathOf(first.url));
  await press(gateway, pathOf(second.url), 'pay');
  assert.is((await query(gateway, as, orderNo)).state, 1);
});

test('paying twice pays the order once and puts the rest on the balance', async ({ gateway, as, member }) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  const first = await start(gateway, as, orderNo);
  await press(gateway, pathOf(first.url), 'decline');
  const second = await start(gateway, as, orderNo);
  await press(gateway, pathOf(second.url), 'pay');
  await press(gateway, pathOf(first.url), 'pay'); // the declined one went through after all
  assert.is((await stateOf(gateway, as, orderNo)).paidAmount, 100_00);
  assert.is(await held(gateway, member), 100_00);
});

test('money that comes after an order has run out goes to the balance', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway, { stock: 5 });
  const orderNo = await waiting(gateway, as, { productId });
  const { url } = await start(gateway, as, orderNo);
  await expireOrders(gateway.db, Date.now() + hour);
  await press(gateway, pathOf(url), 'pay');
  assert.is((await query(gateway, as, orderNo)).state, -1);
  assert.is(await held(gateway, member), 100_00);
  assert.is(await stockOf(gateway, productId), 5);
  assert.is((await gateway.send(calls.startPay, { orderNo }, as)).code, '500');
});

test('an order above 50,000 yuan is paid in parts, each within the limit', async ({
  gateway,
  as,
  member,
}) => {
  await hasPaid(gateway, as, member, 60_000_00);
  const productId = await addProduct(gateway, { price: 40_000_00 });
  const orderNo = await waiting(gateway, as, { productId, quantity: 3 });
  const { parts } = await stateOf(gateway, as, orderNo);
  assert.equal(
    parts.map(({ amount }) => amount),
    [50_000_00, 50_000_00, 20_000_00],
  );
  const opened = await start(gateway, as, orderNo, { part: 1 });
  const last = await start(gateway, as, orderNo, { part: 3 });
  assert.equal([opened.part, last.part], [1, 3], 'each part has a page of its own');
  await press(gateway, pathOf(last.url), 'pay');
  const half = await stateOf(gateway, as, orderNo);
  assert.is(half.state, 0);
  assert.is(half.paidAmount, 20_000_00);
  const { ways } = (await gateway.send(calls.offeredMethods, { orderNo }, as)).body as calls.OfferedMethods;
  assert.is(ways.find(({ way }) => way === 'card')?.parts, 2, 'of the 100,000 that are left');
  assert.is((await gateway.send(calls.startPay, { orderNo, part: 3 }, as)).code, '500');
  await expireOrders(gateway.db, Date.now() + 23 * hour);
  for (const part of [1, 2]) {
    const ticket = await start(gateway, as, orderNo);
    assert.is(ticket.part, part);
    await press(gateway, pathOf(ticket.url), 'pay');
  }
  assert.is((await query(gateway, as, orderNo)).state, 1);
  assert.is(await held(gateway, member), 0);
});

test('the paid part of a canceled order goes to the balance', async ({ gateway, as, member }) => {
  const productId = await addProduct(gateway, { price: 60_000_00 });
  const orderNo = await waiting(gateway, as, { productId });
  const ticket = await start(gateway, as, orderNo);
  await press(gateway, pathOf(ticket.url), 'pay');
  await gateway.send(orders.cancelOrder, { orderNo, requestKey: randomUUID() }, as);
  assert.is(await held(gateway, member), 50_000_00);
  assert.is((await stateOf(gateway, as, orderNo)).refunded, 50_000_00);
});

test('a signed payment that cannot be booked pays nothing, is thanked for, and waits for a person', async ({
  gateway,
  as,
}) => {
  const productId = await addProduct(gateway);
  const orderNo = await waiting(gateway, as, { productId, channel: 'card' });
  const attempt = pathOf((await start(gateway, as, orderNo)).url)
    .split('/')
    .at(-1)!;
  const right = {
    payment: attempt,
    status: 'paid',
    amount: 100_00,
    currency: 'CNY',
    reference: `r-${attempt}`,
  };
  const { reference: _, ...unnamed } = right;
  const unfit = [
    unnamed,
    { ...right, reference: '' },
    { ...right, currency: 'USD' },
    { ...right, amount: 0 },
    { ...right, amount: -100_00 },
    { ...right, amount: 1e300 },
    { ...right, amount: '10000' },
  ];
  for (const notice of [...unfit, ...unfit])
    assert.is(await sandboxNotice(gateway, notice), 200, JSON.stringify(notice));
  assert.is((await query(gateway, as, orderNo)).attempt, 'open');
  const reasons = (await operator(gateway, 'payment', 'list')).text.match(/reason: "(\w+)"/g) ?? [];
  const amounts = Array(4).fill('reason: "amount"');
  assert.equal(reasons.sort(), [...amounts, 'reason: "currency"', 'reason: "reference"']);
  assert.is(await sandboxNotice(gateway, right), 200);
  assert.is((await query(gateway, as, orderNo)).state, 1);
  const [, id] = /id: "(\w+)"/.exec((await operator(gateway, 'payment', 'list')).text)!;
  assert.is((await operator(gateway, 'payment', 'settle', id!, 'Given', 'back')).code, 0);
  assert.is((await operator(gateway, 'payment', 'settle', id!, 'Again')).code, 1);
});

test('a notice that the provider has not signed pays nothing', async ({ gateway, as }) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  const { url } = await start(gateway, as, orderNo);
  const payment = pathOf(url).split('/').at(-1);
  const payload = JSON.stringify({
    payment,
    status: 'paid',
    amount: 100_00,
    currency: 'CNY',
    reference: 'x',
  });
  const seconds = Math.floor(Date.now() / 1000);
  const notify = (signature?: string) =>
    fetch(`${gateway.url}/pay/notice/card`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(signature && { 'x-signature': signature }) },
      body: payload,
    });
  assert.is((await notify()).status, 401);
  assert.is((await notify(noticeSignature('guessed', payload, seconds))).status, 401);
  assert.is((await fetch(`${gateway.url}/pay/notice/balance`, { method: 'POST' })).status, 404);
  assert.is((await query(gateway, as, orderNo)).state, 0);
});

test('a real card page is signed, and its notices are believed for five minutes', async () => {
  const returnUrl = (orderNo: string) => `https://shop.example/#/${orderNo}`;
  const notifyUrl = 'https://shop.example/pay/notice/card';
  const page = hostedPage({
    pageUrl: 'https://cards.example/pay',
    secret,
    sandbox: false,
    returnUrl,
    cancelUrl: (orderNo) => `${returnUrl(orderNo)}?canceled=1`,
    notifyUrl,
  });
  const attempt = { id: 'a1', orderNo: 'C1', amount: 12_34, expiresAt: 1_800_000_000_000 };
  const { url } = await page.start(attempt, { ip: '', openId: undefined, place: 'anywhere' });
  assert.match(url!, 'https://cards.example/pay?payment=a1&amount=1234&currency=CNY');
  assert.is(new URL(url!).searchParams.get('cancel'), 'https://shop.example/#/C1?canceled=1');
  const raw = Buffer.from('{"payment":"a1","status":"paid","amount":1234,"currency":"CNY","reference":"r"}');
  const signature = noticeSignature(secret, raw, 1_000_000);
  const read = (now: number, body = raw) => page.read(body, { 'x-signature': signature }, now);
  assert.equal(await read(1_000_100_000), {
    attempt: 'a1',
    result: 'paid',
    paymentNo: 'r',
    amount: 12_34,
    currency: 'CNY',
  });
  assert.throws(
    () => read(1_000_301_000),
    (error: unknown) => error instanceof Forged,
  );
  const changed = Buffer.from(raw.toString().replace('1234', '9999'));
  assert.throws(
    () => read(1_000_100_000, changed),
    (error: unknown) => error instanceof Forged,
  );
});

test("Alipay's form is signed with our key, and its notice verified with Alipay's", async () => {
  const [ours, theirs] = [rsaKeys('ours'), rsaKeys('theirs')];
  const settings = { appId: '2021', privateKey: ours.privateKey, publicKey: theirs.publicKey };
  const provider = alipay(
    { ...settings, gateway: 'https://openapi.alipay.com/gateway.do' },
    {
      returnUrl: () => 'https://shop.example',
      cancelUrl: () => 'https://shop.example/canceled',
      notifyUrl: 'https://shop.example/n',
    },
  );
  const attempt = { id: 'a1', orderNo: 'C1', amount: 5, expiresAt: Date.now() + hour };
  const { url } = await provider.start(attempt, { ip: '', openId: undefined, place: 'wechat' });
  const form = new URL(url!).searchParams.get('biz_content')!;
  assert.match(form, '"total_amount":"0.05"');
  assert.match(form, '"quit_url":"https://shop.example/canceled"');
  const values = {
    app_id: '2021',
    out_trade_no: 'a1',
    total_amount: '1.50',
    trade_no: 't',
    trade_status: 'TRADE_SUCCESS',
  };
  const signed = Object.keys(values)
    .sort()
    .map((name) => `${name}=${values[name as keyof typeof values]}`)
    .join('&');
  const sign = createSign('RSA-SHA256').update(signed).sign(theirs.privateKey, 'base64');
  const notice = (more: object) =>
    Buffer.from(new URLSearchParams({ ...values, sign, sign_type: 'RSA2', ...more }).toString());
  assert.equal(provider.read(notice({}), {}, 0), {
    attempt: 'a1',
    paymentNo: 't',
    amount: 1_50,
    result: 'paid',
  });
  assert.throws(
    () => provider.read(notice({ total_amount: '9.50' }), {}, 0),
    (e: unknown) => e instanceof Forged,
  );
});

test('Alipay inside WeChat goes on in another browser, with a ticket that opens it once', async ({
  gateway,
  as,
}) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway), channel: 'alipay' });
  const { outsideUrl, url } = await start(gateway, as, orderNo);
  const look = async (agent: string) =>
    (await fetch(gateway.url + outsideUrl, { headers: { 'user-agent': agent } })).text();
  const inside = await look('Mozilla MicroMessenger/8.0');
  assert.match(inside, 'Open in browser');
  assert.not.match(inside, '<form');
  assert.match(await look('Mozilla Safari'), '<form');
  const go = () =>
    fetch(gateway.url + outsideUrl, {
      method: 'POST',
      body: new URLSearchParams(),
      redirect: 'manual',
    });
  const first = await go();
  assert.is(first.status, 303);
  assert.is(first.headers.get('location'), url);
  assert.is((await go()).status, 410);
  gateway.clock.ahead = 16 * 60_000;
  const later = await start(gateway, as, orderNo);
  gateway.clock.ahead = 0;
  gateway.clock.ahead = 40 * 60_000;
  assert.is((await fetch(gateway.url + later.outsideUrl)).status, 410);
  gateway.clock.ahead = 0;
});

test('payment methods follow the country version, the place and what the member has', async ({
  gateway,
  as,
  member,
}) => {
  const names = ({ ways }: calls.OfferedMethods) => ways.map(({ way }) => way);
  const ask = async (input: object, sent: Sent) =>
    (await gateway.send(calls.offeredMethods, input, sent)).body;
  const inTable = (where: 'cn' | 'intl') =>
    methodsWhere(({ offered, currency }) => offered.includes(where) && currency === 'money');
  const here = names(await ask({}, as));
  assert.equal(here, inTable('cn'));
  assert.ok(here.includes('wechat') && !here.includes('usdt'));
  const abroad = await gateway.signIn((await addMember(gateway)).id);
  const there = names(await ask({}, abroad));
  assert.equal(there, inTable('intl'));
  assert.ok(there.includes('usdt') && !there.includes('wechat'));
  const mini = { header: { appid: 'mini' } };
  assert.equal(names(await ask({}, { ...abroad, ...mini })), ['balance', 'remittance']);
  await give(gateway, member, 'balance', 10_00);
  const over: calls.OfferedMethods = await ask({ total: 50_000_01 }, as);
  assert.is(over.overLimit, true);
  assert.equal(over.ways[0]!.reason, 'insufficient');
  assert.is(over.ways[1]!.parts, 2);
  assert.is((await ask({ total: 10_00 }, as)).ways[0].usable, true);
  const visitors = await ask({}, { locale: 'zh_CN' });
  assert.is(visitors.ways[0].reason, 'signedOut');
  assert.equal(new Set(names(visitors)), new Set([...here, ...there]), 'a language is not a country');
  assert.equal((await ask({ currency: 'points' }, as)).ways[0].reason, 'frozen');
});

test('a way that is not offered takes no order', async ({ gateway, as }) => {
  const productId = await addProduct(gateway);
  const input = { items: [{ productId, quantity: 1 }], shownTotal: 100_00, requestKey: randomUUID() };
  assert.match((await gateway.send(orders.addUserUsdt, input, as)).message, /isn't available here/);
});

test('production without providers offers no sandbox', async () => {
  const env = { ...production, COUNTRY: 'cn' };
  const gateway = await openGateway({ env });
  try {
    const { ways } = (await gateway.send(calls.offeredMethods, {})).body as calls.OfferedMethods;
    assert.not(ways.some(({ sandbox }) => sandbox));
    assert.equal(
      ways.map(({ way }) => way),
      ['balance'],
    );
    assert.is((await fetch(`${gateway.url}/dev/pay/x`)).status, 404);
  } finally {
    await gateway.close();
  }
});

test('settling one payment that could not be booked leaves the others waiting', async ({ gateway, as }) => {
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway), channel: 'card' });
  const payment = pathOf((await start(gateway, as, orderNo)).url)
    .split('/')
    .at(-1)!;
  for (const currency of ['USD', 'EUR'])
    await sandboxNotice(gateway, { payment, status: 'paid', amount: 100_00, currency, reference: 'r' });
  const open = async () =>
    (
      await gateway.db.run
        .selectFrom('payment_review')
        .select('id')
        .where('attempt', '=', payment)
        .where('settled_at', 'is', null)
        .orderBy('id')
        .execute()
    ).map(({ id }) => id);
  const [first = '', second = ''] = await open();
  assert.is((await operator(gateway, 'payment', 'settle', first, 'Given', 'back')).code, 0);
  assert.equal(await open(), [second]);
  assert.is((await operator(gateway, 'payment', 'settle', second, 'Given', 'back')).code, 0);
});

test('a failure that arrives after the payment, or for another page, does not change this payment', async ({
  gateway,
  as,
}) => {
  const productId = await addProduct(gateway);
  const page = async () => {
    const orderNo = await waiting(gateway, as, { productId, channel: 'card' });
    return {
      orderNo,
      payment: pathOf((await start(gateway, as, orderNo)).url)
        .split('/')
        .at(-1)!,
    };
  };
  const [paid, open, failed] = [await page(), await page(), await page()];
  const notice = (payment: string, status: string) =>
    sandboxNotice(gateway, {
      payment,
      status,
      amount: 100_00,
      currency: 'CNY',
      reference: `r-${payment}`,
    });
  assert.is(await notice(paid.payment, 'paid'), 200);
  assert.is(await notice(paid.payment, 'failed'), 200);
  assert.is(await notice(failed.payment, 'failed'), 200);
  const attempts = [];
  for (const { orderNo } of [paid, open, failed]) attempts.push((await query(gateway, as, orderNo)).attempt);
  assert.equal(attempts, ['paid', 'open', 'failed']);
});

test.run();
