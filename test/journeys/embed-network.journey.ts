import { embedFeatures } from '../../src/contract/embed/features';
import {
  arrived,
  calls,
  element,
  embed,
  expect,
  listen,
  ours,
  partner,
  script,
  test,
} from './support/embed-host';

test('two widgets on a page: the second costs no second runtime, and no call asks for leave beforehand', async ({
  page,
  host,
}) => {
  const asked: string[] = [];
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  client.on('Network.requestWillBeSent', ({ request, type }) => {
    if (request.url.startsWith(ours))
      asked.push(`${request.method} ${new URL(request.url).pathname} ${type}`);
  });
  await host.open(page, element('wallet') + script);
  await arrived(page);
  const scripts = () =>
    new Set(asked.filter((one) => /\/c\/.*\.js /.test(one)).map((one) => one.split(' ')[1]));
  await expect.poll(() => scripts().size).toBe(4); // the runtime, the wallet, what comes after its content, and what reviews a page in development
  await page.evaluate(
    (html) => document.querySelector('main')!.insertAdjacentHTML('beforeend', html),
    element('notices'),
  );
  await arrived(page, 'notices');
  expect(scripts().size).toBe(5);
  expect(asked.filter((one) => /OPTIONS|Preflight/i.test(one))).toEqual([]);
});

for (const mode of ['shadow', 'iframe'])
  test(`a member reads their balance while the code of the wallet is still on its way, in ${mode} mode`, {
    tag: '@rarely',
  }, async ({ page, host }) => {
    let arrive = () => {};
    const late = new Promise<void>((settle) => (arrive = settle));
    await page.route('**/c/*.js', async (route) => {
      const answer = await route.fetch();
      if (/data-screen/.test(await answer.text())) await late; // what draws screens
      await route.fulfill({ response: answer });
    });
    await host.open(page, element('wallet', `mode="${mode}"`) + script);
    const inside = mode === 'iframe' ? embed(page).locator('iframe').contentFrame() : embed(page);
    await expect(inside.getByText('Balance', { exact: true })).toBeVisible();
    await expect(inside.getByText(/^¥[\d,]+\.\d\d$/).first()).toBeVisible();
    await expect(inside.getByRole('link')).toHaveCount(0);
    arrive();
    await expect(inside.getByRole('link', { name: 'Withdrawal history' })).toBeVisible();
    await expect(inside.getByText('Balance', { exact: true })).toHaveCount(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' }); // files for later may still be on their way
  });

test('offline, an embed says so; online again, it goes on by itself', async ({
  page,
  host,
  told,
  context,
}) => {
  told.expected.push(/ERR_INTERNET_DISCONNECTED|Failed to load/);
  await host.open(page, `<div id="here"></div>${script}`);
  await page.waitForFunction(() => 'CloudPhone' in globalThis);
  await context.setOffline(true);
  await page.evaluate(() =>
    (globalThis as any).CloudPhone.mount('work-orders', '#here', {
      tokenEndpoint: '/token',
      loading: 'eager',
    }),
  );
  const again = embed(page, 'work-orders').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await again.click();
  await expect(again).toBeVisible();
  await context.setOffline(false);
  await arrived(page, 'work-orders');
  await expect(embed(page, 'work-orders').getByRole('listitem').first()).toBeVisible();

  await context.setOffline(true);
  await embed(page, 'work-orders').getByRole('link').filter({ hasText: 'One cloud phone' }).click();
  await expect(embed(page, 'work-orders').getByRole('alert').filter({ visible: true }).first()).toBeVisible();
  await context.setOffline(false); // and it goes on by itself
  await expect(embed(page, 'work-orders').getByRole('button', { name: /again|retry/i })).toHaveCount(0);
  await arrived(page, 'work-orders');
});

test('an embed whose server was out of reach goes on by itself, though nothing tells that it is back', {
  tag: '@rarely',
}, async ({ page, host, told }) => {
  told.expected.push(/Failed to load/);
  await page.clock.install();
  await page.route(calls, (route) => route.abort());
  await host.open(page, element('work-orders') + script);
  await expect(embed(page, 'work-orders').getByRole('alert').filter({ visible: true }).first()).toBeVisible();
  await page.unroute(calls);
  await page.clock.fastForward(16_000);
  await expect(embed(page, 'work-orders').getByRole('listitem').first()).toBeVisible();
});

test('a file that is not what it should be is not run, however often it is tried', {
  tag: '@rarely',
}, async ({ page, host, told }) => {
  told.expected.push(/integrity|Failed to load/i);
  await page.route('**/c/*.js', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `window.evil=1;${await answer.text()}` });
  });
  await host.open(page, element('notices') + script);
  const again = embed(page, 'notices').getByRole('button', { name: 'Try again' });
  for (let tries = 0; tries < 3; tries++) {
    await expect(again).toBeVisible();
    await again.click();
  }
  await expect(again).toBeVisible();
  expect(await page.evaluate(() => 'evil' in globalThis)).toBe(false);
  await page.unrouteAll({ behavior: 'ignoreErrors' }); // a try that nobody waits for may still be answered
});

test('six calls that are told to sign in again fetch one token between them', async ({
  page,
  host,
  told,
}) => {
  told.expected.push(/Failed to load/);
  await host.open(page, `<div id="here"></div>${script}`);
  await page.waitForFunction(() => 'CloudPhone' in globalThis);
  let refused = 0;
  const dead = new Set<string>();
  await page.route('**/embed/v1/first', (route) => route.abort());
  await page.route('**/api/**', async (route) => {
    const token = /et_[\w-]+/.exec(route.request().postData()!)![0];
    if (!dead.size) dead.add(token);
    if (!dead.has(token)) return route.continue();
    refused++;
    await expect.poll(() => refused).toBeGreaterThanOrEqual(6); // all of them, side by side
    await route.fulfill({
      headers: { 'access-control-allow-origin': host.origin },
      json: { header: { res_code: '510', message: '' }, body: {} },
    });
  });
  await page.evaluate(() => {
    const api = (globalThis as any).CloudPhone;
    const options = { tokenEndpoint: '/token', loading: 'eager' };
    for (let count = 0; count < 3; count++) api.mount('wallet', '#here', options); // two calls each
  });
  await expect(embed(page).getByRole('link', { name: 'Withdrawal history' })).toHaveCount(3, {
    timeout: 15_000,
  });
  await expect.poll(() => refused).toBe(6);
  expect(host.asked.map(({ reason }) => reason)).toEqual(['use', 'expired']);
});

const answers = {
  'a page that never answers when asked for a token': {
    fetchToken: 'new Promise(() => {})',
    code: 'token_timeout',
    after: 15_500,
    button: true,
  },
  'a page whose server fails': {
    fetchToken: "Promise.reject(new Error('oh'))",
    code: 'token_fetch_failed',
    after: 0,
    button: true,
  },
  'a page that gives the dead token again': {
    fetchToken: "Promise.resolve({ token: 'et_dead', expiresIn: 300 })",
    code: 'token_not_renewed',
    after: 0,
    button: false,
  },
};
for (const [name, { fetchToken, code, after, button }] of Object.entries(answers))
  test(`${name} reports ${code}`, { tag: '@rarely' }, async ({ page, host }) => {
    const heard = await listen(page);
    await page.clock.install();
    const start = `<div id="here"></div>${script}<script type="module">
      CloudPhone.mount('notices', '#here', { fetchToken: () => ${fetchToken}, loading: 'eager' })</script>`;
    await host.open(page, start);
    await expect(embed(page, 'notices')).toHaveJSProperty(
      'state',
      code === 'token_timeout' ? 'ready' : 'error',
    );
    await page.clock.runFor(after);
    await expect.poll(heard).toContain(`error ${code}`);
    await expect(embed(page, 'notices').getByRole('alert').first()).toBeVisible();
    await expect(embed(page, 'notices').getByRole('button', { name: 'Try again' })).toHaveCount(
      button ? 1 : 0,
    );
  });

test('an embed shows that nobody is signed in on the shop, and reports it to the page', async ({
  page,
  host,
  told,
}) => {
  told.expected.push(/401/);
  const heard = await listen(page);
  host.answer = async () => 401;
  await host.open(page, element('wallet') + script);
  await expect(embed(page).getByRole('alert').first()).toHaveText(
    'Please sign in on this site, then try again.',
  );
  expect(await heard()).toContain('error host_session_required');
});

test('a frame that the page may not embed is distinguished from a slow one', async ({ page, host, told }) => {
  told.expected.push(/frame-ancestors|Failed to load resource|ancestor/);
  const heard = await listen(page);
  await page.clock.install();
  host.pages['/'] = '';
  // the same page by a name that is no partner's
  await host.open(page, element('wallet', 'mode="iframe"') + script);
  await page.goto(host.stranger);
  await expect(embed(page).locator('iframe')).toBeAttached();
  await page.clock.runFor(12_500);
  await expect.poll(heard).toContain('error handshake_timeout');
  await expect(embed(page).getByRole('link', { name: 'Open the full page' })).toHaveAttribute(
    'href',
    new RegExp(ours),
  );
  await expect(embed(page).getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a hundred embeds that come and go leave no node, no listener and no timer', { tag: '@rarely' }, async ({
  page,
  host,
}) => {
  test.setTimeout(120_000);
  const once = await host.mint('notices', { ttl: 900 } as never);
  host.answer = async () => once;
  await page.addInitScript(() => {
    const timers = new Set<unknown>();
    (globalThis as any).timers = timers;
    const { setTimeout: set, clearTimeout: clear, setInterval: every } = globalThis;
    (globalThis as any).setTimeout = (work: () => void, ...rest: [number]) => {
      const timer = set(
        () => {
          timers.delete(timer);
          work();
        },
        ...rest,
      );
      timers.add(timer);
      return timer;
    };
    (globalThis as any).clearTimeout = (timer: number) => {
      timers.delete(timer);
      clear(timer);
    };
    (globalThis as any).setInterval = (...all: [() => void, number]) => {
      const timer = every(...all);
      timers.add(timer);
      return timer;
    };
  });
  await host.open(page, `<div id="here"></div>${script}`);
  await page.waitForFunction(() => 'CloudPhone' in globalThis);
  const client = await page.context().newCDPSession(page);
  const count = async () => {
    for (let turn = 0; turn < 2; turn++) await client.send('HeapProfiler.collectGarbage');
    const { nodes, jsEventListeners } = await client.send('Memory.getDOMCounters');
    return { nodes, jsEventListeners };
  };
  const cycles = (times: number) =>
    page.evaluate(
      async ([times, partner]) => {
        const api = (globalThis as any).CloudPhone;
        for (let cycle = 0; cycle < Number(times); cycle++) {
          const content = new Promise((settle) =>
            document.addEventListener('cp-ready', settle, { once: true }),
          );
          const handle = api.mount('notices', '#here', {
            partner,
            tokenEndpoint: '/token',
            loading: 'eager',
          });
          await content;
          if (cycle % 10 === 0) await new Promise((rest) => setTimeout(rest, 100)); // some of them get to show something
          await handle.destroy();
        }
        await new Promise((rest) => setTimeout(rest, 500));
      },
      [times, partner],
    );
  await cycles(3);
  const before = await count();
  await cycles(100);
  const after = await count();
  expect(after.nodes - before.nodes).toBeLessThanOrEqual(5);
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThanOrEqual(2);
  expect(await page.evaluate(() => (globalThis as any).timers.size)).toBe(0);
  expect(await page.locator('#here > *').count()).toBe(0);
});

test('an embed at rest has no timer, and moves nothing around it when it comes', { tag: '@rarely' }, async ({
  page,
  host,
}) => {
  await page.addInitScript(() => {
    const all = { timers: 0, moved: 0 };
    (globalThis as any).all = all;
    for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame'] as const) {
      const real = globalThis[name] as (...rest: any[]) => any;
      (globalThis as any)[name] = (...rest: any[]) => {
        all.timers++;
        return real(...rest);
      };
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as any[]) all.moved += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // what the README says of pages that are painted before the script is there
  const room = (name: 'wallet' | 'notices') =>
    `cloudphone-${name}:not(:defined){display:block;min-height:${embedFeatures[name].minHeight}px}`;
  const before = `<style>${room('wallet')}${room('notices')}</style>`;
  await host.open(page, `${element('wallet')}<p>Below</p>${element('notices')}<p>Last</p>${script}`, before);
  await arrived(page);
  await arrived(page, 'notices');
  await page.waitForTimeout(1500);
  const rested = await page.evaluate(async () => {
    const { all } = globalThis as any;
    all.timers = 0;
    await new Promise((rest) => requestIdleCallback(() => rest(0)));
    return all;
  });
  expect(rested.moved).toBe(0);
  await page.waitForTimeout(2000);
  expect(await page.evaluate(() => (globalThis as any).all.timers)).toBe(0);
});

test('each feature shows its first content with one request for data, beside its code', {
  tag: '@rarely',
}, async ({ page, host }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (calls.test(request.url())) asked.push(new URL(request.url()).pathname);
  });
  const heard = await listen(page);
  for (const feature of Object.keys(embedFeatures)) {
    asked.length = 0;
    await host.open(page, element(feature) + script);
    await expect.poll(heard).toContain('content');
    const before = asked.filter((path) => !/txSupport\/(wait|read)$/.test(path)); // a conversation goes on
    expect([feature, ...before]).toEqual([feature, '/embed/v1/first']);
  }
});
