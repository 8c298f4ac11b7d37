import { call } from '../wire/call';
import type { Page } from '../wire/page';
import type * as rules from './messages.rules';

/** What the server tells a member: that a withdrawal was remitted, that a question was answered. */
export interface SystemMessage {
  id: string;
  /** In the language of the request. Text, never markup. */
  title: string;
  text: string;
  /** The screen that it is about: `pages/mine/withDrawRecord?…`. */
  link?: string;
  /** ISO 8601. */
  at: string;
  read: boolean;
}

/** The member's messages, or those unread, the newest first. */
export const listMessages = call<typeof rules.listMessages, Page<SystemMessage>>('txSysMsg/list', {
  offline: 'last',
  embed: { scopes: ['notices:read'] },
});
/** How many are read, and how many are not. */
export const readTotal = call<typeof rules.readTotal, { read: number; unread: number }>(
  'txSysMsg/readTotal',
  { embed: { scopes: ['notices:read'] } },
);
/** How many there are. */
export const countTotal = call<typeof rules.countTotal, { total: number }>('txSysMsg/countTotal', {
  embed: { scopes: ['notices:read'] },
});
/** Marks some as read, or all there are. What is not the member's, or gone, is passed over. */
export const markRead = call<typeof rules.markRead, { unread: number }>('txSysMsg/edit', {
  stale: () => [readTotal, listMessages],
  embed: { scopes: ['notices:read'] },
});
/** Deletes them for good. What is not the member's, or gone already, is passed over. */
export const deleteMessages = call<typeof rules.deleteMessages, { unread: number; total: number }>(
  'txSysMsg/deleteBatch',
  { stale: () => [readTotal, countTotal, listMessages], embed: { scopes: ['notices:write'] } },
);
