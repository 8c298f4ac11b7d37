import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { periodNames, periods } from '../../src/contract/desk/periods';
import { readSettings } from '../../src/server/settings/settings';
import { periodsTable } from '../../tools/docs/periods.mjs';

test('the page about privacy has the periods of the declaration', () => {
  const page = readFileSync('docs/privacy.md', 'utf8');
  assert.ok(page.includes(periodsTable(periods)), 'run node tools/docs/periods.mjs');
});

test('a period is a setting, and cannot leave the bounds of the law', () => {
  for (const name of periodNames) {
    const { setting, days, least, most } = periods[name];
    assert.ok(least <= days && days <= most, name);
    assert.is(readSettings({}).periods[name], days);
    assert.is(readSettings({ [setting]: `${least}` }).periods[name], least);
    for (const wrong of [least - 1, most + 1])
      assert.throws(() => readSettings({ [setting]: `${wrong}` }), `${setting} must be a whole number`);
  }
});

test.run();
