import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as payments from '../../src/contract/buying/payments';
import { listMovements } from '../../src/contract/money/wallet';
import { correctBalance } from '../../src/server/wallet/corrections/correct-balance';
import { addMember } from './support/member';
import { asDesk, camt } from './support/money-room';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { deskSession, operatorAs } from './support/operator';
import { addRows } from './support/rows';
import { addProduct, booksInOrder, give, held, stateOf, waiting } from './support/shop';
import { addPicture } from './support/upload';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  ada: string;
  ben: string;
  member: string;
  username: string;
  as: Sent;
}
const test = suite<Context>('corrections and bank transfers of another amount');
test.before(async (the) => {
  the.gateway = await openGateway({ env: { SECOND_PERSON_FROM: '5000000' } });
  the.ada = (await deskSession(the.gateway, 'finance')).token;
  the.ben = (await deskSession(the.gateway, 'finance')).token;
});
test.before.each(async (the) => {
  const { id, username } = await addMember(the.gateway, { name: 'Li Mei', country: 'cn' });
  Object.assign(the, { member: id, username, as: await the.gateway.signIn(id) });
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

/** A bank transfer of 100 yuan that waits for its decision: for an order, or for the balance. */
async function remitted({ gateway, as, member }: Context, isTopUp = false) {
  const productId = await addProduct(gateway);
  const orderNo = isTopUp ? undefined : await waiting(gateway, as, { productId, channel: 'remittance' });
  const voucher = await addPicture(gateway, member);
  const form = { amount: 100_00, phone: '13800138000', voucher, requestKey: randomUUID(), orderNo };
  const { body, message } = await gateway.send(payments.remit, form, as);
  assert.ok(body?.id, message);
  return { id: body.id as string, orderNo: orderNo ?? '' };
}

const arrive = (
  { gateway, ada }: Context,
  id: string,
  amount: number,
  rest: 'open' | 'balance' = 'open',
  requestKey: string = randomUUID(),
) => asDesk(gateway, ada, `remittances/${id}/arrive`, { amount, rest, requestKey });

const told = async ({ gateway, member }: Context, kind: string) =>
  (
    await gateway.db.run
      .selectFrom('system_message')
      .select('told')
      .where('member', '=', member)
      .where('kind', '=', kind)
      .execute()
  ).map((one) => JSON.parse(one.told));

test('more arrives than the order needs: it is paid, and the rest is in the balance', async (the) => {
  const { gateway, as, member } = the;
  const { id, orderNo } = await remitted(the);
  const key = randomUUID();
  for (let again = 0; again < 2; again++)
    assert.is((await arrive(the, id, 130_00, 'open', key)).body.state, 'approved');
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
  assert.is(await held(gateway, member), 30_00);
  assert.equal(await told(the, 'paymentToBalance'), [{ orderNo, amount: 30_00 }]);
  assert.match((await arrive(the, id, 1_00)).body.message, 'decided otherwise');
});

test('money that arrives pays its own order, and no other order of the member', async (the) => {
  const { gateway, as, member } = the;
  const { id, orderNo } = await remitted(the);
  const another = await waiting(gateway, as, { productId: await addProduct(gateway), channel: 'remittance' });
  await addRows(gateway, 'payment_part', [
    { member, order_no: another, part: 0, amount: 40_00, paid: false },
  ]);
  assert.is((await arrive(the, id, 100_00)).body.state, 'approved');
  const state = async (order: string) => (await stateOf(gateway, as, order)).state;
  assert.equal([await state(orderNo), await state(another)], [1, 0]);
});

test('less arrives and the rest stays open: the member gets a message, and the rest pays the order', async (the) => {
  const { gateway, as, member } = the;
  const { id, orderNo } = await remitted(the);
  const key = randomUUID();
  for (let again = 0; again < 2; again++) {
    const { body } = await arrive(the, id, 40_00, 'open', key);
    assert.equal([body.state, body.arrived], ['auditing', 40_00]);
  }
  assert.is((await stateOf(gateway, as, orderNo)).state, -3);
  assert.equal(await told(the, 'remittanceShort'), [{ orderNo, amount: 40_00, left: 60_00 }]);
  assert.equal((await desk(gateway, `remittances/${id}`)).warnings, undefined);
  await desk(gateway, `remittances/${id}/approve`, {});
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
  assert.is(await held(gateway, member), 0);
});

test('to approve a remittance brings the rest of that one alone, and is the time at which it was decided', async (the) => {
  const { gateway, as } = the;
  const [part, whole] = [await remitted(the), await remitted(the)];
  await arrive(the, part.id, 40_00);
  const rows = async () =>
    Promise.all(
      [part, whole].map(async ({ id }) => {
        const { state, arrived, decided_at } = await gateway.db.run
          .selectFrom('remittance')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return [state, arrived, !!decided_at];
      }),
    );
  await desk(gateway, `remittances/${whole.id}/approve`, {});
  assert.equal(await rows(), [
    ['auditing', 40_00, false],
    ['approved', 0, true],
  ]);
  const { state, paidAmount } = await stateOf(gateway, as, whole.orderNo);
  assert.equal([state, paidAmount], [1, 100_00]);
  await arrive(the, part.id, 60_00);
  assert.equal((await rows())[0], ['approved', 100_00, true]);
});

test('less arrives and the rest does not: rejected, the order fails and what came is in the balance', async (the) => {
  const { gateway, as, member } = the;
  const { id, orderNo } = await remitted(the);
  await arrive(the, id, 40_00);
  await desk(gateway, `remittances/${id}/reject`, { reason: 'The rest never came' });
  assert.is((await stateOf(gateway, as, orderNo)).state, -1);
  assert.is(await held(gateway, member), 40_00);
});

test('less arrives and goes to the balance by choice: the order ends', async (the) => {
  const { gateway, as, member } = the;
  const { id, orderNo } = await remitted(the);
  assert.is((await arrive(the, id, 40_00, 'balance')).body.state, 'approved');
  assert.is((await stateOf(gateway, as, orderNo)).state, -1);
  assert.is(await held(gateway, member), 40_00);
  assert.equal(await told(the, 'paymentToBalance'), [{ orderNo, amount: 40_00 }]);
});

test('a top-up credits what arrived', async (the) => {
  const { gateway, member } = the;
  const { id } = await remitted(the, true);
  assert.is((await arrive(the, id, 99_99)).body.state, 'approved');
  assert.is(await held(gateway, member), 99_99);
});

test('money is booked and decided for no transfer that does not exist', async (the) => {
  const { gateway, ada } = the;
  const id = randomUUID();
  const rest = { amount: 100_00, rest: 'open', requestKey: randomUUID() };
  for (const [act, input] of Object.entries({ arrive: rest, approve: {}, reject: { reason: 'Not ours' } })) {
    const { status, body } = await asDesk(gateway, ada, `remittances/${id}/${act}`, input);
    assert.equal([act, status, body.message], [act, 409, 'Bank transfer not found']);
  }
});

test('money that arrives counts towards the limit of one person with what came before', async (the) => {
  const { gateway, ben, member } = the;
  const { id } = await remitted(the, true);
  const key = randomUUID();
  assert.is((await arrive(the, id, 50_000_00, 'open', key)).status, 202);
  assert.is(await held(gateway, member), 0);
  const input = { amount: 50_000_00, rest: 'open', requestKey: key };
  assert.is((await asDesk(gateway, ben, `remittances/${id}/arrive`, input)).body.state, 'approved');
});

test('a line of the statement with another amount is booked by hand, and the next line brings the rest', async (the) => {
  const { gateway, ada, as } = the;
  const { id, orderNo } = await remitted(the);
  const bring = async (amount: number, bank: string) => {
    const text = camt([{ amount, reference: orderNo, bank, text: bank }]);
    const file = Buffer.from(text).toString('base64');
    const { body } = await asDesk(gateway, ada, 'statements', { name: 'x', file });
    return (await desk(gateway, `banklines?state=any&file=${body.id}`)).items[0];
  };
  const short = await bring(70_00, `S1 ${id}`);
  assert.equal([short.state, short.why], ['open', 'amountDiffers']);
  const match = (input: object) =>
    asDesk(gateway, ada, `banklines/${short.id}/match`, { remittance: id, ...input });
  assert.match((await match({})).body.message, 'amounts differ');
  assert.is((await match({ rest: 'open' })).body.state, 'matched');
  assert.is((await bring(30_00, `S2 ${id}`)).state, 'matched');
  assert.is((await stateOf(gateway, as, orderNo)).state, 1);
});

const correct = async (
  { gateway, username }: Context,
  token: string,
  input: { direction: string; amount: number; owed?: boolean; requestKey: string },
) => asDesk(gateway, token, 'corrections', { member: username, reason: 'Booked twice', ...input });

test('a correction always takes two people, and the member reads its reason in the statement', async (the) => {
  const { gateway, ada, ben, as, member } = the;
  const input = { direction: 'credit', amount: 1, requestKey: randomUUID() };
  for (let again = 0; again < 2; again++) assert.is((await correct(the, ada, input)).status, 202);
  assert.is(await held(gateway, member), 0);
  const { body } = await correct(the, ben, input);
  assert.match(body.number, /^K\d{14}$/);
  assert.is(await held(gateway, member), 1);
  const { items } = (await gateway.send(listMovements, { kind: 'balance' }, as)).body;
  const [{ reason, memo, amount, ref }] = items;
  assert.equal([reason, memo, amount, ref], ['correction', 'Booked twice', 1, body.number]);
  assert.equal(await told(the, 'balanceCredited'), [{ amount: 1, reason: 'Booked twice' }]);
});

test('a debit beyond the balance is refused, or the rest is owed and collected later', async (the) => {
  const { gateway, ada, ben, member } = the;
  await give(gateway, member, 'balance', 30_00);
  const both = async (input: { direction: string; amount: number; owed?: boolean }) => {
    const asked = { ...input, requestKey: randomUUID() };
    await correct(the, ada, asked);
    return (await correct(the, ben, asked)).body;
  };
  assert.match((await both({ direction: 'debit', amount: 50_00 })).message, 'lower than this debit');
  assert.is(await held(gateway, member), 30_00);
  const { number, owed } = await both({ direction: 'debit', amount: 50_00, owed: true });
  assert.equal([owed, await held(gateway, member)], [20_00, 0]);
  const owing = async () =>
    (await desk(gateway, `corrections?owing=yes&member=${the.username}`)).items.map((one: any) => one.owed);
  assert.equal(await owing(), [20_00]);
  const collect = async () => (await asDesk(gateway, ada, `corrections/${number}/collect`, {})).body.owed;
  assert.is(await collect(), 20_00);
  await give(gateway, member, 'balance', 25_00);
  assert.is(await collect(), 0);
  assert.is(await collect(), 0);
  assert.equal([await held(gateway, member), await owing()], [5_00, []]);
});

test('of two debits that a member owes, one is collected and the other stays owed', async (the) => {
  const { gateway, ada, member } = the;
  for (const amount of [50_00, 20_00]) {
    const debit = { member, direction: 'debit' as const, amount, reason: 'Booked twice', owed: true };
    await correctBalance(gateway.db, { ...debit, requestKey: randomUUID(), by: 'ada' }, Date.now());
  }
  const owing = async () =>
    (await desk(gateway, `corrections?owing=yes&member=${the.username}`)).items.map((one: any) => one.owed);
  assert.equal((await owing()).sort(), [20_00, 50_00]);
  const { items } = await desk(gateway, `corrections?member=${the.username}`);
  for (const { number, amount } of items)
    assert.is((await desk(gateway, `corrections/${number}`)).amount, amount, 'each has its own page');
  assert.is(items.length, 2);
  const { number } = await gateway.db.run
    .selectFrom('correction')
    .select('number')
    .where('member', '=', member)
    .where('owed', '=', 20_00)
    .executeTakeFirstOrThrow();
  await give(gateway, member, 'balance', 30_00);
  assert.is((await asDesk(gateway, ada, `corrections/${number}/collect`, {})).body.owed, 0);
  assert.equal([await held(gateway, member), await owing()], [10_00, [50_00]]);
});

test('nothing is collected for a correction that does not exist', async ({ gateway, ada }) => {
  const { status, body } = await asDesk(gateway, ada, 'corrections/K1/collect', {});
  assert.equal([status, body.message], [409, 'Correction not found']);
});

test('a repeated correction is made once, and another one with its key is refused', async (the) => {
  const { gateway, username, member } = the;
  const requestKey = randomUUID();
  const input = { member: username, direction: 'credit', amount: 5_00, reason: 'x', requestKey };
  const direct = { ...input, member, direction: 'credit' as const, by: 'ada' };
  await correctBalance(gateway.db, direct, Date.now());
  await correctBalance(gateway.db, direct, Date.now());
  assert.is(await held(gateway, member), 5_00);
  let refused = '';
  await correctBalance(gateway.db, { ...direct, amount: 6_00 }, Date.now()).catch((error) => {
    refused = error.key;
  });
  assert.is(refused, 'correctionOther');
});

test('support corrects no balance, and books no arrival', async (the) => {
  const { gateway } = the;
  const { token } = await deskSession(gateway, 'support');
  const input = { direction: 'credit', amount: 1, requestKey: randomUUID() };
  assert.is((await correct(the, token, input)).status, 403);
  const { id } = await remitted(the, true);
  const arrived = { amount: 1, rest: 'open', requestKey: randomUUID() };
  assert.is((await asDesk(gateway, token, `remittances/${id}/arrive`, arrived)).status, 403);
  assert.is((await asDesk(gateway, token, 'corrections')).status, 403);
});

test('finance books an arrival and proposes a correction on the command line', async (the) => {
  const { gateway, ada, ben, username, member } = the;
  const run = async (token: string, ...args: string[]) => (await operatorAs(gateway, token, {}, args)).text;
  const { id } = await remitted(the, true);
  assert.match(await run(ada, 'remittance', 'arrive', id, '12.34'), 'approved');
  assert.is(await held(gateway, member), 12_34);
  const key = randomUUID();
  const make = (token: string) =>
    run(token, 'correction', 'make', username, 'debit', '2.34', 'Too', 'much', '--key', key);
  assert.match(await make(ada), 'second person');
  assert.match(await make(ben), 'K20');
  assert.is(await held(gateway, member), 10_00);
  assert.match(await run(ada, 'correction', 'list', username), 'Too much');
});

test.run();
