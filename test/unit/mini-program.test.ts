import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Locale, locales } from '../../src/contract/wire/locale';
import { wordsIn } from '../../src/mini-program/words';
import { buildMiniProgram } from '../../tools/build/mini-program.mjs';
import { openShell } from '../support/mini-program';

const require = createRequire(import.meta.url);
const origin = 'https://cloudphone.example';
const test = suite<{ dir: string; pages: string[] }>('mini-program');
test.before(async (context) => {
  context.dir = mkdtempSync(join(tmpdir(), 'mini-program-'));
  const { pages } = await buildMiniProgram({ out: context.dir, origin, appId: 'wx9' });
  context.pages = pages;
});
test.after(({ dir }) => rmSync(dir, { recursive: true, force: true }));

const json = (dir: string, file: string) => JSON.parse(readFileSync(join(dir, file), 'utf8'));
const native = (page: string, params = '') =>
  `/pages/${page}/${page}?id=i1&back=${encodeURIComponent(`${origin}/#/pages/x?a=1`)}${params}`;
const answered = (src: string) => JSON.parse(decodeURIComponent(/mpr=(.*)$/.exec(src)?.[1] ?? 'null'));

test('every page of app.json has its four files, and whatever they name is there', ({ dir, pages }) => {
  const units = ['status/status', ...pages];
  for (const unit of units) {
    for (const kind of ['js', 'json', 'wxml', 'wxss'])
      assert.ok(existsSync(join(dir, `${unit}.${kind}`)), `${unit}.${kind}`);
    for (const path of Object.values<string>(json(dir, `${unit}.json`).usingComponents ?? {}))
      assert.ok(json(dir, `${path}.json`).component, `${path} is a component`);
    const left = [...readFileSync(join(dir, `${unit}.js`), 'utf8').matchAll(/\brequire\(["']([^"']+)/g)];
    assert.equal(
      left.map(([, path]) => path),
      [],
      'nothing is left to be required',
    );
    assert.not.match(readFileSync(join(dir, `${unit}.wxss`), 'utf8'), '@import');
  }
  const app = json(dir, 'app.json');
  for (const file of [app.themeLocation, app.sitemapLocation]) assert.ok(existsSync(join(dir, file)), file);
  const scripts = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  assert.is(scripts.length, units.length + 1, 'and no page is left out of app.json');
  assert.is(json(dir, 'project.config.json').appid, 'wx9');
});

test('WeChat’s own compiler takes the templates; they name handlers, data and components that are there', ({
  dir,
  pages,
}) => {
  const { wxmlToJs } = require('miniprogram-compiler');
  const compiled = wxmlToJs(dir);
  for (const unit of ['status/status', ...pages]) assert.match(compiled, `${unit}.wxml`);
  const builtIn = ['view', 'text', 'button', 'web-view', 'block', 'image', 'video'];
  for (const page of ['status/status', ...pages]) {
    const wxml = readFileSync(join(dir, `${page}.wxml`), 'utf8');
    const script = readFileSync(join(dir, `${page}.js`), 'utf8');
    const known = [...builtIn, ...Object.keys(json(dir, `${page}.json`).usingComponents ?? {})];
    for (const [, tag] of wxml.matchAll(/<([\w-]+)/g)) assert.ok(known.includes(tag!), `<${tag}> in ${page}`);
    for (const [, handler] of wxml.matchAll(/bind:?\w+="(\w+)"/g))
      assert.match(script, new RegExp(`\\b${handler}\\(`));
    for (const [, name] of wxml.matchAll(/\{\{!?(\w+)/g))
      assert.match(script, new RegExp(`\\b${name}\\b`), name);
  }
});

test('the component says what there is to say, and offers what can be done', ({ dir }) => {
  const window = new Window({ url: origin });
  Object.assign(globalThis, {
    window,
    document: window.document,
    Event: window.Event,
    CustomEvent: window.CustomEvent,
  });
  const simulate = require('miniprogram-simulate');
  const id = simulate.load(join(dir, 'status/status'), 'status');
  const status = simulate.render(id, { text: 'Something', action: 'Again', back: '' });
  const parent = window.document.createElement('div');
  status.attach(parent);
  assert.match(parent.textContent, 'Something');
  assert.match(parent.innerHTML, 'Again');
  const heard: string[] = [];
  for (const name of ['action', 'back']) status.addEventListener(name, () => heard.push(name));
  status.instance.onAction();
  assert.equal(heard, ['action']);
  assert.is(
    (parent.innerHTML.match(/<wx-button/g) ?? []).length,
    1,
    'no way back is offered that there is none of',
  );
});

test('a button of a dialog has at most four characters, in every language', () => {
  for (const locale of Object.keys(locales) as Locale[]) {
    const { restart, later, fine, yes, no } = wordsIn(locale);
    for (const text of [restart, later, fine, yes, no]) assert.ok(text.length <= 4, text);
  }
});

test('the mini-program speaks the phone’s language, in English where it has none of it', ({ dir }) => {
  for (const [language, title] of [
    ['zh_CN', '支付'],
    ['zh_TW', '付款'],
    ['vi', 'Thanh toán'],
    ['fr', 'Payment'],
  ]) {
    const shell = openShell(dir, { getAppBaseInfo: () => ({ language }) });
    shell.open(native('pay'));
    assert.is(shell.asked('setNavigationBarTitle')[0].title, title);
  }
});

test('the web page is ours, whatever it is asked to show', ({ dir }) => {
  const shell = openShell(dir);
  const at = (u: string) => shell.open(`/pages/web/web?u=${encodeURIComponent(u)}`).data.src;
  assert.is(at('/?inviteCode=A#/pages/login/register'), `${origin}/?inviteCode=A#/pages/login/register`);
  assert.is(at(''), `${origin}/`);
  for (const foreign of ['//evil.example', 'https://evil.example', '@evil.example', '.evil.example'])
    assert.is(at(foreign), `${origin}/`, foreign);
});

test('a scanned mini-program code leads to the inviter; other codes lead nowhere', ({ dir }) => {
  const shell = openShell(dir);
  const at = (scene: string) =>
    shell.open(`/pages/web/web?scene=${encodeURIComponent(scene)}&u=${encodeURIComponent('/#/pages/x')}`).data
      .src;
  assert.is(at('i=AB12CD34'), `${origin}/?inviteCode=AB12CD34`);
  for (const made of ['i=', 'i=A', `i=${'A'.repeat(17)}`, 'i=AB12&x=1', 'i=AB12#/x', 'x=AB12', 'i=../..'])
    assert.is(at(made), `${origin}/#/pages/x`, made);
});

const chosen = { tempFilePath: 'wxfile://1', size: 1000, thumbTempFilePath: 'wxfile://0' };
const mediaPage = (kind: string) => native('media', `&kind=${kind}&ticket=t1&poster=t2`);
const sentAs = (id: string) => () => ({ statusCode: 200, data: JSON.stringify({ code: 200, id }) });

test('media: the member looks at a choice, changes it and sends it; its id comes back once', async ({
  dir,
}) => {
  const shown: string[] = [];
  const files = ['wxfile://1', 'wxfile://2'];
  const shell = openShell(
    dir,
    {
      chooseMedia: () => ({ tempFiles: [{ ...chosen, tempFilePath: files.shift() }] }),
      uploadFile: sentAs('p1'),
    },
    (src) => shown.push(src),
  );
  shell.open('/pages/web/web');
  const page = shell.open(mediaPage('picture'));
  await shell.until('the preview', () => page.data.path === 'wxfile://1' && !page.data.busy);
  await page.onChoose();
  assert.is(page.data.path, 'wxfile://2');
  assert.equal(shell.asked('uploadFile'), []);
  await Promise.all([page.onSend(), page.onSend()]);
  assert.is(shell.asked('uploadFile').length, 1, 'a second tap sends nothing');
  const { url, name, filePath, header } = shell.asked('uploadFile')[0];
  assert.equal([url, name, filePath], [`${origin}/api/upload/native`, 'imageFile', 'wxfile://2']);
  assert.is(header.authorization, 'Ticket t1');
  assert.is(shell.stack.length, 1);
  assert.equal(answered(shown[1]!), ['i1', { id: 'p1' }]);
  shell.stack[0]!.onShow();
  assert.is(shown.length, 2, 'once');
});

test('media: a failed upload is shown and retried without a duplicate, and a large file is not sent', async ({
  dir,
}) => {
  const answers = [
    () => Promise.reject({ errMsg: 'uploadFile:fail' }),
    () => ({ statusCode: 200, data: '{"code":4150,"message":"Only MP4 videos"}' }),
    () => ({ statusCode: 502, data: '<html>' }),
    sentAs('v1'),
    () => Promise.reject({ errMsg: 'uploadFile:fail' }), // its first picture, which it can do without
  ];
  let size = 33 * 1024 * 1024;
  const shell = openShell(dir, {
    chooseMedia: () => ({ tempFiles: [{ ...chosen, size }] }),
    uploadFile: () => answers.shift()!(),
  });
  shell.open('/pages/web/web');
  const page = shell.open(mediaPage('video'));
  await shell.until('the refusal', () => page.data.action);
  assert.match(page.data.text, '32 MB');
  size = 1000;
  await page.onChoose();
  for (const said of ['The network is not strong', 'Only MP4 videos', 'The network is not strong']) {
    await page.onSend();
    assert.match(page.data.text, said);
    assert.is(shell.stack.length, 2);
  }
  await page.onSend();
  assert.is(shell.stack.length, 1);
  assert.equal(
    shell.asked('uploadFile').map(({ name }) => name),
    ['videoFile', 'videoFile', 'videoFile', 'videoFile', 'imageFile'],
  );
});

test('media: a member who changes their mind goes back with nothing; a forbidden camera is asked for again', async ({
  dir,
}) => {
  const shown: string[] = [];
  const cancelled = () => Promise.reject({ errMsg: 'chooseMedia:fail cancel' });
  const shell = openShell(dir, { chooseMedia: cancelled }, (src) => shown.push(src));
  shell.open('/pages/web/web');
  shell.open(mediaPage('picture'));
  await shell.until('the web page', () => shell.stack.length === 1);
  assert.is(shown.length, 1);
  let allowed = false;
  const other = openShell(dir, {
    chooseMedia: () =>
      allowed ? { tempFiles: [chosen] } : Promise.reject({ errMsg: 'chooseMedia:fail auth deny' }),
    showModal: () => ({ confirm: other.asked('showModal').length > 1 }),
    openSetting: () => (allowed = true),
  });
  other.open('/pages/web/web');
  const page = other.open(mediaPage('picture'));
  await other.until('the refusal', () => page.data.action === 'Try again');
  assert.match(page.data.text, 'Without your permission');
  await page.onChoose();
  assert.is(page.data.path, 'wxfile://1');
});

test('the mini-program sends only data of this page, never of another member', ({ dir }) => {
  const web = openShell(dir).open('/pages/web/web');
  const url = `${origin}/?inviteCode=A#/x`;
  web.onMessage({
    detail: {
      data: [
        { title: 'Old', url: origin },
        { title: 'Come', url },
      ],
    },
  });
  assert.equal(web.onShareAppMessage({ webViewUrl: `${origin}/#/y` }), {
    title: 'Come',
    path: `/pages/web/web?u=${encodeURIComponent('/?inviteCode=A#/x')}`,
  });
  assert.match(web.onShareAppMessage({ webViewUrl: `${origin}/#/y` }).path, encodeURIComponent('/#/y'));
  web.onMessage({ detail: { data: [{ title: 'Bad', url: 'https://cloudphone.example.evil.example/' }] } });
  assert.is(web.onShareAppMessage({ webViewUrl: 'https://evil.example/' }).path, '/pages/web/web?u=%2F');
});

test('a page that does not load says so, and is tried again', ({ dir }) => {
  const web = openShell(dir).open('/pages/web/web');
  web.onFailed();
  assert.is(web.data.failed, true);
  web.onRetry();
  assert.is(web.data.failed, false);
});

for (const [page, phone, value, params] of [
  ['scan', { scanCode: { result: 'AB12' } }, 'AB12'],
  [
    'address',
    {
      chooseAddress: {
        userName: '林慧',
        telNumber: '13800138000',
        provinceName: '浙江省',
        cityName: '杭州市',
        countyName: '西湖区',
        detailInfo: '文三路90号',
      },
    },
    { username: '林慧', userphone: '13800138000', area: '浙江省杭州市西湖区', address: '文三路90号' },
  ],
  [
    'location',
    { chooseLocation: { name: 'Lake', address: 'Road 1', latitude: '30.2', longitude: 120.1, errMsg: 'ok' } },
    { latitude: 30.2, longitude: 120.1, name: 'Lake', address: 'Road 1' },
  ],
  [
    'save',
    { downloadFile: { statusCode: 200, tempFilePath: 'wxfile://1' }, saveVideoToPhotosAlbum: {} },
    true,
    `&url=${encodeURIComponent(`${origin}/videos/t`)}`,
  ],
  [
    'save',
    { downloadFile: { statusCode: 200, tempFilePath: 'wxfile://1' }, saveImageToPhotosAlbum: {} },
    true,
    `&kind=picture&url=${encodeURIComponent(`${origin}/files/p`)}`,
  ],
] as const)
  test(`${page}: what came of it goes back to the web page once, under its id`, async ({ dir }) => {
    const shown: string[] = [];
    const shell = openShell(dir, phone, (src) => shown.push(src));
    shell.open('/pages/web/web');
    shell.open(native(page, params));
    await shell.until('the web page', () => shell.stack.length === 1);
    assert.is(shown.length, 2);
    assert.ok(shown[1]!.startsWith(`${origin}/#/pages/x?a=1&mpr=`), shown[1]);
    assert.equal(answered(shown[1]!), ['i1', value]);
    shell.stack[0]!.onShow();
    assert.is(shown.length, 2, 'once');
  });

test('a member who changes their mind comes back with nothing; so does one whose page was not ours', async ({
  dir,
}) => {
  const shown: string[] = [];
  const shell = openShell(
    dir,
    { scanCode: () => Promise.reject({ errMsg: 'scanCode:fail cancel' }) },
    (src) => shown.push(src),
  );
  shell.open('/pages/web/web');
  shell.open(native('scan'));
  await shell.until('the web page', () => shell.stack.length === 1);
  const other = openShell(dir, { scanCode: { result: 'AB12' } }, (src) => shown.push(src));
  other.open('/pages/web/web');
  other.open(
    `/pages/scan/scan?id=i1&back=${encodeURIComponent('https://cloudphone.example.evil.example/#/')}`,
  );
  await other.until('the web page', () => other.stack.length === 1);
  assert.equal(shown, [`${origin}/`, `${origin}/`]);
});

test('a place is shown by numbers, and only a video of ours is saved', async ({ dir }) => {
  const shell = openShell(dir, { openLocation: {} });
  shell.open('/pages/web/web');
  shell.open(native('location', '&latitude=30.2&longitude=120.1&name=%E6%B9%96&address='));
  await shell.until('the web page', () => shell.stack.length === 1);
  assert.equal(shell.asked('openLocation'), [{ latitude: 30.2, longitude: 120.1, name: '湖', address: '' }]);
  const save = shell.open(native('save', `&url=${encodeURIComponent('https://evil.example/x')}`));
  await shell.until('the refusal', () => save.data.action);
  assert.is(save.data.text, 'The video could not be saved.');
  assert.equal(shell.asked('downloadFile'), []);
});

test('a missing permission is requested, and the action follows once it is given', async ({ dir }) => {
  let allowed = false;
  const phone = {
    chooseAddress: () =>
      allowed
        ? { userName: 'A', detailInfo: 'B' }
        : Promise.reject({ errMsg: 'chooseAddress:fail auth deny' }),
    showModal: { confirm: true },
    openSetting: () => (allowed = true),
  };
  const shell = openShell(dir, phone);
  shell.open('/pages/web/web');
  shell.open(native('address'));
  await shell.until('the web page', () => shell.stack.length === 1);
  assert.is(
    shell.asked('showModal')[0].content,
    'You are currently not authorized. Do you want to authorize?',
  );
  assert.is(shell.asked('chooseAddress').length, 2);
  allowed = false;
  const refused = openShell(dir, { ...phone, showModal: { confirm: false } });
  refused.open('/pages/web/web');
  const page = refused.open(native('address'));
  await refused.until('the way on', () => page.data.action);
  assert.is(page.data.action, 'Try again');
});

test('a new version asks for a restart; who refuses is warned and asked again, and never by two dialogs', async ({
  dir,
}) => {
  const answers = [false, true, false, true, true];
  let open = 0;
  let most = 0;
  const shell = openShell(dir, {
    async showModal() {
      most = Math.max(most, ++open);
      await new Promise((rest) => setTimeout(rest, 2));
      open--;
      return { confirm: answers.shift() };
    },
  });
  shell.updateReady();
  shell.updateReady();
  await shell.until('the restart', () => shell.asked('applyUpdate').length);
  assert.equal(
    shell.asked('showModal').map(({ content }) => /Restart to use it/.test(content)),
    [true, false, true, false, true],
  );
  assert.is(most, 1);
  assert.equal(shell.asked('showModal')[0].cancelText, 'No');
});

test('a question that could not be put is put when the app is shown again', async ({ dir }) => {
  let fails = true;
  const shell = openShell(dir, {
    showModal: () => (fails ? Promise.reject({ errMsg: 'showModal:fail' }) : { confirm: true }),
  });
  shell.updateReady();
  await shell.until('the first try', () => shell.asked('showModal').length === 1);
  await new Promise((rest) => setTimeout(rest, 30));
  assert.is(shell.asked('showModal').length, 1, 'and not over and over');
  fails = false;
  shell.app.onShow();
  await shell.until('the restart', () => shell.asked('applyUpdate').length);
});

test.run();
