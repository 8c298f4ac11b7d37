import { added, call } from '../wire/call';
import type * as rules from './auth.rules';

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
}

export interface SignedIn {
  token: string;
  userInfo: UserInfo;
}

/** Where a member is signed in. The names are the makers' own; `''` where the browser tells nothing. */
export interface SignedInPlace {
  id: string;
  /** The one that asks. */
  current: boolean;
  /** `iPhone`, `Pixel 7`, `Windows`. */
  system: string;
  /** `WeChat`, `Chrome`. */
  app: string;
  /** The network it was last used from, `203.0.113.*`; absent when it is not known. */
  address?: string;
  since: string;
  /** To ten minutes. */
  seenAt: string;
}

/** Money in fen; points, beans and promotion value are whole. */
export interface Balance {
  balance: number;
  storeBalance: number;
  frozen: number;
  points: number;
  cloudBeans: number;
  promotionValue: number;
}

/**
 * Signs in with a username, a phone number or an e-mail address.
 * Refused (500) with `redirect`, the address of the other country's version, when the account belongs there (spec §6).
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

/** The random code as a picture (spec §3, register): `image` is a data URL, `id` goes back with what was read. */
export const randomCode = added<typeof rules.randomCode, { id: string; image: string }>('txUser/randomCode', {
  guard: 'anyone',
});
/** Sends a verification code to a phone or mailbox. `wait`: seconds until another may be asked for. */
export const sendCode = added<typeof rules.sendCode, { wait: number }>('txUser/sendCode', {
  guard: 'anyone',
});
export const register = added<typeof rules.register, SignedIn>('txUser/register', { guard: 'anyone' });
/** Whose invitation code it is, for whoever is about to register with it; nothing where it is nobody's. */
export const inviter = added<typeof rules.inviter, { nickname?: string }>('txUser/inviter', {
  guard: 'anyone',
});
/** Ends every session the member has. */
export const resetPassword = added<typeof rules.resetPassword, object>('txUser/resetPassword', {
  guard: 'anyone',
});
/** Ends the member's sessions in other places. */
export const modifyPhone = added<typeof rules.modifyPhone, { userInfo: UserInfo }>('txUser/modifyPhone', {
  stale: () => [getInfo],
});
export const modifyEmail = added<typeof rules.modifyEmail, { userInfo: UserInfo }>('txUser/modifyEmail', {
  stale: () => [getInfo],
});

/** At most 50, the one that asks first. */
export const listSessions = added<typeof rules.listSessions, { items: SignedInPlace[] }>('txUser/sessions');
/** Ends one in another place; one that is over already is no mistake. Its device is a stranger's from then on. */
export const endSession = added<typeof rules.endSession, object>('txUser/endSession', {
  stale: () => [listSessions],
});
/** Ends all but the one that asks. */
export const endOtherSessions = added<typeof rules.endOtherSessions, object>('txUser/endOtherSessions', {
  stale: () => [listSessions],
});

/** Where WeChat asks the member for permission. `sandbox` is true when it is our own stand-in for WeChat. */
export const authorizeUrl = added<typeof rules.authorizeUrl, { url: string; sandbox: boolean }>(
  'wxController/authorizeUrl',
  { guard: 'anyone' },
);
/** `ticket` stands for the openId for ten minutes; `bound` says whether an account belongs to it. Same code, same answer. */
export const getOpenIdByCode = call<typeof rules.getOpenIdByCode, { ticket: string; bound: boolean }>(
  'wxController/getOpenIdByCode',
  { guard: 'anyone' },
);
export const wechatLogin = added<typeof rules.wechatLogin, SignedIn>('txUser/wechatLogin', {
  guard: 'anyone',
});
export const wechatRegister = added<typeof rules.wechatRegister, SignedIn>('txUser/wechatRegister', {
  guard: 'anyone',
});
/** Signs in with a password and joins the account to the openId behind the ticket. */
export const wechatBind = added<typeof rules.wechatBind, SignedIn>('txUser/wechatBind', { guard: 'anyone' });
