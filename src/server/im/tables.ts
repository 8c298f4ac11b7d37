import type { Generated } from 'kysely';

export interface ConversationTables {
  conversation: ConversationTable;
  conversation_message: ConversationMessageTable;
}

/** A member's conversation with the desk. Whoever adds to it holds this row until the end, so messages are seen in order. */
interface ConversationTable {
  member: string;
  /** Id of its newest message. */
  newest: number;
  /** When that was written. */
  at: Date;
  /** Up to which message each side has read, and how many of the other's it has not. */
  member_read: number;
  member_unread: number;
  desk_read: number;
  desk_unread: number;
  /** The name of whoever at the desk answers it. */
  taken_by: Generated<string | null>;
}

export interface ConversationMessageTable {
  member: string;
  /** 1, 2, 3 … within the conversation. */
  id: number;
  author: 'member' | 'desk';
  text: string;
  picture: string | null;
  /** The request key of the member's phone; null for the desk's. */
  key: string | null;
  at: Date;
}
