/**
 * The wire (spec §3, §7): `POST {base}/{path}` whose body is exactly the text that `serializeEnvelope` makes. It is serialised once; the
 * `Token` header is md5(secret + text + secret) in UTF-8, lower-case hex, and the server verifies the raw bytes.
 */
export interface Header {
  /** UUID v4, new for every attempt. Not the request key. */
  uuid: string;
  /** `h5`, `mini`, or a partner's id. */
  appid: string;
  /** The session token, or `''`. */
  authToken: string;
  /** Milliseconds since the epoch, by the server's clock as the client estimates it. */
  timestamp: number;
}

/** The key order is part of the format. */
export const serializeEnvelope = ({ uuid, appid, authToken, timestamp }: Header, data: object): string =>
  JSON.stringify({ header: { uuid, appid, authToken, timestamp }, body: { data } });

/** The text whose MD5 is `Token`. */
export const signedText = (secret: string, text: string) => secret + text + secret;
