import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { beginRun, provenance } from '../../../tools/bench/provenance.mjs';

const idle = {
  command: 'npm run bench -- views',
  commit: 'commit 1a2b3c4d',
  date: '2026-11-28',
  before: 0.41,
  after: 2.13,
  processors: 2,
};

test('A reader sees below a table how it was measured: command, commit, date, load, processors', () => {
  assert.is(
    provenance(idle),
    '`npm run bench -- views`, commit 1a2b3c4d, 2026-11-28, load average 0.4 before and 2.1 after, 2 processors',
  );
});

test('A reader is warned of figures of a busy machine', () => {
  assert.match(provenance({ ...idle, before: 1.2 }), /^`npm.* 1\.2 before.*\n\n\*\*The machine was busy/);
  assert.not.match(provenance({ ...idle, before: 1 }), /busy/);
});

test('A reader sees the commit of the build that was measured, not that of the checkout', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudphone-bench-'));
  try {
    assert.match(
      await beginRun(folder, ['views', 'built']).of('views'),
      / built`, a build of an unknown commit,/,
    );
    writeFileSync(join(folder, 'built-from.txt'), 'commit 0123abcd with uncommitted changes');
    const line = await beginRun(folder, ['views', 'built']).of('views');
    assert.match(await beginRun(folder, ['views', 'peers', 'built']).of('views'), / -- views peers built`/);
    assert.match(line, /npm run bench -- views built`, commit 0123abcd with uncommitted changes, \d{4}-/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.run();
