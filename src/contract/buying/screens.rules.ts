import * as v from 'valibot';
import { fields, id } from '../rules/fields';
import { mostFollowers, mostThumbnails } from './screens';

export const listThumbnails = fields({
  machines: v.pipe(
    v.array(fields({ id, tag: v.optional(id) }), 'required'),
    v.nonEmpty('required'),
    v.maxLength(mostThumbnails, 'max'),
  ),
});

export const openScreen = fields({ id });

export const openTogether = fields({
  ids: v.pipe(v.array(id, 'required'), v.nonEmpty('required'), v.maxLength(mostFollowers + 1, 'max')),
  lead: v.optional(id),
});
