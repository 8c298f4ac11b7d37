import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Coupon, QuoteLine } from '../../../src/contract/buying/products';
import { leads, ofDay, ofPurchase } from '../../../src/server/accruals/amounts';
import { restOf, withoutTax } from '../../../src/server/documents/invoices/amounts';
import { commissionOf } from '../../../src/server/goods/commission';
import { applyCoupon, percentOf } from '../../../src/server/pricing/discounts';
import { type Rules, ruleNames, rulesOf } from '../../../src/server/rules/rules';
import { readSettings } from '../../../src/server/settings/settings';
import { quoteOf } from '../../../src/server/wallet/fee';

const none = Object.fromEntries(ruleNames.map((name) => [name, 0])) as Rules;
const rules: Rules = {
  ...none,
  pointsPerMachine: 3,
  beansPerMachine: 5,
  accelerationPerFriend: 10,
  accelerationMost: 25,
  accelerationMembership: 7,
  rewardLevel1: 30,
  rewardLevel2: 20,
  promotionPerMachine: 11,
  leaderFriends: 4,
  leaderMachines: 9,
};
const amounts = (all: readonly { rule: string; amount: number }[]) =>
  Object.fromEntries(all.map(({ rule, amount }) => [rule, amount]));

test('a credit note takes from the line that it credits, and another line keeps what it had', () => {
  const line = (gross: number) => ({ name: 'Machine', quantity: 1, rate: 600, ...withoutTax(gross, 600) });
  const lines = [line(100_00), line(50_00), line(7)];
  const credited = [
    { position: 1, net: -18_87, tax: -1_13, gross: -20_00 },
    { position: 1, net: -9_43, tax: -57, gross: -10_00 },
    { position: 2, net: -7, tax: 0, gross: -7 },
  ];
  assert.equal(
    restOf(lines, credited).map(({ net, tax, gross }) => [net, tax, gross]),
    [
      [94_34, 5_66, 100_00],
      [47_17 - 28_30, 2_83 - 1_70, 20_00],
      [0, 0, 0],
    ],
  );
});

test('a day brings points and beans for each machine, and more rent for friends and a membership', () => {
  const day = { machines: 4, rent: 999, friends: 2, membership: true };
  assert.equal(amounts(ofDay(day, rules)), {
    pointsPerMachine: 12,
    beansPerMachine: 20,
    accelerationPerFriend: 19,
    accelerationMembership: 6,
  });
  assert.is(
    amounts(ofDay({ ...day, friends: 3 }, rules)).accelerationPerFriend,
    24,
    '25 in a thousand at most',
  );
  assert.is(amounts(ofDay({ ...day, membership: false }, rules)).accelerationMembership, undefined);
  assert.equal(ofDay({ machines: 0, rent: 0, friends: 9, membership: true }, rules), []);
  assert.equal(ofDay(day, none), []);
  assert.equal(amounts(ofDay({ ...day, machines: 1 }, { ...none, pointsPerMachine: 1 })), {
    pointsPerMachine: 1,
  });
});

test('machines that are bought reward the inviter of the first level with promotion value too', () => {
  const bought = { machines: 3, paid: 10_033 };
  assert.equal(amounts(ofPurchase(bought, 1, rules)), { rewardLevel1: 300, promotionPerMachine: 33 });
  assert.equal(amounts(ofPurchase(bought, 2, rules)), { rewardLevel2: 200 });
  assert.equal(ofPurchase({ machines: 0, paid: 33 }, 1, rules), []);
});

test('a team leads from so many friends and machines on, and needs both', () => {
  const team = (friends: number, machines: number) => leads({ friends, machines }, rules);
  assert.equal([team(4, 9), team(3, 9), team(4, 8), team(5, 10)], [true, false, false, true]);
});

test('of the values of a rule the one of the latest day counts, and of two of a day the later', () => {
  const value = (from_day: string, value: number, minute = 0, rule = 'rewardLevel1') => ({
    rule,
    value,
    from_day,
    set_at: new Date(minute * 60_000),
  });
  const on = (day: string, ...values: ReturnType<typeof value>[]) => rulesOf(values, day).rewardLevel1;
  const shipped = on('2026-01-02');
  assert.is(on('2026-01-02', value('2026-01-02', 1)), 1);
  assert.is(on('2026-01-01', value('2026-01-02', 1)), shipped, 'not yet');
  assert.is(on('2026-01-09', value('2026-01-02', 1), value('2026-01-03', 2)), 2);
  assert.is(on('2026-01-09', value('2026-01-03', 2), value('2026-01-02', 1, 9)), 2);
  assert.is(on('2026-01-09', value('2026-01-02', 1, 1), value('2026-01-02', 2, 2)), 2);
  assert.is(on('2026-01-09', value('2026-01-02', 2, 2), value('2026-01-02', 1, 1)), 2);
  assert.is(on('2026-01-09', value('2026-01-02', 1, 1, 'rewardLevel2')), shipped);
});

test('a seller earns the price less the supply price and the fee per piece, and never less than zero', () => {
  const settings = { sales: { feePermille: 15 } } as never;
  assert.is(commissionOf({ price: 1000 }, settings), 985);
  assert.is(commissionOf({ price: 1001, supplyPrice: 500, quantity: 3 }, settings), 3 * (1001 - 500 - 16));
  assert.is(commissionOf({ price: 500, supplyPrice: 499 }, settings), 0);
  assert.is(commissionOf({ price: 100, supplyPrice: 97, quantity: 2 }, settings), 2);
});

const line = (productId: string, total: number) => ({ productId, total }) as QuoteLine;
const coupon = (more: Partial<Coupon>) => ({ kind: 'amount', value: 10, minimum: 0, ...more }) as Coupon;
const totals = (lines: QuoteLine[], one: Coupon) => {
  try {
    return applyCoupon(lines, one).map(({ total, couponDiscount }) => [total, couponDiscount]);
  } catch (error) {
    return (error as { key: string }).key;
  }
};

test('a coupon is spread over the lines that it is for by what they cost, to the fen', () => {
  assert.equal(totals([line('a', 100), line('b', 50)], coupon({})), [
    [94, 6],
    [46, 4],
  ]);
  const three = [line('a', 100), line('b', 100), line('c', 100)];
  assert.equal(
    totals(three, coupon({ value: 100 })).toString(),
    [
      [67, 33],
      [67, 33],
      [66, 34],
    ].toString(),
  );
  assert.equal(totals([line('a', 100), line('b', 50)], coupon({ productIds: ['b'] })), [
    [100, 0],
    [40, 10],
  ]);
  assert.equal(totals([line('a', 199)], coupon({ kind: 'percent', value: 10 })), [[180, 19]]);
});

test('a coupon leaves a fen to be paid, and is for its goods from its minimum on', () => {
  assert.equal(totals([line('a', 10)], coupon({})), [[1, 9]]);
  assert.equal(totals([line('a', 8), line('b', 1)], coupon({ productIds: ['a'] })), [
    [0, 8],
    [1, 0],
  ]);
  assert.equal(totals([line('a', 8)], coupon({ productIds: ['b'] })), 'couponOtherGoods');
  assert.equal(totals([line('a', 99)], coupon({ minimum: 100 })), 'couponMinimum');
  assert.equal(totals([line('a', 100)], coupon({ minimum: 100 })), [[90, 10]]);
  assert.equal(
    totals([line('a', 60), line('b', 60)], coupon({ minimum: 100, productIds: ['a'] })),
    'couponMinimum',
  );
});

test('a percentage is rounded down to the fen', () => {
  assert.equal([percentOf(199, 10), percentOf(200, 10), percentOf(9, 10)], [19, 20, 0]);
});

test('a withdrawal costs its part in a thousand, rounded up, and a yuan at least', () => {
  const settings = readSettings({ WITHDRAW_FEE_PERMILLE: '6', WITHDRAW_FEE_MIN: '100', USDT_RATE: '720' });
  const { feePermille, feeMin } = settings.withdrawal;
  const fee = (amount: number) => quoteOf(amount, false, settings, Date.now()).fee;
  const exact = (1000 * feeMin) / feePermille;
  assert.equal([fee(1), fee(Math.floor(exact))], [feeMin, feeMin]);
  assert.is(fee(1_000_000), feePermille * 1000);
  assert.is(fee(1_000_001), feePermille * 1000 + 1);
  const quote = quoteOf(1_000_000, true, settings, Date.now());
  assert.is(quote.arrives, 1_000_000 - quote.fee);
  assert.is(quote.usdt, Math.floor((quote.arrives * 1_000_000) / settings.usdtRate));
});

test.run();
