import { added } from '../wire/call';
import type { Page } from '../wire/page';
import { listPosts, type Person } from './circle';
import type * as rules from './comments.rules';

/** What a member said of a post: text, never markup. */
export interface Comment {
  id: string;
  author: Person;
  text: string;
  /** ISO 8601. */
  time: string;
  /** Whether the member wrote it. */
  mine: boolean;
}

/** The comments of a post, the oldest first, without those of people whom the member has muted. Refused (500) when the post is not to be seen. */
export const listComments = added<typeof rules.listComments, Page<Comment>>('txCircleComment/list', {
  embed: { scopes: ['feed:read'], fields: { avatar: 'public', nickname: 'public' } },
});
/** Comments on a post, once a key; its author is told. Refused (500) after 60 comments in an hour. */
export const addComment = added<typeof rules.addComment, { comment: Comment; comments: number }>(
  'txCircleComment/add',
  {
    once: true,
    stale: () => [listPosts, listComments],
    embed: { scopes: ['feed:write'], fields: { avatar: 'public', nickname: 'public' } },
  },
);
/** Deletes a comment of the member's own; answers how many are left. One that is gone already changes nothing. */
export const deleteComment = added<typeof rules.deleteComment, { comments: number }>(
  'txCircleComment/delete',
  { stale: () => [listPosts, listComments], embed: { scopes: ['feed:write'] } },
);
/** The member sees it no more, and an operator is told. */
export const reportComment = added<typeof rules.reportComment, object>('txCircleComment/report', {
  stale: () => [listComments],
  embed: { scopes: ['feed:write'] },
});
