import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { balance } from '../../src/contract/member/auth';
import { statementAddress } from '../../src/contract/money/documents';
import { type PayoutAccount, userAccountList } from '../../src/contract/money/payout';
import {
  applyWithdrawal,
  balanceHistory,
  exchangeRate,
  getWithdrawal,
  listMovements,
  listWithdrawals,
  type Movement,
  quoteWithdrawal,
  revokeWithdrawal,
  type Withdrawal,
} from '../../src/contract/money/wallet';
import * as wallet from '../../src/features/wallet/routes';
import { memoryStore } from '../../src/platform/browser/store';
import { Refusal, reply, visit } from '../support/visit';

const card: PayoutAccount = {
  id: 'a1',
  kind: 'bank',
  type: 'Card',
  holder: 'Dana Demo',
  number: '•••• 0123',
  bankName: 'Bank of China',
  openingBranch: 'Pudong',
  addTime: '2026-11-01T08:00:00.000Z',
};
const tron: PayoutAccount = {
  id: 'a2',
  kind: 'usdt',
  type: 'USDT (TRC20)',
  holder: '',
  number: 'TR7NHq…jLj6t',
  addTime: '2026-11-02T08:00:00.000Z',
};
const has = (amounts: object = {}) =>
  reply(balance, {
    balance: 500_00,
    storeBalance: 80_00,
    frozen: 20_00,
    points: 0,
    cloudBeans: 0,
    promotionValue: 0,
    ...amounts,
  });
const accounts = (...items: PayoutAccount[]) =>
  reply(userAccountList, { items, kinds: ['bank', 'alipay', 'usdt'] });
const expectedBy = '2026-11-23T15:59:59.999Z';
const costs = reply(quoteWithdrawal, ({ amount }) => ({ fee: 2_00, arrives: amount - 2_00, expectedBy }));
const made = { id: 'w1', number: 'W1', status: 0 as const, fee: 2_00, arrives: 118_00, expectedBy };
const withdrawal: Withdrawal = {
  id: 'w1',
  number: 'W1',
  source: 'balance',
  amount: 120_00,
  fee: 2_00,
  arrives: 118_00,
  status: 0,
  account: card,
  appliedAt: '2026-11-20T09:00:00.000Z',
  expectedBy,
};

type Visited = Awaited<ReturnType<typeof visit>>;

const buttons = (screen: Visited) =>
  [...screen.body.querySelectorAll('button')].map((one) => one.textContent);

async function type(screen: Visited, name: string, value: string) {
  const find = () => screen.body.querySelector<HTMLInputElement>(`[name="${name}"]`);
  const field = await screen.until(`a field ${name}`, () => find() ?? undefined);
  field.value = value;
  field.dispatchEvent(new window.Event('input', { bubbles: true }));
}

/** The button of the form, which names the amount once it can be withdrawn. */
const next = async (screen: Visited) =>
  screen.tap(
    await screen.until('the button', () =>
      buttons(screen).find((one): one is string => /^Withdraw( · |$)/.test(one ?? '')),
    ),
  );

/** Fills in 120 yuan and goes to the step that confirms it. */
async function ask(screen: Visited, amount = '120') {
  await screen.sees('Bank of China');
  await type(screen, 'amount', amount);
  await screen.sees('¥118.00');
  await screen.sees('Withdraw · ¥120.00');
  await next(screen);
  await screen.sees('Withdraw ¥120.00?');
}

test('each total leads to the movements that make it', async () => {
  const screen = await visit(wallet.balance, {}, [has(), accounts(card)]);
  await screen.sees('¥500.00');
  const links = [...screen.body.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
  const shown = [...screen.body.querySelectorAll('nav a')].map((link) => link.textContent ?? '');
  for (const [at, amount] of ['¥500.00', '¥80.00', '¥20.00'].entries()) assert.match(shown[at]!, amount);
  assert.equal(
    links,
    ['balance', 'store', 'frozen'].map((kind) => `#/pages/mine/movements?kind=${kind}`),
  );
  screen.close();
});

test('the cost is requested after an amount is typed, and only if the withdrawal is possible', async () => {
  const screen = await visit(wallet.balance, {}, [has(), accounts(card), costs]);
  await screen.sees('Bank of China');
  for (const typed of ['120', '130', '500']) await type(screen, 'amount', typed);
  await screen.sees('¥498.00');
  assert.equal(screen.asked(quoteWithdrawal), [{ source: 'balance', amount: 500_00, accountId: 'a1' }]);
  await screen.sees(
    'Processed before 24:00 the next day. Not on weekends or public holidays: Saturday and Sunday extend to Monday.',
  );
  await type(screen, 'amount', '500.01');
  await screen.losesSight('¥498.00');
  const rested = Date.now() + 400;
  await screen.until('typing to have rested', () => Date.now() > rested);
  assert.is(screen.asked(quoteWithdrawal).length, 1);
  screen.close();
});

test('a tap fills in an amount, or all there is; none is offered above that', async () => {
  const screen = await visit(wallet.balance, {}, [has(), accounts(card), costs]);
  await screen.sees('Bank of China');
  assert.not(buttons(screen).includes('¥1,000'), 'there are ¥500.00');
  await screen.tap('¥200');
  await screen.sees('Withdraw · ¥200.00');
  await screen.tap('All');
  await screen.sees('Withdraw · ¥500.00');
  screen.close();
});

test('the rules are shown in place: required, not 0, the minimum of each source, the maximum', async () => {
  const screen = await visit(wallet.balance, {}, [has(), accounts(card), costs]);
  await screen.sees('Min ¥100.00, max ¥500.00');
  await next(screen);
  await screen.sees('Please fill this in');
  for (const [typed, words] of [
    ['0', "The amount can't be 0"],
    ['99.99', 'At least ¥100.00'],
    ['500.01', 'At most ¥500.00'],
  ] as const) {
    await type(screen, 'amount', typed);
    await next(screen);
    await screen.sees(words);
  }
  const store = screen.body.querySelectorAll<HTMLInputElement>('input[type=radio]')[1]!;
  store.click();
  await screen.sees('Min ¥50.00, max ¥80.00');
  assert.not(screen.text().includes('At most ¥500.00'));
  await type(screen, 'amount', '49');
  await next(screen);
  await screen.sees('At least ¥50.00');
  await type(screen, 'amount', '99.99');
  await next(screen);
  await screen.sees('At most ¥80.00');
  assert.equal(screen.asked(applyWithdrawal), []);
  screen.close();
});

test('everything is named before it is taken, and applying leads to the record', async () => {
  const screen = await visit(wallet.balance, {}, [
    has(),
    accounts(card, tron),
    costs,
    reply(applyWithdrawal, made),
  ]);
  await screen.sees('Bank of China');
  await type(screen, 'remark', 'for rent');
  await ask(screen);
  const sheet = screen.body.querySelector('dialog')!.textContent!.replace(/\s+/g, ' ');
  for (const words of ['Balance', '¥2.00', '¥118.00', 'Bank of China •••• 0123', '23 Nov'])
    assert.ok(sheet.includes(words), words);
  assert.equal(screen.asked(applyWithdrawal), []);
  await screen.tap('Withdraw ¥120.00');
  await screen.until('the record', () => screen.at().endsWith('withDrawRecord?id=w1'));
  const [{ requestKey, ...input }] = screen.asked(applyWithdrawal);
  assert.equal(input, { source: 'balance', amount: 120_00, accountId: 'a1', remark: 'for rent', fee: 2_00 });
  assert.ok(requestKey);
  assert.is(screen.app.platform.local.get('drafts'), undefined);
  screen.close();
});

test('another account is chosen among those there are', async () => {
  const screen = await visit(wallet.balance, {}, [has(), accounts(card, tron), costs]);
  await screen.tap('Bank of China•••• 0123');
  await screen.tap('USDT (TRC20)TR7NHq…jLj6t');
  await type(screen, 'amount', '120');
  await screen.until('the price of that one', () => screen.asked(quoteWithdrawal)[0]?.accountId === 'a2');
  screen.close();
});

test('a member without an account is led to add one, and returns to the form with the new one', async () => {
  const local = memoryStore();
  const platform = { local };
  const screen = await visit(wallet.balance, {}, [has(), accounts(), costs], { platform });
  await screen.sees('No payout account yet. Add one to withdraw.');
  await type(screen, 'amount', '120');
  const [link] = screen.body.querySelectorAll<HTMLElement>('a[href*="accountManage?add=bank"]');
  link!.click();
  screen.close();

  const back = await visit(wallet.balance, {}, [has(), accounts(card), costs], { platform });
  await back.sees('Bank of China');
  await back.sees('¥118.00');
  screen.close();
});

test('an account that was just added is the chosen one', async () => {
  const platform = { local: memoryStore() };
  const screen = await visit(wallet.balance, {}, [has(), accounts(card)], { platform });
  await screen.tap('Bank of China•••• 0123');
  await screen.tap('Add USDT address');
  screen.close();
  const back = await visit(wallet.balance, {}, [has(), accounts(tron, card)], { platform });
  await back.sees('USDT (TRC20)');
  await back.losesSight('Bank of China');
  back.close();
});

test('submitting before the payout accounts have loaded says what is missing, and keeps the chosen one', async () => {
  const platform = { local: memoryStore() };
  const screen = await visit(wallet.balance, {}, [has(), accounts(card, tron), costs], { platform });
  await screen.tap('Bank of China•••• 0123');
  await screen.tap('USDT (TRC20)TR7NHq…jLj6t');
  await type(screen, 'amount', '120');
  await screen.sees('¥118.00');
  screen.close();

  let arrive = () => {};
  const late = new Promise<void>((settle) => (arrive = settle));
  const slow = reply(userAccountList, async () => {
    await late;
    return { items: [card, tron], kinds: ['bank' as const] };
  });
  const back = await visit(wallet.balance, {}, [has(), slow, costs], { platform });
  await next(back);
  await back.until(
    'a problem',
    () => back.body.querySelector('[role="group"][aria-invalid="true"]') ?? undefined,
  );
  arrive();
  await back.sees('USDT (TRC20)');
  await back.sees('¥118.00');
  await next(back);
  await back.sees('Withdraw ¥120.00?');
  back.close();
});

test('a member with too little money sees the minimum of each source', async () => {
  const screen = await visit(wallet.balance, {}, [
    has({ balance: 99_99, storeBalance: 49_99 }),
    accounts(card),
  ]);
  await screen.sees('You need ¥100.00 in your balance or ¥50.00 in your shop balance.');
  assert.not(screen.body.querySelector('form'));
  screen.close();
});

test('a fee that has changed is shown, and asked about again under another key', async () => {
  const screen = await visit(wallet.balance, {}, [
    has(),
    accounts(card),
    costs,
    reply(applyWithdrawal, ({ fee }) =>
      fee === 3_00
        ? made
        : new Refusal('The fee is ¥3.00 now', { quote: { fee: 3_00, arrives: 117_00, expectedBy } }),
    ),
  ]);
  await ask(screen);
  await screen.tap('Withdraw ¥120.00');
  await screen.sees('The fee changed from ¥2.00 to ¥3.00.');
  await screen.sees('¥117.00');
  await screen.tap('Withdraw ¥120.00');
  await screen.until('the record', () => screen.at().endsWith('withDrawRecord?id=w1'));
  const [first, second] = screen.asked(applyWithdrawal);
  assert.is.not(first.requestKey, second.requestKey);
  assert.is(second.fee, 3_00);
  screen.close();
});

test('money that was taken in between is reported, also at the amount, and the input stays', async () => {
  let left = 500_00;
  const screen = await visit(wallet.balance, {}, [
    reply(balance, () => ({
      storeBalance: 0,
      frozen: 0,
      points: 0,
      cloudBeans: 0,
      promotionValue: 0,
      balance: left,
    })),
    accounts(card),
    costs,
    reply(applyWithdrawal, () => {
      left = 110_00;
      const problems = { amount: { rule: 'maxMoney', limit: left } };
      return new Refusal('Insufficient payable balance!', { problems }, '210002');
    }),
  ]);
  await ask(screen);
  await screen.tap('Withdraw ¥120.00');
  await screen.sees('Insufficient payable balance!');
  await screen.tap('Back');
  await screen.sees('At most ¥110.00');
  assert.is(screen.body.querySelector<HTMLInputElement>('[name=amount]')!.value, '120');
  screen.close();
});

test('after a lost answer the same goes out under the same key, even by way of a reload', async () => {
  const platform = { local: memoryStore() };
  const screen = await visit(
    wallet.balance,
    {},
    [has(), accounts(card), costs, reply(applyWithdrawal, 'offline')],
    { platform },
  );
  await ask(screen);
  await screen.tap('Withdraw ¥120.00');
  await screen.sees(
    "We couldn't confirm your withdrawal. It's safe to try again: you won't be charged twice.",
  );
  await screen.tap('Withdraw ¥120.00');
  await screen.until('a second attempt', () => screen.asked(applyWithdrawal).length === 2);
  const [first, second] = screen.asked(applyWithdrawal);
  assert.equal(first, second);
  screen.close();

  const back = await visit(
    wallet.balance,
    {},
    // all of it is gone: it had arrived
    [has({ balance: 0, storeBalance: 0 }), accounts(card), costs, reply(applyWithdrawal, made)],
    { platform },
  );
  await back.sees("We couldn't confirm your ¥120.00 withdrawal.");
  await back.tap('Check status');
  await back.sees('Withdraw ¥120.00?');
  await back.tap('Withdraw ¥120.00');
  await back.until('the record', () => back.at().endsWith('withDrawRecord?id=w1'));
  assert.equal(back.asked(applyWithdrawal), [first]);
  back.close();
});

test('something else than what was lost goes out under a key of its own', async () => {
  let there = false;
  const screen = await visit(wallet.balance, {}, [
    has(),
    accounts(card),
    costs,
    reply(applyWithdrawal, () => (there ? made : 'offline')),
  ]);
  await ask(screen);
  await screen.tap('Withdraw ¥120.00');
  await screen.sees(
    "We couldn't confirm your withdrawal. It's safe to try again: you won't be charged twice.",
  );
  await screen.tap('Close');
  there = true;
  await type(screen, 'amount', '200');
  await screen.sees('¥198.00');
  await next(screen);
  await screen.tap('Withdraw ¥200.00');
  await screen.until('the record', () => screen.at().endsWith('withDrawRecord?id=w1'));
  const [first, second] = screen.asked(applyWithdrawal);
  assert.is.not(first.requestKey, second.requestKey);
  assert.is(second.amount, 200_00);
  screen.close();
});

test('the record says what each withdrawal came to, and shows those in one state', async () => {
  const rejected: Withdrawal = {
    ...withdrawal,
    id: 'w2',
    status: 2,
    reason: 'Name and card differ',
    remark: 'for rent',
    decidedAt: '2026-11-21T09:00:00.000Z',
  };
  const screen = await visit(wallet.withDrawRecord, {}, [
    reply(listWithdrawals, ({ status }) => ({ items: status === 2 ? [rejected] : [withdrawal, rejected] })),
  ]);
  await screen.sees('Fee ¥2.00, you receive ¥118.00');
  await screen.sees('Bank of China •••• 0123');
  await screen.sees('Expected by: 23 Nov');
  await screen.sees('Reason: Name and card differ');
  await screen.sees('Note: for rent');
  await screen.tap('Rejected');
  await screen.losesSight('you receive');
  await screen.sees('Name and card differ');
  assert.equal(screen.asked(listWithdrawals), [{}, { status: 2 }]);
  screen.close();
});

test('a withdrawal is revoked once the member has agreed to the amount, and shows it', async () => {
  let status: 0 | 4 = 0;
  const screen = await visit(wallet.withDrawRecord, { id: 'w1' }, [
    reply(getWithdrawal, () => ({
      ...withdrawal,
      status,
      ...(status && { revokedAt: '2026-11-20T10:00:00.000Z' }),
    })),
    reply(revokeWithdrawal, () => {
      status = 4;
      return { status };
    }),
  ]);
  await screen.tap('Cancel withdrawal');
  await screen.sees('Cancel this ¥120.00 withdrawal?');
  assert.equal(screen.asked(revokeWithdrawal), []);
  await screen.tap('Cancel withdrawal');
  await screen.sees('Canceled. ¥120.00 returned.');
  await screen.losesSight('Expected by');
  await screen.until('no second time', () => !buttons(screen).includes('Cancel withdrawal'));
  screen.close();
});

test('a withdrawal leads to its movements; one that was decided cannot be revoked', async () => {
  const screen = await visit(wallet.withDrawRecord, { id: 'w1' }, [
    reply(getWithdrawal, {
      ...withdrawal,
      status: 3,
      decidedAt: '2026-11-20T10:00:00.000Z',
      remittedAt: '2026-11-21T10:00:00.000Z',
      reference: 'BOC-77',
    }),
  ]);
  await screen.sees('BOC-77');
  for (const kind of ['balance', 'frozen'])
    assert.ok(screen.body.querySelector(`a[href="#/pages/mine/movements?kind=${kind}&ref=W1"]`));
  assert.not(screen.text().includes('Cancel withdrawal'));
  assert.is(screen.body.querySelectorAll('li[data-at=done]').length, 3);
  screen.close();
});

test('another’s withdrawal is the server’s no, and the way to one’s own', async () => {
  const screen = await visit(wallet.withDrawRecord, { id: 'w9' }, [
    reply(getWithdrawal, new Refusal('Withdrawal not found')),
  ]);
  await screen.sees('Withdrawal not found');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/withDrawRecord"]'));
  screen.close();
});

const movement: Movement = {
  id: 'balance:2',
  kind: 'balance',
  reason: 'withdraw',
  amount: -120_00,
  balanceAfter: 380_00,
  at: '2026-11-20T09:00:00.000Z',
  ref: 'W1',
  memo: '',
};
const rent: Movement = { ...movement, id: 'balance:1', reason: 'rent', amount: 500_00, balanceAfter: 500_00 };

test('movements say why, how much and what was left, and lead to what is behind them', async () => {
  const screen = await visit(wallet.movements, { kind: 'balance' }, [
    reply(listMovements, {
      items: [movement, { ...rent, ref: 'CP1' }, { ...rent, id: 'balance:0', reason: 'refund', ref: 'O1' }],
      total: 380_00,
      held: 380_00,
    }),
  ]);
  await screen.sees('Withdrawal request');
  await screen.sees('−¥120.00');
  await screen.sees('+¥500.00');
  await screen.sees('Balance after ¥380.00');
  await screen.sees('Amounts are in Chinese yuan (¥, CNY), times in UTC');
  assert.equal(
    [...screen.body.querySelectorAll('li a')].map((link) => link.getAttribute('href')),
    [
      '#/pages/mine/withDrawRecord?id=W1',
      '#/pages/list/earnings?serialNumber=CP1',
      '#/pages/orderDetail?orderNo=O1',
    ],
  );
  screen.close();
});

test('the wallet says what there is, what today brought, what is under way and what each month came to', async () => {
  const running = { ...withdrawal, id: 'w2', status: 1 as const, amount: 200_00 };
  const screen = await visit(wallet.home, {}, [
    has(),
    reply(balanceHistory, {
      earnedToday: 6_40,
      days: [
        { day: '2026-11-20', balance: 100_00 },
        { day: '2026-11-21', balance: 500_00 },
      ],
      months: [{ month: '2026-11', in: 900_00, out: 400_00 }],
    }),
    reply(listWithdrawals, { items: [{ ...withdrawal, status: 3 }, running] }),
    reply(listMovements, { items: [movement, rent], total: 380_00, held: 380_00 }),
    reply(exchangeRate, { currency: 'USD', yuan: 7.2 }),
  ]);
  for (const words of ['¥500.00', '≈ US$69.40', '+¥6.40 today', 'Withdrawal of ¥200.00', 'November 2026'])
    await screen.sees(words);
  await screen.sees('In ¥900.00 · Out ¥400.00');
  await screen.sees('−¥120.00');
  const links = [...screen.body.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  for (const wanted of [
    'balance',
    'topUp',
    'accountManage',
    'movements?kind=store',
    'movements?kind=frozen',
    'withDrawRecord?id=w2',
    'movements?kind=balance&month=2026-11',
    'revenueRecords',
  ])
    assert.ok(links.includes(`#/pages/mine/${wanted}`), wanted);
  const [all, lit] = [...screen.body.querySelectorAll('svg[stroke-dasharray] path')];
  assert.is(all!.getAttribute('d')!.split('M').length - 1, 2, 'a column for each day');
  assert.is(lit!.getAttribute('d')!.split('M').length - 1, 2);
  screen.close();
});

test('a member of the Chinese version sees no dollars, and no withdrawal if none is under way', async () => {
  const screen = await visit(wallet.home, {}, [
    has(),
    reply(balanceHistory, { earnedToday: 0, days: [], months: [] }),
    reply(listWithdrawals, { items: [{ ...withdrawal, status: 4 }] }),
    reply(listMovements, { items: [], total: 0, held: 0 }),
  ]);
  await screen.sees('+¥0.00 today');
  assert.not.match(screen.text(), /US\$|Withdrawal of/);
  screen.close();
});

test('some of the movements are added up beside what there is, by type and by month', async () => {
  const screen = await visit(wallet.movements, { kind: 'balance', reason: 'rent', month: '2025-02' }, [
    reply(listMovements, { items: [rent], total: 500_00, held: 380_00 }),
  ]);
  await screen.sees('Balance · Rent · February 2025');
  await screen.sees('Total · You have ¥380.00 now');
  assert.equal(screen.asked(listMovements), [{ kind: 'balance', reason: 'rent', month: '2025-02' }]);
  await screen.choose('Type', 'Top-up');
  assert.is(screen.at(), '/pages/mine/movements?kind=balance&reason=recharge&month=2025-02');
  await screen.choose('Month', 'All months');
  assert.is(screen.at(), '/pages/mine/movements?kind=balance&reason=rent');
  screen.close();
});

test('the movements of one order or withdrawal have no filters, and all of them are a tap away', async () => {
  const screen = await visit(wallet.movements, { kind: 'balance', ref: 'W1' }, [
    reply(listMovements, { items: [movement], total: -120_00, held: 380_00 }),
  ]);
  await screen.sees('Only W1');
  assert.is(screen.body.querySelector('select'), null);
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/movements?kind=balance"]'));
  screen.close();
});

test('the listed movements are saved as a file; where none can be saved, its address is copied', async () => {
  const asked: string[] = [];
  const replies = [
    reply(listMovements, { items: [rent], total: 500_00, held: 380_00 }),
    reply(statementAddress, ({ format }) =>
      format === 'pdf'
        ? new Refusal('Choose a month.')
        : { url: '/documents?ticket=t', name: 'statement.csv' },
    ),
  ];
  const open = async (url: string) => {
    asked.push(url);
    return new Response('Time');
  };
  const saved: string[] = [];
  const screen = await visit(wallet.movements, { kind: 'balance', month: '2026-11' }, replies, {
    platform: { saveFile: async (file, name) => void saved.push(`${name}: ${await file.text()}`) },
    open,
  });
  await screen.tap('Download as PDF');
  await screen.sees('Choose a month.');
  await screen.tap('Download as CSV');
  await screen.until('the file', () => saved.length);
  assert.equal([asked, saved], [['http://app.test/documents?ticket=t'], ['statement.csv: Time']]);
  const { timeZone, ...filter } = screen.asked(statementAddress)[1];
  assert.equal(filter, { kind: 'balance', month: '2026-11', format: 'csv' });
  assert.is(timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone);
  screen.close();

  const copied: string[] = [];
  const wechat = await visit(wallet.movements, { kind: 'balance' }, replies, {
    platform: { origin: 'http://app.test', copy: async (text) => !!copied.push(text) },
  });
  await wechat.tap('Download as CSV');
  await wechat.sees('Address copied. Open it in your browser within 5 minutes.');
  assert.equal(copied, ['http://app.test/documents?ticket=t']);
  wechat.close();
});

test('income says which account it went to', async () => {
  const screen = await visit(wallet.movements, { kind: 'income' }, [
    reply(listMovements, { items: [rent, { ...rent, id: 'store:1', kind: 'store' }], total: 1000_00 }),
  ]);
  await screen.sees('Shop balance · W1');
  await screen.sees('¥1,000.00');
  assert.not(screen.text().includes('You have'));
  screen.close();
});

test('points are counted, not paid', async () => {
  const screen = await visit(wallet.movements, { kind: 'points' }, [
    reply(listMovements, {
      items: [{ ...rent, kind: 'points', reason: 'reward', amount: 1200, balanceAfter: 1200 }],
      total: 1200,
      held: 1200,
    }),
  ]);
  await screen.sees('+1,200');
  assert.not(screen.text().includes('¥'));
  screen.close();
});

test('a link to movements of something there is not says so', async () => {
  const screen = await visit(wallet.movements, { kind: 'gold' }, []);
  await screen.sees('This link is incomplete. Go back and open it again.');
  screen.close();
});

test('coming back to the phone asks for the states again', async () => {
  let show = () => {};
  const screen = await visit(wallet.withDrawRecord, {}, [reply(listWithdrawals, { items: [] })], {
    platform: {
      onShow(shown) {
        show = shown;
        return () => {};
      },
    },
  });
  await screen.sees('No withdrawals yet');
  show();
  await screen.until('a second look', () => screen.asked(listWithdrawals).length === 2);
  screen.close();
});

test.run();
