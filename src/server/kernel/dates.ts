import { type RawBuilder, sql } from 'kysely';
import { chinaAhead } from '../../contract/wire/china';
import { monthBegin } from '../db/china';

/** Days are days in China, which all have the same length. Milliseconds. */
export const dayLength = 86_400_000;

export const startOfDay = (now: number) =>
  new Date(Math.floor((now + chinaAhead) / dayLength) * dayLength - chinaAhead);

/** `2026-11-20`. */
export const dayOf = (at: number) => new Date(at + chinaAhead).toISOString().slice(0, 10);

/** `2026-11-20 14:05`, in China. */
export const chinaTime = (at: number) =>
  new Date(at + chinaAhead).toISOString().slice(0, 16).replace('T', ' ');

/** The beginning of a day such as `2026-11-20`. */
export const beginningOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - chinaAhead);

/** China's day of a time, counted from 1970: what `dayNumber` gives in a query. */
export const numberOfDay = (at: number) => Math.floor((at + chinaAhead) / dayLength);

/** The day of a time as such a number, which all drivers and engines return alike. */
export const dayNumber = (at: RawBuilder<unknown>) =>
  sql<number>`cast(floor((extract(epoch from ${at}) + 28800) / 86400) as int)`;

/** The month of a time as an integer `202611`, which all drivers and engines return alike. */
export const monthNumber = (at: RawBuilder<unknown>) => {
  const there = sql`(${at} at time zone 'UTC' + interval '8 hours')`;
  return sql<number>`cast(extract(year from ${there}) * 100 + extract(month from ${there}) as int)`;
};

/** The month of a time as such an integer. */
export const monthNumberOf = (at: Date) => Number(dayOf(at.getTime()).slice(0, 7).replace('-', ''));

/** `2026-11` for `202611`. */
export const monthOf = (number: number) =>
  `${Math.floor(number / 100)}-${String(number % 100).padStart(2, '0')}`;

/** Whether a text is a month such as `2026-11`. */
export const isMonth = (text: string) => /^\d{4}-(0[1-9]|1[0-2])$/.test(text);

/** Begin and end of a month (`2026-11`) in China. */
export function monthSpan(month: string): { from: Date; until: Date } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: monthBegin(year, number - 1), until: monthBegin(year, number) };
}
