export interface CircleTables {
  circle_post: CirclePostTable;
  circle_read: CircleReadTable;
}

export interface CirclePostTable {
  id: string;
  /** Id of a member. */
  author: string;
  /** As the member wrote it: text, never markup. */
  text: string;
  created_at: Date;
}

/** Up to when a member has read the circle. */
export interface CircleReadTable {
  member: string;
  read_at: Date;
}
