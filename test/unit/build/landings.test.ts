import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { landingScreens, makeLandings, writeLandings } from '../../../tools/build/landings.mjs';
import { readMessages } from '../../../tools/build/locales.mjs';
import { browserOptions } from '../../../tools/build/options.mjs';
import { readScreens } from '../../../tools/build/screens.mjs';

const source = 'src/features/notices/notice-list.tsx';
const messages = readMessages(['common', 'notices']);
const screens = async () =>
  landingScreens(await readScreens(browserOptions(), true)).filter((screen) => screen.source === source);

test('a screen that members open from outside is one file in each language, with its route and words', async () => {
  const sheet = new Map([
    ['rule:own#0', '.own{color:red}'],
    ['rule:page#0', '.page{color:red}'],
    ['rule:other#0', '.other{color:red}'],
  ]);
  const script = {
    source,
    code: 'let a;export{a as default};',
    modules: [source, 'rule:own#0', 'rule:page#0'],
  };
  const landings = await makeLandings(await screens(), [script], {
    sheet,
    before: '.page{color:red}',
    messages,
  });
  const dir = await mkdtemp(path.join(os.tmpdir(), 'landings-'));
  try {
    const { hash, files } = await writeLandings(dir, landings, ['en', 'zh']);
    assert.equal(files, {
      en: { noticeList: `en-noticeList-${hash}.js` },
      zh: { noticeList: `zh-noticeList-${hash}.js` },
    });
    const text = await readFile(path.join(dir, files.zh!.noticeList!), 'utf8');
    assert.ok(text.startsWith(script.code));
    const { route, words } = JSON.parse(/landing_=(.*);/.exec(text)![1]!);
    assert.is(route.path, 'pages/list/noticeList');
    const [, style] = /^cloudphone\.addStyles\((.*)\);$/m.exec(text)!;
    assert.is(JSON.parse(style!).trim(), '.own{color:red}');
    assert.equal(words.notices.titles, { noticeList: '公告' });
    assert.is(landings[0]!.titles.zh, '公告');
  } finally {
    await rm(dir, { recursive: true });
  }
});

test('two screens that members open from outside may not have files of the same name', async () => {
  const [screen] = await screens();
  assert.throws(() => landingScreens([screen!, { ...screen!, path: 'pages/mine/noticeList' }]), /noticeList/);
});

test.run();
