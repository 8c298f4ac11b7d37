import { byMember, type SpreadOf } from '../schema/spread';

export interface PrivacyTables {
  data_copy: DataCopyTable;
}

export const spread: SpreadOf<PrivacyTables> = {
  data_copy: byMember,
};

/** A copy of a member's data: the newest takes the place of the one before. */
interface DataCopyTable {
  member: string;
  /** Part of the file's name. */
  id: string;
  asked_at: Date;
  /** Null while a job makes it. */
  ready_at: Date | null;
  /** Bytes. */
  size: number | null;
  /** SHA-256 of the ticket that opens it, hex, the session it was given to, and until when. */
  ticket: string | null;
  session: string | null;
  ticket_until: Date | null;
}
