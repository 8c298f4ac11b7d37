import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Calendar, processedBy } from '../../src/server/kernel/calendar';
import { dayOf } from '../../src/server/kernel/dates';
import { missingYear, publicCalendar } from '../../src/server/settings/holidays';
import { readSettings } from '../../src/server/settings/settings';

const test = suite('when a withdrawal is processed');

const none: Calendar = { holidays: [], workdays: [] };
const { withdrawal: shipped } = readSettings({});

/** Applied for and processed on, both in China's time. */
const cases: [why: string, applied: string, processed: string, calendar?: Calendar][] = [
  ['on a Monday: the next day', '2026-11-16T10:00', '2026-11-17'],
  ['in the first minute of a day', '2026-11-17T00:00', '2026-11-18'],
  ['in the last minute of a day', '2026-11-16T23:59', '2026-11-17'],
  ['on a Thursday: on Friday', '2026-11-19T10:00', '2026-11-20'],
  ['on a Friday: Saturday extends to Monday', '2026-11-20T10:00', '2026-11-23'],
  ['on a Saturday: Sunday extends to Monday', '2026-11-21T10:00', '2026-11-23'],
  ['on a Sunday: on Monday', '2026-11-22T10:00', '2026-11-23'],
  ['over the end of a year', '2027-12-31T10:00', '2028-01-03'],
  ['on the last of February of a leap year', '2028-02-28T10:00', '2028-02-29'],
  [
    'before a holiday: after it',
    '2026-11-17T10:00',
    '2026-11-19',
    { holidays: ['2026-11-18'], workdays: [] },
  ],
  [
    'before a holiday that joins a weekend',
    '2026-11-19T10:00',
    '2026-11-23',
    { holidays: ['2026-11-20'], workdays: [] },
  ],
  [
    'before a Saturday that is worked',
    '2026-11-20T10:00',
    '2026-11-21',
    { holidays: [], workdays: ['2026-11-21'] },
  ],
  ['before the National Day of 2026', '2026-09-30T10:00', '2026-10-08', shipped],
  ['in the Spring Festival of 2026', '2026-02-18T10:00', '2026-02-24', shipped],
  ['before the Saturday that makes up for it', '2026-02-27T10:00', '2026-02-28', shipped],
  ['before the Sunday that makes up for National Day', '2026-09-19T10:00', '2026-09-20', shipped],
  [
    'in a calendar of days off only: after sixty of them',
    '2026-11-16T10:00',
    '2027-01-16',
    { holidays: Array.from({ length: 90 }, (_, nth) => dayOf(Date.UTC(2026, 10, 17 + nth))), workdays: [] },
  ],
  ['on the last day of 2025', '2025-12-31T10:00', '2026-01-04', shipped],
];

for (const [why, applied, processed, calendar = none] of cases)
  test(`${why}: ${applied} → ${processed}`, () => {
    const by = processedBy(Date.parse(`${applied}:00+08:00`), calendar);
    assert.is(by, Date.parse(`${processed}T24:00:00+08:00`) - 1);
  });

test('a phone elsewhere makes no difference: days are China’s', () => {
  // Friday evening in London is Saturday in China.
  const by = processedBy(Date.parse('2026-11-20T18:00:00Z'), none);
  assert.is(new Date(by).toISOString(), '2026-11-23T15:59:59.999Z');
});

test('days off are a setting, and a day that is none stops the start', () => {
  const { holidays, workdays } = readSettings({
    HOLIDAYS: '2027-01-01, 2027-02-08',
    WORKDAYS: 'none',
  }).withdrawal;
  assert.equal([holidays, workdays], [['2027-01-01', '2027-02-08'], []]);
  assert.throws(() => readSettings({ HOLIDAYS: '2027-02-30' }), /HOLIDAYS: 2027-02-30 is not a day/);
  assert.throws(() => readSettings({ WORKDAYS: 'Sunday' }), /WORKDAYS: Sunday/);
});

test('the holidays of 2026 are those that the State Council announced', () => {
  const { holidays, workdays } = publicCalendar(2026);
  assert.equal(
    holidays.join(),
    '2026-01-01,2026-01-02,2026-02-16,2026-02-17,2026-02-18,2026-02-19,2026-02-20,2026-02-23,2026-04-06,' +
      '2026-05-01,2026-05-04,2026-05-05,2026-06-19,2026-09-25,2026-10-01,2026-10-02,2026-10-05,2026-10-06,2026-10-07',
  );
  assert.is(
    publicCalendar(2025).holidays.find((day) => !day.startsWith('2025-')),
    undefined,
  );
  assert.equal(workdays.join(), '2026-01-04,2026-02-14,2026-02-28,2026-05-09,2026-09-20,2026-10-10');
});

test('a year without a calendar is warned of, three weeks before it begins', () => {
  const { holidays } = publicCalendar(2026);
  const on = (day: string) => missingYear(holidays, Date.parse(`${day}T04:00:00Z`));
  assert.is(on('2026-11-30'), undefined);
  assert.match(on('2026-12-12') ?? '', /2027/);
  assert.match(on('2027-06-01') ?? '', /2027/);
  assert.is(missingYear([...holidays, '2027-01-01'], Date.parse('2026-12-12T04:00:00Z')), undefined);
});

test.run();
