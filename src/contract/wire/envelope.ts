/**
 * The wire (spec §3, §7): `POST {base}/{path}` whose body is exactly the text that `seal` makes. It is serialised once;
 * the `Token` header is md5(secret + text + secret) in UTF-8, lower-case hex, and the server verifies the raw bytes.
 */
export interface Header {
  /** UUID v4, new for every attempt. Not the request key. */
  uuid: string;
  /** `h5`, `mini`, or a partner's id. */
  appid: string;
  /** The session token, or `''`. */
  authToken: string;
  /** Milliseconds since the epoch, by the server's clock as far as the client knows it. */
  timestamp: number;
}

/** The key order is part of the format. */
export const serializeEnvelope = ({ uuid, appid, authToken, timestamp }: Header, data: object): string =>
  JSON.stringify({ header: { uuid, appid, authToken, timestamp }, body: { data } });

/** What `Token` is the MD5 of. */
export const signedText = (secret: string, text: string) => secret + text + secret;

/** How far the client's clock may be off, and how long a uuid is remembered, in milliseconds. */
export const clockWindow = 300_000;
export const replayWindow = 600_000;
/** The largest request body, in bytes. */
export const largestBody = 64 * 1024;
/** Request and connect timeout, in milliseconds (spec §9). */
export const requestTimeout = 60_000;

/** Response codes (spec §8), compared as strings. Every other code is left alone. */
export const codes = {
  done: '1',
  refused: '500',
  /** Refused with `problems` by field. */
  invalid: '5001',
  /** Not enough payable balance. */
  insufficient: '210002',
  expired: '510',
} as const;

/** `res_code` of a request that was turned away before anybody looked at who sent it. */
export const rejectionCodes = {
  /** 415: not JSON, or not multipart for an upload. */
  type: '4150',
  /** 413. */
  size: '4130',
  /** 401: the Token header does not fit the bytes. */
  signature: '4010',
  /** 400: not JSON, or not an envelope. */
  shape: '4000',
  /** 400: the timestamp is too far off; `body.serverTime` says what time it is. */
  clock: '4001',
  /** 400: the uuid was seen before. */
  replay: '4002',
  /** 400: the userId header is not the session's. */
  identity: '4003',
  /** 404: no such call. */
  unknown: '4040',
  /** 429. */
  rate: '4290',
  /** 503: too much at once, or the database is away for the moment. Nothing was done; `retry-after` says when to come again. */
  busy: '5030',
} as const;
