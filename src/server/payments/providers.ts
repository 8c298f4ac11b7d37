import { createHmac } from 'node:crypto';
import type { OnlineMethod } from '../../contract/buying/payment-methods';
import type { Settings } from '../settings/settings';
import { alipay } from './alipay';
import { hostedPage } from './hosted';
import type { Provider, ReturnUrls } from './provider';
import { stripeCards } from './stripe';
import { wechatPay } from './wechat/pay';
import { payDataV2 } from './wechat/signing';

/** Where members come back to, in the app's own origin. What the address says is a hint: the server is asked. */
const resultPage = (orderNo: string) => `/#/pages/mine/paymentResult?orderNo=${orderNo}`;
const canceledPage = (orderNo: string) => `${resultPage(orderNo)}&canceled=1`;

/** What the sandbox's pages and notices are signed with. */
export const sandboxSecret = (fileSecret: string) =>
  createHmac('sha256', fileSecret).update('sandbox payments').digest('hex');

/** Where whoever paid in a window that an embed opened comes to: it closes itself, and the embed asks how the payment stands. */
export const paidPage = '/pay/done';
/** The same of an attempt that was opened in an embed or in the app. */
export const returnUrls = (embedded: boolean): ReturnUrls =>
  embedded
    ? { returnUrl: () => paidPage, cancelUrl: () => paidPage }
    : { returnUrl: resultPage, cancelUrl: canceledPage };

interface Urls extends ReturnUrls {
  /** Where notices go. */
  notifyUrl: string;
}

interface ProviderRow {
  /** Its own, where the deployment has set it up: only then is it made, for some load large packages. */
  real(settings: Settings): ((urls: Urls) => Provider) | false | undefined;
  /** What its sandbox does besides showing a page. */
  sandbox?(page: Provider, secret: string): Provider;
  /** What the page of its sandbox says that it is not, in English and Chinese; the name of the method unless said. */
  page?: readonly [en: string, zh: string];
}

const providers: Record<OnlineMethod, ProviderRow> = {
  card: {
    real: ({ card, stripe }) =>
      card
        ? (urls) => hostedPage({ ...card, ...urls, sandbox: false })
        : stripe && ((urls) => stripeCards(stripe, urls)),
    page: ['a card payment page', '银行卡支付页面'],
  },
  wechat: {
    real: ({ wechatPay: own }) => own && (({ notifyUrl }) => wechatPay(own, notifyUrl)),
    sandbox: withPayData,
  },
  alipay: { real: ({ alipay: own }) => own && ((urls) => alipay(own, urls)) },
};

/** Whether a method has a real provider here. */
export const isProviderSet = (method: OnlineMethod, settings: Settings): boolean =>
  !!providers[method].real(settings);

/** What the page of a method's sandbox says that it is not, where that is not the method's name. */
export const sandboxPage = (method: OnlineMethod) => providers[method].page;

/** The provider of a method: the real one where it is set, otherwise the sandbox, where there is one. */
export function providerOf(
  method: OnlineMethod,
  settings: Settings,
  fileSecret: string,
  { returnUrl, cancelUrl } = returnUrls(false),
): Provider | undefined {
  const { publicUrl, sandboxes } = settings;
  const notifyPath = `/pay/notice/${method}`;
  const real = providers[method].real(settings);
  if (real)
    return real({
      returnUrl: (orderNo) => publicUrl + returnUrl(orderNo),
      cancelUrl: (orderNo) => publicUrl + cancelUrl(orderNo),
      notifyUrl: publicUrl + notifyPath,
    });
  if (!sandboxes) return;
  const secret = sandboxSecret(fileSecret);
  const sandbox: Provider = {
    ...hostedPage({
      pageUrl: '/dev/pay',
      secret,
      sandbox: true,
      returnUrl,
      cancelUrl,
      notifyUrl: notifyPath,
    }),
    // its notice arrives before the member is sent back: what it has told nothing of was not paid
    ask: async () => 'unpaid',
    // its page pays open attempts only
    close: async () => {},
  };
  return providers[method].sandbox?.(sandbox, secret) ?? sandbox;
}

/** The sandbox's data for the bridge has the right form; only its page can pay. */
function withPayData(sandbox: Provider, key: string): Provider {
  return {
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
  };
}
