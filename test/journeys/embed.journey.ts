import type { FirstAnswer } from '../../src/contract/embed/embed';
import { getInfo } from '../../src/contract/member/auth';
import { type UploadRefused, uploadCodes } from '../../src/contract/wire/upload';
import {
  arrived,
  arrivedInFrame,
  element,
  embed,
  expect,
  listen,
  ours,
  script,
  test,
} from './support/embed-host';
import { picture } from './support/journey';

test('nothing of an embed is loaded before the member is near it, and it has its place until then', async ({
  page,
  host,
}) => {
  const files: string[] = [];
  page.on('request', (request) => {
    if (/\/c\//.test(request.url())) files.push(request.url());
  });
  const lazy = element('devices').replace('loading="eager"', '');
  await host.open(page, `<div style="height:3000px"></div>${lazy}${script}`);
  const height = () => embed(page, 'devices').evaluate((node: HTMLElement) => node.offsetHeight);
  await expect.poll(height).toBeGreaterThan(300);
  expect(files).toEqual([]);
  expect(host.asked).toEqual([]);
  await embed(page, 'devices').scrollIntoViewIfNeeded();
  await arrived(page, 'devices');
  await expect(embed(page, 'devices').getByRole('listitem').first()).toBeVisible();
});

for (const mode of ['shadow', 'iframe'])
  test(`a page gets the content event when the member sees the content, in ${mode} mode`, {
    tag: '@rarely',
  }, async ({ page, host }) => {
    let answer = () => {};
    const later = new Promise<void>((settle) => (answer = settle));
    await page.route('**/embed/v1/first', async (route) => {
      await later;
      await route.continue();
    });
    const heard = await listen(page);
    await host.open(page, element('wallet', `mode="${mode}"`) + script);
    const inside = mode === 'iframe' ? embed(page).locator('iframe').contentFrame() : embed(page);
    await expect(inside.locator('[data-screen][aria-busy="true"]')).toBeVisible();
    await page.evaluate(() => new Promise((settle) => setTimeout(settle, 300))); // it would have been said by now
    expect(await heard()).not.toContain('content');
    answer();
    await expect(inside.getByRole('link', { name: 'Withdrawal history' })).toBeVisible();
    await expect.poll(async () => (await heard()).filter((one) => one === 'content')).toEqual(['content']);
  });

for (const mode of ['shadow', 'iframe'])
  test(`a page names the first screen of an embed itself, and renames it at any time, in ${mode} mode`, {
    tag: '@rarely', // one option of many, and the others go the same way
  }, async ({ page, host }) => {
    await host.open(page, element('wallet', `mode="${mode}" heading="My money"`) + script);
    const inside = mode === 'iframe' ? embed(page).locator('iframe').contentFrame() : embed(page);
    const title = (name: string) => inside.getByRole('heading', { name, level: 1 });
    await expect(title('My money')).toBeVisible();
    await embed(page).evaluate((one) => one.setAttribute('heading', 'Savings'));
    await expect(title('Savings')).toBeVisible();
    await inside.getByRole('link', { name: 'Withdrawal history' }).click();
    await expect(title('Withdrawal history')).toBeVisible();
  });

for (const mode of ['shadow', 'iframe'])
  test(`a page that sets an option which will end hears of it, and its console names the day, in ${mode} mode`, {
    tag: '@rarely', // test/server/embed-first checks who gets it, test/unit/embed/events that a frame passes it on
  }, async ({ page, host }) => {
    const ending = { id: 'title', what: 'option', name: 'heading', endsOn: '2027-06-01' };
    let used = '';
    // as a gateway answers whose table has a row
    await page.route('**/embed/v1/first', async (route) => {
      used = route.request().postData()?.split('\n')[3] ?? '';
      const response = await route.fetch();
      const answers: FirstAnswer[] = await response.json();
      for (const { path, answer } of answers)
        if (path === getInfo.path) Object.assign(answer.body, { ending: [ending] });
      await route.fulfill({ response, json: answers });
    });
    const warned: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
    await page.addInitScript(() =>
      document.addEventListener('cp-deprecation', ({ detail }) => {
        document.title = JSON.stringify(detail);
      }),
    );
    await host.open(page, element('wallet', `mode="${mode}" heading="My money"`) + script);
    await expect(page).toHaveTitle(JSON.stringify(ending));
    expect(used.split(' ')).toEqual(expect.arrayContaining(['heading', 'mode', 'partner', 'tokenEndpoint']));
    expect(used).toMatch(/^\d+\.\d+\.\d+ /);
    await expect.poll(() => warned).toHaveLength(1);
    expect(warned[0]).toMatch(/deprecated\. .*the option heading, until 2027-06-01/);
  });

test('an engine without constructed style sheets gets style elements with the nonce of the page', {
  tag: '@rarely',
}, async ({ page, host }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'CSSStyleSheet', { value: undefined });
  });
  host.headers = {
    'content-security-policy':
      "default-src 'none'; script-src 'nonce-n1' 'strict-dynamic'; style-src 'nonce-n1'; connect-src *; img-src *",
  };
  await host.open(page, element('devices') + script.replace('<script', '<script nonce="n1"'));
  await arrived(page, 'devices');
  const container = embed(page, 'devices').locator('.cp');
  expect(await container.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(
    'rgb(241, 244, 245)',
  );
});

for (const mode of ['shadow', 'iframe'])
  test(`a picture in a partner’s page arrives though the token ran out, and is seen again, in ${mode} mode`, {
    tag: mode === 'shadow' ? [] : '@rarely',
  }, async ({ page, host }) => {
    host.answer = ({ feature }) => host.mint(feature, { member: 'democn' });
    const open = async () => {
      await host.open(page, element('chat', `mode="${mode}"`) + script);
      if (mode === 'iframe') return arrivedInFrame(page, 'chat');
      await arrived(page, 'chat');
      return embed(page, 'chat');
    };
    const before = await open();
    // once, and as the gateway says it
    const expired: UploadRefused = { code: uploadCodes.expired, message: '' };
    await page.route(
      '**/api/upload',
      (route) => route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json: expired }),
      { times: 1 },
    );
    await before.getByLabel('Send an image').setInputFiles(picture);
    // before the picture: the member may have sent another one earlier
    await expect.poll(() => host.asked.map(({ reason }) => reason)).toEqual(['use', 'expired']);
    await expect(before.getByRole('log').locator('img').last()).toHaveAttribute('src', /\/files\//);

    const shown = (await open()).getByRole('log').locator('img').last();
    await expect(shown).toHaveAttribute('src', new RegExp(`^${ours}/files/`));
    await expect.poll(() => shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0);
  });

test('a frame is as high as what is in it, also when that changes', async ({ page, host }) => {
  await host.open(page, element('wallet', 'mode="iframe"') + script);
  const frame = await arrivedInFrame(page);
  const apart = async () => {
    const [outside, inside] = await Promise.all([
      embed(page)
        .locator('iframe')
        .evaluate((node: HTMLElement) => node.offsetHeight),
      frame.locator('html').evaluate((node: HTMLElement) => node.offsetHeight),
    ]);
    return Math.abs(outside - inside);
  };
  await expect.poll(apart).toBeLessThanOrEqual(1);
  await frame.getByRole('link', { name: 'Withdrawal history' }).click();
  await expect(frame.getByRole('listitem').first()).toBeVisible();
  await expect.poll(apart).toBeLessThanOrEqual(1);
});
