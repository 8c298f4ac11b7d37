import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bridge, bounded, payThroughBridge, wechatPay } from '../../../src/platform/wechat/pay';

const pay = {
  appId: 'wx1',
  timeStamp: '1767225600',
  nonceStr: 'n',
  package: 'prepay_id=p',
  signType: 'RSA',
  paySign: 's',
};
const order = { orderNo: 'C1', ticket: { way: 'wechat', pay } };
const never = () => () => {};
const saying = async (err_msg: string, seen: object[] = []): Promise<Bridge> => ({
  invoke: (_, data, done) => {
    seen.push(data);
    done({ err_msg });
  },
});

for (const [said, end] of [
  ['get_brand_wcpay_request:ok', 'paid'],
  ['get_brand_wcpay_request:cancel', 'cancelled'],
  ['get_brand_wcpay_request:fail', 'failed'],
  ['', 'failed'],
] as const) {
  test(`the bridge says "${said}": ${end}`, async () => {
    assert.is(await payThroughBridge(saying(said), pay), end);
  });
}

test('where the SDK may not pay, or did not come, the bridge is handed the five fields and the appId', async () => {
  for (const sdk of [
    async () => ({ mayPay: async () => false, pay: () => Promise.reject(new Error('not allowed')) }),
    () => Promise.reject(new Error('no connection')),
  ]) {
    const seen: object[] = [];
    const paying = wechatPay(sdk, never, () => saying('get_brand_wcpay_request:ok', seen));
    assert.is(await paying(order), 'paid');
    assert.equal(seen, [pay]);
  }
});

test('where the SDK may pay, it does, and the bridge is not asked a second time', async () => {
  const asked: object[] = [];
  const sdk = async () => ({ mayPay: async () => true, pay: async () => 'cancelled' as const });
  const paying = wechatPay(sdk, never, () => saying('get_brand_wcpay_request:ok', asked));
  assert.is(await paying(order), 'cancelled');
  assert.equal(asked, []);
});

test('a member who comes back without WeChat saying anything is not left waiting', async () => {
  let shown = () => {};
  let stopped = 0;
  const waiting = bounded(
    new Promise(() => {}),
    (call) => {
      shown = call;
      return () => void stopped++;
    },
    { visible: 5, all: 60_000 },
  );
  shown();
  assert.is(await waiting, 'unknown');
  assert.is(stopped, 1, 'and nothing is listened for any more');
});

test('nor is one whose page was never hidden', async () => {
  assert.is(await bounded(new Promise(() => {}), never, { visible: 5, all: 20 }), 'unknown');
});

test.run();
