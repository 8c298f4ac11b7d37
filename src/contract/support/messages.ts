import { call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './messages.rules';

/** A message of the server to a member: a withdrawal was remitted, a work order was answered. */
export interface SystemMessage {
  id: string;
  /** In the language of the request. Text, never markup. */
  title: string;
  text: string;
  /** The screen that it concerns: `pages/mine/withDrawRecord?…`. */
  link?: string;
  /** ISO 8601. */
  at: string;
  read: boolean;
}

const unreadCount = { 'notice-unread': [['unread', 'count']] } as const;

/** The member's messages, or the unread ones, newest first. */
export const listMessages = call<typeof rules.listMessages, Page<SystemMessage>>('txSysMsg/list', {
  oldest: '1 s',
  offline: 'last',
  embed: { scopes: ['notices:read'] },
});
/** Number of read and of unread messages. */
export const readTotal = call<typeof rules.readTotal, { read: number; unread: number }>(
  'txSysMsg/readTotal',
  { oldest: '1 s', announce: unreadCount, embed: { scopes: ['notices:read'] } },
);
/** How many there are. */
export const countTotal = call<typeof rules.countTotal, { total: number }>('txSysMsg/countTotal', {
  oldest: '1 s',
  embed: { scopes: ['notices:read'] },
});
/** Marks some messages, or all, as read. Messages that belong to others or were deleted are skipped. */
export const markRead = call<typeof rules.markRead, { unread: number }>('txSysMsg/edit', {
  stale: () => [readTotal, listMessages],
  announce: unreadCount,
  embed: { scopes: ['notices:read'] },
});
/** Deletes them permanently. Messages that belong to others or were deleted are skipped. */
export const deleteMessages = call<typeof rules.deleteMessages, { unread: number; total: number }>(
  'txSysMsg/deleteBatch',
  {
    stale: () => [readTotal, countTotal, listMessages],
    announce: unreadCount,
    embed: { scopes: ['notices:write'] },
  },
);
