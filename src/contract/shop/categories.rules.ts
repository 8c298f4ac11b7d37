import * as v from 'valibot';
import { fields, id, nothing, requestKey, required } from '../rules/fields';

export const categoryName = required(20);
const ids = v.pipe(v.array(id, 'required'), v.nonEmpty('required'), v.maxLength(100, 'max'));

export const listCategory = nothing;
export const listAdminCategory = nothing;
/** The forms of a category with a name. */
export const addByName = fields({ name: categoryName, requestKey });
export const rename = fields({ id, name: v.optional(categoryName), requestKey });
/** By name, or from the platform's list. */
export const addCategory = v.union([addByName, fields({ platformIds: ids, requestKey })], 'required');
export const editCategory = fields({
  id,
  name: v.optional(categoryName),
  /** The category before which it is moved; `''`: to the end. */
  before: v.optional(v.pipe(v.string('wrong'), v.maxLength(64, 'wrong'))),
  requestKey,
});
export const deleteBatchCategory = fields({ ids, requestKey });
