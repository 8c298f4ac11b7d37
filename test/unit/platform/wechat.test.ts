import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Bridge, payThrough } from '../../../src/platform/wechat';

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
const saying =
  (err_msg: string, seen: object[] = []) =>
  async (): Promise<Bridge> => ({
    invoke: (_, data, done) => {
      seen.push(data);
      done({ err_msg });
    },
  });

for (const [said, end] of [
  ['get_brand_wcpay_request:ok', 'paid'],
  ['get_brand_wcpay_request:cancel', 'cancelled'],
  ['get_brand_wcpay_request:fail', 'unknown'],
  ['get_brand_wcpay_request:fail_no permission to execute', 'unknown'],
  ['', 'unknown'],
] as const) {
  test(`WeChat says "${said}": ${end}`, async () => {
    assert.is(await payThrough(saying(said), never)(order), end);
  });
}

test('WeChat is handed the five fields and the appId, untouched', async () => {
  const seen: object[] = [];
  await payThrough(saying('get_brand_wcpay_request:ok', seen), never)(order);
  assert.equal(seen, [pay]);
});

test('a member who comes back without WeChat saying anything is not left waiting', async () => {
  const silent = async (): Promise<Bridge> => ({ invoke: () => {} });
  let shown = () => {};
  const paying = payThrough(silent, (call) => {
    shown = call;
    return () => {};
  })(order);
  await Promise.resolve();
  setTimeout(() => shown(), 10);
  assert.is(await paying, 'unknown');
});

test.run();
