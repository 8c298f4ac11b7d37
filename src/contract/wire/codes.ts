/** Response codes (spec §8), compared as strings. All other codes are left to the caller. */
export const codes = {
  done: '1',
  refused: '500',
  /** Refused with `problems` by field. */
  invalid: '5001',
  /** Not enough payable balance. */
  insufficient: '210002',
  expired: '510',
} as const;

/** `res_code` of a request that was rejected before its sender was identified. */
export const rejectionCodes = {
  /** 415: not JSON, or not multipart for an upload. */
  type: '4150',
  /** 413. */
  size: '4130',
  /** 401: the Token header does not match the bytes. */
  signature: '4010',
  /** 400: not JSON, or not an envelope. */
  shape: '4000',
  /** 400: the timestamp is too far off; `body.serverTime` contains the server's time. */
  clock: '4001',
  /** 400: the uuid was seen before. */
  replay: '4002',
  /** 400: the userId header differs from the session's member. */
  identity: '4003',
  /** 404: no such call. */
  unknown: '4040',
  /** 429. */
  rate: '4290',
  /** 503: too many requests, or the database is temporarily unreachable. Nothing was done; `retry-after` says when to retry. */
  busy: '5030',
} as const;
