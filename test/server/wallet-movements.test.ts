import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/money/wallet';
import { dayOf } from '../../src/server/kernel/dates';
import { cursor } from '../../src/server/kernel/pagination';
import { addMember } from './support/member';
import { booksInOrder, held } from './support/shop';
import { credit, has, prepareWithdrawer, revoke, type Withdrawer, withdraw } from './support/wallet';

const test = suite<Withdrawer>('movements and income');
test.before.each(prepareWithdrawer);
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const all = async ({ gateway, as }: Withdrawer, ctx: object) => {
  const first = (await gateway.send(calls.listMovements, ctx, as)).body;
  const items: calls.Movement[] = [...first.items];
  for (let { next } = first; next; ) {
    const page = (await gateway.send(calls.listMovements, { ...ctx, from: next }, as)).body;
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

test('a place in the list that no page ended at is refused', async ({ gateway, as }) => {
  for (const place of ['1', '1:', ':balance', '1:balance:2', 'x:balance']) {
    const from = cursor(Date.now(), place);
    for (const kind of ['balance', 'income']) {
      const { code, body } = await gateway.send(calls.listMovements, { kind, from }, as);
      assert.equal([code, body?.problems], ['5001', { from: { rule: 'wrong' } }], `${kind} ${place}`);
    }
  }
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
    cloudPhones: 17_11,
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
  const nothing = { total: 0, kinds: [], cloudPhones: 0, months: [], years: [] };
  assert.equal((await gateway.send(calls.revenue, {}, stranger)).body, nothing);
  assert.equal((await gateway.send(calls.listMovements, { kind: 'income' }, stranger)).body, {
    items: [],
    total: 0,
  });
});

test('the history of a balance ends each day and adds up each month as its movements do', async (context) => {
  const { gateway, member, as } = context;
  const ago = (days: number) => Date.now() - days * 86_400_000;
  await credit(gateway, member, 'balance', 70_00, { reason: 'recharge', at: ago(40) });
  await credit(gateway, member, 'balance', 20_00, { reason: 'rent', at: ago(3) });
  await credit(gateway, member, 'balance', 6_40, { reason: 'rent' });
  await credit(gateway, member, 'balance', 1_00, { reason: 'refund' });
  await withdraw(gateway, as, context.card, { amount: 100_00 });
  const { earnedToday, days, months }: calls.BalanceHistory = (
    await gateway.send(calls.balanceHistory, {}, as)
  ).body;
  assert.equal([earnedToday, days.length], [6_40, 15]);
  assert.equal(
    days.map(({ day }) => day),
    days.map((_, at) => dayOf(ago(14 - at))),
  );
  const [balance] = await has(context);
  assert.is(days[14]!.balance, balance);
  assert.equal([days[11]!.balance, days[10]!.balance, days[0]!.balance], [90_00, 70_00, 70_00]);
  for (const { month, in: came, out } of months) {
    const { items } = await all(context, { kind: 'balance', month });
    assert.is(came, sum(items.filter(({ amount }) => amount > 0)));
    assert.is(-out, sum(items.filter(({ amount }) => amount < 0)));
  }
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

test.run();
