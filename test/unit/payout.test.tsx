import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  bankCountries,
  bankList,
  type PayoutAccount,
  type PayoutKind,
  userAccountAdd,
  userAccountDeleteBatch,
  userAccountEdit,
  userAccountList,
} from '../../src/contract/money/payout';
import * as wallet from '../../src/features/wallet/routes';
import { Refusal, reply, visit } from '../support/visit';

const card: PayoutAccount = {
  id: 'a1',
  kind: 'bank',
  type: 'Card',
  holder: 'ZHANG Wei',
  number: '•••• 0123',
  openingBank: 'ICBC',
  bankName: 'Industrial and Commercial Bank of China',
  openingBranch: 'Shanghai Pudong',
  addTime: '2026-11-20T09:00:00.000Z',
};
const other: PayoutAccount = { ...card, id: 'a2', number: '•••• 1111', openingBank: 'CMB', bankName: 'CMB' };
const tron: PayoutAccount = {
  id: 'a3',
  kind: 'usdt',
  type: 'USDT (TRC20)',
  holder: '',
  number: 'TR7NHq…gjLj6t',
  addTime: '2026-11-19T09:00:00.000Z',
};
const has = (...items: PayoutAccount[]) =>
  reply(userAccountList, { items, kinds: ['bank', 'usdt'] as PayoutKind[] });
const banks = reply(bankList, {
  items: [
    { code: 'HSBC', name: 'HSBC' },
    { code: 'ICBC', name: 'Industrial and Commercial Bank of China' },
  ],
});

type Visit = Awaited<ReturnType<typeof visit>>;

const input = ({ body, until }: Visit, selector: string) =>
  until(selector, () => body.querySelector<HTMLInputElement>(selector) ?? undefined);
async function type(screen: Visit, name: string, value: string) {
  const field = await input(screen, `[name="${name}"]`);
  field.value = value;
  field.dispatchEvent(new window.Event('input', { bubbles: true }));
}
async function fillIn(screen: Visit) {
  await type(screen, 'holder', 'ZHANG Wei');
  await type(screen, 'cardNumber', '4111 1111 1111 1111');
  await screen.tap('Choose a bank');
  await screen.tap('HSBC');
  await type(screen, 'openingBranch', 'Central');
}
const value = ({ body }: Visit, name: string) =>
  body.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value;
const tick = ({ body }: Visit, called: string) => {
  const box = body.querySelector<HTMLInputElement>(`[aria-label="${called}"]`)!;
  box.checked = true;
  box.dispatchEvent(new window.Event('change', { bubbles: true }));
};

test('a bank card shows its type, bank, branch, the end of its number and when it was added', async () => {
  const screen = await visit(wallet.bankList, {}, [has(card)]);
  for (const words of [
    'Card',
    'Industrial and Commercial Bank of China',
    'Shanghai Pudong',
    '•••• 0123',
    'Added 20 Nov',
  ])
    await screen.sees(words);
  assert.is(screen.body.querySelector('b')?.textContent, 'Industrial and Commercial Bank of China');
  assert.equal(screen.asked(userAccountList), [{}]);
  assert.not(screen.text().includes('USDT'));
  screen.close();
});

test('all accounts are shown by kind, and those kinds are offered that the server says', async () => {
  const screen = await visit(wallet.accountManage, {}, [has(tron, card)]);
  await screen.sees('TR7NHq…gjLj6t');
  const text = screen.text();
  assert.ok(text.indexOf('•••• 0123') < text.indexOf('TR7NHq'));
  const adding = [...screen.body.querySelectorAll('a[href*="add="]')].map((one) => one.getAttribute('href'));
  assert.equal(adding, ['#/pages/mine/accountManage?add=bank', '#/pages/mine/accountManage?add=usdt']);
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/accountManage?edit=a3"]'));
  screen.close();
});

test('without a card one is offered to add it; what did not load can be tried again', async () => {
  const empty = await visit(wallet.bankList, {}, [has()]);
  await empty.sees('No bank card yet');
  assert.ok(empty.body.querySelector('a[href="#/pages/mine/bankList?add=bank"]'));
  empty.close();
  const failing = await visit(wallet.bankList, {}, [reply(userAccountList, 'offline')]);
  await failing.sees("Couldn't load");
  await failing.tap('Try again');
  await failing.until('a second try', () => failing.asked(userAccountList).length === 2);
  failing.close();
});

test('a card is added with a bank that was looked for by its name', async () => {
  const screen = await visit(wallet.bankList, { add: 'bank' }, [banks, reply(userAccountAdd, card)]);
  await fillIn(screen);
  await screen.tap('HSBC');
  const search = await input(screen, '[type=search]');
  search.value = 'commercial';
  search.dispatchEvent(new window.Event('input', { bubbles: true }));
  await screen.until('fewer banks', () => screen.body.querySelectorAll('dialog li').length === 1);
  assert.equal(screen.asked(userAccountAdd), [], 'searching is no saving');
  await screen.tap('Industrial and Commercial Bank of China');
  await screen.tap('Save');
  await screen.sees('Saved');
  const [{ requestKey, ...sent }] = screen.asked(userAccountAdd);
  assert.ok(requestKey);
  assert.equal(sent, {
    kind: 'bank',
    holder: 'ZHANG Wei',
    cardNumber: '4111 1111 1111 1111',
    openingBank: 'ICBC',
    openingBranch: 'Central',
  });
  screen.close();
});

test('an account abroad is added with its country, bank, SWIFT code and IBAN', async () => {
  const countries = reply(bankCountries, {
    items: [
      { code: 'DE', name: 'Germany' },
      { code: 'SG', name: 'Singapore' },
    ],
  });
  const added = reply(userAccountAdd, { ...card, kind: 'abroad' as const });
  const screen = await visit(wallet.accountManage, { add: 'abroad' }, [has(), countries, added]);
  await type(screen, 'holder', 'María José O’Neill');
  await screen.sees('4 to 34 letters or digits');
  await screen.tap('Choose a country or region');
  await screen.tap('Germany');
  await screen.sees('The IBAN of the account, 22 characters');
  await type(screen, 'bankName', 'N26');
  await type(screen, 'swift', 'NTSBDEB1XXX');
  await type(screen, 'accountNumber', '0532013000');
  await screen.tap('Save');
  await screen.sees('Enter a valid IBAN of that country');
  assert.equal(screen.asked(userAccountAdd), []);
  await type(screen, 'accountNumber', 'DE89 3704 0044 0532 0130 00');
  await screen.tap('Save');
  await screen.until('it is sent', () => screen.asked(userAccountAdd).length === 1);
  const { requestKey, ...sent } = screen.asked(userAccountAdd)[0] as Record<string, unknown>;
  assert.equal(sent, {
    kind: 'abroad',
    holder: 'María José O’Neill',
    country: 'DE',
    bankName: 'N26',
    swift: 'NTSBDEB1XXX',
    accountNumber: 'DE89 3704 0044 0532 0130 00',
  });
  screen.close();
});

test('a missing or wrong value is marked at its field, and nothing is sent', async () => {
  const screen = await visit(wallet.bankList, { add: 'bank' }, [banks]);
  await type(screen, 'cardNumber', '4111111111111112');
  await type(screen, 'holder', 'R2D2');
  await screen.tap('Save');
  await screen.sees('Enter a valid card number');
  await screen.sees('Enter 2-60 letters, exactly as the account has the name');
  assert.is(screen.body.querySelectorAll('[aria-invalid=true]').length, 4);
  assert.ok(screen.body.querySelector('[role=group][aria-invalid=true] button'));
  assert.equal(screen.sent, []);
  screen.close();
});

test('a UnionPay number that hardly can be is doubted, and may be saved', async () => {
  const screen = await visit(wallet.bankList, { add: 'bank' }, [banks, reply(userAccountAdd, card)]);
  await fillIn(screen);
  await type(screen, 'cardNumber', '6222021234567890123');
  await screen.sees("Check the number: it doesn't look like a valid card number");
  await screen.tap('Save');
  await screen.sees('Saved');
  screen.close();
});

test('a refusal is shown, the input stays, and the next try has another key', async () => {
  const answers = [new Refusal('You have added this one already'), 'offline', card] as const;
  let tries = 0;
  const screen = await visit(wallet.bankList, { add: 'bank' }, [
    banks,
    reply(userAccountAdd, () => answers[tries++]!),
  ]);
  await fillIn(screen);
  await screen.tap('Save');
  await screen.sees('You have added this one already');
  assert.is(value(screen, 'openingBranch'), 'Central');
  await screen.tap('Save');
  await screen.sees('The network is not strong');
  assert.is(value(screen, 'cardNumber'), '4111 1111 1111 1111');
  await screen.tap('Save');
  await screen.sees('Saved');
  const [refused, lost, last] = screen.asked(userAccountAdd).map(({ requestKey }) => requestKey);
  assert.is.not(lost, refused);
  assert.is(last, lost, 'a lost answer is asked for again, under the same key');
  screen.close();
});

test('a card that is edited keeps its number unless another is typed', async () => {
  const screen = await visit(wallet.bankList, { edit: 'a1' }, [
    has(other, card),
    banks,
    reply(userAccountEdit, card),
  ]);
  await screen.sees('Leave it empty to keep •••• 0123');
  assert.is(value(screen, 'holder'), 'ZHANG Wei');
  await type(screen, 'cardNumber', '6');
  await type(screen, 'cardNumber', '');
  await type(screen, 'openingBranch', 'Xuhui');
  await screen.tap('Save');
  await screen.sees('Saved');
  const [{ requestKey, ...sent }] = screen.asked(userAccountEdit);
  assert.equal(sent, {
    id: 'a1',
    kind: 'bank',
    holder: 'ZHANG Wei',
    openingBank: 'ICBC',
    openingBranch: 'Xuhui',
  });
  screen.close();
});

test('an account that is there no more cannot be edited, and the way to all is shown', async () => {
  const screen = await visit(wallet.accountManage, { edit: 'gone' }, [has(card)]);
  await screen.sees('Account not found');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/accountManage"]'));
  screen.close();
});

test('a TRON address with a typing mistake is found on the phone', async () => {
  const screen = await visit(wallet.accountManage, { add: 'usdt' }, [reply(userAccountAdd, tron)]);
  await type(screen, 'address', 'TR8NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await screen.tap('Save');
  await screen.sees('Enter a valid TRON address');
  assert.equal(screen.sent, []);
  await type(screen, 'address', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t');
  await screen.tap('Save');
  await screen.sees('Saved');
  screen.close();
});

test('deleting a card names it first', async () => {
  const screen = await visit(wallet.bankList, {}, [has(card, other), reply(userAccountDeleteBatch, {})]);
  await screen.tap('Delete CMB •••• 1111');
  await screen.sees('Delete CMB •••• 1111?');
  await screen.tap('Cancel');
  assert.equal(screen.asked(userAccountDeleteBatch), []);
  await screen.tap('Delete CMB •••• 1111');
  await screen.sees('Delete CMB •••• 1111?');
  await screen.tap('Delete');
  await screen.sees('Deleted');
  assert.equal(screen.asked(userAccountDeleteBatch)[0].ids, ['a2']);
  await screen.until('the list anew', () => screen.asked(userAccountList).length === 2);
  screen.close();
});

test('several accounts are selected and deleted at once, after a question with their number', async () => {
  let tries = 0;
  const screen = await visit(wallet.bankList, {}, [
    has(card, other, { ...other, id: 'a4', number: '•••• 2222' }),
    reply(userAccountDeleteBatch, () => (tries++ ? {} : 'offline')),
  ]);
  await screen.tap('Select');
  await screen.sees('Select all');
  tick(screen, 'CMB •••• 2222');
  tick(screen, 'Industrial and Commercial Bank of China •••• 0123');
  for (const said of ['The network is not strong', 'Deleted']) {
    await screen.tap('Delete 2');
    await screen.sees('Delete these 2 accounts?');
    await screen.tap('Delete');
    await screen.sees(said);
  }
  const [lost, again] = screen.asked(userAccountDeleteBatch);
  assert.equal(again.ids, ['a1', 'a4']);
  assert.equal(again, lost, 'a lost answer is asked for again, under the same key');
  await screen.losesSight('Select all');
  screen.close();
});

test('where numbers are typed on our own origin, the form has no field for one and sends none', async () => {
  const made = reply(userAccountAdd, card);
  const screen = await visit(wallet.bankList, { add: 'bank' }, [has(), banks, made], {
    platform: { numbersElsewhere: true },
  });
  await type(screen, 'holder', 'ZHANG Wei');
  await screen.tap('Choose a bank');
  await screen.tap('HSBC');
  await type(screen, 'openingBranch', 'Central');
  assert.is(screen.body.querySelector('[name="cardNumber"]'), null);
  assert.match(screen.body.textContent!, /Cloudphone's secure page/);
  await screen.tap('Save');
  const { input: added } = await screen.until('sent', () =>
    screen.sent.find(({ path }) => path === userAccountAdd.path),
  );
  assert.not('cardNumber' in added);
});

test.run();
