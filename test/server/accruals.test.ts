import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as orders from '../../src/contract/buying/orders';
import * as session from '../../src/contract/member/auth';
import * as friends from '../../src/contract/member/friends';
import * as points from '../../src/contract/money/points';
import * as promotion from '../../src/contract/money/promotion';
import * as wallet from '../../src/contract/money/wallet';
import * as messages from '../../src/contract/support/messages';
import { leads, ofDay, ofPurchase } from '../../src/server/accruals/amounts';
import { creditRewards } from '../../src/server/accruals/held-rewards';
import { payRent, rentSchedule } from '../../src/server/accruals/rent';
import { welcome } from '../../src/server/accruals/welcome';
import { refundOrder } from '../../src/server/checkout/refund-order';
import { beginningOf, dayLength, dayOf } from '../../src/server/kernel/dates';
import { type Rules, ruleNames, rules, rulesOf } from '../../src/server/rules/rules';
import { bringOnline } from './support/machines';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addProduct, booksInOrder, give, held, noProvider, order } from './support/shop';

const anyRules = fc.record(
  Object.fromEntries(ruleNames.map((name) => [name, fc.integer({ min: 0, max: rules[name].most })])),
) as fc.Arbitrary<Rules>;
const anyDay = fc.record({
  machines: fc.integer({ min: 0, max: 500 }),
  rent: fc.integer({ min: 0, max: 1_000_000 }),
  friends: fc.integer({ min: 0, max: 50 }),
  membership: fc.boolean(),
});
const amountOf = (all: ReturnType<typeof ofDay>, rule: string) =>
  all.find((one) => one.rule === rule)?.amount ?? 0;

interface Context {
  gateway: TestGateway;
}
const test = suite<Context>('accruals');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after.each(({ gateway }) => {
  gateway.clock.ahead = 0;
  return booksInOrder(gateway);
});
test.after(({ gateway }) => gateway.close());

test('points and beans are so many for each machine that was online on the day', () => {
  fc.assert(
    fc.property(anyDay, anyRules, (day, rule) => {
      const all = ofDay(day, rule);
      assert.is(amountOf(all, 'pointsPerMachine'), day.machines * rule.pointsPerMachine);
      assert.is(amountOf(all, 'beansPerMachine'), day.machines * rule.beansPerMachine);
      assert.ok(all.every(({ amount }) => amount > 0 && Number.isSafeInteger(amount)));
    }),
  );
});

test('acceleration grows with active friends up to its limit, and a membership adds its own', () => {
  fc.assert(
    fc.property(anyDay, anyRules, (day, rule) => {
      const friendly = amountOf(ofDay(day, rule), 'accelerationPerFriend');
      assert.ok(friendly <= Math.floor((day.rent * rule.accelerationMost) / 1000));
      const one = amountOf(ofDay({ ...day, friends: day.friends + 1 }, rule), 'accelerationPerFriend');
      assert.ok(one >= friendly);
      const member = amountOf(ofDay({ ...day, membership: true }, rule), 'accelerationMembership');
      assert.is(member, Math.floor((day.rent * rule.accelerationMembership) / 1000));
      assert.is(amountOf(ofDay({ ...day, membership: false }, rule), 'accelerationMembership'), 0);
    }),
  );
});

test('invitation rewards are a part of what was paid, by level; promotion value is for level 1', () => {
  const anyPurchase = fc.record({ machines: fc.nat(1000), paid: fc.nat(100_000_000) });
  fc.assert(
    fc.property(anyPurchase, anyRules, (bought, rule) => {
      const one = ofPurchase(bought, 1, rule);
      const two = ofPurchase(bought, 2, rule);
      assert.is(amountOf(one, 'rewardLevel1'), Math.floor((bought.paid * rule.rewardLevel1) / 1000));
      assert.is(amountOf(two, 'rewardLevel2'), Math.floor((bought.paid * rule.rewardLevel2) / 1000));
      assert.is(amountOf(one, 'promotionPerMachine'), bought.machines * rule.promotionPerMachine);
      assert.is(amountOf(two, 'promotionPerMachine'), 0);
      assert.ok(amountOf(one, 'rewardLevel1') + amountOf(two, 'rewardLevel2') <= bought.paid);
    }),
  );
});

test('a team of enough friends with enough machines has a leader, and a larger one still has', () => {
  const anyTeam = fc.record({ friends: fc.nat(200), machines: fc.nat(200) });
  fc.assert(
    fc.property(anyTeam, anyRules, (team, rule) => {
      assert.is(
        leads(team, rule),
        team.friends >= rule.leaderFriends && team.machines >= rule.leaderMachines,
      );
      if (leads(team, rule)) assert.ok(leads({ friends: team.friends + 1, machines: team.machines }, rule));
    }),
  );
});

test('a rule has the value of the last day that began, whatever order values were set in', () => {
  const days = ['2026-01-01', '2026-02-01', '2026-03-01'];
  const anyValue = fc.record({
    rule: fc.constantFrom(...ruleNames),
    value: fc.nat(100),
    from_day: fc.constantFrom(...days),
    set_at: fc.integer({ min: 1, max: 9 }).map((at) => new Date(at)),
  });
  fc.assert(
    fc.property(
      fc.array(anyValue, { maxLength: 12 }),
      fc.constantFrom('2025-12-31', ...days),
      (values, day) => {
        const found = rulesOf(values, day);
        for (const name of ruleNames) {
          const begun = values.filter(({ rule, from_day }) => rule === name && from_day <= day);
          const last = begun.reduce((best, { from_day }) => (from_day > best ? from_day : best), '');
          const newest = Math.max(
            0,
            ...begun.filter((one) => one.from_day === last).map(({ set_at }) => set_at.getTime()),
          );
          const possible = begun
            .filter((one) => one.from_day === last && one.set_at.getTime() === newest)
            .map(({ value }) => value);
          assert.ok(begun.length ? possible.includes(found[name]) : found[name] === rules[name].value);
        }
      },
    ),
  );
});

/** Somebody who was invited by somebody, buys machines that come online, and what day that was. */
async function community({ gateway }: Context, quantity = 3) {
  const top = await addMember(gateway);
  const above = await addMember(gateway, { inviter: top.id });
  const buyer = await addMember(gateway, { inviter: above.id });
  await give(gateway, buyer.id, 'balance', 10_000_00);
  const as = await gateway.signIn(buyer.id);
  const productId = await addProduct(gateway, { price: 200_00, daily_rent: 2_00 });
  const { body } = await order(gateway, as, orders.addByMoney, { productId, quantity });
  await bringOnline(gateway);
  const at = Date.now();
  const settle = (days: number) =>
    payRent(gateway.db, dayOf(at + days * dayLength), at + (days + 1) * dayLength);
  /** The held rewards of the first day are credited. */
  const credit = (days: number = rules.rewardHoldDays.value) =>
    creditRewards(gateway.db, at + (2 + days) * dayLength);
  return {
    top: top.id,
    above: above.id,
    buyer: buyer.id,
    as,
    orderNo: body.orderNo as string,
    settle,
    credit,
    productId,
  };
}
const setRule = ({ gateway }: Context, rule: string, value: number, from_day: string) =>
  gateway.db.run
    .insertInto('rule_value')
    .values({ id: randomUUID(), rule, value, from_day, set_at: new Date(), reason: 'a test' })
    .execute();
const refund = ({ db }: TestGateway, orderNo: string) =>
  refundOrder(db, noProvider, { orderNo, reason: 'Not wanted', requestKey: randomUUID() }, Date.now());
const movements = async ({ gateway }: Context, as: Sent, kind: string) =>
  (await gateway.send(wallet.listMovements, { kind }, as)).body.items as wallet.Movement[];

test('a day brings its machines’ owner points and beans once, and says by which rule', async (context) => {
  const { gateway } = context;
  const { buyer, as, settle } = await community(context);
  await Promise.all([settle(1), settle(1)]);
  await settle(1);
  assert.is(await held(gateway, buyer, 'points'), 3 * rules.pointsPerMachine.value);
  assert.is(await held(gateway, buyer, 'cloudBeans'), 3 * rules.beansPerMachine.value);
  const [movement] = await movements(context, as, 'points');
  assert.equal([movement?.rule, movement?.reason], ['Online points', 'reward']);
  const [zh] = await movements(context, { ...as, locale: 'zh_CN' }, 'points');
  assert.is(zh?.rule, '云手机在线积分');
});

test('the inviter of a buyer is rewarded once, after the order has been kept for a week', async (context) => {
  const { gateway } = context;
  const { above, top, settle, credit } = await community(context, 3);
  await settle(1);
  await settle(2);
  const team = async () => (await gateway.send(friends.team, {}, await gateway.signIn(above))).body;
  const due = (600_00 * rules.rewardLevel1.value) / 1000;
  assert.equal([await held(gateway, above), (await team()).heldRewards], [0, due]);
  await rentSchedule.run(gateway.db, Date.now() + (1 + rules.rewardHoldDays.value) * dayLength);
  assert.is(await held(gateway, above), 0, 'a day is missing');
  await Promise.all([credit(), credit()]);
  assert.is((await team()).heldRewards, undefined);
  assert.is(await held(gateway, above), (600_00 * rules.rewardLevel1.value) / 1000);
  assert.is(await held(gateway, above, 'promotion'), 3 * rules.promotionPerMachine.value);
  assert.is(await held(gateway, top), 0, 'beyond the first level rewards are off');
  const as = await gateway.signIn(above);
  const [reward] = await movements(context, as, 'balance');
  assert.is(reward?.rule, 'Invitation reward');
  const [log] = (await gateway.send(promotion.listScoreLog, {}, as)).body.items as promotion.ScoreLog[];
  assert.is(log?.rule, "Friend's purchase");
});

test('each of two orders of a buyer brings the reward for what it cost itself', async (context) => {
  const { gateway } = context;
  const { above, as, settle, credit, productId } = await community(context, 3);
  assert.is((await order(gateway, as, orders.addByMoney, { productId, quantity: 1 })).code, '1');
  await bringOnline(gateway);
  await settle(1);
  await credit();
  assert.is(await held(gateway, above), (800_00 * rules.rewardLevel1.value) / 1000);
});

test('the reward is for what the order cost, not for a renewal of it before the day', async (context) => {
  const { gateway } = context;
  const { above, buyer, settle, credit, orderNo } = await community(context, 3);
  const { device, product } = await gateway.db.run
    .selectFrom('purchase_line')
    .select(['device', 'product'])
    .where('order_no', '=', orderNo)
    .executeTakeFirstOrThrow();
  const renewal = { device, product, renews: device, position: 2, total: 7_00, quantity: 3 };
  await addRows(gateway, 'purchase_line', [{ member: buyer, order_no: orderNo, ...renewal }]);
  // a row that is written again comes after the others: the renewal is the first that is found
  await gateway.db.run
    .updateTable('purchase_line')
    .set((is) => ({ total: is.ref('total') }))
    .where('order_no', '=', orderNo)
    .where('renews', 'is', null)
    .execute();
  await settle(1);
  await credit();
  assert.is(await held(gateway, above), (600_00 * rules.rewardLevel1.value) / 1000);
});

test('neither an order in points nor one’s own order, if one invited the inviter, brings a reward', async (context) => {
  const { gateway } = context;
  const rewards = (member: string) => held(gateway, member);
  await setRule(context, 'rewardLevel2', 50, dayOf(Date.now()));
  const points = await community(context, 1);
  await gateway.db.run
    .updateTable('purchase')
    .set({ currency: 'points' })
    .where('order_no', '=', points.orderNo)
    .execute();
  await points.settle(1);
  await points.credit();
  assert.equal([await rewards(points.above), await rewards(points.top)], [0, 0]);
  await gateway.db.run
    .updateTable('purchase')
    .set({ currency: 'money' })
    .where('order_no', '=', points.orderNo)
    .execute();
  const round = await community(context, 1);
  await gateway.db.run
    .updateTable('member')
    .set({ inviter: round.buyer })
    .where('id', '=', round.above)
    .execute();
  await round.settle(1);
  const before = await held(gateway, round.buyer);
  await round.credit();
  assert.ok((await rewards(round.above)) > 0);
  assert.is(await held(gateway, round.buyer), before);
  const chain = await community(context, 1);
  await chain.settle(1);
  await chain.credit();
  assert.is(await rewards(chain.top), (200_00 * 50) / 1000, 'and an ordinary one does');
  await gateway.db.run.deleteFrom('rule_value').execute();
});

test('a rule that changes counts from its day on, and the days before keep theirs', async (context) => {
  const { gateway } = context;
  const { buyer, settle } = await community(context, 1);
  await setRule(context, 'pointsPerMachine', 50, dayOf(Date.now() + 2 * dayLength));
  await settle(1);
  assert.is(await held(gateway, buyer, 'points'), rules.pointsPerMachine.value);
  await settle(2);
  assert.is(await held(gateway, buyer, 'points'), rules.pointsPerMachine.value + 50);
  await gateway.db.run.deleteFrom('rule_value').execute();
});

test('active friends and a membership accelerate the rent, in the balance and in the log', async (context) => {
  const { gateway } = context;
  const { above, settle } = await community(context, 1);
  await settle(1);
  const as = await gateway.signIn(above);
  await give(gateway, above, 'balance', 1000_00);
  const productId = await addProduct(gateway, { price: 100_00, daily_rent: 100_00 });
  await order(gateway, as, orders.addByMoney, { productId, quantity: 1 });
  const until = new Date(Date.now() + 30 * dayLength);
  await gateway.db.run.insertInto('membership').values({ member: above, until }).execute();
  await bringOnline(gateway);
  const before = await held(gateway, above);
  await settle(2);
  assert.is(await held(gateway, above), before + 100_00 + 1_00 + 5_00);
  gateway.clock.ahead = 3 * dayLength; // the earnings may be of the next month, which a list of today does not contain
  const log = (await gateway.send(devices.listOrderLog, {}, as)).body;
  assert.equal(log.items.map(({ kind, amount }: devices.OrderLog) => [kind, amount]).sort(), [
    ['acceleration', 6_00],
    ['rent', 100_00],
  ]);
});

test('earnings of cloud phones have one sum on every screen, which is part of the total', async (context) => {
  const { gateway } = context;
  const { above, settle, credit } = await community(context, 1);
  await setRule(context, 'rewardHoldDays', 0, dayOf(Date.now()));
  await settle(1);
  await credit(0);
  await gateway.db.run.deleteFrom('rule_value').execute();
  const as = await gateway.signIn(above);
  await give(gateway, above, 'balance', 1000_00);
  const productId = await addProduct(gateway, { price: 100_00, daily_rent: 100_00 });
  await order(gateway, as, orders.addByMoney, { productId, quantity: 1 });
  await bringOnline(gateway);
  await settle(2);
  await settle(3);
  gateway.clock.ahead = 4 * dayLength;
  const all = (await gateway.send(wallet.revenue, {}, as)).body as wallet.Revenue;
  const list = (await gateway.send(devices.listOrderLog, {}, as)).body;
  const { summary } = (await gateway.send(devices.listDevices, {}, as)).body;
  const of = (kind: wallet.IncomeReason) => all.kinds.find((one) => one.kind === kind)?.amount ?? 0;
  assert.ok(of('rent') > 0 && of('acceleration') > 0 && of('reward') > 0);
  assert.is(all.total, of('rent') + of('acceleration') + of('reward') + of('shop'));
  assert.equal([list.total, all.cloudPhones], [all.cloudPhones, of('rent') + of('acceleration')]);
  assert.equal(
    list.kinds,
    all.kinds.filter(({ kind }) => kind !== 'reward'),
  );
  assert.is(summary.rentTotal, of('rent'));
  const ofMonth = all.months.map(({ month, kinds }) => ({
    month,
    total: kinds.reduce((sum, { kind, amount }) => (kind === 'reward' ? sum : sum + amount), 0),
  }));
  assert.equal(
    list.months,
    ofMonth.filter(({ total }) => total > 0),
  );
});

test('a refund within the week ends rewards before they are credited, and one after it takes them back', async (context) => {
  const { gateway } = context;
  const rewards = async (member: string) => [
    await held(gateway, member),
    await held(gateway, member, 'promotion'),
  ];
  const early = await community(context, 3);
  await early.settle(1);
  await refund(gateway, early.orderNo);
  await early.credit();
  assert.equal(await rewards(early.above), [0, 0]);
  const late = await community(context, 3);
  await late.settle(1);
  await late.credit();
  assert.equal(await rewards(late.above), [18_00, 30]);
  await refund(gateway, late.orderNo);
  assert.equal(await rewards(late.above), [0, 0]);
});

test('a reward that cannot be credited stops no other member’s, and its failure is reported', async ({
  gateway,
}) => {
  const ids = [1, 2, 3].map((nth) => `${nth}-${randomUUID()}`);
  const members = await Promise.all(ids.map(async () => (await addMember(gateway)).id));
  const [, middle = ''] = ids;
  const noAmount = Number.MAX_SAFE_INTEGER + 1;
  await addRows(
    gateway,
    'held_reward',
    ids.map((id, nth) => ({
      id,
      member: members[nth],
      kind: 'balance',
      rule: 'rewardLevel1',
      amount: id === middle ? noAmount : 6_00,
      day: '2026-01-01',
    })),
  );
  const [, unlucky = ''] = members;
  await give(gateway, unlucky, 'balance', 1_00);
  const credit = () => creditRewards(gateway.db, Date.now());
  const failure = await credit().then(
    () => undefined,
    (error) => error,
  );
  assert.match(`${failure}`, 'beyond what a number can hold');
  const balances = () => Promise.all(members.map((member) => held(gateway, member)));
  assert.equal(await balances(), [6_00, 1_00, 6_00]);
  await gateway.db.run
    .updateTable('held_reward')
    .set({ amount: 6_00 })
    .where('member', '=', unlucky)
    .where('id', '=', middle)
    .execute();
  assert.is(await credit(), 1);
  assert.equal(await balances(), [6_00, 7_00, 6_00]);
});

test('rewards that were spent before the refund are owed, and the next rewards pay for them', async (context) => {
  const { gateway } = context;
  const { above, orderNo, settle, credit } = await community(context, 3);
  await settle(1);
  await credit();
  const as = await gateway.signIn(above);
  await give(gateway, above, 'balance', -15_00);
  const { id: to } = await addMember(gateway);
  const gift = { to, amount: 25, requestKey: randomUUID() };
  assert.is((await gateway.send(promotion.transferUserScore, gift, as)).code, '1');
  await refund(gateway, orderNo);
  const team = async () => (await gateway.send(friends.team, {}, as)).body;
  assert.equal([await held(gateway, above), (await team()).owedRewards], [0, 15_00]);
  /** Another friend buys `quantity` machines for 200 yuan each, and keeps them. */
  async function another(quantity: number) {
    const { id } = await addMember(gateway, { inviter: above });
    await give(gateway, id, 'balance', 10_000_00);
    const machines = await addProduct(gateway, { price: 200_00 });
    await order(gateway, await gateway.signIn(id), orders.addByMoney, { productId: machines, quantity });
    await bringOnline(gateway);
    await settle(1);
    await credit();
  }
  await another(2); // a reward of 12 yuan, and 20 of promotion value
  assert.equal([await held(gateway, above), (await team()).owedRewards], [0, 3_00]);
  assert.is(await held(gateway, above, 'promotion'), 0);
  await another(1); // 6 yuan, of which 3 are owed
  assert.equal([await held(gateway, above), (await team()).owedRewards], [3_00, undefined]);
  assert.is(await held(gateway, above, 'promotion'), 5);
});

test('a member with enough friends with machines becomes team leader, and gets one message', async (context) => {
  const { gateway } = context;
  const today = dayOf(Date.now() - dayLength);
  await setRule(context, 'leaderFriends', 1, today);
  await setRule(context, 'leaderMachines', 4, today);
  const { above, settle } = await community(context, 3);
  await settle(1);
  const as = await gateway.signIn(above);
  const leads = async () => (await gateway.send(session.getInfo, {}, as)).body.userInfo.teamLeader;
  assert.is(await leads(), false, 'three machines are one too few');
  const friend = await addMember(gateway, { inviter: above });
  await give(gateway, friend.id, 'balance', 1000_00);
  const productId = await addProduct(gateway);
  await order(gateway, await gateway.signIn(friend.id), orders.addByMoney, { productId, quantity: 1 });
  await bringOnline(gateway);
  await settle(2);
  await settle(3);
  assert.is(await leads(), true);
  const { items } = (await gateway.send(messages.listMessages, {}, as)).body;
  assert.is(items.filter(({ title }: messages.SystemMessage) => title === 'You are a team leader').length, 1);
  await gateway.db.run.deleteFrom('rule_value').execute();
});

test('the member and the inviter can use their points from the hundredth on', async (context) => {
  const { gateway } = context;
  const { buyer, above, as, settle } = await community(context, 50);
  const frozen = async (who: string) =>
    (await gateway.send(points.exchange, {}, await gateway.signIn(who))).body.frozen;
  assert.equal([await frozen(buyer), await frozen(above)], [true, true]);
  await give(gateway, buyer, 'balance', 10_000_00);
  const productId = await addProduct(gateway, { price: 100_00 });
  await order(gateway, as, orders.addByMoney, { productId, quantity: 50 });
  await bringOnline(gateway);
  await settle(1);
  await settle(2);
  assert.equal([await frozen(buyer), await frozen(above)], [false, false]);
  const { items } = (await gateway.send(messages.listMessages, {}, as)).body;
  assert.is(items.filter(({ title }: messages.SystemMessage) => title === 'Points unfrozen').length, 1);
});

test('a new member has a coupon of their own, for the first order only', async (context) => {
  const { gateway } = context;
  const { id } = await addMember(gateway);
  const twice = () => gateway.db.tx((tx) => welcome(tx, id, Date.now()));
  await twice();
  await twice();
  const as = await gateway.signIn(id);
  const { items } = (await gateway.send(messages.listMessages, {}, as)).body;
  assert.is(items.length, 1);
  const [couponCode] = /FIRST\w{8}/.exec(items[0].text) ?? [];
  assert.match(items[0].text, '¥10.00');
  await give(gateway, id, 'balance', 1000_00);
  const productId = await addProduct(gateway);
  const other = await addMember(gateway);
  await give(gateway, other.id, 'balance', 1000_00);
  const stolen = await order(gateway, await gateway.signIn(other.id), orders.addByMoney, {
    productId,
    couponCode: couponCode ?? '',
  });
  assert.is(stolen.code, '5001', 'it is nobody else’s');
  assert.is(
    (await order(gateway, as, orders.addByMoney, { productId, couponCode: couponCode ?? '' })).code,
    '1',
  );
  assert.is(await held(gateway, id), 910_00);
});

test('a membership that ends within a day does not accelerate the rent of that day', async (context) => {
  const { gateway } = context;
  const { buyer, settle } = await community(context, 1);
  const day = (days: number) => beginningOf(dayOf(Date.now() + days * dayLength));
  const reasons = async () => {
    gateway.clock.ahead = 3 * dayLength;
    const as = await gateway.signIn(buyer);
    const { items } = (await gateway.send(devices.listOrderLog, {}, as)).body;
    return items.map(({ kind }: devices.OrderLog) => kind).sort();
  };
  const until = new Date(day(3).getTime() - 1000);
  await gateway.db.run.insertInto('membership').values({ member: buyer, until }).execute();
  await settle(1);
  assert.equal(await reasons(), ['acceleration', 'rent']);
  await settle(2);
  assert.equal(await reasons(), ['acceleration', 'rent', 'rent']);
});

test('without an amount or without days there is no coupon for a first order', async (context) => {
  const { gateway } = context;
  const today = dayOf(Date.now());
  for (const rule of ['firstCoupon', 'firstCouponDays']) {
    await setRule(context, rule, 0, today);
    const { id } = await addMember(gateway);
    await gateway.db.tx((tx) => welcome(tx, id, Date.now()));
    const own = await gateway.db.run.selectFrom('coupon').select('code').where('member', '=', id).execute();
    assert.equal(own, [], rule);
    await gateway.db.run.deleteFrom('rule_value').execute();
  }
});

test.run();
