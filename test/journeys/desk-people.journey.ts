import { expect } from '@playwright/test';
import { sendMessage } from '../../src/contract/support/im';
import { addWorkOrder, getWorkOrder } from '../../src/contract/support/work-orders';
import { followInvitation, heading } from './support/desk-page';
import { deskTasks } from './support/desk-tasks';
import { callAs, demo, picture, signIn } from './support/journey';
import { ownMember } from './support/own-member';

// The work of the desk for members and colleagues, and to keep the company running.
const { own, task } = deskTasks();
const requestKey = () => crypto.randomUUID();

task(1, 'the first admin follows the invitation of the command line', async ({ page, steps }) => {
  const other = await (await page.context().browser()!.newContext()).newPage();
  const { invite } = await own.owner('people', { name: 'first', role: 'admin' });
  await followInvitation(other, own.url, invite);
  expect((await own.owner('people/first')).state).toBe('active');
  await other.context().close();
  expect(steps()).toBe(0); // the six steps are those of signing in
});

task(2, 'an admin invites a colleague, changes their role and shuts them out', async (hands) => {
  await hands.menu('People');
  await hands.button('Invite somebody');
  await hands.field('Name', 'gus', hands.dialog);
  await hands.choose('Role', 'Support', hands.dialog);
  await hands.press(hands.dialog.getByRole('button', { name: 'Invite somebody' }));
  await expect(hands.main.getByRole('alert').locator('code')).toHaveText(/^[0-9a-f]{64}$/);
  await hands.button('Change role');
  await hands.choose('Role', 'Finance', hands.dialog);
  await hands.press(hands.dialog.getByRole('button', { name: 'Change role' }));
  await expect(hands.dialog).toHaveCount(0);
  await hands.act('Disable');
  await expect.poll(async () => (await own.owner('people/gus')).state).toBe('disabled');
});

task(3, 'an admin invites a colleague again who lost the app of codes', async (hands) => {
  await own.owner('people', { name: 'hal', role: 'support' });
  await hands.menu('People');
  await hands.row('hal');
  await hands.act('Invite again');
  await expect(hands.main.getByRole('alert').locator('code')).toHaveText(/^[0-9a-f]{64}$/);
});

task(9, 'an admin publishes a notice after a look at it', async (hands) => {
  await hands.menu('Notices');
  await hands.button('New notice');
  await hands.field('Title', 'Longer hours');
  await hands.field('Text', '<p>Support answers <b>until ten</b>.</p>');
  await hands.button('Preview');
  await expect(hands.main.locator('.preview')).toContainText('until ten');
  await hands.button('Publish');
  await expect(heading(hands.page, 'Notices · Longer hours')).toBeVisible();
});

task(10, 'an admin writes to one member', async (hands) => {
  await hands.menu('Messages');
  await hands.button('Send a message');
  await hands.field('Recipient', 'demo', hands.dialog);
  await hands.field('Text', 'Your parcel is on its way.', hands.dialog);
  await hands.press(hands.dialog.getByRole('button', { name: 'Send a message' }));
  await expect(hands.dialog).toHaveCount(0);
});

task(21, 'an admin answers a question with a picture', async (hands) => {
  const title = 'Where is my parcel?';
  const asked = { title, description: 'It is late.', annex: [], requestKey: requestKey() };
  const { id } = await callAs(demo, addWorkOrder, asked, own.url);
  await hands.menu('Inbox');
  await hands.press(hands.main.getByRole('button', { name: new RegExp(title.slice(0, 10)) }));
  await hands.field('Write an answer', 'It is here.');
  await hands.file('Add a picture', picture);
  await expect(hands.main.getByRole('button', { name: 'Remove' })).toBeVisible();
  await hands.button('Send');
  await expect
    .poll(async () => (await callAs(demo, getWorkOrder, { id }, own.url)).entries.at(-1)?.annex.length)
    .toBe(1);
});

task(22, 'an admin finds a question that was answered', async (hands) => {
  const [{ number, title }] = (await own.owner('workorders?status=processed')).items;
  await hands.menu('Questions');
  await hands.view('Answered');
  await hands.type(hands.page.getByPlaceholder('Search', { exact: true }), number);
  await hands.row(number);
  await expect(heading(hands.page, `Questions · ${title}`)).toBeVisible();
});

task(23, 'an admin answers a chat with words and a picture', async (hands) => {
  await callAs(demo, sendMessage, { text: 'Hello, anybody?', requestKey: requestKey() }, own.url);
  await hands.menu('Inbox');
  await hands.press(hands.main.getByRole('button', { name: /^\d*demo Chat/ }));
  await hands.field('Write an answer', 'Good morning. This is how it looks here:');
  await hands.file('Add a picture', picture);
  await expect(hands.main.getByRole('button', { name: 'Remove' })).toBeVisible();
  await hands.button('Send');
  const said = hands.main.getByRole('log').locator('div').filter({ hasText: 'This is how it looks' });
  await expect(said.locator('img').last()).toBeVisible();
});

task(24, 'an admin confirms an order that was made offline', async (hands) => {
  const [{ id, customer }] = (await own.owner('declarations?status=submitted')).items;
  await hands.press(hands.main.getByRole('link', { name: /^Offline orders/ }));
  await hands.row(customer);
  await hands.act('Approve');
  await expect.poll(async () => (await own.owner(`declarations/${id}`)).status).not.toBe(1);
});

task(25, 'an admin finds a member by some digits of the phone', async (hands) => {
  const { phone } = await own.owner('members/meitan');
  await hands.find(phone.slice(-7), /^meitan Members/);
  await expect(heading(hands.page, 'Members · meitan')).toBeVisible();
});

task(26, 'an admin gives a member who lost the phone another contact', async (hands) => {
  await hands.find('newbie', /^newbie Members/);
  await hands.act('Reset sign-in', { Contact: 'newbie.again@example.com' });
  await expect.poll(async () => (await own.owner('members/newbie')).email).toBe('newbie.again@example.com');
});

task(27, 'an admin locks a member’s account, and says why', async (hands) => {
  await hands.find('lee', /^lee Members/);
  await hands.act('Lock', { Reason: 'The phone was stolen' });
  await expect.poll(async () => (await own.owner('members/lee')).lockReason).toBe('The phone was stolen');
});

task(28, 'an admin ends one session of a member', async (hands) => {
  const who = ownMember('new'); // nobody else signs in as them meanwhile
  const sessions = async () => (await own.owner(`members/${who.account}`)).sessions.length;
  const member = await (await hands.page.context().browser()!.newContext()).newPage();
  await signIn(member, who, own.url);
  await expect.poll(sessions).toBe(1);
  await member.context().close();
  await hands.find(who.account, new RegExp(`^${who.account} Members`));
  await hands.press(hands.main.getByRole('button', { name: 'End the session' }).first());
  await hands.press(hands.dialog.getByRole('button', { name: 'End the session' }));
  await expect.poll(sessions).toBe(0);
});

task(29, 'an admin reads the movements of a member’s balance in one month', async (hands) => {
  await hands.find('demo', /^demo Members/);
  const month = new Date().toISOString().slice(0, 7);
  const { items } = await own.owner(`members/demo/statement?kind=balance&month=${month}&size=100`);
  await hands.field('Month', month);
  // the trail below names the statement too
  const statement = hands.main
    .locator('.MuiCard-root')
    .filter({ has: hands.page.getByRole('heading', { name: 'Statement', exact: true }) });
  const numbers = statement.getByRole('row').locator('td:first-child');
  await expect(numbers).toHaveText(items.slice(-50).map((one: any) => `${one.number}`));
  if (items.length > 50) {
    await hands.press(statement.getByRole('button', { name: 'Earlier movements' }));
    await expect(numbers).toHaveText(items.map((one: any) => `${one.number}`));
  }
});

task(30, 'an admin hides a post', async (hands) => {
  const [{ id }] = (await own.owner('posts?which=newest&size=1')).items;
  await hands.menu('Posts');
  await hands.view('Newest');
  await hands.press(hands.main.getByRole('row').nth(1).getByRole('cell').nth(2));
  await hands.act('Hide', { Reason: 'It names another person' });
  await expect.poll(async () => (await own.owner(`posts/${id}`)).hiddenAt).toBeTruthy();
});

task(31, 'an admin unlinks a short-video account', async (hands) => {
  await hands.menu('Short-video accounts');
  await hands.row('wu.tea');
  await hands.act('Unlink', { Reason: 'The platform asked for it' });
  await expect(hands.main.getByRole('button', { name: 'Unlink' })).toHaveCount(0);
});

task(33, 'an admin adds a bank and changes a word of a dictionary', async (hands) => {
  await hands.menu('Banks');
  await hands.button('Add a bank');
  await hands.field('English name', 'Bank of the Harbour', hands.dialog);
  await hands.field('Chinese name', '海港银行', hands.dialog);
  await hands.press(hands.dialog.getByRole('button', { name: 'Add a bank' }));
  await expect(hands.dialog).toHaveCount(0);
  await hands.menu('Dictionaries');
  await hands.press(hands.main.getByRole('row').nth(1).getByRole('cell').nth(1));
  await hands.act('Edit', { 'English name': 'Not paid yet' });
  const { items } = await own.owner('dictionaries');
  expect(JSON.stringify(items)).toContain('Not paid yet');
  expect(JSON.stringify((await own.owner('banks?size=200')).items)).toContain('Bank of the Harbour');
});

task(34, 'an admin changes a setting', async (hands) => {
  await hands.menu('Settings');
  await hands.row('CUSTOMER_SERVICE_PHONE');
  await hands.act('Edit', { Value: '+6560000000', Reason: 'A new line' });
  await expect
    .poll(async () => JSON.stringify(await own.owner('settings/CUSTOMER_SERVICE_PHONE')))
    .toContain('+6560000000');
});

task(35, 'an admin changes a rule from a day on', async (hands) => {
  await hands.menu('Rules');
  await hands.row('pointsPerMachine');
  await hands.act('Edit', { Value: '3', From: '2030-01-01', Reason: 'For the new year' });
  await expect(hands.main.getByText('For the new year').first()).toBeVisible();
});

task(36, 'an admin asks a member to connect, sets a webhook and turns a partner off', async (hands) => {
  await hands.menu('Partners');
  await hands.view('All');
  await hands.press(hands.main.getByRole('row').filter({ hasText: 'p_demo' }).getByRole('cell').nth(1));
  await hands.act('Ask to connect', { Account: 'lee', 'Bank reference': 'customer-7' });
  await hands.act('Set webhook', { URL: 'https://shop.example/hook' });
  await hands.act('Disable');
  await expect.poll(async () => (await own.owner('partners/p_demo')).enabled).toBe(false);
  await own.owner('partners/p_demo/enable', {});
});

task(37, 'an admin invites a person of a partner to its console', async (hands) => {
  await hands.menu('Partners');
  await hands.view('All');
  await hands.press(hands.main.getByRole('row').filter({ hasText: 'p_demo' }).getByRole('cell').nth(1));
  await hands.button('Invite again');
  await hands.field('Email', 'dev@shop.example', hands.dialog);
  await hands.press(hands.dialog.getByRole('combobox', { name: 'Role' }));
  await hands.press(hands.page.getByRole('option').first());
  await hands.press(hands.dialog.getByRole('button', { name: 'Invite again' }));
  await expect(hands.dialog).toHaveCount(0);
});

task(38, 'an admin sees that the books are in order and that no job has failed', async (hands) => {
  await expect(hands.main.getByText(/Books: (in order|not checked yet)/)).toBeVisible();
  await hands.menu('Failed jobs');
  await expect(hands.main.getByText('Nothing here.').or(hands.main.getByText('No results'))).toBeVisible();
});

task(41, 'an admin checks that no row of the trail is missing', async (hands) => {
  await hands.button('Check the trail');
  await expect(hands.main.getByText(/^Trail: in order · \d+ records? · /)).toBeVisible();
});

task(39, 'an admin finds who locked a member, in the trail', async (hands) => {
  await own.owner('members/meitan/lock', { reason: 'Asked for it' });
  await hands.menu('Trail');
  await hands.type(hands.page.getByPlaceholder('Search', { exact: true }), 'meitan');
  await hands.press(hands.main.getByRole('cell', { name: 'Members · Lock' }).first());
  await expect(hands.main.getByText('Asked for it').first()).toBeVisible();
});
