import type { EmbedFeature } from '../../contract/embed/features';
import type { Locale } from '../../contract/wire/locale';

/** The permissions of partners, and their actions for members. The settings declare the partners themselves. */
export interface EmbedTables {
  partner_disabled: { partner: string; at: Date };
  connection_code: ConnectionCodeTable;
  partner_key_use: { partner: string; kid: string; used_at: Date };
  partner_webhook: PartnerWebhookTable;
  partner_message: PartnerMessageTable;
  embed_token: EmbedTokenTable;
  challenge: ChallengeTable;
}

/** The consent of a member, until the partner's server confirms whose session it was. */
interface ConnectionCodeTable {
  /** SHA-256 of the code, hex. */
  hash: string;
  partner: string;
  reference: string;
  member: string;
  /** The language of messages to the member. */
  locale: Locale;
  expires_at: Date;
}

/** The URL to which a partner's events go; the operator sets it. */
interface PartnerWebhookTable {
  partner: string;
  url: string;
  /** `whsec_` and base64, as standardwebhooks has it. */
  secret: string;
  at: Date;
}

/** A message to a partner, and the result of its delivery. */
interface PartnerMessageTable {
  id: string;
  partner: string;
  type: string;
  /** JSON, as it is sent. */
  body: string;
  at: Date;
  attempts: number;
  delivered_at: Date | null;
  /** HTTP status of the last attempt, or why there was none. */
  last_result: string | null;
}

interface EmbedTokenTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  /** The name of the token in logs. */
  id: string;
  partner: string;
  member: string;
  feature: EmbedFeature;
  /** With spaces between. */
  scopes: string;
  origin: string;
  issued_at: Date;
  expires_at: Date;
}

/** Something that was prepared with an embed token, and is to be confirmed on our own origin. */
export interface ChallengeTable {
  /** SHA-256, hex, of the id that the page received. */
  hash: string;
  member: string;
  partner: string;
  /** The page's, as the token has it; and what opened the secure document: that page, or our own frame in it. */
  site: string;
  opener: string;
  call: string;
  request_key: string;
  /** JSON, as it was sent; and its SHA-256, hex. */
  data: string;
  data_hash: string;
  /** Passwords and codes that were wrong. */
  attempts: number;
  expires_at: Date;
  /** JSON of the call's answer; `null` until the member confirms it. */
  answer: string | null;
}
