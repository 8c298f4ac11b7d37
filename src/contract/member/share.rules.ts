import * as v from 'valibot';
import { fields, nothing } from '../rules/fields';

/** The address of the page without its fragment. Unchanged, because WeChat signs its bytes. */
export const wechatShare = fields({
  url: v.pipe(v.string('required'), v.nonEmpty('required'), v.maxLength(2000, 'maxLength')),
});

export const miniCode = nothing;
export const mediaTicket = fields({ kind: v.picklist(['picture', 'video'], 'wrong') });
