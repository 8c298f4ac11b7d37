import { type Locale, tagOf } from '../../contract/wire/locale';

/** China's time, in which the platform keeps its books. */
export const chinaZone = 'Asia/Shanghai';

/** Whether it is the name of a time zone (IANA): `Europe/Berlin`. */
export function isTimeZone(name: string): boolean {
  try {
    return !!new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
}

/** The language tag for dates. In English, a day comes before its month, as everywhere but in America. */
const formatTag = (locale: Locale): string => (locale === 'en' ? 'en-GB' : tagOf(locale));

/** A time as people write it in a language: `20 Nov 2026, 14:05`. */
export const timeIn = (at: Date | number, locale: Locale, timeZone: string): string =>
  new Intl.DateTimeFormat(formatTag(locale), {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  }).format(at);

/** A day as people write it in a language: `20 Nov 2026` for `2026-11-20`. */
export const dayIn = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(formatTag(locale), {
    dateStyle: 'medium',
    timeZone: 'UTC',
  }).format(Date.parse(day));

/** A time that sorts as text, for spreadsheets: `2026-11-20 14:05:09`. */
export const sortableTime = (at: Date | number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium', timeZone }).format(at);

/** `UTC+8`, `UTC−3:30`: how far a time zone is from UTC at a time. */
export function offsetOf(at: Date | number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(at);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return name === 'GMT' ? 'UTC+0' : name.replace('GMT', 'UTC').replace('-', '−');
}
