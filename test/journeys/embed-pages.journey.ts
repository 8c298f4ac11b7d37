import {
  arrived,
  arrivedInFrame,
  element,
  embed,
  expect,
  htmlOf,
  listen,
  ours,
  script,
  test,
} from './support/embed-host';

const stub =
  '<script>!function(w,n){w[n]&&w[n].mount||(w[n]=function(){w[n].q.push([].slice.call(arguments))},w[n].q=[])}(window,"CloudPhone")</script>';

test('an embed works although the page changed prototypes of the language', { tag: '@rarely' }, async ({
  page,
  host,
}) => {
  const old = `<script>
    Array.prototype.remove = function () {}; Array.prototype.last = 1; Object.prototype.mine = 'x'; String.prototype.trim2 = 1;
    Array.prototype.toJSON = function () { return '[]'; };
    JSON.stringify = ((real) => function (value) { return real(value); })(JSON.stringify);
  </script>`;
  await host.open(page, element('work-orders') + script, old);
  await arrived(page, 'work-orders');
  await expect(embed(page, 'work-orders').getByRole('listitem').first()).toBeVisible();
});

test('an element of our name is not mistaken for us', { tag: '@rarely' }, async ({ page, host }) => {
  await host.open(
    page,
    `<a id="CloudPhone" href="#">x</a><form id="mount"></form>${element('notices')}${script}`,
  );
  await arrived(page, 'notices');
  expect(await page.evaluate(() => typeof (globalThis as any).CloudPhone.mount)).toBe('function');
});

test('calls made before the code came are made when it is here', async ({ page, host }) => {
  const call = `<div id="here"></div><script>CloudPhone('mount','notices','#here',{tokenEndpoint:'/token',loading:'eager'})</script>`;
  await host.open(page, stub + call + script);
  await arrived(page, 'notices');
});

test('a loader that is there twice, also of another version, leaves all to the first', async ({
  page,
  host,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.route('**/9.9.9/embed.js', async (route) => {
    const answer = await route.fetch({ url: `${ours}/v1/embed.js` });
    const text = (await answer.text()).replace(/version:"[\d.]+"/, 'version:"9.9.9"');
    expect(text).toContain('"9.9.9"');
    await route.fulfill({ response: answer, body: text });
  });
  const again = script.replace('/v1/', '/v1/').replace('embed.js', 'embed.js?again');
  const other = script.replace('/v1/', '/9.9.9/');
  await host.open(page, element('notices') + script + again + other);
  await arrived(page, 'notices');
  const version = await page.evaluate(() => (globalThis as any).CloudPhone.version);
  await expect
    .poll(() => said.filter((line) => line.startsWith('Cloudphone:')))
    .toEqual([
      `Cloudphone: ${version} is here already; ${version} leaves it to that`,
      `Cloudphone: ${version} is here already; 9.9.9 leaves it to that`,
    ]);
  const same = await page.evaluate(
    async ([first, second]) => (await import(first!)).mount === (await import(second!)).mount,
    [`${ours}/v1/embed.js`, `${ours}/9.9.9/embed.js`],
  );
  expect(same).toBe(true);
  expect(await page.locator('cloudphone-notices').count()).toBe(1);
});

test('an element that was there before the code, with its properties set, begins with them', async ({
  page,
  host,
}) => {
  const before = `<script>
    const it = document.createElement('cloudphone-wallet');
    it.fetchToken = ({ feature, reason }) => fetch('/token', { method: 'POST', body: JSON.stringify({ feature, reason }) }).then((answer) => answer.json());
    it.loading = 'eager'; it.locale = 'zh-CN'; it.theme = { 'color-primary': '#0b5c86', 'color-on-primary': '#ffffff' };
    it.onContent = () => (window.shown = true);
    document.querySelector('main').append(it);
  </script>`;
  await host.open(page, before + script);
  await arrived(page);
  await expect(embed(page).getByRole('link', { name: '提现记录' })).toBeVisible();
  await page.waitForFunction(() => (globalThis as any).shown);
  const button = embed(page).getByRole('link', { name: '申请提现' });
  await expect(button).toHaveCSS('background-color', 'rgb(11, 92, 134)');
});

for (const mode of ['shadow', 'iframe'])
  test(`an embed in ${mode} mode may be moved about in the page`, { tag: '@rarely' }, async ({
    page,
    host,
    told,
  }) => {
    told.expected.push(/^Fetch API cannot load/); // a frame that moves begins again, and its requests under way end
    const heard = await listen(page);
    await host.open(
      page,
      `<div id="a">${element('wallet', `mode="${mode}"`)}</div><div id="b"></div>${script}`,
    );
    const come = () => (mode === 'shadow' ? arrived(page) : arrivedInFrame(page).then(() => {}));
    await come();
    await page.evaluate(() =>
      document.querySelector('#b')!.append(document.querySelector('cloudphone-wallet')!),
    );
    await come();
    await expect(embed(page)).toHaveJSProperty('state', 'ready');
    expect((await heard()).filter((one) => /loadstart|destroyed|error/.test(one))).toEqual(['loadstart']);
  });

test('an embed that is taken out while it loads is gone for good, and says nothing more', async ({
  page,
  host,
}) => {
  const heard = await listen(page);
  let go = () => {};
  const waits = new Promise<void>((settle) => (go = settle));
  await page.route('**/c/*.js', async (route) => {
    await waits;
    await route.continue().catch(() => {});
  });
  await host.open(page, element('wallet') + script);
  await expect(embed(page)).toHaveJSProperty('state', 'loading');
  const gone = await page.evaluateHandle(() => {
    const it = document.querySelector('cloudphone-wallet')!;
    it.remove();
    return it;
  });
  go();
  await page.waitForTimeout(500);
  expect(await heard()).toEqual(['loadstart']);
  expect(
    await gone.evaluate((node: any) => [node.state, node.shadowRoot.querySelectorAll('.cp').length]),
  ).toEqual(['destroyed', 0]);
  await gone.evaluate((node: any) => document.querySelector('main')!.append(node));
  await arrived(page);
});

test('a page that swaps its parts for others from its server (HTMX) has embeds that come and go', {
  tag: '@rarely',
}, async ({ page, host }) => {
  const heard = await listen(page);
  host.pages['/wallet'] = element('wallet');
  host.pages['/notices'] = element('notices');
  await host.open(page, `<div id="part"></div>${script}`);
  const swap = (path: string) =>
    page.evaluate(async (path) => {
      document.querySelector('#part')!.innerHTML = await (await fetch(path)).text();
    }, path);
  for (const feature of ['wallet', 'notices', 'wallet']) {
    await swap(`/${feature}`);
    await arrived(page, feature);
  }
  expect((await heard()).filter((one) => /error/.test(one))).toEqual([]);
  expect(await page.locator('#part > *').count()).toBe(1);
});

test('going about in an embed is nothing to the page’s Back button, in either mode', async ({
  page,
  host,
}) => {
  for (const mode of ['shadow', 'iframe']) {
    host.pages['/before'] = htmlOf('<a href="/">On</a>');
    await page.goto(`${host.origin}/before`);
    await host.open(page, element('wallet', `mode="${mode}"`) + script);
    if (mode === 'shadow') await arrived(page);
    const inside = mode === 'shadow' ? embed(page) : await arrivedInFrame(page);
    const length = await page.evaluate(() => history.length);
    await inside.getByRole('link', { name: 'Withdrawal history' }).click();
    await expect(inside.getByRole('heading', { name: 'Withdrawal history' })).toBeVisible();
    await inside.getByRole('button', { name: 'Back' }).click();
    await inside.getByRole('link', { name: 'Payout accounts' }).click();
    await expect(inside.getByRole('heading', { name: /account|card/i }).first()).toBeVisible();
    expect(await page.evaluate(() => [history.length, location.href])).toEqual([length, `${host.origin}/`]);
    await page.goBack();
    expect(page.url()).toBe(`${host.origin}/before`);
  }
});

test('a page where everything that stores throws has embeds, and nothing is stored', async ({
  page,
  host,
}) => {
  const broken = `<script>for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get() { window.touched = name; throw new DOMException('no', 'SecurityError') } });
    Object.defineProperty(document, 'cookie', { get() { window.touched = 'cookie'; return '' }, set() { window.touched = 'cookie' } });</script>`;
  await host.open(page, element('wallet') + element('work-orders') + script, broken);
  await arrived(page);
  await arrived(page, 'work-orders');
  expect(await page.evaluate(() => (globalThis as any).touched)).toBe(undefined);
});
