export interface CircleTables {
  circle_post: CirclePostTable;
  circle_read: CircleReadTable;
}

interface CirclePostTable {
  id: string;
  /** Id of a member. */
  author: string;
  /** As the member wrote it: text, never markup. */
  text: string;
  created_at: Date;
}

/** Up to when a member has read the circle. */
interface CircleReadTable {
  member: string;
  read_at: Date;
}
