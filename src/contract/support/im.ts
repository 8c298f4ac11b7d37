import { added } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './im.rules';

/** Characters that a message of online support may have. */
export const longestMessage = 1000;

/** One message between a member and the desk. Text is text, never markup. */
export interface Message {
  /** Its place in the conversation: 1, 2, 3 … Whoever has read up to one has missed none before it. */
  id: number;
  author: 'member' | 'desk';
  /** Empty when there is only a picture. */
  text: string;
  /** Id of a picture. */
  picture?: string;
  at: string;
  /** The request key that the member's phone sent it with: so it knows its own again when the answer was lost. */
  key?: string;
}

/** How far a conversation has come. */
export interface Progress {
  /** Id of the newest message, 0 before the first. */
  newest: number;
  /** Up to which message the desk has read. */
  deskRead: number;
  /** Messages of the desk that the member has not read. */
  unread: number;
}

/** Sends a message. The same request key gives the same answer: sent again after a lost answer, it is there once. */
export const sendMessage = added<typeof rules.sendMessage, { id: number; at: string }>('txSupport/send', {
  once: true,
  announce: { 'message-sent': ['id'] },
  embed: { scopes: ['chat:write'] },
});

/**
 * Messages, the oldest of the page first: the newest page; with `from` the page before it (`next` is absent when it is the
 * first of all); with `after` (an id) those that follow it, as many as fit: ask on while the last is not `newest`.
 */
export const listMessages = added<typeof rules.listMessages, Page<Message> & Progress>('txSupport/list', {
  embed: { first: { chat: {} }, scopes: ['chat:read'] },
});

/**
 * Answers as soon as there is a message after `after`, or the desk has read further than `deskRead`; otherwise within 25 s
 * with no items. Ask again at once; after a failure, with what is known by then.
 */
export const waitForMessages = added<typeof rules.waitForMessages, { items: Message[] } & Progress>(
  'txSupport/wait',
  { embed: { scopes: ['chat:read'] } },
);

/** Says up to which message the member has read. Never goes back. */
export const readMessages = added<typeof rules.readMessages, { unread: number }>('txSupport/read', {
  stale: () => [unreadMessages],
  embed: { scopes: ['chat:read'] },
});
/** Messages of the desk that the member has not read; the badge of online support. */
export const unreadMessages = added<typeof rules.unreadMessages, { unread: number }>('txSupport/unread', {
  embed: { scopes: ['chat:read'] },
});
