/** China's clock, in milliseconds ahead of UTC: it has no summer time. */
export const chinaAhead = 8 * 3_600_000;
const dayLength = 86_400_000;

export interface Calendar {
  /** Days off besides Saturday and Sunday, `2026-10-01`. */
  holidays: readonly string[];
  /** Saturdays and Sundays that are worked, to make up for holidays. */
  workdays: readonly string[];
}

/** `2026-11-20`, in China. */
export const chinaDay = (at: number) => new Date(at + chinaAhead).toISOString().slice(0, 10);

/** `2026-11-20 14:05`, by China's clock. */
export const chinaTime = (at: number) =>
  new Date(at + chinaAhead).toISOString().slice(0, 16).replace('T', ' ');

/** Whether people work on a day that begins, in China, at `start`. */
function isWorked(start: number, { holidays, workdays }: Calendar): boolean {
  const day = chinaDay(start);
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
  const today = Math.floor((now + chinaAhead) / dayLength) * dayLength - chinaAhead;
  let day = today + dayLength;
  for (let off = 0; off < longest && !isWorked(day, calendar); off++) day += dayLength;
  return day + dayLength - 1;
}
