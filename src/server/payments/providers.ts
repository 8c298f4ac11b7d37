import { createHmac } from 'node:crypto';
import type { PaymentMethod } from '../../contract/buying/orders';
import type { Settings } from '../settings/settings';
import { alipay } from './alipay';
import { hostedPage } from './hosted';
import type { Provider } from './provider';
import { stripeCards } from './stripe';
import { wechatPay } from './wechat/pay';
import { payDataV2 } from './wechat/signing';

export type OnlineMethod = Extract<PaymentMethod, 'card' | 'wechat' | 'alipay'>;

export const isOnlineMethod = (way: string): way is OnlineMethod =>
  way === 'card' || way === 'wechat' || way === 'alipay';

/** Where members come back to, in the app's own origin. What the address says is a hint: the server is asked. */
export const resultPage = (orderNo: string) => `/#/pages/mine/paymentResult?orderNo=${orderNo}`;
export const canceledPage = (orderNo: string) => `${resultPage(orderNo)}&canceled=1`;

/** What the sandbox's pages and notices are signed with. */
export const sandboxSecret = (fileSecret: string) =>
  createHmac('sha256', fileSecret).update('sandbox payments').digest('hex');

/** The provider of a way: the real one where it is set, otherwise the sandbox, where there is one. */
export function providerOf(way: OnlineMethod, settings: Settings, fileSecret: string): Provider | undefined {
  const { publicUrl, card, sandboxes } = settings;
  const notifyUrl = `${publicUrl}/pay/notice/${way}`;
  const urls = {
    returnUrl: (orderNo: string) => publicUrl + resultPage(orderNo),
    cancelUrl: (orderNo: string) => publicUrl + canceledPage(orderNo),
  };
  if (way === 'card' && card) return hostedPage({ ...card, ...urls, sandbox: false, notifyUrl });
  if (way === 'card' && settings.stripe) return stripeCards(settings.stripe, urls);
  if (way === 'alipay' && settings.alipay) return alipay(settings.alipay, { ...urls, notifyUrl });
  if (way === 'wechat' && settings.wechatPay) return wechatPay(settings.wechatPay, notifyUrl);
  if (!sandboxes) return;
  const secret = sandboxSecret(fileSecret);
  const sandbox: Provider = {
    ...hostedPage({
      pageUrl: '/dev/pay',
      secret,
      sandbox: true,
      returnUrl: resultPage,
      cancelUrl: canceledPage,
      notifyUrl: `/pay/notice/${way}`,
    }),
    // its notice arrives before the member is sent back: what it has told nothing of was not paid
    ask: async () => 'unpaid',
    // its page pays open attempts only
    close: async () => {},
  };
  return way === 'wechat' ? withPayData(sandbox, secret) : sandbox;
}

/** The sandbox's data for the bridge has the right form; only its page can pay. */
const withPayData = (sandbox: Provider, key: string): Provider => ({
  ...sandbox,
  async start(attempt, payer) {
    const { url } = await sandbox.start(attempt, payer);
    const data = {
      appId: 'sandbox',
      timeStamp: String(Math.floor(attempt.expiresAt / 1000)),
      nonceStr: attempt.id.replace(/\W/g, '').slice(0, 32),
      package: `prepay_id=sandbox${attempt.id.replace(/\W/g, '')}`,
    };
    return { ...(url && { url }), ...(payer.place === 'wechat' && { pay: payDataV2(key, data) }) };
  },
});
