import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { compress } from '../../../tools/build/files.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cloudphone-compress-'));
test.after(() => rmSync(folder, { recursive: true }));

test('members download fewer bytes of a release than of a fast build, and the same text of both', async () => {
  const text = readFileSync('src/ui/styles.ts', 'utf8');
  writeFileSync(join(folder, 'a.js'), text);
  const packed = async (release: boolean) => {
    await compress(folder, { release });
    return { br: readFileSync(join(folder, 'a.js.br')), gz: readFileSync(join(folder, 'a.js.gz')) };
  };
  const [fast, release] = [await packed(false), await packed(true)];
  for (const { br, gz } of [fast, release])
    assert.equal([`${brotliDecompressSync(br)}`, `${gunzipSync(gz)}`], [text, text]);
  assert.ok(release.br.length < fast.br.length, `${release.br.length} of ${fast.br.length}`);
  assert.equal(fast.gz, release.gz);
});

test.run();
