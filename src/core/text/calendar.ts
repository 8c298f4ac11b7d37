import type { Locale } from '../../contract/wire/locale';
import { formatDate, type Teller } from './day';

/** A day comes before its month in English too, as in `day`. Not shared with it, because that is in the first load. */
const formatTag = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale);

/**
 * `12 Nov`, and `12 Nov 2025` in another year: a day of the calendar, which is the same in every time zone. `date`: `2026-11-12`; nothing
 * for anything else.
 */
export function calendarDay(date: string, { i18n }: Pick<Teller, 'i18n'>): string {
  const at = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(+at)) return '';
  return formatDate(at, formatTag(i18n.locale.value), {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(at.getUTCFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
  });
}

/** `November 2026` from `2026-11`; unchanged if it is not a month. */
export function monthName(month: string, { i18n }: Pick<Teller, 'i18n'>): string {
  const at = new Date(`${month}-01T00:00:00Z`);
  if (Number.isNaN(+at)) return month;
  const name = formatDate(at, formatTag(i18n.locale.value), {
    year: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  });
  return name[0]?.toUpperCase() + name.slice(1); // in Vietnamese, a month is a word in lower case
}
