import * as v from 'valibot';
import {
  agreed,
  confirmed,
  contact,
  email,
  fields,
  id,
  inviteCode,
  knownContact,
  nothing,
  password,
  phone,
  randomCode as randomCodeText,
  required,
  username,
  verificationCode,
} from '../rules/fields';

/**
 * The second step of signing in, for members with an authenticator app: a code of the app, or a recovery code. Spaces and capital letters do
 * not matter.
 */
export const secondCode = v.pipe(required(20));
const secondStep = { secondCode: v.optional(secondCode) };

export const login = fields({ account: required(64), password, agreed, ...secondStep });
export const logout = nothing;
export const getInfo = nothing;
export const balance = nothing;
export const randomCode = nothing;

const picture = { randomCodeId: id, randomCode: randomCodeText };
const purpose = v.picklist(['register', 'reset', 'phone', 'email'], 'wrong');

/** Refused for any purpose other than `reset` unless it is a `contact`. */
export const sendCode = fields({ purpose, to: knownContact, ...picture });

const registering = {
  username,
  contact,
  code: verificationCode,
  inviteCode: v.optional(v.union([v.literal(''), inviteCode], 'wrong')),
  agreed,
};

export const register = confirmed(registering);
export const resetPassword = confirmed({ contact: knownContact, code: verificationCode });
export const modifyPhone = fields({ phone, code: verificationCode, password });
export const modifyEmail = fields({ email, code: verificationCode, password });

export const listSessions = nothing;
export const endSession = fields({ id });
export const endOtherSessions = nothing;

export const inviter = fields({ inviteCode });

export const authorizeUrl = fields({ returnTo: required(500) });
export const getOpenIdByCode = fields({ code: required(200) });
export const wechatLogin = fields({ ticket: id, ...secondStep });
export const wechatRegister = confirmed({ ...registering, ticket: id });
export const wechatBind = fields({ account: required(64), password, agreed, ticket: id, ...secondStep });
