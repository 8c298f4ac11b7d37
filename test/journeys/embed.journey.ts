import type { Page } from '@playwright/test';
import { expect, test } from './support/journey';
import { openPartner } from './support/partner';
import { standIn } from './support/stand-in';

let partner: Awaited<ReturnType<typeof openPartner>>;
let ours: Awaited<ReturnType<typeof standIn>>;
let minted = 0;

test.beforeAll(async () => {
  partner = await openPartner();
  ours = await standIn(process.env.BASE_URL!, partner.origin);
  partner.mint = async () => {
    const token = `et_${++minted}`;
    ours.alive.add(token);
    return token;
  };
});
test.afterAll(async () => {
  await Promise.all([partner.stop(), ours.stop()]);
});
test.beforeEach(() => {
  partner.headers = {};
  partner.signedOut = false;
  ours.asked.length = 0;
  partner.asked.length = 0;
});

const script = () => `<script type="module" src="${ours.origin}/v1/embed.js"></script>`;
const html = (body: string, head = '') =>
  `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width"><title>Shop</title>${head}</head><body><h1>Shop</h1>${body}</body></html>`;
const element = (feature: string, more = '') =>
  `<cloudphone-${feature} partner="p_1" token-endpoint="/token" loading="eager" ${more}></cloudphone-${feature}>`;

async function open(page: Page, body: string, head = '') {
  partner.page = html(body, head);
  await page.goto(partner.origin);
}
const inside = (page: Page, feature: string) => page.locator(`cloudphone-${feature}`);

test('two features on one page share one runtime, and neither touches the address or the history of the page', async ({
  page,
}) => {
  await open(page, element('wallet') + element('devices') + script());
  await expect(inside(page, 'wallet').getByRole('link', { name: 'Withdrawals' })).toBeVisible();
  await expect(inside(page, 'devices').getByRole('listitem').first()).toBeVisible();

  const scripts = ours.asked.filter((one) => /\/c\/.*\.js$/.test(one));
  expect(new Set(scripts).size).toBe(3); // the runtime, and one for each
  expect(ours.asked.filter((one) => one.startsWith('OPTIONS'))).toEqual([]);

  await inside(page, 'wallet').getByRole('link', { name: 'Withdrawals' }).click();
  await expect(inside(page, 'wallet').getByRole('heading', { name: 'Withdrawals' })).toBeVisible();
  expect(page.url()).toBe(`${partner.origin}/`);
  const length = await page.evaluate(() => history.length);
  await inside(page, 'wallet').getByRole('button', { name: 'Back' }).click();
  await expect(inside(page, 'wallet').getByRole('link', { name: 'Withdrawals' })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(length);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length, document.cookie])).toEqual([
    0,
    0,
    '',
  ]);
});

for (const [name, policy] of [
  ['a list of addresses', (origin: string) => `script-src ${origin}; connect-src ${origin} 'self'`],
  ['strict-dynamic', () => `script-src 'nonce-n1' 'strict-dynamic'; connect-src *`],
  [
    'Trusted Types',
    (origin: string) =>
      `script-src ${origin}; connect-src ${origin} 'self'; require-trusted-types-for 'script'; trusted-types cloudphone`,
  ],
] as const)
  test(`a page whose policy is ${name} shows a wallet, and nothing breaks the policy`, async ({ page }) => {
    partner.headers = {
      'content-security-policy': `default-src 'none'; style-src 'none'; img-src ${ours.origin}; ${policy(ours.origin)}`,
    };
    await open(page, element('wallet') + script().replace('<script', '<script nonce="n1"'));
    await expect(inside(page, 'wallet').getByRole('link', { name: 'Withdrawals' })).toBeVisible();
  });

test('a page that does its worst with styles changes nothing in an embed', async ({ page }) => {
  await open(
    page,
    element('wallet') + script(),
    '<style>html{font-size:62.5%;direction:rtl;letter-spacing:4px}*{margin:7px!important;color:red}button{display:none!important}</style>',
  );
  const link = inside(page, 'wallet').getByRole('link', { name: 'Withdrawals' });
  await expect(link).toBeVisible();
  const style = await link.evaluate((node) => {
    const { fontSize, direction, letterSpacing, color } = getComputedStyle(node);
    return [fontSize, direction, letterSpacing, color];
  });
  expect(style).toEqual(['16px', 'ltr', 'normal', 'rgb(16, 24, 31)']);
});

test('a hundred embeds that come and go leave no node and no listener', async ({ page }) => {
  await open(page, `<div id="here"></div>${script()}`);
  await page.waitForFunction(() => 'CloudPhone' in window);
  const client = await page.context().newCDPSession(page);
  const count = async () => {
    await client.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners };
  };
  const cycles = (times: number) =>
    page.evaluate(async (times) => {
      const api = (window as any).CloudPhone;
      for (let cycle = 0; cycle < times; cycle++) {
        const content = new Promise((settle) =>
          document.addEventListener('cp-content', settle, { once: true }),
        );
        const handle = api.mount('notices', '#here', { tokenEndpoint: '/token', loading: 'eager' });
        await content;
        await handle.destroy();
      }
      await new Promise((rest) => setTimeout(rest, 100));
    }, times);
  await cycles(3);
  const before = await count();
  await cycles(100);
  const after = await count();
  expect(after.nodes - before.nodes).toBeLessThanOrEqual(5);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThanOrEqual(2);
  expect(await page.locator('#here > *').count()).toBe(0);
});

test('a token that the gateway does not know any more is replaced once, unseen', async ({ page }) => {
  await open(page, element('wallet') + script());
  await expect(inside(page, 'wallet').getByRole('link', { name: 'Withdrawals' })).toBeVisible();
  partner.asked.length = 0;
  ours.alive.clear();
  await inside(page, 'wallet').getByRole('link', { name: 'Withdrawals' }).click();
  await expect(inside(page, 'wallet').getByRole('listitem').first()).toBeVisible();
  expect(partner.asked).toEqual(['expired']);
});

test('files that do not come are said, and the retry really retries', async ({ page, told }) => {
  told.expected.push(/Failed to load|ERR_FAILED|ERR_INTERNET/);
  await page.route('**/c/*.js', (route) => route.abort());
  await open(page, element('devices') + script());
  const again = inside(page, 'devices').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute('**/c/*.js');
  await again.click();
  await expect(inside(page, 'devices').getByRole('listitem').first()).toBeVisible();
});

test('a file that is not what it should be is not run, however often it is tried', async ({ page, told }) => {
  told.expected.push(/integrity|Failed to load/i);
  await page.route('**/c/*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `window.evil=1;${await answer.text()}` });
  });
  await open(page, element('devices') + script());
  const again = inside(page, 'devices').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await again.click();
  await expect(again).toBeVisible();
  expect(await page.evaluate(() => 'evil' in window)).toBe(false);
});

test('calls made before the code came are made when it is here; an element of our name is not mistaken for us', async ({
  page,
}) => {
  const stub =
    '<script>!function(w,n){w[n]&&w[n].mount||(w[n]=function(){w[n].q.push([].slice.call(arguments))},w[n].q=[])}(window,"CloudPhone")</script>';
  const call = `<div id="here"></div><script>CloudPhone('mount','devices','#here',{tokenEndpoint:'/token',loading:'eager'})</script>`;
  await open(page, stub + call + script() + script());
  await expect(inside(page, 'devices').getByRole('listitem').first()).toBeVisible();
  await open(page, `<a id="CloudPhone" href="#">x</a>${element('devices')}${script()}`);
  await expect(inside(page, 'devices').getByRole('listitem').first()).toBeVisible();
});

test('nothing of an embed is loaded before the member is near it', async ({ page }) => {
  await open(
    page,
    `<div style="height:3000px"></div>${element('devices').replace('loading="eager"', '')}${script()}`,
  );
  const height = () => inside(page, 'devices').evaluate((node: HTMLElement) => node.offsetHeight);
  await expect.poll(height).toBeGreaterThan(300); // it has its place, and a skeleton in it
  expect(ours.asked.filter((one) => one.includes('/c/'))).toEqual([]);
  expect(partner.asked).toEqual([]);
  await inside(page, 'devices').scrollIntoViewIfNeeded();
  await expect(inside(page, 'devices').getByRole('listitem').first()).toBeVisible();
});

test('a member who is not signed in at the partner is told so, and so is the page', async ({
  page,
  told,
}) => {
  told.expected.push(/401/);
  partner.signedOut = true;
  await open(
    page,
    `<script>document.addEventListener('cp-error', ({ detail }) => { document.title = detail.error.code + ' ' + detail.error.retryable })</script>${element('wallet', 'locale="zh-CN"')}${script()}`,
  );
  await expect(inside(page, 'wallet').getByRole('alert')).toHaveText('请先在本网站登录，然后重试');
  await expect(page).toHaveTitle('host_session_required false');
  partner.signedOut = false;
  await inside(page, 'wallet').evaluate((node: any) => node.refresh());
  await expect(inside(page, 'wallet').getByRole('link', { name: '提现记录' })).toBeVisible();
});

test('an engine without constructed style sheets gets style elements with the nonce of the page', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'CSSStyleSheet', { value: undefined });
  });
  partner.headers = {
    'content-security-policy': `default-src 'none'; script-src 'nonce-n1' 'strict-dynamic'; style-src 'nonce-n1'; connect-src *`,
  };
  await open(page, element('devices') + script().replace('<script', '<script nonce="n1"'));
  await expect(inside(page, 'devices').getByRole('listitem').first()).toBeVisible();
  const container = inside(page, 'devices').locator('.cp');
  expect(await container.evaluate((node) => getComputedStyle(node).backgroundColor)).toBe(
    'rgb(242, 244, 245)',
  );
});

test('an embed in a frame of our own works as one beside the page does, at its own height', async ({
  page,
}) => {
  await open(page, element('wallet', 'mode="iframe"') + script());
  const frame = inside(page, 'wallet').locator('iframe').contentFrame();
  await frame.getByRole('link', { name: 'Withdrawals' }).click();
  await expect(frame.getByRole('heading', { name: 'Withdrawals' })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(2);
  const apart = async () => {
    const [height, content] = await Promise.all([
      inside(page, 'wallet')
        .locator('iframe')
        .evaluate((node: HTMLElement) => node.offsetHeight),
      frame.locator('html').evaluate((node: HTMLElement) => node.offsetHeight),
    ]);
    return Math.abs(height - content);
  };
  await expect.poll(apart).toBeLessThanOrEqual(1);
});

test('messages that anybody may send change nothing', async ({ page }) => {
  await open(page, element('wallet', 'mode="iframe"') + script());
  const frame = inside(page, 'wallet').locator('iframe');
  await expect(frame.contentFrame().getByRole('link', { name: 'Withdrawals' })).toBeVisible();
  const heard = await page.evaluate(async () => {
    const heard: string[] = [];
    for (const name of ['error', 'destroyed', 'withdraw-submitted'])
      document.addEventListener(`cp-${name}`, () => heard.push(name));
    const id = document
      .querySelector('cloudphone-wallet')!
      .shadowRoot!.querySelector('iframe')!
      .src.split('.')
      .pop();
    for (const message of [
      null,
      'x',
      { cp: 'hello', v: 9, id },
      { cp: 'hello', v: 1, id },
      { type: 'event', name: 'destroyed', detail: {} },
    ]) {
      postMessage(message, '*');
      document
        .querySelector('cloudphone-wallet')!
        .shadowRoot!.querySelector('iframe')!
        .contentWindow!.postMessage(message, '*');
    }
    await new Promise((rest) => setTimeout(rest, 200));
    return heard;
  });
  expect(heard).toEqual([]);
  await expect(frame.contentFrame().getByRole('link', { name: 'Withdrawals' })).toBeVisible();
});
