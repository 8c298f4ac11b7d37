import * as v from 'valibot';
import { fields, from, id, requestKey, required } from '../rules/fields';

/** As the platform writes it: 2 to 30 letters, digits, dots, hyphens and underscores; a leading @ is removed. */
export const accountName = v.pipe(
  required(40),
  v.transform((typed) => typed.replace(/^@/, '')),
  v.regex(/^[\p{L}\d._-]{2,30}$/u, 'wrong'),
);
const nickname = required(30);
const machineId = v.optional(v.nullable(id));

export const listAccounts = fields({
  keyword: v.optional(v.pipe(v.string('wrong'), v.trim(), v.maxLength(40, 'maxLength'))),
  state: v.optional(v.picklist([0, 1, 2, 3], 'wrong')),
  from,
});
export const tiktokDetail = fields({ id });
export const tiktokGraph = fields({ id, days: v.picklist([7, 30, 90], 'wrong') });
export const addTiktok = fields({
  account: accountName,
  nickname: v.optional(nickname),
  serialNumber: v.optional(id),
  machineId,
  requestKey,
});
export const tiktokEdit = fields({
  id,
  nickname: v.optional(nickname),
  serialNumber: v.optional(id),
  machineId,
  requestKey,
});
export const updateTime = fields({ id });
export const unlinkTiktok = fields({
  ids: v.pipe(v.array(id, 'required'), v.nonEmpty('required'), v.maxLength(100, 'max')),
  requestKey,
});
export const listFreeMachines = fields({ from });
