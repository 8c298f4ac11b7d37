import type { Page } from '@playwright/test';
import { operator as operate } from './support/desk';
import { arrive, endSession, expect, field, openDevices, ownMember, screen, test } from './support/journey';

const asking = 'pages/mine/createWorkOrder';
const list = 'pages/mine/workOrder';
const detail = 'pages/mine/workOrderDetail';

/** An answer of the people at the desk. */
const operator = (baseURL: string, ...words: string[]) => operate(baseURL, 'workorder', ...words);

const pictureOf = async (page: Page) => ({
  name: 'screen.png',
  mimeType: 'image/png',
  buffer: await page.screenshot(),
});

async function addPicture(page: Page, path: string) {
  const uploaded = page.waitForResponse((response) => response.url().endsWith('/upload'));
  await screen(page, path)
    .locator('input[type=file]')
    .setInputFiles(await pictureOf(page));
  await uploaded;
  await expect(screen(page, path).getByRole('status').filter({ hasText: 'Uploading' })).toHaveCount(0);
}

test('a picture chosen after the session has ended arrives once the member has signed in again', {
  tag: '@rarely',
}, async ({ page }) => {
  const who = ownMember('new');
  await openDevices(page, who);
  await page.goto(`/#/${asking}`);
  await arrive(page, asking);
  await field(page, 'title').fill('The screen stays black');
  await field(page, 'description').fill('Since this morning.');
  await endSession(page);
  await screen(page, asking)
    .locator('input[type=file]')
    .setInputFiles(await pictureOf(page));
  const over = page.getByRole('alertdialog');
  await expect(over).toContainText('Your current login has expired, please log in again!');
  const uploaded = page.waitForResponse((response) => response.url().endsWith('/upload'));
  await over.getByRole('button').click();
  await arrive(page, 'pages/login/login');
  await field(page, 'account').fill(who.account);
  await field(page, 'password').fill(who.password);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await arrive(page, asking);
  expect(await (await uploaded).json()).toMatchObject({ code: 200 });
  await expect(field(page, 'title')).toHaveValue('The screen stays black');
  await expect(screen(page, asking).getByText(/Uploading|expired/)).toHaveCount(0);
  await screen(page, asking).getByRole('button', { name: 'Submit' }).click();
  await arrive(page, detail);
  await expect(screen(page, detail).getByRole('button', { name: 'Image 1' })).toBeVisible();
});

test('help that matches a title is read beside it, and one whose session has ended writes on undisturbed', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page, ownMember('new'));
  await page.goto(`/#/${asking}`);
  await arrive(page, asking);
  await field(page, 'title').fill('My cloud phone is offline');
  await expect(screen(page, asking).getByText('These articles may help')).toBeVisible();
  const found = screen(page, asking)
    .getByRole('group')
    .filter({ hasText: /offline/i })
    .first();
  await found.locator('summary').click();
  await expect(found.getByRole('blockquote')).toBeVisible();
  await field(page, 'title').fill('qwxyz');
  await expect(found).toHaveCount(0);

  await endSession(page);
  const searched = page.waitForResponse((response) => response.url().endsWith('/txAiChat/find'));
  await field(page, 'title').fill('Withdrawal to a bank card');
  expect((await (await searched).json()).header.res_code).toBe('510');
  await field(page, 'description').fill('Since this morning.');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await screen(page, asking).getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('Your current login has expired');
});

test('a member asks with a picture, is answered without a reload, asks on, and is content', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(90_000);
  await openDevices(page, ownMember('new'));
  await page.goto(`/#/${list}`);
  await arrive(page, list);
  await screen(page, list).getByRole('link', { name: 'Add problem' }).click();
  await arrive(page, asking);
  await screen(page, asking).getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Question cannot be empty')).toBeVisible();

  const title = `Slow machine ${Date.now()}`;
  await field(page, 'title').fill(title);
  await field(page, 'description').fill('Since this morning.\n<b>Please</b> look.');
  await addPicture(page, asking);
  await screen(page, asking).getByRole('button', { name: 'Submit' }).click();
  await arrive(page, detail);
  const problem = screen(page, detail);
  await expect(problem.locator('[aria-current=step]')).toContainText('Pending');
  await expect(problem).toContainText('<b>Please</b> look.');
  await problem.getByRole('button', { name: 'Image 1' }).click();
  await expect(page.getByRole('dialog').locator('img')).toHaveJSProperty('complete', true);
  await page.keyboard.press('Escape');

  const number = /Q\d{16}/.exec(await problem.innerText())![0];
  expect(await operator(baseURL!, 'list', '0')).toContain(number);
  const { annex } = JSON.parse(await operator(baseURL!, 'show', number));
  const { pathname, search } = new URL(annex[0]);
  expect((await page.request.get(pathname + search)).headers()['content-type']).toMatch(/^image\//);
  await operator(baseURL!, 'take', number);
  await operator(baseURL!, 'answer', number, 'We have restarted it.');
  await expect(problem).toContainText('We have restarted it.', { timeout: 20_000 }); // nobody has touched the page

  await problem.getByRole('button', { name: 'Not solved' }).click();
  await expect(problem).toContainText('You said that this is not solved');
  await expect(problem.locator('[aria-current=step]')).toContainText('Pending');
  await field(page, 'text').fill('It is still slow.');
  await problem.getByRole('button', { name: 'Send reply' }).click();
  await expect(problem.getByRole('log')).toContainText('It is still slow.');
  await expect(field(page, 'text')).toHaveValue('');

  await operator(baseURL!, 'answer', number, 'We have given you another one.');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))); // come back to the page
  await problem.getByRole('button', { name: 'Solved', exact: true }).click();
  await expect(problem).toContainText('You said that this is solved');
  await page.goto(`/#/${list}`);
  await arrive(page, list);
  const card = screen(page, list).getByRole('listitem').filter({ hasText: title });
  await expect(card).toContainText('Solved');
  await expect(card).toContainText('We have given you another one.');
});

test('a half-written question survives leaving, a reload and a lost connection, and is sent once', {
  tag: '@rarely',
}, async ({ page, told }) => {
  told.expected.push(/ERR_|Failed to load/);
  await openDevices(page, ownMember('chinese'));
  await page.goto(`/#/${asking}`);
  await arrive(page, asking);
  const title = `Draft ${Date.now()}`;
  await field(page, 'title').fill(title);
  await field(page, 'description').fill('Line one.\nLine two.');
  await addPicture(page, asking);

  await page.goto(`/#/${list}`);
  await arrive(page, list);
  await page.goto(`/#/${asking}`);
  await page.reload();
  await arrive(page, asking);
  await expect(field(page, 'title')).toHaveValue(title);
  await expect(field(page, 'description')).toHaveValue('Line one.\nLine two.');
  await expect(screen(page, asking).locator('img')).toHaveCount(1);

  // the question arrives, its answer does not
  await page.route('**/txWorkOrder/add', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await screen(page, asking).getByRole('button', { name: 'Submit' }).click();
  await expect(screen(page, asking).getByRole('alert')).toBeVisible();
  await page.unroute('**/txWorkOrder/add');
  await page.reload();
  await arrive(page, asking);
  await screen(page, asking).getByRole('button', { name: 'Submit' }).click();
  await arrive(page, detail);
  await expect(screen(page, detail)).toContainText(title);

  await page.goto(`/#/${list}`);
  await arrive(page, list);
  await expect(screen(page, list).getByRole('listitem').filter({ hasText: title })).toHaveCount(1);
  await page.goto(`/#/${asking}`);
  await arrive(page, asking);
  await expect(field(page, 'title')).toHaveValue('');
});
