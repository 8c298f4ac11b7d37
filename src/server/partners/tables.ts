import type { Generated } from 'kysely';
import type { LiveState, OriginKind, PartnerMode, PartnerRole } from '../../contract/embed/partners';
import type { Locale } from '../../contract/wire/locale';

/** Partners and the people who serve themselves at the partner console. */
export interface PartnerTables {
  partner: PartnerTable;
  partner_key: PartnerKeyTable;
  partner_origin: PartnerOriginTable;
  partner_version: { id: number; version: number };
  partner_person: PartnerPersonTable;
  partner_role: { partner: string; person: string; role: PartnerRole; at: Date };
  partner_invite: PartnerInviteTable;
  partner_code: PartnerCodeTable;
  partner_session: PartnerSessionTable;
  partner_change: PartnerChangeTable;
}

interface PartnerTable {
  id: string;
  /** JSON of texts by language. */
  name: string;
  /** JSON of a list of features, and of the scopes that its tokens may have at most; null: all of the features'. */
  features: string;
  scopes: Generated<string | null>;
  /** A WebP of 128 × 128 px, base64. */
  logo: Generated<string | null>;
  /** Whether it may have live keys: `asked` waits for the desk. */
  live: LiveState;
  /** What the partner wrote when it asked: JSON `{site, note}`; and what the desk answered. */
  live_request: Generated<string | null>;
  live_answer: Generated<string | null>;
  live_at: Generated<Date | null>;
  created_at: Date;
}

interface PartnerKeyTable {
  partner: string;
  /** Names the key; unique within a partner, also between the modes. */
  kid: string;
  mode: PartnerMode;
  /** The secret, sealed (`seal.ts`). */
  sealed: string;
  created_at: Date;
  /** When it stops being good; null: until somebody ends it. */
  ends_at: Generated<Date | null>;
}

interface PartnerOriginTable {
  partner: string;
  mode: PartnerMode;
  origin: string;
  kind: OriginKind;
}

interface PartnerPersonTable {
  id: string;
  /** As it is written to, and as it is compared. */
  email: string;
  email_key: string;
  /** `scrypt$…`, and the sealed key of the codes. */
  password: string;
  totp: string;
  /** The number of the last code that was used: none is good twice. */
  totp_used: Generated<number>;
  /** The language of what is written to them. */
  locale: Locale;
  created_at: Date;
}

interface PartnerInviteTable {
  /** SHA-256 of the token in the invitation, hex. */
  hash: string;
  partner: string;
  email: string;
  email_key: string;
  role: PartnerRole;
  expires_at: Date;
}

/** A code that was sent to an e-mail address, until it has been shown; then what it opens. */
interface PartnerCodeTable {
  email_key: string;
  purpose: 'sign-up' | 'reset';
  /** SHA-256, hex. */
  code: string;
  attempts: number;
  sent_at: Date;
  expires_at: Date;
  /** SHA-256 of the ticket that the right code was exchanged for, and the sealed key of the codes that was shown with it. */
  ticket: string | null;
  totp: string | null;
}

interface PartnerSessionTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  person: string;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
}

/** What people changed, for their colleagues. */
interface PartnerChangeTable {
  id: string;
  partner: string;
  at: Date;
  /** The e-mail address; `desk` for the gateway's operator. */
  who: string;
  /** A word of the console's messages, and what it was done to. */
  what: string;
  target: string;
}
