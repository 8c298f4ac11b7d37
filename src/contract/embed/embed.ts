import { type Header, serializeEnvelope, signedText } from '../wire/envelope';
import type { EmbedScope } from './features';

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

/** What `txUser/getInfo` says to an embed besides: what its token allows, so that nothing else is offered, and which partner's it is. */
export interface EmbedInfo {
  scopes: EmbedScope[];
  partner: string;
}

/** One of what `POST /embed/v1/first` answers: the answer of a call to an input, as the call itself would have given it. */
export interface FirstAnswer {
  path: string;
  input: object;
  answer: { header: { res_code: string; message: string }; body: object };
}

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
