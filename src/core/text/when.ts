import type { I18n } from './i18n';

const two = (value: number) => String(value).padStart(2, '0');
/** Days are the phone's; noon keeps clear of the hour that summer time takes. */
const noon = (at: Date) => new Date(at.getFullYear(), at.getMonth(), at.getDate(), 12).getTime();

/**
 * When it was as people say it, by the phone's clock and place: `Today 00:10`, `Yesterday 21:13`, `19 Nov 17:37`, and with its year
 * where that is another. `words`: how the language says the first two.
 */
export function when(
  iso: string,
  { locale, locales }: Pick<I18n, 'locale' | 'locales'>,
  words: { today: string; yesterday: string },
  now = Date.now(),
): string {
  const at = new Date(iso);
  const days = Math.round((noon(new Date(now)) - noon(at)) / 86_400_000);
  const sameYear = at.getFullYear() === new Date(now).getFullYear();
  const day =
    days === 0
      ? words.today
      : days === 1
        ? words.yesterday
        : at.toLocaleDateString(locales[locale.peek()].header.replace('_', '-'), {
            day: 'numeric',
            month: 'short',
            ...(!sameYear && { year: 'numeric' }),
          });
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** The phone's place in time: `UTC+8`, `UTC−3:30`. */
export function timeZone(at = new Date()): string {
  const minutes = -at.getTimezoneOffset();
  const size = Math.abs(minutes);
  const rest = size % 60;
  return `UTC${minutes < 0 ? '−' : '+'}${Math.floor(size / 60)}${rest ? `:${two(rest)}` : ''}`;
}

/** The phone's time zone: `Europe/Berlin`. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
