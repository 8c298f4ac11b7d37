import type { PaymentOutcome, Platform } from '../../core/platform';
import type { PayData, Sdk } from './sdk';

/** The object that WeChat's browser adds to the page when it is ready. We do not depend on it. */
export interface Bridge {
  invoke(name: 'getBrandWCPayRequest', data: object, done: (answer: { err_msg?: string }) => void): void;
}

/**
 * Milliseconds to wait for WeChat's result of a payment: after its own screen is closed, and in total. It may never arrive, and later
 * results are ignored, because the server is queried.
 */
const timeouts = { visible: 3000, all: 150_000 };

/** WeChat's result, or 'unknown' after the time limit. */
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

/** Pays with the data of spec §3 and the appId, which the bridge accepts unchanged. */
export async function payThroughBridge(bridge: Promise<Bridge>, data: object): Promise<PaymentOutcome> {
  const { invoke } = await bridge;
  return new Promise((resolve) => {
    invoke('getBrandWCPayRequest', data, ({ err_msg = '' }) => {
      resolve(/:ok$/.test(err_msg) ? 'paid' : /:cancel$/.test(err_msg) ? 'cancelled' : 'failed');
    });
  });
}

/**
 * Uses the JS-SDK if the page could be configured, else the bridge below it, which needs no configuration. WeChat's result is a hint:
 * 'cancelled' has been followed by money.
 */
export const wechatPay =
  (
    sdk: () => Promise<Pick<Sdk, 'mayPay' | 'pay'>>,
    onShow: Platform['onShow'],
    bridge = theBridge,
  ): Platform['pay'] =>
  async ({ ticket }) => {
    const data = ticket.pay as PayData;
    const itsSdk = await sdk().catch(() => undefined); // its script could not be loaded
    const paying = (await itsSdk?.mayPay()) ? itsSdk?.pay(data) : undefined;
    return bounded(paying ?? payThroughBridge(bridge(), data), onShow);
  };
