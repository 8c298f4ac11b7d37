import type { Locale } from '../../contract/wire/locale';
import type { App } from '../app';

/** Whom a time is told to: their language, and their time zone, if they have chosen one. */
export type Teller = Pick<App, 'i18n' | 't' | 'session'>;

/** The chosen time zone; undefined is the phone's. Every engine knows those that can be chosen (`timeZones` of the contract). */
export const chosenZone = ({ session }: Teller): string | undefined => session.userInfo.value?.timeZone;

/** The language tag for dates and amounts. In English, a day comes before its month, as everywhere but in America. */
export const formatTag = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale);

/** `12 Nov`, and `12 Nov 2025` in another year, or always if `full`. */
export function day(iso: string, by: Teller, full?: boolean): string {
  const at = new Date(iso);
  return at.toLocaleDateString(formatTag(by.i18n.locale.value), {
    timeZone: chosenZone(by),
    day: 'numeric',
    month: 'short',
    ...((full || at.getFullYear() !== new Date().getFullYear()) && { year: 'numeric' }),
  });
}
