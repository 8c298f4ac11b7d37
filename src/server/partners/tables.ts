import type { Generated } from 'kysely';
import type { IncidentPart, IncidentState } from '../../contract/embed/incidents';
import type { LiveState, OriginKind, PartnerMode, PartnerRole } from '../../contract/embed/partners';
import type { Locale } from '../../contract/wire/locale';
import type { SpreadOf } from '../schema/spread';

/** Partners and the users of the partner console. */
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
  incident: IncidentTable;
  incident_update: IncidentUpdateTable;
}

export const spread: SpreadOf<PartnerTables> = {
  partner: 'here',
  partner_key: 'here',
  partner_origin: 'here',
  partner_version: 'here',
  partner_person: 'here',
  partner_role: 'here',
  partner_invite: 'here',
  partner_code: 'here',
  partner_session: 'here',
  partner_change: 'here',
  incident: 'here',
  incident_update: 'here',
};

interface PartnerTable {
  id: string;
  /** JSON of texts by language. */
  name: string;
  /** JSON of a list of features, and of the maximum scopes of its tokens; null: all scopes of the features. */
  features: string;
  scopes: Generated<string | null>;
  /** A WebP of 128 × 128 px, base64. */
  logo: Generated<string | null>;
  /** JSON of its look: values of theme tokens, `{light, dark}`. */
  theme: Generated<string | null>;
  /** Whether it may have live keys: `asked` waits for the back office. */
  live: LiveState;
  /** The partner's request: JSON `{site, note}`; and the back office's answer. */
  live_request: Generated<string | null>;
  live_answer: Generated<string | null>;
  live_at: Generated<Date | null>;
  created_at: Date;
}

interface PartnerKeyTable {
  partner: string;
  /** Identifies the key; unique within a partner, across both modes. */
  kid: string;
  mode: PartnerMode;
  /** The secret, sealed (`seal.ts`). */
  sealed: string;
  created_at: Date;
  /** When it expires; null: until somebody ends it. */
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
  /** The spelling for sending, and the normalized spelling for comparison. */
  email: string;
  email_key: string;
  /** `scrypt$…`, and the sealed key of the codes. */
  password: string;
  totp: string;
  /** The counter of the last used code: no code is valid twice. */
  totp_used: Generated<number>;
  /** Language of the e-mails to this person. */
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

/** A code sent to an e-mail address, until it is used; then the ticket that it was exchanged for. */
interface PartnerCodeTable {
  email_key: string;
  purpose: 'sign-up' | 'reset';
  /** SHA-256, hex. */
  code: string;
  attempts: number;
  sent_at: Date;
  expires_at: Date;
  /** SHA-256 of the ticket for which the correct code was exchanged, and the sealed key of the codes shown with it. */
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

/** Changes made by people, for their colleagues. */
interface PartnerChangeTable {
  id: string;
  partner: string;
  at: Date;
  /** The e-mail address; `desk` for the operator. */
  who: string;
  /** A key of the console's messages, and the object of the change. */
  what: string;
  target: string;
}

/** An incident, which the operator writes for the status page. */
interface IncidentTable {
  id: string;
  part: IncidentPart;
  state: IncidentState;
  /** JSON of texts by language. */
  title: string;
  since: Date;
  /** When it was resolved. */
  until: Date | null;
}

interface IncidentUpdateTable {
  id: string;
  incident: string;
  at: Date;
  state: IncidentState;
  /** JSON of texts by language. */
  text: string;
}
