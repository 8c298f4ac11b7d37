import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browserOptions } from '../../../tools/build/options.mjs';
import { readEmbeds, readLoaders, readScreens } from '../../../tools/build/screens.mjs';
import { bundleText } from './bundle-text';

const options = browserOptions();

test('the build knows every screen with the source that it loads', async () => {
  const screens = await readScreens(options, true);
  const list = screens.find(({ path }) => path === 'pages/tabbar/index');
  assert.equal(list, {
    path: 'pages/tabbar/index',
    title: 'devices.title',
    bundles: ['devices'],
    guard: 'member',
    needs: [],
    source: 'src/features/devices/list.tsx',
    landed: {
      route: {
        path: 'pages/tabbar/index',
        title: 'devices.title',
        guard: 'member',
        tab: 'devices',
        bare: true,
        also: [],
        needs: [],
      },
      calls: [{ path: 'txDevice/list', input: {} }],
    },
  });
  assert.ok(screens.some(({ path }) => path === 'overlay/mustConfirm'));
});

test('and what can be embedded, the first screen first', async () => {
  const { wallet } = await readEmbeds(options);
  assert.is(wallet?.screens[0]?.source, 'src/features/wallet/overview.tsx');
});

test('a link brings the route that it leads to, no other route and no screen', async () => {
  const text = await bundleText(
    "import * as wallet from './src/features/wallet/routes'; console.log(wallet.movements)",
    options.plugins,
  );
  assert.match(text, 'pages/mine/movements');
  assert.not.match(text, 'pages/mine/balance');
  assert.not.match(text, 'import(');
});

test('a screen can be added to the list of every feature', () => {
  for (const feature of readdirSync('src/features')) {
    const { path, text, list } = readLoaders(feature);
    assert.is(text, readFileSync(path, 'utf8'));
    assert.is(text[list.end - 1], ']', feature);
  }
});

test.run();
