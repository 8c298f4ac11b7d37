import { added, call } from '../wire/call';
import type { Picture, Video } from '../wire/media';
import type { Page } from '../wire/page';
import type * as rules from './circle.rules';

/** Something that a member has told the others: text, never markup, with up to nine pictures or a video. */
export interface Post {
  id: string;
  author: { id: string; nickname: string; avatar?: Picture; teamLeader: boolean };
  text: string;
  pictures: Picture[];
  video?: Video;
  /** ISO 8601. */
  time: string;
  /** Whether the member has collected it, and how many have. */
  collected: boolean;
  collects: number;
  /** Whether the member wrote it. */
  mine: boolean;
  /** An operator has hidden it: only its author still sees it. */
  hidden?: true;
}

/** What a reported post is said to be. */
export type ReportReason = 'spam' | 'abuse' | 'fraud' | 'other';

/** Posts in the circle since the member last read it; the badge of the dynamic tab (spec §2). */
export const unreadCount = call<typeof rules.unreadCount, { unreadCount: number }>('txCircle/unreadCount', {
  embed: { scopes: ['feed:read'] },
});
export const readAll = call<typeof rules.readAll, object>('txCircle/readAll', {
  stale: () => [unreadCount],
  embed: { scopes: ['feed:read'] },
});
/**
 * The newest first: of all members; of the member's team, who are those they invited, those whom these invited, and who
 * invited the member; the member's own; or those with pictures or a video. Without what the member has reported.
 */
export const listPosts = call<typeof rules.listPosts, Page<Post>>('txCircle/list', {
  offline: 'last',
  embed: {
    first: { feed: { scope: 'all' } },
    scopes: ['feed:read'],
    fields: { avatar: 'public', nickname: 'public' },
  },
});
/**
 * Posts, once a key. Refused (5001) when there is neither text nor picture nor video, when there are both pictures and a
 * video, and when one of them is not the member's upload; (500) after 30 posts in an hour.
 */
export const addPost = call<typeof rules.addPost, { id: string }>('txCircle/add', {
  once: true,
  stale: () => [listPosts],
  embed: { scopes: ['feed:write'] },
});
/** What the member has collected, the newest collected first. */
export const listCollected = call<typeof rules.listCollected, Page<Post>>('txCircleCollect/list', {
  embed: { scopes: ['feed:read'], fields: { avatar: 'public', nickname: 'public' } },
});
/** Collects a post or no longer; the same again changes nothing. */
export const collectPost = added<typeof rules.collectPost, { collected: boolean; collects: number }>(
  'txCircleCollect/edit',
  { stale: () => [listCollected], embed: { scopes: ['feed:write'] } },
);
/** Deletes a post of the member's own; one that is gone already changes nothing. */
export const deletePost = added<typeof rules.deletePost, object>('txCircle/delete', {
  embed: { scopes: ['feed:write'] },
});
/** The member sees it no more, and an operator is told. */
export const reportPost = added<typeof rules.reportPost, object>('txCircle/report', {
  embed: { scopes: ['feed:write'] },
});
