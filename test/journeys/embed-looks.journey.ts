import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { embedFeatures } from '../../src/contract/embed/features';
import { arrived, arrivedInFrame, calls, element, embed, expect, script, test } from './support/embed-host';
import { prepare, secured } from './support/embed-money';

const worst = `<style>
  html{font-size:62.5%;direction:rtl;letter-spacing:4px}
  *{margin:7px!important;color:red;text-transform:uppercase}
  button{display:none!important}
</style>`;

test('a page that does its worst with styles moves the element, and changes nothing in it', async ({
  page,
  host,
}) => {
  await host.open(page, element('wallet') + script, worst);
  await arrived(page);
  const link = embed(page).getByRole('link', { name: 'Withdrawal history' });
  const style = await link.evaluate((node) => {
    const { fontSize, direction, letterSpacing, color, textTransform } = getComputedStyle(node);
    return { fontSize, direction, letterSpacing, color, textTransform };
  });
  expect(style).toEqual({
    fontSize: '16px',
    direction: 'ltr',
    letterSpacing: 'normal',
    color: 'rgb(12, 23, 34)',
    textTransform: 'none',
  });
  const [outer, inner] = await embed(page).evaluate((node) => {
    const box = (one: Element) => one.getBoundingClientRect().toJSON();
    return [box(node), box(node.shadowRoot!.querySelector('.cp')!)];
  });
  expect([inner.x, inner.y, inner.width]).toEqual([outer.x, outer.y, outer.width]);
});

test('a dialog of an embed covers everything, also in a corner that is transformed and clipped', async ({
  page,
  host,
}) => {
  const cover =
    '<div style="position:fixed;inset:0;z-index:2147483647;background:#fff8;pointer-events:none" id="cover"></div>';
  const corner = `<div style="transform:translateX(0);overflow:hidden;contain:content;height:500px">${element('wallet')}</div>`;
  await host.open(page, corner + cover + script);
  await arrived(page);
  await prepare(embed(page), 150);
  const dialog = embed(page).locator('dialog:has(iframe)');
  await expect(secured(embed(page)).getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.locator('#cover').evaluate((node) => {
    node.style.pointerEvents = 'auto';
  });
  const box = (await dialog.boundingBox())!;
  expect(box.y).toBeGreaterThanOrEqual(0);
  expect(box.y + box.height).toBeLessThanOrEqual(740);
  const hit = await page.evaluate(
    ({ x, y, width, height }) => document.elementFromPoint(x + width / 2, y + height / 2)?.localName,
    box,
  );
  expect(hit).toBe('cloudphone-wallet');
});

test('a dialog in a frame appears where the member is looking, however tall the frame is', {
  tag: '@rarely',
}, async ({ page, host }) => {
  await page.setViewportSize({ width: 360, height: 420 });
  await host.open(page, element('wallet', 'mode="iframe"') + script);
  const frame = await arrivedInFrame(page);
  await frame.getByRole('link', { name: 'Withdraw', exact: true }).click({ delay: 80 });
  // a finger is down for a while
  const within = (name: string) =>
    expect(async () => {
      const box = (await frame.locator(name).boundingBox())!;
      expect(box.y).toBeGreaterThan(-1);
      expect(box.y + box.height).toBeLessThan(421);
      expect(box.height).toBeGreaterThan(120);
    }).toPass({ timeout: 5000 });
  await frame.getByRole('group', { name: 'Payout account' }).getByRole('button').click({ delay: 80 });
  await within('dialog[data-kind="sheet"] > div'); // a sheet: from below
  await page.evaluate(() => scrollBy(0, -60));
  await frame.getByRole('button', { name: 'Close' }).click({ delay: 80 }); // the sheet stays under the finger
  await expect(frame.locator('dialog')).toHaveCount(0);
  await frame.getByRole('textbox', { name: 'Amount' }).fill('100');
  await expect(frame.getByRole('status', { name: 'What it costs' })).toContainText(/You receive\s*¥\d/);
  await frame.getByRole('button', { name: /^Withdraw · ¥/ }).click({ delay: 80 });
  await within('dialog > div'); // a question: in the middle
  await frame.getByRole('button', { name: 'Withdraw ¥100.00' }).click({ delay: 80 });
  await within('dialog:has(iframe)'); // our own document
});

test('text one and a half times as large, as members of WeChat set it, fits', { tag: '@rarely' }, async ({
  page,
  host,
}) => {
  for (const feature of ['wallet', 'work-orders', 'notices']) {
    await host.open(page, element(feature) + script, '<style>body{margin:0}</style>');
    await arrived(page, feature);
    const cut = await embed(page, feature).evaluate((node) => {
      const all = [...node.shadowRoot!.querySelectorAll<HTMLElement>('.cp, .cp *')];
      const sizes = all.map((one) => parseFloat(getComputedStyle(one).fontSize));
      for (const [place, one] of all.entries())
        one.style.setProperty('font-size', `${sizes[place]! * 1.6}px`, 'important');
      const wide = node.shadowRoot!.querySelector('.cp')!;
      const words = all
        .filter((one) => !one.children.length && one.textContent!.trim() && one.offsetParent)
        .filter((one) => {
          const { overflow, textOverflow, webkitLineClamp } = getComputedStyle(one);
          return (
            overflow !== 'visible' &&
            webkitLineClamp === 'none' && // an excerpt
            textOverflow !== 'ellipsis' &&
            one.clientHeight > 4 &&
            one.scrollHeight > one.clientHeight + 2
          );
        });
      return [wide.scrollWidth - wide.clientWidth, words.map((one) => one.textContent)];
    });
    expect(cut, feature).toEqual([0, []]);
  }
});

test('the first screen of every feature has all its words, although it loads no others', {
  tag: '@rarely',
}, async ({ page, host }) => {
  test.setTimeout(240_000);
  for (const feature of Object.keys(embedFeatures))
    for (const locale of process.env.TEST_ALL === 'on' ? ['en', 'zh'] : ['en']) {
      await host.open(page, element(feature, `locale="${locale}"`) + script);
      await arrived(page, feature);
      const mute = await embed(page, feature).evaluate((node) => {
        const texts = 'h1,h2,p,span,strong,b,dt,dd,button,a,label';
        const silent = [...node.shadowRoot!.querySelectorAll<HTMLElement>(`.cp :is(${texts})`)]
          .filter(
            (one) =>
              !one.textContent!.trim() &&
              !one.matches('[role=status]') &&
              !one.querySelector('svg,img') &&
              !one.ariaLabel,
          )
          .map((one) => one.outerHTML);
        return [
          ...silent,
          ...[...node.shadowRoot!.querySelectorAll('[aria-label=""]')].map((one) => one.outerHTML),
        ];
      });
      expect(mute, `${feature} ${locale}`).toEqual([]);
    }
});

/** Nothing that axe knows to be wrong, in the embed as it is. */
async function accessible(page: Page, state: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${state}: ${id} ${nodes.map((node) => node.target).join(' ')}`),
  ).toEqual([]);
}

test('axe finds nothing wrong in any state', {
  tag: '@rarely', // the same screens are looked at in the app
}, async ({ page, host, told }) => {
  test.setTimeout(90_000);
  told.expected.push(/Failed to load resource|ERR_FAILED|401/);
  let go = () => {};
  const waits = new Promise<void>((settle) => (go = settle));
  await page.route('**/c/*.js', async (route) => {
    await waits;
    await route.continue();
  });
  await host.open(page, element('wallet') + script);
  await expect(embed(page)).toHaveJSProperty('state', 'loading');
  await accessible(page, 'waiting for code');
  go();
  await arrived(page);
  await accessible(page, 'content');
  await page.unroute('**/c/*.js');

  await embed(page).getByRole('link', { name: 'Withdrawal history' }).click();
  await arrived(page);
  await accessible(page, 'a list');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => {
    document.documentElement.lang = 'zh-CN';
    document.documentElement.style.cssText = 'color-scheme:dark;background:#111;color:#eee';
  });
  await expect(embed(page).locator('[data-scheme]').first()).toHaveAttribute('data-scheme', 'dark');
  await accessible(page, 'dark');
  await page.emulateMedia({ colorScheme: 'light' });

  host.answer = async () => 401;
  await host.open(page, element('notices') + script);
  await expect(embed(page, 'notices').getByRole('alert')).toContainText('sign in');
  await accessible(page, 'nobody signed in');

  host.answer = ({ feature }) => host.mint(feature);
  await page.route('**/c/*.js', (route) => route.abort());
  await host.open(page, element('notices') + script);
  await expect(embed(page, 'notices').getByRole('button', { name: 'Try again' })).toBeVisible();
  await accessible(page, 'no code');
  await page.unroute('**/c/*.js');

  await page.route(calls, (route) => route.abort());
  await host.open(page, element('work-orders') + script);
  await expect(
    embed(page, 'work-orders')
      .getByRole('button', { name: /again|retry/i })
      .first(),
  ).toBeVisible();
  await accessible(page, 'no answers');
});

test('a list in an embed scrolls within the height that the page gives it, and moves nothing around it', {
  tag: '@rarely',
}, async ({ page, host }) => {
  const room = '<style>cloudphone-feed{--cp-max-height:300px;--cp-min-height:300px}</style>';
  await host.open(page, `${element('feed')}<p id="below">Below</p>${script}`, room);
  await arrived(page, 'feed');
  const article = embed(page, 'feed').getByRole('article');
  await expect(article.first()).toBeVisible();
  expect((await embed(page, 'feed').boundingBox())!.height).toBe(300);
  const below = (await page.locator('#below').boundingBox())!.y;
  await article.last().scrollIntoViewIfNeeded();
  await expect.poll(() => article.count()).toBeGreaterThan(3); // the next page comes, too
  expect(
    await embed(page, 'feed')
      .locator('.cp')
      .evaluate((box) => box.scrollTop),
  ).toBeGreaterThan(0);
  const moved = await page.evaluate(() => scrollY);
  expect((await page.locator('#below').boundingBox())!.y + moved).toBe(below);
});

for (const mode of ['shadow', 'iframe'])
  test(`an embed speaks the language that the page changes to, in ${mode} mode`, async ({ page, host }) => {
    await host.open(page, element('wallet', `mode="${mode}"`) + script);
    const inside = mode === 'iframe' ? await arrivedInFrame(page) : embed(page);
    await expect(inside.getByRole('link', { name: 'Withdrawal history' })).toBeVisible();
    await page.evaluate(() => {
      document.documentElement.lang = 'vi';
    });
    await expect(inside.getByRole('link', { name: 'Lịch sử rút tiền' })).toBeVisible();
  });
