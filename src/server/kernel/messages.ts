import type ordersMessages from '../../../i18n/en/orders.json';
import type sandboxMessages from '../../../i18n/en/sandbox.json';
import type serverMessages from '../../../i18n/en/server.json';
import { byLocale, type Locale } from '../../contract/wire/locale';

export { byLocale, type Locale, localeNames, localeOf } from '../../contract/wire/locale';
/** What the server can say to a member: a key of `i18n/<locale>/server.json`. */
export type MessageName = keyof typeof serverMessages;

// esbuild bundles the file of each folder that there is in `i18n`; a key that a language lacks fails a test (test/unit/i18n)
const words = byLocale(
  (locale): Record<MessageName, string> => require(`../../../i18n/${locale}/server.json`),
);

/** What the app calls payment methods and the like: of its own messages, those that the server says too. */
export const orderWords = byLocale((locale): typeof ordersMessages =>
  require(`../../../i18n/${locale}/orders.json`),
);

/** What the sandboxes' pages say, which people see in development only. */
export const sandboxWords = byLocale((locale): typeof sandboxMessages =>
  require(`../../../i18n/${locale}/sandbox.json`),
);

/** A text with its `{{blanks}}` filled in. */
export const fill = (text: string, values: Record<string, string | number>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (blank, key: string) => `${values[key] ?? blank}`);

/** The message in the language asked for, its `{{blanks}}` filled in. */
export const translate = (
  locale: Locale,
  name: MessageName,
  values: Record<string, string | number> = {},
): string => fill(words[locale][name], values);
