import type { App } from '../app';

// Written with our own words and not by the engine's `Intl.DateTimeFormat`, whose first use takes 5 to 30 ms of a fast processor, and 200 of
// a slow phone's. It is used only for a time zone that the member has chosen.

/** Whom a time is told to: their language, and their time zone, if they have chosen one. */
export type Teller = Pick<App, 't' | 'session'>;

/** The chosen time zone; undefined is the phone's. Every engine knows those that can be chosen (`timeZones` of the contract). */
export const chosenZone = ({ session }: Teller): string | undefined => session.userInfo.value?.timeZone;

/** By time zone, because a slow phone takes long to make one. */
const clocks: Record<string, Intl.DateTimeFormat> = {};

/** A date whose fields in UTC are the clock and the calendar of the member's time zone. */
export function wall(at: Date, by: Teller): Date {
  const timeZone = chosenZone(by);
  if (!timeZone) return new Date(+at - at.getTimezoneOffset() * 60_000);
  const clock = (clocks[timeZone] ||= new Intl.DateTimeFormat('sv', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }));
  return new Date(`${clock.format(at).replace(' ', 'T')}Z`); // as `2026-11-20 14:05:09`
}

/** The name of a month of the year (0 to 11), short and whole: in its message, the short one ends at a hyphen. */
export const monthNames = (month: number, { t }: Pick<App, 't'>): [short: string, whole: string] => {
  const [short = '', rest = ''] = (t('common.time.months').split(' ')[month] ?? '').split('-');
  return [short, short + rest];
};

/** The day of `wall`. `full`: with its year. */
export const writeDay = (wall: Date, full: boolean, { t }: Pick<App, 't'>): string =>
  t(full ? 'common.time.date' : 'common.time.day', {
    day: wall.getUTCDate(),
    month: monthNames(wall.getUTCMonth(), { t })[0],
    year: wall.getUTCFullYear(),
  });

/** `12 Nov`, and `12 Nov 2025` in another year, or always if `full`. No line ends within it. */
export function day(iso: string, by: Teller, full?: boolean): string {
  const at = wall(new Date(iso), by);
  return writeDay(at, full || at.getUTCFullYear() !== wall(new Date(), by).getUTCFullYear(), by).replace(
    / /g,
    '\xa0',
  );
}
