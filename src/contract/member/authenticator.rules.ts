import * as v from 'valibot';
import { payPassword } from '../money/pay-password.rules';
import { fields, nothing, password, verificationCode } from '../rules/fields';
import { secondCode } from './auth.rules';

/** Proves the member: by the payment password where one is set, otherwise by one of the two others. */
const proof = {
  payPassword: v.optional(payPassword),
  password: v.optional(password),
  code: v.optional(verificationCode),
};

export const authenticator = nothing;
export const makeAuthenticator = fields(proof);
export const addAuthenticator = fields({ code: verificationCode });
export const endAuthenticator = fields({ ...proof, secondCode });

/** The forms, by the proof. */
export const makeByPay = fields({ payPassword });
export const makeByPassword = fields({ password });
export const makeByCode = fields({ code: verificationCode });
export const endByPay = fields({ secondCode, payPassword });
export const endByPassword = fields({ secondCode, password });
export const endByCode = fields({ secondCode, code: verificationCode });
