import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Deprecation, deprecations, noticeDays } from '../../../src/contract/embed/deprecations';

const day = /^\d{4}-\d\d-\d\d$/;

/** The problems of the rows of a table. */
function problemsOf(table: readonly Deprecation[]): string[] {
  return table.flatMap(({ id, what, name, since, endsOn, instead }, at) => [
    ...(table.findIndex((one) => one.id === id) === at ? [] : [`${id} is there twice`]),
    ...(day.test(since) && day.test(endsOn) ? [] : [`${id}: no days`]),
    ...(Date.parse(endsOn) - Date.parse(since) >= noticeDays * 86_400_000 ? [] : [`${id} ends too soon`]),
    ...(what !== 'release' || /^\d+\.\d+\.\d+$/.test(name) ? [] : [`${id}: ${name} is no version`]),
    ...(instead.en && instead.zh ? [] : [`${id} does not say what to use instead`]),
  ]);
}

test('a deprecation is announced early enough, and names a replacement', () => {
  assert.equal(problemsOf(deprecations), []);
  const row: Deprecation = {
    id: 'old',
    what: 'release',
    name: '1.0.0',
    since: '2026-11-25',
    endsOn: '2027-05-24',
    instead: { en: 'Pin 1.1.0.', zh: '请固定 1.1.0。' },
  };
  assert.equal(problemsOf([row]), []);
  const wrong = { ...row, name: 'one', endsOn: '2027-05-23', instead: { en: '' } };
  assert.is(problemsOf([wrong, wrong]).length, 7);
});

test.run();
