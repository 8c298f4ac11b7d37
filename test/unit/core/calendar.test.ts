import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Locale } from '../../../src/contract/wire/locale';
import type { App } from '../../../src/core/app';
import { calendarDay, monthName } from '../../../src/core/text/calendar';

const in_ = (locale: Locale) => ({ i18n: { locale: { value: locale } } }) as Pick<App, 'i18n'>;
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

test.run();
