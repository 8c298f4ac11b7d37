import type { Bank } from '../../../contract/money/payout';
import { type Texts, textIn } from '../../../contract/wire/locale';
import type { Locale } from '../../kernel/messages';
import table from './banks.json';

/**
 * The names of banks by code, the best known first. Codes of mainland banks are those of Alipay's public list (npm bankcardinfo 2.0.6) if
 * it has the bank. Accounts store the code: change it only by a migration, and never reuse it.
 */
const textsByCode = new Map<string, Texts>([
  ...Object.entries(table.mainland),
  ...Object.entries(table.elsewhere),
]);

export const isBank = (code: string) => textsByCode.has(code);

/** The code of a bank that the back office has added consists of both names, so that an account there needs no list. */
export const codeOfAdded = (en: string, zh: string) => `${en}|${zh}`;

/** A bank's names; its code if the bank is not in the list any more. */
export function bankNames(code: string): Texts {
  const [en = code, zh = en] = code.split('|');
  return textsByCode.get(code) ?? { en, zh };
}

export const bankName = (code: string, locale: Locale): string => textIn(bankNames(code), locale);

/** Every bank to whose cards money can be paid, mainland banks first. */
export const allKnownBanks = (locale: Locale): Bank[] =>
  [...textsByCode.keys()].map((code) => ({ code, name: bankName(code, locale) }));
