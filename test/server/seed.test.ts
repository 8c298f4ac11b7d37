// @rarely: the data of the demo; the journeys begin with it

import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as session from '../../src/contract/member/auth';
import * as payout from '../../src/contract/money/payout';
import * as wallet from '../../src/contract/money/wallet';
import * as support from '../../src/contract/support/work-orders';
import * as circle from '../../src/contract/video/circle';
import { localeNames } from '../../src/contract/wire/locale';
import { rentSchedule } from '../../src/server/accruals/rent';
import { audit } from '../../src/server/ledger/audit';
import { seed } from '../../src/server/seed/seed';
import { openGateway, type Sent, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; as: Sent }>('demo data');
test.before(async (context) => {
  context.gateway = await openGateway();
  await Promise.all([1, 2].map(() => seed(context.gateway.db, context.gateway.settings)));
  const { body } = await login(context.gateway, 'demo');
  context.as = { token: body.token, userId: body.userInfo.userId };
});
test.after(({ gateway }) => gateway.close());

const login = (gateway: TestGateway, account: string) =>
  gateway.send(session.login, { account, password: 'cloud2026', agreed: true });

test('the demo members sign in with the password of the demo', async ({ gateway }) => {
  const about = async (account: string) => {
    const { examineState, country, teamLeader } = (await login(gateway, account)).body.userInfo;
    return [examineState, country, teamLeader];
  };
  assert.equal(await about('demo'), [1, 'intl', true]);
  assert.equal(await about('democn'), [1, 'cn', false]);
  assert.equal(await about('newbie'), [0, 'intl', false]);
  assert.equal(await about('lee'), [1, 'intl', false]);
  assert.is((await login(gateway, 'demo@example.com')).code, '1');
});

test('every product and notice of the platform has a text in every language', async ({ gateway: { db } }) => {
  for (const table of ['platform_category', 'platform_goods', 'video', 'product', 'coupon'] as const) {
    const rows = await db.run
      .selectFrom(table)
      .select(({ ref }) => ref('texts').as('texts'))
      .execute();
    assert.ok(rows.length > 3, table);
    for (const { texts } of rows)
      for (const part of Object.values<object>(JSON.parse(texts)))
        assert.equal(
          localeNames.filter((locale) => !['en', 'zh', ...Object.keys(part)].includes(locale)),
          [],
          `${table} ${texts}`,
        );
    assert.not.ok(
      rows.some(({ texts }) => texts === '{}'),
      table,
    );
  }
  const { notices } = await db.run
    .selectFrom('notice_text')
    .select(({ fn }) => fn.countAll<number>().as('notices'))
    .executeTakeFirstOrThrow();
  assert.is(Number(notices), 4 * localeNames.length);
});

test('two gateways that start at once on one database seed it once', async ({ gateway }) => {
  assert.is((await gateway.db.run.selectFrom('member').select('id').execute()).length, 13);
});

test('the demo member has two pages of devices, of every age', async ({ gateway, as }) => {
  const first = (await gateway.send(devices.listDevices, {}, as)).body;
  const second = (await gateway.send(devices.listDevices, { from: first.next }, as)).body;
  const all: devices.Device[] = [...first.items, ...second.items];
  assert.is(all.length, 27);
  assert.ok(all.some(({ remainingDays }) => remainingDays === 0));
  assert.ok(all.some(({ online, total }) => online > 0 && online < total));
  assert.ok(all.some(({ quantity }) => quantity === 120));
  assert.ok(first.summary.rentToday > 0);
  assert.is((await gateway.send(devices.taskStat, {}, as)).body.paused > 0, true);
  for (const { remainingRent, remainingDays } of all) assert.is(remainingRent > 0, remainingDays > 0);
});

test('there are tasks in every state', async ({ gateway, as }) => {
  const { waiting, running, paused, finished } = (await gateway.send(devices.taskStat, {}, as)).body;
  for (const count of [waiting, running, paused, finished]) assert.ok(count > 0);
});

test('rent, balances and the books agree', async ({ gateway, as }) => {
  assert.equal(await audit(gateway.db.run), {});
  const { total } = (await gateway.send(devices.listOrderLog, {}, as)).body;
  const has: session.Balance = (await gateway.send(session.balance, {}, as)).body;
  const income: wallet.Revenue = (await gateway.send(wallet.revenue, {}, as)).body;
  const of = (reason: string) => income.kinds.find(({ kind }) => kind === reason)?.amount ?? 0;
  assert.is(of('rent') + of('acceleration'), total);
  for (const amount of Object.values(has)) assert.ok(amount > 0);
  const { summary } = (await gateway.send(devices.listDevices, {}, as)).body;
  assert.is(summary.rentTotal, of('rent'));
});

test('the demo members have withdrawals in every state, which explain what is frozen', async ({
  gateway,
}) => {
  for (const who of ['demo', 'democn']) {
    const { token, userInfo } = (await login(gateway, who)).body;
    const as = { token, userId: userInfo.userId };
    const { items } = (await gateway.send(wallet.listWithdrawals, {}, as)).body;
    assert.equal(new Set(items.map(({ status }: wallet.Withdrawal) => status)), new Set([0, 1, 2, 3, 4]));
    const open = items.filter(({ status }: wallet.Withdrawal) => status < 2);
    const waiting = open.reduce((sum: number, { amount }: wallet.Withdrawal) => sum + amount, 0);
    const { frozen, storeBalance } = (await gateway.send(session.balance, {}, as)).body;
    assert.is(frozen, waiting);
    assert.ok(storeBalance >= 50_00);
    const { total, held } = (await gateway.send(wallet.listMovements, { kind: 'frozen' }, as)).body;
    assert.equal([total, held], [waiting, waiting]);
    const income: wallet.Revenue = (await gateway.send(wallet.revenue, {}, as)).body;
    assert.ok(income.months.length >= 3);
    assert.ok(income.kinds.length >= 3);
    const accounts = (await gateway.send(payout.userAccountList, {}, as)).body.items;
    assert.is(accounts.length, 2);
  }
});

test('rent of the days before is settled already', async ({ gateway, as }) => {
  const before = (await gateway.send(session.balance, {}, as)).body;
  await rentSchedule.run(gateway.db, Date.now());
  assert.equal((await gateway.send(session.balance, {}, as)).body, before);
});

test('seven posts wait for the demo member', async ({ gateway, as }) => {
  assert.equal((await gateway.send(circle.unreadCount, {}, as)).body, { unreadCount: 7 });
});

test('one identity of the WeChat sandbox is the demo member’s', async ({ gateway, as }) => {
  const rows = await gateway.db.run.selectFrom('wechat_identity').select(['open_id', 'member']).execute();
  assert.equal(rows, [{ open_id: 'wx-demo-ann', member: as.userId }]);
});

test('either demo member has a question in every state', async ({ gateway }) => {
  for (const who of ['member-demo', 'member-democn']) {
    const as = await gateway.signIn(who);
    const { items } = (await gateway.send(support.listWorkOrders, {}, as)).body;
    const states = items.map(({ status, solvedAt }: support.WorkOrderSummary) => [status, !!solvedAt]);
    assert.equal(states, [
      [0, false],
      [1, false],
      [2, false],
      [2, true],
    ]);
  }
});

test.run();
