import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import type { Area } from '../../src/contract/desk/area';
import { runModule } from '../../tools/build/run-module.mjs';
import { asOwner, heading, joinDesk } from './support/desk-page';
import { startOwnGateway } from './support/own-gateway';

let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
test.beforeAll(async () => {
  gateway = await startOwnGateway({});
});
test.afterAll(() => gateway.stop());

/** The pages of an area: its list with every record, the first record, and the form of a new one. */
async function pagesOf({ path, key, filters, actions, page }: Area): Promise<string[]> {
  if (page) return [];
  const all = new URLSearchParams(
    Object.entries(filters).flatMap(([name, { usual }]) => (usual ? [[name, 'any']] : [])),
  );
  const [first] = (await asOwner(gateway.url, `${path}?size=1&${all}`)).items;
  return [
    `${path}?filter=%7B%7D`,
    ...(first ? [`${path}/${encodeURIComponent(first[key])}/show`] : []),
    ...(actions.add?.form === 'own' && path !== 'people' ? [`${path}/create`] : []),
  ];
}

for (const [colorScheme, width] of [
  ['light', 1440],
  ['dark', 390],
] as const)
  test(`every page of the desk is for everybody, and fits: ${colorScheme}, ${width} px wide`, {
    tag: '@rarely',
  }, async ({ browser }) => {
    test.setTimeout(900_000); // some seventy pages
    const viewport = { width, height: 900 };
    const context = await browser.newContext({ viewport, colorScheme, isMobile: false, hasTouch: false });
    const page = await context.newPage();
    await joinDesk(page, gateway.url, `ada${width}`, 'admin');
    // Playwright does not import the JSON that the declarations need
    const { areas } = await runModule({}, 'src/contract/desk/areas.ts');
    const places = ['', 'inbox'];
    for (const area of Object.values<Area>(areas)) places.push(...(await pagesOf(area)));
    const faults: string[] = [];
    for (const place of places) {
      await page.goto('about:blank');
      await page.goto(`${gateway.url}/operator/#/${place}`);
      await expect(heading(page, /./)).toBeVisible();
      await page.waitForLoadState('networkidle');
      const { violations } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .setLegacyMode(true)
        .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze();
      for (const { id, nodes } of violations) faults.push(`${place}: ${id}: ${nodes[0]?.html.slice(0, 120)}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wider > 0) faults.push(`${place}: ${wider} px too wide`);
    }
    expect(faults).toEqual([]);
    await context.close();
  });
