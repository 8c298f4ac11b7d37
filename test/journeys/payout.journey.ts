import type { Page } from '@playwright/test';
import { arrive, expect, field, openDevices, ownMember, screen, test } from './support/journey';

const cards = 'pages/mine/bankList';
const here = (page: Page) => screen(page, cards);
const save = (page: Page) => here(page).getByRole('button', { name: 'Save' }).click();

async function chooseBank(page: Page, name: string) {
  await here(page)
    .getByRole('button', { name: /Choose a bank|Bank/ })
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('searchbox').fill(name.slice(0, 6));
  await expect(sheet.getByRole('listitem')).toHaveCount(1);
  await sheet.getByRole('button', { name, exact: true }).click();
  await expect(sheet).toBeHidden();
}

async function addCard(page: Page, number: string) {
  await here(page).getByRole('link', { name: 'Add card' }).click();
  await field(page, 'holder').fill('Dana Demo');
  await field(page, 'cardNumber').fill(number);
  await chooseBank(page, 'Hang Seng Bank');
  await field(page, 'openingBranch').fill('Central');
  await save(page);
  await expect(here(page).getByText(`•••• ${number.slice(-4)}`, { exact: true })).toBeVisible();
}

test('a member adds cards, edits one, and deletes two at once', { tag: '@rarely' }, async ({
  page,
  told,
}) => {
  told.expected.push(/ERR_INTERNET_DISCONNECTED/);
  await openDevices(page, ownMember('new'));
  await page.goto(`/#/${cards}`);
  await arrive(page, cards);
  await expect(here(page)).toContainText('No bank card yet');

  await here(page).getByRole('link', { name: 'Add card' }).click();
  await field(page, 'holder').fill('Dana Demo');
  await field(page, 'cardNumber').fill('4111 1111 1111 1112');
  await chooseBank(page, 'Hang Seng Bank');
  await save(page);
  await expect(here(page)).toContainText('Enter a valid card number');
  await expect(here(page)).toContainText('Please fill this in');
  await expect(field(page, 'holder')).toHaveValue('Dana Demo');
  await expect(here(page)).toContainText('Hang Seng Bank');

  await field(page, 'cardNumber').fill('4111 1111 1111 1111');
  await field(page, 'openingBranch').fill('Central');
  await page.context().setOffline(true);
  await save(page);
  await expect(here(page).getByRole('alert')).toContainText('The network is not strong');
  await expect(field(page, 'openingBranch')).toHaveValue('Central');
  await page.context().setOffline(false);
  await save(page);
  await expect(here(page).getByText('•••• 1111', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/bankList$/);

  await addCard(page, '6222021234567890128');
  await addCard(page, '5555555555554444');

  await here(page)
    .getByRole('listitem')
    .filter({ hasText: '•••• 1111' })
    .getByRole('link', { name: /^Edit/ })
    .click();
  await expect(here(page)).toContainText('Leave it empty to keep •••• 1111');
  await field(page, 'openingBranch').fill('Kowloon');
  await save(page);
  const edited = here(page).getByRole('listitem').filter({ hasText: '•••• 1111' });
  await expect(edited).toContainText('Kowloon');

  await here(page).getByRole('button', { name: 'Select', exact: true }).click();
  await here(page).getByRole('checkbox', { name: /1111$/ }).check();
  await here(page).getByRole('checkbox', { name: /4444$/ }).check();
  await here(page).getByRole('button', { name: 'Delete 2' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toContainText('Delete these 2 accounts?');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(here(page).getByRole('listitem')).toHaveCount(1);
  await expect(here(page)).toContainText('•••• 0128');
});

test('leaving the form of an account leads back to the list, and forward to the form', {
  tag: '@rarely',
}, async ({ page }) => {
  await openDevices(page, ownMember('new'));
  await page.goto('/#/pages/mine/accountManage');
  await arrive(page, 'pages/mine/accountManage');
  const accounts = screen(page, 'pages/mine/accountManage');
  await expect(accounts.getByRole('link', { name: 'Add Alipay' })).toHaveCount(0);
  await accounts.getByRole('link', { name: 'Add USDT address' }).click();
  await field(page, 'address').fill('TR8NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await accounts.getByRole('button', { name: 'Save' }).click();
  await expect(accounts).toContainText('Enter a valid TRON address');
  await page.goBack();
  await expect(accounts.getByRole('link', { name: 'Add USDT address' })).toBeVisible();
  await page.goForward();
  await field(page, 'address').fill('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await accounts.getByRole('button', { name: 'Save' }).click();
  await expect(accounts.getByRole('paragraph').filter({ hasText: 'TR7NHq…gjLj6t' })).toBeVisible();
});
