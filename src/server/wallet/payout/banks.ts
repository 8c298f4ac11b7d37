import type { Bank } from '../../../contract/money/payout';
import { type Texts, textIn } from '../../../contract/wire/locale';
import type { Locale } from '../../kernel/messages';
import table from './banks.json';

/**
 * The names of banks by code; the best known first. Codes of the mainland's banks are those of Alipay's public list
 * (npm bankcardinfo 2.0.6) where it has the bank. A code is kept in accounts: changed by a migration only, never reused.
 */
const textsByCode = new Map<string, Texts>([
  ...Object.entries(table.mainland),
  ...Object.entries(table.elsewhere),
]);

export const isBank = (code: string) => textsByCode.has(code);

/** The code of a bank that the desk has added is both of its names: an account there needs no list to be named by. */
export const codeOfAdded = (en: string, zh: string) => `${en}|${zh}`;

/** A bank's names; its code, should it be in the list no more. */
export function bankNames(code: string): Texts {
  const [en = code, zh = en] = code.split('|');
  return textsByCode.get(code) ?? { en, zh };
}

export const bankName = (code: string, locale: Locale): string => textIn(bankNames(code), locale);

/** Every bank whose cards money can be paid out to, those of the mainland first. */
export const allKnownBanks = (locale: Locale): Bank[] =>
  [...textsByCode.keys()].map((code) => ({ code, name: bankName(code, locale) }));
