import * as v from 'valibot';
import { fields, required } from '../rules/fields';

export const service = fields({
  UniqueKey: required(64),
  Method: required(64),
  ObjectData: v.pipe(v.array(required(64), 'wrong'), v.maxLength(50, 'max')),
});
export const loadPicture = fields({ id: v.pipe(v.string('required'), v.uuid('wrong')) });
