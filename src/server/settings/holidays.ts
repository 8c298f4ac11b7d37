import { createRequire } from 'node:module';
import type chineseDays from 'chinese-days/dist/chinese-days.json';

/** Loads a package where it is used first, as `kernel/load.ts` does for the rooms above. */
const load = createRequire(import.meta.url);

const dayLength = 86_400_000;

/**
 * The weekdays of a year that are days off in China, and the Saturdays and Sundays that are working days, as announced by the State
 * Council; undefined for a year that was not announced when the package was published.
 */
export function publicCalendar(year: number): { holidays: string[]; workdays: string[] } {
  const announced = load('chinese-days/dist/chinese-days.json') as typeof chineseDays;
  const daysIn = (days: object, weekend: boolean) =>
    Object.keys(days)
      .filter((day) => day.startsWith(`${year}-`) && [0, 6].includes(new Date(day).getUTCDay()) === weekend)
      .sort();
  return { holidays: daysIn(announced.holidays, false), workdays: daysIn(announced.workdays, true) };
}

/** Years that were looked up; the settings are read several times. */
const known = new Map<number, ReturnType<typeof publicCalendar>>();

function calendarOf(year: number): ReturnType<typeof publicCalendar> {
  const calendar = known.get(year) ?? publicCalendar(year);
  known.set(year, calendar);
  return calendar;
}

/** The calendars of this year, the previous and the next one. */
export function publicCalendars(now: number): { holidays: string[]; workdays: string[] } {
  const year = new Date(now).getUTCFullYear();
  const all = [year - 1, year, year + 1].map(calendarOf);
  return {
    holidays: all.flatMap(({ holidays }) => holidays),
    workdays: all.flatMap(({ workdays }) => workdays),
  };
}

/** The year without a calendar: this one, or in its last weeks the next. Undefined if all are known. */
export function missingYear(holidays: readonly string[], now: number): string | undefined {
  const knows = (year: number) => holidays.some((day) => day.startsWith(`${year}-`));
  const soon = new Date(now + 21 * dayLength).getUTCFullYear();
  const missing = [new Date(now).getUTCFullYear(), soon].find((year) => !knows(year));
  if (missing === undefined) return;
  return `No public holidays are known for ${missing}: withdrawals would be promised for them. Set HOLIDAYS and WORKDAYS.`;
}
