import * as v from 'valibot';
import { fields, from, lines, nothing, requestKey } from '../rules/fields';
import { longestMessage } from './im';

const mark = v.pipe(v.number('required'), v.safeInteger('wrong'), v.minValue(0, 'wrong'));
/** May be empty beside a picture. */
const text = lines(longestMessage);

export const sendMessage = v.pipe(
  fields({
    text: v.optional(text, ''),
    picture: v.optional(v.pipe(v.string('attachment'), v.uuid('attachment'))),
    requestKey,
  }),
  v.forward(
    v.check(({ text, picture }) => !!text || !!picture, 'required'),
    ['text'],
  ),
);
export const listMessages = fields({ from, after: v.optional(mark) });
export const waitForMessages = fields({ after: mark, deskRead: v.optional(mark, 0) });
export const readMessages = fields({ upTo: mark });
export const unreadMessages = nothing;
