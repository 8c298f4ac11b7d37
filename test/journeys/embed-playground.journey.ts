import { readFileSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { arrived, embed, expect, ours, partner, test } from './support/embed-host';

/** The static playground that `npm run build` writes, on a static server. */
const files = (config: object) => ({
  '/playground/': readFileSync('dist/playground/index.html', 'utf8'),
  '/playground/config.json': JSON.stringify(config),
  ...Object.fromEntries(
    ['playground.js', 'playground-words.js', 'playground.css'].map((name) => [
      `/playground/${name}`,
      readFileSync(`dist/playground/${name}`, 'utf8'),
    ]),
  ),
});

test('the static playground shows a widget of the gateway in its address with a pasted token', {
  tag: '@rarely',
}, async ({ page, host, told }) => {
  Object.assign(host.pages, files({ gateway: '', partner: '', tokenEndpoint: '' }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${host.origin}/playground/?gateway=${encodeURIComponent(ours)}&partner=${partner}`);
  await expect(page.getByLabel('Gateway')).toHaveValue(ours);
  expect(asked.filter((url) => url.startsWith(ours))).toEqual([]); // no script of an address that anybody may have made up
  await page.getByRole('button', { name: 'Run its scripts here' }).click();
  await expect(embed(page).getByRole('alert').first()).toContainText('not available here');
  await expect(page.getByText('fetch_token_missing').first()).toBeVisible();
  const { token } = await host.mint('wallet');
  await page.getByLabel(/Token from your server/).fill(token);
  await page.getByRole('button', { name: 'Use it' }).click();
  await arrived(page);
  await expect(embed(page).locator('[data-night]').first()).toContainText(/¥\s?[\d,]+\.\d\d/);

  told.expected.push(/ERR_CONNECTION_REFUSED|Failed to load/);
  await page.goto(`${host.origin}/playground/?gateway=http://localhost:9&partner=${partner}`);
  await page.getByRole('button', { name: 'Run its scripts here' }).click();
  await expect(page.getByRole('alert')).toContainText('http://localhost:9 does not answer');
});

test('the static playground follows its config, in several languages, light and dark, phone and desktop', {
  tag: '@rarely', // for those who write it, and the test above shows it
}, async ({ page, host }) => {
  Object.assign(host.pages, files({ gateway: ours, partner, tokenEndpoint: '/token' }));
  await page.goto(`${host.origin}/playground/?widget=notices`);
  await arrived(page, 'notices');
  await expect(page.getByRole('listitem').filter({ hasText: 'cp-loadstart' })).toBeVisible();
  for (const [width, colorScheme, language, theme] of [
    [360, 'light', 'en', 'Theme'],
    [1280, 'dark', 'zh', '主题'],
    [360, 'light', 'vi', 'Chủ đề'],
    [1280, 'dark', 'zh-Hant', '主題'],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    await page.emulateMedia({ colorScheme });
    await page.locator('select').nth(2).selectOption(language);
    await page.getByLabel(theme).selectOption('none');
    await arrived(page, 'notices');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${width} ${id} ${nodes[0]!.target}`)).toEqual([]);
  }
});
