import { act } from 'preact/test-utils';
import { useState } from 'react';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Chart, lightsOf } from '../../../src/ui/display/chart';
import { document, one, open, until } from './open';

const days = Array.from({ length: 30 }, (_, at) => ({
  name: `11-${String(at + 1).padStart(2, '0')}`,
  values: [at * 100],
  text: `2026-11-${at + 1}, ¥${at}.00`,
}));

function Shown({ columns = days }: { columns?: typeof days }) {
  const [at, setAt] = useState(columns.length - 1);
  return (
    <Chart label="Income by day" columns={columns} series={[{ name: 'Rent' }]} at={at} onChoose={setAt} />
  );
}
const said = () => one('[role=slider]').getAttribute('aria-valuetext');
const press = (key: string) =>
  act(() => {
    const event = new Event('keydown', { bubbles: true, cancelable: true });
    Object.assign(event, { key });
    one('[role=slider]').dispatchEvent(event);
  });

test('the keyboard moves through the days, and stops at both ends', async () => {
  await open(<Shown />);
  assert.is(said(), '2026-11-30, ¥29.00');
  await press('ArrowRight');
  assert.is(said(), '2026-11-30, ¥29.00');
  await press('ArrowLeft');
  assert.is(said(), '2026-11-29, ¥28.00');
  await press('PageDown');
  assert.is(said(), '2026-11-22, ¥21.00');
  await press('Home');
  assert.is(said(), '2026-11-1, ¥0.00');
  await press('ArrowLeft');
  assert.is(said(), '2026-11-1, ¥0.00');
  await press('End');
  assert.is(said(), '2026-11-30, ¥29.00');
});

test('a finger chooses the column that it is on', async () => {
  await open(<Shown />);
  const slider = one('[role=slider]');
  slider.getBoundingClientRect = () => ({ left: 16, width: 300 }) as DOMRect;
  const touch = (clientX: number) =>
    act(() => {
      const event = new Event('touchmove', { bubbles: true });
      Object.assign(event, { touches: [{ clientX }] });
      slider.dispatchEvent(event);
    });
  await touch(16 + 105);
  assert.is(said(), '2026-11-11, ¥10.00');
  await touch(2000);
  assert.is(said(), '2026-11-30, ¥29.00');
});

test('a screen reader gets all data as a table, a moment after the chart is painted', async () => {
  await open(<Shown />);
  assert.not.ok(document.querySelector('table'));
  await until(() => !!document.querySelector('table'));
  const rows = [...document.querySelectorAll('table tr')].map((row) => row.textContent);
  assert.is(rows.length, 30);
  assert.is(rows[4], '11-052026-11-5, ¥4.00');
  assert.is(document.querySelector('caption')!.textContent, 'Income by day');
});

test('a value above zero has a light at least, and zero has none', () => {
  assert.is(lightsOf(0, 100, 11), 0);
  assert.is(lightsOf(1, 100_000, 11), 1);
  assert.is(lightsOf(100_000, 100_000, 11), 11);
  assert.is(lightsOf(0, 0, 11), 0);
});

test('a month without anything is a chart without a light', async () => {
  await open(<Shown columns={days.map((day) => ({ ...day, values: [0] }))} />);
  const [, ...lit] = [...document.querySelectorAll('[role=slider] path')].map((path) =>
    path.getAttribute('d'),
  );
  assert.equal(new Set(lit), new Set(['']));
});

test.run();
