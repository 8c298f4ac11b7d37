import { arrived, embed, expect, htmlOf, ours, test } from './support/embed-host';
import { unpackProjects } from './support/frameworks';

// The package is built once for all of them.
test.describe.configure({ mode: 'default' });
let projects: Awaited<ReturnType<typeof unpackProjects>>;
test.beforeAll(async () => {
  projects = await unpackProjects();
});
test.afterAll(() => projects?.remove());

const entries = {
  'React, rendered on a server before': 'react/main.tsx',
  Vue: 'vue/main.ts',
  Svelte: 'svelte/main.ts',
  Angular: 'angular/main.ts',
};
for (const [framework, entry] of Object.entries(entries))
  test(`with ${framework}, a project with the packed package shows a wallet and receives its events`, {
    tag: '@rarely',
  }, async ({ page, host }) => {
    host.answer = ({ feature }) => host.mint(feature, { partner: 'p_demo' }); // the projects name it
    const warned: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warned.push(message.text()));
    const before = entry.startsWith('react') ? await projects.rendered() : '';
    host.pages['/shop.js'] = await projects.bundle(entry);
    host.pages['/'] = htmlOf(`<div id="app">${before}</div><script type="module" src="/shop.js"></script>`)
      .replace('<html', `<html data-cloudphone="${ours}"`)
      .replace(/<main><h1>Shop<\/h1>|<\/main>(?=<\/body>)/g, '')
      .replace('<div id="app"></div>', '<div id="app"><shop-app></shop-app></div>');
    host.asked = [];
    await page.goto(host.origin);

    await arrived(page);
    await expect(embed(page).locator('[data-night]').first()).toContainText(/¥\s?[\d,]+\.\d\d/);
    const withdraw = embed(page).getByRole('link', { name: /^(Withdraw|申请提现)$/ });
    await expect(withdraw).toHaveCSS('background-color', 'rgb(11, 92, 134)');
    await page.getByRole('button', { name: 'Other theme' }).click();
    await expect(withdraw).toHaveCSS('background-color', 'rgb(163, 51, 11)');
    await page.getByRole('button', { name: 'Chinese' }).click();
    await expect(withdraw).toHaveText('申请提现');

    await embed(page).getByRole('link', { name: '提现记录' }).click();
    await expect(page.locator('output')).toContainText('/pages/mine/withDrawRecord');

    const element = await embed(page).elementHandle();
    await page.getByRole('button', { name: 'Put in or out' }).click();
    await expect(embed(page)).toHaveCount(0);
    expect(await element!.evaluate((node: any) => node.state)).toBe('destroyed');
    await page.getByRole('button', { name: 'Put in or out' }).click();
    await arrived(page);
    await expect(withdraw).toHaveText('申请提现');
    expect(warned).toEqual([]);
  });

test('everything that the projects use of the package has types, and names that do not exist have none', {
  tag: '@rarely',
}, async () => {
  await projects.check().catch(({ stdout }) => {
    throw new Error(stdout);
  });
});
