import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compiledAhead, shrink } from '../../../tools/build/shrink.mjs';

test('a file that is compiled ahead has a mark on its first line, and its source map is shifted by one', async () => {
  const source = 'export const sum = (first, second) => first + second;\n';
  const map = JSON.stringify({
    version: 3,
    sources: ['sum.js'],
    sourcesContent: [source],
    names: [],
    mappings: 'AAAA',
  });
  const made = await shrink(source, map);
  const ahead = compiledAhead(made);
  assert.equal(ahead.code.split('\n'), ['//# allFunctionsCalledOnLoad', ...made.code.split('\n')]);
  assert.equal(JSON.parse(ahead.map).mappings.split(';'), ['', ...JSON.parse(made.map).mappings.split(';')]);
});

test.run();
