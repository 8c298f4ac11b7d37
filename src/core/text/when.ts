import { chosenZone, day, type Teller, wall } from './day';

const two = (value: number) => String(value).padStart(2, '0');

/** `14:05` */
export const clock = (iso: string, by: Teller): string => wall(new Date(iso), by).toISOString().slice(11, 16);

/** `Today`, `Yesterday`, or the day: above what happened on it. */
export function dayName(iso: string, by: Teller, now = Date.now()): string {
  const dayOf = (at: Date) => Math.floor(+wall(at, by) / 86_400_000);
  const ago = dayOf(new Date(now)) - dayOf(new Date(iso));
  if (ago === 0) return by.t('common.time.today');
  return ago === 1 ? by.t('common.time.yesterday') : day(iso, by);
}

/** `12 Nov, 14:05`, and with its year where that is another: within a sentence. */
export const dayAndTime = (iso: string, by: Teller): string =>
  by.t('common.time.at', { day: day(iso, by), time: clock(iso, by) });

/** `Today 14:05`, `Yesterday 21:13`, `12 Nov, 14:05`, `12 Nov 2025, 14:05`: a time that stands by itself. */
export function when(iso: string, by: Teller, now = Date.now()): string {
  const name = dayName(iso, by, now);
  return name === day(iso, by) ? dayAndTime(iso, by) : `${name} ${clock(iso, by)}`;
}

/** How far the member's time zone is from UTC: `UTC+8`, `UTC−3:30`. */
export function offset(by: Teller, at = new Date()): string {
  const minutes = Math.round((+wall(at, by) - +at) / 60_000);
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest ? `:${two(rest)}` : ''}`;
}

/** `12 Nov 2025, 14:05 (UTC+8)`: the time of a payment or a signature, which says all of it. */
export const exact = (iso: string, by: Teller): string =>
  `${by.t('common.time.at', { day: day(iso, by, true), time: clock(iso, by) })} (${offset(by, new Date(iso))})`;

/** The phone's time zone: `Europe/Berlin`. */
const phoneTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

/** The member's time zone: the one they have chosen, or that of the phone. */
export const timeZoneOf = (by: Teller): string => chosenZone(by) ?? phoneTimeZone();
