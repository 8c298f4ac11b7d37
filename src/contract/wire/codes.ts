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
