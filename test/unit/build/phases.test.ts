import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { withPhases } from '../../../tools/build/phases.mjs';

test('the picture of the phases shows the limits that the build checks', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  assert.is(withPhases(text), text, 'npm run build writes it');
  assert.match(text, 'device list: 38.32 KB');
});

test.run();
