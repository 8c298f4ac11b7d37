import { chinaAhead } from '../../contract/wire/china';
import { dayLength, dayOf, startOfDay } from './dates';

export interface Calendar {
  /** Days off in addition to Saturday and Sunday, `2026-10-01`. */
  holidays: readonly string[];
  /** Saturdays and Sundays that are working days, to compensate for holidays. */
  workdays: readonly string[];
}

/** Whether the day in China that begins at `start` is a working day. */
function isWorked(start: number, { holidays, workdays }: Calendar): boolean {
  const day = dayOf(start);
  if (workdays.includes(day)) return true;
  const weekday = new Date(start + chinaAhead).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.includes(day);
}

/** The longest possible run of days off; a longer one is an error in the calendar. */
const longest = 60;

/**
 * The end of the day by which a withdrawal applied for at `now` is processed: the next day, or the first working day after it (spec §9).
 * Days in China. Milliseconds since the epoch.
 */
export function processedBy(now: number, calendar: Calendar): number {
  let day = startOfDay(now).getTime() + dayLength;
  for (let off = 0; off < longest && !isWorked(day, calendar); off++) day += dayLength;
  return day + dayLength - 1;
}
