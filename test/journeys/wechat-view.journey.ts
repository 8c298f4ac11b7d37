import type { Page } from '@playwright/test';
import { agents, type FakeWechat, fakeWechat } from '../support/wechat-bridge';
import {
  arrive,
  demo,
  expect,
  openSignedIn,
  ownMember,
  screen,
  scrollDown,
  signIn,
  test,
} from './support/journey';
import { openWechatGateway } from './support/wechat-gateway';

const own = openWechatGateway();

test.beforeEach(async ({ page, told }) => {
  told.expected.push(/open\.weixin\.qq\.com\/sdk\/report/);
  await page.addInitScript(fakeWechat, { system: 'android' } as FakeWechat);
});

/** Where the page and the box in it have been scrolled to, in pixels. */
const scrolled = (page: Page) =>
  page.evaluate(() => ({ page: window.scrollY, box: document.getElementById('app')?.scrollTop ?? 0 }));
const drag = (page: Page, far: number) =>
  page.evaluate((far) => {
    const on =
      document.querySelector('[data-screen]:not([hidden]) [data-busy], [data-screen] div') ?? document.body;
    const touch = (y: number) => new Touch({ identifier: 1, target: on, clientX: 100, clientY: y });
    const fire = (type: string, y: number) =>
      on.dispatchEvent(
        new TouchEvent(type, {
          bubbles: true,
          cancelable: true,
          touches: type === 'touchend' ? [] : [touch(y)],
        }),
      );
    fire('touchstart', 200);
    for (let by = 10; by <= far; by += 10) fire('touchmove', 200 + by);
    fire('touchend', 200 + far);
  }, far);

test.describe('on an iPhone', () => {
  test.use({ userAgent: agents.ios });

  test('a box scrolls in the page, which stays where it is; Back finds the place again, and the bars stay', async ({
    page,
  }) => {
    await openSignedIn(page, ownMember('rich'), `${own.gateway.url}/#/pages/tabbar/mine`);
    await arrive(page, 'pages/tabbar/mine');
    await scrollDown(page, 300, 'app');
    await expect.poll(() => scrolled(page)).toEqual({ page: 0, box: 300 });
    const tabs = page.getByRole('navigation', { name: /main pages/i });
    const { y = 0, height = 0 } = (await tabs.boundingBox()) ?? {};
    expect(Math.round(y + height)).toBe(page.viewportSize()?.height);
    await page.evaluate(() => {
      location.hash = '#/pages/mine/addressManage';
    });
    await arrive(page, 'pages/mine/addressManage');
    expect((await scrolled(page)).box).toBe(0);
    await page.goBack();
    await arrive(page, 'pages/tabbar/mine');
    await expect.poll(() => scrolled(page)).toEqual({ page: 0, box: 300 });
  });

  test('pulling refreshes at the top of the box, and only there', { tag: '@rarely' }, async ({ page }) => {
    await openSignedIn(page, ownMember('rich'), `${own.gateway.url}/#/pages/mine/payOrder`);
    await page.goto(`${own.gateway.url}/#/pages/tabbar/index`);
    await arrive(page, 'pages/tabbar/index');
    let asked = 0;
    page.on('request', (request) => {
      if (/txDevice\/list/.test(request.url())) asked++;
    });
    // what attends to it comes after the first screen
    await expect(async () => {
      await drag(page, 160);
      await expect.poll(() => asked, { timeout: 500 }).toBeGreaterThan(0);
    }).toPass();
    await arrive(page, 'pages/tabbar/index');
    asked = 0;
    await scrollDown(page, 30, 'app');
    await drag(page, 160);
    await page.evaluate(() => fetch('/health')); // what the drag had asked for would have been asked before
    expect(asked).toBe(0);
  });
});

test.describe('on Android', () => {
  test.use({ userAgent: agents.android });

  test('a page that comes out of the back cache asks the server anew', { tag: '@rarely' }, async ({
    page,
  }) => {
    await openSignedIn(
      page,
      ownMember('chinese'),
      `${own.gateway.url}/#/pages/mine/pay?productId=p-starter&quantity=1`,
    );
    await arrive(page, 'pages/mine/pay');
    await page.goto(`${own.gateway.url}/#/pages/tabbar/index`);
    await arrive(page, 'pages/tabbar/index');
    const shown = (persisted: boolean) =>
      page.evaluate(
        (persisted) => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted })),
        persisted,
      );
    const answer = page.waitForRequest(/txCircle\/unreadCount/);
    await shown(true);
    await answer;
  });

  test('a phone that keeps nothing for the page still signs a member in, until the page is left', {
    tag: '@rarely',
  }, async ({ page }) => {
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError');
          },
        });
    });
    const who = ownMember('rich');
    await signIn(page, who, `${own.gateway.url}/#/pages/mine/addressManage`);
    await arrive(page, 'pages/mine/addressManage');
    await page.reload();
    await arrive(page, 'pages/login/login');
  });

  test('emptied storage does not sign out a member until they reload the page; then they sign in again', {
    tag: '@rarely',
  }, async ({ page }) => {
    await openSignedIn(page, ownMember('rich'), `${own.gateway.url}/#/pages/mine/addressManage`);
    await arrive(page, 'pages/mine/addressManage');
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto(`${own.gateway.url}/#/pages/mine/payOrder`);
    await arrive(page, 'pages/mine/payOrder');
    await page.reload();
    await arrive(page, 'pages/login/login');
    await expect(page.getByRole('link', { name: 'Sign in with WeChat' })).toBeVisible();
  });

  test('a code is copied within the tap, although WeChat’s clipboard refuses', { tag: '@rarely' }, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const refused = () => Promise.reject(new DOMException('Not allowed', 'NotAllowedError'));
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: refused } });
      const copied: string[] = [];
      Object.assign(window, { copied });
      document.addEventListener('copy', () => copied.push(String(getSelection())), true);
      const own = Document.prototype.execCommand;
      Document.prototype.execCommand = function (command: string) {
        const field = document.activeElement as HTMLTextAreaElement | null;
        if (command === 'copy' && field?.value) copied.push(field.value);
        return own.call(this, command) || command === 'copy';
      };
    });
    await openSignedIn(page, demo, `${own.gateway.url}/#/pages/mine/poster`);
    await arrive(page, 'pages/mine/poster');
    await page.getByRole('button', { name: 'Copy code' }).click();
    await expect(page.getByText(/^copied/i)).toBeVisible();
    const copied = await page.evaluate(() => (window as unknown as { copied: string[] }).copied);
    expect(copied[0]).toMatch(/^[A-Z0-9]{4,16}$/);
  });

  for (const at of [
    'pages/login/login',
    'pages/login/wechatAuthorization',
    'pages/login/WeChatRegister?ticket=t',
    'pages/mine/pay?productId=p-starter&quantity=1',
    'pages/mine/paymentResult?orderNo=none',
    'pages/mine/poster',
    'pages/mine/wxPoster',
  ])
    test(`${at.split('?')[0]}: text as large as WeChat sets it fits, in the light and in the dark`, {
      tag: '@rarely',
    }, async ({ page }) => {
      const path = at.split('?')[0] ?? '';
      await page.emulateMedia({ colorScheme: 'dark' });
      if (/login/.test(at)) await page.goto(`${own.gateway.url}/#/${at}`);
      else await openSignedIn(page, demo, `${own.gateway.url}/#/${at}`);
      await arrive(page, path);
      const heights = () =>
        screen(page, path).evaluate((root) =>
          [...root.querySelectorAll<HTMLElement>('h1, h2, p, label, a')].reduce(
            (sum, one) => sum + one.offsetHeight,
            0,
          ),
        );
      const before = await heights();
      await page.evaluate(() =>
        document.documentElement.style.setProperty('-webkit-text-size-adjust', '160%'),
      );
      expect(await heights()).toBeGreaterThan(before);
      const { wide, cut } = await screen(page, path).evaluate((root) => {
        const words = [...root.querySelectorAll<HTMLElement>('*')].filter(
          (one) => !one.children.length && one.textContent?.trim() && one.offsetParent,
        );
        const hidden = words.filter((one) => {
          const { overflow, textOverflow } = getComputedStyle(one);
          return (
            overflow !== 'visible' &&
            textOverflow !== 'ellipsis' &&
            one.clientHeight > 4 &&
            one.scrollHeight > one.clientHeight + 2
          );
        });
        return {
          wide: document.documentElement.scrollWidth - document.documentElement.clientWidth,
          cut: hidden.map((one) => one.textContent),
        };
      });
      expect({ wide, cut }).toEqual({ wide: 0, cut: [] });
      const paper = () =>
        page.evaluate(() => {
          const [red = 0, green = 0, blue = 0] = (
            getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []
          ).map(Number);
          return red + green + blue;
        });
      expect(await paper()).toBeLessThan(120);
      await page.emulateMedia({ colorScheme: 'light' });
      expect(await paper()).toBeGreaterThan(600);
    });
});
