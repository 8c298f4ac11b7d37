import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { setAside } from '../../../tools/build/release.mjs';

const home = mkdtempSync(join(tmpdir(), 'cloudphone-release-'));
const out = join(home, 'app');
test.after(() => rmSync(home, { recursive: true }));

/** A build that writes these files under `/a/`, with its own name in them. */
async function build(release: string, files: string[]) {
  const keep = await setAside(out, 'a');
  mkdirSync(join(out, 'a'), { recursive: true });
  for (const file of files) writeFileSync(join(out, 'a', file), release);
  await keep();
}
const built = () =>
  Object.fromEntries(
    readdirSync(join(out, 'a')).map((file) => [file, readFileSync(join(out, 'a', file), 'utf8')]),
  );

test('a page opened or cached before a release still finds its files; those of older releases are gone', async () => {
  await build('first', ['app-1.js', 'same.json', 'app-1.js.br']);
  await build('second', ['app-2.js', 'same.json']);
  assert.equal(built(), {
    'app-1.js': 'first',
    'app-1.js.br': 'first',
    'app-2.js': 'second',
    'same.json': 'second',
  });
  await build('third', ['app-3.js', 'same.json']);
  assert.equal(built(), { 'app-2.js': 'second', 'app-3.js': 'third', 'same.json': 'third' });
  assert.equal(readdirSync(home).sort(), ['app', 'app-files.json']);
});

test('a partner’s page goes on finding the files that its loader of the release before pins', async () => {
  const embed = join(home, 'embed');
  for (const release of ['first', 'second', 'third']) {
    const keep = await setAside(embed, 'c');
    mkdirSync(join(embed, 'c'), { recursive: true });
    mkdirSync(join(embed, 'v1'));
    writeFileSync(join(embed, 'c', `${release}.js`), release);
    writeFileSync(join(embed, 'v1', 'embed.js'), release);
    await keep();
  }
  assert.equal(readdirSync(join(embed, 'c')).sort(), ['second.js', 'third.js']);
  assert.is(readFileSync(join(embed, 'v1', 'embed.js'), 'utf8'), 'third');
});

test('a file that was taken away by hand is missed by nobody', async () => {
  rmSync(join(out, 'a', 'app-3.js'));
  await build('fourth', ['app-4.js']);
  assert.equal(built(), { 'app-4.js': 'fourth', 'same.json': 'third' });
});

test.run();
