import * as v from 'valibot';
import { fields, from, nothing } from '../rules/fields';

export const team = nothing;
export const listFriends = fields({
  level: v.optional(v.picklist([1, 2], 'wrong')),
  teamLeaders: v.optional(v.boolean('wrong')),
  keyword: v.optional(v.pipe(v.string('wrong'), v.trim(), v.maxLength(50, 'maxLength'))),
  from,
});
