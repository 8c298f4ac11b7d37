import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { timeZones } from '../../../src/contract/member/time-zones';
import { type Locale, locales } from '../../../src/contract/wire/locale';
import { day, type Teller } from '../../../src/core/text/day';
import { clock, dayAndTime, dayName, exact, offset, timeZoneOf, when } from '../../../src/core/text/when';
import { isTimeZone } from '../../../src/server/kernel/local-time';

const words = (locale: Locale): Record<string, string> =>
  JSON.parse(readFileSync(`i18n/${locale}/common.json`, 'utf8')).time;

/** A reader of a language, in a time zone that they have chosen or in their phone's. */
const reader = (locale: Locale = 'en', timeZone?: string) =>
  ({
    i18n: { locale: { value: locale } },
    t: (key: string, values: Record<string, string> = {}) =>
      (words(locale)[key.slice('common.time.'.length)] ?? '').replace(
        /{{(\w+)}}/g,
        (_, name) => values[name] ?? '',
      ),
    session: { userInfo: { value: { timeZone } } },
  }) as unknown as Teller;
const local = (...at: [number, number, number, number, number]) => new Date(...at).toISOString();
const thisYear = new Date().getFullYear();

test('times of today and yesterday say so, others their day, and their year where it is another', () => {
  const now = Date.parse(local(thisYear, 10, 21, 0, 5));
  const said = (...at: [number, number, number, number]) => when(local(thisYear, ...at), reader(), now);
  assert.is(said(10, 21, 0, 1), 'Today 00:01');
  assert.is(said(10, 20, 23, 59), 'Yesterday 23:59');
  assert.is(said(10, 19, 17, 37), '19\u00a0Nov, 17:37');
  assert.is(when(local(2024, 10, 20, 9, 2), reader(), now), '20\u00a0Nov\u00a02024, 09:02');
  assert.is(dayName(local(thisYear, 10, 20, 9, 2), reader(), now), 'Yesterday');
});

test('each language writes days as its readers do, and no line ends within one', () => {
  const said = (locale: Locale) => [
    day(local(2024, 10, 2, 9, 5), reader(locale)),
    dayAndTime(local(thisYear, 10, 12, 9, 5), reader(locale)),
  ];
  assert.equal(said('en'), ['2\u00a0Nov\u00a02024', '12\u00a0Nov, 09:05']);
  assert.equal(said('zh'), ['2024年11月2日', '11月12日 09:05']);
  assert.equal(said('zh-Hant'), ['2024年11月2日', '11月12日 09:05']);
  assert.equal(said('vi'), ['2\u00a0thg\u00a011,\u00a02024', '12\u00a0thg\u00a011, 09:05']);
  assert.equal(Object.keys(locales).sort(), ['en', 'vi', 'zh', 'zh-Hant']);
});

test('in a chosen time zone, days, hours and what today is are those of that place', () => {
  const at = '2024-11-20T20:30:00.000Z';
  const tokyo = reader('en', 'Asia/Tokyo');
  assert.is(exact(at, tokyo), '21\u00a0Nov\u00a02024, 05:30 (UTC+9)');
  assert.is(exact(at, reader('en', 'America/New_York')), '20\u00a0Nov\u00a02024, 15:30 (UTC−5)');
  assert.is(
    exact('2024-07-20T20:30:00Z', reader('en', 'America/New_York')),
    '20\u00a0Jul\u00a02024, 16:30 (UTC−4)',
  );
  assert.is(clock(at, reader('en', 'Asia/Kolkata')), '02:00');
  assert.is(offset(reader('en', 'Asia/Kolkata')), 'UTC+5:30');
  const now = Date.parse('2024-11-21T14:00:00Z'); // 23:00 in Tokyo
  assert.is(dayName(at, tokyo, now), 'Today');
  assert.is(dayName('2024-11-20T14:59:00Z', tokyo, now), 'Yesterday');
  assert.equal(
    [timeZoneOf(tokyo), timeZoneOf(reader())],
    ['Asia/Tokyo', Intl.DateTimeFormat().resolvedOptions().timeZone],
  );
});

test('without a chosen time zone, the zone and the hour are those of the phone', () => {
  const { TZ } = process.env;
  try {
    for (const [zone, time] of [
      ['Asia/Shanghai', '04:30'],
      ['America/St_Johns', '17:00'],
    ] as const) {
      process.env.TZ = zone;
      assert.equal([clock('2024-11-20T20:30:00.000Z', reader()), timeZoneOf(reader())], [time, zone]);
    }
  } finally {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  }
});

test('midnight in a chosen time zone is 00:00 of the new day', () =>
  assert.is(
    exact('2024-11-20T16:00:00Z', reader('en', 'Asia/Shanghai')),
    '21\u00a0Nov\u00a02024, 00:00 (UTC+8)',
  ));

test('every time zone that can be chosen exists', () =>
  assert.equal(
    timeZones.filter((zone) => !isTimeZone(zone)),
    [],
  ));

/** Ways to write a time of one's own, which no screen may use. A month of a statement has no time zone. */
const ownWays =
  /toLocale(Date|Time)?String\(|\.get(FullYear|Month|Date|Hours|Minutes)\(|Intl\.DateTimeFormat/;
const allowed = ['features/wallet/movements/movement-filters.tsx'];

test('screens tell times only by core/text/day and core/text/when', () => {
  const files = ['features', 'ui', 'shell', 'embed'].flatMap((folder) =>
    readdirSync(join('src', folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  );
  const wrong = files.filter(
    (file) =>
      /\.tsx?$/.test(file) &&
      !allowed.includes(file) &&
      ownWays.test(readFileSync(join('src', file), 'utf8')),
  );
  assert.equal(wrong, []);
});
test.run();
