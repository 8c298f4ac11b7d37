import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createSdk, type Wx } from '../../../src/platform/wechat-sdk';

const data = {
  appId: 'wx1',
  timestamp: 1,
  nonceStr: 'n',
  signature: 's',
  jsApiList: ['getLocation'],
  debug: false,
};

/** A stand-in for WeChat's own script: what it was configured with and asked for, and what it answers. */
function wechat(answers: Record<string, Record<string, unknown> | 'fail' | 'cancel'>, accepted = true) {
  const seen: [name: string, options: object][] = [];
  const asked: string[] = [];
  let refuse = () => {};
  const wx = new Proxy({} as Wx, {
    get: (_, name: string) => {
      if (name === 'error') return (call: () => void) => (refuse = call);
      if (name === 'ready')
        return (call: () => void) => {
          if (!accepted) refuse();
          call();
        };
      return ({ success, fail, cancel, ...options }: Parameters<Wx['scanQRCode']>[0]) => {
        seen.push([name, options]);
        const answer = answers[name];
        if (name === 'config') return;
        if (answer === 'cancel') cancel?.({});
        else if (answer === 'fail') fail({ errMsg: `${name}:permission denied` });
        else success(answer ?? {});
      };
    },
  });
  const ask = async (url: string) => {
    asked.push(url);
    return JSON.stringify(data);
  };
  return { seen, asked, sdk: createSdk(wx, ask, 'https://app.test/?a=1#/pages/mine/im') };
}

test('WeChat is asked as the specification has it: one compressed picture of the album, both kinds of codes, gcj02', async () => {
  const { sdk, seen, asked } = wechat({
    getLocation: { latitude: '30.2', longitude: 120.1 },
    scanQRCode: { resultStr: 'CODE_128,123456' },
    chooseImage: { localIds: ['wxLocalResource://1'] },
    getLocalImgData: { localData: 'data:image/jgp;base64,aGVs\nbG8=' },
  });
  assert.equal(await sdk.position(), { latitude: 30.2, longitude: 120.1 });
  assert.is(await sdk.scan(), '123456', 'without its type');
  const picture = await sdk.chooseImage();
  assert.equal([picture?.type, await picture?.text()], ['image/jpeg', 'hello']);
  assert.equal(seen, [
    ['config', data],
    ['getLocation', { type: 'gcj02' }],
    ['scanQRCode', { needResult: 1, scanType: ['qrCode', 'barCode'] }],
    ['chooseImage', { count: 1, sizeType: ['compressed'], sourceType: ['album'] }],
    ['getLocalImgData', { localId: 'wxLocalResource://1' }],
  ]);
  assert.equal(asked, ['https://app.test/?a=1'], 'once, without what follows the #');
});

test('a page is shared under its title and address, and an address comes from WeChat’s book', async () => {
  const { sdk, seen } = wechat({
    openAddress: {
      userName: '林慧',
      telNumber: '13800138000',
      provinceName: '浙江省',
      cityName: '杭州市',
      countryName: '西湖区',
      detailInfo: '文三路90号',
    },
  });
  await sdk.share({ title: 'Clip', url: 'https://app.test/#/x' });
  assert.equal(
    seen.slice(1).map(([name, options]) => [name, (options as { link: string }).link]),
    [
      ['updateAppMessageShareData', 'https://app.test/#/x'],
      ['updateTimelineShareData', 'https://app.test/#/x'],
    ],
  );
  assert.equal(await sdk.addressBook(), {
    username: '林慧',
    userphone: '13800138000',
    area: '浙江省杭州市西湖区',
    address: '文三路90号',
  });
});

test('a member who changes their mind has chosen nothing; one who will not say where they are is told so', async () => {
  const { sdk } = wechat({ scanQRCode: 'cancel', openAddress: 'cancel', getLocation: 'fail' });
  assert.is(await sdk.scan(), undefined);
  assert.is(await sdk.addressBook(), undefined);
  assert.is(await sdk.position().catch(({ message }) => message), 'denied');
});

test('a configuration that WeChat does not accept is a failure, and tried again the next time', async () => {
  const { sdk, asked } = wechat({}, false);
  for (let turn = 0; turn < 2; turn++)
    assert.is(await sdk.scan().catch(({ message }) => message), 'unavailable');
  assert.is(asked.length, 2);
});

test.run();
