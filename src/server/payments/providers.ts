import { createHmac } from 'node:crypto';
import type { OnlineMethod } from '../../contract/buying/payment-methods';
import type { Settings } from '../settings/settings';
import { alipay } from './alipay';
import { hostedPage } from './hosted';
import type { Provider, Refunds, ReturnUrls } from './provider';
import { stripeCards } from './stripe';
import { wechatPay } from './wechat/pay';
import { payDataV2 } from './wechat/signing';

/** The return page in the app's own origin. Its parameters are only a hint: the app queries the server. */
const resultPage = (orderNo: string) => `/#/pages/mine/paymentResult?orderNo=${orderNo}`;
const canceledPage = (orderNo: string) => `${resultPage(orderNo)}&canceled=1`;

/** The secret that signs the sandbox's pages and notifications. */
export const sandboxSecret = (fileSecret: string) =>
  createHmac('sha256', fileSecret).update('sandbox payments').digest('hex');

/** The return page of a payment in a window that an embed opened: it closes itself, and the embed queries the payment. */
export const paidPage = '/pay/done';
/** The return addresses of an attempt that was opened in an embed or in the app. */
export const returnUrls = (embedded: boolean): ReturnUrls =>
  embedded
    ? { returnUrl: () => paidPage, cancelUrl: () => paidPage }
    : { returnUrl: resultPage, cancelUrl: canceledPage };

interface Urls extends ReturnUrls {
  /** The address for notifications. */
  notifyUrl: string;
}

interface ProviderRow {
  /** The real provider if the deployment has configured it; created only then, because some load large packages. */
  real(settings: Settings): ((urls: Urls) => Provider) | false | undefined;
  /** The behaviour of its sandbox besides the page. */
  sandbox?(page: Provider, secret: string): Provider;
  /** The name that its sandbox's page shows, in English and Chinese; the name of the method if absent. */
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

/** Whether a real provider is configured for the method. */
export const isProviderSet = (method: OnlineMethod, settings: Settings): boolean =>
  !!providers[method].real(settings);

/** The name on the page of a method's sandbox, if it differs from the method's name. */
export const sandboxPage = (method: OnlineMethod) => providers[method].page;

/** The provider of a method: the real one if it is configured, otherwise the sandbox, if enabled. */
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
    // its notification arrives before the member returns, so no notification means no payment
    ask: async () => 'unpaid',
    // its page pays open attempts only
    close: async () => {},
    refunds: sandboxRefunds,
  };
  return providers[method].sandbox?.(sandbox, secret) ?? sandbox;
}

const refundedAtOnce = async ({ number }: { number: string }) =>
  ({ refund: number, result: 'done', reference: `sandbox-${number}` }) as const;

/** A sandbox has no money, so nothing can keep it waiting. */
const sandboxRefunds: Refunds = { send: refundedAtOnce, ask: refundedAtOnce };

/** The refunds of each method's provider; none for a method whose provider does not refund, or that has no provider. */
export type RefundsBy = (method: OnlineMethod) => Refunds | undefined;

export const refundsBy =
  ({ settings, fileSecret }: { settings: Settings; fileSecret: string }): RefundsBy =>
  (method) =>
    providerOf(method, settings, fileSecret)?.refunds;

/** The sandbox's data for the bridge has the correct form, but only its page can pay. */
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
