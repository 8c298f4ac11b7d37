import type { PaymentOutcome, Platform } from '../../core/platform';
import type { PayData, Sdk } from './sdk';

/** What WeChat's browser puts on the page once it is ready. We do not depend on it being there. */
export interface Bridge {
  invoke(name: 'getBrandWCPayRequest', data: object, done: (answer: { err_msg?: string }) => void): void;
}

/**
 * Milliseconds that WeChat may take to say how a payment ended: once its own screen is gone, and in all. It may never say, and
 * what it says afterwards changes nothing: the server is asked.
 */
const timeouts = { visible: 3000, all: 150_000 };

/** WeChat's answer, or 'unknown' when it takes too long. */
export function bounded(paying: Promise<PaymentOutcome>, onShow: Platform['onShow'], limits = timeouts) {
  const timers: ReturnType<typeof setTimeout>[] = [];
  let stop = () => {};
  const late = new Promise<PaymentOutcome>((resolve) => {
    const giveUp = (after: number) => timers.push(setTimeout(resolve, after, 'unknown'));
    giveUp(limits.all);
    stop = onShow(() => giveUp(limits.visible));
  });
  const ended = () => {
    stop();
    for (const timer of timers) clearTimeout(timer);
  };
  return Promise.race([paying, late]).then((outcome) => {
    ended();
    return outcome;
  });
}

const theBridge = () =>
  new Promise<Bridge>((resolve) => {
    const getBridge = () => (window as { WeixinJSBridge?: Bridge }).WeixinJSBridge;
    const bridge = getBridge();
    if (bridge) resolve(bridge);
    // biome-ignore lint/style/noNonNullAssertion: the event says that the bridge is there
    else document.addEventListener('WeixinJSBridgeReady', () => resolve(getBridge()!), { once: true });
  });

/** Pays with the data of spec §3 and the appId, which the bridge takes as they are. */
export async function payThroughBridge(bridge: Promise<Bridge>, data: object): Promise<PaymentOutcome> {
  const { invoke } = await bridge;
  return new Promise((resolve) => {
    invoke('getBrandWCPayRequest', data, ({ err_msg = '' }) => {
      resolve(/:ok$/.test(err_msg) ? 'paid' : /:cancel$/.test(err_msg) ? 'cancelled' : 'failed');
    });
  });
}

/**
 * By the JS-SDK where the page could be configured, else by what is under it, which needs no configuration. What WeChat says
 * is a hint: 'cancelled' has been followed by money.
 */
export const wechatPay =
  (
    sdk: () => Promise<Pick<Sdk, 'mayPay' | 'pay'>>,
    onShow: Platform['onShow'],
    bridge = theBridge,
  ): Platform['pay'] =>
  async ({ ticket }) => {
    const data = ticket.pay as PayData;
    const itsSdk = await sdk().catch(() => undefined); // its script did not come
    const paying = (await itsSdk?.mayPay()) ? itsSdk?.pay(data) : undefined;
    return bounded(paying ?? payThroughBridge(bridge(), data), onShow);
  };
