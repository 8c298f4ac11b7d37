import { test as base, expect, type Page } from '@playwright/test';

export { expect };

/** What the demo data gives everybody. */
export const demo = { account: 'demo', password: 'cloud2026' };

export const screen = (page: Page, path: string) => page.locator(`[data-screen="${path}"]:visible`);

/** The screen is there and waits for nothing. */
export async function arrive(page: Page, path: string) {
  await expect(screen(page, path)).toBeVisible();
  await expect(screen(page, path)).not.toHaveAttribute('aria-busy', 'true');
}

/** A field of the screen that is shown, by its name. */
export const field = (page: Page, name: string) => page.locator(`[data-screen]:visible [name="${name}"]`);

export async function signIn(page: Page, who = demo, at = '/') {
  await page.goto(at);
  await expect(screen(page, 'pages/login/login')).toBeVisible();
  await field(page, 'account').fill(who.account);
  await field(page, 'password').fill(who.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^(sign in|登录)$/i }).click();
}

/** Signs in as the demo member and waits for the device list. */
export async function openDevices(page: Page, who = demo) {
  await signIn(page, who);
  await arrive(page, 'pages/tabbar/index');
}

export const tab = (page: Page, name: string | RegExp) =>
  page.getByRole('navigation', { name: /main pages|主导航/i }).getByRole('link', { name });

/** The smallest picture there is. */
export const picture = {
  name: 'error.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** The text of the newest message to an address, as the development outbox shows it. */
export async function received(page: Page, address: string): Promise<string> {
  let text: string | undefined;
  await expect(async () => {
    const { messages } = await (await page.request.get('/dev/outbox.json')).json();
    text = messages.find((message: { address: string }) => message.address === address)?.text;
    expect(text).toBeTruthy();
  }).toPass();
  return text!;
}

interface Told {
  /** Errors of the page that the journey expects: a failed download says so in the console. */
  expected: RegExp[];
}

/** Every journey also fails when the page throws, or breaks its Content-Security-Policy. */
export const test = base.extend<{ told: Told }>({
  told: [
    async ({ page }, use) => {
      const errors: string[] = [];
      const told: Told = { expected: [] };
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      await use(told);
      expect(errors.filter((error) => !told.expected.some((pattern) => pattern.test(error)))).toEqual([]);
    },
    { auto: true },
  ],
});
