import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as payments from '../../src/contract/buying/payments';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { waitingLists } from '../../src/server/waiting-lists';
import { isSpread } from './support/database';
import { bringOnline } from './support/machines';
import { addMember } from './support/member';
import { asDesk } from './support/money-room';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { deskSession, operator } from './support/operator';
import { type RefundsOfProvider, refundsOfProvider } from './support/provider-refunds';
import { addProduct, booksInOrder, hasPaid, held, stateOf, waiting } from './support/shop';
import { openStripe, stripeEnv, stripeEvent } from './support/stripe';
import { whileNumberIsTaken } from './support/taken-number';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
  stripe: Awaited<ReturnType<typeof openStripe>>;
  refunds: RefundsOfProvider;
  finance: string;
}

const test = suite<Context>('disputes');
test.before(async (the) => {
  const refunds = refundsOfProvider();
  const stripe = await openStripe(refunds);
  const gateway = await openGateway({ env: stripeEnv(stripe.url) });
  const { token: finance } = await deskSession(gateway, 'finance');
  Object.assign(the, { refunds, stripe, gateway, finance });
});
test.before.each(async (the) => {
  Object.assign(the.refunds, { does: 'refunds', made: [] });
  the.member = (await addMember(the.gateway)).id;
  the.as = await the.gateway.signIn(the.member);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(async ({ gateway, stripe }) => {
  await gateway.close();
  await stripe.close();
});

const due = Math.floor(Date.UTC(2026, 11, 24) / 1000);
/** A dispute as Stripe describes it, of a payment of 100 yuan. */
const dispute = (payment_intent: string, more: object = {}) => ({
  id: `du_${payment_intent}`,
  object: 'dispute',
  amount: 100_00,
  currency: 'cny',
  charge: 'ch_1',
  payment_intent,
  reason: 'product_not_received',
  status: 'needs_response',
  evidence_details: { due_by: due },
  ...more,
});

async function bought(the: Context, channel = 'card') {
  const { gateway, as } = the;
  const orderNo = await waiting(gateway, as, { productId: await addProduct(gateway), channel });
  await gateway.send(payments.startPay, { orderNo }, as);
  return { orderNo, payment: await the.stripe.pay(gateway.url) };
}
const tell = ({ gateway }: Context, type: string, about: object, secret?: string) =>
  stripeEvent(gateway.url, `charge.dispute.${type}`, about, secret);
const disputeOf = async ({ gateway }: Context, orderNo: string) =>
  (await desk(gateway, `disputes?orderNo=${orderNo}&open=any`)).items[0];
const act = ({ gateway, finance }: Context, number: string, name: string, input: object) =>
  asDesk(gateway, finance, `disputes/${number}/${name}`, input);
const refund = ({ gateway, finance }: Context, orderNo: string, more: object = {}) =>
  asDesk(gateway, finance, `orders/${orderNo}/refund`, {
    reason: 'Broken',
    requestKey: randomUUID(),
    ...more,
  });
const waitingNow = async ({ gateway }: Context): Promise<number> =>
  (await waitingLists.find(({ name }) => name === 'disputes')?.look(gateway.db.run))?.count ?? -1;
const balanceOf = async ({ gateway }: Context, kind: string): Promise<number> => {
  const { sum } = await gateway.db.run
    .selectFrom('account')
    .select((is) => is.fn.sum<number>('balance').as('sum'))
    .where('member', 'is', null)
    .where('kind', '=', kind)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
};
const books = async (the: Context) => ({
  card: await balanceOf(the, 'card'),
  disputed: await balanceOf(the, 'disputed'),
  sales: await balanceOf(the, 'sales'),
});

test('a dispute that Stripe reports waits for people, its money is withheld, and returns when it is won', async (the) => {
  const { orderNo, payment } = await bought(the);
  const [before, waits] = [await books(the), await waitingNow(the)];
  assert.is((await tell(the, 'created', dispute(payment), 'whsec_other')).status, 401);
  for (let again = 0; again < 2; again++)
    assert.is((await tell(the, 'created', dispute(payment))).status, 200);
  const found = await disputeOf(the, orderNo);
  assert.equal(
    [found.state, found.amount, found.reason, found.withheld, found.deadline, found.warnings],
    ['open', 100_00, 'product not received', 'yes', '2026-12-24T00:00:00.000Z', undefined],
  );
  assert.is(await waitingNow(the), waits + 1);
  assert.equal(await books(the), {
    ...before,
    card: before.card + 100_00,
    disputed: before.disputed - 100_00,
  });
  // a status that Stripe may add, such as that of an appeal, moves nothing
  for (const status of ['under_review', 'appealed']) await tell(the, 'updated', dispute(payment, { status }));
  assert.is((await disputeOf(the, orderNo)).withheld, 'yes');
  for (let again = 0; again < 2; again++) await tell(the, 'closed', dispute(payment, { status: 'won' }));
  assert.equal(await books(the), before);
  assert.is((await disputeOf(the, orderNo)).state, 'won');
  assert.is(await waitingNow(the), waits);
  await tell(the, 'closed', dispute(payment, { status: 'lost' }));
  assert.equal(await books(the), before, 'what is decided stays');
});

// on several nodes numbers are unique within a member, and tables take no triggers
if (!isSpread)
  test('a dispute whose number is taken gets another one', async (the) => {
    const [first, second] = [await bought(the), await bought(the)];
    await tell(the, 'created', dispute(first.payment));
    const again = () => tell(the, 'created', dispute(second.payment));
    const { status } = await whileNumberIsTaken(
      the.gateway.db,
      { table: 'dispute', number: 'number' },
      again,
    );
    assert.is(status, 200);
    assert.is((await disputeOf(the, second.orderNo)).orderNo, second.orderNo);
  });

test('a lost dispute of a payment whose order failed leaves the balance, to which the payment went', async (the) => {
  const { gateway, as, member } = the;
  await hasPaid(gateway, as, member, 60_000_00);
  const productId = await addProduct(gateway, { price: 60_000_00 });
  const orderNo = await waiting(gateway, as, { productId, channel: 'card' });
  await gateway.send(payments.startPay, { orderNo }, as);
  const payment = await the.stripe.pay(gateway.url);
  const had = await held(gateway, member);
  await expireOrders(gateway.db, Date.now() + 86_400_000);
  assert.is((await held(gateway, member)) - had, 50_000_00);
  const [sales, corrections] = [await balanceOf(the, 'sales'), await balanceOf(the, 'corrections')];
  await tell(the, 'created', dispute(payment, { amount: 50_000_00, status: 'lost' }));
  assert.equal(
    [await balanceOf(the, 'sales'), await balanceOf(the, 'corrections')],
    [sales, corrections - 50_000_00],
  );
});

test('a disputed payment cannot be refunded in any way until the dispute is won', async (the) => {
  const { gateway, member, refunds } = the;
  const { orderNo, payment } = await bought(the);
  await refund(the, orderNo, { amount: 30_00 });
  await tell(the, 'created', dispute(payment, { amount: 50_00 }));
  assert.equal((await desk(gateway, `orders/${orderNo}`)).refundGoesTo, [{ way: 'card', amount: 20_00 }]);
  assert.match((await refund(the, orderNo, { amount: 20_01 })).body.message, '¥20.00');
  assert.is((await refund(the, orderNo, { amount: 20_00 })).status, 200);
  for (const toBalance of [false, true])
    assert.match((await refund(the, orderNo, { toBalance })).body.message, 'see the dispute');
  await tell(the, 'closed', dispute(payment, { amount: 50_00, status: 'won' }));
  assert.is((await refund(the, orderNo)).status, 200);
  assert.equal(
    refunds.made.map(({ amount }) => amount),
    [30_00, 20_00, 50_00],
  );
  assert.is(await held(gateway, member), 0);
});

test('of an order paid in parts, the part that is disputed takes no refund, and the other one does', async (the) => {
  const { gateway, as, member, refunds } = the;
  await hasPaid(gateway, as, member, 60_000_00);
  const productId = await addProduct(gateway, { price: 60_000_00 });
  const orderNo = await waiting(gateway, as, { productId, channel: 'card' });
  const payPart = async () => {
    await gateway.send(payments.startPay, { orderNo }, as);
    return the.stripe.pay(gateway.url);
  };
  const older = await payPart();
  gateway.clock.ahead = 60_000;
  const newer = await payPart();
  gateway.clock.ahead = 0;
  await tell(the, 'created', dispute(newer, { amount: 10_000_00 }));
  assert.is((await refund(the, orderNo)).body.refunded, 50_000_00);
  assert.equal(
    refunds.made.map(({ payment, amount }) => [payment, amount]),
    [[older, 50_000_00]],
  );
});

test('after a loss a person takes the goods back: the machines stop, and no money moves', async (the) => {
  const { gateway, as, member } = the;
  const { orderNo, payment } = await bought(the);
  await bringOnline(gateway);
  const before = await books(the);
  await tell(the, 'created', dispute(payment));
  await tell(the, 'closed', dispute(payment, { status: 'lost' }));
  assert.equal(await books(the), { ...before, card: before.card + 100_00, sales: before.sales - 100_00 });
  const machine = async () => (await gateway.send(devices.listDevices, {}, as)).body.items[0];
  assert.is((await machine()).online, 1);
  const { number, state } = await disputeOf(the, orderNo);
  assert.is(state, 'lost');
  const waits = await waitingNow(the);
  const take = () => act(the, number, 'decideGoods', { goodsAre: 'taken', note: 'They have the money' });
  const both = await Promise.all([take(), take()]);
  assert.equal(both.map(({ status }) => status).sort(), [200, 409]);
  assert.equal([(await machine()).state, (await machine()).online], ['refunded', 0]);
  assert.is((await stateOf(gateway, as, orderNo)).refunded, 100_00);
  assert.is(await held(gateway, member), 0);
  assert.is(await waitingNow(the), waits - 1);
  assert.match((await refund(the, orderNo)).body.message, 'refunded in full');
});

test('nobody decides about the goods of a dispute that is open, or that the company has won', async (the) => {
  const { gateway, as } = the;
  const { orderNo, payment } = await bought(the);
  await tell(the, 'created', dispute(payment));
  const { number } = await disputeOf(the, orderNo);
  const decide = async (goodsAre: string) =>
    (await act(the, number, 'decideGoods', { goodsAre, note: 'Too early' })).status;
  assert.equal([await decide('taken'), await decide('kept')], [409, 409]);
  await tell(the, 'closed', dispute(payment, { status: 'won' }));
  assert.equal([await decide('taken'), await decide('kept')], [409, 409]);
  assert.is((await stateOf(gateway, as, orderNo)).refunded, 0);
  assert.is((await refund(the, orderNo)).body.refunded, 100_00);
});

test('goods that the member keeps after a loss stay, and what was lost is not refunded', async (the) => {
  const { gateway, as } = the;
  const { orderNo, payment } = await bought(the);
  await tell(the, 'created', dispute(payment, { amount: 40_00, status: 'lost' }));
  const { number } = await disputeOf(the, orderNo);
  await act(the, number, 'decideGoods', { goodsAre: 'kept', note: 'A gesture' });
  assert.is((await stateOf(gateway, as, orderNo)).refunded, 0);
  assert.is((await act(the, number, 'decideGoods', { goodsAre: 'taken', note: 'No' })).status, 409);
  assert.is((await refund(the, orderNo, { amount: 60_01 })).status, 409);
  assert.is((await refund(the, orderNo)).body.refunded, 60_00);
});

test('an inquiry of the bank withholds nothing, and may be refunded before it becomes a dispute', async (the) => {
  const { orderNo, payment } = await bought(the);
  const before = await books(the);
  await tell(the, 'created', dispute(payment, { status: 'warning_needs_response' }));
  assert.equal(await books(the), before);
  assert.is((await disputeOf(the, orderNo)).state, 'inquiry');
  assert.is((await refund(the, orderNo)).status, 200);
  assert.equal((await disputeOf(the, orderNo)).warnings, [{ kind: 'refundedToo', amount: 100_00 }]);
  await tell(the, 'closed', dispute(payment, { status: 'warning_closed' }));
  assert.is((await disputeOf(the, orderNo)).state, 'won');
});

test('a refund that failed because the payer’s bank took the money is ended, not paid again', async (the) => {
  const { gateway, member, refunds, finance } = the;
  const before = await books(the);
  const { orderNo, payment } = await bought(the);
  refunds.does = 'refuses';
  await refund(the, orderNo);
  const [{ number }] = (await desk(gateway, `providerrefunds?orderNo=${orderNo}`)).items;
  const end = (name: string) => asDesk(gateway, finance, `providerrefunds/${number}/${name}`, {});
  assert.match((await end('void')).body.message, 'has not taken');
  await tell(the, 'created', dispute(payment, { status: 'lost' }));
  refunds.does = 'refunds';
  for (const name of ['sendAgain', 'toBalance'])
    assert.match((await end(name)).body.message, 'see the dispute');
  assert.is((await end('void')).status, 200);
  assert.is((await end('void')).status, 409);
  assert.equal(refunds.made, []);
  assert.is(await held(gateway, member), 0);
  assert.equal(await books(the), before, 'the payer has back what they paid');
});

test('a person records a complaint that the provider does not report, and its end', async (the) => {
  const { gateway } = the;
  const { orderNo } = await bought(the);
  const before = await books(the);
  const run = async (...args: string[]) => (await operator(gateway, ...args)).text;
  const record = () =>
    run('dispute', 'record', orderNo, 'TS-1', '100', 'Not received', '--withheld', '--until', '2026-12-01');
  const said = await record();
  assert.is(await record(), said, 'the same complaint again is the same dispute');
  const { number, deadline, by } = await disputeOf(the, orderNo);
  assert.match(said, number);
  assert.equal([deadline, typeof by], ['2026-12-01T16:00:00.000Z', 'string']);
  assert.match(await run('dispute', 'list'), number);
  assert.is((await books(the)).disputed, before.disputed - 100_00);
  assert.match(await run('dispute', 'won', number, 'They', 'withdrew', 'it'), 'won');
  assert.equal(await books(the), before);
  assert.match(await run('dispute', 'lost', number, 'No'), 'decided already');
  assert.match(
    await run('dispute', 'record', orderNo, 'TS-2', '100.01', 'Too', 'much'),
    'less than this amount',
  );
  const unpaid = await waiting(gateway, the.as, { productId: await addProduct(gateway) });
  assert.match(await run('dispute', 'record', unpaid, 'TS-3', '1', 'Early'), 'No payment has arrived');
});

test('support sees no dispute and decides none; one of a payment that is not ours is refused', async (the) => {
  const { gateway } = the;
  const { orderNo, payment } = await bought(the);
  await tell(the, 'created', dispute(payment));
  const { number } = await disputeOf(the, orderNo);
  const { token } = await deskSession(gateway, 'support');
  assert.is((await asDesk(gateway, token, 'disputes')).status, 403);
  for (const [name, input] of [
    ['win', { note: 'x' }],
    ['lose', { note: 'x' }],
    ['decideGoods', { goodsAre: 'kept', note: 'x' }],
  ] as const)
    assert.is((await asDesk(gateway, token, `disputes/${number}/${name}`, input)).status, 403);
  assert.is((await tell(the, 'created', dispute('pi_nobody'))).status, 404);
});

test('a lost dispute of a top-up leaves the balance, from which a correction can take it', async (the) => {
  const { gateway, as, member } = the;
  const { body } = await gateway.send(
    'txOrder/topUp',
    { amount: 100_00, phone: '13800138000', way: 'card', requestKey: randomUUID() },
    as,
  );
  await gateway.send(payments.startPay, { orderNo: body.orderNo }, as);
  const payment = await the.stripe.pay(gateway.url);
  assert.is(await held(gateway, member), 100_00);
  const before = await balanceOf(the, 'corrections');
  await tell(the, 'created', dispute(payment, { status: 'lost' }));
  assert.is(await held(gateway, member), 100_00);
  assert.is(await balanceOf(the, 'corrections'), before - 100_00);
});

test.run();
