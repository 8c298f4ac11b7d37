import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { locales } from '../../../src/contract/wire/locale';
import { timeZone, when } from '../../../src/core/text/when';

const words = { today: 'Today', yesterday: 'Yesterday' };
const local = (...at: [number, number, number, number, number]) => new Date(...at).getTime();
const said = (at: number, now: number, tag: 'en' | 'zh' = 'en') =>
  when(new Date(at).toISOString(), { locale: { peek: () => tag } as never, locales }, words, now);

test('times of today and yesterday say so, others their day, and their year where it is another', () => {
  const now = local(2026, 10, 21, 0, 5);
  assert.is(said(local(2026, 10, 21, 0, 1), now), 'Today 00:01');
  assert.is(said(local(2026, 10, 20, 23, 59), now), 'Yesterday 23:59');
  assert.match(said(local(2026, 10, 19, 17, 37), now), /^(19 Nov|Nov 19) 17:37$/);
  assert.match(said(local(2025, 10, 20, 9, 2), now), /2025.* 09:02$/);
  assert.is(said(local(2026, 10, 19, 17, 37), now, 'zh'), '11月19日 17:37');
});

test('the place in time is hours from UTC, with minutes where there are some', () => {
  const at = (minutes: number) => ({ getTimezoneOffset: () => minutes }) as Date;
  assert.equal(
    [-480, 210, 0].map((one) => timeZone(at(one))),
    ['UTC+8', 'UTC−3:30', 'UTC+0'],
  );
});
test.run();
