import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writeInventory } from '../../../tools/build/inventory.mjs';

const test = suite('inventory');

interface Listed {
  name: string;
  version: string;
  hashes?: { alg: string; content: string }[];
}

test('a build lists its packages with their terms, the same for the same sources', async () => {
  const out = await mkdtemp(path.join(os.tmpdir(), 'inventory-'));
  await writeInventory(out);
  const text = await readFile(`${out}/sbom.cdx.json`, 'utf8');
  const bom = JSON.parse(text);
  assert.equal([bom.bomFormat, bom.metadata.component.name], ['CycloneDX', 'cloudphone']);
  const listed: Listed[] = bom.components;
  const { dependencies, devDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  /** In the order of the lock file: the copy that we import ourselves last. */
  const names = new Map(listed.map((one) => [one.name, one]).reverse() as [string, Listed][]);
  for (const [name, version] of Object.entries(dependencies)) {
    assert.is(names.get(name)?.version, version, name);
    assert.is(names.get(name)?.hashes?.[0]?.alg, 'SHA-512', name);
  }
  assert.ok(names.has('@preact/signals-core') && names.has('entities'), 'those that they need');
  for (const name of ['typescript', '@playwright/test', 'svelte']) {
    assert.ok(devDependencies[name], name);
    assert.not(names.has(name), name);
  }
  const terms = await readFile(`${out}/app/licenses.txt`, 'utf8');
  for (const [name, version] of Object.entries(dependencies))
    assert.ok(terms.includes(`${name} ${version} (`), name);
  for (const said of ['Jason Miller', 'GNU LESSER GENERAL PUBLIC LICENSE', 'github.com/lovell/sharp-libvips'])
    assert.ok(terms.includes(said), said);
  await writeInventory(out);
  assert.is(await readFile(`${out}/sbom.cdx.json`, 'utf8'), text);
  await rm(out, { recursive: true });
});

test.run();
