import type { GrabState } from '../../contract/video/logs';

/** Accounts on the short-video platform, and what they grab in live rooms. */
export interface AccountTables {
  short_video_account: ShortVideoAccountTable;
  grab_record: GrabRecordTable;
  account_day: AccountDayTable;
}

export interface ShortVideoAccountTable {
  id: string;
  member: string;
  /** As the platform writes it. */
  account: string;
  /** The same in lower case while it is linked, null afterwards: nobody else may link it meanwhile. */
  linked: string | null;
  nickname: string;
  avatar: string | null;
  coins: number;
  /** The cloud phone it runs on; no two accounts run on one. */
  machine: string | null;
  /** Whether the platform still knows the sign-in. */
  signed_in: boolean;
  linked_at: Date;
  /** When it was last brought up to date. */
  updated_at: Date;
  /** Up to when its visits have been fetched. */
  fetched_until: Date;
}

/** One visit to a live room. */
interface GrabRecordTable {
  /** The platform's, with ours before it. */
  id: string;
  account: string;
  member: string;
  at: Date;
  /** `2026-11-20` and 0 to 23, in China. */
  day: string;
  hour: number;
  amount: number;
  live_room: string;
  streamer: string;
  state: GrabState;
}

/** The sums of an account's records of a day, kept in the transaction that writes them. */
interface AccountDayTable {
  account: string;
  day: string;
  coins: number;
  grabbed: number;
  missed: number;
}
