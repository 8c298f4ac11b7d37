import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { WithdrawalStatus } from '../../src/contract/money/wallet';
import { type Booking, lockRecord, matchOf } from '../../src/server/reconciliation/match-line';
import { providerMatch } from '../../src/server/reconciliation/match-provider';
import { creditOf, matchByHand } from '../../src/server/reconciliation/settle-lines';
import type { BankLine } from '../../src/server/reconciliation/tables';
import { places } from '../../src/server/schema/places';
import type { Tables } from '../../src/server/schema/tables';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';

const test = suite<{ gateway: TestGateway }>('which record a line of a statement belongs to');
test.before(async (the) => {
  the.gateway = await openGateway();
  await addRows(the.gateway, 'bank_file', [{ id: 'file', format: 'csv' }]);
});
test.after(({ gateway }) => gateway.close());

const day = 86_400_000;
const now = Date.parse('2026-03-10T00:00:00Z');
const { applied, approved, rejected, remitted } = WithdrawalStatus;

/** A line of a bank; it is in the database only after `stored`. */
const lineOf = (values: Partial<BankLine>): BankLine => ({
  id: randomUUID(),
  file: 'file',
  position: 1,
  day: '2026-03-10',
  booked_at: new Date(now),
  amount: 100_00,
  currency: 'CNY',
  reference: '',
  bank_reference: '',
  party: '',
  party_account: '',
  text: '',
  returned: false,
  way: null,
  about: null,
  fee: 0,
  state: 'open',
  why: null,
  kind: null,
  withdrawal: null,
  remittance: null,
  receipt: null,
  provider_refund: null,
  dispute: null,
  transfer: null,
  moved: 0,
  reason: null,
  settled_by: null,
  settled_at: null,
  ...values,
});
async function stored(gateway: TestGateway, values: Partial<BankLine>): Promise<string> {
  const row = lineOf(values);
  await addRows(gateway, 'bank_line', [{ ...row }]);
  return row.id;
}
/** A line that has been matched with a record. */
const taken = (gateway: TestGateway, values: Partial<BankLine>) =>
  stored(gateway, { state: 'matched', settled_at: new Date(now), ...values });

let numbers = 0;
async function withdrawal(gateway: TestGateway, values: object = {}): Promise<string> {
  const number = `W${String(++numbers).padStart(18, '0')}`;
  const sums = { amount: 100_00, fee: 1_00, source: 'balance', kind: 'bank', reason: 'r', reference: number };
  await addRows(gateway, 'withdrawal', [{ id: randomUUID(), number, status: approved, ...sums, ...values }]);
  return number;
}
async function remittance(gateway: TestGateway, values: object = {}, name = 'Li Mei'): Promise<string> {
  const id = randomUUID();
  const member = (await addMember(gateway, { name })).id;
  const row = { id, member, state: 'auditing', amount: 100_00, arrived: 0, at: new Date(now - day) };
  await addRows(gateway, 'remittance', [{ ...row, ...values }]);
  return id;
}
/** The record that a line is found to belong to, or the reason why it belongs to none. */
async function found(gateway: TestGateway, values: Partial<BankLine>): Promise<unknown> {
  const match = await matchOf(gateway.db.run, lineOf(values));
  if ('why' in match) return match.why;
  if (match.kind === 'remittance') return [match.remittance, match.moves];
  return match.kind === 'payout' || match.kind === 'return'
    ? [match.kind, match.withdrawal, match.moves]
    : match.kind;
}

test('a debit without a number pays the one approved withdrawal of its amount to its account', async ({
  gateway,
}) => {
  const to = (account_number: string, values: object = {}) =>
    withdrawal(gateway, { account_number, ...values });
  const debit = (party_account: string) => found(gateway, { amount: -99_00, party_account });
  const one = await to('6222 1');
  await to('6222 1', { amount: 99_00 });
  await to('6222 1', { status: applied });
  await to('6222 1', { status: remitted });
  await to('6222 1', { usdt: 14_000_000 });
  assert.equal(await debit('6222 1'), ['payout', one, false]);
  await to('6222 1');
  assert.is(await debit('6222 1'), 'unknown', 'two fit');
  await to('');
  assert.is(await debit(''), 'unknown', 'the bank names no account');
});

test('a credit that came back without a number returns the one paid withdrawal', async ({ gateway }) => {
  const paid = await withdrawal(gateway, { account_number: '6222 2', status: remitted });
  await withdrawal(gateway, { account_number: '6222 2', status: approved });
  const credit = { amount: 99_00, party_account: '6222 2' };
  assert.equal(await found(gateway, { ...credit, returned: true }), ['return', paid, true]);
  assert.is(
    await found(gateway, credit),
    'unknown',
    'a credit that did not come back is a transfer of a member',
  );
});

test('a line that names a withdrawal fits by its state, its amount and earlier lines of its direction', async ({
  gateway,
}) => {
  const debit = (reference: string, amount = -99_00) => found(gateway, { reference, amount });
  const credit = (reference: string) => found(gateway, { reference, amount: 99_00 });
  const open = await withdrawal(gateway);
  assert.equal(await debit(open), ['payout', open, false]);
  assert.is(await debit(open, -100_00), 'amountDiffers', 'the fee stays with us');
  assert.is(await debit(`X${open}`), 'unknown', 'part of another number');
  assert.is(await credit(open), 'notPaid');
  const paid = await withdrawal(gateway, { status: remitted });
  assert.equal(await debit(paid), ['payout', paid, false]);
  assert.equal(await credit(paid), ['return', paid, true]);
  const back = await withdrawal(gateway, { status: rejected, returned_at: new Date(now) });
  assert.equal(await credit(back), ['return', back, false], 'a person has given it back already');
  assert.is(await debit(back), 'notApproved');
  assert.is(await debit(await withdrawal(gateway, { status: applied })), 'notApproved');
  assert.is(await debit(await withdrawal(gateway, { usdt: 14_000_000 })), 'unknown', 'paid on the chain');
  await taken(gateway, { amount: -99_00, kind: 'payout', withdrawal: paid });
  await stored(gateway, { amount: -99_00, kind: 'payout', withdrawal: open });
  assert.is(await debit(paid), 'paidTwice');
  assert.equal(await credit(paid), ['return', paid, true], 'its return is another line');
  assert.equal(await debit(open), ['payout', open, false], 'the other line is open again');
});

test('a credit belongs to the bank transfer of its amount whose member has the payer’s name', async ({
  gateway,
}) => {
  const credit = (amount: number, party = 'LI MEI', more: Partial<BankLine> = {}) =>
    found(gateway, { amount, party, ...more });
  const one = await remittance(gateway, { amount: 501_00 });
  assert.equal(await credit(501_00), [one, true]);
  assert.is(await credit(501_00, 'Chen Bo'), 'unknown');
  assert.is(await credit(501_00, ''), 'unknown', 'nobody is named');
  await remittance(gateway, { amount: 501_00 });
  assert.is(await credit(501_00), 'ambiguous');
  const unnamed = await remittance(gateway, { amount: 502_00 }, '');
  assert.is(await credit(502_00), 'unknown', unnamed);
  const part = await remittance(gateway, { amount: 600_00, arrived: 97_00 });
  assert.equal(await credit(503_00), [part, true], 'what is left to arrive');
  assert.is(await credit(600_00), 'unknown');
  await remittance(gateway, { amount: 504_00, state: 'rejected', reason: 'no' });
  assert.is(await credit(504_00), 'unknown');
  await remittance(gateway, { amount: 505_00, at: new Date(now - 60 * day) });
  assert.is(await credit(505_00), 'unknown', 'older than sixty days');
  const late = await remittance(gateway, { amount: 505_00, at: new Date(now - 60 * day + 1000) });
  assert.equal(await credit(505_00), [late, true]);
});

test('a transfer that was approved before its line came is explained by one line', async ({ gateway }) => {
  const at = new Date(now - day);
  const early = await remittance(gateway, { amount: 511_00, state: 'approved', at });
  const other = await remittance(gateway, { amount: 512_00, state: 'approved', at });
  const credit = (amount: number) => found(gateway, { amount, party: 'Li Mei' });
  await stored(gateway, { amount: 511_00, kind: 'remittance', remittance: early });
  await taken(gateway, { amount: 512_00, kind: 'remittance', remittance: other });
  assert.equal(await credit(511_00), [early, false], 'an open line explains nothing');
  assert.is(await credit(512_00), 'unknown');
  const part = await remittance(gateway, { amount: 900_00, arrived: 387_00 });
  await taken(gateway, { amount: 387_00, kind: 'remittance', remittance: part });
  assert.equal(await credit(513_00), [part, true], 'one that waits for its rest has had a line');
});

test('a transfer is found behind as many of the same amount as a busy day has', async ({ gateway }) => {
  const member = (await addMember(gateway)).id;
  const many = Array.from({ length: 450 }, () => randomUUID());
  const at = new Date(now - 2 * day);
  const sums = { member, amount: 531_00, arrived: 0, state: 'approved', at };
  const rows = many.map((id) => ({ id, ...sums }));
  await addRows(gateway, 'remittance', rows);
  const lines = many.map((id) => lineOf({ state: 'matched', kind: 'remittance', remittance: id }));
  await addRows(gateway, 'bank_line', [...lines]);
  const credit = () => found(gateway, { amount: 531_00, party: 'Li Mei' });
  assert.is(await credit(), 'unknown');
  const late = await remittance(gateway, { amount: 531_00, at: new Date(now - day) });
  assert.equal(await credit(), [late, true]);
});

test('a credit that names an order pays that order’s transfer, from any payer', async ({ gateway }) => {
  const [order_no, another] = [`C${'1'.repeat(18)}`, `C${'2'.repeat(18)}`];
  const one = await remittance(gateway, { amount: 521_00, order_no });
  await remittance(gateway, { amount: 521_00, order_no: another });
  const credit = (text: string, amount = 521_00) => found(gateway, { amount, text, party: 'Chen Bo' });
  assert.equal(await credit(`pay ${order_no}`), [one, true]);
  assert.is(await credit(`${order_no} ${another}`), 'ambiguous');
  assert.is(await credit(order_no, 520_00), 'amountDiffers');
  assert.is(await credit(`C${'3'.repeat(18)}`), 'unknown');
});

test('a line in another currency, or of two withdrawals, is left to people', async ({ gateway }) => {
  const [a, b] = [await withdrawal(gateway), await withdrawal(gateway)];
  assert.is(await found(gateway, { amount: -99_00, reference: a, currency: 'EUR' }), 'currency');
  assert.is(await found(gateway, { amount: -99_00, reference: a, text: b }), 'ambiguous');
  assert.equal(await found(gateway, { amount: -99_00, reference: a, text: a }), ['payout', a, false]);
});

test('a provider’s line fits the record of its own provider, amount and state, once in each direction', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  const said = async (
    about: BankLine['about'],
    reference: string,
    amount: number,
    way: 'card' | 'alipay' = 'card',
  ) => {
    const match = await providerMatch(run, lineOf({ way, about, reference, amount }));
    return 'why' in match ? match.why : match.kind;
  };
  const member = (await addMember(gateway)).id;
  const order_no = randomUUID();
  const order = { order_no, member, state: 1, way: 'card', currency: 'money', amount: 1, total: 1, paid: 1 };
  await addRows(gateway, 'purchase', [order]);
  await addRows(gateway, 'receipt', [
    { id: 'card:pi_1', member, order_no, way: 'card', amount: 100_00, used_for: 'order' },
  ]);
  const of = { member, order_no, receipt: 'card:pi_1', way: 'card', amount: 30_00 };
  const refund = (number: string, values: object) =>
    addRows(gateway, 'provider_refund', [{ number, sent_as: `s-${number}`, times: 1, ...of, ...values }]);
  await refund('F1', { state: 'done', reference: 're_1' });
  await refund('F2', { state: 'failed', why: 'returned', reference: null });
  await refund('F3', { state: 'failed', why: 'refused', reference: null });
  await refund('F4', { state: 'underWay', reference: null });
  const dispute = (number: string, values: object) =>
    addRows(gateway, 'dispute', [{ number, ...of, reference: `du-${number}`, withheld: false, ...values }]);
  await dispute('D1', { state: 'won' });
  await dispute('D2', { state: 'lost', withheld: true });
  await dispute('D3', { state: 'open', withheld: false });

  assert.is(await said('payment', 'pi_1', 100_00), 'payment');
  assert.is(await said('payment', 'pi_1', 100_00, 'alipay'), 'unknown');
  assert.is(await said('payment', 'pi_1', 99_00), 'amountDiffers');
  for (const number of ['F1', 's-F1', 're_1'])
    assert.is(await said('refund', number, -30_00), 'refund', number);
  assert.is(await said('refund', 'F1', -30_00, 'alipay'), 'unknown');
  assert.is(await said('refund', 'F1', -29_00), 'amountDiffers');
  assert.is(await said('refund', 'F1', 30_00), 'decided', 'nothing came back');
  assert.is(await said('refund', 'F2', -30_00), 'refund');
  assert.is(await said('refund', 'F2', 30_00), 'refund');
  assert.is(await said('refund', 'F3', -30_00), 'decided');
  assert.is(await said('refund', 'F4', -30_00), 'notBooked');
  assert.is(await said('refund', '', -30_00), 'unknown');
  for (const number of ['D1', 'du-D1']) assert.is(await said('dispute', number, -30_00), 'dispute', number);
  assert.is(await said('dispute', 'D1', -30_00, 'alipay'), 'unknown');
  assert.is(await said('dispute', 'D1', -29_00), 'amountDiffers');
  assert.is(await said('dispute', 'D1', 30_00), 'dispute');
  assert.is(await said('dispute', 'D2', -30_00), 'dispute');
  assert.is(await said('dispute', 'D2', 30_00), 'decided');
  assert.is(await said('dispute', 'D3', -30_00), 'decided');

  await stored(gateway, { amount: 100_00, kind: 'payment', receipt: 'card:pi_1' });
  assert.is(await said('payment', 'pi_1', 100_00), 'payment', 'an open line takes nothing');
  await taken(gateway, { amount: 100_00, kind: 'payment', receipt: 'card:pi_1' });
  assert.is(await said('payment', 'pi_1', 100_00), 'paidTwice');
  await taken(gateway, { amount: -30_00, kind: 'refund', provider_refund: 'F2' });
  assert.is(await said('refund', 'F2', -30_00), 'paidTwice');
  assert.is(await said('refund', 'F2', 30_00), 'refund');
  await taken(gateway, { amount: 30_00, kind: 'dispute', dispute: 'D1' });
  assert.is(await said('dispute', 'D1', 30_00), 'paidTwice');
  assert.is(await said('dispute', 'D1', -30_00), 'dispute');
});

test('a USDT line fits the transfer to its own address with its own number', async ({ gateway }) => {
  const row = { payer: 'T', at: new Date(now), amount: 5_000_000 };
  await addRows(gateway, 'usdt_transfer', [
    { ...row, txid: 'x1', address: 'A', state: 'credited' },
    { ...row, txid: 'x1', address: 'B', state: 'review', amount: 6_000_000 },
    { ...row, txid: 'x2', address: 'A', state: 'settled', amount: 7_000_000 },
  ]);
  const said = async (txid: string, address: string, amount: number) => {
    const names = { bank_reference: txid, party_account: address, reference: `${txid}/${address}` };
    const match = await providerMatch(
      gateway.db.run,
      lineOf({ way: 'usdt', amount, currency: 'USDT', ...names }),
    );
    return 'why' in match ? match.why : 'transfer' in match && match.transfer;
  };
  assert.is(await said('x1', 'A', 5_000_000), 'x1/A');
  assert.is(await said('x1', 'B', 6_000_000), 'notBooked');
  assert.is(await said('x2', 'A', 7_000_000), 'x2/A');
  assert.is(await said('x2', 'B', 7_000_000), 'unknown');
  assert.is(await said('x1', 'A', 4_000_000), 'amountDiffers');
});

test('one person’s credits of a day count together: those of the last 24 hours, but not the line itself', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  await run.updateTable('bank_line').set({ moved: 0 }).where('id', 'is not', null).execute();
  const credit = (values: Partial<BankLine>) => creditOf(run, lineOf({ amount: 1_00, ...values }), now);
  const id = await taken(gateway, { kind: 'remittance', remittance: 'r', moved: 20_00 });
  await taken(gateway, {
    kind: 'remittance',
    remittance: 'r',
    moved: 300_00,
    settled_at: new Date(now - day + 1000),
  });
  await taken(gateway, {
    kind: 'remittance',
    remittance: 'r',
    moved: 4000_00,
    settled_at: new Date(now - day),
  });
  assert.is(await credit({}), 321_00);
  assert.is(await credit({ id }), 301_00, 'a line does not count twice');
  assert.is(await credit({ amount: -1_00 }), 0, 'a debit was decided');
  assert.is(await credit({ way: 'card' }), 0, 'a provider’s payment was booked');
});

test('a bank transfer that lines explain takes no other line by hand, and a rejected one takes none', async ({
  gateway,
}) => {
  const keyOf = async (remittance: string, values: Partial<BankLine> = {}) =>
    matchByHand(
      gateway.db,
      await stored(gateway, { amount: 50_00, ...values }),
      { remittance },
      'ada',
      now,
    ).then(
      ({ state }) => state,
      (error) => error.key,
    );
  const half = await remittance(gateway, { amount: 100_00, arrived: 50_00, state: 'approved' });
  assert.is(await keyOf(half), 'matched');
  assert.is(await keyOf(half), 'linePaidTwice');
  const whole = await remittance(gateway, { amount: 50_00, state: 'approved' });
  await taken(gateway, { amount: 49_00, kind: 'remittance', remittance: whole });
  await stored(gateway, { amount: 1_00, remittance: whole });
  assert.is(await keyOf(whole), 'matched', 'of one that is explained in part');
  assert.is(await keyOf(await remittance(gateway, { state: 'rejected', reason: 'no' })), 'lineDecided');
  assert.is(await keyOf(await remittance(gateway, { amount: 50_00 }), { amount: -50_00 }), 'lineDecided');
  assert.is(await keyOf(await remittance(gateway, { amount: 50_00 }), { currency: 'EUR' }), 'lineCurrency');
});

test('a line locks its own record until it is matched, and no other', async ({ gateway }) => {
  const { db } = gateway;
  if (db.engine !== 'pg') return; // the embedded database does one transaction after the other
  const two = async (make: () => Promise<string>) => [await make(), await make()] as const;
  const [number, otherNumber] = await two(() => withdrawal(gateway));
  const [id, otherId] = await two(() => remittance(gateway));
  const order_no = randomUUID();
  const member = (await addMember(gateway)).id;
  await addRows(gateway, 'purchase', [
    { order_no, member, state: 1, way: 'card', currency: 'money', amount: 1, total: 1, paid: 1 },
  ]);
  const of = { member, order_no, receipt: 'card:l1', way: 'card', amount: 1_00 };
  await addRows(gateway, 'receipt', [
    { id: 'card:l1', member, order_no, way: 'card', amount: 1_00, used_for: 'order' },
    { id: 'card:l2', member, order_no, way: 'card', amount: 1_00, used_for: 'order' },
  ]);
  for (const name of ['L1', 'L2']) {
    await addRows(gateway, 'provider_refund', [
      { ...of, number: name, sent_as: name, state: 'done', times: 1 },
    ]);
    await addRows(gateway, 'dispute', [{ ...of, number: name, reference: name, state: 'won' }]);
    await addRows(gateway, 'usdt_transfer', [
      { txid: 'l', address: name, amount: 1, payer: 'T', state: 'credited' },
    ]);
  }
  await addRows(gateway, 'usdt_transfer', [
    { txid: 'l2', address: 'L1', amount: 1, payer: 'T', state: 'credited' },
  ]);
  const moves = false;
  const cases: [Booking, keyof Tables, string, own: string, others: string[]][] = [
    [{ kind: 'payout', withdrawal: number, moves }, 'withdrawal', 'number', number, [otherNumber]],
    [{ kind: 'remittance', remittance: id, moves }, 'remittance', 'id', id, [otherId]],
    [{ kind: 'payment', receipt: 'card:l1', moves }, 'receipt', 'id', 'card:l1', ['card:l2']],
    [{ kind: 'refund', provider_refund: 'L1', moves }, 'provider_refund', 'number', 'L1', ['L2']],
    [{ kind: 'dispute', dispute: 'L1', moves }, 'dispute', 'number', 'L1', ['L2']],
    [
      { kind: 'usdt', transfer: 'l/L1', moves },
      'usdt_transfer',
      "txid || '/' || address",
      'l/L1',
      ['l/L2', 'l2/L1'],
    ],
  ];
  for (const [match, table, column, own, others] of cases) {
    let isLocked = () => {};
    // outside of the transaction, on a connection of its own; each row with its place, because nodes lock rows of one
    const { column: place } = places[table] as { column: string };
    const locked = new Promise<void>((settle) => (isLocked = settle));
    const free = locked.then(async () => {
      const found: string[] = [];
      for (const name of [own, ...others]) {
        const is = sql`${sql.raw(column)} = ${name}`;
        const { rows } = await sql<{ at: string }>`
          select ${sql.ref(place)} as at from ${sql.table(table)} where ${is}`.execute(db.run);
        const taken = await sql`
          select 1 from ${sql.table(table)} where ${sql.ref(place)} = ${rows[0]?.at} and ${is}
          for update skip locked`.execute(db.run);
        if (taken.rows.length) found.push(name);
      }
      return found;
    });
    await db.tx(async (tx) => {
      await lockRecord(tx, match);
      isLocked();
      assert.equal(await free, others, match.kind);
    });
  }
});

test.run();
