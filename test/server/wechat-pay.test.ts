import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/payments';
import { reconcileAttempts } from '../../src/server/checkout/reconcile-attempts';
import { sharedSecret } from '../../src/server/db/shared-secret';
import { Forged } from '../../src/server/payments/provider';
import { wechatPay } from '../../src/server/payments/wechat/pay';
import { decryptResource, payData, payMessage, signV2 } from '../../src/server/payments/wechat/signing';
import { readSettings } from '../../src/server/settings/settings';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { production as productionEnv } from './support/production';
import { addProduct, booksInOrder, stateOf, waiting } from './support/shop';
import {
  apiV3Key,
  type FakeWechatServer,
  isSignedBy,
  miniAppId,
  miniEnv,
  notice,
  openWechat,
  ours,
  sha256,
  transaction,
  wechatEnv,
} from './support/wechat';
import { certificate } from './support/wechat-certificate';

const test = suite<{ gateway: TestGateway; wechat: FakeWechatServer; as: Sent; orderNo: string }>(
  'WeChat Pay',
);
test.before(async (context) => {
  context.wechat = await openWechat();
  const env = { PUBLIC_URL: 'https://shop.localhost', ...wechatEnv(context.wechat.url), ...miniEnv };
  context.gateway = await openGateway({ env });
});
test.before.each(async (context) => {
  const { gateway, wechat } = context;
  Object.assign(wechat.state, { asked: [], forge: false, mute: false });
  const { id } = await addMember(gateway, { country: 'cn' });
  await gateway.db.run
    .insertInto('wechat_identity')
    .values({ open_id: `open-${id}`, member: id, bound_at: new Date() })
    .execute();
  context.as = await gateway.signIn(id);
  context.orderNo = await waiting(gateway, context.as, {
    productId: await addProduct(gateway),
    channel: 'wechat',
  });
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(async ({ gateway, wechat }) => {
  await gateway.close();
  await wechat.close();
});

const notify = ({ url }: TestGateway, sent: ReturnType<typeof notice>) =>
  fetch(`${url}/pay/notice/wechat`, { method: 'POST', ...sent });
/** The transaction that WeChat Pay was asked for last. */
const asked = ({ state }: FakeWechatServer) => state.asked.at(-1);

test('v2 signatures are the official ones, MD5 and HMAC-SHA256', () => {
  const values = {
    appid: 'wxd930ea5d5a258f4f',
    body: 'test',
    device_info: '1000',
    mch_id: '10000100',
    nonce_str: 'ibuaiVcKdpRxkhJA',
  };
  const key = '192006250b4c09247ec02edce69f6a2d';
  assert.is(signV2(values, key, 'MD5'), '9A0A8659F005D6984697E2CA0A9CF3B7');
  const hmac = '6A9AE1657590FD6257D693A078E1C3E4BB6BA4DC30B23E0EE2496E54170DACD6';
  assert.is(signV2(values, key, 'HMAC-SHA256'), hmac);
});

test('the v2 paySign of the official example comes out of the five fields', () => {
  const values = {
    appId: 'wxd678efh567hg6787',
    nonceStr: '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
    package: 'prepay_id=wx2017033010242291fcfe0db70013231072',
    signType: 'MD5',
    timeStamp: '1490840662',
  };
  assert.is(signV2(values, 'qazwsxedcrfvtgbyhnujmikolp111111', 'MD5'), '22D9B4E54AB1950F51E0649E8810ACD6');
});

test('the v3 paySign signs the official message, byte for byte', () => {
  const data = {
    appId: 'wx8888888888888888',
    timeStamp: '1414561699',
    nonceStr: '5K8264ILTKCH16CQ2502SI8ZNMTM67VS',
    package: 'prepay_id=wx201410272009395522657a690389285100',
  };
  assert.is(payMessage(data).length, 110);
  assert.is(sha256(payMessage(data)), 'e9f240553b798164cd07071a90bf684071b40781f3dafca1f828346682147df3');
  const { paySign, signType } = payData(ours.privateKey, data);
  assert.is(signType, 'RSA');
  assert.ok(isSignedBy(ours.publicKey, payMessage(data), paySign));
});

test('a resource that was tampered with does not open', () => {
  const { body } = notice({ a: 1 });
  const { resource } = JSON.parse(body);
  assert.is(decryptResource(apiV3Key, resource), '{"a":1}');
  assert.throws(() => decryptResource(apiV3Key, { ...resource, associated_data: 'other' }));
});

test('inside WeChat a member gets pay data that their key signed; the notice makes the order paid, once', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  const { body } = await gateway.send(calls.startPay, { orderNo, inWechat: true }, as);
  const ctx = asked(wechat);
  assert.is(ctx.url, '/v3/pay/transactions/jsapi');
  assert.is(ctx.payer.openid, `open-${as.userId}`);
  assert.equal(ctx.amount, { total: 100_00, currency: 'CNY' });
  assert.is(ctx.notify_url, 'https://shop.localhost/pay/notice/wechat');
  assert.is(body.pay.package, `prepay_id=wx-${ctx.out_trade_no}`);
  assert.ok(isSignedBy(ours.publicKey, payMessage(body.pay), body.pay.paySign));
  const sent = notice(transaction(ctx.out_trade_no));
  assert.is((await notify(gateway, sent)).status, 200);
  assert.is((await notify(gateway, sent)).status, 200);
  const paid = await stateOf(gateway, as, orderNo);
  assert.is(paid.state, 1);
  assert.is(paid.paymentNo, `4200${ctx.out_trade_no}`);
});

test('in another mobile browser WeChat is opened by an address', async ({ gateway, wechat, as, orderNo }) => {
  const { body } = await gateway.send(calls.startPay, { orderNo }, as);
  assert.is(body.url, 'https://wx.tenpay.com/x');
  assert.is(body.sandbox, false);
  await gateway.send(calls.startPay, { orderNo }, as);
  assert.is(wechat.state.asked.length, 1);
});

test('a notice that is forged, old, or of another merchant pays nothing', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  await gateway.send(calls.startPay, { orderNo }, as);
  const id = asked(wechat).out_trade_no;
  assert.is((await notify(gateway, notice(transaction(id), { key: ours.privateKey }))).status, 401);
  assert.is((await notify(gateway, notice(transaction(id), { ago: 301 }))).status, 401);
  await notify(gateway, notice(transaction(id, { mchid: '1' })));
  await notify(gateway, notice(transaction(id, { trade_state: 'REFUND' })));
  assert.is((await stateOf(gateway, as, orderNo)).state, 0);
});

test('a payment in another currency, or that names no payment or amount, pays nothing', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  await gateway.send(calls.startPay, { orderNo }, as);
  const id = asked(wechat).out_trade_no;
  for (const wrong of [
    { amount: { total: 100_00, currency: 'USD' } },
    { amount: undefined },
    { amount: { currency: 'CNY' } },
    { out_trade_no: undefined },
    { transaction_id: undefined },
  ])
    assert.is((await notify(gateway, notice(transaction(id, wrong)))).status, 200, JSON.stringify(wrong));
  assert.is((await stateOf(gateway, as, orderNo)).state, 0);
});

test('a notice is believed until five minutes after its time, and no longer', async ({ wechat }) => {
  const { wechatPay: settings } = readSettings(wechatEnv(wechat.url));
  const provider = wechatPay(settings!, 'https://shop.localhost/n');
  const { body, headers } = notice(transaction('a1'));
  const sent = Number(headers['wechatpay-timestamp']) * 1000;
  const read = async (at: number) =>
    Promise.resolve(provider.read(Buffer.from(body), headers, at)).catch((error) => error);
  const late = 300_000;
  assert.is((await read(sent + late)).attempt, 'a1');
  assert.is((await read(sent - late)).attempt, 'a1', 'a clock that is behind');
  for (const at of [sent + late + 1, sent - late - 1]) assert.ok((await read(at)) instanceof Forged);
});

test('an answer that WeChat Pay has not signed is not believed', async ({ gateway, wechat, as, orderNo }) => {
  wechat.state.forge = true;
  assert.match((await gateway.send(calls.startPay, { orderNo }, as)).message, /isn't responding/);
  wechat.state.forge = false;
  assert.is((await gateway.send(calls.startPay, { orderNo }, as)).code, '1');
});

test('a notice that got lost is made up for by the payment query', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  await gateway.send(calls.startPay, { orderNo }, as);
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.state, 0);
  wechat.pay([...wechat.state.trades.keys()].at(-1)!);
  gateway.clock.ahead += 3_000;
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.state, 1);
});

test('on a computer a code is shown for WeChat to scan, and paying it pays the order', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140' };
  const { body } = await gateway.send(calls.startPay, { orderNo }, { ...as, headers });
  assert.is(asked(wechat).url, '/v3/pay/transactions/native');
  assert.is(asked(wechat).payer, undefined);
  assert.match(body.code, 'weixin://wxpay/bizpayurl?pr=');
  assert.equal([body.url, body.pay, body.native], [undefined, undefined, undefined]);
  assert.is((await notify(gateway, notice(wechat.pay(asked(wechat).out_trade_no)))).status, 200);
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
});

test('a code closed at WeChat Pay counts as failed; paying again makes another, which pays the order', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140' };
  const start = async () => (await gateway.send(calls.startPay, { orderNo }, { ...as, headers })).body.code;
  const first = await start();
  assert.is(await start(), first, 'as long as it is open, it is the same');
  wechat.state.closed.add(asked(wechat).out_trade_no);
  const query = async () => (await gateway.send(calls.queryPay, { orderNo }, as)).body;
  const { state, attempt } = await query();
  assert.equal({ state, attempt }, { state: 0, attempt: 'failed' });
  const second = await start();
  assert.is.not(second, first);
  wechat.pay(asked(wechat).out_trade_no);
  assert.is((await query()).state, 1);
});

const inMini = (as: Sent): Sent => ({ ...as, header: { appid: 'mini' } });
const payInMini = async ({ url }: TestGateway, sent: object) => {
  const answer = await fetch(`${url}/mini/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  });
  return { status: answer.status, body: (await answer.json()) as any };
};

test('in the mini-program its own page pays, with a ticket that is good once and an openId of its own', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  const { body } = await gateway.send(calls.startPay, { orderNo }, inMini(as));
  assert.match(body.native, /^[\w-]{32}$/);
  assert.equal([body.url, body.pay, wechat.state.asked.length], [undefined, undefined, 0]);
  const ticket = body.native;
  assert.is(
    (await payInMini(gateway, { ticket, code: 'wrong' })).status,
    409,
    'WeChat does not know the code',
  );
  const { status, body: paid } = await payInMini(gateway, { ticket, code: 'code-ann' });
  assert.is(status, 200);
  const order = asked(wechat);
  assert.equal(
    [order.url, order.appid, order.payer],
    ['/v3/pay/transactions/jsapi', miniAppId, { openid: 'mini-ann' }],
  );
  assert.ok(isSignedBy(ours.publicKey, payMessage({ ...paid.pay, appId: miniAppId }), paid.pay.paySign));
  const again = await payInMini(gateway, { ticket, code: 'code-ann' });
  assert.is(again.status, 410, 'the ticket is used up');
  assert.is((await payInMini(gateway, { ticket: 'x', code: 'code-ann' })).status, 400);
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.state, 0);
  wechat.pay(order.out_trade_no);
  gateway.clock.ahead += 3_000;
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.state, 1);
});

test('a ticket of the mini-program pays nothing where the deployment has given that up', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  const { native: ticket } = (await gateway.send(calls.startPay, { orderNo }, inMini(as))).body;
  const env = wechatEnv(wechat.url);
  const without = await openGateway({ env, database: gateway.db });
  const refused = await payInMini(without, { ticket, code: 'code-ann' });
  assert.equal([refused.status, wechat.state.asked], [409, []]);
  assert.is(refused.body.message, 'Logging in with WeChat is not available here');
  await without.close();
  assert.is((await payInMini(gateway, { ticket, code: 'code-ann' })).status, 200);
});

test('a member for whom WeChat Pay opens nothing is refused, and can pay as soon as it does', async ({
  gateway,
  wechat,
  as,
  orderNo,
}) => {
  const desk = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140' };
  const start = (headers: Record<string, string> = {}, more: object = {}) =>
    gateway.send(calls.startPay, { orderNo, ...more }, { ...as, headers });
  const starts = { h5: () => start(), jsapi: () => start({}, { inWechat: true }), native: () => start(desk) };
  const { native: ticket } = (await gateway.send(calls.startPay, { orderNo }, inMini(as))).body;
  const sent = { ticket, code: 'code-ann' };
  for (const [kind, open] of Object.entries(starts)) {
    wechat.state.mute = true;
    assert.match((await open()).message, /isn't responding/, kind);
    wechat.state.mute = false;
    const { code, body } = await open();
    assert.is(code, '1', kind);
    assert.ok(body.url ?? body.pay ?? body.code, kind);
    assert.is(asked(wechat).url, `/v3/pay/transactions/${kind}`);
  }
  wechat.state.mute = true;
  assert.is((await payInMini(gateway, sent)).status, 409);
  wechat.state.mute = false;
  assert.is((await payInMini(gateway, sent)).status, 200, 'the ticket was not used up');
});

test('a payment that nobody opened at WeChat Pay is none, and is closed without one', async ({
  gateway,
  as,
  orderNo,
}) => {
  await gateway.send(calls.startPay, { orderNo }, inMini(as));
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.state, 0);
  const failures: unknown[] = [];
  const at = Date.now() + gateway.clock.ahead + 3 * 3_600_000;
  const secret = await sharedSecret(gateway.db, 'files');
  await reconcileAttempts(gateway.db, gateway.settings, secret, at, (error) => failures.push(error));
  assert.equal(failures, []);
  const row = await gateway.db.run
    .selectFrom('payment_attempt')
    .select('state')
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  assert.is(row.state, 'failed');
});

test('a merchant without WeChat Pay’s public key verifies by certificates, which are fetched once', async ({
  wechat,
}) => {
  const { WECHAT_PAY_PUBLIC_KEY: _, WECHAT_PAY_PUBLIC_KEY_ID: __, ...env } = wechatEnv(wechat.url);
  const { wechatPay: settings } = readSettings(env);
  const provider = wechatPay(settings!, 'https://shop.localhost/n');
  const attempt = { id: 'a1', orderNo: 'C1', amount: 100_00, expiresAt: Date.now() + 3_600_000 };
  const payer = { ip: '203.0.113.7', openId: undefined, place: 'anywhere' } as const;
  wechat.state.certificate = certificate;
  try {
    assert.is((await provider.start(attempt, payer)).url, 'https://wx.tenpay.com/x');
    await provider.start({ ...attempt, id: 'a2' }, payer);
    const fetched = wechat.state.asked.filter(({ url }) => url === '/v3/certificates');
    assert.is(fetched.length, 1);
    assert.is(fetched[0].headers['wechatpay-serial'], undefined);
    const read = (sent: ReturnType<typeof notice>) =>
      Promise.resolve(provider.read(Buffer.from(sent.body), sent.headers, Date.now())).catch(
        (error) => error,
      );
    const { serial, privateKey: key } = certificate;
    assert.is((await read(notice(transaction('a1'), { key, serial }))).attempt, 'a1');
    assert.ok(
      (await read(notice(transaction('a1'), { serial }))) instanceof Forged,
      'signed by somebody else',
    );
    assert.ok((await read(notice(transaction('a1'), { key, serial: 'ABC1' }))) instanceof Forged, 'nobody’s');
    wechat.state.forge = true;
    settings!.certificates.clear();
    const refused = await provider.start({ ...attempt, id: 'a3' }, payer).catch((error) => error.key);
    assert.is(refused, 'providerUnreachable', 'certificates that are not WeChat Pay’s own are not kept');
    assert.is(settings!.certificates.size, 0);
  } finally {
    wechat.state.certificate = undefined;
    wechat.state.forge = false;
  }
});

test('production has WeChat Pay, or says that it is off; its settings go together', () => {
  const production = { ...productionEnv, COUNTRY: 'cn' };
  const wrong = (env: Record<string, string>) => {
    try {
      readSettings(env);
      return '';
    } catch (error) {
      return String(error);
    }
  };
  assert.is(wrong(production), '');
  assert.match(wrong({ ...production, WECHAT_PAY: '' }), 'WECHAT_PAY=off');
  assert.is(wrong({ ...production, WECHAT_PAY: '', COUNTRY: 'intl' }), '', 'where it is not offered');
  assert.is(wrong({ ...production, ...wechatEnv('https://pay.example'), WECHAT_PAY: '' }), '');
  assert.match(wrong({ ...production, ...wechatEnv('https://pay.example') }), 'exclude each other');
  assert.match(wrong({ WECHAT_MINI_APP_ID: 'wx1' }), 'WECHAT_MINI_APP_SECRET go together');
});

test('a member who has not signed in through WeChat is refused before paying inside it', async ({
  gateway,
}) => {
  const as = await gateway.signIn((await addMember(gateway, { country: 'cn' })).id);
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway), channel: 'wechat' });
  const refused = await gateway.send(calls.startPay, { orderNo, inWechat: true }, as);
  assert.match(refused.message, /through WeChat/);
  assert.equal(refused.body.problems, { wechat: { rule: 'required' } });
});

test.run();
