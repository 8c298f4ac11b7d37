import * as v from 'valibot';
import { fields, from, id, lines, requestKey } from '../rules/fields';

/** Characters of a comment. */
export const longestComment = 300;

export const listComments = fields({ id, from });
export const addComment = fields({
  id,
  text: v.pipe(lines(longestComment), v.nonEmpty('required')),
  requestKey,
});
export const deleteComment = fields({ id });
export const reportComment = fields({
  id,
  reason: v.picklist(['spam', 'abuse', 'fraud', 'other'], 'required'),
});
