import * as v from 'valibot';
import { fields, from, id } from '../rules/fields';

export const queryVideosList = v.object({
  goodsId: v.optional(id),
  categoryId: v.optional(id),
  keyword: v.optional(v.pipe(v.string('wrong'), v.trim(), v.maxLength(60, 'maxLength'))),
  from,
});
export const getVideo = fields({ id });
export const downloadVideo = fields({ id });
