import { chinaAhead, dayLength, dayOf, startOfDay } from './dates';

export interface Calendar {
  /** Days off besides Saturday and Sunday, `2026-10-01`. */
  holidays: readonly string[];
  /** Saturdays and Sundays that are worked, to make up for holidays. */
  workdays: readonly string[];
}

/** Whether people work on a day that begins, in China, at `start`. */
function isWorked(start: number, { holidays, workdays }: Calendar): boolean {
  const day = dayOf(start);
  if (workdays.includes(day)) return true;
  const weekday = new Date(start + chinaAhead).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day);
}

/** The longest run of days off that a calendar may have; one that never ends is a mistake. */
const longest = 60;

/**
 * The last moment of the day by which a withdrawal applied for at `now` is processed: the next day, or the first day after
 * it on which people work (spec §9). Days are China's. Milliseconds since the epoch.
 */
export function processedBy(now: number, calendar: Calendar): number {
  let day = startOfDay(now).getTime() + dayLength;
  for (let off = 0; off < longest && !isWorked(day, calendar); off++) day += dayLength;
  return day + dayLength - 1;
}
