import type { Locale } from '../../contract/wire/locale';
import { byMember, type SpreadOf } from '../schema/spread';

/** Agreements of members, and their texts. */
export interface AgreementTables {
  agreement_text: AgreementTextTable;
  agreement: AgreementTable;
  agreement_reminder: { member: string; text: string; at: Date };
}

export const spread: SpreadOf<AgreementTables> = {
  agreement_text: 'everywhere',
  agreement: byMember,
  agreement_reminder: byMember,
};

export type AgreementDocument = 'terms' | 'partner';

/** A text that could be agreed to. It is never changed or deleted: a changed text is another row. */
interface AgreementTextTable {
  /** SHA-256 of the title and the paragraphs, hex. */
  hash: string;
  document: AgreementDocument;
  locale: Locale;
  title: string;
  /** JSON: paragraphs. */
  text: string;
  /** When a gateway first had it: the date of the version. */
  since: Date;
}

/** A member agreed to a text. Rows are added and never changed. */
export interface AgreementTable {
  id: string;
  member: string;
  document: AgreementDocument;
  /** `agreement_text.hash` */
  text: string;
  at: Date;
  /** Where the member agreed: a form of ours, or the page on which a partner asks. */
  how: 'register' | 'signIn' | 'settings' | 'connect';
  /** `Platform.appid`, such as `h5`. */
  app: string;
  /** For a partner: its id, its site, and its own id of the customer, which is empty once the account is deleted. */
  partner: string | null;
  site: string | null;
  reference: string | null;
}
