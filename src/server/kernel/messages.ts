import en from '../../../i18n/en/server.json';
import zh from '../../../i18n/zh/server.json';

export type Locale = 'en' | 'zh';
/** What the server can say to a member: a key of `i18n/<locale>/server.json`. */
export type MessageName = keyof typeof en;

// A key that one language lacks does not compile.
const words: Record<Locale, Record<MessageName, string>> = { en, zh };

/** The message in the language asked for, its `{{blanks}}` filled in. */
export const translate = (
  locale: Locale,
  name: MessageName,
  values: Record<string, string | number> = {},
): string => words[locale][name].replace(/\{\{(\w+)\}\}/g, (blank, key: string) => `${values[key] ?? blank}`);

/** English unless the request asks for Chinese (spec §7: `Accept-Language: en_US | zh_CN`). */
export const localeOf = (acceptLanguage: string | undefined): Locale =>
  /^zh/i.test(acceptLanguage ?? '') ? 'zh' : 'en';
