import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as orders from '../../src/contract/buying/orders';
import * as workOrders from '../../src/contract/support/work-orders';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator as operate } from './support/operator';
import { addProduct, booksInOrder, give, held, order, stateOf, stockAndSold } from './support/shop';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
}
const test = suite<Context>('operator');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { OPERATOR_TOKEN: 'desk-token' } });
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
  await give(context.gateway, context.member, 'balance', 1000_00);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const operator = ({ gateway }: Context, ...args: string[]) => operate(gateway, ...args);

const run = promisify(execFile);
/** The command line, as a person types it. */
async function typed({ gateway }: Context, ...args: string[]) {
  const env = { ...process.env, OPERATOR_URL: gateway.url, OPERATOR_TOKEN: 'desk-token' };
  return run(process.execPath, ['tools/desk/operator.mjs', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error) => ({ code: error.code as number, text: error.stderr as string }),
  );
}
const buy = async ({ gateway, as }: Context, productId: string, quantity = 1, more: object = {}) =>
  (await order(gateway, as, orders.addByMoney, { productId, quantity, ...more })).body.orderNo as string;

test('nobody gets in without the token, and guessing is slowed down', async ({ gateway }) => {
  const knock = async (authorization?: string) =>
    (await fetch(`${gateway.url}/operator/ledger`, { headers: authorization ? { authorization } : {} }))
      .status;
  assert.is(await knock(), 401);
  assert.is(await knock('Bearer desk-tokem'), 401);
  assert.is(await knock('Bearer desk-token'), 200);
  const statuses = [];
  for (let at = 0; at < 22; at++) statuses.push(await knock('Bearer guess'));
  assert.is(statuses.at(-1), 429);
  assert.is(await knock('Bearer desk-token'), 200);
});

test('a member’s text cannot imitate another row, nor control the terminal', async (context) => {
  const { gateway, as } = context;
  const forged = 'Paid\n\nid: W1\nstatus: "applied"';
  const question = { title: 'No rent', description: forged, annex: [], requestKey: randomUUID() };
  const { body } = await gateway.send(workOrders.addWorkOrder, question, as);
  // the door refuses these; what was stored before it did is printed all the same
  await gateway.db.run
    .updateTable('work_order')
    .set({ title: `${forged}\r\u001b[2J\u009b1A\u202eevil\u2028\u200b` })
    .where('number', '=', body.number)
    .execute();
  for (const command of [['list'], ['show', body.number]]) {
    const { text } = await operator(context, 'workorder', ...command);
    assert.match(text, 'evil');
    assert.not.match(text, /^id: W1/m);
    assert.not.match(text, /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
});

test('a refund of all gives the money back, the goods to stock, and stops the machines', async (context) => {
  const { gateway, as, member } = context;
  const productId = await addProduct(gateway, { stock: 5 });
  const orderNo = await buy(context, productId, 3);
  assert.is(await held(gateway, member), 700_00);
  assert.equal(await stockAndSold(gateway, productId), [2, 3]);
  const { code } = await operator(context, 'order', 'refund', orderNo, 'all', 'Changed', 'their', 'mind');
  assert.is(code, 0);
  assert.is(await held(gateway, member), 1000_00);
  assert.equal(await stockAndSold(gateway, productId), [5, 0]);
  const back = await stateOf(gateway, as, orderNo);
  assert.is(back.state, 1);
  assert.is(back.refunded, 300_00);
  const [device] = (await gateway.send(devices.listDevices, {}, as)).body.items;
  assert.is(device.remainingDays, 0);
  assert.is(device.remainingRent, 0);
  assert.is((await operator(context, 'order', 'refund', orderNo, 'all', 'again')).code, 1);
});

test('a partial refund leaves the goods, never exceeds what was paid, and is done once a key', async (context) => {
  const { gateway, member } = context;
  const orderNo = await buy(context, await addProduct(gateway));
  const key = `--key=${randomUUID()}`;
  for (let at = 0; at < 2; at++) await operator(context, 'order', 'refund', orderNo, '30.50', 'Late', key);
  assert.is(await held(gateway, member), 930_50);
  const much = await operator(context, 'order', 'refund', orderNo, '69.51', 'Too', 'much');
  assert.is(much.code, 1);
  await operator(context, 'order', 'refund', orderNo, '69.50', 'The', 'rest');
  assert.is(await held(gateway, member), 1000_00);
});

test('goods are sent, and the member sees how', async (context) => {
  const { gateway, as } = context;
  const address = { username: '张三', userphone: '13800138000', address: '1 Road' };
  const productId = await addProduct(gateway, { category: 'goods', days: 0, daily_rent: 0 });
  const orderNo = await buy(context, productId, 1, { address });
  assert.match((await operator(context, 'order', 'unsent')).text, orderNo);
  const other = await buy(context, productId, 1, { address });
  await operator(context, 'order', 'ship', orderNo, 'SF', '123');
  assert.is((await stateOf(gateway, as, orderNo)).shipment, 'SF 123');
  assert.is((await stateOf(gateway, as, other)).shipment, undefined);
  await operator(context, 'order', 'ship', other, 'SF', '124');
  assert.is((await operator(context, 'order', 'unsent')).text, 'Nothing.\n');
});

test('a transfer that was too short is credited by hand, once', async (context) => {
  const { gateway, member } = context;
  const orderNo = await buy(context, await addProduct(gateway));
  const at = new Date();
  const row = { address: 'T1', payer: 'T2', order_no: null, member: null, reason: 'short' as const };
  await gateway.db.run
    .insertInto('usdt_transfer')
    .values({ txid: 'tx-short', ...row, amount: 9_999_999, state: 'review', at, seen_at: at })
    .execute();
  assert.match((await operator(context, 'usdt', 'list')).text, 'tx-short');
  assert.match((await operator(context, 'usdt', 'settle', 'tx-short', 'T1', 'C0')).text, 'Order not found');
  assert.match((await operator(context, 'usdt', 'settle', 'tx-none', 'T1', orderNo)).text, 'Order not found');
  assert.is((await operator(context, 'usdt', 'settle', 'tx-short', 'T1', orderNo)).code, 0);
  assert.is((await operator(context, 'usdt', 'settle', 'tx-short', 'T1', orderNo)).code, 1);
  assert.is(await held(gateway, member), 900_00 + 71_99);
});

test('the books are checked, and a broken one is named', async (context) => {
  const { gateway } = context;
  assert.is((await typed(context, 'ledger', 'check')).code, 0);
  const account = `member:${context.member}:balance`;
  const change = (amount: number) =>
    gateway.db.run
      .updateTable('account')
      .set((is) => ({ balance: is('balance', '+', amount) }))
      .where('id', '=', account)
      .execute();
  await change(1);
  assert.is((await typed(context, 'ledger', 'check')).code, 1);
  await change(-1);
});

test('the command line says what there is', async (context) => {
  const { code, text } = await typed(context, 'help');
  assert.is(code, 2);
  assert.match(text, 'remittance approve <id>');
});

test.run();
