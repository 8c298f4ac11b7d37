import type { Generated } from 'kysely';
import type { ReportReason } from '../../contract/video/circle';

export interface CircleTables {
  circle_post: CirclePostTable;
  circle_read: CircleReadTable;
  circle_collect: CircleCollectTable;
  circle_report: CircleReportTable;
}

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
  /** By its author. */
  deleted_at: Generated<Date | null>;
  /** By an operator. */
  hidden_at: Generated<Date | null>;
}

/** Up to when a member has read the circle. */
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
