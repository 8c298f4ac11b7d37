import { chinaAhead } from '../../contract/wire/china';

/** The beginning of a month in China, counted from January of the year. */
export const monthBegin = (year: number, nth: number) => new Date(Date.UTC(year, nth, 1) - chinaAhead);

/** The beginning of the month of a time, or of one of the months after it. */
export function monthAfter(at: number, months: number): Date {
  const there = new Date(at + chinaAhead);
  return monthBegin(there.getUTCFullYear(), there.getUTCMonth() + months);
}
