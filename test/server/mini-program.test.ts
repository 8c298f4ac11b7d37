import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { queryPay, startPay } from '../../src/contract/buying/payments';
import { mediaTicket } from '../../src/contract/member/share';
import { addWorkOrder } from '../../src/contract/support/work-orders';
import { addPost } from '../../src/contract/video/circle';
import { memoryStore } from '../../src/platform/browser/store';
import { createNativePages } from '../../src/platform/wechat/mini-program';
import { payMessage } from '../../src/server/payments/wechat/signing';
import { buildMiniProgram } from '../../tools/build/mini-program.mjs';
import { networkOf, openShell, type Phone } from '../support/mini-program';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
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

/** Files of the phone by their paths. */
const onPhone = new Map<string, Buffer>();
const { uploadFile } = networkOf(onPhone);

/** The web page in the web view of the shell, on a phone whose network is real and whose payments a test decides. */
function start({ gateway, dir, as }: Context, requestPayment: (given: any) => unknown, more: Phone = {}) {
  const page = `${gateway.url}/#/pages/mine/paymentResult?orderNo=x`;
  const window = new Window({ url: page });
  const heard: ((event: Event) => void)[] = [];
  Object.assign(globalThis, {
    location: window.location,
    history: window.history,
    addEventListener: (_: string, call: (event: Event) => void) => heard.push(call),
  });
  window.history.back = () => {};
  const phone = { login: { code: 'code-ann' }, requestPayment, ...networkOf(onPhone), ...more };
  const shell = openShell(dir, phone, (src) => {
    window.location.href = src;
    for (const call of heard) call({ stopImmediatePropagation() {} } as Event);
  });
  const web = shell.open('/pages/web/web');
  assert.is(web.data.src, `${gateway.url}/`);
  window.location.href = page;
  const navigateTo = async (url: string) => void shell.open(url);
  const ticketFor = async (kind: 'picture' | 'video') =>
    (await gateway.send(mediaTicket, { kind }, as)).body.ticket;
  const deps = { tab: memoryStore(), onShow: () => () => {}, navigateTo, mediaTicket: ticketFor };
  const native = createNativePages(deps, { visible: 100, all: 20_000, early: 1000 });
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
    assert.ok(Math.abs(Number(timeStamp) * 1000 - Date.now()) < 60_000, 'in seconds');
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

test('WeChat’s "paid" without money pays nothing, and a cancelled order can be paid again', async (context) => {
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

test('a ticket pays only by WeChat, while its attempt is open and has not expired', async (context) => {
  const { gateway, orderNo } = context;
  const { native: ticket } = await ticketOf(context);
  const pay = async (code: string) =>
    (
      await fetch(`${gateway.url}/mini/pay`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ticket, code }),
      })
    ).status;
  const change = (values: object) =>
    gateway.db.run.updateTable('payment_attempt').set(values).where('order_no', '=', orderNo).execute();
  const open = { way: 'wechat', state: 'open', expires_at: new Date(Date.now() + 60_000) };
  for (const closed of [{ way: 'alipay' }, { state: 'failed' }, { expires_at: new Date(Date.now() - 1) }]) {
    await change({ ...open, ...closed });
    assert.is(await pay('code-ann'), 410, JSON.stringify(closed));
  }
  await change(open);
  assert.is(await pay('c'.repeat(129)), 400);
  assert.is(await pay('code-ann'), 200);
  assert.is(await pay('code-ann'), 410, 'once');
});

test('a member whom WeChat does not name pays nothing, and pays with the same ticket once it does', async (context) => {
  const { gateway, wechat } = context;
  const { native: ticket } = await ticketOf(context);
  const pay = () =>
    fetch(`${gateway.url}/mini/pay`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify({ ticket, code: 'code-ann' }),
    });
  const { length: before } = wechat.state.asked;
  for (const answer of [{ openid: '' }, { openid: 7 }, {}]) {
    wechat.state.namesNobody = answer;
    const refused = await pay();
    assert.is(refused.status, 409, JSON.stringify(answer));
    assert.match(((await refused.json()) as { message: string }).message, "WeChat isn't responding");
  }
  const asked = wechat.state.asked.slice(before).map(({ url }) => url);
  assert.not(
    asked.some((url) => url.startsWith('/v3/')),
    'no payment was opened',
  );
  wechat.state.namesNobody = undefined;
  assert.is((await pay()).status, 200);
});

const redPicture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#c00' } })
    .jpeg()
    .toBuffer();
const media = {
  size: 1000,
  fileType: 'image',
  tempFilePath: 'wxfile://1',
  thumbTempFilePath: 'wxfile://first',
};

test('the native page chooses and sends a picture; the web page gets its id, and the member owns it', async (context) => {
  const { gateway, as } = context;
  onPhone.set('wxfile://1', await redPicture());
  const { shell, native } = start(context, () => ({}), { chooseMedia: { tempFiles: [media] } });
  const choosing = native.chooseImage();
  await shell.until('the preview', () => shell.stack[1]?.data.path === 'wxfile://1');
  const { count, sizeType, sourceType } = shell.asked('chooseMedia')[0];
  assert.equal([count, sizeType, sourceType], [1, ['compressed'], ['album']]);
  assert.equal(shell.asked('uploadFile'), [], 'nothing is sent before the member has seen it');
  await shell.stack[1]!.onSend();
  const id = await choosing;
  assert.match(`${id}`, /^[0-9a-f-]{36}$/);
  assert.is(shell.stack.length, 1);
  const opened = shell.asked('uploadFile')[0];
  assert.is(opened.url, `${gateway.url}/api/upload/native`, 'its ticket stands in no address of the gateway');
  const question = { title: 'A', description: 'B', annex: [id!], requestKey: randomUUID() };
  assert.is((await gateway.send(addWorkOrder, question, as)).code, '1');
});

test('a video goes with its first picture; both are the member’s to post', async (context) => {
  const { gateway, as } = context;
  onPhone.set('wxfile://1', readFileSync('test/support/clip.mp4'));
  onPhone.set('wxfile://first', await redPicture());
  const { shell, native } = start(context, () => ({}), { chooseMedia: { tempFiles: [media] } });
  const choosing = native.chooseVideo();
  await shell.until('the preview', () => shell.stack[1]?.data.path === 'wxfile://1');
  assert.equal(shell.asked('chooseMedia')[0].mediaType, ['video']);
  assert.equal(shell.asked('chooseMedia')[0].sourceType, ['camera', 'album']);
  await shell.stack[1]!.onSend();
  const sent = await choosing;
  assert.ok(sent?.video && sent.poster && sent.video !== sent.poster);
  const post = { text: 'Look', video: sent.video, poster: sent.poster, requestKey: randomUUID() };
  assert.is((await gateway.send(addPost, post, as)).code, '1');
});

test('a ticket sends one file: again, it answers the same; of the wrong kind, over, or signed out, nothing', async ({
  gateway,
}) => {
  const { id: member } = await addMember(gateway);
  const as = await gateway.signIn(member);
  const ticketFor = async (kind: 'picture' | 'video') =>
    (await gateway.send(mediaTicket, { kind }, as)).body.ticket as string;
  const send = async (ticket: string, file: Buffer, name = 'imageFile') => {
    onPhone.set('wxfile://x', file);
    const header = { authorization: `Ticket ${ticket}` };
    const { data } = await uploadFile({
      url: `${gateway.url}/api/upload/native`,
      name,
      filePath: 'wxfile://x',
      header,
    });
    return JSON.parse(data);
  };
  const picture = await redPicture();
  const ticket = await ticketFor('picture');
  const first = await send(ticket, picture);
  assert.is(first.code, 200);
  assert.is((await send(ticket, picture)).id, first.id, 'an answer may get lost');
  const owned = await gateway.db.run.selectFrom('picture').select('id').where('owner', '=', member).execute();
  assert.equal(owned, [{ id: first.id }], 'and nothing is kept twice');
  assert.is((await fetch(new URL(first.url, gateway.url))).status, 200);

  assert.match((await send('x'.repeat(32), picture)).message, /choose it once more/);
  assert.match(
    (await send(await ticketFor('picture'), Buffer.from('no picture at all'))).message,
    /JPEG|picture/i,
  );
  assert.is.not((await send(await ticketFor('video'), picture)).code % 100, 0);
  const both = await ticketFor('picture');
  const answers = await Promise.all([send(both, picture), send(both, picture)]);
  assert.is(answers[0].id, answers[1].id, 'two at the same moment are one');
  assert.match(
    (await send(await ticketFor('picture'), picture, 'videoFile')).message,
    /did not arrive whole/,
  );
  const large = { id: randomUUID(), owner: member, size: 1024 ** 3 };
  await addRows(gateway, 'picture', [large]);
  assert.match((await send(await ticketFor('picture'), picture)).message, /no room for more/);
  await gateway.db.run.deleteFrom('picture').where('id', '=', large.id).execute();
  const late = await ticketFor('picture');
  gateway.clock.ahead += 10 * 60_000 + 1000;
  assert.match((await send(late, picture)).message, /choose it once more/);
  const left = await ticketFor('picture');
  await gateway.db.run.deleteFrom('session').where('member', '=', member).execute();
  assert.match((await send(left, picture)).message, /choose it once more/);
  assert.is((await gateway.send(mediaTicket, { kind: 'picture' })).code, '510');
});

test('the native page fetches a poster and saves it to the album; it asks again for a refused permission', async (context) => {
  let allowed = false;
  const saved: string[] = [];
  const saveImageToPhotosAlbum = ({ filePath }: { filePath: string }) => {
    if (!allowed) return Promise.reject({ errMsg: 'saveImageToPhotosAlbum:fail auth deny' });
    saved.push(filePath);
    return {};
  };
  const openSetting = () => (allowed = true);
  const answers = [{ confirm: false }, { confirm: true }];
  const { shell, native } = start(context, () => ({}), {
    saveImageToPhotosAlbum,
    openSetting,
    showModal: () => answers.shift(),
  });
  const fetchAs = globalThis.fetch;
  // the page's own address is what it sends to
  globalThis.fetch = (url, init) => fetchAs(new URL(String(url), context.gateway.url), init);
  const saving = native.savePicture(`data:image/jpeg;base64,${(await redPicture()).toString('base64')}`);
  await shell.until('the refusal', () => shell.stack[1]?.data.action === 'Try again');
  assert.equal(saved, []);
  assert.match(shell.stack[1]!.data.text, 'could not be saved');
  await shell.stack[1]!.onRetry();
  assert.is(await saving, true);
  globalThis.fetch = fetchAs;
  assert.equal(saved, ['wxfile://down']);
  assert.is((await sharp(onPhone.get('wxfile://down')).metadata()).width, 60, 'the picture itself');
  assert.is(
    shell.asked('showModal')[0].content,
    'You are currently not authorized. Do you want to authorize?',
  );
});

test.run();
