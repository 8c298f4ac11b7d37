import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readEmbeds, readScreens } from '../../../tools/build/manifest.mjs';
import { browserOptions } from '../../../tools/build/options.mjs';
import { doorPaths } from '../../../tools/build/plugins/door-paths.mjs';
import { bundleText } from './bundle-text';

const options = browserOptions();

test('an embed has of a door the paths and nothing else, screens that are exported alone among them', async () => {
  const text = await bundleText(
    "import { wallet, walletOverview } from './src/features/wallet/screens'; console.log(wallet.movements, walletOverview)",
    [doorPaths(options)],
  );
  assert.match(text, 'pages/mine/movements');
  assert.match(text, 'embed/wallet');
  assert.not.match(text, 'wallet.titles');
  assert.not.match(text, 'import(');
});

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
  });
  assert.ok(screens.some(({ path }) => path === 'overlay/mustConfirm'));
});

test('and what can be embedded, the first screen first', async () => {
  const { wallet } = await readEmbeds(options);
  assert.is(wallet?.screens[0]?.source, 'src/features/wallet/overview.tsx');
});

test.run();
