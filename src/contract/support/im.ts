import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './im.rules';
import { listMessages as listSystemMessages, readTotal } from './messages';

/** Maximum number of characters of a message in online support. */
export const longestMessage = 1000;

/** A message between a member and support. Plain text, never markup. */
export interface Message {
  /** Its number in the conversation: 1, 2, 3 … A client that has read up to one has missed none before it. */
  id: number;
  author: 'member' | 'desk';
  /** Empty if there is only a picture. */
  text: string;
  /** Id of a picture. */
  picture?: string;
  at: string;
  /** The request key with which the member's phone sent it, so that the phone recognizes it after a lost response. */
  key?: string;
}

/** The state of a conversation. */
export interface Progress {
  /** Id of the newest message, 0 before the first. */
  newest: number;
  /** The last message that support has read. */
  deskRead: number;
  /** Messages of support that the member has not read. */
  unread: number;
}

/** Sends a message. The same request key gives the same answer: a message that is repeated after a lost response exists once. */
export const sendMessage = added<typeof rules.sendMessage, { id: number; at: string }>('txSupport/send', {
  once: true,
  announce: { 'message-sent': ['id'] },
  embed: { scopes: ['chat:write'] },
});

/**
 * Messages, oldest of the page first: the newest page. With `from` the previous page; `next` is absent on the first page of all. With
 * `after` (an id) the following messages, as many as fit: repeat until the last one is `newest`.
 */
export const listMessages = added<typeof rules.listMessages, Page<Message> & Progress>('txSupport/list', {
  embed: { first: { chat: {} }, scopes: ['chat:read'] },
});

/**
 * Answers as soon as there is a message after `after`, or support has read further than `deskRead`; otherwise within 25 s without items.
 * Call again at once; after a failure, with the state known by then.
 */
export const waitForMessages = added<typeof rules.waitForMessages, { items: Message[] } & Progress>(
  'txSupport/wait',
  { embed: { scopes: ['chat:read'] } },
);

/** Marks messages as read by the member, up to an id. Never goes back. With the newest one, the system message about an answer is read too. */
export const readMessages = added<typeof rules.readMessages, { unread: number }>('txSupport/read', {
  stale: () => [unreadMessages, readTotal, listSystemMessages],
  embed: { scopes: ['chat:read'] },
});
/** Number of messages of support that the member has not read; the badge of online support. */
export const unreadMessages = added<typeof rules.unreadMessages, { unread: number }>('txSupport/unread', {
  embed: { scopes: ['chat:read'] },
});
