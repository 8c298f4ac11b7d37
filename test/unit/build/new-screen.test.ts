// @rarely: builds a copy of the project; no other tool uses it

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite<{ folder: string }>('npm run new-screen');

test.before((made) => {
  made.folder = mkdtempSync(join(tmpdir(), 'cloudphone-screen-'));
  for (const name of ['src', 'i18n', 'tools', 'test/support', 'test/unit', 'package.json', 'tsconfig.json'])
    cpSync(name, join(made.folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(made.folder, 'node_modules'));
});
test.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const node = (folder: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return { status, text: stdout + stderr };
};
const create = (folder: string, ...args: string[]) =>
  node(folder, 'tools/new-screen/new-screen.mjs', ...args);
const run = (folder: string, ...files: string[]) => node(folder, 'tools/test/run-unit.mjs', ...files);

const titles = ['--zh=优惠券', '--zh-Hant=優惠券', '--vi=Phiếu giảm giá'];

test('a new screen compiles, is a route with words in every language, and its test says what is left', ({
  folder,
}) => {
  const made = create(folder, 'wallet', 'pages/mine/coupons', '--title=Coupons', ...titles);
  assert.is(made.status, 0, made.text);
  const own = 'test/unit/wallet-coupons.test.tsx';
  assert.match(run(folder, own).text, 'pages/mine/coupons has no test yet: say here what a member sees');

  const path = join(folder, own);
  writeFileSync(
    path,
    readFileSync(path, 'utf8').replace(/ {2}assert\.unreachable.*\n/, '  assert.ok(true);\n'),
  );
  const filled = run(
    folder,
    own,
    'test/unit/routes.test.ts',
    'test/unit/i18n.test.ts',
    'test/unit/layers.test.ts',
  );
  assert.is(filled.status, 0, filled.text);
});

test('it compiles', ({ folder }) => {
  try {
    execFileSync('npx', ['--no-install', 'tsc', '-p', '.'], { cwd: folder });
  } catch (error) {
    assert.unreachable(String((error as { stdout: Buffer }).stdout));
  }
});

test('an impossible request is refused with a reason, and nothing is written', ({ folder }) => {
  assert.match(create(folder, 'nothing', 'pages/mine/more').text, 'There is no feature nothing');
  assert.match(create(folder, 'wallet', 'coupons').text, 'coupons is no route like pages/mine/coupons');
  assert.match(
    create(folder, 'wallet', 'pages/mine/balance').text,
    'is built: src/features/wallet/balance.tsx',
  );
  assert.is(create(folder).status, 2);
});

test.run();
