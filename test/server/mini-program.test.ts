import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { queryPay, startPay } from '../../src/contract/payments';
import { createNativePages } from '../../src/platform/mini-program';
import { memoryStore } from '../../src/platform/store';
import { payMessage } from '../../src/server/payments/wechat/signing';
import { buildMiniProgram } from '../../tools/build/mini-program.mjs';
import { openShell, type Phone } from '../support/mini-program';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct, booksInOrder, waiting } from './support/shop';
import {
  type FakeWechatServer,
  isSignedBy,
  miniAppId,
  miniEnv,
  openWechat,
  ours,
  wechatEnv,
} from './support/wechat';

interface Context {
  gateway: TestGateway;
  wechat: FakeWechatServer;
  dir: string;
  as: Sent;
  orderNo: string;
}
const test = suite<Context>('paying in the mini-program');
test.before(async (context) => {
  context.wechat = await openWechat();
  context.gateway = await openGateway({ env: { ...wechatEnv(context.wechat.url), ...miniEnv } });
  context.dir = mkdtempSync(join(tmpdir(), 'mini-program-'));
  await buildMiniProgram({ out: context.dir, origin: context.gateway.url });
});
test.before.each(async (context) => {
  const { gateway } = context;
  const member = await gateway.signIn((await addMember(gateway, { country: 'cn' })).id);
  context.as = { ...member, header: { appid: 'mini' } };
  const productId = await addProduct(gateway);
  context.orderNo = await waiting(gateway, context.as, { productId, channel: 'wechat' });
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(async ({ gateway, wechat, dir }) => {
  await gateway.close();
  await wechat.close();
  rmSync(dir, { recursive: true, force: true });
});

/** The web page in the web view of the shell, on a phone whose network is real and whose payments a test decides. */
function start({ gateway, dir }: Context, requestPayment: (given: any) => unknown, more: Phone = {}) {
  const page = `${gateway.url}/#/pages/mine/paymentResult?orderNo=x`;
  const window = new Window({ url: page });
  const heard: ((event: Event) => void)[] = [];
  Object.assign(globalThis, {
    location: window.location,
    history: window.history,
    addEventListener: (_: string, call: (event: Event) => void) => heard.push(call),
  });
  window.history.back = () => {};
  const request = async ({ url, data, header, method }: any) => {
    const headers = { 'content-type': 'application/json', ...header };
    const answer = await fetch(url, { method, headers, body: JSON.stringify(data) });
    return { statusCode: answer.status, data: await answer.json() };
  };
  const phone = { login: { code: 'code-ann' }, request, requestPayment, ...more };
  const shell = openShell(dir, phone, (src) => {
    window.location.href = src;
    for (const call of heard) call({ stopImmediatePropagation() {} } as Event);
  });
  const web = shell.open('/pages/web/web');
  assert.is(web.data.src, `${gateway.url}/`);
  window.location.href = page;
  const navigateTo = async (url: string) => void shell.open(url);
  const deps = { tab: memoryStore(), onShow: () => () => {}, navigateTo };
  const native = createNativePages(deps, { shown: 100, all: 20_000, early: 1000 });
  return { shell, native };
}
const ticketOf = async ({ gateway, as, orderNo }: Context) =>
  (await gateway.send(startPay, { orderNo }, as)).body;
const stateOf = async ({ gateway, as, orderNo }: Context) => {
  gateway.clock.ahead += 3_000;
  return (await gateway.send(queryPay, { orderNo }, as)).body.state;
};

test('the web page hands the payment over, WeChat is paid, and the page learns of it from the server', async (context) => {
  const { gateway, wechat, orderNo } = context;
  const ticket = await ticketOf(context);
  const { shell, native } = start(context, (given) => {
    const { timeStamp, nonceStr, package: prepay, paySign } = given;
    const message = payMessage({ appId: miniAppId, timeStamp, nonceStr, package: prepay });
    assert.ok(isSignedBy(ours.publicKey, message, paySign), 'what the gateway signed for the mini-program');
    wechat.pay(prepay.replace('prepay_id=wx-', ''));
    return {};
  });
  assert.is(await native.pay({ orderNo, ticket }), 'paid');
  assert.is(shell.stack.length, 1);
  assert.is(await stateOf(context), 1);
  const url = shell.asked('request')[0].url;
  assert.is(url, `${gateway.url}/mini/pay`, 'nothing but the ticket and the code leaves the page');
  assert.equal(Object.keys(shell.asked('request')[0].data).sort(), ['code', 'ticket']);
});

test('what WeChat says is a hint: "paid" without money pays nothing, and a cancelled one can be paid again', async (context) => {
  const { orderNo } = context;
  const paid = start(context, () => ({}));
  assert.is(await paid.native.pay({ orderNo, ticket: await ticketOf(context) }), 'paid');
  assert.is(await stateOf(context), 0);
  const cancelled = start(context, () => Promise.reject({ errMsg: 'requestPayment:fail cancel' }));
  assert.is(await cancelled.native.pay({ orderNo, ticket: await ticketOf(context) }), 'cancelled');
  const failed = start(context, () => Promise.reject({ errMsg: 'requestPayment:fail no account' }));
  assert.is(await failed.native.pay({ orderNo, ticket: await ticketOf(context) }), 'failed');
  assert.is(await stateOf(context), 0);
});

test('a lost connection is tried again on the same page; a ticket that is over says so and leads back', async (context) => {
  const { orderNo, wechat } = context;
  const ticket = await ticketOf(context);
  let offline = true;
  const { shell, native } = start(
    context,
    ({ package: prepay }) => {
      wechat.pay(prepay.replace('prepay_id=wx-', ''));
      return {};
    },
    { login: () => (offline ? Promise.reject({ errMsg: 'login:fail' }) : { code: 'code-ann' }) },
  );
  const paying = native.pay({ orderNo, ticket });
  await shell.until('the failure', () => shell.stack[1]?.data.action === 'Try again');
  offline = false;
  await shell.stack[1]!.onRetry();
  assert.is(await paying, 'paid');
  const again = start(context, () => ({}));
  void again.native.pay({ orderNo, ticket });
  await again.shell.until('the refusal', () => /no longer|over|again/i.test(again.shell.stack[1]?.data.text));
  assert.is(again.shell.stack[1]!.data.action, '');
  again.shell.stack[1]!.onBack();
  assert.is(again.shell.stack.length, 1);
});

test.run();
