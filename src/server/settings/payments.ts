import { methodsWhere, type PaymentMethod, paymentMethods } from '../../contract/buying/payment-methods';
import type { Country } from '../../contract/member/auth';
import { isTronAddress, isTronBurnAddress } from '../../contract/rules/tron';
import type { Reader } from './environment';
import type {
  AlipaySettings,
  CardSettings,
  StripeSettings,
  TronSettings,
  WechatPaySettings,
} from './provider-settings';

/** A provider without settings is a sandbox; in production its method is not offered. */
export interface PaymentSettings {
  card: CardSettings | undefined;
  stripe: StripeSettings | undefined;
  wechatPay: WechatPaySettings | undefined;
  alipay: AlipaySettings | undefined;
  tron: TronSettings | undefined;
}

interface WechatIds {
  /** App ids of the official account and of the mini-program, empty without one. */
  appId: string;
  miniAppId: string;
  /** Whether this is production and WeChat Pay is among the payment methods: then it must be configured or switched off. */
  needed: boolean;
}

/** Payment methods by country version, and those that a mini-program may offer. */
export function readMethods({ list, mistakes }: Reader): Record<Country | 'mini', PaymentMethod[]> {
  const methodsOf = (name: string, where: Country | 'mini') => {
    const methods = list(name, methodsWhere(({ offered }) => offered.includes(where)).join(','));
    const unknown = methods.filter((method) => !Object.keys(paymentMethods).includes(method));
    if (unknown.length) mistakes.push(`${name}: there is no way of paying called ${unknown.join(', ')}`);
    return methods as PaymentMethod[];
  };
  return {
    cn: methodsOf('WAYS_CN', 'cn'),
    intl: methodsOf('WAYS_INTL', 'intl'),
    mini: methodsOf('WAYS_MINI', 'mini'),
  };
}

/** The payment providers. */
export function readPayments(
  { text, oneOf, list, address, together, provider, lack, mistakes }: Reader,
  wechat: WechatIds,
): PaymentSettings {
  const card = provider('CARD_PAGE_URL', 'CARD_SECRET');
  const stripe = provider('STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET');
  if (stripe && card) mistakes.push('STRIPE_SECRET_KEY and CARD_PAGE_URL exclude each other');
  const pay = provider(
    'WECHAT_PAY_MCH_ID',
    'WECHAT_PAY_SERIAL',
    'WECHAT_PAY_PRIVATE_KEY',
    'WECHAT_PAY_API_V3_KEY',
  );
  const payKey = together('WECHAT_PAY_PUBLIC_KEY_ID', 'WECHAT_PAY_PUBLIC_KEY');
  const isPayOff = !!text('WECHAT_PAY', '') && oneOf('WECHAT_PAY', ['off'], 'off') === 'off';
  if (isPayOff && pay) mistakes.push('WECHAT_PAY=off and WECHAT_PAY_MCH_ID exclude each other');
  if (wechat.needed && !pay && !isPayOff)
    lack(
      'WECHAT_PAY_MCH_ID or WECHAT_PAY',
      'WECHAT_PAY: set WECHAT_PAY_MCH_ID and its like in production, or WECHAT_PAY=off',
    );
  if (pay && !wechat.appId) mistakes.push('WECHAT_PAY_MCH_ID needs WECHAT_APP_ID');
  if (pay && pay.WECHAT_PAY_API_V3_KEY.length !== 32)
    mistakes.push('WECHAT_PAY_API_V3_KEY must have 32 characters');
  const alipay = provider('ALIPAY_APP_ID', 'ALIPAY_PRIVATE_KEY', 'ALIPAY_PUBLIC_KEY');
  const tron = list('TRON_ADDRESSES');
  for (const one of tron)
    if (!isTronAddress(one) || isTronBurnAddress(one))
      mistakes.push(`TRON_ADDRESSES: ${one} is not an address to be paid at`);

  return {
    card: card && { pageUrl: address('CARD_PAGE_URL', ''), secret: card.CARD_SECRET },
    stripe: stripe && {
      secretKey: stripe.STRIPE_SECRET_KEY,
      webhookSecret: stripe.STRIPE_WEBHOOK_SECRET,
      api: address('STRIPE_API_URL', 'https://api.stripe.com'),
    },
    wechatPay: pay && {
      appId: wechat.appId,
      miniAppId: wechat.miniAppId,
      mchId: pay.WECHAT_PAY_MCH_ID,
      serial: pay.WECHAT_PAY_SERIAL,
      privateKey: pay.WECHAT_PAY_PRIVATE_KEY,
      apiV3Key: pay.WECHAT_PAY_API_V3_KEY,
      publicKeyId: payKey?.WECHAT_PAY_PUBLIC_KEY_ID ?? '',
      publicKey: payKey?.WECHAT_PAY_PUBLIC_KEY ?? '',
      certificates: new Map(),
      api: address('WECHAT_PAY_API_URL', 'https://api.mch.weixin.qq.com'),
    },
    alipay: alipay && {
      appId: alipay.ALIPAY_APP_ID,
      privateKey: alipay.ALIPAY_PRIVATE_KEY,
      publicKey: alipay.ALIPAY_PUBLIC_KEY,
      gateway: address('ALIPAY_GATEWAY', 'https://openapi.alipay.com/gateway.do'),
    },
    tron: tron.length
      ? {
          api: address('TRON_API_URL', 'https://api.trongrid.io'),
          apiKey: text('TRON_API_KEY', ''),
          contract: text('TRON_CONTRACT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'),
          addresses: tron,
        }
      : undefined,
  };
}
