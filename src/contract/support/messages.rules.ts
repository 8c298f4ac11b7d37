import * as v from 'valibot';
import { fields, from, id, nothing } from '../rules/fields';

/** Selected messages. */
const ids = v.pipe(v.array(id, 'required'), v.nonEmpty('required'), v.maxLength(500, 'max'));

export const listMessages = fields({ unread: v.optional(v.boolean('wrong')), from });
export const readTotal = nothing;
export const countTotal = nothing;
/** Some of them, or all. */
export const markRead = v.union([fields({ ids }), fields({ all: v.literal(true, 'wrong') })], 'required');
export const deleteMessages = fields({ ids });
