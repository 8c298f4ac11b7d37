import type { Page } from '@playwright/test';
import {
  arrive,
  endSession,
  expect,
  field,
  openDevices,
  ownMember,
  picture,
  screen,
  test,
} from './support/journey';

const manage = 'pages/mine/addressManage';
const create = 'pages/mine/createAddress';
const form = 'pages/mine/declarationForm';
const list = 'pages/mine/declarationFormList';
const profile = 'pages/mine/userInfoCenter';

const open = async (page: Page, path: string) => {
  await page.goto(`/#/${path}`);
  await arrive(page, path.split('?')[0]!);
};

const says = {
  'en-US': {
    paste: 'Paste an address',
    use: 'Fill in',
    save: 'Save address',
    add: 'Add address',
    edit: /^Edit/,
    remove: /^Delete/,
    yes: 'Delete',
    none: 'No addresses yet.',
    makeDefault: /^Set as default/,
    default: 'Default',
    unlikely: 'real ID numbers rarely end like this',
    signOut: 'Sign out',
  },
  'zh-CN': {
    paste: '粘贴地址',
    use: '识别',
    save: '保存地址',
    add: '新增地址',
    edit: /^修改/,
    remove: /^删除/,
    yes: '删除',
    none: '暂无收货地址。',
    makeDefault: /^设为默认/,
    default: '默认',
    unlikely: '身份证号的末位可能有误',
    signOut: '退出登录',
  },
} as const;

for (const [locale, words] of Object.entries(says)) {
  test.describe(locale, () => {
    test.use({ locale });

    test('a member pastes an address, doubts its ID number, keeps it, adds another, and deletes one', {
      tag: '@rarely', // test/server/addresses and test/unit/own-screens have each rule
    }, async ({ page }) => {
      await openDevices(page, ownMember('new'));
      await open(page, manage);
      await expect(screen(page, manage)).toContainText(words.none);
      await screen(page, manage).getByRole('link', { name: words.add }).click();
      await arrive(page, create);
      await screen(page, create).getByRole('button', { name: words.paste }).click();
      await page
        .getByRole('dialog')
        .getByRole('textbox')
        .fill('收货人：林慧\n13800138000\n浙江省杭州市西湖区文三路90号3幢402室');
      await page.getByRole('dialog').getByRole('button', { name: words.use }).click();
      await expect(field(page, 'username')).toHaveValue('林慧');
      await expect(field(page, 'userphone')).toHaveValue('13800138000');
      await expect(field(page, 'address')).toHaveValue('文三路90号3幢402室');
      const area = screen(page, create).getByRole('button', { name: '浙江省 杭州市 西湖区' });
      await area.click();
      // over all of it, though it stands among the fields
      const whole = { x: 0, y: 0, ...page.viewportSize() };
      await expect.poll(() => page.getByRole('dialog').boundingBox()).toEqual(whole);
      await page.keyboard.press('Escape');
      await field(page, 'idCard').fill('110105194912310021');
      await expect(screen(page, create)).toContainText(words.unlikely);
      await screen(page, create).getByRole('button', { name: words.save }).click();
      await arrive(page, manage);
      const first = screen(page, manage).getByRole('article').filter({ hasText: '林慧' });
      await expect(first).toContainText('138****8000');
      await expect(first).toContainText('浙江省杭州市西湖区文三路90号3幢402室');
      await expect(first).toContainText(words.default);

      await screen(page, manage).getByRole('link', { name: words.add }).click();
      await arrive(page, create);
      await field(page, 'username').fill('Mei Tan');
      await field(page, 'userphone').fill('+6591234567');
      await field(page, 'address').fill('Blk 207 Toa Payoh North');
      await page.reload(); // what is typed is still there
      await arrive(page, create);
      await expect(field(page, 'address')).toHaveValue('Blk 207 Toa Payoh North');
      await screen(page, create).getByRole('button', { name: words.save }).click();
      await arrive(page, manage);
      const second = screen(page, manage).getByRole('article').filter({ hasText: 'Mei Tan' });
      await second.getByRole('button', { name: words.makeDefault }).click();
      await expect(screen(page, manage).getByRole('article').first()).toContainText('Mei Tan');
      await first.getByRole('button', { name: words.remove }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: words.yes }).click();
      await expect(first).toHaveCount(0);
    });
  });
}

test('a place is chosen by the phone’s position or by name, and fills the address in', {
  tag: '@rarely',
}, async ({ page, context }) => {
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation({ latitude: 30.2741, longitude: 120.1291 });
  await openDevices(page, ownMember('new'));
  await open(page, create);
  await field(page, 'username').fill('Lin Hui');
  await screen(page, create).getByRole('link', { name: 'Choose' }).click();
  const choose = 'pages/location/chooseLocation';
  await arrive(page, choose);
  await screen(page, choose).getByRole('button', { name: 'Use my position' }).click();
  await expect(screen(page, choose)).toContainText('Point on the map');
  await expect(screen(page, choose).locator('img[src*="/map/15/"]').first()).toBeVisible();
  await screen(page, choose).getByRole('searchbox').fill('西湖区');
  await screen(page, choose).getByRole('searchbox').press('Enter');
  await screen(page, choose)
    .getByRole('button', { name: /西湖区 浙江省 杭州市/ })
    .click();
  await screen(page, choose).getByRole('button', { name: 'Use this place' }).click();
  await arrive(page, create);
  await expect(field(page, 'username')).toHaveValue('Lin Hui');
  await expect(screen(page, create)).toContainText('浙江省 杭州市 西湖区');
});

test('the next member on a phone does not see the input of the one before, nor after sign-out', async ({
  page,
}) => {
  const one = ownMember('new');
  await openDevices(page, one);
  await open(page, create);
  await field(page, 'username').fill('Secret Name');
  await field(page, 'idCard').fill('11010519491231002X');
  await open(page, 'pages/tabbar/mine');
  await screen(page, 'pages/tabbar/mine').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
  await arrive(page, 'pages/login/login');
  const kept = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(await kept()).not.toContain('Secret Name');
  expect(await kept()).not.toContain('11010519491231002X');
  await openDevices(page, ownMember('new'));
  await open(page, create);
  await expect(field(page, 'username')).toHaveValue('');
});

test('a session that ends in the middle of a form loses no input, and shows it to nobody else', {
  tag: '@rarely',
}, async ({ page }) => {
  const [one, next] = [ownMember('new'), ownMember('new')];
  await openDevices(page, one);
  await open(page, create);
  await field(page, 'username').fill('Mei Tan');
  await field(page, 'userphone').fill('+6591234567');
  await field(page, 'address').fill('Blk 207 Toa Payoh North');
  await endSession(page);
  const signInAs = async (who: typeof one) => {
    await arrive(page, 'pages/login/login');
    await field(page, 'account').fill(who.account);
    await field(page, 'password').fill(who.password);
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await arrive(page, create);
  };
  const save = screen(page, create).getByRole('button', { name: 'Save address' });
  const over = page.getByRole('alertdialog');
  await save.click();
  await expect(over).toContainText('Your current login has expired, please log in again!');
  await over.getByRole('button').click();
  await signInAs(next);
  for (const name of ['username', 'userphone', 'address']) await expect(field(page, name)).toHaveValue('');
  await endSession(page);
  await page.reload();
  await expect(over).toContainText('Your current login has expired, please log in again!');
  await over.getByRole('button').click();
  await signInAs(one);
  await expect(field(page, 'username')).toHaveValue('Mei Tan');
  await expect(field(page, 'address')).toHaveValue('Blk 207 Toa Payoh North');
  await save.click();
  await expect(screen(page, create)).toHaveCount(0);
  await open(page, manage);
  await expect(screen(page, manage)).toContainText('Mei Tan');
});

test('a declaration is handed in, rejected at the desk, corrected and handed in again', {
  tag: '@rarely',
}, async ({ page, request }) => {
  await openDevices(page, ownMember('new'));
  await open(page, form);
  await screen(page, form).getByRole('button', { name: 'Submit' }).click();
  await expect(screen(page, form)).toContainText('Please add an attachment');
  await field(page, 'customerName').fill('demo');
  await expect(screen(page, form)).toContainText('Registered');
  await field(page, 'customerPhone').fill('13800138000');
  await field(page, 'orderAmount').fill('99');
  await field(page, 'payTime').fill('2024-11-20T16:40');
  const uploaded = page.waitForResponse(/\/upload$/);
  await screen(page, form).locator('input[type=file]').setInputFiles(picture);
  await (await uploaded).finished();
  await expect(screen(page, form).getByText(/Uploading/)).toHaveCount(0);
  await screen(page, form).getByRole('button', { name: 'Submit' }).click();
  await arrive(page, list);
  await expect(screen(page, list)).toContainText('¥99.00');
  const id = /id=([\w-]+)/.exec(page.url())![1];

  const token = process.env.OPERATOR_TOKEN ?? 'dev-operator-token';
  const answer = await request.post(`/operator/declarations/${id}/reject`, {
    headers: { authorization: `Bearer ${token}` },
    data: { reason: 'The attachment shows ¥89.00' },
  });
  expect(answer.status()).toBe(200);
  await page.reload();
  await arrive(page, list);
  await expect(screen(page, list)).toContainText('The attachment shows ¥89.00');
  await screen(page, list).getByRole('link', { name: 'Correct and submit again' }).click();
  await arrive(page, form);
  await expect(field(page, 'customerPhone')).toHaveValue('13800138000');
  await expect(field(page, 'payTime')).toHaveValue('2024-11-20T16:40');
  await field(page, 'orderAmount').fill('89');
  await screen(page, form).getByRole('button', { name: 'Submit again' }).click();
  await arrive(page, list);
  await expect(screen(page, list)).toContainText('¥89.00');
  await expect(screen(page, list)).not.toContainText('Correct and submit again');
});

test('a photo is moved and sized by keys, cut, and shown; a nickname is changed', async ({ page }) => {
  await openDevices(page, ownMember('new'));
  await open(page, profile);
  const shot = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await screen(page, profile).locator('input[name=avatar]').setInputFiles(shot);
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('application').press('ArrowDown');
  await sheet.getByRole('slider').fill('2');
  await sheet.getByRole('button', { name: 'Use photo' }).click();
  await expect(sheet).toBeHidden();
  await expect(screen(page, profile).locator('label img')).toBeVisible();
  await screen(page, profile)
    .getByRole('button', { name: /Nickname/ })
    .click();
  await page.getByRole('dialog').getByRole('textbox').fill('Dana the Second');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(screen(page, profile)).toContainText('Dana the Second');
});

test('friends are counted and shown by level; a poster holds the code and is saved as a picture', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page);
  const team = 'pages/mine/myTeam';
  await open(page, team);
  await expect(screen(page, team)).toContainText('Aiko Mori');
  await screen(page, team)
    .getByRole('tab', { name: /Level 2/ })
    .click();
  await expect(screen(page, team)).toContainText('by Aiko Mori');
  await expect(screen(page, team)).not.toContainText('Chen Yu');
  await open(page, 'pages/mine/poster');
  const posters = screen(page, 'pages/mine/poster');
  await expect(posters.getByRole('img', { name: /invites you, code DEMO2026/ })).toHaveCount(3);
  await posters.getByRole('radio', { name: 'Studio' }).check();
  const saved = page.waitForEvent('download');
  await posters.getByRole('button', { name: 'Save' }).click();
  expect((await saved).suggestedFilename()).toBe('cloudphone-studio.png');
  await open(page, 'pages/mine/wxPoster');
  await expect(screen(page, 'pages/mine/wxPoster').getByRole('img', { name: /code DEMO2026/ })).toBeVisible();
});

test('the app can be put on the home screen: a manifest whose icons are there', { tag: '@rarely' }, async ({
  page,
  request,
}) => {
  const manifest = await (await request.get('/app.webmanifest')).json();
  expect(manifest.display).toBe('standalone');
  for (const { src, sizes, type } of manifest.icons) {
    const icon = await request.get(src);
    expect(icon.headers()['content-type']).toContain(type);
    if (sizes === 'any') continue;
    const png = await icon.body();
    expect(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`).toBe(sizes);
  }
  await page.goto('/#/pages/mine/downloadApp');
  await arrive(page, 'pages/mine/downloadApp');
  await screen(page, 'pages/mine/downloadApp').getByRole('tab', { name: 'iPhone' }).click();
  await expect(screen(page, 'pages/mine/downloadApp')).toContainText('Add to Home Screen');
});
