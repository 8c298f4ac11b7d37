import { DomainError } from '../kernel/domain-error';
import type { BankFile, BankLine, LineAbout } from './tables';

/** An entry of a statement, as a file says it. */
export interface Entry {
  day: string;
  /** Hundredths, negative for a debit. */
  amount: number;
  currency: string;
  reference: string;
  bankReference: string;
  party: string;
  partyAccount: string;
  text: string;
  returned: boolean;
  /** Of a provider's report. It is the last, and absent in a bank's, because the values identify an entry. */
  provider?: { about: LineAbout; fee: number };
}

export interface Statement {
  format: BankFile['format'];
  account: string;
  /** Of a provider's report. */
  way?: NonNullable<BankLine['way']>;
  entries: Entry[];
}

/** A file that is no statement, with the place of the mistake. */
export const wrongFile = (what: string) => new DomainError('statementWrong', { what });

/** Maximum number of characters of a text that is stored. */
const longest = 500;

/** A line of text without control characters, as stored. */
export const plain = (text: string | undefined): string =>
  (text ?? '')
    .replace(/[\p{Cc}\p{Cs}\p{Cn}]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longest);

/** Hundredths of an amount such as `1,234.50`: exact, from its digits. Refused with more than two decimal places. */
export function hundredths(text: string): number | undefined {
  const [, sign, whole, part = ''] =
    /^([-+]?)(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text.replace(/[\s¥￥]/g, '')) ?? [];
  if (whole === undefined) return undefined;
  const amount = Number(whole.replace(/,/g, '')) * 100 + Number(part.padEnd(2, '0'));
  return sign === '-' ? -amount : amount;
}

/** `2026-11-20` of `2026-11-20`, `20261120`, `2026/11/20` or a time after them; undefined if it does not exist. */
export function dayIn(text: string): string | undefined {
  const [, year, month, day] =
    /^(\d{4})[-/.年]?(\d{1,2})[-/.月]?(\d{1,2})(?:日|\D|$)/.exec(text.trim()) ?? [];
  if (!year || !month || !day) return undefined;
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = Date.parse(`${iso}T00:00:00Z`);
  return Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== iso ? undefined : iso;
}
