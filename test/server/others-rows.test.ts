import { createHash, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as addresses from '../../src/contract/buying/addresses';
import { addByMoney } from '../../src/contract/buying/orders';
import * as accounts from '../../src/contract/video/accounts';
import { spend } from '../../src/server/auth/wechat/tickets';
import { settleTransfer } from '../../src/server/checkout/settle-transfer';
import { stopRefunded } from '../../src/server/devices/end-machines';
import { addLink } from '../../src/server/embed/links';
import { attempt } from '../../src/server/kernel/rate-limit';
import {
  addPerson,
  changeEmail,
  changeRole,
  disablePerson,
  enablePerson,
} from '../../src/server/operator/people';
import { addOrder } from './support/devices';
import { addOwner, addSuppliedGoods, detailOf, takeIn } from './support/goods';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { addRows } from './support/rows';
import { addProduct, give, order, waiting } from './support/shop';
import { desk } from './support/wallet';

const test = suite<{ gateway: TestGateway }>('rows and figures of others');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

test('somebody of the desk who comes back brings nobody else back', async ({ gateway }) => {
  const { db } = gateway;
  const names = [`a${randomUUID().slice(0, 8)}`, `b${randomUUID().slice(0, 8)}`];
  for (const name of names) {
    await db.tx((tx) => addPerson(tx, name, 'support', Date.now()));
    await db.tx((tx) => disablePerson(tx, name, Date.now()));
  }
  await db.tx((tx) => enablePerson(tx, names[0]!, Date.now()));
  const rows = await db.run
    .selectFrom('operator')
    .select(['name', 'disabled_at'])
    .where('name', 'in', names)
    .orderBy('name')
    .execute();
  assert.equal(
    rows.map(({ disabled_at }) => disabled_at === null),
    [true, false],
  );
});

test('the role and the address of one person of the desk change, and nobody else’s', async ({ gateway }) => {
  const { db } = gateway;
  const names = [`c${randomUUID().slice(0, 8)}`, `d${randomUUID().slice(0, 8)}`];
  for (const name of names) await db.tx((tx) => addPerson(tx, name, 'support', Date.now()));
  await db.tx((tx) => changeRole(tx, names[0]!, 'finance'));
  await db.tx((tx) => changeEmail(tx, names[0]!, 'mei@desk.example'));
  const rows = await db.run
    .selectFrom('operator')
    .select(['name', 'role', 'email'])
    .where('name', 'in', names)
    .orderBy('name')
    .execute();
  assert.equal(rows, [
    { name: names[0]!, role: 'finance', email: 'mei@desk.example' },
    { name: names[1]!, role: 'support', email: null },
  ]);
});

test('the day at the desk tells whether the books are in order', async ({ gateway }) => {
  const day = async () => {
    const headers = { authorization: `Bearer ${gateway.settings.operatorToken}` };
    return (await (await fetch(`${gateway.url}/operator/day`, { headers })).json()) as { ledger?: boolean };
  };
  const { run } = gateway.db;
  const checked = async (broken: string | null) => {
    await run.deleteFrom('ledger_check').where('id', 'is not', null).execute();
    await run.insertInto('ledger_check').values({ id: 'ledger', at: new Date(), broken }).execute();
    return (await day()).ledger;
  };
  assert.equal([await checked(null), await checked('["zero"]')], [true, false]);
});

test('a member who queried the platform too often learns how many minutes to wait', async ({ gateway }) => {
  const member = (await addMember(gateway)).id;
  const as = await gateway.signIn(member);
  for (let at = 0; at < 120; at++)
    await attempt(gateway.db.run, `platform:${member}`, { max: 120, window: 3_600_000 }, Date.now());
  const input = { account: 'mei.late', requestKey: randomUUID() };
  const { message } = await gateway.send(accounts.addTiktok, input, as);
  assert.match(message, /Try again in (59|60) min\./);
});

test('a good counts the videos that show it, and no others', async ({ gateway }) => {
  const owner = await addOwner(gateway);
  const [shown = '', bare = ''] = await addSuppliedGoods(gateway, [{}, {}]);
  const video = { goods: shown, file: 'none', title_en: 'Light', title_zh: '灯', picture: 'lamp' };
  await gateway.db.run
    .insertInto('video')
    .values({ ...video, id: randomUUID(), length: 1, size: 1, created_at: new Date() })
    .execute();
  const ids = await takeIn(gateway, owner, [shown, bare]);
  const counts = await Promise.all(ids.map(async (id) => (await detailOf(gateway, owner, id)).videos));
  assert.equal(counts, [1, 0]);
});

test('nobody of the desk has a password that is easy to guess or has their name in it', async ({
  gateway,
}) => {
  const name = `ann${randomUUID().slice(0, 5)}`;
  const { invite } = await gateway.db.tx((tx) => addPerson(tx, name, 'support', Date.now()));
  const tried = async (password: string) => {
    const response = await fetch(`${gateway.desk}/operator/session/join`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invite, password, code: '000000' }),
    });
    return response.text();
  };
  for (const weak of ['abcabcabcabcabc', 'Unbelievable', `my name is ${name.toUpperCase()}`])
    assert.match(await tried(weak), 'That password is too easy to guess');
  assert.match(await tried('a long enough phrase'), 'The code is wrong');
});

test('the coins of several accounts add up, and one is unlinked alone', async ({ gateway }) => {
  const member = (await addMember(gateway)).id;
  const as = await gateway.signIn(member);
  for (const coins of [200, 30]) {
    const account = `mei.${randomUUID().slice(0, 8)}`;
    const { body } = await gateway.send(accounts.addTiktok, { account, requestKey: randomUUID() }, as);
    await gateway.db.run
      .updateTable('short_video_account')
      .set({ coins })
      .where('id', '=', body.id)
      .execute();
  }
  const { items, summary } = (await gateway.send(accounts.listAccounts, {}, as)).body;
  assert.is(summary.coins, 230);
  const unlinked = { ids: [items[0].id], requestKey: randomUUID() };
  assert.is((await gateway.send(accounts.unlinkTiktok, unlinked, as)).code, '1');
  const left = (await gateway.send(accounts.listAccounts, {}, as)).body.items;
  assert.equal(
    left.map(({ id }: { id: string }) => id),
    [items[1].id],
    'the other one stays',
  );
});

test('a member who chooses a default address leaves the default of others as it is', async ({ gateway }) => {
  const form = () => ({
    username: 'Ada',
    userphone: '+4915112345678',
    address: 'Hauptstr. 1',
    requestKey: randomUUID(),
  });
  const [first, second] = await Promise.all(
    [0, 1].map(async () => gateway.signIn((await addMember(gateway, { country: 'intl' })).id)),
  );
  await gateway.send(addresses.addAddress, form(), second);
  await gateway.send(addresses.addAddress, form(), first);
  const { body } = await gateway.send(addresses.addAddress, form(), first);
  const chosen = { id: body.id, requestKey: randomUUID() };
  assert.is((await gateway.send(addresses.setDefaultAddress, chosen, first)).code, '1');
  const { items } = (await gateway.send(addresses.listAddresses, {}, second)).body;
  assert.equal(
    items.map(({ isDefault }: addresses.Address) => isDefault),
    [true],
  );
});

test('a ticket of WeChat is kept for one member, and other tickets stay free', async ({ gateway }) => {
  const { db } = gateway;
  const [mine, theirs] = [randomUUID(), randomUUID()];
  const now = Date.now();
  const ticket = { open_id: 'o', attempt: 'a', asked_at: new Date(now), expires_at: new Date(now + 60_000) };
  const id = (one: string) => createHash('sha256').update(one).digest('hex');
  for (const one of [mine, theirs])
    await db.run
      .insertInto('wechat_ticket')
      .values({ ...ticket, id: id(one), member: null })
      .execute();
  const [first, second] = await Promise.all([0, 1].map(async () => (await addMember(gateway)).id));
  await db.tx((tx) => spend(tx, mine, first!, now));
  await db.tx((tx) => spend(tx, theirs, second!, now));
  const refused = await db.tx((tx) => spend(tx, mine, second!, now)).catch((error) => error.key);
  assert.is(refused, 'wechatTicketOver');
});

test('two partners may know two members by the same reference', async ({ gateway }) => {
  const { db } = gateway;
  const reference = randomUUID();
  const [first, second] = await Promise.all([0, 1].map(async () => (await addMember(gateway)).id));
  const link = (partner: string, member: string) =>
    db.tx((tx) => addLink(tx, { partner, reference, member }, Date.now()));
  assert.equal(
    [
      await link('one', first!),
      await link('two', second!),
      await link('one', second!),
      await link('two', second!),
    ],
    ['linked', 'linked', 'taken', 'linked'],
  );
});

test('of two device orders that are refunded in part, the one with days left goes on', async ({
  gateway,
}) => {
  const { db } = gateway;
  const member = (await addMember(gateway)).id;
  const over = await addOrder(gateway, member, { days: 0 });
  const left = await addOrder(gateway, member, { days: 3 });
  for (const serialNumber of [over, left])
    await db.tx((tx) => stopRefunded(tx, { member, serialNumber }, Date.now()));
  const online = await db.run
    .selectFrom('machine')
    .select('serial_number')
    .where('serial_number', 'in', [over, left])
    .where('online', '=', true)
    .execute();
  assert.equal(online, [{ serial_number: left }]);
});

test('a transfer of USDT that an operator has settled is not settled again, nor listed', async ({
  gateway,
}) => {
  const { db, settings } = gateway;
  const member = (await addMember(gateway)).id;
  const as = await gateway.signIn(member);
  await give(gateway, member, 'balance', 1000_00);
  const { orderNo } = (await order(gateway, as, addByMoney, { productId: await addProduct(gateway) })).body;
  const txid = randomUUID();
  const transfer = { txid, address: 'T1', payer: 'T2', amount: 7_000_000, order_no: null, member: null };
  const at = new Date();
  await db.run
    .insertInto('usdt_transfer')
    .values({ ...transfer, state: 'review', reason: 'unknown', at, seen_at: at })
    .execute();
  const listed = async () => (await desk(gateway, 'transfers')).items.some((one: any) => one.txid === txid);
  const settle = () => settleTransfer(db, settings, { txid, address: 'T1', orderNo }, Date.now());
  assert.ok(await listed());
  assert.ok((await settle()).credited > 0);
  assert.not(await listed());
  assert.is(await settle().catch((error) => error.key), 'orderMissing');
});

test('the desk opens the one transfer of USDT that it names', async ({ gateway }) => {
  const [first, second] = [randomUUID(), randomUUID()];
  const row = { payer: 'T2', state: 'review', at: new Date() };
  await addRows(gateway, 'usdt_transfer', [
    { ...row, txid: first, amount: 1_000_000 },
    { ...row, txid: second, amount: 2_000_000 },
  ]);
  const amountOf = async (txid: string) => (await desk(gateway, `transfers/${txid}`)).amount;
  assert.equal([await amountOf(first), await amountOf(second)], [1_000_000, 2_000_000]);
});

test('the desk waits for no machine of an order that was refunded', async ({ gateway }) => {
  const member = (await addMember(gateway)).id;
  const [fresh, refunded] = [await addOrder(gateway, member), await addOrder(gateway, member)];
  const { run } = gateway.db;
  await run
    .updateTable('device_order')
    .set({ started_at: null })
    .where('serial_number', 'in', [fresh, refunded])
    .execute();
  await run
    .updateTable('device_order')
    .set({ refunded_at: new Date() })
    .where('serial_number', '=', refunded)
    .execute();
  const said = (await operator(gateway, 'machine', 'waiting')).text;
  assert.match(said, fresh);
  assert.not.match(said, refunded);
});

test('the desk lists the orders of one state, of all, and of none that there is not', async ({ gateway }) => {
  const member = (await addMember(gateway)).id;
  const as = await gateway.signIn(member);
  await give(gateway, member, 'balance', 1000_00);
  const product = await addProduct(gateway);
  const paid = (await order(gateway, as, addByMoney, { productId: product })).body.orderNo;
  const unpaid = await waiting(gateway, as, { productId: product });
  const listed = async (state?: string) => {
    const orders = (await desk(gateway, `orders${state ? `?state=${state}` : ''}`)).items;
    return [paid, unpaid].filter((number) => orders.some(({ orderNo }: any) => orderNo === number));
  };
  assert.equal(
    [await listed(), await listed('waiting'), await listed('successful')],
    [[paid, unpaid], [unpaid], [paid]],
  );
  assert.is((await desk(gateway, 'orders?state=lost')).status, 400);
});

test.run();
