import type { Generated } from 'kysely';
import type { WatchEnd } from '../../contract/buying/watches';
import { byMember, type SpreadOf } from '../schema/spread';

export interface ScreenTables {
  screen_watch: ScreenWatchTable;
}

export const spread: SpreadOf<ScreenTables> = { screen_watch: byMember };

/** A partner's support asks to watch the screen of a member's cloud phone, and what came of it. */
export interface ScreenWatchTable {
  member: string;
  id: string;
  partner: string;
  machine: string;
  /** The name of the support person and the reason, in the words of the partner. */
  person: string;
  reason: string;
  /** The origin of the only page that may frame the picture. */
  origin: string;
  minutes: number;
  asked_at: Date;
  /** When it ends by itself: first the question, and then, counted from the answer, the watching. */
  until: Date;
  answer: Generated<'allowed' | 'declined' | null>;
  answered_at: Generated<Date | null>;
  began_at: Generated<Date | null>;
  /** Before `until`, or once somebody has noticed that this has passed. */
  ended_at: Generated<Date | null>;
  ended_by: Generated<WatchEnd | null>;
  /** Name the ticket and the page that are valid now; the ones before are not any more. */
  ticket: Generated<string | null>;
  viewer: Generated<string | null>;
}
