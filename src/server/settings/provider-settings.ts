import type { Reader } from './environment';

/** Where `chat/completions` is, what it asks for and what it is asked for. The key never leaves the gateway. */
export interface AiSettings {
  baseUrl: string;
  /** Empty for one that asks for none. */
  key: string;
  model: string;
}

/** A hosted payment page, and the secret that its addresses and notices are signed with. */
export interface CardSettings {
  pageUrl: string;
  secret: string;
}

/** A Stripe account: its secret key, what its webhook is signed with, and where its API is. */
export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  api: string;
}

/** An account at WeChat: the official account's, or the mini-program's. */
export interface WechatAccount {
  appId: string;
  appSecret: string;
}

/** A merchant account of WeChat Pay, API v3. Keys are PEM. */
export interface WechatPaySettings {
  appId: string;
  /** The mini-program that members pay in; empty without one. */
  miniAppId: string;
  mchId: string;
  /** Serial number of our certificate. */
  serial: string;
  privateKey: string;
  /** Opens notices; 32 characters. */
  apiV3Key: string;
  /** WeChat Pay's public key and its id: what answers and notices are verified with. Empty: its certificates are fetched. */
  publicKeyId: string;
  publicKey: string;
  /** WeChat Pay's certificates by their serial numbers, as far as they have been fetched. */
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
  /** A TronGrid. */
  api: string;
  apiKey: string;
  /** The token's contract. */
  contract: string;
  /** Our addresses, base58check. */
  addresses: string[];
}

/** Where members remit to. */
export interface PayeeSettings {
  accountName: string;
  accountNumber: string;
  bank: string;
  /** An account that is nobody's. */
  sandbox: boolean;
}

/** Without an account of its own, production offers no remittance. */
export function readPayee({ text }: Reader, production: boolean): PayeeSettings {
  const read = (name: string, otherwise: string) => text(name, production ? '' : otherwise);
  return {
    accountName: read('PAYEE_NAME', 'Cloudphone (demo account, pays nobody)'),
    accountNumber: read('PAYEE_ACCOUNT', '6200 0000 0000 0005'),
    bank: read('PAYEE_BANK', 'Demo Bank'),
    sandbox: !production && !text('PAYEE_ACCOUNT', ''),
  };
}

/** A model to ask; nothing without one. */
export function readAi({ address, text, mistakes }: Reader): AiSettings | undefined {
  const ai = {
    baseUrl: address('AI_BASE_URL', ''),
    key: text('AI_API_KEY', ''),
    model: text('AI_MODEL', ''),
  };
  if (!ai.baseUrl !== !ai.model) mistakes.push('AI_BASE_URL and AI_MODEL go together');
  return ai.baseUrl ? ai : undefined;
}

/** Our accounts at WeChat, as far as there are any. */
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
