import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localeNames, messagesOf } from '../../tools/build/locales.mjs';
import { arrive, expect, openDevices, ownMember, screen, test } from './support/journey';

const home = 'pages/tabbar/index';

test('the device list is asked for before the app is there, and once', async ({ page }) => {
  await openDevices(page);
  let held = true;
  const asked: boolean[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/txDevice/list')) asked.push(held);
  });
  const core = await page.locator('script[type=module]').getAttribute('src');
  await page.route(`**${core}`, async (route) => {
    await expect.poll(() => asked).toEqual([true]);
    held = false;
    await route.continue();
  });
  await page.reload();
  await arrive(page, home);
  await expect(screen(page, home).getByRole('listitem').last()).toBeVisible();
  expect(asked).toEqual([true]);
});

test('the last answer is shown at once with its age, until the newest one arrives', async ({ page }) => {
  await openDevices(page, ownMember('rich'));
  const cards = screen(page, home).locator('a[href*="equList?serial"]');
  await expect(cards.first()).toBeVisible();
  let answer = () => {};
  const late = new Promise<void>((settle) => (answer = settle));
  await page.route('**/api/txDevice/list', async (route) => {
    await late;
    const response = await route.fetch();
    const json = await response.json();
    json.body.items[0].name = 'Phone of today';
    await route.fulfill({ json });
  });
  await page.reload();
  await expect(cards.first()).toBeVisible();
  await expect(screen(page, home)).toHaveAttribute('aria-busy', 'true');
  await expect(page.getByText(/^Last updated /)).toBeVisible();
  answer();
  await expect(cards.first()).toContainText('Phone of today');
  await expect(page.getByText(/^Last updated /)).toHaveCount(0);
  await arrive(page, home);
});

test('the page refuses markup and foreign scripts', {
  tag: '@rarely', // that nothing of ours needs more is seen in every journey
}, async ({ page, told }) => {
  told.expected.push(/TrustedHTML|TrustedScriptURL|Trusted ?Type|Content Security Policy/i);
  await openDevices(page);
  const outcome = await page.evaluate(() => {
    const attempt = (act: () => void) => {
      try {
        act();
        return 'taken';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const { trustedTypes } = window as unknown as {
      trustedTypes: { createPolicy(name: string, rules: object): unknown };
    };
    return [
      attempt(() => {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>');
      }),
      attempt(() => {
        document.createElement('script').src = 'https://evil.test/x.js';
      }),
      attempt(() => void trustedTypes.createPolicy('default', { createHTML: (text: string) => text })),
    ];
  });
  expect(outcome).toEqual(['TypeError', 'TypeError', 'TypeError']);
});

test.describe('in a browser without modules', () => {
  test.use({ bypassCSP: true }); // such a browser has no Trusted Types

  test('a member reads that it has to be updated, in every language', async ({ page }) => {
    await page.route('**/a/*', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    await page.goto('/');
    await page.addScriptTag({ url: '/old.js' }); // what such a browser runs of the page, and nothing else
    for (const locale of localeNames)
      await expect(page.getByText(messagesOf(locale, 'old').update)).toBeVisible();
    await expect(page.locator('#skeleton')).toBeHidden();
  });
});

test('nothing moves on the screens that visitors see first, even if their parts arrive one after another', {
  tag: '@rarely',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        for (const { node } of Reflect.get(entry, 'sources')) moved.push(node?.textContent ?? 'removed');
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const moved = () => page.evaluate(() => Reflect.get(window, 'moved'));
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect(page.getByText('Choose a plan')).toBeVisible();
  expect(await moved()).toEqual([]);
  await openDevices(page);
  await page.reload();
  await arrive(page, home);
  expect(await moved()).toEqual([]);
});

for (const [locale, titles] of [
  ['en-US', { signIn: 'Sign in', devices: 'Devices' }],
  ['zh-CN', { signIn: '登录', devices: '云手机' }],
] as const)
  test.describe(`in ${locale}`, () => {
    test.use({ locale });

    test('the page says what is coming before any file is here, and nothing else stands in between', {
      tag: '@rarely',
    }, async ({ page, baseURL }) => {
      await openDevices(page);
      const skeleton = page.locator('#skeleton');
      let bring = () => {};
      const hold = () => {
        const late = new Promise<void>((settle) => (bring = settle));
        return page.route('**/a/*', async (route) => {
          await late;
          await route.continue();
        });
      };
      // what the page shows, each time that it draws, until its skeleton is gone
      await page.addInitScript(() => {
        const shown: string[] = [];
        Object.assign(window, { shown });
        const look = () => {
          const here = document.getElementById('skeleton');
          const said = here ? '' : (document.querySelector('main')?.textContent ?? '');
          if (document.body && shown.at(-1) !== said) shown.push(said);
          if (!said) requestAnimationFrame(look);
        };
        look();
      });
      await hold();
      await page.goto(`${baseURL}/?again`, { waitUntil: 'commit' });
      await expect(skeleton).toHaveText(titles.devices);
      bring();
      await arrive(page, home);
      await expect(skeleton).toHaveCount(0);
      const shown = () => page.evaluate<string[]>(() => Reflect.get(window, 'shown'));
      await expect.poll(shown).toEqual(['', expect.stringContaining(titles.devices)]);

      await page.evaluate(() => {
        for (const storage of [sessionStorage, localStorage]) storage.removeItem('session');
      });
      await page.unrouteAll();
      await hold();
      await page.reload({ waitUntil: 'commit' });
      await expect(skeleton).toHaveText(titles.signIn);
      bring();
      await arrive(page, 'pages/login/login');
      await expect.poll(shown).toEqual(['', expect.stringContaining(titles.signIn)]);
    });
  });

/** The gateway behind another address, whose page can be another's. */
async function release(gateway: string) {
  const state = { page: (html: string) => html };
  const { hostname, port } = new URL(gateway);
  const server: Server = createServer((request, response) => {
    const { url: path, method } = request;
    const headers: typeof request.headers = { ...request.headers, 'accept-encoding': 'identity' };
    delete headers['if-none-match'];
    const sent = ask({ hostname, port, path, method, headers }, async (answer) => {
      if (path !== '/') return answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers));
      let html = '';
      for await (const part of answer) html += part;
      const text = state.page(html);
      const { 'content-length': _, ...rest } = answer.headers;
      return response.writeHead(200, { ...rest, etag: `"${text.length}"` }).end(text);
    });
    request.pipe(sent);
  });
  await new Promise<void>((settle) => void server.listen(0, 'localhost', settle));
  return {
    state,
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a new release is there on the second visit, and one with another secret at once', {
    tag: '@rarely',
  }, async ({ page, baseURL, told }) => {
    const { state, url, close } = await release(baseURL!);
    const mark = () =>
      page.evaluate(() => document.querySelector('meta[name=release]')?.getAttribute('content'));
    try {
      await openDevices(page, undefined, url);
      await page.evaluate(() => navigator.serviceWorker.ready);
      const kept = () => page.evaluate(async () => (await (await caches.match('/'))?.text())?.length);
      await expect.poll(kept).toBeGreaterThan(0);
      const before = await kept();
      const visit = async () => {
        await page.goto('about:blank');
        await page.goto(`${url}/`);
        await arrive(page, home);
      };
      state.page = (html) =>
        html.replace('<meta charset', '<meta name="release" content="two"><meta charset');
      await visit();
      expect(await mark()).toBeUndefined();
      await expect.poll(kept).toBeGreaterThan(before!);
      await visit();
      expect(await mark()).toBe('two');

      told.expected.push(/401/);
      state.page = (html) =>
        html
          .replace('<meta charset', '<meta name="release" content="three"><meta charset')
          .replace(/<meta name="?cloudphone"?/, '<meta name="cloudphone" data-new="1"');
      await page.goto('about:blank');
      await page.goto(`${url}/`);
      await expect.poll(() => mark().catch(() => '')).toBe('three');
      await arrive(page, home);
    } finally {
      close();
    }
  });
});
