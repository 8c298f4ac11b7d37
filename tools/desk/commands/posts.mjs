import { get, joined, post, seg } from './request.mjs';

// Posts and comments of members that other members reported.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const posts = {
  'post list': [
    '[reported|hidden|pinned|newest]',
    'posts that members have reported and nobody has looked at, those that are hidden, pinned, or the newest',
    ([which = 'reported']) => get(`posts?which=${seg(which)}`),
  ],
  'post hide': [
    '<id> <reason>',
    'nobody but its author sees it any more; the author is told why',
    ([id, ...reason]) => post(`posts/${seg(id)}/hide`, { reason: joined(reason) }),
  ],
  'post show': ['<id>', 'everybody sees it again', ([id]) => post(`posts/${seg(id)}/show`)],
  'post keep': [
    '<id> <reason>',
    'nothing is wrong with it: it leaves the list until somebody reports it again',
    ([id, ...reason]) => post(`posts/${seg(id)}/keep`, { reason: joined(reason) }),
  ],
  'post pin': [
    '<id>',
    'it stays above all others, as one of three at most',
    ([id]) => post(`posts/${seg(id)}/pin`),
  ],
  'post unpin': ['<id>', 'it stands where its date puts it', ([id]) => post(`posts/${seg(id)}/unpin`)],
  'comment list': [
    '[reported|hidden|newest]',
    'comments that members have reported and nobody has looked at, those that are hidden, or the newest',
    ([which = 'reported']) => get(`comments?which=${seg(which)}`),
  ],
  'comment hide': [
    '<id> <reason>',
    'nobody sees it any more; the author is told why',
    ([id, ...reason]) => post(`comments/${seg(id)}/hide`, { reason: joined(reason) }),
  ],
  'comment show': ['<id>', 'everybody sees it again', ([id]) => post(`comments/${seg(id)}/show`)],
  'comment keep': [
    '<id> <reason>',
    'nothing is wrong with it: it leaves the list until somebody reports it again',
    ([id, ...reason]) => post(`comments/${seg(id)}/keep`, { reason: joined(reason) }),
  ],
};
