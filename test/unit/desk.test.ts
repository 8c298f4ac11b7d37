import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Area } from '../../src/contract/desk/area';
import { areas, menu } from '../../src/contract/desk/areas';
import { productChange } from '../../src/contract/desk/areas/selling';
import { localeNames } from '../../src/contract/wire/locale';
import { inputsOf, problemsOf, typedOf, valuesOf } from '../../src/desk/schema';

interface Words {
  [group: string]: Record<string, string>;
}

test('somebody at the desk reads every field, value, view and action in their language', () => {
  for (const locale of localeNames) {
    const words: Words = JSON.parse(readFileSync(`i18n/${locale}/desk.json`, 'utf8'));
    const missing: string[] = [];
    const need = (group: string, name: string) => words[group]?.[name] || missing.push(`${group}.${name}`);
    for (const [name, area] of Object.entries<Area>(areas)) {
      need('area', name);
      for (const [field, { values = {} }] of Object.entries(area.fields)) {
        need('field', field);
        for (const value of Object.keys(values)) need('value', value);
      }
      for (const filter of Object.keys(area.filters)) need('field', filter);
      for (const view of Object.keys(area.views ?? {})) need('value', view);
      for (const [action, { makes, input }] of Object.entries(area.actions)) {
        if (makes) need('make', name);
        else if (action !== 'read') need('action', action);
        for (const { name: asked, kind } of inputsOf(input))
          if (kind !== 'hidden' && !localeNames.includes(asked as never)) need('field', asked);
      }
    }
    assert.equal([...new Set(missing)], [], locale);
  }
});

test('finance narrows refunds to each provider that can pay back, and to nothing else', () => {
  const ways = Object.keys(areas.providerrefunds.fields.way.values ?? {});
  assert.equal(ways.sort(), ['alipay', 'card', 'wechat']);
});

test('every area is in the menu, and each group of the menu has a name in every language', () => {
  assert.equal(Object.values(menu).flatMap(Object.keys), Object.keys(areas));
  for (const locale of localeNames) {
    const { group }: Words = JSON.parse(readFileSync(`i18n/${locale}/desk.json`, 'utf8'));
    assert.equal(Object.keys(group ?? {}), Object.keys(menu), locale);
  }
});

test('quantity discounts of a product are typed row by row, and a wrong one is named', () => {
  const inputs = inputsOf(productChange);
  const tiers = inputs.find(({ name }) => name === 'tiers')!;
  assert.is(tiers.kind, 'rows');
  assert.equal(typedOf(tiers, [{ from: 10, percent: 5 }]), [{ from: '10', percent: '5' }]);
  const typed = {
    price: '99.50',
    tiers: [
      { from: '10', percent: '5' },
      { from: '50', percent: '12' },
    ],
  };
  const values = valuesOf(inputs, typed);
  assert.equal(values, {
    price: 9950,
    tiers: [
      { from: 10, percent: 5 },
      { from: 50, percent: 12 },
    ],
  });
  assert.equal(problemsOf(productChange, values), {});
  const wrong = valuesOf(inputs, { tiers: [{ from: '10', percent: 'ten' }] });
  assert.equal(Object.keys(problemsOf(productChange, wrong)), ['tiers']);
});

test.run();
