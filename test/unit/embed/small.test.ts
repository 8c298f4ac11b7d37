import rosettaLibrary from 'rosetta';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import rosetta from '../../../src/embed/small/rosetta';

for (const [name, make] of [
  ['the library', rosettaLibrary as typeof rosetta],
  ['ours', rosetta],
] as const)
  test(`messages are found by their key, in the language, with their values: ${name}`, () => {
    const table = make<object>();
    table.locale('en');
    table.set('en', { a: { b: 'Page {{count}} of {{all}}' } });
    table.set('en', { c: 'There' });
    table.set('zh', { c: '那里' });
    assert.is(table.t('a.b', { count: 0, all: 3 }), 'Page 0 of 3');
    assert.is(table.t('a.none'), '');
    assert.is(table.t('c'), 'There');
    table.locale('zh');
    assert.is(table.t('c'), '那里');
  });

test.run();
