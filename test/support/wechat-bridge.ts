/** How a page finds WeChat, and what it answers by the names of its bridge. */
export interface FakeWechat {
  system: 'ios' | 'android';
  /** Addresses for which WeChat says that the signature is wrong; `all` of them. */
  refused?: string[] | 'all';
  /** Calls that the page is not allowed. */
  missing?: string[];
  /** The response to a call instead of `…:ok`; `silent`: no response. */
  answers?: Record<string, Record<string, unknown> | 'silent'>;
}

/** The calls to WeChat: its own names, and the data that it received. */
export type WechatCalls = [name: string, data: Record<string, unknown>][];

export const agents = {
  ios: 'Mozilla/5.0 (iPhone; CPU iPhone OS 16_6 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.44(0x18002c2f) NetType/WIFI Language/en',
  mini: 'Mozilla/5.0 (Linux; Android 13; V2055A) AppleWebKit/537.36 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0.44.2502(0x28002C51) WeChat/arm64 NetType/WIFI Language/en miniProgram/wx9999999999999999',
  android:
    'Mozilla/5.0 (Linux; Android 13; V2055A) AppleWebKit/537.36 Chrome/116.0.0.0 Mobile Safari/537.36 MMWEBID/1 MicroMessenger/8.0.44.2502(0x28002C51) WeChat/arm64 NetType/WIFI Language/en',
};

/**
 * Puts WeChat's bridge on a page, as it was seen to behave: texts in place of lists on Android, JSON in JSON on iPhones, and what it
 * calls things. Runs in the page, so that it knows nothing of this file. The calls are stored in `wechatCalls`.
 */
export function fakeWechat({ system, refused = [], missing = [], answers = {} }: FakeWechat): void {
  const calls: WechatCalls = [];
  const android = system === 'android';
  const text = (value: unknown) => (android ? JSON.stringify(value) : value);
  const own: Record<string, (data: any) => Record<string, unknown>> = {
    preVerifyJSAPI() {
      const [url = ''] = location.href.split('#');
      const wrong = refused === 'all' || refused.includes(url);
      return { err_msg: wrong ? 'config:fail,invalid signature' : 'config:ok' };
    },
    checkJsApi: ({ jsApiList }: { jsApiList: string[] }) => ({
      err_msg: 'checkJsApi:ok',
      checkResult: text(Object.fromEntries(jsApiList.map((name) => [name, !missing.includes(name)]))),
    }),
    chooseImage: () => ({
      err_msg: 'chooseImage:ok',
      localIds: text([android ? 'weixin://resourceid/1' : 'wxlocalresource://1']),
    }),
    scanQRCode: () => ({
      err_msg: 'scanQRCode:ok',
      resultStr: android ? 'CODE_128,123456' : '{"scan_code":{"scan_result":"CODE_128,123456"}}',
    }),
    editAddress: () => ({
      err_msg: 'edit_address:ok',
      userName: '林慧',
      telNumber: '13800138000',
      addressPostalCode: '310000',
      proviceFirstStageName: '浙江省',
      addressCitySecondStageName: '杭州市',
      addressCountiesThirdStageName: '西湖区',
      addressDetailInfo: '文三路90号',
    }),
    geoLocation: () => ({ err_msg: 'geoLocation:ok', latitude: '30.2', longitude: 120.1, type: 'gcj02' }),
    // a page of the mini-program, where a test has one
    invokeMiniProgramAPI({ name, arg }: { name: string; arg: { url?: string } }) {
      const { openNative } = window as { openNative?: (url: string) => void };
      if (name === 'navigateTo' && arg.url) openNative?.(arg.url);
      return { err_msg: 'invokeMiniProgramAPI:ok' };
    },
    getNetworkType: () => ({ err_msg: 'network_type:wifi' }),
  };
  const invoke = (name: string, data: Record<string, unknown>, done: (answer: object) => void) => {
    calls.push([name, JSON.parse(JSON.stringify(data))]);
    const answer = answers[name];
    if (answer === 'silent') return;
    const said = answer ?? own[name]?.(data) ?? { err_msg: `${name}:ok` };
    setTimeout(() => done({ ...said }), 5);
  };
  const on = (name: string) => void calls.push([name, {}]);
  Object.assign(window, { wechatCalls: calls, WeixinJSBridge: { invoke, on } });
}
