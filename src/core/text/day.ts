import type { Locale } from '../../contract/wire/locale';
import type { App } from '../app';

/** Whom a time is told to: their language, and their time zone, if they have chosen one. */
export type Teller = Pick<App, 'i18n' | 't' | 'session'>;

/** The chosen time zone; undefined is the phone's. Every engine knows those that can be chosen (`timeZones` of the contract). */
export const chosenZone = ({ session }: Teller): string | undefined => session.userInfo.value?.timeZone;

/** The language tag for dates and amounts. In English, a day comes before its month, as everywhere but in America. */
const formatTag = (locale: Locale): string => (locale === 'en' ? 'en-GB' : locale);

/** By language and options, because a slow phone takes 30 ms to make one. */
const formats: Record<string, Intl.DateTimeFormat> = {};

/** A date as the engine writes it. */
export function formatDate(at: Date, tag: string, options: Intl.DateTimeFormatOptions): string {
  return (formats[tag + JSON.stringify(options)] ||= new Intl.DateTimeFormat(tag, options)).format(at);
}

/** `12 Nov`, and `12 Nov 2025` in another year, or always if `full`. No line ends within it. */
export function day(iso: string, by: Teller, full?: boolean): string {
  const at = new Date(iso);
  return formatDate(at, formatTag(by.i18n.locale.value), {
    timeZone: chosenZone(by),
    day: 'numeric',
    month: 'short',
    ...((full || at.getFullYear() !== new Date().getFullYear()) && { year: 'numeric' }),
  }).replace(/ /g, '\xa0');
}
