import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSettings } from '../../src/server/settings/settings';

/** The variables that are read when everything is set: what goes together is looked at whole. */
function namesRead(): string[] {
  const names = new Set<string>();
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        names.add(String(name));
        return name === 'PARTNERS' ? '[]' : 'x';
      },
    },
  );
  try {
    readSettings(env);
  } catch (error) {
    assert.match(String(error), 'The settings need attention'); // and were all read
  }
  return [...names].sort();
}

test('docs/settings.md names the variables that the gateway reads, and no others', () => {
  const rows = readFileSync('docs/settings.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) => [...row.split('|')[1]!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  assert.equal(named.sort(), namesRead());
});

test.run();
