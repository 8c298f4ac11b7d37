import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { find, isRarely } from '../../tools/test/find.mjs';

const files = ['test/unit', 'test/server'].flatMap(find);

test('a test file that npm test leaves out says in its first line why', () => {
  const marked = files.filter((file) => /^\s*(\/\/|\/?\*+).*@rarely/m.test(readFileSync(file, 'utf8')));
  assert.ok(marked.length > 20, `${marked.length} files`);
  assert.equal(
    marked.filter((file) => !isRarely(file)),
    [],
  );
});

test.run();
