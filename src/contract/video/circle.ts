import { added, call } from '../wire/call';
import type { Picture, Video } from '../wire/media';
import type { Page } from '../wire/page';
import type * as rules from './circle.rules';

/** An author in the feed. */
export interface Person {
  id: string;
  nickname: string;
  avatar?: Picture;
  teamLeader: boolean;
}

/** A post of a member: plain text, never markup, with up to nine pictures or a video. */
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
  /** Whether the member has saved it, and how many members have. */
  collected: boolean;
  collects: number;
  /** Whether the member likes it, and how many members do. */
  liked: boolean;
  likes: number;
  /** Number of comments visible to the member. */
  comments: number;
  /** Whether the member wrote it. */
  mine: boolean;
  /** Its address for sharing, on our own pages. */
  link: string;
  /** An operator has pinned it above the others. */
  pinned?: true;
  /** An operator has hidden it: only its author still sees it. */
  hidden?: true;
}

/** The reason for a report. */
export type ReportReason = 'spam' | 'abuse' | 'fraud' | 'other';

/** Number of posts since the member last read the feed; the badge of the dynamic tab (spec §2). */
export const unreadCount = call<typeof rules.unreadCount, { unreadCount: number }>('txCircle/unreadCount', {
  oldest: '5 s',
  embed: { scopes: ['feed:read'] },
});
export const readAll = call<typeof rules.readAll, object>('txCircle/readAll', {
  stale: () => [unreadCount],
  embed: { scopes: ['feed:read'] },
});
/**
 * Newest first: of all members, pinned posts on top; of the member's team: members they invited, members invited by those, and their own
 * inviter; of authors that the member follows; the member's own; or those with pictures or a video. `search`: only posts that contain the
 * text; `tag`: only those with `#tag`, ignoring case; `author`: only those of this member. Without posts that the member has reported, and authors they have muted.
 */
export const listPosts = call<typeof rules.listPosts, Page<Post>>('txCircle/list', {
  oldest: '5 s',
  offline: 'last',
  embed: {
    first: { feed: { scope: 'all' } },
    scopes: ['feed:read'],
    fields: { avatar: 'public', nickname: 'public' },
  },
});
/**
 * Posts, once per key. Refused (5001) without text, picture and video, with both pictures and a video, and if one of them is not the
 * member's upload; (500) after 30 posts in an hour.
 */
export const addPost = call<typeof rules.addPost, { id: string }>('txCircle/add', {
  once: true,
  stale: () => [listPosts],
  announce: { 'post-created': ['id'] },
  embed: { scopes: ['feed:write'] },
});
/** The member's saved posts, most recently saved first. */
export const listCollected = call<typeof rules.listCollected, Page<Post>>('txCircleCollect/list', {
  oldest: '5 s',
  embed: { scopes: ['feed:read'], fields: { avatar: 'public', nickname: 'public' } },
});
/** Saves or unsaves a post; a repetition changes nothing. */
export const collectPost = added<typeof rules.collectPost, { collected: boolean; collects: number }>(
  'txCircleCollect/edit',
  { stale: () => [listCollected], embed: { scopes: ['feed:write'] } },
);
/** One post. Refused (500) if it is not visible to the member. */
export const getPost = added<typeof rules.getPost, Post>('txCircle/get', {
  oldest: '5 s',
  embed: { scopes: ['feed:read'], fields: { avatar: 'public', nickname: 'public' } },
});
/** Likes or unlikes a post; a repetition changes nothing. Refused (500) after 600 in an hour. */
export const likePost = added<typeof rules.likePost, { liked: boolean; likes: number }>('txCircle/like', {
  embed: { scopes: ['feed:write'] },
});
/** Follows an author, who is notified the first time, or unfollows. Refused (500) for oneself, and after 200 in an hour. */
export const followAuthor = added<typeof rules.followAuthor, { followed: boolean }>('txCircle/follow', {
  stale: () => [listPosts],
  embed: { scopes: ['feed:write'] },
});
/** Mutes an author, and unfollows them; or unmutes them. Refused (500) for oneself. */
export const muteAuthor = added<typeof rules.muteAuthor, { muted: boolean }>('txCircle/mute', {
  stale: () => [listPosts, listMuted],
  embed: { scopes: ['feed:write'] },
});
/** The members that the member has muted, most recent first. */
export const listMuted = added<typeof rules.listMuted, Page<Person>>('txCircle/muted', {
  oldest: '5 s',
  embed: { scopes: ['feed:read'], fields: { avatar: 'public', nickname: 'public' } },
});
/** Deletes the member's own post; a deleted one is ignored. */
export const deletePost = added<typeof rules.deletePost, object>('txCircle/delete', {
  embed: { scopes: ['feed:write'] },
});
/** Hides the post from the member, and reports it to an operator. */
export const reportPost = added<typeof rules.reportPost, object>('txCircle/report', {
  embed: { scopes: ['feed:write'] },
});
