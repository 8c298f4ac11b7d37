import type ordersMessages from '../../../i18n/en/orders.json';
import type sandboxMessages from '../../../i18n/en/sandbox.json';
import type serverMessages from '../../../i18n/en/server.json';
import { byLocale, type Locale } from '../../contract/wire/locale';

export { byLocale, type Locale, localeNames, localeOf } from '../../contract/wire/locale';
/** A message of the server to a member: a key of `i18n/<locale>/server.json`. */
export type MessageName = keyof typeof serverMessages;

// esbuild bundles the file of each folder in `i18n`; a missing key fails a test (test/unit/i18n)
const words = byLocale(
  (locale): Record<MessageName, string> => require(`../../../i18n/${locale}/server.json`),
);

/** The app's messages that the server also uses, such as the names of payment methods. */
export const orderWords = byLocale((locale): typeof ordersMessages =>
  require(`../../../i18n/${locale}/orders.json`),
);

/** Messages of the sandboxes' pages, which appear in development only. */
export const sandboxWords = byLocale((locale): typeof sandboxMessages =>
  require(`../../../i18n/${locale}/sandbox.json`),
);

/** Fills in the `{{blanks}}` of a text. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (blank, key: string) => `${values[key] ?? blank}`);

/** The message in the given language, its `{{blanks}}` filled in. */
export const translate = (
  locale: Locale,
  name: MessageName,
  values: Record<string, string | number> = {},
): string => fill(words[locale][name], values);
