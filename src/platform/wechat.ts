import { browser } from './browser';
import { settle } from './keyboard';
import type { Platform } from './platform';
import type { AskShareData, Sdk } from './wechat-sdk';

/** What WeChat's browser puts on the page once it is ready. We do not depend on it being there. */
export interface Bridge {
  invoke(name: 'getBrandWCPayRequest', data: object, done: (answer: { err_msg?: string }) => void): void;
}

/** Milliseconds that WeChat may take to say how a payment ended once its own screen is gone. It may never say. */
const timeoutMs = 3000;

const theBridge = () =>
  new Promise<Bridge>((settle) => {
    const here = () => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
    const bridge = here();
    if (bridge) settle(bridge);
    // biome-ignore lint/style/noNonNullAssertion: the event says that the bridge is there
    else document.addEventListener('WeixinJSBridgeReady', () => settle(here()!), { once: true });
  });

/**
 * Pays with the data of spec §3 (`ticket.pay`), which the bridge takes as they are. What it says is a hint: 'cancelled' has
 * been followed by money, and the answer may not come at all.
 */
export function payThrough(bridge: () => Promise<Bridge>, onShow: Platform['onShow']): Platform['pay'] {
  return async ({ ticket }) => {
    const { invoke } = await bridge();
    return new Promise((settle) => {
      const stop = onShow(() => setTimeout(settle, timeoutMs, 'unknown'));
      invoke('getBrandWCPayRequest', ticket.pay as object, ({ err_msg = '' }) => {
        stop();
        settle(/:ok$/.test(err_msg) ? 'paid' : /:cancel$/.test(err_msg) ? 'cancelled' : 'unknown');
      });
    });
  };
}

/**
 * WeChat's browser, or the web view of our mini-program, which has no bridge to pay with. `load` brings the JS-SDK, which is
 * asked for once it is needed.
 */
export function wechat(miniProgram: boolean, load: (ask: AskShareData) => Promise<Sdk>): Platform {
  let ask: AskShareData = () => Promise.reject(new Error('unavailable'));
  let loading: Promise<Sdk> | undefined;
  const sdk = () => {
    loading ??= load((url) => ask(url));
    return loading;
  };
  // neither of them lets a page save a file: addresses are copied there
  const { saveFile: _, ...page } = browser(miniProgram ? 'mini' : 'h5');
  document.addEventListener('focusout', () => settle());
  return {
    ...page,
    name: miniProgram ? 'mini-program' : 'wechat',
    ...(!miniProgram && { pay: payThrough(theBridge, page.onShow), wechatSignIn: true }),
    outside: page.leave,
    configure: (asking) => {
      ask = asking;
    },
    share: (card) =>
      void sdk()
        .then(({ share }) => share(card))
        .catch(() => {}), // its own menu still shares the page
    scan: async () => (await sdk()).scan(),
    position: async () => (await sdk()).position(),
    addressBook: async () => (await sdk()).addressBook(),
    chooseImage: async () => (await sdk()).chooseImage(),
  };
}
