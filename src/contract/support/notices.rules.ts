import { fields, from, id, nothing } from '../rules/fields';

export const listNotices = fields({ from });
export const getNotice = fields({ id });
export const getNeedConfirm = nothing;
export const userConfirm = fields({ id });
