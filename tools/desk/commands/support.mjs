import { randomUUID } from 'node:crypto';
import { chatLine, follow } from '../follow.mjs';
import { get, joined, post, seg } from './request.mjs';

// Work orders and conversations.

/** @import { Command } from './request.mjs' */

/** @type {Record<string, Command>} */
export const support = {
  'workorder list': [
    '[status]',
    'questions that are open, or pending, processing, processed',
    ([status = 'open']) => get(`workorders?status=${seg(status)}`),
  ],
  'workorder show': [
    '<number>',
    'a question with all that was said',
    ([number]) => get(`workorders/${seg(number)}`),
  ],
  'workorder take': ['<number>', 'somebody is at it', ([number]) => post(`workorders/${seg(number)}/take`)],
  'workorder answer': [
    '<number> <text>',
    'answer it; the member is told',
    ([number, ...text], flags) =>
      post(`workorders/${seg(number)}/answer`, { text: joined(text), requestKey: flags.key ?? randomUUID() }),
  ],
  'chat list': ['', 'conversations, those that wait for an answer first', () => get('conversations')],
  'chat read': [
    '<member account> [before]',
    'its newest messages, or those before a number, which are read then',
    ([account, before]) =>
      post(`conversations/of/${seg(account)}/read`, before ? { before: Number(before) } : {}),
    { line: chatLine },
  ],
  'chat reply': [
    '<member account> <text>',
    'say something to a member',
    ([account, ...text], flags) =>
      post(`conversations/of/${seg(account)}/reply`, {
        text: joined(text),
        requestKey: flags.key ?? randomUUID(),
      }),
  ],
  'chat follow': ['', 'what is said in any conversation, as it comes', () => ({ run: follow })],
};
