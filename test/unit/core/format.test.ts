import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { approx } from '../../../src/core/text/approx';
import { day, type Teller } from '../../../src/core/text/day';
import { integer, money, relative } from '../../../src/core/text/format';
import type { Translate } from '../../../src/core/text/i18n';

test('money has the yen sign, groups and two decimals', () => {
  assert.is(money(123450), '¥1,234.50');
  assert.is(money(0), '¥0.00');
  assert.is(money(5), '¥0.05');
  assert.is(money(-100000000), '−¥1,000,000.00');
  assert.is(integer(1234567), '1,234,567');
});

const t = ((key, values) => `${key.split('.').pop()} ${values?.count ?? ''}`.trim()) as Translate;
const by = {
  t,
  i18n: { locale: { value: 'en' } },
  session: { userInfo: { value: undefined } },
} as unknown as Teller;
const now = Date.parse('2026-11-21T12:00:00Z');
const ago = (seconds: number) => relative(new Date(now - seconds * 1000).toISOString(), by, now);

test('relative time goes from just now over minutes, hours and three days to the date', () => {
  assert.is(ago(59), 'now');
  assert.is(ago(60), 'minutes 1');
  assert.is(ago(59 * 60 + 59), 'minutes 59');
  assert.is(ago(3600), 'hours 1');
  assert.is(ago(24 * 3600 - 1), 'hours 23');
  assert.is(ago(24 * 3600), 'days 1');
  assert.is(ago(4 * 24 * 3600 - 1), 'days 3');
  const old = new Date(now - 4 * 24 * 3600 * 1000).toISOString();
  assert.is(ago(4 * 24 * 3600), day(old, by));
});

test('a clock that is a little behind the server says just now', () => assert.is(ago(-20), 'now'));

test('an amount in another currency is cut to three digits, so that it promises nothing', () => {
  const usd = (fen: number) => approx(fen, { currency: 'USD', yuan: 7.2 });
  assert.is(usd(88_60), '≈\u00a0US$12.30');
  assert.is(usd(88_59), '≈\u00a0US$12.30', 'never more than it is');
  assert.is(usd(24_697_79), '≈\u00a0US$3,430');
  assert.is(usd(7_20), '≈\u00a0US$1.00');
  assert.is(usd(8), '≈\u00a0US$0.01');
  assert.is(usd(-88_60), '≈\u00a0-US$12.30');
  assert.equal([usd(7), usd(0)], ['', '']);
  assert.is(approx(100_00, { currency: 'VND', yuan: 0.00028 }).replace(/\s/g, ' '), '≈ ₫357,000');
  assert.is(approx(100_00, { currency: 'JPY', yuan: 0.046 }), '≈\u00a0JP¥2,170');
  assert.equal([approx(100_00, {}), approx(100_00, { yuan: 7.2 })], ['', '']);
});

test.run();
