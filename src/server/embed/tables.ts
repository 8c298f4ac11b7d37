import type { Generated } from 'kysely';
import type { EmbedFeature } from '../../contract/embed/features';
import type { PartnerMode } from '../../contract/embed/partners';
import type { Locale } from '../../contract/wire/locale';
import type { SpreadOf } from '../schema/spread';

/** Partners' permissions, and their actions for members. The partners themselves belong to the room `partners`. */
export interface EmbedTables {
  partner_disabled: { partner: string; at: Date };
  connection_code: ConnectionCodeTable;
  partner_key_use: { partner: string; kid: string; used_at: Date };
  partner_hook: PartnerWebhookTable;
  partner_message: PartnerMessageTable;
  partner_delivery: PartnerDeliveryTable;
  partner_request: PartnerRequestTable;
  /** A partner's usage on a day in China: `what` is a path of the signed requests, `refused`, `delivered` or `undelivered`. */
  partner_usage: { partner: string; mode: PartnerMode; day: string; what: string; count: number };
  partner_deprecation: PartnerDeprecationTable;
  embed_token: EmbedTokenTable;
  challenge: ChallengeTable;
}

export const spread: SpreadOf<EmbedTables> = {
  partner_disabled: 'here',
  connection_code: 'here',
  partner_key_use: 'here',
  partner_hook: 'here',
  partner_message: { by: 'key', column: 'id' },
  partner_delivery: { by: 'key', column: 'message' },
  partner_request: { by: 'key', column: 'id' },
  partner_usage: 'here',
  partner_deprecation: 'here',
  embed_token: 'here',
  challenge: 'here',
};

/** The consent of a member, until the partner's server confirms whose session it was. */
interface ConnectionCodeTable {
  /** SHA-256 of the code, hex. */
  hash: string;
  partner: string;
  reference: string;
  member: string;
  /** The features that the member allowed, with spaces between; null: all. */
  features: Generated<string | null>;
  /** The language of messages to the member. */
  locale: Locale;
  expires_at: Date;
}

/** A URL that receives a partner's events. */
interface PartnerWebhookTable {
  id: string;
  partner: string;
  /** null: created by the operator's command, for the mode of the gateway. */
  mode: Generated<PartnerMode | null>;
  url: string;
  /** JSON of its message types; an empty list for all. */
  types: Generated<string>;
  /** `whsec_` and base64, as in standardwebhooks, sealed; and the previous secret, which also signs until then. */
  secret: string;
  secret_before: Generated<string | null>;
  before_until: Generated<Date | null>;
  /** The number of its last message. */
  sent: Generated<number>;
  at: Date;
  /** When it was paused. */
  off_at: Generated<Date | null>;
}

/** A message to one webhook, and the result of its delivery. */
interface PartnerMessageTable {
  id: string;
  partner: string;
  webhook: string | null;
  /** The number of the message within the webhook, in the order of the events. */
  sequence: Generated<number>;
  type: string;
  /** JSON, as it is sent. */
  body: string;
  at: Date;
  attempts: number;
  delivered_at: Date | null;
  /** HTTP status of the last attempt, or the reason why there was none. */
  last_result: string | null;
}

/** An attempt to deliver a message. */
interface PartnerDeliveryTable {
  message: string;
  attempt: number;
  at: Date;
  /** The HTTP status, or the reason why there was none; and the beginning of the response. */
  result: string;
  answer: string;
  ms: number;
}

/** A signed request of a partner's server. */
interface PartnerRequestTable {
  /** The `requestId` of the response. */
  id: string;
  partner: string;
  mode: PartnerMode;
  kid: string | null;
  at: Date;
  /** `tokens`, `members`, `messages`, `watches`, `test`. */
  path: string;
  /** JSON of the parts by which the partner can identify it: act, feature, origin and its own id of the customer. */
  about: string;
  status: number;
  /** The refusal, and its message. */
  error: string | null;
  message: string | null;
  ms: number;
}

/** A row of the table of deprecations that a partner's pages use. */
interface PartnerDeprecationTable {
  partner: string;
  /** `Deprecation.id`. */
  id: string;
  /** The page that used it last. */
  origin: string;
  first_at: Date;
  seen_at: Date;
}

interface EmbedTokenTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  /** The name of the token in logs. */
  id: string;
  partner: string;
  member: string;
  feature: EmbedFeature;
  /** Separated by spaces. */
  scopes: string;
  origin: string;
  issued_at: Date;
  expires_at: Date;
}

/** A call that was prepared with an embed token and waits for confirmation on our own origin. */
export interface ChallengeTable {
  /** SHA-256, hex, of the id that the page received. */
  hash: string;
  member: string;
  partner: string;
  /** The page of the token; and the opener of the secure document: that page, or our own frame in it. */
  site: string;
  opener: string;
  call: string;
  request_key: string;
  /** JSON of the raw input; and its SHA-256, hex. */
  data: string;
  data_hash: string;
  /** Number of wrong passwords and codes. */
  attempts: number;
  expires_at: Date;
  /** JSON of the call's answer; `null` until the member confirms it. */
  answer: string | null;
}
