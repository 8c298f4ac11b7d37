import type { Generated } from 'kysely';
import type { Country, ExamineState } from '../../contract/member/auth';
import type { OwnCurrency } from '../../contract/member/currencies';
import type { TimeZone } from '../../contract/member/time-zones';
import { byMember, type SpreadOf } from '../schema/spread';

/** Accounts, their credentials, and the references under which partners know them. */
export interface SessionTables {
  session: SessionTable;
  push_subscription: PushSubscriptionTable;
  member: MemberTable;
  known_device: KnownDeviceTable;
  verification: VerificationTable;
  captcha: CaptchaTable;
  wechat_identity: WechatIdentityTable;
  wechat_ticket: WechatTicketTable;
  partner_member: PartnerMemberTable;
  passkey: PasskeyTable;
  passkey_challenge: PasskeyChallengeTable;
  authenticator: AuthenticatorTable;
}

export const spread: SpreadOf<SessionTables> = {
  session: 'here',
  push_subscription: 'here', // with the sessions that they belong to
  member: 'everywhere',
  known_device: byMember,
  verification: 'here',
  captcha: 'here',
  wechat_identity: 'everywhere',
  wechat_ticket: 'here',
  partner_member: 'everywhere',
  passkey: byMember,
  passkey_challenge: 'here',
  authenticator: byMember,
};

interface SessionTable {
  /** SHA-256 of the token, hex. */
  hash: string;
  member: string;
  appid: string;
  issued_at: Date;
  expires_at: Date;
  /** `RequestContext.device.id` of the device that opened it; the network address and the browser of its last use, shortened. */
  device: Generated<string | null>;
  ip: Generated<string>;
  agent: Generated<string>;
  /** Precise to ten minutes; null in sessions that are older than the column. */
  seen_at: Generated<Date | null>;
}

/** Where the browser of a session takes push messages (RFC 8030). */
export interface PushSubscriptionTable {
  /** SHA-256 of the endpoint, hex. */
  id: string;
  member: string;
  /** `session.hash`: both end together. */
  session: string;
  endpoint: string;
  /** The browser's key and secret (RFC 8291), in base64url. */
  p256dh: string;
  auth: string;
  created_at: Date;
}

/** A member for whom a partner may request tokens. */
interface PartnerMemberTable {
  partner: string;
  /** The partner's own id of the member. */
  reference: string;
  member: string;
  at: Date;
  /** The features that the member allowed, with spaces between; null: all, of links that the partner or an earlier release made. */
  features: Generated<string | null>;
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
  /** An IANA name, as the member has chosen; null: the phone's. */
  time_zone: Generated<TimeZone | null>;
  /** In which amounts are shown beside yuan; null: that of the country version. */
  currency: Generated<OwnCurrency | null>;
  created_at: Date;
  /** When the account was locked, and why. */
  locked_at: Generated<Date | null>;
  lock_reason: Generated<string | null>;
  /** When the account is going to be deleted, as its member has asked; when it was. */
  leaving_at: Generated<Date | null>;
  erased_at: Generated<Date | null>;
}

/** A device that a member has signed in from. */
interface KnownDeviceTable {
  member: string;
  /** `RequestContext.device.id`. */
  device: string;
  first_at: Date;
  seen_at: Date;
}

/** The newest code for a destination and a purpose that one device requested. A newer one replaces it. */
interface VerificationTable {
  purpose: string;
  /** A phone number, or an e-mail address in lower case. */
  destination: string;
  /** `RequestContext.device.id`; `''` for a client that stores none. */
  asker: Generated<string>;
  /** SHA-256 over purpose, destination and code. */
  code_hash: string;
  /** Number of guesses so far. */
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

/** A code that WeChat issued, and our ticket for it. */
interface WechatTicketTable {
  /** SHA-256 of the ticket. */
  id: string;
  /** `null` while the request to WeChat is in flight. */
  open_id: string | null;
  /** Identifies the attempt that is asking WeChat; only this attempt may complete or delete the row. */
  attempt: string;
  asked_at: Date;
  expires_at: Date;
  /** The only member who may still use it. */
  member: string | null;
  /** The network that sent the code first. */
  network: string | null;
}

/** A WebAuthn credential of a member. The private key never leaves their authenticator. */
export interface PasskeyTable {
  id: string;
  member: string;
  /** The domain to which it is bound; it is useless at any other. */
  rp: string;
  /** Its id at the authenticator, in base64url. */
  credential: string;
  /** A COSE key, in base64url. */
  public_key: string;
  /** Of its last use; 0 if the authenticator does not count. */
  counter: Generated<number>;
  /** As the member calls it. */
  name: string;
  /** How the browser reaches the authenticator, with spaces between: `internal hybrid`. */
  transports: string;
  created_at: Date;
  used_at: Generated<Date | null>;
}

/** A challenge that an authenticator has not signed yet. */
interface PasskeyChallengeTable {
  /** SHA-256 of the challenge, hex. */
  hash: string;
  /** The only purpose, and the only session or device, for which it is valid. */
  ceremony: string;
  place: string;
  /** For a payment: the only call and input that it confirms (see `verifyPay`). */
  call: Generated<string | null>;
  digest: Generated<string | null>;
  expires_at: Date;
}

/** The authenticator app of a member (TOTP, RFC 6238), whose codes are the second step of signing in. */
export interface AuthenticatorTable {
  member: string;
  /** Sealed (`kernel/seal.ts`). */
  key: string;
  /** The counter of the newest code that was used. */
  used: Generated<number>;
  /** Keyed hashes of the recovery codes that are left, with spaces between. */
  recovery: string;
  made_at: Date;
  /** When a code of the app confirmed it; until then it is asked for nowhere. */
  added_at: Date | null;
}
