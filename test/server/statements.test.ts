import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { banklines } from '../../src/contract/desk/areas/statements';
import { WithdrawalStatus } from '../../src/contract/money/wallet';
import type { DomainError } from '../../src/server/kernel/domain-error';
import { hundredths } from '../../src/server/reconciliation/entry';
import { readCamt } from '../../src/server/reconciliation/read-camt';
import { readCsv } from '../../src/server/reconciliation/read-csv';
import { returnWithdrawal } from '../../src/server/wallet/return-withdrawal';
import { whileLocked } from './support/blocked';
import { addMember } from './support/member';
import { approvedWithdrawal, asDesk, type CamtEntry, camt } from './support/money-room';
import { openGateway, type TestGateway } from './support/open';
import { deskSession, operatorAs } from './support/operator';
import { addRows } from './support/rows';
import { booksInOrder, held } from './support/shop';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  ada: string;
  ben: string;
}
const test = suite<Context>('statements of the bank');
test.before(async (the) => {
  the.gateway = await openGateway({ env: { SECOND_PERSON_FROM: '500000', PAYOUT_FROM_ACCOUNT: 'DE1' } });
  the.ada = (await deskSession(the.gateway, 'finance')).token;
  the.ben = (await deskSession(the.gateway, 'finance')).token;
});
// what one test has credited is not part of the next one's day
test.before.each(async ({ gateway }) => {
  await gateway.db.run.updateTable('bank_line').set({ moved: 0 }).where('id', 'is not', null).execute();
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const base64 = (text: string | Buffer) => Buffer.from(text).toString('base64');
const imported = async ({ gateway, ada }: Context, text: string, more: object = {}) =>
  (await asDesk(gateway, ada, 'statements', { name: 'day.xml', file: base64(text), ...more })).body;
const statement = (the: Context, entries: CamtEntry[]) => imported(the, camt(entries));
/** The lines of an imported file, by their place in it. */
const linesOf = async ({ gateway }: Context, file: string) =>
  (await desk(gateway, `banklines?state=any&file=${file}&sort=amount&size=200`)).items as any[];
const reasons = async (the: Context, file: string) =>
  Object.fromEntries((await linesOf(the, file)).map(({ text, state, why }) => [text, why ?? state]));
const one = (gateway: TestGateway, number: string) => desk(gateway, `withdrawals/${number}`);

const remittance = async ({ gateway }: Context, values: object = {}, name = 'Li Mei') => {
  const member = await addMember(gateway, { name });
  const row = { id: crypto.randomUUID(), member: member.id, order_no: null, amount: 300_00, ...values };
  await addRows(gateway, 'remittance', [{ state: 'auditing', at: new Date(), decided_at: null, ...row }]);
  return { ...member, remittance: row.id };
};

test('debits pay their withdrawals, with the number of the bank, and a second time nothing is stored', async (the) => {
  const { gateway } = the;
  const [named, told] = [await approvedWithdrawal(gateway), await approvedWithdrawal(gateway)];
  const file = camt([
    { amount: -99_00, reference: named.number, bank: 'B-1' },
    { amount: -99_00, text: `payout ${told.number.toLowerCase()}`, bank: 'B-2' },
  ]);
  const answer = await imported(the, file);
  assert.equal([answer.lines, answer.matched, answer.open], [2, 2, 0]);
  const paid = await one(gateway, named.number);
  assert.equal([paid.status, paid.reference], ['remitted', 'B-1']);
  assert.is((await one(gateway, told.number)).reference, 'B-2');
  assert.is(await held(gateway, named.member, 'frozen'), 0);
  assert.match((await imported(the, file)).message, 'imported before');
  const spaced = file.replace('</Document>', '\n</Document>');
  assert.match((await imported(the, spaced)).message, 'imported before', 'other bytes, the same entries');
});

test('a file that overlaps with an earlier one brings its new lines only', async (the) => {
  const [first, second] = [
    { amount: -12_00, text: 'fee 1', bank: 'F1' },
    { amount: -13_00, text: 'fee 2', bank: 'F2' },
  ];
  await statement(the, [first]);
  const { lines, known } = await statement(the, [first, second]);
  assert.equal([lines, known], [1, 1]);
  const twice = { amount: -14_00, text: 'fee 3' };
  assert.is((await statement(the, [twice, twice])).lines, 2, 'two entries may be equal');
});

test('a payment that comes back gives the money back with its reason, and tells the member', async (the) => {
  const { gateway } = the;
  const { number, member } = await approvedWithdrawal(gateway);
  await statement(the, [{ amount: -99_00, reference: number, bank: 'R-1' }]);
  const file = camt([{ amount: 99_00, reference: number, bank: 'R-2', returned: 'AC04 account closed' }]);
  assert.is((await imported(the, file)).matched, 1);
  const back = await one(gateway, number);
  assert.equal([back.status, back.reason], ['rejected', 'AC04 account closed']);
  assert.ok(back.returnedAt);
  assert.equal([await held(gateway, member), await held(gateway, member, 'frozen')], [100_00, 0]);
  const told = await gateway.db.run
    .selectFrom('system_message')
    .select('told')
    .where('member', '=', member)
    .where('kind', '=', 'withdrawalReturned')
    .executeTakeFirstOrThrow();
  assert.equal(JSON.parse(told.told), { number, amount: 100_00, reason: 'AC04 account closed' });
  const again = await statement(the, [{ amount: 99_00, reference: number, bank: 'R-3', text: 'again' }]);
  assert.equal(await reasons(the, again.id), { again: 'paidTwice' });
  assert.is(await held(gateway, member), 100_00);
});

test('credits are matched to bank transfers: by the order, or by amount and name together', async (the) => {
  const { gateway } = the;
  const own = await remittance(the, { amount: 311_00 }, 'Wu Ping');
  const { matched } = await statement(the, [{ amount: 311_00, party: 'WU  PING', bank: 'C-1' }]);
  assert.is(matched, 1);
  assert.is((await desk(gateway, `remittances/${own.remittance}`)).state, 'approved');
  assert.is(await held(gateway, own.id), 311_00);
  const other = await remittance(the, { amount: 312_00 }, 'Wu Ping');
  const stranger = await statement(the, [{ amount: 312_00, party: 'Chen Bo', bank: 'C-2', text: 'x' }]);
  assert.equal(await reasons(the, stranger.id), { x: 'unknown' });
  assert.is(await held(gateway, other.id), 0);
  await desk(gateway, `remittances/${other.remittance}/approve`, {});
  const [line] = await linesOf(the, stranger.id);
  const by = await desk(gateway, `banklines/${line.id}/match`, { remittance: other.remittance });
  assert.is(by.state, 'matched', 'approved by hand before the statement came');
  assert.is(await held(gateway, other.id), 312_00);
});

test('lines that are wrong stay open with the reason, and pay nothing', async (the) => {
  const { gateway } = the;
  const [paid, less, applied, twice] = await Promise.all([0, 1, 2, 3].map(() => approvedWithdrawal(gateway)));
  await desk(gateway, `withdrawals/${applied!.number}/reject`, { reason: 'no' });
  await desk(gateway, `withdrawals/${paid!.number}/remit`, { reference: 'taken' });
  const { id } = await statement(the, [
    { amount: -98_99, reference: less!.number, text: 'less' },
    { amount: -99_00, reference: applied!.number, text: 'rejected' },
    { amount: -99_00, reference: twice!.number, bank: 'taken', text: 'used' },
    { amount: -99_00, reference: `${less!.number} ${twice!.number}`, text: 'two' },
    { amount: -99_00, reference: 'W000000000000000000', text: 'none' },
    { amount: -99_00, reference: less!.number, currency: 'EUR', text: 'euro' },
    { amount: 99_00, reference: less!.number, text: 'early' },
  ]);
  assert.equal(await reasons(the, id), {
    less: 'amountDiffers',
    rejected: 'notApproved',
    used: 'referenceUsed',
    two: 'ambiguous',
    none: 'unknown',
    euro: 'currency',
    early: 'notPaid',
  });
  assert.is((await one(gateway, less!.number)).status, 'approved');
  assert.is((await desk(gateway, 'day')).waiting.banklines > 6, true);
});

test('a withdrawal in a batch without a file is not paid by a line; with the file the batch is done', async (the) => {
  const { gateway, ada } = the;
  const { number } = await approvedWithdrawal(gateway);
  const batch = (await asDesk(gateway, ada, 'batches', { withdrawals: [number] })).body.number;
  const { id } = await statement(the, [{ amount: -99_00, reference: number, text: 'x', bank: 'D-1' }]);
  assert.equal(await reasons(the, id), { x: 'inBatch' });
  await asDesk(gateway, ada, `batches/${batch}/approve`, {});
  await asDesk(gateway, ada, `batches/${batch}/file`, { format: 'csv' });
  assert.is((await asDesk(gateway, ada, `statements/${id}/matchAgain`, {})).body.matched, 1);
  assert.is((await desk(gateway, `batches/${batch}`)).state, 'done');
});

test('large credits of a day wait for a second person, however small each is, and so does a large stranger', async (the) => {
  const { gateway, ada, ben } = the;
  const [first, second] = [
    await remittance(the, { amount: 3000_00 }, 'Ann One'),
    await remittance(the, { amount: 2000_00 }, 'Bob Two'),
  ];
  const { id, matched } = await statement(the, [
    { amount: 3000_00, party: 'Ann One', bank: 'E-1', text: 'a' },
    { amount: 2000_00, party: 'Bob Two', bank: 'E-2', text: 'b' },
    { amount: -9000_00, bank: 'E-3', text: 'c' },
  ]);
  assert.is(matched, 1);
  assert.equal(await reasons(the, id), { a: 'matched', b: 'secondPerson', c: 'unknown' });
  const lines = await linesOf(the, id);
  const line = (name: string) => lines.find(({ text }) => text === name).id;
  const match = (token: string) =>
    asDesk(gateway, token, `banklines/${line('b')}/match`, { remittance: second.remittance });
  for (let again = 0; again < 2; again++) assert.is((await match(ada)).status, 202);
  assert.is(await held(gateway, second.id), 0);
  assert.is((await match(ben)).body.state, 'matched');
  assert.equal([await held(gateway, first.id), await held(gateway, second.id)], [3000_00, 2000_00]);
  const ignore = (token: string) =>
    asDesk(gateway, token, `banklines/${line('c')}/ignore`, { reason: 'rent' });
  assert.is((await ignore(ada)).status, 202);
  assert.is((await ignore(ben)).body.state, 'ignored');
});

test('a line is matched by hand only with the same amount, ignored with a reason, and opened again', async (the) => {
  const { gateway, ada } = the;
  const [withdrawal, other] = [
    await approvedWithdrawal(gateway),
    await approvedWithdrawal(gateway, { amount: 200_00 }),
  ];
  const { id } = await statement(the, [{ amount: -99_00, text: 'x', bank: 'G-1' }]);
  const [line] = await linesOf(the, id);
  const act = (what: string, input: object) => asDesk(gateway, ada, `banklines/${line.id}/${what}`, input);
  assert.match((await act('match', { withdrawal: other.number })).body.message, 'amounts differ');
  assert.match((await act('match', {})).body.message, 'Name one record');
  assert.match((await act('match', { withdrawal: 'W1' })).body.message, 'not found');
  assert.is((await act('ignore', { reason: ' ' })).status, 400);
  assert.is((await act('ignore', { reason: 'A fee' })).body.state, 'ignored');
  assert.match((await act('match', { withdrawal: withdrawal.number })).body.message, 'settled otherwise');
  assert.is((await act('reopen', { reason: 'It was not' })).body.state, 'open');
  assert.is((await act('match', { withdrawal: withdrawal.number })).body.state, 'matched');
  assert.is((await one(gateway, withdrawal.number)).status, 'remitted');
  for (const what of ['reopen', 'ignore'])
    assert.is(
      (await act(what, { reason: 'A mistake' })).status,
      409,
      `${what}: what money was booked for stays`,
    );
  assert.equal(await reasons(the, id), { x: 'matched' });
});

test('a day says what came in, what went out, and how much of it is explained', async (the) => {
  const { gateway } = the;
  const { number } = await approvedWithdrawal(gateway);
  await statement(the, [
    { amount: -99_00, reference: number, day: '2026-03-02', bank: 'H-1' },
    { amount: -5_00, day: '2026-03-02', bank: 'H-2' },
    { amount: 7_00, day: '2026-03-02', bank: 'H-3' },
  ]);
  const { bookedAt, ...day } = await desk(gateway, 'reconciliation/2026-03-02');
  assert.equal(bookedAt, '2026-03-01T16:00:00.000Z');
  assert.equal(day, {
    status: 200,
    day: '2026-03-02',
    cameIn: 7_00,
    wentOut: 104_00,
    matchedAmount: 99_00,
    openAmount: 12_00,
    ignoredAmount: 0,
    lines: 3,
    matched: 1,
    openLines: 2,
  });
  const { items } = await desk(gateway, 'reconciliation?open=open&since=2026-03-02&until=2026-03-02');
  assert.equal(
    items.map((one: any) => one.day),
    ['2026-03-02'],
  );
});

test('a statement is refused if an amount was changed, an entry taken out, or it is no statement of ours', async (the) => {
  const good = camt(
    [
      { amount: -99_00, bank: 'I-1' },
      { amount: 5_00, bank: 'I-2' },
    ],
    { opening: 1000_00 },
  );
  const refused = async (text: string) => (await imported(the, text)).message;
  assert.match(await refused(good.replace('>99.00<', '>98.00<')), 'OPBD');
  assert.match(await refused(good.replace(/<Ntry>.*?<\/Ntry>/s, '')), 'OPBD');
  assert.match(await refused(good.replace('<IBAN>DE1</IBAN>', '<IBAN>FR9</IBAN>')), 'another account: FR9');
  assert.match(await refused(good.slice(0, -30)), 'no statement');
  assert.match(await refused(`<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${good}`), 'DOCTYPE');
  assert.match(await refused(good.replace('>99.00<', '>99.001<')), 'no statement');
  assert.match(await refused(good.replace('<CdtDbtInd>DBIT<', '<CdtDbtInd>DEBT<')), 'CdtDbtInd');
  assert.match(await refused('hello'), 'date, amount');
  assert.match(await refused('<a></a>'), 'BkToCstmrStmt');
  assert.match(await refused(camt([])), '0 / ');
  assert.is((await imported(the, good)).lines, 2);
});

test('an entry of several payments has a line for each, and their sum is its amount', () => {
  const detail = (amount: string, number: string) =>
    `<TxDtls><Refs><EndToEndId>${number}</EndToEndId></Refs><Amt Ccy="CNY">${amount}</Amt></TxDtls>`;
  const entry = (second: string) =>
    camt([]).replace(
      '</Stmt>',
      `<Ntry><Amt Ccy="CNY">30.10</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><DtTm>2026-11-20T10:00:00</DtTm></BookgDt><AcctSvcrRef>X</AcctSvcrRef><NtryDtls>${detail('10.05', 'A')}${detail(second, 'B')}</NtryDtls></Ntry><Ntry><Amt Ccy="CNY">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts></Ntry></Stmt>`,
    );
  assert.equal(
    readCamt(entry('20.05')).entries.map(({ amount, bankReference, day }) => [amount, bankReference, day]),
    [
      [-10_05, 'X/1', '2026-11-20'],
      [-20_05, 'X/2', '2026-11-20'],
    ],
  );
  assert.throws(() => readCamt(entry('20.04')));
});

test('the desk narrows lines of statements to a way whose provider or chain reports them', () => {
  assert.equal(Object.keys(banklines.fields.way.values ?? {}), ['wechat', 'alipay', 'card', 'usdt']);
});

test('CSV is read by the names of its columns, as banks in China and elsewhere write it', async () => {
  const chinese = [
    '账户,6222',
    '交易日期,收入金额,支出金额,对方户名,对方账号,摘要,交易流水号',
    '20261120,,"1,234.50",李梅,6222 0212,W202611200123456789 提现,T1',
    '2026/11/21 10:00,99.00,,"张, 三",,"退汇 ""W202611200123456789""",T2',
    '合计,99.00,1234.50,,,,',
  ].join('\r\n');
  const { entries } = await readCsv(chinese, '6222');
  assert.equal(entries[0], {
    day: '2026-11-20',
    amount: -1234_50,
    currency: 'CNY',
    reference: '',
    bankReference: 'T1',
    party: '李梅',
    partyAccount: '62220212',
    text: 'W202611200123456789 提现',
    returned: false,
  });
  assert.equal([entries[1]!.amount, entries[1]!.party, entries[1]!.returned], [99_00, '张, 三', true]);
  assert.is(entries.length, 2);
  const english = 'Date;Amount;Currency;Counterparty;Reference\n2026-11-20;-5.00;EUR;Bank;fee\n';
  assert.equal(
    (await readCsv(english, '')).entries.map(({ amount, currency, reference }) => [
      amount,
      currency,
      reference,
    ]),
    [[-5_00, 'EUR', 'fee']],
  );
  for (const [wrong, what] of [
    ['Date,Amount\n2026-02-20,5\n2026-02-30,5', '3: 2026-02-30'],
    ['Date,Amount\n2026-02-20,5\n2026-02-20,5.001', '3: 5.001'],
    ['Date,Credit,Debit\n2026-02-20,5,\n2026-02-20,5,6', '3: 5 / 6'],
    ['Date,Amount\n2026-02-20,"5', undefined],
  ] as const)
    await readCsv(wrong, '').then(
      () => assert.unreachable(wrong),
      (error: DomainError) => {
        assert.is(error.key, 'statementWrong');
        if (what) assert.equal(error.values, { what });
      },
    );
});

test('an amount of a statement is exact, and one that is none is refused', () => {
  const amounts = { '1,234.5': 123450, '-0.07': -7, '¥8': 800, '1234567890.10': 123456789010, '2.500': 250 };
  for (const [text, fen] of Object.entries(amounts)) assert.is(hundredths(text), fen, text);
  for (const text of ['', '1.2.3', '1,23', '1e3', '--1', '0.001', 'NaN'])
    assert.is(hundredths(text), undefined, text);
});

/** Sends requests while the bank transfer is locked, so that all have looked at it before one has matched it. */
const atOnce = <T>({ gateway: { db } }: Context, id: string, send: () => Promise<T>[]): Promise<T[]> =>
  whileLocked(
    db,
    async (tx) => {
      const rows = tx.selectFrom('remittance').select('member').where('id', '=', id);
      const { member } = await rows.executeTakeFirstOrThrow();
      await rows.where('member', '=', member).forUpdate().execute();
    },
    send,
  );

test('two lines matched to one bank transfer, or one line to two, by two people at once are one match', async (the) => {
  const { gateway, ada, ben } = the;
  const match = (token: string, line: string, of: string) =>
    asDesk(gateway, token, `banklines/${line}/match`, { remittance: of });
  const open = async (entries: CamtEntry[]) => {
    const lines = await linesOf(the, (await statement(the, entries)).id);
    return lines.map(({ id }) => id as string);
  };
  const one = await remittance(the, { amount: 321_00 });
  const [a = '', b = ''] = await open([
    { amount: 321_00, bank: 'T-1' },
    { amount: 321_00, bank: 'T-2' },
  ]);
  const both = await atOnce(the, one.remittance, () => [
    match(ada, a, one.remittance),
    match(ben, b, one.remittance),
  ]);
  assert.equal(both.map(({ status }) => status).sort(), [200, 409]);
  assert.match(both.find(({ status }) => status === 409)?.body.message, 'Another line');
  assert.is(await held(gateway, one.id), 321_00);
  const [first, second] = [
    await remittance(the, { amount: 322_00 }),
    await remittance(the, { amount: 322_00 }),
  ];
  const [line = ''] = await open([{ amount: 322_00, bank: 'T-3' }]);
  const two = await Promise.all([match(ada, line, first.remittance), match(ben, line, second.remittance)]);
  assert.equal(two.map(({ status }) => status).sort(), [200, 409]);
  assert.is((await held(gateway, first.id)) + (await held(gateway, second.id)), 322_00, 'one of the two');
});

test('support imports no statement, and settles no line', async (the) => {
  const { gateway } = the;
  const { token } = await deskSession(gateway, 'support');
  const { id } = await statement(the, [{ amount: -1_00, bank: 'J-1' }]);
  const [line] = await linesOf(the, id);
  for (const [path, input] of [
    ['statements', { name: 'x', file: base64('x') }],
    [`statements/${id}/matchAgain`, {}],
    [`banklines/${line.id}/match`, { withdrawal: 'W1' }],
    [`banklines/${line.id}/ignore`, { reason: 'x' }],
    ['banklines'],
    ['reconciliation'],
  ] as [string, object?][])
    assert.is((await asDesk(gateway, token, path, input)).status, 403, path);
});

test('finance imports a statement in GB 18030 and settles its lines on the command line', async (the) => {
  const { gateway, ada } = the;
  const { number } = await approvedWithdrawal(gateway);
  const run = async (...args: string[]) => (await operatorAs(gateway, ada, {}, args)).text;
  const path = join(mkdtempSync(join(tmpdir(), 'statement-')), 'day.csv');
  const text = Buffer.concat([
    Buffer.from([0xc8, 0xd5, 0xc6, 0xda, 0x2c, 0xbd, 0xf0, 0xb6, 0xee]), // 日期,金额
    Buffer.from(`,text\n2026-11-20,-99.00,${number}\n2026-11-20,-3.00,fee ${number.slice(5)}\n`),
  ]);
  writeFileSync(path, text);
  const said = await run('statement', 'import', path, '--account', '6222');
  assert.match(said, '"matched": 1');
  assert.match(await run('statement', 'list'), 'day.csv');
  assert.match(await run('statement', 'days'), '2026-11-20');
  const { items } = JSON.parse(await run('line', 'list', '--json'));
  const line = items.find((one: any) => one.text === `fee ${number.slice(5)}`);
  assert.match(await run('line', 'match', line.id, number), 'amounts differ');
  assert.match(await run('line', 'ignore', line.id, 'a', 'fee'), 'ignored');
  assert.match(await run('line', 'reopen', line.id, 'no', 'fee'), 'open');
});

test('a payout that the bank sends back can be taken back by hand, a large one by two people', async (the) => {
  const { gateway, ada, ben } = the;
  await gateway.db.run
    .updateTable('withdrawal')
    .set({ returned_at: null })
    .where('id', 'is not', null)
    .execute();
  const small = await approvedWithdrawal(gateway);
  const large = await approvedWithdrawal(gateway, { amount: 6000_00 });
  const take = (token: string, number: string) =>
    asDesk(gateway, token, `withdrawals/${number}/takeBack`, { reason: 'Account closed' });
  assert.match((await take(ada, small.number)).body.message, 'has not been paid out');
  for (const { number } of [small, large])
    await desk(gateway, `withdrawals/${number}/remit`, { reference: `k ${number}` });
  for (let again = 0; again < 2; again++) assert.is((await take(ada, small.number)).body.status, 'rejected');
  assert.is(await held(gateway, small.member), 100_00);
  assert.is((await take(ada, large.number)).status, 202);
  assert.is(await held(gateway, large.member), 0);
  assert.is((await take(ben, large.number)).body.status, 'rejected');
  assert.is(await held(gateway, large.member), 6000_00);
});

test('a payout that is taken back leaves another of the member paid, and is taken back once', async ({
  gateway,
}) => {
  const { member, number: back } = await approvedWithdrawal(gateway);
  const kept = `W${'0'.repeat(18)}`;
  const row = { member, number: kept, source: 'balance', kind: 'bank', amount: 1_00, reference: kept };
  const status = WithdrawalStatus.remitted;
  await addRows(gateway, 'withdrawal', [{ ...row, status, remitted_at: new Date() }]);
  await desk(gateway, `withdrawals/${back}/remit`, { reference: `k ${back}` });
  for (let again = 0; again < 2; again++)
    assert.equal(await returnWithdrawal(gateway.db, back, 'Account closed', Date.now()), {
      number: back,
      status: 'rejected',
    });
  assert.equal([(await one(gateway, kept)).status, await held(gateway, member)], ['remitted', 100_00]);
  await gateway.db.run.deleteFrom('withdrawal').where('number', '=', kept).execute();
});

test.run();
