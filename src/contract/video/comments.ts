import { added } from '../wire/call';
import type { Page } from '../wire/page';
import { listPosts, type Person } from './circle';
import type * as rules from './comments.rules';

/** A member's comment on a post: plain text, never markup. */
export interface Comment {
  id: string;
  author: Person;
  text: string;
  /** ISO 8601. */
  time: string;
  /** Whether the member wrote it. */
  mine: boolean;
}

/** The comments of a post, oldest first, without those of muted members. Refused (500) if the post is not visible to the member. */
export const listComments = added<typeof rules.listComments, Page<Comment>>('txCircleComment/list', {
  oldest: '5 s',
  embed: { scopes: ['feed:read'], fields: { avatar: 'public', nickname: 'public' } },
});
/** Comments on a post, once per key, and notifies its author. Refused (500) after 60 comments in an hour. */
export const addComment = added<typeof rules.addComment, { comment: Comment; comments: number }>(
  'txCircleComment/add',
  {
    once: true,
    stale: () => [listPosts, listComments],
    embed: { scopes: ['feed:write'], fields: { avatar: 'public', nickname: 'public' } },
  },
);
/** Deletes the member's own comment; answers the number of remaining comments. A deleted one is ignored. */
export const deleteComment = added<typeof rules.deleteComment, { comments: number }>(
  'txCircleComment/delete',
  { stale: () => [listPosts, listComments], embed: { scopes: ['feed:write'] } },
);
/** Hides the comment from the member, and reports it to an operator. */
export const reportComment = added<typeof rules.reportComment, object>('txCircleComment/report', {
  stale: () => [listComments],
  embed: { scopes: ['feed:write'] },
});
