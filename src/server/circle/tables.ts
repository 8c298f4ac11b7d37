import type { Generated } from 'kysely';
import type { ReportReason } from '../../contract/video/circle';
import type { SpreadOf } from '../schema/spread';

export interface CircleTables {
  circle_post: CirclePostTable;
  circle_read: CircleReadTable;
  circle_collect: CircleCollectTable;
  circle_report: CircleReportTable;
  circle_like: CircleCollectTable;
  circle_comment: CircleCommentTable;
  circle_comment_report: CircleCommentReportTable;
  circle_follow: CircleAuthorTable;
  circle_mute: CircleAuthorTable;
  circle_tag: CircleTagTable;
}

// The feed is one list of all members, newest first. If each node had a part of it, each page would ask all nodes and join their parts.
export const spread: SpreadOf<CircleTables> = {
  circle_post: 'here',
  circle_read: 'here',
  circle_collect: 'here',
  circle_report: 'here',
  circle_like: 'here',
  circle_comment: 'here',
  circle_comment_report: 'here',
  circle_follow: 'here',
  circle_mute: 'here',
  circle_tag: 'here',
};

interface CirclePostTable {
  id: string;
  /** Id of a member. */
  author: string;
  /** As the member wrote it: text, never markup. */
  text: string;
  created_at: Date;
  /** JSON: ids of pictures, up to nine. */
  pictures: Generated<string>;
  /** Ids of a video and of its first picture. */
  video: Generated<string | null>;
  poster: Generated<string | null>;
  /** Set by its author. */
  deleted_at: Generated<Date | null>;
  /** Set by an operator. */
  hidden_at: Generated<Date | null>;
  /** Set by an operator: the post stays above the others. */
  pinned_at: Generated<Date | null>;
  /** Set by an operator who has reviewed the reports until then and rejected them. */
  kept_at: Generated<Date | null>;
}

interface CircleCommentTable {
  id: string;
  post: string;
  /** Id of a member. */
  author: string;
  /** As the member wrote it: text, never markup. */
  text: string;
  created_at: Date;
  deleted_at: Generated<Date | null>;
  hidden_at: Generated<Date | null>;
  kept_at: Generated<Date | null>;
}

interface CircleCommentReportTable {
  member: string;
  comment: string;
  reason: ReportReason;
  at: Date;
}

/** The authors that a member follows or has muted. */
interface CircleAuthorTable {
  member: string;
  /** Id of a member. */
  author: string;
  at: Date;
}

/** `#Words` in a post, in lower case and without the `#`. */
interface CircleTagTable {
  tag: string;
  post: string;
}

/** The time up to which a member has read the feed. */
interface CircleReadTable {
  member: string;
  read_at: Date;
}

interface CircleCollectTable {
  member: string;
  post: string;
  at: Date;
}

interface CircleReportTable {
  member: string;
  post: string;
  reason: ReportReason;
  at: Date;
}
