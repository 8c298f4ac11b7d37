import { randomUUID } from 'node:crypto';
import { embedBody } from '../../../src/contract/embed/embed';
import { embedFeatures } from '../../../src/contract/embed/features';
import { signatureOf } from '../../../src/server/embed/signed-request';
import { tokenOf } from '../../../src/server/http/wire';
import type { Reply, TestGateway } from './open';

export const shop = 'https://shop.example';
export const secondShop = 'https://second.example';
export const secret = 'a-secret-of-the-shop-that-nobody-else-has';
export const otherSecret = 'a-secret-of-the-forum-that-nobody-else-has';

/** Two partners: a shop with every feature and two origins, and a forum with the notices only. */
export const env = {
  PARTNERS: JSON.stringify([
    { id: 'p_shop', name: { en: 'The Shop', zh: '商店' }, secret, origins: [shop, secondShop] },
    {
      id: 'p_forum',
      name: 'Forum',
      secret: otherSecret,
      origins: ['https://forum.example'],
      features: ['notices'],
    },
  ]),
};

/** Lets a partner name a member, by the member's id. `features`: those that the member has chosen; null: none were to be chosen. */
export const link = (
  { db }: TestGateway,
  member: string,
  partner = 'p_shop',
  features: string | null = Object.keys(embedFeatures).join(' '),
) =>
  db.run
    .insertInto('partner_member')
    .values({ partner, reference: member, member, at: new Date(), features })
    .execute();

interface Asking {
  partner?: string;
  secret?: string;
  timestamp?: number;
  nonce?: string;
  signature?: string;
  /** The `Idempotency-Key`. */
  key?: string;
}

/** Asks for a token as a partner's server does. */
export const ask = (gateway: TestGateway, wanted: object, as: Asking = {}) =>
  askSigned(gateway, 'tokens', { feature: 'wallet', origin: shop, ...wanted }, as);

/** Calls what a partner's server signs. */
export async function askSigned(gateway: TestGateway, path: string, input: object, as: Asking = {}) {
  const body = JSON.stringify(input);
  const timestamp = String(as.timestamp ?? Date.now() + gateway.clock.ahead);
  const nonce = as.nonce ?? randomUUID();
  const response = await fetch(`${gateway.url}/embed/v1/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-partner-id': as.partner ?? 'p_shop',
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      ...(as.key && { 'idempotency-key': as.key }),
      'x-signature': as.signature ?? signatureOf(as.secret ?? secret, timestamp, nonce, body),
    },
    body,
  });
  return { status: response.status, ...((await response.json()) as any) };
}

/** A token that was asked for. */
export async function mint(gateway: TestGateway, wanted: object, as?: Asking): Promise<string> {
  const { data, error, message } = await ask(gateway, wanted, as);
  if (!data) throw new Error(`no token: ${error}, ${message}`);
  return data.token;
}

interface Calling {
  origin?: string;
  appid?: string;
  uuid?: string;
  timestamp?: number;
  language?: string;
  headers?: Record<string, string>;
  /** The key that signs instead of the token. */
  signedBy?: string;
}

/** Calls as an embed does: text, with the token in it. */
export function call(
  gateway: TestGateway,
  token: string,
  { path }: { path: string },
  input: object = {},
  as: Calling = {},
): Promise<Reply> {
  const header = {
    uuid: as.uuid ?? randomUUID(),
    appid: as.appid ?? 'p_shop',
    authToken: token,
    timestamp: as.timestamp ?? Date.now() + gateway.clock.ahead,
  };
  const body = embedBody(header, input, as.language ?? 'en_US', (text) => {
    const sealed = text.slice(token.length, text.length - token.length);
    return tokenOf(as.signedBy ?? token, sealed);
  });
  return gateway.sendRaw(path, body, {
    'content-type': 'text/plain;charset=UTF-8',
    origin: as.origin ?? shop,
    ...as.headers,
  });
}
