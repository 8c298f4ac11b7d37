import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browserOptions } from '../../../tools/build/options.mjs';
import { doorLinks } from '../../../tools/build/plugins/door-links.mjs';
import { bundleText } from './bundle-text';

const barred = 'src/shell/frame/barred.tsx';
const linked = (whole: string[]) =>
  bundleText(`export { BuyFirst, NotFound } from './${barred}'`, [
    doorLinks(browserOptions(), (importer) => importer === barred, whole),
  ]);

test('what comes first has of other doors where its links lead, and nothing else', async () => {
  const text = await linked([]);
  assert.match(text, 'pages/mine/rechargeScore');
  assert.match(text, 'pages/tabbar/index');
  assert.not.match(text, 'pages/list/equList');
  assert.not.match(text, 'import(');
});

test('a door that is here anyway is whole', async () => {
  assert.match(await linked(['src/features/devices/screens.ts']), 'pages/list/equList');
});

test.run();
