import { get, joined, post, seg } from './request.mjs';

// Posts of members that other members reported.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const posts = {
  'post list': [
    '[reported|hidden|newest]',
    'posts that members have reported, those that are hidden, or the newest',
    ([which = 'reported']) => get(`posts?which=${seg(which)}`),
  ],
  'post hide': [
    '<id> <reason>',
    'nobody but its author sees it any more; the author is told why',
    ([id, ...reason]) => post(`posts/${seg(id)}/hide`, { reason: joined(reason) }),
  ],
  'post show': ['<id>', 'everybody sees it again', ([id]) => post(`posts/${seg(id)}/show`)],
};
