import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/money/wallet';
import { addMember } from './support/member';
import { booksInOrder, give, held } from './support/shop';
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

const test = suite<Withdrawer>('withdrawals');
test.before.each(prepareWithdrawer);
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

test('a member hears the fee, what arrives and when before applying', async ({ gateway, as, card }) => {
  const quote = async (amount: number, source = 'balance') =>
    (await gateway.send(calls.quoteWithdrawal, { source, amount, accountId: card }, as)).body;
  const { expectedBy, ...small } = await quote(100_00);
  assert.equal(small, { fee: 1_00, arrives: 99_00 });
  assert.ok(Date.parse(expectedBy) > Date.now());
  assert.is((await quote(500_01)).fee, 3_01); // six in a thousand, rounded up
  assert.is((await quote(50_00, 'store')).fee, 1_00);
});

test('money is set aside when it is applied for, and the record says everything', async (context) => {
  const { gateway, as, card } = context;
  const { body } = await withdraw(gateway, as, card, { amount: 400_00, remark: 'rent' });
  assert.is(body.status, 0);
  assert.is(body.fee, 2_40);
  assert.equal(await has(context), [600_00, 80_00, 400_00]);
  const { items } = (await gateway.send(calls.listWithdrawals, {}, as)).body;
  assert.equal(items, [await one(context, body.id)]);
  const { appliedAt, expectedBy, account, ...rest } = items[0] as calls.Withdrawal;
  assert.ok(appliedAt < expectedBy);
  assert.equal(rest, {
    id: body.id,
    number: body.number,
    source: 'balance',
    amount: 400_00,
    fee: 2_40,
    arrives: 397_60,
    status: 0,
    remark: 'rent',
  });
  assert.equal(account, {
    kind: 'bank',
    type: 'Bank card',
    holder: 'Li Mei',
    number: '•••• 7890',
    openingBank: 'ICBC',
    bankName: 'Industrial and Commercial Bank of China',
    openingBranch: 'Harbour',
  });
});

test('the amount has to be there, not 0, from 100 up to what is held; 50 for the store balance', async (context) => {
  const { gateway, as, card } = context;
  const apply = async (more: object) => {
    const { code, body } = await withdraw(gateway, as, card, more);
    return [code, body.problems];
  };
  assert.equal(await apply({ amount: undefined }), ['5001', { amount: { rule: 'required' } }]);
  assert.equal(await apply({ amount: 0 }), ['5001', { amount: { rule: 'notZero' } }]);
  assert.equal(await apply({ amount: 99_99 }), ['5001', { amount: { rule: 'minMoney', limit: 100_00 } }]);
  assert.equal(await apply({ amount: 100.5 }), ['5001', { amount: { rule: 'wrong' } }]);
  assert.equal(await apply({ amount: 1000_01 }), [
    '210002',
    { amount: { rule: 'maxMoney', limit: 1000_00 } },
  ]);
  const store = { source: 'store' };
  assert.equal(await apply({ ...store, amount: 49_99 }), [
    '5001',
    { amount: { rule: 'minMoney', limit: 50_00 } },
  ]);
  assert.equal(await apply({ ...store, amount: 80_01 }), [
    '5001',
    { amount: { rule: 'maxMoney', limit: 80_00 } },
  ]);
  assert.equal(await apply({ remark: 'x'.repeat(301) }), [
    '5001',
    { remark: { rule: 'maxLength', limit: 300 } },
  ]);
  assert.equal(await has(context), [1000_00, 80_00, 0]);
  assert.is((await withdraw(gateway, as, card, { ...store, amount: 80_00 })).code, '1');
  assert.is((await withdraw(gateway, as, card, { amount: 1000_00, remark: 'x'.repeat(300) })).code, '1');
  assert.equal(await has(context), [0, 0, 1080_00]);
});

test('a fee that differs from the shown one is refused, and nothing moves', async (context) => {
  const { gateway, as, card } = context;
  const requestKey = randomUUID();
  const { code, message, body } = await withdraw(gateway, as, card, { fee: 50, requestKey });
  assert.is(code, '500');
  assert.match(message, '¥1.00');
  assert.is(body.quote.fee, 1_00);
  assert.equal(await has(context), [1000_00, 80_00, 0]);
  assert.is((await withdraw(gateway, as, card, { fee: body.quote.fee, requestKey })).code, '1');
});

test('the same form sent again is one withdrawal', async (context) => {
  const { gateway, as, card } = context;
  const requestKey = randomUUID();
  const sent = await Promise.all([1, 2, 3].map(() => withdraw(gateway, as, card, { requestKey })));
  assert.is(new Set(sent.map(({ body }) => body.id)).size, 1);
  assert.equal(await has(context), [900_00, 80_00, 100_00]);
});

test('a member takes an application back while it waits, and not later', async (context) => {
  const { gateway, as, card } = context;
  const first = (await withdraw(gateway, as, card, { amount: 300_00 })).body;
  const requestKey = randomUUID();
  for (let again = 0; again < 2; again++)
    assert.equal((await revoke(context, first.id, requestKey)).body, { status: 4 });
  assert.equal(await has(context), [1000_00, 80_00, 0]);
  assert.ok((await one(context, first.id)).revokedAt);
  const refused = await desk(gateway, `withdrawals/${first.id}/approve`, {});
  assert.equal([refused.status, refused.message], [409, 'This withdrawal has been canceled']);

  const second = (await withdraw(gateway, as, card, { amount: 300_00 })).body;
  assert.match(
    (await desk(gateway, `withdrawals/${second.id}/remit`, { reference: 'x' })).message,
    /not been approved/,
  );
  await desk(gateway, `withdrawals/${second.id}/approve`, {});
  const late = await revoke(context, second.id);
  assert.equal([late.code, late.message], ['500', 'This withdrawal has been approved and is on its way']);
  await desk(gateway, `withdrawals/${second.id}/remit`, { reference: 'x' });
  assert.match((await revoke(context, second.id)).message, /paid out/);
  assert.match((await desk(gateway, `withdrawals/${second.id}/reject`, { reason: 'x' })).message, /paid out/);
  assert.equal(await has(context), [700_00, 80_00, 0]);
});

test('two phones withdraw everything at once: exactly one succeeds', async (context) => {
  const { gateway, as, card, member } = context;
  for (const source of ['balance', 'store'] as const) {
    const amount = await held(gateway, member, source);
    const replies = await Promise.all(
      [1, 2, 3, 4].map(() => withdraw(gateway, as, card, { source, amount })),
    );
    const codes = replies.map(({ code }) => code).sort();
    assert.equal(codes.filter((code) => code === '1').length, 1, codes.join());
    assert.is(await held(gateway, member, source), 0);
  }
  assert.is((await gateway.send(calls.listWithdrawals, {}, as)).body.items.length, 2);
  assert.equal(await has(context), [0, 0, 1080_00]);
});

test('another member’s account and withdrawals are out of reach', async (context) => {
  const { gateway, as, card } = context;
  const { id, number } = (await withdraw(gateway, as, card)).body;
  assert.is((await gateway.send(calls.getWithdrawal, { id: number }, as)).body.id, id);
  const stranger = (await addMember(gateway)).id;
  const other = { ...context, as: await gateway.signIn(stranger), member: stranger };
  await give(gateway, stranger, 'balance', 500_00);
  const theirs = await withdraw(gateway, other.as, card);
  assert.equal(theirs.body.problems, { accountId: { rule: 'wrong' } });
  assert.is(
    (
      await gateway.send(
        calls.quoteWithdrawal,
        { source: 'balance', amount: 100_00, accountId: card },
        other.as,
      )
    ).code,
    '5001',
  );
  const missing = await gateway.send(calls.getWithdrawal, { id: 'none' }, other.as);
  assert.equal((await gateway.send(calls.getWithdrawal, { id }, other.as)).message, missing.message);
  assert.is((await gateway.send(calls.getWithdrawal, { id: number }, other.as)).message, missing.message);
  assert.is((await revoke(other, id)).message, missing.message);
  assert.equal((await gateway.send(calls.listWithdrawals, {}, other.as)).body, { items: [] });
  assert.is((await one(context, id)).status, 0);
  const gone = await addAccount(gateway, context.member, { removed_at: new Date() });
  assert.is((await withdraw(gateway, as, gone)).code, '5001');
});

test('the list goes on page by page, and by status', async (context) => {
  const { gateway, as, card, member } = context;
  await give(gateway, member, 'balance', 2000_00);
  const made: string[] = [];
  for (let at = 0; at < 23; at++) {
    gateway.clock.ahead = at * 1000;
    made.unshift((await withdraw(gateway, as, card)).body.id);
  }
  await revoke(context, made[5]!);
  const first = (await gateway.send(calls.listWithdrawals, {}, as)).body;
  const second = (await gateway.send(calls.listWithdrawals, { from: first.next }, as)).body;
  assert.equal(
    [...first.items, ...second.items].map(({ id }: { id: string }) => id),
    made,
  );
  assert.is(second.next, undefined);
  const revoked = (await gateway.send(calls.listWithdrawals, { status: 4 }, as)).body;
  assert.equal(
    revoked.items.map(({ id }: { id: string }) => id),
    [made[5]],
  );
});

test.run();
