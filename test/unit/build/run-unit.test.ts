// @rarely: the runner of the tests, in processes of its own; every other file runs in it

import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite<{ folder: string }>('run-unit');
test.before.each((context) => {
  mkdirSync('dist/test', { recursive: true });
  context.folder = mkdtempSync('dist/test/runner-'); // in the project, so that packages are found
});
test.after.each(({ folder }) => rmSync(folder, { recursive: true, force: true }));

/** Runs files of these contents, one after the other in one process; gives the lines that are printed, and the totals. */
function run(folder: string, contents: string[], options = {}) {
  const files = contents.map((text, at) => {
    const file = join(folder, `${at}.test.ts`);
    writeFileSync(file, `import { test } from 'uvu'; import * as assert from 'uvu/assert';\n${text}`);
    return file;
  });
  const what = JSON.stringify({ files, label: 'inner', atOnce: 1, limit: 4000, endLimit: 1000, ...options });
  const program = `import { runUnit } from './tools/test/run-unit.mjs';
    const { passed, failed } = await runUnit(${what});
    console.log(passed + ' passed, ' + failed + ' failed');`;
  const args = ['--input-type=module', '-e', program];
  const said = spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout.trim().split('\n');
  return { said, total: said.at(-1) };
}
const passes = "test('it is so', () => assert.ok(true)); test.run();";

test('passing, failing, crashing, hanging and empty files are reported, and the others continue', ({
  folder,
}) => {
  const { said, total } = run(folder, [
    passes,
    "test('it is not so', () => assert.ok(false)); test('it is', () => {}); test.run();",
    'test.run(); process.exit(0);',
    passes,
    "test('it never ends', () => new Promise(() => setInterval(() => {}, 1000))); test.run();",
    "test('nobody runs it', () => {});",
    "throw new Error('while it was loaded');",
    passes,
  ]);
  const lines = said.filter((line) => /^(ok|FAIL)/.test(line)).map((line) => line.replace(/, [\d.]+ s/, ''));
  assert.equal(
    lines,
    [
      ['ok  ', '1 of 1'],
      ['FAIL', '1 of 2'],
      ['FAIL', '0 of 1'],
      ['ok  ', '1 of 1'],
      ['FAIL', '0 of 1'],
      ['FAIL', '0 of 1'],
      ['FAIL', '0 of 1'],
      ['ok  ', '1 of 1'],
    ].map(([how, count], at) => `${how} inner ${join(folder, `${at}.test.ts`)} (${count})`),
  );
  assert.is(total, '4 passed, 5 failed');
  assert.match(said.join('\n'), 'it is not so');
  assert.match(said.join('\n'), 'while it was loaded');
  assert.match(said.join('\n'), 'stopped after 4 s');
});

test('a failed file is retried once at the end, and counts by that; if it passes, it is flaky', ({
  folder,
}) => {
  const { said, total } = run(
    folder,
    [
      `import { existsSync, writeFileSync } from 'node:fs';
       test('it is so the second time', () => {
         const isSecond = existsSync('${folder}/tried');
         writeFileSync('${folder}/tried', '');
         assert.ok(isSecond);
       });
       test.run();`,
      "test('it never is', () => assert.ok(false)); test.run();",
      passes,
    ],
    { retry: true },
  );
  const lines = said
    .filter((line) => /^(ok|FAIL|flaky)/.test(line))
    .map((line) => line.replace(/, [\d.]+ s/, ''));
  const named = ['0', '1', '2'].map((at) => `inner ${join(folder, `${at}.test.ts`)}`);
  assert.equal(lines, [
    `FAIL ${named[0]} (0 of 1; once more at the end)`,
    `FAIL ${named[1]} (0 of 1; once more at the end)`,
    `ok   ${named[2]} (1 of 1)`,
    `flaky ${named[0]} (1 of 1)`,
    `FAIL ${named[1]} (0 of 1)`,
  ]);
  assert.is(total, '2 passed, 1 failed');
});

test('a document that one file brought is not there for the next', ({ folder }) => {
  const { total } = run(folder, [
    "Object.assign(globalThis, { document: {}, fetch: null }); test('it is there', () => assert.ok(document)); test.run();",
    "test('it is gone', () => { assert.type(globalThis.document, 'undefined'); assert.type(fetch, 'function'); }); test.run();",
  ]);
  assert.is(total, '2 passed, 0 failed');
});

test('a failed test may leave something open, if its file passes at the second try', ({ folder }) => {
  const { total } = run(
    folder,
    [
      `import { existsSync, writeFileSync } from 'node:fs';
       test('it closes what it opened the second time', () => {
         const opened = setInterval(() => {}, 1000);
         const isSecond = existsSync('${folder}/tried');
         writeFileSync('${folder}/tried', '');
         assert.ok(isSecond);
         clearInterval(opened);
       });
       test.run();`,
      passes,
    ],
    { retry: true },
  );
  assert.is(total, '2 passed, 0 failed');
});

test('anything that the files leave open fails the run', ({ folder }) => {
  const { said, total } = run(folder, [`setInterval(() => {}, 1000); ${passes}`, passes]);
  assert.is(total, '2 passed, 1 failed');
  assert.match(said.join('\n'), 'left something open');
});

test.run();
