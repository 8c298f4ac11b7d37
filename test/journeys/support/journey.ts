import { test as base, expect, type Page } from '@playwright/test';
import md5 from 'blueimp-md5';
import { login, logout, type SignedIn } from '../../../src/contract/member/auth';
import type { Call } from '../../../src/contract/wire/call';
import { isDone, type Wire } from '../../../src/core/http/answer';
import { ask } from '../../../src/core/http/http';
import type { Who } from './own-member';

export { ownMember, type Who } from './own-member';
export { expect };

/** The balance that the demo data gives each member. */
export const demo = { account: 'demo', password: 'cloud2026' };

export const screen = (page: Page, path: string) => page.locator(`[data-screen="${path}"]:visible`);

/** The screen is there and waits for nothing. */
export async function arrive(page: Page, path: string) {
  await expect(screen(page, path)).toBeVisible();
  await expect(screen(page, path)).not.toHaveAttribute('aria-busy', 'true');
}

/** A field of the screen that is shown, by its name. */
export const field = (page: Page, name: string) => page.locator(`[data-screen]:visible [name="${name}"]`);

/**
 * Scrolls to `y` pixels from the top, once what is drawn after the first screen has made the page tall enough. `box`: the id of what
 * scrolls in place of the page.
 */
export async function scrollDown(page: Page, y: number, box?: string) {
  const scroll = () =>
    page.evaluate(
      ({ y, box }) => {
        const scrolling = (box && document.getElementById(box)) || document.documentElement;
        scrolling.scrollTop = y;
        return Math.round(scrolling.scrollTop);
      },
      { y, box },
    );
  await expect.poll(scroll).toBe(y);
}

/** Signs in by the form, as a member does. */
export async function signIn(page: Page, who = demo, at = '/') {
  await page.goto(at);
  await expect(screen(page, 'pages/login/login')).toBeVisible();
  await field(page, 'account').fill(who.account);
  await field(page, 'password').fill(who.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: /^(sign in|登录)$/i }).click();
}

/** The gateway's response to the form, by its address and the account. One for all journeys of a process: none of them ends it. */
const sessions = new Map<string, Promise<SignedIn>>();

const wireOf = (origin: string, token = '', userId = ''): Wire => ({
  base: `${origin}/api`,
  secret: 'dev-signing-secret',
  appid: 'h5',
  clock: { ahead: 0 },
  md5,
  identity: () => ({ token, userId }),
  language: () => 'en_US',
});

/** Ends the page's session on the gateway, behind its back. */
export async function endSession(page: Page) {
  const text = await page.evaluate(
    () => sessionStorage.getItem('session') ?? localStorage.getItem('session') ?? '{}',
  );
  const { token, userInfo } = JSON.parse(text) as SignedIn;
  await ask(wireOf(new URL(page.url()).origin, token, userInfo.userId), logout, {});
  for (const [key, session] of sessions) if ((await session).token === token) sessions.delete(key);
}

async function sessionOf(origin: string, { account, password }: Who): Promise<SignedIn> {
  const answer = await ask(wireOf(origin), login, { account, password, agreed: true });
  if (!isDone(answer)) throw new Error(`${account} is not signed in: ${answer.message}`);
  return answer;
}

/** The gateway's response to a member's call, requested directly: the initial state of a journey, or its result. */
export async function callAs<I, O>(
  who: Who,
  call: Call<I, O>,
  input: I,
  origin = process.env.BASE_URL!,
): Promise<O> {
  const session = sessions.get(`${origin} ${who.account}`) ?? sessionOf(origin, who);
  sessions.set(`${origin} ${who.account}`, session);
  const { token, userInfo } = await session;
  const answer = await ask(wireOf(origin, token, userInfo.userId), call, input);
  if (!isDone(answer)) throw new Error(`${call.path}: ${answer.message}`);
  return answer;
}

/**
 * Opens the app as it is for a member who has signed in before. The request of the form goes to the gateway directly: the
 * form has journeys of its own. A member who signs out in a journey signs in with the form, or belongs to that journey only.
 */
export async function openSignedIn(page: Page, who = demo, at = '/') {
  const { origin, href } = new URL(at, process.env.BASE_URL);
  const key = `${origin} ${who.account}`;
  const session = sessions.get(key) ?? sessionOf(origin, who);
  sessions.set(key, session);
  const localStorage = [{ name: 'session', value: JSON.stringify(await session) }];
  await page.context().setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  await page.goto(href);
}

/** The device list of a member, who is signed in. */
export async function openDevices(page: Page, who = demo, origin = '') {
  await openSignedIn(page, who, `${origin}/`);
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

/** The text of the newest message to an address, as the development outbox of the gateway shows it. */
export async function received(page: Page, address: string, gateway = ''): Promise<string> {
  let text: string | undefined;
  await expect(async () => {
    const { messages } = await (await page.request.get(`${gateway}/dev/outbox.json`)).json();
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
