import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/payments';
import { isTronAddress, isTronBurnAddress } from '../../src/contract/rules/tron';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { watchUsdt } from '../../src/server/checkout/watch-usdt';
import { addressesOf, hexOf } from '../../src/server/payments/usdt/addresses';
import { chainOf } from '../../src/server/payments/usdt/chain';
import { fenOf, usdtOf } from '../../src/server/payments/usdt/reserve';
import { tronGrid } from '../../src/server/payments/usdt/trongrid';
import { readSettings } from '../../src/server/settings/settings';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addProduct, booksInOrder, held, press, stateOf, stockOf, waiting } from './support/shop';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const fake = 'TJmmqjb1DK9TTZbQXzRQ2AuA94z4gKAPFh';
const payer = 'TQHgMpVzWkhSsRB4BzZgmV8uW4cFL8eaBr';
const ours = addressesOf(readSettings({})).slice(0, 2);
const minute = 60_000;

interface Tx {
  txid: string;
  to: string;
  value: number;
  at: number;
  token: string;
  solid: boolean;
  result: string;
  /** The transfers of the log, if they differ from those of the list. */
  logged?: number;
}

/** A TronGrid with the answers of the real one: pages of two, and only solid transactions under walletsolidity. */
async function openTronGrid() {
  const app = fastify();
  const chain = { txs: [] as Tx[], down: false, key: '', asked: [] as string[] };
  app.get<{ Params: { address: string }; Querystring: Record<string, string> }>(
    '/v1/accounts/:address/transactions/trc20',
    async (request, reply) => {
      if (chain.down) return reply.code(503).send({});
      chain.asked.push(request.params.address);
      chain.key = String(request.headers['tron-pro-api-key']);
      const { min_timestamp, fingerprint = '0' } = request.query;
      const all = chain.txs
        .filter(({ to, at }) => to === request.params.address && at >= Number(min_timestamp))
        .sort((a, b) => a.at - b.at);
      const start = Number(fingerprint);
      const data = all.slice(start, start + 2).map(({ txid, to, value, at, token }) => ({
        transaction_id: txid,
        token_info: { symbol: 'USDT', address: token, decimals: 6, name: 'Tether USD' },
        block_timestamp: at,
        from: payer,
        to,
        type: 'Transfer',
        value: String(value),
      }));
      const more = all.length > start + 2 && { fingerprint: String(start + 2) };
      return { data, success: true, meta: { at: Date.now(), page_size: data.length, ...more } };
    },
  );
  app.post<{ Body: { value: string } }>('/walletsolidity/gettransactioninfobyid', async ({ body }) => {
    chain.asked.push(body.value);
    const tx = chain.txs.find(({ txid }) => txid === body.value);
    if (!tx?.solid) return {};
    const topic = (address: string) => hexOf(address).padStart(64, '0');
    const event = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
    const data = (tx.logged ?? tx.value).toString(16).padStart(64, '0');
    const log = [{ address: hexOf(tx.token), topics: [event, topic(payer), topic(tx.to)], data }];
    return { id: tx.txid, receipt: { result: tx.result }, ...(tx.result === 'SUCCESS' && { log }) };
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { url, chain, close: () => app.close() };
}

type Grid = Awaited<ReturnType<typeof openTronGrid>>;
interface Context {
  gateway: TestGateway;
  grid: Grid;
  as: Sent;
  member: string;
  productId: string;
}

const test = suite<Context>('USDT on TRON');
test.before(async (context) => {
  context.grid = await openTronGrid();
  context.gateway = await openGateway({
    env: { TRON_ADDRESSES: ours.join(','), TRON_API_URL: context.grid.url, TRON_API_KEY: 'k1' },
  });
});
test.before.each(async (context) => {
  const { gateway, grid } = context;
  Object.assign(grid.chain, { txs: [], down: false, asked: [] });
  // One test makes blocks of the future: the next looks from now on again.
  await gateway.db.run.updateTable('usdt_address').set({ seen_until: new Date() }).execute();
  context.member = (await addMember(gateway)).id;
  context.as = await gateway.signIn(context.member);
  context.productId = await addProduct(gateway, { price: 72_00, stock: 100 });
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(async ({ gateway, grid }) => {
  await gateway.close();
  await grid.close();
});

let made = 0;
const look = ({ gateway }: Pick<Context, 'gateway'>, now = Date.now()) =>
  watchUsdt(gateway.db, chainOf(gateway.db, gateway.settings)!, gateway.settings, now);
const payee = async ({ gateway, as, productId }: Context) => {
  const orderNo = await waiting(gateway, as, { productId, channel: 'usdt' });
  const { body } = await gateway.send(calls.startPay, { orderNo }, as);
  return { orderNo, ...(body as calls.UsdtPayee) };
};
function transfer({ grid }: Context, to: { address: string; amount: number }, more: Partial<Tx> = {}): Tx {
  const plain = { token: usdt, solid: true, result: 'SUCCESS', at: Date.now() + 1000 };
  const tx: Tx = {
    txid: `${++made}`.padStart(64, '0'),
    to: to.address,
    value: to.amount,
    ...plain,
    ...more,
  };
  grid.chain.txs.push(tx);
  return tx;
}
const reviewed = async ({ gateway }: Context, txid: string) =>
  gateway.db.run.selectFrom('usdt_transfer').selectAll().where('txid', '=', txid).executeTakeFirst();

test('amounts are whole numbers both ways, rounded against the payer', () => {
  assert.is(usdtOf(72_00, 7_20), 10_000_000);
  assert.is(usdtOf(1, 7_20), 1389);
  assert.is(fenOf(1389, 7_20), 1);
  assert.is(fenOf(1388, 7_20), 0);
});

test('the addresses of the sandbox are valid', () => {
  for (const address of ours) assert.ok(isTronAddress(address) && !isTronBurnAddress(address));
  assert.is(hexOf(usdt), 'a614f803b6fd780986a42c78ec9c7f77e6ded13c');
});

test('an address may have every letter of base58, and no 0, which would stand for the same bytes', () => {
  for (const address of [usdt, fake, payer]) assert.ok(isTronAddress(address), address);
  assert.match(fake, /1/, 'the first letter of the alphabet');
  // as a digit, a letter that is not in the alphabet would count minus one: T and 0 as much as S and z
  assert.not(isTronAddress(usdt.replace('Sz', 'T0')));
});

test('an exact transfer confirms while it is not final, and pays when it is', async (context) => {
  const { gateway, as, grid } = context;
  const to = await payee(context);
  assert.is(to.contract, usdt);
  const found = await gateway.send(calls.findLittleUse, { orderNo: to.orderNo }, as);
  const { amount, address, contract } = found.body;
  assert.equal([amount, address, contract], [to.amount, to.address, usdt]);
  const tx = transfer(context, to, { solid: false });
  await look(context);
  assert.is((await stateOf(gateway, as, to.orderNo)).state, -3);
  tx.solid = true;
  await Promise.all([look(context), look(context)]);
  await look(context);
  const paid = await stateOf(gateway, as, to.orderNo);
  assert.is(paid.state, 1);
  assert.is(paid.paidAmount, 72_00);
  assert.is(await held(gateway, context.member), 0);
  assert.is(grid.chain.key, 'k1');
  const again = await gateway.send(calls.findLittleUse, { orderNo: to.orderNo }, as);
  assert.match(again.message, /has been paid/, 'nobody is shown where to pay a second time');
  grid.chain.asked = [];
  await look(context);
  assert.not(grid.chain.asked.includes(tx.txid), 'what has arrived is not asked about again');
});

test('an item of the list that is no transfer of whole USDT to us is left out', async () => {
  const [address] = ours;
  const token_info = { address: usdt };
  const good = {
    transaction_id: 't1',
    value: '5',
    block_timestamp: 1,
    from: payer,
    to: address,
    type: 'Transfer',
    token_info,
  };
  const wrong = [
    { value: '0' },
    { value: '-5' },
    { value: '1.5' },
    { value: '99999999999999999' },
    { value: '9999999999999999' }, // of 16 digits, and not exact
    { value: '+5' },
    { value: '0x5' },
    { value: 5 },
    { transaction_id: undefined },
    { block_timestamp: '1' },
    { type: 'Approval' },
    { to: payer },
    { token_info: { address: payer } },
  ];
  const data = [...wrong.map((part) => ({ ...good, ...part })), good];
  const answer = async () => new Response(JSON.stringify({ data }));
  const grid = tronGrid({ api: 'http://grid', apiKey: '', contract: usdt } as never, answer);
  assert.equal(
    (await grid.transfers(address!, 0)).map(({ txid, amount }) => [txid, amount]),
    [['t1', 5]],
  );
});

test('orders of one price share no address and amount', async (context) => {
  const all = [];
  for (let at = 0; at < 6; at++) all.push(await payee(context));
  assert.is(new Set(all.map(({ address, amount }) => `${address} ${amount}`)).size, 6);
  assert.is(new Set(all.map(({ address }) => address)).size, 2);
  assert.ok(all.every(({ amount }) => amount >= 10_000_000 && amount < 10_010_000));
});

test('the right one of several orders is paid, over more than one page', async (context) => {
  const { gateway, as } = context;
  const all = [];
  for (let at = 0; at < 6; at++) all.push(await payee(context));
  for (const one of all.slice(0, 5)) transfer(context, one);
  await look(context);
  for (const [at, { orderNo }] of all.entries())
    assert.is((await stateOf(gateway, as, orderNo)).state, at < 5 ? 1 : 0);
});

test('short, excess and wrong tokens pay nothing; the first two wait for an operator', async (context) => {
  const { gateway, as } = context;
  const to = await payee(context);
  const short = transfer(context, { ...to, amount: to.amount - 1 });
  const wrong = transfer(context, to, { token: fake });
  await look(context);
  assert.is((await stateOf(gateway, as, to.orderNo)).state, 0);
  assert.is((await reviewed(context, short.txid))!.state, 'review');
  assert.is(await reviewed(context, wrong.txid), undefined);
});

test('a transfer of another amount is not the payment of the order, up to the last moment', async (context) => {
  const { gateway, as } = context;
  const to = await payee(context);
  const { run } = gateway.db;
  const due = await run
    .selectFrom('usdt_reservation')
    .select(['since', 'deadline'])
    .where('order_no', '=', to.orderNo)
    .executeTakeFirstOrThrow();
  await run // it is the only one due at its address
    .deleteFrom('usdt_reservation')
    .where('address', '=', to.address)
    .where('order_no', '!=', to.orderNo)
    .execute();
  const short = transfer(context, { ...to, amount: to.amount - 1 }, { at: due.since.getTime() });
  const excess = transfer(context, { ...to, amount: to.amount + 123_456 }, { at: due.deadline.getTime() });
  await look(context, due.deadline.getTime());
  for (const [{ txid }, reason] of [
    [short, 'short'],
    [excess, 'excess'],
  ] as const) {
    const row = await reviewed(context, txid);
    assert.equal([row?.order_no, row?.reason, row?.state], [to.orderNo, reason, 'review']);
  }
  assert.is((await stateOf(gateway, as, to.orderNo)).state, 0);
});

test('a transfer that was reverted, or whose log says otherwise, pays nothing', async (context) => {
  const { gateway, as, productId } = context;
  const before = await stockOf(gateway, productId);
  const [one, other] = [await payee(context), await payee(context)];
  transfer(context, one, { result: 'REVERT' });
  transfer(context, other, { logged: 1 });
  await look(context);
  for (const { orderNo } of [one, other]) assert.is.not((await stateOf(gateway, as, orderNo)).state, 1);
  await expireOrders(gateway.db, Date.now() + 40 * minute);
  for (const { orderNo } of [one, other]) assert.is((await stateOf(gateway, as, orderNo)).state, -1);
  assert.is(await stockOf(gateway, productId), before);
});

test('an order does not run out while its transfer is being confirmed', async (context) => {
  const { gateway, as } = context;
  const to = await payee(context);
  const tx = transfer(context, to, { solid: false });
  await look(context);
  await expireOrders(gateway.db, Date.now() + 40 * minute);
  assert.is((await stateOf(gateway, as, to.orderNo)).state, -3);
  tx.solid = true;
  await look(context);
  assert.is((await stateOf(gateway, as, to.orderNo)).state, 1);
});

test('a late transfer is credited to the balance, and its amount is not given away meanwhile', async (context) => {
  const { gateway, as, member } = context;
  const to = await payee(context);
  const later = Date.now() + 45 * minute;
  await expireOrders(gateway.db, later);
  const next = await payee(context);
  const another = await payee(context);
  for (const one of [next, another]) assert.not(one.address === to.address && one.amount === to.amount);
  transfer(context, to, { at: later });
  await look(context, later + minute);
  assert.is((await stateOf(gateway, as, to.orderNo)).state, -1);
  assert.is(await held(gateway, member), 72_00);
});

test('an amount that was due at an address is nobody else’s for a day', async (context) => {
  const { gateway } = context;
  const due = await payee(context);
  const isDue = ({ address, amount }: typeof due) => address === due.address && amount === due.amount;
  await expireOrders(gateway.db, Date.now() + 20 * 60 * minute);
  gateway.clock.ahead = 20 * 60 * minute;
  context.as = await gateway.signIn(context.member);
  const others = [];
  for (let at = 0; at < 4; at++) others.push(await payee(context));
  gateway.clock.ahead = 0;
  assert.not(others.some(isDue));
});

test('an address that is no longer in the settings is given to nobody, however seldom it was used', async (context) => {
  const { gateway } = context;
  await addRows(gateway, 'usdt_address', [{ address: payer, used: 0, seen_until: new Date() }]);
  const { address } = await payee(context);
  await gateway.db.run.deleteFrom('usdt_address').where('address', '=', payer).execute();
  assert.ok(ours.includes(address), address);
});

test('a transfer from before the order is not its payment', async (context) => {
  const { gateway, as } = context;
  const to = await payee(context);
  transfer(context, to, { at: Date.now() - 5 * minute });
  await look(context);
  assert.is((await stateOf(gateway, as, to.orderNo)).state, 0);
});

test('a chain that does not answer is asked again, and nothing is lost', async (context) => {
  const { gateway, as, grid } = context;
  const to = await payee(context);
  transfer(context, to);
  grid.chain.down = true;
  let failed = false;
  await look(context).catch(() => {
    failed = true;
  });
  assert.ok(failed);
  assert.is((await stateOf(gateway, as, to.orderNo)).state, 0);
  grid.chain.down = false;
  await look(context);
  assert.is((await stateOf(gateway, as, to.orderNo)).state, 1);
});

test('the chain is asked about the addresses that are ours today and were given to somebody', async (context) => {
  const { gateway, grid } = context;
  const { address } = await payee(context);
  await addRows(gateway, 'usdt_address', [{ address: payer, used: 1, seen_until: new Date() }]);
  await look(context);
  assert.ok(grid.chain.asked.includes(address));
  assert.not(grid.chain.asked.includes(payer), 'one of the settings of last year');
  await gateway.db.run.updateTable('usdt_address').set({ used: 0 }).where('address', '=', address).execute();
  grid.chain.asked = [];
  await look(context);
  assert.not(grid.chain.asked.includes(address), 'nobody was given it');
  await gateway.db.run.deleteFrom('usdt_address').where('address', '=', payer).execute();
  await gateway.db.run.updateTable('usdt_address').set({ used: 1 }).where('address', '=', address).execute();
});

test("the sandbox's wallet makes a transfer that the watcher finds by itself", async () => {
  const gateway = await openGateway();
  try {
    const as = await gateway.signIn((await addMember(gateway)).id);
    const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway), channel: 'usdt' });
    const { body } = await gateway.send(calls.startPay, { orderNo }, as);
    assert.is(body.sandbox, true);
    assert.match(await (await fetch(gateway.url + body.url)).text(), 'SANDBOX');
    await press(gateway, body.url, 'exact');
    assert.is((await stateOf(gateway, as, orderNo)).state, -3);
    await look({ gateway }, Date.now() + 5_000);
    assert.is((await stateOf(gateway, as, orderNo)).state, 1);
  } finally {
    await gateway.close();
  }
});

test.run();
