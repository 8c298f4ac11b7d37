import { type Header, serializeEnvelope, signedText } from './wire/envelope';

/** Features that a partner may put into a page of theirs, and what a token for one of them may allow. */
export const embedScopes = {
  wallet: ['wallet:read', 'withdraw:prepare', 'payout:prepare'],
  'work-orders': ['work-orders:read', 'work-orders:write'],
  notices: ['notices:read', 'notices:write'],
  devices: ['devices:read', 'devices:write'],
  orders: ['orders:read', 'orders:write'],
  points: ['points:read'],
  chat: ['chat:read', 'chat:write'],
  accounts: ['accounts:read', 'accounts:write'],
  logs: ['logs:read'],
  feed: ['feed:read', 'feed:write'],
  shop: ['shop:read', 'shop:write'],
  promotion: ['promotion:read'],
  invitation: ['invitation:read'],
  declarations: ['declarations:read', 'declarations:write'],
} as const;

export type EmbedFeature = keyof typeof embedScopes;
/** None of them moves money: what they prepare is confirmed on our own origin, with a password or a code. */
export type EmbedScope = (typeof embedScopes)[EmbedFeature][number];

/** What every embed token begins with. */
export const embedTokenPrefix = 'et_';
/** Milliseconds within which a challenge has to be confirmed. */
export const challengeTtl = 120_000;

/** `res_code`s that only embeds see. */
export const embedCodes = {
  /** 200: prepared; `body.challenge` is to be confirmed on our own origin, then the same call is sent again. */
  confirm: '5110',
  /** 403: the token does not allow this call. */
  scope: '4030',
  /** 403: the token was made for another origin. */
  origin: '4031',
  /** 403: the partner, or this feature of theirs, is switched off. */
  disabled: '4032',
} as const;

/** Body of an answer with `embedCodes.confirm`. `expiresIn` in seconds. */
export interface Challenge {
  challenge: { id: string; expiresIn: number };
}

/**
 * The body of an embed's call, sent as `text/plain` so that a browser asks nobody's leave beforehand (CORS preflight):
 * the envelope, its Token and the language (`en_US`, `zh_CN`), a line each. The envelope is JSON and has no line breaks.
 *
 * What signs it is the embed token in it: partners pin our files for years, so no secret of a deployment is in them.
 */
export function embedBody(
  header: Header,
  data: object,
  language: string,
  md5: (text: string) => string,
): string {
  const text = serializeEnvelope(header, data);
  return `${text}\n${md5(signedText(header.authToken, text))}\n${language}`;
}
