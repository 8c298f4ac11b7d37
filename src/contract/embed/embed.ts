import { type Header, serializeEnvelope, signedText } from '../wire/envelope';
import type { Ending } from './deprecations';
import type { EmbedScope } from './features';

/** The prefix of every embed token. */
export const embedTokenPrefix = 'et_';
/** Milliseconds within which a challenge must be confirmed. */
export const challengeTtl = 120_000;

/** `res_code`s that only embeds receive. */
export const embedCodes = {
  /** 200: prepared; confirm `body.challenge` on our own origin, then send the same call again. */
  confirm: '5110',
  /** 403: the token does not allow this call. */
  scope: '4030',
  /** 403: the token was made for another origin. */
  origin: '4031',
  /** 403: the partner, or this feature of the partner, is switched off. */
  disabled: '4032',
} as const;

/** Additional fields of `txUser/getInfo` for an embed: the scopes of its token, so that it offers nothing else, and its partner. */
export interface EmbedInfo {
  scopes: EmbedScope[];
  partner: string;
  /** In test mode: what the embed says over its screens. */
  test?: string;
  /** Deprecations that concern the page. */
  ending?: Ending[];
}

/** A balance as the member reads it. */
export type Figure = [name: string, amount: string];

/**
 * An entry of the response of `POST /embed/v1/first`: the answer of a call to an input, as the call itself would return it. `figures` are
 * the balances in it; the loader shows them until the code of the screen is there.
 */
export interface FirstAnswer {
  path: string;
  input: object;
  answer: { header: { res_code: string; message: string }; body: object };
  figures?: Figure[] | undefined;
}

/** Body of an answer with `embedCodes.confirm`. `expiresIn` in seconds. */
export interface Challenge {
  challenge: { id: string; expiresIn: number };
}

/**
 * The body of an embed's call, sent as `text/plain` to avoid a CORS preflight: the envelope, its Token and the language (`en_US`,
 * `zh_CN`), one line each. The envelope is JSON without line breaks. The embed token in it is the signing secret: partners pin our files
 * for years, so these contain no secret of a deployment.
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
