import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dayOf } from '../../src/server/kernel/dates';
import { addressesOf } from '../../src/server/payments/usdt/addresses';
import { addMember } from './support/member';
import { asDesk } from './support/money-room';
import { openGateway, type TestGateway } from './support/open';
import { deskSession, operatorAs } from './support/operator';
import { addRows } from './support/rows';
import { booksInOrder } from './support/shop';
import { desk } from './support/wallet';
import { wechatEnv } from './support/wechat';

interface Context {
  gateway: TestGateway;
  finance: string;
}
const test = suite<Context>('reports of providers');
test.before(async (the) => {
  the.gateway = await openGateway({ env: wechatEnv('http://127.0.0.1:9') });
  the.finance = (await deskSession(the.gateway, 'finance')).token;
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const base64 = (text: string) => Buffer.from(text).toString('base64');
const imported = async ({ gateway, finance }: Context, text: string, more: object = {}) =>
  asDesk(gateway, finance, 'statements', { name: 'report.csv', file: base64(text), ...more });
/** The lines of a file. */
async function linesOf({ gateway }: Context, file: string) {
  const { items } = await desk(gateway, `banklines?state=any&file=${file}&size=200`);
  return items as any[];
}
const outcomes = async (the: Context, file: string) =>
  Object.fromEntries(
    (await linesOf(the, file)).map(({ bankReference, state, why, kind }) => [
      bankReference,
      why ?? kind ?? state,
    ]),
  );

/** A paid order with a payment of 100 yuan, and a refund or a dispute of it. */
async function paid({ gateway }: Context, way: string, number: string) {
  const { id } = await addMember(gateway);
  const order_no = `C${randomUUID().slice(0, 12)}`;
  const sums = { amount: 100_00, total: 100_00, paid: 100_00, discount: 0, refunded: 0 };
  await addRows(gateway, 'purchase', [{ order_no, member: id, state: 1, way, currency: 'money', ...sums }]);
  const receipt = `${way}:${number}`;
  await addRows(gateway, 'receipt', [
    { id: receipt, member: id, order_no, way, amount: 100_00, used_for: 'order' },
  ]);
  return { member: id, order_no, receipt, way };
}
async function refunded(
  the: Context,
  payment: Awaited<ReturnType<typeof paid>>,
  number: string,
  more: object = {},
) {
  const row = { number, sent_as: number, amount: 30_00, state: 'done', times: 1, reference: `p-${number}` };
  await addRows(the.gateway, 'provider_refund', [{ ...row, ...payment, ...more }]);
}

const stripeHead =
  'balance_transaction_id,created_utc,currency,gross,fee,net,reporting_category,source_id,description,payment_intent_id';
const stripeReport = (rows: string[]) => [stripeHead, ...rows].join('\n');

test('Stripe’s report is matched by its numbers and shows fees; its payouts are set aside', async (the) => {
  const payment = await paid(the, 'card', 'pi_a');
  await refunded(the, payment, 'FA', { reference: 're_a' });
  await addRows(the.gateway, 'dispute', [
    { number: 'DA', reference: 'du_a', amount: 40_00, state: 'won', withheld: false, ...payment },
  ]);
  await paid(the, 'card', 'pi_less');
  const { status, body } = await imported(
    the,
    stripeReport([
      'txn_1,2026-11-20 17:30:00,cny,100.00,3.20,96.80,charge,ch_1,"Cloudphone, order",pi_a',
      'txn_2,2026-11-21 01:00:00,cny,-30.00,0.00,-30.00,refund,re_a,,pi_a',
      'txn_3,2026-11-21 01:00:00,cny,-40.00,100.00,-140.00,dispute,du_a,,pi_a',
      'txn_4,2026-11-22 01:00:00,cny,40.00,-100.00,140.00,dispute_reversal,du_a,,pi_a',
      'txn_5,2026-11-22 01:00:00,cny,99.00,3.00,96.00,charge,ch_2,,pi_less',
      'txn_6,2026-11-22 01:00:00,cny,50.00,3.00,47.00,charge,ch_3,,pi_nobody',
      'txn_7,2026-11-22 01:00:00,cny,-200.00,0.00,-200.00,payout,po_1,,',
      'txn_8,2026-11-22 01:00:00,usd,5.00,0.00,5.00,charge,ch_4,,pi_usd',
    ]),
  );
  assert.is(status, 200);
  assert.equal([body.lines, body.matched, body.open], [8, 4, 3]);
  assert.equal(await outcomes(the, body.id), {
    txn_1: 'payment',
    txn_2: 'refund',
    txn_3: 'dispute',
    txn_4: 'dispute',
    txn_5: 'amountDiffers',
    txn_6: 'unknown',
    txn_7: 'ignored',
    txn_8: 'currency',
  });
  const lines = await linesOf(the, body.id);
  const first = lines.find(({ bankReference }) => bankReference === 'txn_1');
  assert.equal(
    [first.day, first.fee, first.orderNo, first.way],
    ['2026-11-21', 3_20, payment.order_no, 'card'],
  );
  const file = await desk(the.gateway, `statements/${body.id}`);
  assert.equal([file.format, file.fee, file.openLines], ['stripe', 9_20, 3]);
  const day = await desk(the.gateway, 'reconciliation/2026-11-21');
  assert.equal([day.fee, day.cameIn, day.wentOut], [103_20, 100_00, 70_00]);
  assert.is((await imported(the, stripeReport(['txn_9,2026-13-45,cny,1,0,1,charge,c,,p']))).status, 409);
});

test('fees of providers are an expense in the books, once, when their line is matched', async (the) => {
  const { gateway } = the;
  const month = dayOf(Date.now()).slice(0, 7);
  const sums = async () => {
    const { balances } = await desk(gateway, `months/${month}`);
    const of = (account: string) =>
      balances.find((row: any) => row.account === `system:${account}` && row.asset === 'CNY')?.closing ?? 0;
    return { fees: of('providerFees'), card: of('card') };
  };
  const before = await sums();
  const payment = await paid(the, 'card', 'pi_f');
  await addRows(gateway, 'dispute', [
    { number: 'DF', reference: 'du_f', amount: 40_00, state: 'won', withheld: false, ...payment },
  ]);
  const { body } = await imported(
    the,
    stripeReport([
      'txn_f1,2026-11-20 01:00:00,cny,100.00,3.20,96.80,charge,ch_f,,pi_f',
      'txn_f2,2026-11-21 01:00:00,cny,-40.00,100.00,-140.00,dispute,du_f,,pi_f',
      'txn_f3,2026-11-22 01:00:00,cny,40.00,-100.00,140.00,dispute_reversal,du_f,,pi_f',
      'txn_f4,2026-11-22 01:00:00,cny,-2.50,0.00,-2.50,fee,ch_x,"Radar",',
      'txn_f5,2026-11-22 01:00:00,cny,77.00,9.99,67.01,charge,ch_y,,pi_of_nobody',
    ]),
  );
  assert.is((await outcomes(the, body.id)).txn_f4, 'fee');
  const after = await sums();
  assert.equal([after.fees - before.fees, after.card - before.card], [-5_70, 5_70]);
  await asDesk(gateway, the.finance, `statements/${body.id}/matchAgain`, {});
  assert.equal(await sums(), after);
});

test('Alipay’s bill in GB 18030 is read to the end of its table, with refunds by our number', async (the) => {
  const payment = await paid(the, 'alipay', '2026112022001');
  await refunded(the, payment, 'FB');
  await refunded(the, payment, 'FC', { state: 'balance' });
  await refunded(the, payment, 'FD', { state: 'underWay' });
  const head =
    '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注';
  const row = (kind: string, amount: string, request: string, fee: string) =>
    `2026112022001\t,a1\t,${kind},Cloudphone,2026-11-20 10:00:00,2026-11-20 10:00:05,,,,,li***@x.cn,${amount},${amount},0,0,0,0,0,,0,0,${request},${fee},0,`;
  const bill = [
    '#支付宝业务明细查询',
    '#账号：[20881234567801560156]',
    '#-----------------------------------------业务明细列表----------------------------------------',
    head,
    row('交易', '100.00', '', '-0.60'),
    row('退款', '-30.00', 'FB', '0.18'),
    row('退款', '-30.00', 'FC', '0.18'),
    row('退款', '-30.00', 'FD', '0.18'),
    '#-----------------------------------------业务明细列表结束------------------------------------',
    '#业务明细合计，4笔，商家实收共10.00元',
  ].join('\r\n');
  const { body } = await imported(the, bill);
  assert.equal([body.lines, body.matched], [4, 2]);
  assert.equal(await outcomes(the, body.id), {
    '2026112022001': 'payment',
    '2026112022001/FB': 'refund',
    '2026112022001/FC': 'decided',
    '2026112022001/FD': 'notBooked',
  });
  assert.is((await desk(the.gateway, `statements/${body.id}`)).fee, 6);
  await the.gateway.db.run
    .updateTable('provider_refund')
    .set({ state: 'done' })
    .where('number', '=', 'FD')
    .execute();
  assert.is((await asDesk(the.gateway, the.finance, `statements/${body.id}/matchAgain`, {})).body.matched, 1);
});

test('WeChat Pay’s bill, with its marks before numbers, is of our merchant account only', async (the) => {
  const payment = await paid(the, 'wechat', '4200001');
  await refunded(the, payment, 'FE');
  const head =
    '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注';
  const row = (mchId: string, state: string, refund: string, amount: string, back: string, fee: string) =>
    `\`2026-11-20 12:00:00,\`wx1,\`${mchId},\`0,\`,\`4200001,\`a1,\`o1,\`JSAPI,\`${state},\`OTHERS,\`CNY,\`${amount},\`0.00,\`${refund && `50${refund}`},\`${refund},\`${back},\`0.00,\`,\`,\`Cloudphone,\`,\`${fee},\`0.60%,\`${amount},\`${back},\``;
  const bill = (mchId: string) =>
    [
      `\ufeff${head}`,
      row(mchId, 'SUCCESS', '', '100.00', '0.00', '0.60000'),
      row(mchId, 'REFUND', 'FE', '0.00', '30.00', '-0.18000'),
      '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额',
      '`2,`100.00,`30.00,`0.00,`0.42000,`100.00,`30.00',
    ].join('\r\n');
  assert.match((await imported(the, bill('1900000999'))).body.message, 'another account: 1900000999');
  const broken = bill('1900000001').replace('`-0.18000', '`free');
  assert.match((await imported(the, broken)).body.message, '2: 2026-11-20 -30.00 free', 'the second row');
  const { body } = await imported(the, bill('1900000001'));
  assert.equal([body.lines, body.matched], [2, 2]);
  assert.equal(await outcomes(the, body.id), { '4200001': 'payment', '50FE': 'refund' });
  const file = await desk(the.gateway, `statements/${body.id}`);
  assert.equal([file.format, file.account, file.fee], ['wechatPay', '1900000001', 42]);
});

test('USDT transfers of the chain are compared with those that were booked', async (the) => {
  const { gateway } = the;
  const [address = ''] = addressesOf(gateway.settings);
  const at = new Date('2026-11-19T20:00:00Z');
  const transfer = (txid: string, amount: number) => ({ txid, address, amount, at });
  await addRows(gateway, 'sandbox_transfer', [
    transfer('tx1', 13_880_001),
    transfer('tx2', 2_000_000),
    transfer('tx3', 3_000_000),
    transfer('tx4', 4_000_000),
  ]);
  const booked = (txid: string, amount: number, state: string) => ({
    ...transfer(txid, amount),
    state,
    payer: 'T',
  });
  await addRows(gateway, 'usdt_transfer', [
    booked('tx1', 13_880_001, 'credited'),
    booked('tx2', 2_000_001, 'credited'),
    booked('tx3', 3_000_000, 'review'),
  ]);
  const run = async (...args: string[]) => (await operatorAs(gateway, the.finance, {}, args)).text;
  assert.match(await run('statement', 'chain', '2026-11-20'), '"matched": 1');
  const { items } = await desk(gateway, 'banklines?state=any&way=usdt');
  assert.equal(
    Object.fromEntries(items.map(({ bankReference, why, kind }: any) => [bankReference, why ?? kind])),
    { tx1: 'usdt', tx2: 'amountDiffers', tx3: 'notBooked', tx4: 'unknown' },
  );
  const [first] = items.filter(({ bankReference }: any) => bankReference === 'tx1');
  assert.equal(
    [first.usdt, first.amount, first.transfer, first.day],
    [13_880_001, undefined, 'tx1', '2026-11-20'],
  );
  assert.match(await run('statement', 'chain', '2026-11-20'), 'imported before');
  const nothing = await asDesk(gateway, the.finance, 'statements', { name: 'nothing' });
  assert.equal([nothing.status, /0 B/.test(nothing.body.message)], [409, true], nothing.body.message);
});

test('a provider’s line is matched by hand to a payment, a refund or a dispute of the same amount, once', async (the) => {
  const { gateway } = the;
  const payment = await paid(the, 'card', 'pi_h');
  const other = await paid(the, 'alipay', 'al_h');
  await refunded(the, payment, 'F202611201');
  await addRows(gateway, 'dispute', [
    { number: 'D202611201', reference: 'du_h', amount: 50_00, state: 'lost', withheld: true, ...payment },
  ]);
  const { body } = await imported(
    the,
    stripeReport([
      'txn_h1,2026-11-20 01:00:00,cny,100.00,3.20,96.80,charge,ch_h,,',
      'txn_h2,2026-11-20 01:00:00,cny,-30.00,0.00,-30.00,refund,re_h,,',
      'txn_h3,2026-11-20 01:00:00,cny,-50.00,0.00,-50.00,dispute,dp_h,,',
      'txn_h4,2026-11-20 01:00:00,cny,100.00,3.20,96.80,charge,ch_h4,,',
    ]),
  );
  assert.is(body.matched, 0);
  const lines = await linesOf(the, body.id);
  const id = (number: string) => lines.find(({ bankReference }) => bankReference === number).id;
  const run = async (...args: string[]) => (await operatorAs(gateway, the.finance, {}, args)).text;
  assert.match(await run('line', 'match', id('txn_h1'), 'al_h', '--payment'), 'No record fits');
  assert.match(await run('line', 'match', id('txn_h1'), 'pi_h', '--payment'), 'payment');
  assert.match(await run('line', 'match', id('txn_h4'), 'pi_h', '--payment'), 'Another line');
  assert.match(await run('line', 'match', id('txn_h2'), 'F202611201'), 'refund');
  assert.match(await run('line', 'match', id('txn_h3'), 'F202611201'), 'amounts differ');
  assert.match(await run('line', 'match', id('txn_h3'), 'D202611201'), 'dispute');
  assert.ok(other);
});

test.run();
