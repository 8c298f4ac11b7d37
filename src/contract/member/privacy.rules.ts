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
