import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browserOptions } from '../../../tools/build/options.mjs';
import { doorLinks, usedOfDoor } from '../../../tools/build/plugins/door-links.mjs';
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

const door = 'src/features/devices/screens.ts';
const source = 'src/features/mine/list.tsx';
const used = (text: string) =>
  usedOfDoor(source, `import { devices } from '../devices/screens';\n${text}`, door);

test('a link is found however the source takes it, and not in comments and texts', () => {
  assert.equal(used('nav.go(devices.list)'), { devices: ['list'] });
  assert.equal(used('const { list, detail: one } = devices; go(list, one)'), { devices: ['list', 'detail'] });
  assert.equal(used("// devices.team is not it\nlog('devices.team', { devices: 1 }, row.devices.team)"), {
    devices: [],
  });
  const renamed =
    "import { devices as screens } from '../devices/screens';\nconst at = <A to={screens.list} />";
  assert.equal(usedOfDoor(source, renamed, door), { devices: ['list'] });
  assert.equal(used("import { devices as others } from './devices';\ngo(others.team)"), { devices: [] });
});

test('a source that does not say which links it takes is refused', () => {
  assert.throws(() => used('go(devices[name])'), 'chooses a screen');
  for (const text of ['go(devices)', 'const { list, ...rest } = devices', 'const all = { devices }'])
    assert.throws(() => used(text), 'uses all of devices', text);
});

test.run();
