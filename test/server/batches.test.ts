import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { plainName } from '../../src/server/wallet/batches/pain001';
import { approvedWithdrawal, asDesk } from './support/money-room';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { deskSession, operatorAs } from './support/operator';
import { booksInOrder, give } from './support/shop';
import { addAccount, desk, withdraw } from './support/wallet';

interface Context {
  gateway: TestGateway;
  ada: string;
  ben: string;
}
const from = {
  PAYOUT_FROM_NAME: 'Cloud & Phone',
  PAYOUT_FROM_ACCOUNT: 'DE89 3704 0044 0532 0130 00',
  PAYOUT_FROM_BIC: 'COBADEFFXXX',
};
const test = suite<Context>('payout batches');
test.before(async (the) => {
  the.gateway = await openGateway({ env: { SECOND_PERSON_FROM: '500000', ...from } });
  the.ada = (await deskSession(the.gateway, 'finance')).token;
  the.ben = (await deskSession(the.gateway, 'finance')).token;
});
// what one test has approved is not part of the next one's day
test.before.each(async ({ gateway }) => {
  gateway.clock.ahead = 0;
  await gateway.db.run
    .updateTable('payout_batch')
    .set({ approved_at: new Date(0) })
    .where('number', 'is not', null)
    .execute();
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const abroad = {
  kind: 'abroad' as const,
  holder: 'José Ångström',
  number: 'FR1420041010050500013M02606',
  bank: 'Banque <Une> & Cie',
  branch: null,
  swift: 'BNPAFRPP',
  country: 'FR',
};

const made = async ({ gateway, ada }: Context, accounts: object[] = [{}], amount = 100_00) => {
  const withdrawals: string[] = [];
  for (const account of accounts)
    withdrawals.push((await approvedWithdrawal(gateway, { amount, account })).number);
  const { body } = await asDesk(gateway, ada, 'batches', { withdrawals });
  return { number: body.number as string, withdrawals, body };
};

/** The number of another withdrawal of a member, to another account. It is not approved yet. */
async function anotherOf(gateway: TestGateway, member: string, as: Sent): Promise<string> {
  await give(gateway, member, 'balance', 100_00);
  const account = await addAccount(gateway, member, { number: 'FR1420041010050500013M02606' });
  return (await withdraw(gateway, as, account, { amount: 100_00 })).body.number;
}

/** The elements of an XML text: their path, and their text if they have no elements. */
function elementsOf(xml: string) {
  const path: string[] = [];
  const found: { path: string; text: string }[] = [];
  const parser = new Parser(
    {
      onopentag: (name) => {
        path.push(name);
        found.push({ path: path.join('/'), text: '' });
      },
      ontext: (text) => {
        const last = found.at(-1);
        if (last) last.text += text;
      },
      onclosetag: (_, implied) => {
        assert.not(implied, path.join('/'));
        path.pop();
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return found.map((one) => ({ ...one, text: one.text.trim() }));
}

/** The order of elements in the schema, as far as a file of ours has them; `?` may be absent, `*` repeats. */
const structure: Record<string, string> = {
  '': 'Document',
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf*',
  GrpHdr: 'MsgId CreDtTm NbOfTxs CtrlSum InitgPty',
  InitgPty: 'Nm',
  PmtInf: 'PmtInfId PmtMtd BtchBookg NbOfTxs CtrlSum ReqdExctnDt Dbtr DbtrAcct DbtrAgt CdtTrfTxInf*',
  ReqdExctnDt: 'Dt',
  Dbtr: 'Nm',
  DbtrAcct: 'Id Ccy',
  DbtrAgt: 'FinInstnId',
  FinInstnId: 'BICFI? Nm?',
  BrnchId: 'Nm',
  CdtTrfTxInf: 'PmtId Amt ChrgBr CdtrAgt Cdtr CdtrAcct RmtInf',
  PmtId: 'InstrId EndToEndId',
  Amt: 'InstdAmt',
  CdtrAgt: 'FinInstnId BrnchId?',
  Cdtr: 'Nm PstlAdr?',
  PstlAdr: 'Ctry',
  CdtrAcct: 'Id',
  Id: 'IBAN? Othr?',
  Othr: 'Id?',
  RmtInf: 'Ustrd',
};

const rules: Record<string, RegExp> = {
  MsgId: /^[A-Z0-9-]{1,35}$/,
  EndToEndId: /^W\d{18}$/,
  InstrId: /^W\d{18}$/,
  PmtInfId: /^[A-Za-z0-9-]{1,35}$/,
  CreDtTm: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/,
  Dt: /^\d{4}-\d\d-\d\d$/,
  CtrlSum: /^\d+\.\d\d$/,
  InstdAmt: /^\d+\.\d\d$/,
  BICFI: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/,
  IBAN: /^[A-Z]{2}\d\d[A-Z0-9]{1,30}$/,
  Ctry: /^[A-Z]{2}$/,
  Nm: /^[^\p{C}]{1,140}$/u,
};

/** Whether a file has the elements of the schema in their order, with values of their types. */
function assertPain001(xml: string) {
  const all = elementsOf(xml);
  for (const { path, text } of [{ path: '', text: '' }, ...all]) {
    const depth = path ? path.split('/').length : 0;
    const name = path.split('/').at(-1) ?? '';
    assert.ok(!rules[name] || rules[name].test(text), `${path}: ${text}`);
    const at = path ? all.findIndex((one) => one.path === path && one.text === text) : -1;
    const children: string[] = [];
    for (const one of all.slice(at + 1)) {
      const deep = one.path.split('/').length;
      if (deep <= depth) break;
      if (deep === depth + 1) children.push(one.path.split('/').at(-1)!);
    }
    if (!children.length) continue;
    const pattern = structure[name]!.split(' ')
      .map((part) =>
        part.replace(
          /^(\w+)([?*]?)$/,
          (_, element, mark) => `(?:${element} )${mark && (mark === '*' ? '+' : '?')}`,
        ),
      )
      .join('');
    assert.match(`${children.join(' ')} `, new RegExp(`^${pattern}$`), path);
  }
  const texts = (name: string) => all.filter(({ path }) => path.endsWith(`/${name}`)).map(({ text }) => text);
  const fen = (text: string) => Math.round(Number(text) * 100);
  const total = texts('InstdAmt').reduce((sum, one) => sum + fen(one), 0);
  const [head, ...orders] = texts('CtrlSum').map(fen);
  assert.is(head, total);
  assert.is(
    orders.reduce((sum, one) => sum + one, 0),
    total,
  );
  const [n, ...ofOrders] = texts('NbOfTxs').map(Number);
  assert.is(n, texts('EndToEndId').length);
  assert.is(
    ofOrders.reduce((sum, one) => sum + one, 0),
    n,
  );
  assert.is(new Set(texts('EndToEndId')).size, n);
  return { texts };
}

test('a batch of approved withdrawals becomes a file of ISO 20022 with each payee, amount and reference', async (the) => {
  const { gateway, ada } = the;
  const { number, withdrawals, body } = await made(the, [{ holder: '李梅' }, abroad], 100_00);
  assert.equal([body.state, body.amount, body.payouts], ['draft', 198_00, 2]);
  const early = await asDesk(gateway, ada, `batches/${number}/file`, { format: 'pain001' });
  assert.equal([early.status, early.body.message], [409, 'This batch has not been approved yet']);
  for (let again = 0; again < 2; again++)
    assert.is((await asDesk(gateway, ada, `batches/${number}/approve`, {})).body.state, 'approved');
  const { file } = (await asDesk(gateway, ada, `batches/${number}/file`, { format: 'pain001' })).body;
  assert.is(file.name, `${number}.xml`);
  if (process.env.PAIN001) writeFileSync(process.env.PAIN001, file.text);
  const { texts } = assertPain001(file.text);
  assert.equal(texts('EndToEndId'), withdrawals);
  assert.equal(texts('InstdAmt'), ['99.00', '99.00']);
  assert.equal(texts('MsgId'), [number]);
  assert.equal(texts('Nm'), [
    'Cloud & Phone',
    'Cloud & Phone',
    '中国工商银行',
    'Harbour',
    '李梅',
    'Cloud & Phone',
    'Banque <Une> & Cie',
    'Jose Angstrom',
  ]);
  assert.equal(texts('IBAN'), ['DE89370400440532013000', 'DE89370400440532013000', abroad.number]);
  assert.equal(texts('BICFI'), ['COBADEFFXXX', 'ICBKCNBJ', 'COBADEFFXXX', 'BNPAFRPP']);
  gateway.clock.ahead = 60_000;
  const later = (await asDesk(gateway, ada, `batches/${number}/file`, { format: 'pain001' })).body;
  assert.is(later.file.text, file.text, 'the bank recognizes a file that is sent twice');
});

test('a name keeps its letters where no bank abroad would know better', () => {
  const names = {
    'Đặng Văn Đức': 'Dang Van Duc',
    'Łukasz Weiß': 'Lukasz Weiss',
    李梅: '李梅',
    "O'Neil": "O'Neil",
  };
  for (const [name, plain] of Object.entries(names)) assert.is(plainName(name), plain);
});

test('a batch of Alipay accounts becomes the template of Alipay, and CSV has the chosen columns', async (the) => {
  const { gateway, ada } = the;
  const account = {
    kind: 'alipay' as const,
    number: 'mei@example.com',
    holder: '李梅',
    bank: null,
    branch: null,
  };
  const { number, withdrawals } = await made(the, [account], 1234_56);
  await asDesk(gateway, ada, `batches/${number}/approve`, {});
  const file = async (input: object) => asDesk(gateway, ada, `batches/${number}/file`, input);
  const { body } = await file({ format: 'alipay' });
  assert.is(
    body.file.text,
    `\ufeff序号（必填）,收款方支付宝账号（必填）,收款方姓名（必填）,金额（必填，单位：元）,备注（选填）\r\n1,mei@example.com,李梅,1227.15,${withdrawals[0]}\r\n`,
  );
  const chosen = await file({ format: 'csv', columns: ['amount', 'currency', 'account'] });
  assert.is(chosen.body.file.text, '\ufeffamount,currency,account\r\n1227.15,CNY,mei@example.com\r\n');
  const wrong = await file({ format: 'pain001' });
  assert.match(wrong.body.message, 'is not for the accounts of this batch');
  assert.is((await file({ format: 'csv', columns: ['password'] })).status, 400);
});

test('a batch that was canceled has no file', async (the) => {
  const { gateway, ada } = the;
  const { number } = await made(the);
  await asDesk(gateway, ada, `batches/${number}/cancel`, { reason: 'Wrong day' });
  const { status, body } = await asDesk(gateway, ada, `batches/${number}/file`, { format: 'csv' });
  assert.equal([status, body.file], [409, undefined]);
  assert.match(body.message, 'decided otherwise');
});

test('the account that pays is needed for a file of ISO 20022, and for no other', async (the) => {
  const { gateway, ada } = the;
  const { number } = await made(the);
  await asDesk(gateway, ada, `batches/${number}/approve`, {});
  const file = (format: string) => asDesk(gateway, ada, `batches/${number}/file`, { format });
  const { payoutSource } = gateway.settings;
  try {
    for (const missing of [{ account: '' }, { bic: '' }]) {
      gateway.settings.payoutSource = { ...payoutSource, ...missing };
      const { status, body } = await file('pain001');
      assert.equal([status, body.file], [409, undefined]);
    }
    assert.is((await desk(gateway, `batches/${number}`)).state, 'approved');
    assert.is((await file('csv')).status, 200);
  } finally {
    gateway.settings.payoutSource = payoutSource;
  }
});

test('a withdrawal is in one open batch, and is neither rejected nor paid by hand before its file', async (the) => {
  const { gateway, ada } = the;
  const { number, withdrawals } = await made(the, [{}, {}]);
  const [first, second] = withdrawals as [string, string];
  const taken = await asDesk(gateway, ada, 'batches', { withdrawals: [first] });
  assert.equal([taken.status, taken.body.message], [409, `Withdrawal ${first} is in payout batch ${number}`]);
  assert.match((await desk(gateway, `withdrawals/${first}/reject`, { reason: 'no' })).message, number);
  assert.match((await desk(gateway, `withdrawals/${first}/remit`, { reference: 'by hand' })).message, number);
  await asDesk(gateway, ada, `batches/${number}/approve`, {});
  await asDesk(gateway, ada, `batches/${number}/file`, { format: 'csv' });
  await desk(gateway, `withdrawals/${first}/remit`, { reference: `bank ${first}` });
  const again = await asDesk(gateway, ada, `batches/${number}/file`, { format: 'csv' });
  assert.match(again.body.message, 'have been paid out already');
  assert.is((await desk(gateway, `batches/${number}`)).state, 'exported');
  await desk(gateway, `withdrawals/${second}/remit`, { reference: `bank ${second}` });
  const { state, rows } = await desk(gateway, `batches/${number}`);
  assert.is(state, 'done');
  assert.equal(
    rows.map(({ withdrawal, status }: any) => [withdrawal, status]),
    withdrawals.map((one) => [one, 'remitted']),
  );
});

test('of a member’s withdrawals only those of a batch are shown with its number', async (the) => {
  const { gateway, ada } = the;
  const { number, member, as } = await approvedWithdrawal(gateway);
  const other = await anotherOf(gateway, member, as);
  const batch = (await asDesk(gateway, ada, 'batches', { withdrawals: [number] })).body.number;
  const batchOf = async (one: string) => (await desk(gateway, `withdrawals/${one}`)).batch;
  assert.equal([await batchOf(number), await batchOf(other)], [batch, undefined]);
});

test('a batch pays the withdrawal that it names, and no other approved one of the same member', async (the) => {
  const { gateway, ada } = the;
  const { number: named, member, as } = await approvedWithdrawal(gateway);
  const other = await anotherOf(gateway, member, as);
  await desk(gateway, `withdrawals/${other}/approve`, {});
  const { body } = await asDesk(gateway, ada, 'batches', { withdrawals: [named] });
  assert.is(body.payouts, 1);
  assert.is((await desk(gateway, `withdrawals/${other}`)).batch, undefined);
});

test('a batch waits for each of a member’s withdrawals in it, and ends with the last one', async (the) => {
  const { gateway, ada } = the;
  const { number: first, member, as } = await approvedWithdrawal(gateway);
  const second = await anotherOf(gateway, member, as);
  await desk(gateway, `withdrawals/${second}/approve`, {});
  const { number } = (await asDesk(gateway, ada, 'batches', { withdrawals: [first, second] })).body;
  await asDesk(gateway, ada, `batches/${number}/approve`, {});
  await asDesk(gateway, ada, `batches/${number}/file`, { format: 'csv' });
  for (const [paid, state] of [
    [first, 'exported'],
    [second, 'done'],
  ] as const) {
    await desk(gateway, `withdrawals/${paid}/remit`, { reference: `bank ${paid}` });
    assert.is((await desk(gateway, `batches/${number}`)).state, state);
  }
});

test('two people who make a batch of the same withdrawals at once: one of the two does', async (the) => {
  const { gateway, ada, ben } = the;
  const { number } = await approvedWithdrawal(gateway);
  const answers = await Promise.all(
    [ada, ben, ada].map((token) => asDesk(gateway, token, 'batches', { withdrawals: [number] })),
  );
  assert.equal(answers.map(({ status }) => status).sort(), [200, 409, 409]);
});

test('a withdrawal that is not approved, is paid in USDT or goes another way is in no batch', async (the) => {
  const { gateway, ada } = the;
  const card = await approvedWithdrawal(gateway);
  const usdt = await approvedWithdrawal(gateway, {
    account: {
      kind: 'usdt',
      number: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      holder: '',
      bank: null,
      branch: null,
    },
  });
  const alipay = await approvedWithdrawal(gateway, { account: { kind: 'alipay', number: 'a@b.example' } });
  const done = await approvedWithdrawal(gateway);
  await desk(gateway, `withdrawals/${done.number}/remit`, { reference: `r ${done.number}` });
  const refused = async (...withdrawals: string[]) =>
    (await asDesk(gateway, ada, 'batches', { withdrawals })).body.message;
  assert.match(await refused(card.number, usdt.number), 'is paid in USDT');
  assert.match(await refused(card.number, alipay.number), 'another channel');
  assert.match(await refused(done.number), 'is not waiting to be paid');
  assert.match(await refused('W1'), 'Withdrawal W1 not found');
  assert.is((await asDesk(gateway, ada, 'batches', { withdrawals: [] })).status, 400);
  assert.is(
    (await asDesk(gateway, ada, 'batches', { withdrawals: [card.number, card.number] })).body.payouts,
    1,
  );
});

test('a batch from the limit on, or several of a day, wait for a second person, who is another one', async (the) => {
  const { gateway, ada, ben } = the;
  const small = await made(the, [{}], 4000_00);
  assert.is((await asDesk(gateway, ada, `batches/${small.number}/approve`, {})).status, 200);
  const next = await made(the, [{}], 1100_00);
  const approve = (token: string) => asDesk(gateway, token, `batches/${next.number}/approve`, {});
  for (let again = 0; again < 2; again++) assert.is((await approve(ada)).status, 202);
  assert.is((await desk(gateway, `batches/${next.number}`)).state, 'draft');
  assert.equal([(await approve(ben)).body.state], ['approved']);
});

test('a batch that does not exist has no file and no decision, and one that was paid stays paid', async (the) => {
  const { gateway, ada } = the;
  const acts = { approve: {}, file: { format: 'csv' }, cancel: { reason: 'Wrong day' } };
  for (const [act, input] of Object.entries(acts)) {
    const { status, body } = await asDesk(gateway, ada, `batches/B1/${act}`, input);
    assert.equal([act, status, body.message], [act, 409, 'Payout batch not found']);
  }
  const { number, withdrawals } = await made(the);
  await asDesk(gateway, ada, `batches/${number}/approve`, {});
  await asDesk(gateway, ada, `batches/${number}/file`, { format: 'csv' });
  await desk(gateway, `withdrawals/${withdrawals[0]}/remit`, { reference: `bank ${number}` });
  const canceled = () => asDesk(gateway, ada, `batches/${number}/cancel`, { reason: 'Wrong day' });
  assert.match((await canceled()).body.message, 'decided otherwise');
  assert.is((await desk(gateway, `batches/${number}`)).state, 'done');
});

test('support sees no batch, and makes, approves and cancels none', async (the) => {
  const { gateway } = the;
  const { number, withdrawals } = await made(the);
  const { token } = await deskSession(gateway, 'support');
  for (const [path, body] of [
    ['batches'],
    [`batches/${number}`],
    ['batches', { withdrawals }],
    [`batches/${number}/approve`, {}],
    [`batches/${number}/file`, { format: 'csv' }],
    [`batches/${number}/cancel`, { reason: 'x' }],
  ] as [string, object?][])
    assert.is((await asDesk(gateway, token, path, body)).status, 403, path);
});

test('a canceled batch frees its withdrawals; after its file two people cancel it', async (the) => {
  const { gateway, ada, ben } = the;
  const first = await made(the);
  const cancel = (token: string, number: string) =>
    asDesk(gateway, token, `batches/${number}/cancel`, { reason: 'Wrong day' });
  assert.is((await cancel(ada, first.number)).body.state, 'canceled');
  const late = await asDesk(gateway, ada, `batches/${first.number}/approve`, {});
  assert.match(late.body.message, 'decided otherwise');
  const { number } = (await asDesk(gateway, ada, 'batches', { withdrawals: first.withdrawals })).body;
  await asDesk(gateway, ada, `batches/${number}/approve`, {});
  await asDesk(gateway, ada, `batches/${number}/file`, { format: 'csv' });
  assert.is((await cancel(ada, number)).status, 202);
  assert.is((await cancel(ben, number)).body.state, 'canceled');
  const freed = await desk(gateway, `withdrawals/${first.withdrawals[0]}/reject`, { reason: 'no' });
  assert.is(freed.status, 'rejected');
});

test('a withdrawal is shown with the batch that pays it, even if it comes back, not with a canceled one', async (the) => {
  const { gateway, ada } = the;
  const { number: canceled, withdrawals } = await made(the, [{}, {}]);
  const [byHand, byBatch] = withdrawals as [string, string];
  await asDesk(gateway, ada, `batches/${canceled}/cancel`, { reason: 'Wrong day' });
  const batchOf = async (one: string) => (await desk(gateway, `withdrawals/${one}`)).batch;
  assert.equal([await batchOf(byHand), await batchOf(byBatch)], [undefined, undefined]);
  const { number } = (await asDesk(gateway, ada, 'batches', { withdrawals: [byBatch] })).body;
  await asDesk(gateway, ada, `batches/${number}/approve`, {});
  await asDesk(gateway, ada, `batches/${number}/file`, { format: 'csv' });
  for (const one of withdrawals)
    await desk(gateway, `withdrawals/${one}/remit`, { reference: `bank ${one}` });
  assert.equal([await batchOf(byHand), await batchOf(byBatch)], [undefined, number]);
  await desk(gateway, `withdrawals/${byBatch}/takeBack`, { reason: 'Account closed' });
  assert.is(await batchOf(byBatch), number);
});

test('finance makes a batch and its file on the command line', async (the) => {
  const { gateway, ada } = the;
  const [one, two] = [await approvedWithdrawal(gateway), await approvedWithdrawal(gateway)];
  const run = async (...args: string[]) => (await operatorAs(gateway, ada, {}, ['batch', ...args])).text;
  const [number = ''] = /B\d+/.exec(await run('make', one.number, two.number)) ?? [];
  assert.match(await run('list'), number);
  assert.match(await run('approve', number), 'approved');
  const folder = mkdtempSync(join(tmpdir(), 'batch-'));
  const path = (await run('file', number, folder)).trim();
  assert.is(path, join(folder, `${number}.xml`));
  assertPain001(readFileSync(path, 'utf8'));
  assert.match(await run('file', number, folder), 'EEXIST', 'no file is overwritten');
  assert.match(await run('show', number), one.number);
});

test.run();
