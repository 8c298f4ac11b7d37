import type { Generated } from 'kysely';
import { byMember, type SpreadOf } from '../schema/spread';

export interface ConversationTables {
  conversation: ConversationTable;
  conversation_message: ConversationMessageTable;
}

export const spread: SpreadOf<ConversationTables> = {
  conversation: byMember,
  conversation_message: byMember,
};

/**
 * A member's conversation with support. A writer locks this row until the end of the transaction, so messages become visible in order.
 */
interface ConversationTable {
  member: string;
  /** Id of its newest message. */
  newest: number;
  /** When the newest message was written. */
  at: Date;
  /** The last message that each side has read, and the number of the other side's unread messages. */
  member_read: number;
  member_unread: number;
  desk_read: number;
  desk_unread: number;
  /** The newest message when the member was last notified of an answer. They are notified again once they have read up to it. */
  member_notified: Generated<number>;
  /** Name of the person in the back office who handles it. */
  taken_by: Generated<string | null>;
}

export interface ConversationMessageTable {
  member: string;
  /** 1, 2, 3 … within the conversation. */
  id: number;
  author: 'member' | 'desk';
  text: string;
  picture: string | null;
  /** The request key of the member's phone; null for messages of the back office. */
  key: string | null;
  at: Date;
}
