import type { Reader } from './environment';

/** The address of `chat/completions`, its model and key. The key never leaves the gateway. */
export interface AiSettings {
  baseUrl: string;
  /** Empty for a model that needs none. */
  key: string;
  model: string;
}

/** A hosted payment page, and the secret that signs its addresses and notifications. */
export interface CardSettings {
  pageUrl: string;
  secret: string;
}

/** A Stripe account: its secret key, the secret of its webhook, and the address of its API. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  api: string;
}

/** A WeChat account: the official account, or the mini-program. */
export interface WechatAccount {
  appId: string;
  appSecret: string;
}

/** A merchant account of WeChat Pay, API v3. Keys are PEM. */
export interface WechatPaySettings {
  appId: string;
  /** The mini-program in which members pay; empty without one. */
  miniAppId: string;
  mchId: string;
  /** Serial number of our certificate. */
  serial: string;
  privateKey: string;
  /** Decrypts notifications; 32 characters. */
  apiV3Key: string;
  /** WeChat Pay's public key and its id, which verify responses and notifications. Empty: its certificates are fetched. */
  publicKeyId: string;
  publicKey: string;
  /** WeChat Pay's certificates by serial number, as far as they have been fetched. */
  certificates: Map<string, string>;
  api: string;
}

/** An Alipay application. Keys are PEM. */
export interface AlipaySettings {
  appId: string;
  privateKey: string;
  /** Alipay's. */
  publicKey: string;
  gateway: string;
}

export interface TronSettings {
  /** The address of a TronGrid API. */
  api: string;
  apiKey: string;
  /** The token's contract. */
  contract: string;
  /** Our addresses, base58check. */
  addresses: string[];
}

/** The account for members' remittances. */
export interface PayeeSettings {
  accountName: string;
  accountNumber: string;
  bank: string;
  /** Whether the account is fictitious. */
  sandbox: boolean;
}

/** Without a configured account, production offers no remittance. */
/** The account from which withdrawals are paid, for the bank's file. */
export interface PayoutSource {
  name: string;
  /** An IBAN, or another number. */
  account: string;
  bic: string;
}

export function readPayoutSource({ text, mistakes }: Reader): PayoutSource {
  const from = {
    name: text('PAYOUT_FROM_NAME', text('SELLER_NAME', 'Cloudphone')),
    account: text('PAYOUT_FROM_ACCOUNT', '').replace(/\s/g, ''),
    bic: text('PAYOUT_FROM_BIC', ''),
  };
  if (from.account && !/^[A-Z0-9]{1,34}$/.test(from.account))
    mistakes.push('PAYOUT_FROM_ACCOUNT has up to 34 capital letters and digits');
  if (from.bic && !/^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(from.bic))
    mistakes.push('PAYOUT_FROM_BIC is a BIC of 8 or 11 characters');
  return from;
}

export function readPayee({ text }: Reader, production: boolean): PayeeSettings {
  const read = (name: string, otherwise: string) => text(name, production ? '' : otherwise);
  return {
    accountName: read('PAYEE_NAME', 'Cloudphone (demo account, pays nobody)'),
    accountNumber: read('PAYEE_ACCOUNT', '6200 0000 0000 0005'),
    bank: read('PAYEE_BANK', 'Demo Bank'),
    sandbox: !production && !text('PAYEE_ACCOUNT', ''),
  };
}

/** The configured model; undefined without one. */
export function readAi({ address, text, mistakes }: Reader): AiSettings | undefined {
  const ai = {
    baseUrl: address('AI_BASE_URL', ''),
    key: text('AI_API_KEY', ''),
    model: text('AI_MODEL', ''),
  };
  if (!ai.baseUrl !== !ai.model) mistakes.push('AI_BASE_URL and AI_MODEL go together');
  return ai.baseUrl ? ai : undefined;
}

/** Our configured WeChat accounts. */
export function readWechat({ text, together, mistakes }: Reader) {
  const wechat: WechatAccount = {
    appId: text('WECHAT_APP_ID', ''),
    appSecret: text('WECHAT_APP_SECRET', ''),
  };
  if (!wechat.appId !== !wechat.appSecret) mistakes.push('WECHAT_APP_ID and WECHAT_APP_SECRET go together');
  const mini = together('WECHAT_MINI_APP_ID', 'WECHAT_MINI_APP_SECRET');
  return {
    wechat: wechat.appId ? wechat : undefined,
    wechatMini: mini && { appId: mini.WECHAT_MINI_APP_ID, appSecret: mini.WECHAT_MINI_APP_SECRET },
  };
}
