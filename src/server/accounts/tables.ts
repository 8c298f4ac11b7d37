import type { GrabState } from '../../contract/video/logs';
import { byMember, type SpreadOf } from '../schema/spread';

/** Accounts on the short-video platform, and the coins they earn in live rooms. */
export interface AccountTables {
  short_video_account: ShortVideoAccountTable;
  grab_record: GrabRecordTable;
  account_day: AccountDayTable;
  /** `linked` of every account, so that it is unique on several database nodes too. */
  linked_short_video_account: { linked: string };
}

export const spread: SpreadOf<AccountTables> = {
  short_video_account: byMember,
  grab_record: byMember,
  account_day: byMember,
  linked_short_video_account: { by: 'key', column: 'linked' },
};

export interface ShortVideoAccountTable {
  id: string;
  member: string;
  /** As the platform spells it. */
  account: string;
  /** The name in lower case while the account is linked, null afterwards: nobody else may link it meanwhile. */
  linked: string | null;
  nickname: string;
  avatar: string | null;
  coins: number;
  /** The cloud phone it uses; each cloud phone has at most one account. */
  machine: string | null;
  /** Whether the platform still accepts the sign-in. */
  signed_in: boolean;
  linked_at: Date;
  /** When it was last refreshed. */
  updated_at: Date;
  /** The time up to which its visits have been fetched. */
  fetched_until: Date;
}

/** One visit to a live room. */
interface GrabRecordTable {
  /** The platform's id, prefixed with ours. */
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

/** Totals of an account's records per day, updated in the transaction that writes the records. */
interface AccountDayTable {
  member: string;
  account: string;
  day: string;
  coins: number;
  grabbed: number;
  missed: number;
}
