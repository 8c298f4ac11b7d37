import type documentMessages from '../../../i18n/en/documents.json';
import type walletMessages from '../../../i18n/en/wallet.json';
import { byLocale } from '../kernel/messages';

/** The words of documents, by language. */
export const documentWords = byLocale((locale): typeof documentMessages =>
  require(`../../../i18n/${locale}/documents.json`),
);

/** The app's words for accounts and reasons. */
export const walletWords = byLocale((locale): typeof walletMessages =>
  require(`../../../i18n/${locale}/wallet.json`),
);
