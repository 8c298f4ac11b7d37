import type { App } from '../app';

/** Whom a time is told to: their language, and their time zone, if they have chosen one. */
export type Teller = Pick<App, 'i18n' | 't' | 'session'>;

/** The chosen time zone; undefined is the phone's. Every engine knows those that can be chosen (`timeZones` of the contract). */
export const chosenZone = ({ session }: Teller): string | undefined => session.userInfo.value?.timeZone;

/** `12 Nov`, and `12 Nov 2025` in another year, or always if `full`. */
export function day(iso: string, by: Teller, full?: boolean): string {
  const at = new Date(iso);
  const locale = by.i18n.locale.value;
  return at.toLocaleDateString(locale === 'en' ? 'en-GB' : locale, {
    timeZone: chosenZone(by),
    day: 'numeric',
    month: 'short',
    ...((full || at.getFullYear() !== new Date().getFullYear()) && { year: 'numeric' }),
  });
}
