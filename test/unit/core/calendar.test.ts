import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Locale, localeNames } from '../../../src/contract/wire/locale';
import type { App } from '../../../src/core/app';
import { calendarDay, monthName } from '../../../src/core/text/calendar';

/** A reader of a language. */
const in_ = (locale: Locale) => {
  const words: Record<string, string> = JSON.parse(readFileSync(`i18n/${locale}/common.json`, 'utf8')).time;
  const t = (key: string, values: Record<string, string> = {}) =>
    (words[key.slice('common.time.'.length)] ?? '').replace(/{{(\w+)}}/g, (_, name) => String(values[name]));
  return { t } as unknown as App;
};
const year = new Date().getFullYear();

test('a member reads days and months of the calendar as all other dates, and not as the server writes them', () => {
  assert.is(calendarDay(`${year}-11-05`, in_('en')), '5 Nov');
  assert.is(calendarDay('2019-01-31', in_('en')), '31 Jan 2019');
  assert.is(calendarDay(`${year}-11-05`, in_('zh')), '11月5日');
  assert.is(calendarDay('27', in_('en')), '');
  assert.is(monthName('2026-01', in_('en')), 'January 2026');
  assert.is(monthName('2026-01', in_('vi')), 'Tháng 1 năm 2026');
  assert.is(monthName('all', in_('en')), 'all');
});

test('our own words for days and months are those that the engine has for the language', () => {
  for (const locale of localeNames) {
    const tag = locale === 'en' ? 'en-GB' : locale; // in English, a day comes before its month, as everywhere but in America
    const engine = (at: Date, options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(tag, { timeZone: 'UTC', ...options }).format(at);
    for (let month = 0; month < 12; month++) {
      const at = new Date(Date.UTC(2019, month, 7));
      const iso = at.toISOString().slice(0, 10);
      const date = { day: 'numeric', month: 'short', year: 'numeric' } as const;
      assert.is(calendarDay(iso, in_(locale)), engine(at, date));
      const { year: _, ...day } = date;
      const now = new Date(Date.UTC(year, month, 7));
      assert.is(calendarDay(now.toISOString().slice(0, 10), in_(locale)), engine(now, day));
      // in Vietnamese, the engine's months are words in lower case
      const whole = engine(at, { month: 'long', year: 'numeric' });
      assert.is(monthName(iso.slice(0, 7), in_(locale)).toLowerCase(), whole.toLowerCase());
    }
  }
});

test.run();
