import { yuan } from '../../contract/wire/yuan';
import type { Translate } from './i18n';

/** `¥1,234.50` from fen (spec §9). */
export const money = yuan;

/** `1,234` */
export const integer = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

const two = (value: number) => String(value).padStart(2, '0');

/** `2026-11-21`, in the phone's time zone. */
export function date(iso: string): string {
  const at = new Date(iso);
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** `2026-11-21 03:05` */
export function dateTime(iso: string): string {
  const at = new Date(iso);
  return `${date(iso)} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** "Just now" below a minute, then minutes, hours, days up to 3, then the date (spec §9). */
export function relative(iso: string, t: Translate, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return t('common.time.now');
  if (minutes < 60) return t('common.time.minutes', { count: minutes });
  if (minutes < 24 * 60) return t('common.time.hours', { count: Math.floor(minutes / 60) });
  const days = Math.floor(minutes / (24 * 60));
  return days <= 3 ? t('common.time.days', { count: days }) : date(iso);
}
