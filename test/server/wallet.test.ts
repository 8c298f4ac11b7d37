import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as payout from '../../src/contract/payout';
import * as session from '../../src/contract/session';
import * as calls from '../../src/contract/wallet';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { booksInOrder, give, held } from './support/shop';
import { addAccount, credit, desk, withdraw } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  as: Sent;
  card: string;
}
const test = suite<Context>('withdrawals');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  const { gateway } = context;
  gateway.clock.ahead = 0;
  context.member = (await addMember(gateway, { name: '李梅', country: 'cn' })).id;
  context.as = await gateway.signIn(context.member);
  context.card = await addAccount(gateway, context.member, { number: '6222021234567890' });
  await give(gateway, context.member, 'balance', 1000_00);
  await give(gateway, context.member, 'store', 80_00);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const has = async ({ gateway, as }: Context) => {
  const { balance, storeBalance, frozen } = (await gateway.send(session.balance, {}, as)).body;
  return [balance, storeBalance, frozen];
};
const one = async ({ gateway, as }: Context, id: string) =>
  (await gateway.send(calls.getWithdrawal, { id }, as)).body as calls.Withdrawal;
const revoke = ({ gateway, as }: Context, id: string, requestKey = randomUUID()) =>
  gateway.send(calls.revokeWithdrawal, { id, requestKey }, as);
const told = ({ gateway, member }: Context) =>
  gateway.db.run
    .selectFrom('system_message')
    .select(['kind', 'told', 'link'])
    .where('member', '=', member)
    .orderBy('at')
    .execute();

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

test('a fee that is not the one shown is said, and nothing moves', async (context) => {
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

test('approved and remitted: the member sees each state, and is told', async (context) => {
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
    ['withdrawalApproved', 'withdrawalRemitted'],
  );
  assert.equal(JSON.parse(messages[1]!.told), { number, amount: 397_60 });
  assert.is(messages[0]!.link, `pages/mine/withDrawRecord?id=${id}`);
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
  const empty = await desk(gateway, `withdrawals/${first.id}/reject`, { reason: ' ' });
  assert.is(empty.status, 400);
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
  assert.equal([refused.status, refused.message], [409, 'This withdrawal has been revoked']);

  const second = (await withdraw(gateway, as, card, { amount: 300_00 })).body;
  assert.match(
    (await desk(gateway, `withdrawals/${second.id}/remit`, { reference: 'x' })).message,
    /not been approved/,
  );
  await desk(gateway, `withdrawals/${second.id}/approve`, {});
  const late = await revoke(context, second.id);
  assert.equal([late.code, late.message], ['500', 'This withdrawal has been approved and is on its way']);
  await desk(gateway, `withdrawals/${second.id}/remit`, { reference: 'x' });
  assert.match((await revoke(context, second.id)).message, /remitted/);
  assert.match((await desk(gateway, `withdrawals/${second.id}/reject`, { reason: 'x' })).message, /remitted/);
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

test('another member’s account and withdrawals are out of reach', async (context) => {
  const { gateway, as, card } = context;
  const { id } = (await withdraw(gateway, as, card)).body;
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
  assert.is((await revoke(other, id)).message, missing.message);
  assert.equal((await gateway.send(calls.listWithdrawals, {}, other.as)).body, { items: [] });
  assert.is((await one(context, id)).status, 0);
  const gone = await addAccount(gateway, context.member, { removed_at: new Date() });
  assert.is((await withdraw(gateway, as, gone)).code, '5001');
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

const all = async ({ gateway, as }: Context, asked: object) => {
  const first = (await gateway.send(calls.listMovements, asked, as)).body;
  const items: calls.Movement[] = [...first.items];
  for (let { next } = first; next; ) {
    const page = (await gateway.send(calls.listMovements, { ...asked, from: next }, as)).body;
    items.push(...page.items);
    next = page.next;
  }
  return { items, total: first.total as number, held: first.held as number | undefined };
};
const sum = (items: calls.Movement[]) => items.reduce((total, { amount }) => total + amount, 0);

test('every total is the sum of the movements behind it, each with what was left', async (context) => {
  const { gateway, as, card, member } = context;
  for (let at = 0; at < 45; at++)
    await credit(gateway, member, 'balance', 1_00 + at, { reason: 'rent', at: Date.now() - 5_000 });
  const { id, number } = (await withdraw(gateway, as, card, { amount: 200_00 })).body;
  await revoke(context, id);
  await withdraw(gateway, as, card, { source: 'store', amount: 50_00 });
  for (const kind of ['balance', 'store', 'frozen', 'points'] as const) {
    const { items, total, held: has } = await all(context, { kind });
    assert.is(has, await held(gateway, member, kind));
    assert.is(total, has);
    assert.is(sum(items), has);
    for (const [at, { amount, balanceAfter }] of items.entries())
      assert.is(balanceAfter - amount, items[at + 1]?.balanceAfter ?? 0, `${kind} ${at}`);
    assert.is(new Set(items.map((item) => item.id)).size, items.length);
  }
  const { items } = await all(context, { kind: 'frozen', ref: number });
  assert.equal(
    items.map(({ reason, amount, ref }) => [reason, amount, ref]),
    [
      ['withdraw-revoked', -200_00, number],
      ['withdraw', 200_00, number],
    ],
  );
  const rent = await all(context, { kind: 'balance', reason: 'rent' });
  assert.is(rent.items.length, 45);
  assert.is(rent.total, sum(rent.items));
  const others = await all(context, { kind: 'balance', reason: 'other' });
  assert.equal(
    others.items.map(({ reason }) => reason),
    ['other'],
  ); // the gift of the test
  assert.is((await gateway.send(calls.listMovements, { kind: 'fees' }, as)).code, '5001');
});

test('income by kind and month is what its movements add up to', async (context) => {
  const { gateway, as, member } = context;
  // The first is still October in China, the second is November there and October in London.
  await credit(gateway, member, 'balance', 3_01, {
    reason: 'rent',
    at: Date.parse('2026-10-31T15:59:59.999Z'),
  });
  await credit(gateway, member, 'balance', 5_02, { reason: 'rent', at: Date.parse('2026-10-31T16:00:00Z') });
  await credit(gateway, member, 'store', 7_04, { reason: 'shop', at: Date.parse('2026-11-02T00:00:00Z') });
  await credit(gateway, member, 'store', 9_08, { reason: 'rent', at: Date.parse('2026-11-02T00:00:00Z') });
  await credit(gateway, member, 'balance', 11_16, {
    reason: 'reward',
    at: Date.parse('2025-12-31T16:00:00Z'),
  });
  await credit(gateway, member, 'balance', 13_32, {
    reason: 'reward',
    at: Date.parse('2025-12-31T15:00:00Z'),
  });
  await credit(gateway, member, 'balance', 500_00, { reason: 'recharge' });
  await credit(gateway, member, 'balance', 500_00, { reason: 'refund' });
  await credit(gateway, member, 'points', 500, { reason: 'reward' });
  const revenue: calls.Revenue = (await gateway.send(calls.revenue, { year: 2026 }, as)).body;
  assert.equal(revenue, {
    total: 35_31,
    kinds: [
      { kind: 'rent', amount: 17_11 },
      { kind: 'reward', amount: 11_16 },
      { kind: 'shop', amount: 7_04 },
    ],
    months: [
      {
        month: '2026-11',
        total: 21_14,
        kinds: [
          { kind: 'rent', amount: 14_10 },
          { kind: 'shop', amount: 7_04 },
        ],
      },
      { month: '2026-10', total: 3_01, kinds: [{ kind: 'rent', amount: 3_01 }] },
      { month: '2026-01', total: 11_16, kinds: [{ kind: 'reward', amount: 11_16 }] },
    ],
    years: [2026, 2025],
  });
  const ever: calls.Revenue = (await gateway.send(calls.revenue, {}, as)).body;
  assert.is(ever.total, 48_63);
  for (const { month, total, kinds } of ever.months) {
    assert.is((await all(context, { kind: 'income', month })).total, total);
    for (const { kind, amount } of kinds) {
      const { items, total } = await all(context, { kind: 'income', reason: kind, month });
      assert.equal([total, sum(items)], [amount, amount]);
    }
  }
  const stranger = await gateway.signIn((await addMember(gateway)).id);
  const nothing = { total: 0, kinds: [], months: [], years: [] };
  assert.equal((await gateway.send(calls.revenue, {}, stranger)).body, nothing);
  assert.equal((await gateway.send(calls.listMovements, { kind: 'income' }, stranger)).body, {
    items: [],
    total: 0,
  });
});

test('income of two accounts is listed page by page in the order of time', async (context) => {
  const { gateway, member } = context;
  const at = Date.now() - 60_000;
  for (let nth = 0; nth < 50; nth++)
    await credit(gateway, member, nth % 2 ? 'store' : 'balance', 1 + nth, {
      reason: 'shop',
      at: at + Math.floor(nth / 10),
    });
  const { items, total, held: has } = await all(context, { kind: 'income' });
  assert.equal([items.length, total, has], [50, (50 * 51) / 2, undefined]);
  assert.is(new Set(items.map(({ amount }) => amount)).size, 50);
  assert.equal(
    items.map((item) => item.at),
    items
      .map((item) => item.at)
      .sort()
      .reverse(),
  );
});

const run = promisify(execFile);
test('the operator lists, shows and decides withdrawals on the command line', async (context) => {
  const { gateway, as, card } = context;
  const operator = async (...args: string[]) => {
    const env = { ...process.env, OPERATOR_URL: gateway.url, OPERATOR_TOKEN: gateway.settings.operatorToken };
    return run(process.execPath, ['tools/operator.mjs', 'withdrawal', ...args], { env }).then(
      ({ stdout }) => stdout,
      ({ stderr }) => stderr as string,
    );
  };
  const { number, id } = (await withdraw(gateway, as, card)).body;
  const listed = await operator('list');
  for (const part of [number, '6222021234567890', '李梅', 'remit: ¥99.00']) assert.match(listed, part);
  assert.match(await operator('approve', number), 'approved');
  assert.match(await operator('list', 'approved'), number);
  assert.not.match(await operator('list'), number);
  assert.match(await operator('reject', number, 'The', 'account', 'is', 'closed'), 'rejected');
  assert.is((await one(context, id)).reason, 'The account is closed');
  assert.match(await operator('remit', number, 'X1'), 'Refused (409): This withdrawal has been rejected');
  assert.match(await operator('show', number), 'withdraw-rejected');
  assert.match(await operator('show', 'none'), 'no such withdrawal');
  assert.match(await operator('list', 'everything'), 'Refused (400)');
});

test.run();
