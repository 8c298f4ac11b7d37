import { createRequire } from 'node:module';
import { Window } from 'happy-dom';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Wx } from '../../../src/platform/wechat/calls';
import { pictureOf } from '../../../src/platform/wechat/native-upload';
import { createSdk } from '../../../src/platform/wechat/sdk';
import { agents, type FakeWechat, fakeWechat, type WechatCalls } from '../../support/wechat-bridge';

const data = {
  appId: 'wx1',
  timestamp: 1,
  nonceStr: 'n',
  signature: 's',
  debug: false,
  jsApiList: [
    'updateAppMessageShareData',
    'updateTimelineShareData',
    'onMenuShareAppMessage',
    'onMenuShareTimeline',
    'getLocation',
    'openLocation',
    'scanQRCode',
    'chooseImage',
    'getLocalImgData',
    'openAddress',
    'chooseWXPay',
  ],
};
/** Milliseconds; the short ones where nothing is answered. */
const limits = { call: 5000, member: 5000, quiet: 30 };
const short = { call: 30, member: 30, quiet: 30 };
const require = createRequire(import.meta.url);

interface Where {
  landing?: string;
  current?: string;
  /** Without a bridge: any other browser. */
  outside?: boolean;
  hasty?: boolean;
  /** Called with each address that share data are asked for. */
  onAsk?(url: string): void;
}

/** WeChat's own script, on a page of its own over a bridge that behaves as WeChat's. */
function open(fake: Partial<FakeWechat> = {}, where: Where = {}) {
  const { landing = 'https://app.test/?a=1#/x', current = landing, outside, hasty, onAsk } = where;
  const { system = 'android' } = fake;
  const window = new Window({ url: current, settings: { navigator: { userAgent: agents[system] } } });
  Object.assign(globalThis, {
    window,
    document: window.document,
    location: window.location,
    Image: window.Image,
  });
  Object.defineProperty(globalThis, 'navigator', { value: window.navigator, configurable: true });
  if (!outside) fakeWechat({ system, ...fake });
  const calls = (window as unknown as { wechatCalls?: WechatCalls }).wechatCalls ?? [];
  const bridge = (window as unknown as { WeixinJSBridge?: object }).WeixinJSBridge;
  Object.assign(globalThis, { WeixinJSBridge: bridge });
  const script = require.resolve('weixin-js-sdk');
  delete require.cache[script];
  const wx = require(script) as Wx;
  Object.assign(globalThis, { wx });
  const asked: string[] = [];
  const ask = async (url: string) => {
    asked.push(url);
    onAsk?.(url);
    return JSON.stringify(data);
  };
  const page = { landing, current: () => current, ios: system === 'ios' };
  /** The calls, without the data that every call carries and the SDK’s own. */
  const seen = () =>
    calls
      .filter(([name]) => !/preVerifyJSAPI|checkJsApi|getNetworkType/.test(name))
      .map(([name, sent]) => {
        const own = Object.entries(sent).filter(([key]) => !/^(verify|appId$)/.test(key));
        return [name, Object.fromEntries(own)];
      });
  return { asked, calls, seen, sdk: createSdk(ask, page, wx, hasty ? short : limits) };
}
const failure = (work: Promise<unknown>) =>
  work.then(
    () => 'none',
    (error: Error) => error.message,
  );

test('WeChat is asked as specified: one compressed picture of the album, both kinds of codes, gcj02', async () => {
  const localData = 'aGVs\nbG8=';
  const { sdk, seen, asked } = open({
    answers: { getLocalImgData: { err_msg: 'getLocalImgData:ok', localData } },
  });
  assert.equal(await sdk.position(), { latitude: 30.2, longitude: 120.1 });
  assert.is(await sdk.scan(), '123456', 'without its type');
  const picture = await sdk.chooseImage();
  assert.equal([picture?.type, await picture?.text()], ['image/jpeg', 'hello']);
  assert.equal(seen(), [
    ['geoLocation', { type: 'gcj02' }],
    ['scanQRCode', { needResult: 1, scanType: ['qrCode', 'barCode'] }],
    ['chooseImage', { scene: '1|2', count: 1, sizeType: ['compressed'], sourceType: ['album'] }],
    ['getLocalImgData', { localId: 'weixin://resourceid/1' }],
  ]);
  assert.equal(asked, ['https://app.test/?a=1'], 'configured once, without what follows the #');
});

test('a picture of an iPhone, whose type is misspelt and which comes in lines, is one like any other', async () => {
  const picture = pictureOf('data:image/jgp;base64,aGVs\r\nbG8=');
  assert.equal([picture.type, picture.name, await picture.text()], ['image/jpeg', 'photo.jpg', 'hello']);
});

test('an iPhone wraps what it scanned, and the code comes out of it; a text with a comma stays whole', async () => {
  assert.is(await open({ system: 'ios' }).sdk.scan(), '123456');
  const resultStr = 'Hello, world';
  const { sdk } = open({ answers: { scanQRCode: { err_msg: 'scanQRCode:ok', resultStr } } });
  assert.is(await sdk.scan(), resultStr);
});

test('a card is put into the menu under title, address and picture; an older WeChat gets it by older names', async () => {
  const card = { title: 'Clip', url: 'https://app.test/#/x' };
  const { sdk, seen } = open();
  assert.is(await sdk.share(card), 'menu');
  const imgUrl = 'https://app.test/icon-192.png';
  assert.equal(seen(), [
    ['updateAppMessageShareData', { title: 'Clip', desc: 'Clip', link: card.url, imgUrl }],
    ['updateTimelineShareData', { title: 'Clip', link: card.url, imgUrl }],
  ]);
  const older = open({ missing: ['updateAppMessageShareData', 'updateTimelineShareData'] });
  assert.is(await older.sdk.share(card), 'menu');
  assert.equal(
    older.seen().map(([name]) => name),
    ['menu:share:appmessage', 'menu:share:timeline'],
  );
  const both = ['updateAppMessageShareData', 'menu:share:appmessage'];
  assert.is(await failure(open({ missing: both }).sdk.share(card)), 'unavailable');
});

test('an address comes from WeChat’s book, the county under its odd name; a place is opened by numbers', async () => {
  const { sdk, seen } = open();
  assert.equal(await sdk.addressBook(), {
    username: '林慧',
    userphone: '13800138000',
    area: '浙江省杭州市西湖区',
    address: '文三路90号',
  });
  await sdk.openLocation({ latitude: 30.2, longitude: 120.1, name: 'Lake', address: 'Road 1' });
  assert.equal(seen()[1], [
    'openLocation',
    { latitude: 30.2, longitude: 120.1, name: 'Lake', address: 'Road 1', scale: 16, infoUrl: '' },
  ]);
});

test('a member who cancels has chosen nothing, and one who refuses their location sees that', async () => {
  const { sdk } = open({
    answers: {
      scanQRCode: { err_msg: 'scanQRCode:cancel' },
      editAddress: { err_msg: 'edit_address:cancel' },
      geoLocation: { err_msg: 'geoLocation:fail auth deny' },
    },
  });
  assert.is(await sdk.scan(), undefined);
  assert.is(await sdk.addressBook(), undefined);
  assert.is(await failure(sdk.position()), 'denied');
});

test('"ready" after an error is not taken for success, and the page is configured anew the next time', async () => {
  const { sdk, asked, seen } = open({ refused: 'all' });
  for (let turn = 0; turn < 2; turn++) assert.is(await failure(sdk.scan()), 'unavailable');
  assert.is(asked.length, 2);
  assert.equal(seen(), []);
});

test('after the query was rewritten, the other address is tried once: on iPhones first the one landed on', async () => {
  const landing = 'https://app.test/?code=1';
  const current = 'https://app.test/';
  const iphone = open({ system: 'ios' }, { landing, current });
  assert.is(await iphone.sdk.scan(), '123456');
  assert.equal(iphone.asked, [landing]);
  const android = open({}, { landing, current });
  assert.is(await android.sdk.scan(), '123456');
  assert.equal(android.asked, [current]);
  const changed = open({ refused: 'all' }, { landing, current });
  assert.is(await failure(changed.sdk.scan()), 'unavailable');
  assert.equal(changed.asked, [current, landing], 'each once');
});

test('a second configuration that WeChat takes is good, although nothing says so', async () => {
  const landing = 'https://app.test/?code=1';
  const current = 'https://app.test/';
  const refused = [current];
  // the fake compares the address of now; WeChat on iPhones would the one landed on
  const onAsk = (url: string) => void (url === landing && refused.pop());
  const { sdk, asked } = open({ refused }, { landing, current, onAsk });
  assert.is(await sdk.scan(), '123456');
  assert.equal(asked, [current, landing]);
});

test('forbidden calls are not made; without a response, and outside of WeChat, every call ends', async () => {
  const { sdk, seen } = open({ missing: ['scanQRCode'] });
  assert.is(await failure(sdk.scan()), 'unavailable');
  assert.equal(seen(), []);
  for (const silent of ['preVerifyJSAPI', 'checkJsApi', 'scanQRCode'])
    assert.is(
      await failure(open({ answers: { [silent]: 'silent' } }, { hasty: true }).sdk.scan()),
      'unavailable',
      silent,
    );
  assert.is(await failure(open({}, { outside: true, hasty: true }).sdk.scan()), 'unavailable');
});

const order = {
  timeStamp: '1767225600',
  nonceStr: 'n',
  package: 'prepay_id=p',
  signType: 'RSA',
  paySign: 's',
};
for (const [said, end] of [
  ['get_brand_wcpay_request:ok', 'paid'],
  ['get_brand_wcpay_request:cancel', 'cancelled'],
  ['get_brand_wcpay_request:fail', 'failed'],
  ['get_brand_wcpay_request:fail_no permission to execute', 'failed'],
] as const)
  test(`WeChat gets the five fields, the time under its right name, and says "${said}": ${end}`, async () => {
    const { sdk, seen } = open({ answers: { getBrandWCPayRequest: { err_msg: said } } });
    assert.ok(await sdk.mayPay());
    assert.is(await sdk.pay(order), end);
    assert.equal(seen(), [['getBrandWCPayRequest', order]]);
  });

test('a page that could not be configured may not pay by the SDK', async () => {
  assert.not.ok(await open({ refused: 'all' }).sdk.mayPay());
  assert.not.ok(await open({ missing: ['getBrandWCPayRequest'] }).sdk.mayPay());
});

test.run();
