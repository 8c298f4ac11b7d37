import * as v from 'valibot';
import { fields, id } from '../rules/fields';
import { mostThumbnails } from './screens';

export const listThumbnails = fields({
  machines: v.pipe(
    v.array(fields({ id, tag: v.optional(id) }), 'required'),
    v.nonEmpty('required'),
    v.maxLength(mostThumbnails, 'max'),
  ),
});

export const openScreen = fields({ id });
