import { expect, type Page, test } from '@playwright/test';
import { codeOf, counterAt } from '../../src/server/operator/totp';
import { startOwnGateway } from './support/own-gateway';

// On a gateway of its own: what people at the desk decide is seen by every member.
let gateway: Awaited<ReturnType<typeof startOwnGateway>>;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  gateway = await startOwnGateway({ SECOND_PERSON_FROM: 20_000 });
});
test.afterAll(() => gateway.stop());
test.use({ viewport: { width: 1100, height: 800 }, isMobile: false, hasTouch: false });

const password = 'a long enough phrase';
/** As whoever set the gateway up would. */
async function asOwner(path: string, body?: object) {
  const answer = await fetch(`${gateway.url}/operator/${path}`, {
    headers: { authorization: 'Bearer dev-operator-token', 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return (await answer.json()) as any;
}

const open = (page: Page, screen = '') => page.goto(`${gateway.url}/operator/#/${screen}`);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Somebody new at the desk, who follows an invitation in this browser; gives the key of their codes. */
async function join(page: Page, name: string, role: string): Promise<string> {
  const { invite } = await asOwner('people', { name, role });
  await open(page);
  await page.getByRole('button', { name: 'I have an invitation' }).click();
  await page.getByLabel('Invitation', { exact: true }).fill(invite);
  await page.getByRole('button', { name: 'Continue' }).click();
  const key = await page.locator('code').innerText();
  await page.getByLabel(/password of your own/).fill(password);
  await page.getByLabel('Code from your app').fill(codeOf(key, counterAt(Date.now())));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page, 'Today')).toBeVisible();
  return key;
}

/** Presses a button of a card, and the one of the dialog that names what it does. */
async function act(
  page: Page,
  card: string,
  button: string,
  names: RegExp,
  fields: Record<string, string> = {},
) {
  await page.getByRole('listitem').filter({ hasText: card }).getByRole('button', { name: button }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(names);
  for (const [label, value] of Object.entries(fields)) await dialog.getByLabel(label).fill(value);
  await dialog.getByRole('button', { name: button }).click();
}

test('somebody who is invited joins, leaves and signs in again; scripts see no key', async ({
  page,
  context,
}) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  const key = await join(page, 'ada', 'admin');
  const [cookie] = (await context.cookies(`${gateway.url}/operator/`)).filter(({ name }) =>
    /desk/.test(name),
  );
  expect([cookie?.httpOnly, cookie?.sameSite, cookie?.path]).toEqual([true, 'Strict', '/operator']);
  expect(await page.evaluate(() => document.cookie)).toBe('');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password').fill(password);
  await page.getByLabel('Code from your app').fill('000000');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Name, password or code is wrong');
  await page.getByLabel('Code from your app').fill(codeOf(key, counterAt(Date.now()) + 1));
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(heading(page, 'Today')).toBeVisible();
  await page.reload();
  await expect(heading(page, 'Today')).toBeVisible();
  const policy = (await page.request.get(`${gateway.url}/operator/`)).headers()['content-security-policy'];
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  // those that the browser itself writes of the answers 401 and 409 are meant
  expect(errors.filter((text) => !/status of (401|409)/.test(text))).toEqual([]);
});

test('a withdrawal is approved, paid out and gone from the queue; a larger one needs a second person', async ({
  page,
  browser,
}) => {
  await join(page, 'ben', 'finance');
  await page.getByRole('link', { name: 'Withdrawals' }).click();
  const { items } = await asOwner('withdrawals');
  const small = items.find((one: any) => one.amount < 20_000);
  await act(page, small.number, 'Approve', new RegExp(`${small.number}.*${small.remit.replace('¥', '')}`));
  await expect(page.getByText(small.number)).toHaveCount(0);
  await page.getByRole('tab', { name: 'To pay' }).click();
  await act(page, small.number, 'Paid out', /→/, { 'Number of the bank': 'FT-77' });
  await expect(page.getByText(small.number)).toHaveCount(0);
  expect((await asOwner(`withdrawals/${small.id}`)).status).toBe('remitted');

  await page.getByRole('link', { name: 'Bank transfers' }).click();
  const [remittance] = (await asOwner('remittances')).items;
  await expect(page.locator('.pictures img').first()).toBeVisible();
  expect(
    await page
      .locator('.pictures img')
      .first()
      .evaluate((img: HTMLImageElement) => img.naturalWidth),
  ).toBeGreaterThan(0);
  await act(page, remittance.orderNo, 'Approve', new RegExp(remittance.orderNo));
  await expect(page.getByRole('status')).toHaveText('Written down: a second person has to agree.');
  await page.getByRole('link', { name: 'Second person' }).click();
  await act(page, remittance.id, 'Do it', /remittances/);
  // the one who proposed it is no second person
  await expect(page.getByRole('status')).toHaveText('Written down: a second person has to agree.');
  await expect(page.getByText(remittance.id, { exact: true })).toBeVisible();

  const other = await (await browser.newContext()).newPage();
  await join(other, 'cleo', 'finance');
  await open(other, 'proposals');
  await act(other, remittance.id, 'Do it', /ben/);
  await expect(other.getByText('Nothing here.')).toBeVisible();
  expect((await asOwner('remittances')).items).toEqual([]);
  await other.context().close();
});

test('support answers a chat and a question, finds a member, and sees no money to pay out', async ({
  page,
}) => {
  await join(page, 'dora', 'support');
  await expect(page.getByRole('link', { name: 'Withdrawals' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Chat' }).click();
  await page.getByRole('button', { name: /^democn/ }).click();
  await page.getByLabel('Write an answer').fill('您好，请问有什么可以帮您？');
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByLabel('democn').getByText('您好，请问有什么可以帮您？')).toBeVisible();
  await expect(page.getByLabel('Write an answer')).toHaveValue('');

  await page.getByRole('link', { name: 'Questions' }).click();
  const title = 'One cloud phone stays offline';
  await page.getByRole('button', { name: title }).click();
  await act(page, title, 'Answer', /demo: One cloud phone/, { Text: 'It is online again.' });
  await expect(page.getByRole('status')).toHaveText('Done');

  await page.getByRole('link', { name: 'Members' }).click();
  await page.getByLabel(/Username, phone/).fill('democn');
  await page.getByRole('button', { name: 'Search' }).click();
  await page
    .getByRole('button', { name: /democn/ })
    .first()
    .click();
  await expect(page.getByRole('table')).toContainText('¥');
  await page.getByRole('button', { name: 'Lock' }).click();
  await page
    .getByRole('dialog')
    .getByLabel(/Reason/)
    .fill('Asked for it');
  await page.getByRole('dialog').getByRole('button', { name: 'Lock' }).click();
  await expect(page.getByText('Locked: Asked for it')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('Locked: Asked for it')).toHaveCount(0);
});

test('a price changes, a notice is seen as members will see it and published, and the trail knows', async ({
  page,
}) => {
  await join(page, 'eve', 'admin');
  await page.getByRole('link', { name: 'Products' }).click();
  await act(page, 'Business', 'Change price', /Business/, { Price: '1699.50' });
  await expect(page.getByText('Business · ¥1,699.50')).toBeVisible();
  await page.getByRole('link', { name: 'Notices' }).click();
  await page.getByText('New notice').click();
  const english = page.getByRole('group', { name: 'English' });
  await english.getByLabel('Title').fill('New machines');
  await english
    .getByLabel(/^Text/)
    .fill('<p>Come <b>and see</b></p><script>alert(1)</script><img src=x onerror=alert(1)>');
  await expect(page.getByRole('group', { name: '简体中文' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Tiếng Việt' }).click();
  const vietnamese = page.getByRole('group', { name: 'Tiếng Việt' });
  await vietnamese.getByLabel('Title').fill('Máy mới');
  await vietnamese.getByLabel(/^Text/).fill('<p>Mời xem</p>');
  await page.getByRole('button', { name: 'Preview' }).click();
  const preview = page.locator('.preview');
  await expect(preview).toContainText(['Come and see', 'Mời xem']);
  await expect(page.getByRole('tab', { name: '✓ English' })).toBeVisible();
  expect(await preview.locator('script, img').count()).toBe(0);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'New machines' })).toBeVisible();
  await page.getByRole('link', { name: 'Trail' }).click();
  await expect(
    page.getByRole('row').filter({ hasText: 'eve' }).filter({ hasText: 'notices' }).first(),
  ).toBeVisible();
  await page.getByLabel('Language').selectOption('Tiếng Việt');
  await expect(heading(page, 'Nhật ký thao tác')).toBeVisible();
  await page.getByLabel('Ngôn ngữ').selectOption('简体中文');
  await expect(heading(page, '操作记录')).toBeVisible();
  await page.reload();
  await expect(heading(page, '操作记录')).toBeVisible();
});
