import { build } from 'esbuild';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browserOptions } from '../../../tools/build/options.mjs';

/** The packages that a page's script and everything it may load later are made of. */
async function packagesOf(entry: string): Promise<Set<string>> {
  const { metafile } = await build({
    ...browserOptions({ dev: true }),
    entryPoints: [entry],
    outdir: 'dist',
    splitting: true,
    write: false,
    metafile: true,
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0),
  );
  const names = used.map(([path]) => /^node_modules\/((?:@[^/]+\/)?[^/]+(?:\/compat)?)\//.exec(path)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

test('a member downloads the packages that the product is made with, and none that is compiled away', async () => {
  const used = await packagesOf('src/shell/main.tsx');
  for (const name of ['preact', 'preact/compat', '@preact/signals', 'preact-iso', 'rosetta', 'ky'])
    assert.ok(used.has(name), name);
  assert.not(used.has('goober'));
  assert.equal([...(await packagesOf('src/shell/start/boot.ts'))], ['blueimp-md5'], 'in the page itself');
});

test('a feature in somebody else’s page runs on the same packages', async () => {
  const used = await packagesOf('src/embed/runtime/runtime.tsx');
  for (const name of ['preact', 'preact/compat', '@preact/signals', 'rosetta'])
    assert.ok(used.has(name), name);
});

test('a page without a build step writes its templates with htm', async () => {
  const used = await packagesOf('src/embed/runtime/html.ts');
  assert.equal([...used].sort(), ['htm', 'preact']);
});

test.run();
