import type { App } from '../app';
import { monthNames, writeDay } from './day';

/**
 * `12 Nov`, and `12 Nov 2025` in another year: a day of the calendar, which is the same in every time zone. `date`: `2026-11-12`; nothing
 * for anything else.
 */
export function calendarDay(date: string, by: Pick<App, 't'>): string {
  const at = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(+at) ? '' : writeDay(at, at.getUTCFullYear() !== new Date().getFullYear(), by);
}

/** `November 2026` from `2026-11`; unchanged if it is not a month. */
export function monthName(month: string, by: Pick<App, 't'>): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(+at)) return month;
  return by.t('common.time.month', {
    month: monthNames(at.getUTCMonth(), by)[1],
    year: at.getUTCFullYear(),
  });
}
