import {
  createCipheriv,
  createHash,
  createSign,
  createVerify,
  generateKeyPairSync,
  randomUUID,
} from 'node:crypto';
import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/payments';
import { decryptResource, payData, payMessage, signV2 } from '../../src/server/payments/wechat/signing';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct, booksInOrder, stateOf, waiting } from './support/shop';

const keys = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};
const [ours, theirs] = [keys(), keys()];
const apiV3Key = '0123456789abcdef0123456789abcdef';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const rsa = (key: string, text: string) => createSign('RSA-SHA256').update(text).sign(key, 'base64');
const isSignedBy = (key: string, text: string, signature: string) =>
  createVerify('RSA-SHA256').update(text).verify(key, signature, 'base64');

/** WeChat Pay as its documents describe it: checks our signatures, and signs its answers. */
async function openWechatPay() {
  const app = fastify();
  const state = { ctx: [] as any[], paid: undefined as object | undefined, forge: false };
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_r, text, ready) => ready(null, text));
  app.all('/*', async (request, reply) => {
    const body = String(request.body ?? '');
    const header = String(request.headers.authorization);
    const part = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(header)![1]!;
    const signed = [request.method, request.url, part('timestamp'), part('nonce_str'), body]
      .map((line) => `${line}\n`)
      .join('');
    if (!isSignedBy(ours.publicKey, signed, part('signature')) || part('serial_no') !== 'OUR1')
      return reply.code(401).send({ code: 'SIGN_ERROR' });
    state.ctx.push({ url: request.url, ...(body && JSON.parse(body)) });
    const answer = request.url.includes('jsapi')
      ? { prepay_id: 'wx2611' }
      : request.url.endsWith('h5')
        ? { h5_url: 'https://wx.tenpay.com/x' }
        : (state.paid ?? { trade_state: 'NOTPAY' });
    const text = JSON.stringify(answer);
    const timestamp = String(Math.floor(Date.now() / 1000));
    const key = state.forge ? ours.privateKey : theirs.privateKey;
    return reply
      .headers({
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': 'n1',
        'wechatpay-serial': 'PUB_KEY_ID_1',
        'wechatpay-signature': rsa(key, `${timestamp}\nn1\n${text}\n`),
      })
      .type('application/json')
      .send(text);
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, state, close: () => app.close() };
}

type Pay = Awaited<ReturnType<typeof openWechatPay>>;
const test = suite<{ gateway: TestGateway; pay: Pay; as: Sent; orderNo: string }>('WeChat Pay');
test.before(async (context) => {
  context.pay = await openWechatPay();
  context.gateway = await openGateway({
    env: {
      PUBLIC_URL: 'https://shop.example',
      WECHAT_APP_ID: 'wx8888888888888888',
      WECHAT_APP_SECRET: 'app-secret',
      WECHAT_PAY_MCH_ID: '1900000001',
      WECHAT_PAY_SERIAL: 'OUR1',
      WECHAT_PAY_PRIVATE_KEY: ours.privateKey.replace(/\n/g, '\\n'),
      WECHAT_PAY_API_V3_KEY: apiV3Key,
      WECHAT_PAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_1',
      WECHAT_PAY_PUBLIC_KEY: theirs.publicKey,
      WECHAT_PAY_API_URL: context.pay.url,
    },
  });
});
test.before.each(async (context) => {
  const { gateway, pay } = context;
  Object.assign(pay.state, { ctx: [], paid: undefined, forge: false });
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
test.after(async ({ gateway, pay }) => {
  await gateway.close();
  await pay.close();
});

/** A notice as WeChat Pay sends it. */
function notice(transaction: object, { key = theirs.privateKey, ago = 0 } = {}) {
  const cipher = createCipheriv('aes-256-gcm', apiV3Key, 'nonce1234567');
  cipher.setAAD(Buffer.from('transaction'));
  const sealed = [cipher.update(JSON.stringify(transaction)), cipher.final()];
  const ciphertext = Buffer.concat([...sealed, cipher.getAuthTag()]).toString('base64');
  const resource = { ciphertext, nonce: 'nonce1234567', associated_data: 'transaction' };
  const body = JSON.stringify({ id: randomUUID(), event_type: 'TRANSACTION.SUCCESS', resource });
  const timestamp = String(Math.floor(Date.now() / 1000) - ago);
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'wechatpay-timestamp': timestamp,
      'wechatpay-nonce': 'n2',
      'wechatpay-serial': 'PUB_KEY_ID_1',
      'wechatpay-signature': rsa(key, `${timestamp}\nn2\n${body}\n`),
    },
  };
}
const notify = ({ url }: TestGateway, sent: ReturnType<typeof notice>) =>
  fetch(`${url}/pay/notice/wechat`, { method: 'POST', ...sent });
const transaction = (out_trade_no: string, more: object = {}) => ({
  out_trade_no,
  transaction_id: `4200${out_trade_no}`,
  trade_state: 'SUCCESS',
  appid: 'wx8888888888888888',
  mchid: '1900000001',
  amount: { total: 100_00, currency: 'CNY' },
  ...more,
});

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
  pay,
  as,
  orderNo,
}) => {
  const { body } = await gateway.send(calls.startPay, { orderNo, inWechat: true }, as);
  const [ctx] = pay.state.ctx;
  assert.is(ctx.url, '/v3/pay/transactions/jsapi');
  assert.is(ctx.payer.openid, `open-${as.userId}`);
  assert.equal(ctx.amount, { total: 100_00, currency: 'CNY' });
  assert.is(ctx.notify_url, 'https://shop.example/pay/notice/wechat');
  assert.is(body.pay.package, 'prepay_id=wx2611');
  assert.ok(isSignedBy(ours.publicKey, payMessage(body.pay), body.pay.paySign));
  const sent = notice(transaction(ctx.out_trade_no));
  assert.is((await notify(gateway, sent)).status, 200);
  assert.is((await notify(gateway, sent)).status, 200);
  const paid = await stateOf(gateway, as, orderNo);
  assert.is(paid.state, 1);
  assert.is(paid.paymentNo, `4200${ctx.out_trade_no}`);
});

test('in another mobile browser WeChat is opened by an address', async ({ gateway, pay, as, orderNo }) => {
  const { body } = await gateway.send(calls.startPay, { orderNo }, as);
  assert.is(body.url, 'https://wx.tenpay.com/x');
  assert.is(body.sandbox, false);
  await gateway.send(calls.startPay, { orderNo }, as);
  assert.is(pay.state.ctx.length, 1);
});

test('a notice that is forged, old, or of another merchant pays nothing', async ({
  gateway,
  pay,
  as,
  orderNo,
}) => {
  await gateway.send(calls.startPay, { orderNo }, as);
  const id = pay.state.ctx[0].out_trade_no;
  assert.is((await notify(gateway, notice(transaction(id), { key: ours.privateKey }))).status, 401);
  assert.is((await notify(gateway, notice(transaction(id), { ago: 301 }))).status, 401);
  await notify(gateway, notice(transaction(id, { mchid: '1' })));
  await notify(gateway, notice(transaction(id, { trade_state: 'REFUND' })));
  assert.is((await stateOf(gateway, as, orderNo)).state, 0);
});

test('an answer that WeChat Pay has not signed is not believed', async ({ gateway, pay, as, orderNo }) => {
  pay.state.forge = true;
  assert.match((await gateway.send(calls.startPay, { orderNo }, as)).message, /isn't responding/);
  pay.state.forge = false;
  assert.is((await gateway.send(calls.startPay, { orderNo }, as)).code, '1');
});

test('a notice that got lost is made up for by the payment query', async ({ gateway, pay, as, orderNo }) => {
  await gateway.send(calls.startPay, { orderNo }, as);
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.state, 0);
  pay.state.paid = transaction(pay.state.ctx[0].out_trade_no);
  gateway.clock.ahead += 3_000;
  assert.is((await gateway.send(calls.queryPay, { orderNo }, as)).body.state, 1);
});

test('who has not signed in through WeChat is told so before paying inside it', async ({ gateway }) => {
  const as = await gateway.signIn((await addMember(gateway, { country: 'cn' })).id);
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway), channel: 'wechat' });
  const refused = await gateway.send(calls.startPay, { orderNo, inWechat: true }, as);
  assert.match(refused.message, /through WeChat/);
  assert.equal(refused.body.problems, { wechat: { rule: 'required' } });
});

test.run();
