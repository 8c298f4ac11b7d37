import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as money from '../../src/contract/money/payout';
import * as wallet from '../../src/contract/money/wallet';
import * as notices from '../../src/contract/support/notices';
import * as support from '../../src/contract/support/work-orders';
import * as accounts from '../../src/contract/video/accounts';
import * as logs from '../../src/contract/video/logs';
import { dayOf } from '../../src/server/kernel/dates';
import { rulesOn } from '../../src/server/rules/rules';
import { rowsOf } from './support/bystander';
import { addOrder } from './support/devices';
import { askSigned, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { production } from './support/production';
import { addProduct, booksInOrder, give, held, stateOf, waiting } from './support/shop';

interface The {
  gateway: TestGateway;
  member: string;
  as: Sent;
}
const test = suite<The>('what a partner makes happen in test mode');
const secret = 'a-test-key-of-the-shop-that-nobody-else-has';
const partner = {
  id: 'p_shop',
  name: 'The Shop',
  origins: [shop],
  test: { keys: [{ kid: 'test', secret }] },
};
const PARTNERS = JSON.stringify([partner]);
test.before(async (the) => {
  the.gateway = await openGateway({ env: { TEST_MODE: 'on', PARTNERS, PAYOUT_REST_HOURS: '' } });
});
test.after(({ gateway }) => gateway.close());
test.before.each(async (the) => {
  the.member = (await addMember(the.gateway, { country: 'cn' })).id;
  the.as = await the.gateway.signIn(the.member);
  await the.gateway.db.run
    .insertInto('partner_member')
    .values({ partner: 'p_shop', reference: the.member, member: the.member, at: new Date() })
    .execute();
});

/** An act on a customer of the shop. */
const act = ({ gateway, member }: The, name: string, more: object = {}) =>
  askSigned(gateway, 'test', { act: name, member, ...more }, { secret });

let phones = 0;

async function withdraw({ gateway, member, as }: The): Promise<string> {
  await give(gateway, member, 'balance', 500_00);
  const account = {
    kind: 'alipay',
    holder: 'Li Mei',
    login: `138${String(phones++).padStart(8, '0')}`,
    requestKey: randomUUID(),
  };
  const added = await gateway.send(money.userAccountAdd, account, as);
  assert.is(added.code, '1', added.message);
  const form = { source: 'balance', amount: 100_00, accountId: added.body.id };
  const { fee } = (await gateway.send(wallet.quoteWithdrawal, form, as)).body;
  const applied = await gateway.send(wallet.applyWithdrawal, { ...form, fee, requestKey: randomUUID() }, as);
  assert.is(applied.code, '1', `a new account can receive money at once: ${applied.message}`);
  return applied.body.number;
}

test('a withdrawal is approved and remitted, and another one is rejected and given back', async (the) => {
  const { gateway, member } = the;
  const number = await withdraw(the);
  assert.equal((await act(the, 'approve', { number })).data.state, 'approved');
  assert.equal((await act(the, 'remit', { number })).data.state, 'remitted');
  const again = await act(the, 'reject', { number });
  assert.equal([again.status, again.error], [409, 'act_refused']);
  assert.is(await held(gateway, member), 400_00);
  const other = await withdraw(the);
  assert.equal((await act(the, 'reject', { number: other, reason: 'Wrong name' })).data.state, 'rejected');
  assert.is(await held(gateway, member), 900_00);
  await booksInOrder(gateway);
});

test('an order is paid as its provider would report it, and refunded', async (the) => {
  const { gateway, as } = the;
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway) });
  assert.equal((await act(the, 'pay', { orderNo })).data.paid, true);
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
  const twice = await act(the, 'pay', { orderNo });
  assert.equal([twice.status, twice.error], [409, 'act_refused']);
  assert.is((await act(the, 'refund', { orderNo })).status, 200);
  assert.is((await act(the, 'refund', { orderNo })).error, 'act_refused', 'nothing is left to refund');
  await booksInOrder(gateway);
});

test('a work order is answered, and a notice reaches this customer only', async (the) => {
  const { gateway, as } = the;
  const form = { title: 'Help', description: 'It does not start', annex: [], requestKey: randomUUID() };
  const { body } = await gateway.send(support.addWorkOrder, form, as);
  assert.is((await act(the, 'answer', { number: body.number, text: 'Restart it.' })).status, 200);
  const shown = (await gateway.send(support.getWorkOrder, { id: body.id }, as)).body;
  assert.is(shown.entries.at(-1).text, 'Restart it.');

  await act(the, 'publish', { title: 'Fees < ours', text: 'Fees & <b>more</b>' });
  const mine = (await gateway.send(notices.listNotices, {}, as)).body.items;
  assert.is(mine[0].title, 'Fees < ours');
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.equal((await gateway.send(notices.listNotices, {}, other)).body.items, []);
});

test('days pass for one customer: rent comes, what waits for a time is due, and nobody else is touched', async (the) => {
  const { gateway, member, as } = the;
  const other = { ...the, member: (await addMember(gateway, { country: 'cn' })).id };
  other.as = await gateway.signIn(other.member);
  const owned = async (who: The) => {
    const serialNumber = await addOrder(gateway, who.member, { orderedAt: Date.now(), rent: 3_00, days: 10 });
    const orderNo = await waiting(gateway, who.as, { productId: await addProduct(gateway) });
    await gateway.db.run
      .updateTable('payout_account')
      .set({ usable_from: new Date(Date.now() + 86_400_000) })
      .where('member', '=', who.member)
      .execute();
    return { serialNumber, orderNo };
  };
  const payout = async (who: The) => {
    await give(gateway, who.member, 'balance', 500_00);
    const login = `138${String(phones++).padStart(8, '0')}`;
    const account = { kind: 'alipay', holder: 'Li Mei', login, requestKey: randomUUID() };
    await gateway.send(money.userAccountAdd, account, who.as);
  };
  for (const who of [the, other]) await payout(who);
  const [mine, theirs] = [await owned(the), await owned(other)];
  const restsOf = async (who: The) =>
    (await gateway.send(money.userAccountList, {}, who.as)).body.items.map((one: any) => !!one.availableAt);
  assert.equal(await restsOf(the), [true]);
  // what is due for the other one already waits for the schedules
  const past = new Date(Date.now() - 5 * 86_400_000);
  await addOrder(gateway, other.member, { orderedAt: past.getTime(), rent: 3_00, days: 10 });
  await gateway.db.run
    .updateTable('purchase')
    .set({ expires_at: past })
    .where('member', '=', other.member)
    .execute();
  const rowsBefore = await rowsOf(gateway, other.member);

  const advanced = await act(the, 'advance', { days: 3 });
  assert.equal(
    [advanced.data.days, advanced.data.rents, advanced.data.expired],
    [3, 2, 1],
    JSON.stringify(advanced),
  );
  assert.is(await held(gateway, member), 506_00, 'two full days have passed since the machines started');
  assert.is((await stateOf(gateway, as, mine.orderNo)).state, -1, 'the order has expired');
  assert.equal(await restsOf(the), [false]);
  assert.equal(await rowsOf(gateway, other.member), rowsBefore, 'time stands still for everybody else');
  assert.is((await stateOf(gateway, other.as, theirs.orderNo)).state, 0);

  assert.equal((await act(the, 'advance', { days: 1 })).data.rents, 1, 'each day is paid once');
  const last = await act(the, 'advance', { days: 60 });
  assert.equal(last.data.rents, 7, 'the machines have ended');
  assert.is(await held(gateway, member), 530_00);
  assert.equal((await act(the, 'advance', { days: 1 })).data.rents, 0);
  await booksInOrder(gateway);
});

test('days that pass bring coins and points: each day once, and each advance its own', async (the) => {
  const { gateway, member, as } = the;
  const other = { ...the, member: (await addMember(gateway, { country: 'cn' })).id };
  other.as = await gateway.signIn(other.member);
  const working = async (who: The) => {
    const running = { 1: [devices.TaskState.running] };
    const serialNumber = await addOrder(gateway, who.member, { quantity: 2, rent: 6_00, tasks: running });
    const account = `mei.${randomUUID().slice(0, 8)}`;
    const form = { account, serialNumber, requestKey: randomUUID() };
    const linked = await gateway.send(accounts.addTiktok, form, who.as);
    assert.is(linked.code, '1', linked.message);
  };
  for (const who of [the, other]) await working(who);
  const coinsOf = async (who: The) =>
    (await gateway.send(accounts.listAccounts, {}, who.as)).body.items[0].coins;
  const logOf = async () => (await gateway.send(logs.listGrabRecords, {}, as)).body;
  const [first, before] = [await coinsOf(the), await rowsOf(gateway, other.member)];
  const rules = await rulesOn(gateway.db.run, dayOf(Date.now()));

  assert.is((await act(the, 'advance', { days: 3 })).data.rents, 2);
  const second = await coinsOf(the);
  assert.ok(second > first, 'the account has visited live rooms for a day');
  assert.is((await logOf()).total, second - first, 'each coin is in the log');
  assert.is(await held(gateway, member, 'points'), 2 * 2 * rules.pointsPerMachine, 'two machines, two days');
  assert.is(await held(gateway, member, 'cloudBeans'), 2 * 2 * rules.beansPerMachine);

  await act(the, 'advance', { days: 1 });
  const third = await coinsOf(the);
  assert.ok(third > second, 'the next day brings coins too');
  const { total, days, items } = await logOf();
  assert.is(total, third - first);
  assert.is(
    days.reduce((sum: number, { coins }: { coins: number }) => sum + coins, 0),
    total,
    'and each is on a day',
  );
  const ids = items.map(({ id }: { id: string }) => id);
  assert.is(new Set(ids).size, ids.length);
  assert.is(await held(gateway, member, 'points'), 2 * 3 * rules.pointsPerMachine);
  assert.equal(await rowsOf(gateway, other.member), before, 'nobody else gets any');
  await booksInOrder(gateway);
});

test('days that pass move the rent that a customer received before into the past', async (the) => {
  const { gateway, member, as } = the;
  await addOrder(gateway, member, { orderedAt: Date.now(), rent: 3_00, days: 10 });
  const times = async () => {
    const { items } = (await gateway.send(devices.listOrderLog, {}, as)).body;
    return items.map(({ at }: { at: string }) => Date.parse(at));
  };
  await act(the, 'advance', { days: 3 });
  const before = await times();
  assert.is(before.length, 2);
  await act(the, 'advance', { days: 1 });
  const [latest, ...moved] = await times();
  assert.ok(latest >= before[0], 'the new day is paid now');
  assert.equal(
    moved,
    before.map((at: number) => at - 86_400_000),
  );
});

test('nothing of another customer can be named, and who is unlinked is nobody’s customer', async (the) => {
  const { gateway } = the;
  const number = await withdraw(the);
  const orderNo = await waiting(gateway, the.as, { productId: await addProduct(gateway) });
  const stranger = { ...the, member: (await addMember(gateway)).id };
  assert.is((await act(stranger, 'approve', { number })).error, 'member_not_linked');
  await gateway.db.run
    .insertInto('partner_member')
    .values({ partner: 'p_shop', reference: stranger.member, member: stranger.member, at: new Date() })
    .execute();
  for (const [name, more] of [
    ['approve', { number }],
    ['answer', { number: 'F1' }],
    ['pay', { orderNo }],
    ['refund', { orderNo }],
    ['pay', { orderNo: 'O1' }],
  ] as const)
    assert.is((await act(stranger, name, more)).error, 'object_unknown', name);
  assert.is((await act(the, 'unlink')).data.linked, false);
  assert.is((await act(the, 'approve', { number })).error, 'member_not_linked');
});

test('an act takes what is at a bound, and nothing beyond it', async (the) => {
  const x = (length: number) => 'x'.repeat(length);
  const errorOf = async (name: string, more: object) => (await act(the, name, more)).error;
  assert.is(await errorOf('approve', { number: x(64) }), 'object_unknown');
  assert.is(await errorOf('pay', { orderNo: x(64) }), 'object_unknown');
  assert.is(await errorOf('publish', { title: x(120), text: x(2000), locale: 'vi' }), undefined);
  for (const [name, more] of [
    ['approve', { number: x(65) }],
    ['approve', { number: '' }],
    ['approve', {}],
    ['pay', { orderNo: x(65) }],
    ['reject', { number: 'W1', reason: x(201) }],
    ['answer', { number: 'F1', text: x(2001) }],
    ['answer', { number: 'F1', text: ' ' }],
    ['publish', { title: x(121) }],
    ['publish', { locale: 'xx' }],
    ['refund', { orderNo: 'O1', amount: 1 }],
    ['advance', {}],
    ['advance', { days: 0 }],
    ['advance', { days: 61 }],
    ['advance', { days: 1.5 }],
    ['fire', {}],
  ] as const)
    assert.is(await errorOf(name, more), 'request_invalid', `${name} ${JSON.stringify(more).slice(0, 40)}`);
});

test('a live gateway does none of it', async () => {
  const live = { ...partner, secret: 'a-live-secret-of-the-shop-for-this-test' };
  const gateway = await openGateway({ env: { ...production, PARTNERS: JSON.stringify([live]) } });
  const refused = await askSigned(gateway, 'test', { act: 'unlink', member: 'x' }, { secret: live.secret });
  assert.equal([refused.status, refused.error], [404, 'test_mode_only']);
  await gateway.close();
});

test.run();
