import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { buildMiniProgram } from '../../tools/build/mini-program.mjs';
import { miniEnv } from '../server/support/wechat';
import { networkOf, openShell, type Phone } from '../support/mini-program';
import { agents, type FakeWechat, fakeWechat } from '../support/wechat-bridge';
import { arrive, expect, field, openSignedIn, ownMember, screen, test, type Who } from './support/journey';
import { openWechatGateway } from './support/wechat-gateway';

const own = openWechatGateway(miniEnv);
let dir = '';

test.use({ userAgent: agents.mini });
test.beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'mini-program-'));
  await buildMiniProgram({ out: dir, origin: own.gateway.url });
});
test.afterAll(() => rmSync(dir, { recursive: true, force: true }));
test.beforeEach(({ told }) => {
  told.expected.push(/open\.weixin\.qq\.com\/sdk\/report/);
});

/**
 * The app in the web view of the built mini-program: the native pages run, on a phone that does what `phone` says and whose network
 * is real. Their results return as the web view delivers them.
 */
async function inMiniProgram(page: Page, phone: Phone = {}) {
  const files = new Map<string, Buffer>();
  let isOpen = false;
  const shell = openShell(dir, { ...networkOf(files), ...phone }, (src) => {
    if (isOpen) void page.evaluate((src) => location.assign(src), src);
  });
  shell.open('/pages/web/web'); // the web page is under every other one, where the journey goes by itself
  isOpen = true;
  await page.exposeFunction('openNative', (url: string) => void shell.open(url));
  await page.addInitScript(fakeWechat, { system: 'android' } as FakeWechat);
  return { shell, files };
}
const signedIn = (page: Page, who: Who, at: string) => openSignedIn(page, who, `${own.gateway.url}/#/${at}`);
const red = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#c03030' } })
    .jpeg()
    .toBuffer();
const chosen = { tempFiles: [{ tempFilePath: 'wxfile://1', size: 1000 }] };

test('an order is paid on the mini-program’s own page, and the page underneath says so', async ({ page }) => {
  const { shell } = await inMiniProgram(page, {
    login: { code: 'code-ann' },
    requestPayment: ({ package: prepay }: { package: string }) => {
      own.wechat.pay(prepay.replace('prepay_id=wx-', ''));
      return {};
    },
  });
  await signedIn(page, ownMember('chinese'), 'pages/mine/pay?productId=p-starter&quantity=1');
  await arrive(page, 'pages/mine/pay');
  await screen(page, 'pages/mine/pay')
    .getByText(/WeChat Pay/)
    .first()
    .click();
  await screen(page, 'pages/mine/pay').getByRole('button', { name: 'Pay ¥99.00' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Pay ¥99.00' }).click();
  await expect(screen(page, 'pages/mine/paymentResult')).toContainText('Payment successful');
  expect(shell.stack).toHaveLength(1);
  expect(page.url()).not.toMatch(/mpr|ticket/);
});

test('the native page chooses, shows and sends a picture; it comes back once, and Back leads on', {
  tag: '@rarely',
}, async ({ page }) => {
  const { shell, files } = await inMiniProgram(page, { chooseMedia: chosen });
  files.set('wxfile://1', await red());
  await signedIn(page, ownMember('rich'), 'pages/mine/workOrder');
  await arrive(page, 'pages/mine/workOrder');
  await page.goto(`${own.gateway.url}/#/pages/mine/createWorkOrder`);
  await arrive(page, 'pages/mine/createWorkOrder');
  await field(page, 'title').fill('A broken screen');
  await field(page, 'description').fill('It stays dark.');
  await page.locator('label', { hasText: 'Add image' }).click();
  await expect.poll(() => shell.stack[1]?.data.path).toBe('wxfile://1');
  await shell.stack[1]?.onSend();
  await expect(page.getByRole('button', { name: /remove image/i })).toBeVisible();
  await expect(screen(page, 'pages/mine/createWorkOrder').locator('img')).toHaveAttribute(
    'src',
    /^\/files\//,
  );
  await expect(field(page, 'title')).toHaveValue('A broken screen');
  expect(page.url()).toBe(`${own.gateway.url}/#/pages/mine/createWorkOrder`);
  await page.getByRole('button', { name: /submit|send/i }).click();
  await expect(page.locator('[data-screen]:visible')).toContainText('A broken screen');
});

test('a member who changes their mind on the native page has chosen nothing, and can choose again', {
  tag: '@rarely',
}, async ({ page }) => {
  let answers = 0;
  const { shell, files } = await inMiniProgram(page, {
    chooseMedia: () => (answers++ ? chosen : Promise.reject({ errMsg: 'chooseMedia:fail cancel' })),
  });
  files.set('wxfile://1', await red());
  await signedIn(page, ownMember('rich'), 'pages/mine/createWorkOrder');
  await arrive(page, 'pages/mine/createWorkOrder');
  const add = page.locator('label', { hasText: 'Add image' });
  await add.click();
  await expect.poll(() => answers).toBe(1);
  await expect.poll(() => shell.stack.length).toBe(1);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await add.click();
  await expect.poll(() => shell.stack[1]?.data.path).toBe('wxfile://1');
  await shell.stack[1]?.onSend();
  await expect(page.getByRole('button', { name: /remove image/i })).toHaveCount(1);
});

test('the poster carries the code of the mini-program, and is put into the album', {
  tag: '@rarely',
}, async ({ page }) => {
  const saved: Buffer[] = [];
  const { files } = await inMiniProgram(page, {
    saveImageToPhotosAlbum: ({ filePath }: { filePath: string }) => {
      saved.push(files.get(filePath) ?? Buffer.alloc(0));
      return {};
    },
  });
  await signedIn(page, ownMember('rich'), 'pages/mine/poster');
  await arrive(page, 'pages/mine/poster');
  await page.getByRole('link', { name: /save/i }).click();
  await arrive(page, 'pages/mine/wxPoster');
  await page.getByRole('button', { name: 'Save to album' }).click();
  await expect(page.getByText('Saved to your album')).toBeVisible();
  expect(saved).toHaveLength(1);
  const { width, height, format } = await sharp(saved[0]).metadata();
  expect([width, height, format]).toEqual([720, 1280, 'jpeg']);
  // the green middle of what stands for WeChat's code, in its place on the poster
  const { data } = await sharp(saved[0])
    .extract({ left: 148, top: 1122, width: 8, height: 8 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, green = 0, blue = 0] = data;
  expect(green - red > 100 && green - blue > 60).toBe(true);
});

test('while the mini-program is not published the poster says so, and carries the code of the web page', {
  tag: '@rarely',
}, async ({ page }) => {
  own.wechat.state.codeError = { errcode: 41030, errmsg: 'invalid page' };
  await inMiniProgram(page);
  await signedIn(page, ownMember('chinese'), 'pages/mine/poster');
  await arrive(page, 'pages/mine/poster');
  await expect(
    page.getByText('The mini-program is not published yet. The posters carry the code of the web page.'),
  ).toBeVisible();
  await expect(page.getByRole('img', { name: /invites you, code/ })).toHaveCount(3);
  own.wechat.state.codeError = undefined;
});

test('a person who scans a member’s code registers with that member’s invite code', {
  tag: '@rarely',
}, async ({ page }) => {
  await inMiniProgram(page);
  const { src } = openShell(dir).open(`/pages/web/web?scene=${encodeURIComponent('i=DEMO2026')}`).data;
  await page.goto(src);
  await arrive(page, 'pages/login/register');
  await expect(page.getByText('The invitation code DEMO2026 is filled in for you')).toBeVisible();
});
