import { createHmac } from 'node:crypto';
import type { PaymentMethod } from '../../contract/orders';
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

const resultPage = (orderNo: string) => `/#/pages/mine/paymentResult?orderNo=${orderNo}`;

/** What the sandbox's pages and notices are signed with. */
export const sandboxSecret = (fileSecret: string) =>
  createHmac('sha256', fileSecret).update('sandbox payments').digest('hex');

/** The provider of a way: the real one where it is set, otherwise the sandbox, where there is one. */
export function providerOf(way: OnlineMethod, settings: Settings, fileSecret: string): Provider | undefined {
  const { publicUrl, card, sandboxes } = settings;
  const notifyUrl = `${publicUrl}/pay/notice/${way}`;
  const returnUrl = (orderNo: string) => `${publicUrl}${resultPage(orderNo)}`;
  if (way === 'card' && card) return hostedPage({ ...card, sandbox: false, returnUrl, notifyUrl });
  if (way === 'card' && settings.stripe) return stripeCards(settings.stripe, { returnUrl });
  if (way === 'alipay' && settings.alipay) return alipay(settings.alipay, { returnUrl, notifyUrl });
  if (way === 'wechat' && settings.wechatPay) return wechatPay(settings.wechatPay, notifyUrl);
  if (!sandboxes) return;
  const secret = sandboxSecret(fileSecret);
  const sandbox = hostedPage({
    pageUrl: '/dev/pay',
    secret,
    sandbox: true,
    returnUrl: resultPage,
    notifyUrl: `/pay/notice/${way}`,
  });
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
