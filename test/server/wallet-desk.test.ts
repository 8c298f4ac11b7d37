import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as payout from '../../src/contract/money/payout';
import { operator as operate } from './support/operator';
import { booksInOrder, held } from './support/shop';
import {
  addAccount,
  desk,
  has,
  one,
  prepareWithdrawer,
  revoke,
  type Withdrawer,
  withdraw,
} from './support/wallet';

const test = suite<Withdrawer>('withdrawals at the desk');
test.before.each(prepareWithdrawer);
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const told = ({ gateway, member }: Withdrawer) =>
  gateway.db.run
    .selectFrom('system_message')
    .select(['kind', 'told', 'link'])
    .where('member', '=', member)
    .orderBy('at')
    .execute();

test('approved and remitted: the member sees each state, and gets a message', async (context) => {
  const { gateway, as, card } = context;
  const { id, number } = (await withdraw(gateway, as, card, { amount: 400_00 })).body;
  for (let again = 0; again < 2; again++) await desk(gateway, `withdrawals/${id}/approve`, {});
  const approved = await one(context, id);
  assert.is(approved.status, 1);
  assert.ok(approved.decidedAt);
  assert.equal(await has(context), [600_00, 80_00, 400_00]);
  for (let again = 0; again < 2; again++)
    await desk(gateway, `withdrawals/${number}/remit`, { reference: 'ICBC 20261121-77' });
  const remitted = await one(context, id);
  assert.is(remitted.status, 3);
  assert.is(remitted.reference, 'ICBC 20261121-77');
  assert.ok(remitted.remittedAt);
  assert.equal(await has(context), [600_00, 80_00, 0]);
  const messages = await told(context);
  assert.equal(
    messages.map(({ kind }) => kind),
    ['withdrawalRequested', 'withdrawalApproved', 'withdrawalRemitted'],
  );
  assert.equal(JSON.parse(messages[2]!.told), { number, amount: 397_60 });
  assert.is(messages[1]!.link, `pages/mine/withDrawRecord?id=${id}`);
  await withdraw(gateway, as, card, { amount: 100_00 }); // another one, whose movements are not these
  const { movements } = await desk(gateway, `withdrawals/${id}`);
  const sums = new Map<string, number>();
  for (const { account, amount } of movements) sums.set(account, (sums.get(account) ?? 0) + amount);
  assert.is(sums.get('system:fees:CNY'), 2_40);
  assert.is(sums.get('system:payout:CNY'), 397_60);
  assert.is(sums.get(`member:${context.member}:frozen`), 0);
});

test('rejected: the money is back where it was, with the reason; even after it was approved', async (context) => {
  const { gateway, as, card } = context;
  const first = (await withdraw(gateway, as, card, { source: 'store', amount: 60_00 })).body;
  const second = (await withdraw(gateway, as, card, { amount: 300_00 })).body;
  assert.equal(await has(context), [700_00, 20_00, 360_00]);
  await desk(gateway, `withdrawals/${first.id}/reject`, { reason: 'The name is another one' });
  assert.equal(await has(context), [700_00, 80_00, 300_00]);
  await desk(gateway, `withdrawals/${second.id}/approve`, {});
  await desk(gateway, `withdrawals/${second.id}/reject`, { reason: 'The bank sent it back' });
  await desk(gateway, `withdrawals/${second.id}/reject`, { reason: 'Once more' });
  assert.equal(await has(context), [1000_00, 80_00, 0]);
  const { status, reason } = await one(context, second.id);
  assert.equal([status, reason], [2, 'The bank sent it back']);
  const news = (await told(context)).filter(({ kind }) => kind === 'withdrawalRejected');
  assert.equal(
    news.map((each) => [each.link, JSON.parse(each.told).reason]),
    [
      [`pages/mine/withDrawRecord?id=${first.id}`, 'The name is another one'],
      [`pages/mine/withDrawRecord?id=${second.id}`, 'The bank sent it back'],
    ],
  );
  const empty = await desk(gateway, `withdrawals/${first.id}/reject`, { reason: ' ' });
  assert.is(empty.status, 400);
});

test('a number of the bank that paid another withdrawal is refused with the number of that one', async (context) => {
  const { gateway, as, card } = context;
  const references = [1, 2, 3].map((nth) => `ICBC ${nth} ${randomUUID()}`);
  const numbers: string[] = [];
  for (const reference of references) {
    const { id, number } = (await withdraw(gateway, as, card)).body;
    await desk(gateway, `withdrawals/${id}/approve`, {});
    await desk(gateway, `withdrawals/${id}/remit`, { reference });
    numbers.push(number);
  }
  const { id } = (await withdraw(gateway, as, card)).body;
  await desk(gateway, `withdrawals/${id}/approve`, {});
  for (const [at, reference] of references.entries()) {
    const { status, message } = await desk(gateway, `withdrawals/${id}/remit`, { reference });
    assert.is(status, 409);
    for (const number of numbers) assert.is(message.includes(number), number === numbers[at], message);
  }
  assert.is((await one(context, id)).status, 1);
});

test('the status of a withdrawal is 0 applied, 1 approved, 2 rejected, 3 remitted or 4 revoked', async (context) => {
  const { gateway, as, card } = context;
  const apply = async () => (await withdraw(gateway, as, card, { amount: 100_00 })).body.id as string;
  const status = async (id: string) => (await one(context, id)).status;
  const [paid, refused, back] = [await apply(), await apply(), await apply()];
  assert.equal([await status(paid), await status(refused), await status(back)], [0, 0, 0]);
  await desk(gateway, `withdrawals/${paid}/approve`, {});
  await desk(gateway, `withdrawals/${refused}/approve`, {});
  assert.equal([await status(paid), await status(refused)], [1, 1]);
  await desk(gateway, `withdrawals/${paid}/remit`, { reference: 'ICBC 1' });
  await desk(gateway, `withdrawals/${refused}/reject`, { reason: 'The name is another one' });
  await revoke(context, back);
  assert.equal([await status(paid), await status(refused), await status(back)], [3, 2, 4]);
  assert.is((await one(context, refused)).reason, 'The name is another one');
});

test('when everybody decides at once, one decision stands and the money goes one way', async (context) => {
  const { gateway, as, card, member } = context;
  for (let round = 0; round < 6; round++) {
    const before = await held(gateway, member);
    const { id } = (await withdraw(gateway, as, card)).body;
    const steps = [
      () => revoke(context, id),
      () => revoke(context, id),
      () => desk(gateway, `withdrawals/${id}/reject`, { reason: 'no' }),
      () => desk(gateway, `withdrawals/${id}/approve`, {}),
      () => desk(gateway, `withdrawals/${id}/approve`, {}),
    ];
    await Promise.all(steps.map((_, at) => steps[(at + round) % steps.length]!()));
    const { status } = await one(context, id);
    const open = status === 1;
    assert.ok(open || status === 2 || status === 4);
    assert.is(await held(gateway, member), open ? before - 100_00 : before);
    assert.is(await held(gateway, member, 'frozen'), open ? 100_00 : 0);
    if (!open) continue;
    const ends = [
      () => desk(gateway, `withdrawals/${id}/remit`, { reference: 'a' }),
      () => desk(gateway, `withdrawals/${id}/reject`, { reason: 'no' }),
      () => desk(gateway, `withdrawals/${id}/remit`, { reference: 'b' }),
    ];
    await Promise.all(ends.map((end) => end()));
    const rejected = (await one(context, id)).status === 2;
    assert.is(await held(gateway, member), rejected ? before : before - 100_00);
    assert.is(await held(gateway, member, 'frozen'), 0);
  }
});

test('a withdrawal goes where it was applied for, whatever becomes of the account', async (context) => {
  const { gateway, as, card } = context;
  const { id } = (await withdraw(gateway, as, card)).body;
  const edited = await gateway.send(
    payout.userAccountEdit,
    {
      id: card,
      kind: 'bank',
      holder: '王五',
      openingBank: 'CMB',
      openingBranch: 'Elsewhere',
      cardNumber: '6225880000000000',
      requestKey: randomUUID(),
    },
    as,
  );
  assert.is(edited.code, '1', JSON.stringify(edited));
  await gateway.send(payout.userAccountDeleteBatch, { ids: [card], requestKey: randomUUID() }, as);
  assert.equal((await one(context, id)).account.number, '•••• 7890');
  const { to, name, remit } = await desk(gateway, `withdrawals/${id}`);
  assert.equal([name, remit], ['李梅', '¥99.00']);
  assert.equal(to, {
    kind: 'bank',
    holder: 'Li Mei',
    number: '6222021234567890',
    bank: '中国工商银行',
    bankCode: 'ICBC',
    branch: 'Harbour',
  });
});

test('a person who pays out abroad sees the bank, its SWIFT code, its country and the whole number', async (context) => {
  const { gateway, as, member } = context;
  const account = await addAccount(gateway, member, {
    kind: 'abroad',
    holder: 'Maria Lopez',
    number: 'DE89370400440532013000',
    bank: 'Deutsche Bank',
    branch: null,
    swift: 'DEUTDEFF',
    country: 'DE',
  });
  const { id, number } = (await withdraw(gateway, as, account)).body;
  const seen = (await one(context, id)).account;
  assert.equal([seen.bankName, seen.number, seen.swift], ['Deutsche Bank', '•••• 3000', 'DEUTDEFF']);
  assert.equal((await desk(gateway, `withdrawals/${id}`)).to, {
    kind: 'abroad',
    holder: 'Maria Lopez',
    number: 'DE89370400440532013000',
    bank: 'Deutsche Bank',
    swift: 'DEUTDEFF',
    country: 'DE Germany',
  });
  const { text } = await operate(gateway, 'withdrawal', 'show', number);
  for (const part of ['DEUTDEFF', 'DE Germany', 'DE89370400440532013000']) assert.match(text, part);
});

test('a TRON address is paid in USDT, at the rate of the application', async (context) => {
  const { gateway, as, member } = context;
  const address = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
  const usdt = await addAccount(gateway, member, {
    kind: 'usdt',
    holder: '',
    number: address,
    bank: null,
    branch: null,
  });
  const { id } = (await withdraw(gateway, as, usdt, { amount: 721_00 })).body; // the fee is 4.33
  const { account, ...record } = await one(context, id);
  assert.is(record.arrives, 716_67);
  assert.is(record.usdt, 99_537500);
  assert.equal([account.kind, account.number], ['usdt', 'TR7NHq…gjLj6t']);
  assert.is((await desk(gateway, `withdrawals/${id}`)).remit, '99.537500 USDT');
});

test('the operator lists, shows and decides withdrawals on the command line', async (context) => {
  const { gateway, as, card } = context;
  const operator = async (...args: string[]) => (await operate(gateway, 'withdrawal', ...args)).text;
  const { number, id } = (await withdraw(gateway, as, card)).body;
  const listed = await operator('list');
  for (const part of [number, '6222021234567890', '李梅', 'remit: "¥99.00"']) assert.match(listed, part);
  assert.match(await operator('approve', number), 'approved');
  assert.match(await operator('list', 'approved'), number);
  assert.not.match(await operator('list'), number);
  assert.match(await operator('reject', number, 'The', 'account', 'is', 'closed'), 'rejected');
  assert.is((await one(context, id)).reason, 'The account is closed');
  assert.match(await operator('remit', number, 'X1'), 'Refused (409): This withdrawal has been rejected');
  assert.match(await operator('show', number), 'withdraw-rejected');
  assert.match(await operator('show', 'none'), 'Withdrawal not found');
  assert.match(await operator('list', 'everything'), 'Refused (400)');
});

test('of what waits the oldest is on top at the desk, of what has ended the newest', async (context) => {
  const { gateway, as, card } = context;
  const ids: string[] = [];
  for (const amount of [100_00, 110_00]) {
    ids.push((await withdraw(gateway, as, card, { amount })).body.id);
    gateway.clock.ahead += 1000;
  }
  const listed = async (status: string) =>
    (await desk(gateway, `withdrawals?status=${status}`)).items
      .map(({ id }: { id: string }) => id)
      .filter((id: string) => ids.includes(id));
  assert.equal(await listed('applied'), ids);
  for (const id of ids) await desk(gateway, `withdrawals/${id}/reject`, { reason: 'Another name' });
  assert.equal(await listed('rejected'), [...ids].reverse());
});

test.run();
