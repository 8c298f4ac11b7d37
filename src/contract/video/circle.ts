import { added, call } from '../wire/call';
import type { Picture, Video } from '../wire/media';
import type { Page } from '../wire/page';
import type * as rules from './circle.rules';

/** Whoever writes in the circle. */
export interface Person {
  id: string;
  nickname: string;
  avatar?: Picture;
  teamLeader: boolean;
}

/** Something that a member has told the others: text, never markup, with up to nine pictures or a video. */
export interface Post {
  id: string;
  author: Person;
  /** Whether the member follows the author. */
  followed: boolean;
  text: string;
  pictures: Picture[];
  video?: Video;
  /** ISO 8601. */
  time: string;
  /** Whether the member has collected it, and how many have. */
  collected: boolean;
  collects: number;
  /** Whether the member likes it, and how many do. */
  liked: boolean;
  likes: number;
  /** Comments that the member may see. */
  comments: number;
  /** Whether the member wrote it. */
  mine: boolean;
  /** Its address for whoever it is shared with, on our own pages. */
  link: string;
  /** An operator keeps it above the others. */
  pinned?: true;
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
 * The newest first: of all members, above them what is pinned; of the member's team, who are those they invited, those whom these
 * invited, and who invited the member; of those whom the member follows; the member's own; or those with pictures or a video. `search`: only
 * posts with these words in them; `tag`: only those with `#tag`, in whatever case. Without what the member has reported, and whom they have
 * muted.
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
  announce: { 'post-created': ['id'] },
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
/** One post. Refused (500) when it is not to be seen. */
export const getPost = added<typeof rules.getPost, Post>('txCircle/get', {
  embed: { scopes: ['feed:read'], fields: { avatar: 'public', nickname: 'public' } },
});
/** Likes a post or no longer; the same again changes nothing. Refused (500) after 600 in an hour. */
export const likePost = added<typeof rules.likePost, { liked: boolean; likes: number }>('txCircle/like', {
  embed: { scopes: ['feed:write'] },
});
/** Follows an author, who is told the first time, or no longer. Refused (500) for oneself, and after 200 in an hour. */
export const followAuthor = added<typeof rules.followAuthor, { followed: boolean }>('txCircle/follow', {
  stale: () => [listPosts],
  embed: { scopes: ['feed:write'] },
});
/** Shows the member nothing of an author's any more, and ends following them; or shows it again. Refused (500) for oneself. */
export const muteAuthor = added<typeof rules.muteAuthor, { muted: boolean }>('txCircle/mute', {
  stale: () => [listPosts, listMuted],
  embed: { scopes: ['feed:write'] },
});
/** Whom the member has muted, the last one first. */
export const listMuted = added<typeof rules.listMuted, Page<Person>>('txCircle/muted', {
  embed: { scopes: ['feed:read'], fields: { avatar: 'public', nickname: 'public' } },
});
/** Deletes a post of the member's own; one that is gone already changes nothing. */
export const deletePost = added<typeof rules.deletePost, object>('txCircle/delete', {
  embed: { scopes: ['feed:write'] },
});
/** The member sees it no more, and an operator is told. */
export const reportPost = added<typeof rules.reportPost, object>('txCircle/report', {
  embed: { scopes: ['feed:write'] },
});
