import type { Generated } from 'kysely';
import type { Country, ExamineState } from '../../contract/member/auth';

/** Who has an account, what proves it, and whom partners know them as. */
export interface SessionTables {
  session: SessionTable;
  member: MemberTable;
  known_device: KnownDeviceTable;
  verification: VerificationTable;
  captcha: CaptchaTable;
  wechat_identity: WechatIdentityTable;
  wechat_ticket: WechatTicketTable;
  partner_member: PartnerMemberTable;
}

interface SessionTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  member: string;
  appid: string;
  issued_at: Date;
  expires_at: Date;
  /** `RequestContext.device.id` of where it was opened; the address and the browser it was last used from, cut short. */
  device: Generated<string | null>;
  ip: Generated<string>;
  agent: Generated<string>;
  /** To ten minutes; null in a session that is older than the column. */
  seen_at: Generated<Date | null>;
}

/** A member whom a partner may ask tokens for. */
interface PartnerMemberTable {
  partner: string;
  /** What the partner calls the member by. */
  reference: string;
  member: string;
  at: Date;
}

export interface MemberTable {
  id: string;
  /** As the member typed it; `username_key` is the same in lower case, and unique. */
  username: string;
  username_key: string;
  nickname: string;
  /** As on the member's documents; set in personal information. */
  name: string | null;
  /** Id of a picture. */
  avatar: string | null;
  phone: string | null;
  /** `email_key` is the same in lower case, and unique. */
  email: string | null;
  email_key: string | null;
  /** `scrypt$…`. */
  password: string;
  examine_state: ExamineState;
  country: Country;
  team_leader: boolean;
  invite_code: string;
  /** Id of the member whose code was given at registration. */
  inviter: string | null;
  created_at: Date;
  /** Since when nobody gets in, and why. */
  locked_at: Generated<Date | null>;
  lock_reason: Generated<string | null>;
}

/** A device that a member has signed in from. */
interface KnownDeviceTable {
  member: string;
  /** `RequestContext.device.id`. */
  device: string;
  first_at: Date;
  seen_at: Date;
}

/** The newest code for a destination and a purpose that was asked for from one device. A newer one takes its place. */
interface VerificationTable {
  purpose: string;
  /** A phone number, or an e-mail address in lower case. */
  destination: string;
  /** `RequestContext.device.id`; `''` for a client that keeps none. */
  asker: Generated<string>;
  /** SHA-256 over purpose, destination and code. */
  code_hash: string;
  /** Guesses so far. */
  attempts: number;
  sent_at: Date;
  expires_at: Date;
}

interface CaptchaTable {
  id: string;
  /** SHA-256 over the id and the characters in lower case. */
  answer_hash: string;
  expires_at: Date;
}

interface WechatIdentityTable {
  open_id: string;
  member: string;
  bound_at: Date;
}

/** A code that WeChat gave once, and the ticket that we made of it. */
interface WechatTicketTable {
  /** SHA-256 of the ticket. */
  id: string;
  /** `null` while WeChat is being asked. */
  open_id: string | null;
  /** Names the attempt that is asking WeChat, so that only that one may settle or drop the row. */
  attempt: string;
  asked_at: Date;
  expires_at: Date;
  /** The only member that it may still be used for. */
  member: string | null;
}
