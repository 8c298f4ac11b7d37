import type { Selectable } from 'kysely';
import type { Country } from '../../contract/member/auth';
import type { NoticeSummary } from '../../contract/support/notices';
import type { Locale } from '../../contract/wire/locale';
import { byMember, type SpreadOf } from '../schema/spread';

/** Notices that operators publish, and system messages to single members. */
export interface NoticeTables {
  notice: NoticeTable;
  notice_text: NoticeTextTable;
  notice_confirmed: { member: string; notice: string; at: Date };
  system_message: SystemMessageTable;
  notify_choice: NotifyChoiceTable;
}

export const spread: SpreadOf<NoticeTables> = {
  notice: 'everywhere',
  notice_text: 'everywhere',
  notice_confirmed: byMember,
  system_message: byMember,
  notify_choice: byMember,
};

/** How a member wants to be reached outside of the app; no row: nothing but what is theirs to know. */
interface NotifyChoiceTable {
  member: string;
  /** In which messages go out. */
  locale: Locale;
  /** JSON of `Partial<NotificationChoices>` (contract/support/notifications). */
  choices: string;
  /** `22:00` and `07:30` in `time_zone`, or neither. */
  quiet_from: string | null;
  quiet_to: string | null;
  /** An IANA name. */
  time_zone: string;
}

interface NoticeTable {
  id: string;
  /** The only member who sees it; null for everybody. */
  addressee: string | null;
  /** The only country version that sees it; null for both. */
  country: Country | null;
  /** Whether it covers the app until the member has confirmed it. */
  confirm: boolean;
  published_at: Date;
  /** Withdrawn notices are kept as evidence of the members' confirmations. */
  withdrawn_at: Date | null;
}

/** A notice in one language. */
interface NoticeTextTable {
  notice: string;
  locale: NoticeSummary['lang'];
  title: string;
  /** JSON of `RichNode[]` (contract/notices): sanitised before it was written. */
  body: string;
}

interface SystemMessageTable {
  id: string;
  member: string;
  /** A key of `MessageValues` (notify-member.ts). */
  kind: string;
  /** JSON of the kind's values. */
  told: string;
  /** The screen of the app to which it leads: `pages/…?…`. */
  link: string | null;
  at: Date;
  read_at: Date | null;
}

export type SystemMessageRow = Selectable<SystemMessageTable>;
