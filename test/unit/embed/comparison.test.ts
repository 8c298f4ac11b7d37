import { existsSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const page = readFileSync('docs/embed-comparison.md', 'utf8');
const rows = [...page.matchAll(/^\| (\d+) \| (.+?) \| (.+?) \| `(.+?)`: (.+?) \| (.+?) \|$/gm)].map(
  ([, number = '', what = '', ours = '', file = '', says = '', best = '']) => ({
    number: Number(number),
    what,
    ours,
    file,
    says,
    best,
  }),
);

test('every row is there once, says what we have, and its proof is where it says', () => {
  assert.equal(
    rows.map(({ number }) => number),
    Array.from({ length: 55 }, (_, at) => at + 1),
  );
  assert.is(new Set(rows.map(({ what }) => what)).size, rows.length);
  const wrong = rows.flatMap(({ number, ours, file, says, best }) => [
    ...(['yes', 'partly', 'no'].includes(ours) ? [] : [`${number}: ${ours}`]),
    ...(existsSync(file) && readFileSync(file, 'utf8').includes(says)
      ? []
      : [`${number}: ${file} does not say "${says}"`]),
    ...(best.length > 10 ? [] : [`${number}: nothing of the others`]),
  ]);
  assert.equal(wrong, []);
});

test('missing values are counted', () => {
  const count = (ours: string) => rows.filter((row) => row.ours === ours).length;
  assert.match(page, `${count('yes')} yes, ${count('partly')} partly, ${count('no')} no`);
});

test.run();
