import * as v from 'valibot';
import { proof } from '../money/pay-password.rules';
import { fields, nothing, password, requestKey } from '../rules/fields';

export const deletion = nothing;
/** The form of it. */
export const deletionForm = fields({ password });
export const askDeletion = fields({ password, proof, requestKey });
export const keepAccount = nothing;
export const dataCopy = nothing;
export const askCopy = fields({ requestKey });
export const copyAddress = fields({ password });

const hash = v.pipe(v.string('required'), v.nonEmpty('required'), v.regex(/^[0-9a-f]{64}$/, 'wrong'));
export const listAgreements = nothing;
export const agreementText = fields({ hash });
export const agreeToTerms = fields({ hash });
