import { yuan } from '../../contract/wire/yuan';
import type { Seen } from '../http/seen';
import { day, type Teller } from './day';

/** `¥1,234.50` from fen (spec §9). */
export const money = yuan;

/** `1,234` */
export const integer = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** "Just now" below a minute, then minutes, hours, days up to 3, then the date (spec §9). */
export function relative(iso: string, by: Teller, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return by.t('common.time.now');
  const hours = Math.floor(minutes / 60);
  if (!hours) return by.t('common.time.minutes', { count: minutes });
  const days = Math.floor(hours / 24);
  if (!days) return by.t('common.time.hours', { count: hours });
  return days <= 3 ? by.t('common.time.days', { count: days }) : day(iso, by);
}

/** `Last updated 3 hours ago`: how old the last answer is. */
export const seenText = ({ at }: Seen, by: Teller): string =>
  by.t('common.failures.seen', { time: relative(at, by) });
