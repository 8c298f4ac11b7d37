import { added, call } from '../wire/call';
import type * as rules from './auth.rules';
import type { OwnCurrency } from './currencies';
import type { TimeZone } from './time-zones';

/** The country version, fixed by the member's identity (spec §1, §6). */
export type Country = 'cn' | 'intl';

/** Whether a member may use the navigation features (spec §6). */
export const ExamineState = { closed: 0, open: 1 } as const;
export type ExamineState = (typeof ExamineState)[keyof typeof ExamineState];

export interface UserInfo {
  userId: string;
  username: string;
  nickname: string;
  /** As on the member's documents; absent until it is set in personal information. */
  name?: string;
  /** Id of a picture. */
  avatar?: string;
  /** Masked: `138****8000`, `a***@example.com`. */
  phone?: string;
  email?: string;
  examineState: ExamineState;
  country: Country;
  teamLeader: boolean;
  inviteCode: string;
  /** Absent: the phone's. */
  timeZone?: TimeZone;
  /** In which amounts are shown beside yuan; absent: that of the country version. */
  currency?: OwnCurrency;
  /** ISO 8601: when the account is deleted, as the member has asked. */
  leavingAt?: string;
}

/** In the body of a refusal (`500`) of signing in: the next step, a code of the authenticator app. */
export interface SecondStep {
  secondStep: 'authenticator';
  /** After a wrong code: the remaining attempts here. */
  left?: number;
}

export interface SignedIn {
  token: string;
  userInfo: UserInfo;
}

/** A session of the member. The names are the makers' own; `''` if the browser does not reveal them. */
export interface SignedInPlace {
  id: string;
  /** The session of this request. */
  current: boolean;
  /** `iPhone`, `Pixel 7`, `Windows`. */
  system: string;
  /** `WeChat`, `Chrome`. */
  app: string;
  /** The network of its last use, `203.0.113.*`; absent if unknown. */
  address?: string;
  since: string;
  /** To ten minutes. */
  seenAt: string;
  /** Whether it takes push messages. */
  push?: true;
}

/** Money in fen; points, beans and promotion value are integers. */
export interface Balance {
  balance: number;
  storeBalance: number;
  frozen: number;
  points: number;
  cloudBeans: number;
  promotionValue: number;
}

/**
 * Signs in with a username, a phone number or an e-mail address. Refused (500) with `redirect`, the address of the other country's
 * version, if the account belongs there (spec §6). Refused (500) with `secondStep` without a right `secondCode` if the member has an
 * authenticator app; with `left` after a wrong one, the remaining attempts here.
 */
export const login = added<typeof rules.login, SignedIn>('txUser/login', { guard: 'anyone' });
export const logout = added<typeof rules.logout, object>('txUser/logout', { guard: 'anyone' });
export const getInfo = added<typeof rules.getInfo, { userInfo: UserInfo }>('txUser/getInfo', {
  offline: 'last',
  embed: {
    scopes: 'every',
    fields: {
      avatar: 'private',
      email: 'private',
      inviteCode: 'private',
      name: 'private',
      nickname: 'public',
      phone: 'private',
      username: 'private',
    },
  },
});
export const balance = added<typeof rules.balance, Balance>('txUser/balance', {
  offline: 'last',
  embed: { first: { wallet: {} }, scopes: ['wallet:read'] },
});

/** The captcha as a picture (spec §3, register): `image` is a data URL; send `id` back with the text. */
export const randomCode = added<typeof rules.randomCode, { id: string; image: string }>('txUser/randomCode', {
  guard: 'anyone',
});
/** Sends a verification code to a phone or mailbox. `wait`: seconds until the next code can be requested. */
export const sendCode = added<typeof rules.sendCode, { wait: number }>('txUser/sendCode', {
  guard: 'anyone',
});
export const register = added<typeof rules.register, SignedIn>('txUser/register', { guard: 'anyone' });
/** The owner of an invitation code, for a visitor who registers with it; empty for an unknown code. */
export const inviter = added<typeof rules.inviter, { nickname?: string }>('txUser/inviter', {
  guard: 'anyone',
});
/** Ends all of the member's sessions. */
export const resetPassword = added<typeof rules.resetPassword, object>('txUser/resetPassword', {
  guard: 'anyone',
});
/** Ends the member's other sessions. */
export const modifyPhone = added<typeof rules.modifyPhone, { userInfo: UserInfo }>('txUser/modifyPhone', {
  stale: () => [getInfo],
});
export const modifyEmail = added<typeof rules.modifyEmail, { userInfo: UserInfo }>('txUser/modifyEmail', {
  stale: () => [getInfo],
});

/** At most 50, the session of the request first. */
export const listSessions = added<typeof rules.listSessions, { items: SignedInPlace[] }>('txUser/sessions');
/** Ends another session; an ended one is ignored. Its device is no longer known. */
export const endSession = added<typeof rules.endSession, object>('txUser/endSession', {
  stale: () => [listSessions],
});
/** Ends all sessions except the one of the request. */
export const endOtherSessions = added<typeof rules.endOtherSessions, object>('txUser/endOtherSessions', {
  stale: () => [listSessions],
});

/** The page where WeChat asks the member for permission. `sandbox` is true if it is our own simulation of WeChat. */
export const authorizeUrl = added<typeof rules.authorizeUrl, { url: string; sandbox: boolean }>(
  'wxController/authorizeUrl',
  { guard: 'anyone' },
);
/** `ticket` represents the openId for ten minutes; `bound`: whether an account is linked to it. The same code gives the same answer. */
export const getOpenIdByCode = call<typeof rules.getOpenIdByCode, { ticket: string; bound: boolean }>(
  'wxController/getOpenIdByCode',
  { guard: 'anyone' },
);
/** Refused as `login` is for a member with an authenticator app. */
export const wechatLogin = added<typeof rules.wechatLogin, SignedIn>('txUser/wechatLogin', {
  guard: 'anyone',
});
export const wechatRegister = added<typeof rules.wechatRegister, SignedIn>('txUser/wechatRegister', {
  guard: 'anyone',
});
/** Signs in with a password, as `login` does, and links the account to the openId behind the ticket. */
export const wechatBind = added<typeof rules.wechatBind, SignedIn>('txUser/wechatBind', { guard: 'anyone' });
