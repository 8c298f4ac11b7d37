/**
 * Refusals of requests by partners' servers, by the name in `error`: the HTTP status, and the advice. The API's description and the
 * documents are generated from this table.
 */
export const refusals = {
  partner_unknown: { status: 401, cause: '`X-Partner-Id` is not the id of a partner' },
  signature_wrong: {
    status: 401,
    cause:
      '`X-Signature` is not the hex HMAC-SHA256 of `X-Timestamp.X-Nonce.body` with your secret. Sign the exact text that you send',
  },
  clock_wrong: { status: 401, cause: '`X-Timestamp` is more than 60 s off, or not in milliseconds' },
  nonce_reused: {
    status: 401,
    cause:
      '`X-Nonce` was used in the last ten minutes. Generate a new one for every request: 16 to 128 letters, digits, `-` or `_`',
  },
  request_invalid: { status: 400, cause: 'The body or a header is invalid; `message` says which part' },
  partner_disabled: { status: 403, cause: 'You are disabled' },
  feature_not_allowed: { status: 403, cause: 'Your partner record does not include this feature' },
  origin_not_allowed: { status: 403, cause: 'Your partner record does not include this origin' },
  scope_not_allowed: { status: 403, cause: 'The feature has no such scope' },
  member_not_linked: {
    status: 403,
    cause: 'Your customer is not linked to an account yet. Pass `connectUrl` on to your page',
  },
  feature_not_linked: {
    status: 403,
    cause: 'Your customer has not allowed this feature. Pass `connectUrl` on to your page',
  },
  code_refused: {
    status: 403,
    cause: 'The code is unknown, already used, older than five minutes, or was issued for another customer',
  },
  member_exists: {
    status: 409,
    cause: 'The contact has an account already. Its owner gives consent at `connectUrl`',
  },
  reference_taken: { status: 409, cause: 'Your customer or the account is already linked differently' },
  message_unknown: { status: 404, cause: 'There is no webhook message with this id' },
  object_unknown: {
    status: 404,
    cause: 'Your customer has no such withdrawal, order, work order, cloud phone or question',
  },
  act_refused: { status: 409, cause: 'The state of the object does not allow the act; `message` says why' },
  test_mode_only: { status: 404, cause: 'The gateway is not in test mode' },
  request_in_progress: {
    status: 409,
    cause: 'The first request with this `Idempotency-Key` is still at work. Send it again in a moment',
  },
  idempotency_key_reused: {
    status: 422,
    cause: 'A request with this `Idempotency-Key` had another body. Use a new key for every new effect',
  },
  rate_limited: { status: 429, cause: 'Too many requests. Send it again after `Retry-After` seconds' },
} as const;

export type PartnerError = keyof typeof refusals;

export class PartnerRefused extends Error {
  constructor(
    readonly error: PartnerError,
    message: string,
    /** Data that the partner's page needs to react. */
    readonly more: { connectUrl?: string } = {},
  ) {
    super(message);
  }

  get status(): number {
    return refusals[this.error].status;
  }
}
