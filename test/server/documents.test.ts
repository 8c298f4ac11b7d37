import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OrderState } from '../../src/contract/buying/orders';
import { endOtherSessions } from '../../src/contract/member/auth';
import {
  type DocumentAddress,
  getReceipt,
  receiptAddress,
  statementAddress,
} from '../../src/contract/money/documents';
import { newPaper } from '../../src/server/documents/paper';
import { memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { postMovements } from '../../src/server/ledger/post-many';
import { addMember } from './support/member';
import { pdfText } from './support/pdf-text';
import { addRows } from './support/rows';
import { addProduct, booksInOrder } from './support/shop';
import { credit, desk, prepareWithdrawer, type Withdrawer, withdraw } from './support/wallet';

const test = suite<Withdrawer>('documents');
test.before.each(prepareWithdrawer);
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

const shanghai = { timeZone: 'Asia/Shanghai' };

/** Asks for a statement, and downloads it. */
async function statement(
  { gateway, as }: Pick<Withdrawer, 'gateway' | 'as'>,
  input: object,
  locale = 'en_US',
) {
  const asked = await gateway.send(statementAddress, { ...shanghai, ...input }, { ...as, locale });
  assert.is(asked.code, '1', asked.message);
  const { url, name } = asked.body as DocumentAddress;
  const response = await fetch(gateway.url + url);
  assert.is(response.status, 200);
  assert.is(response.headers.get('content-disposition'), `attachment; filename="${name}"`);
  assert.is(response.headers.get('cache-control'), 'private, no-store');
  return {
    url,
    name,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

test('a statement as CSV opens in a spreadsheet: BOM, amounts in units, nothing that is a formula', async (context) => {
  const { gateway, member } = context;
  const at = Date.parse('2026-11-20T06:05:09Z');
  await credit(gateway, member, 'balance', 12_34, { reason: 'rent', at, ref: '=HYPERLINK("x")' });
  await credit(gateway, member, 'balance', -1_50, { reason: 'order', at: at + 60_000, ref: 'O1' });
  await credit(gateway, member, 'balance', 9_99, { reason: 'rent', at: Date.parse('2026-10-20T06:00:00Z') });
  const { name, type, bytes } = await statement(context, {
    kind: 'balance',
    month: '2026-11',
    format: 'csv',
    reason: 'rent',
  });
  assert.equal([name, type], ['statement-balance-2026-11.csv', 'text/csv; charset=utf-8']);
  assert.equal([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
  assert.equal(bytes.subarray(3).toString().split('\r\n'), [
    'Time (Asia/Shanghai),Account,Type,Reference,Amount,Balance after,Currency',
    `2026-11-20 14:05:09,Balance,Rent,"'=HYPERLINK(""x"")",12.34,1012.34,CNY`,
    '',
  ]);
  const all = (await statement(context, { kind: 'balance', format: 'csv' }, 'zh_CN')).bytes.toString();
  assert.match(all, '2026-11-20 14:06:09,余额,订单支付,O1,-1.50,');
  await credit(gateway, member, 'points', 1200);
  const points = (await statement(context, { kind: 'points', format: 'csv' })).bytes.toString();
  assert.match(points, ',1200,1200,\r\n');
});

test('a statement as PDF can be read and copied, in Chinese too, and repeats its head on each page', async (context) => {
  const { gateway, member } = context;
  const at = Date.parse('2026-11-20T06:05:09Z');
  for (let nth = 0; nth < 60; nth++)
    await credit(gateway, member, 'balance', 1_00 + nth, { reason: 'rent', at: at + nth, ref: `CP${nth}` });
  const { name, type, bytes } = await statement(
    context,
    { kind: 'balance', format: 'pdf', reason: 'rent' },
    'zh_CN',
  );
  assert.equal([name, type], ['statement-balance.pdf', 'application/pdf']);
  const { lines, pages } = pdfText(bytes);
  assert.is(pages, 2);
  assert.is(lines.filter((one) => one === '结余').length, 2, 'the head of the table on both pages');
  assert.equal(lines.slice(1, 3), ['收支明细', '余额 · 全部月份 · 租金']);
  for (const said of ['2026年11月20日 14:05', 'CP0', 'CP59', '+¥1.00', '¥77.70', '第 2 页'])
    assert.ok(
      lines.some((one) => one.includes(said)),
      said,
    );
  const english = pdfText(
    (await statement(context, { kind: 'income', month: '2026-11', format: 'pdf' })).bytes,
  );
  assert.ok(english.lines.includes('Earnings · November 2026'));
  assert.ok(english.lines.includes('Rent · Balance'));
  const empty = pdfText(
    (await statement(context, { kind: 'balance', month: '2026-09', format: 'pdf' })).bytes,
  );
  assert.equal(
    empty.lines.filter((one) => /^[+−-]?¥0\.00$/.test(one)),
    ['¥0.00', '¥0.00', '¥0.00'],
    'in, out and their sum, without a sign',
  );
});

test('amounts side by side in a table keep a distance from the next column', async () => {
  const paper = await newPaper({ title: 'Two', lang: 'en', footer: () => '' });
  const right = { title: 'Amount', share: 1, right: true } as const;
  await paper.table([right, right]).row(['¥7', '¥7']);
  const { lines, lefts } = pdfText(await paper.end());
  const [first = 0, second = 0] = lefts.filter((_, at) => lines[at] === '¥7');
  const half = (595.28 - 2 * 44) / 2; // of an A4 page without its margins
  assert.ok(second - first > half + 7, `${first} ${second}`);
});

test('the values beside names end at the right margin of the page', async () => {
  const paper = await newPaper({ title: 'Values', lang: 'en', footer: () => '' });
  await paper.pair('Rent', '1');
  await paper.pair('Rent', '11');
  const { lines, lefts } = pdfText(await paper.end());
  const [one = 0, two = 0] = ['1', '11'].map((value) => lefts[lines.indexOf(value)]);
  const letter = one - two;
  const end = 595.28 - 44; // of an A4 page
  assert.ok(letter > 0 && Math.abs(one + letter - end) < 0.1, `${one} ${two}`);
});

test('an address opens a document for five minutes, and no longer than the session that asked', async (context) => {
  const { gateway, member, as } = context;
  const { url } = await statement(context, { kind: 'store', format: 'csv' });
  const status = async (of: string) => (await fetch(gateway.url + of)).status;
  assert.is(await status(`${url.slice(0, -2)}AA`), 404, 'changed');
  assert.is(await status('/documents?ticket=AAAA'), 404);
  assert.is(await status('/documents'), 404);
  const head = await fetch(gateway.url + url, { method: 'HEAD' });
  assert.match(head.headers.get('content-type') ?? '', 'text/csv');
  assert.is(
    head.headers.get('content-length'),
    '0',
    'its pages are not drawn for who only looks at the address',
  );
  gateway.clock.ahead = 5 * 60_000 + 1000;
  assert.is(await status(url), 404, 'too late');
  gateway.clock.ahead = 0;
  assert.is(await status(url), 200);
  await gateway.send(endOtherSessions, {}, await gateway.signIn(member));
  assert.is(await status(url), 404, 'the session is over');
  const again = { kind: 'store', format: 'csv', ...shanghai };
  assert.is((await gateway.send(statementAddress, again, as)).code, '510');
});

test('a statement shows nobody else’s movements, and needs a time zone that there is', async (context) => {
  const { gateway, as } = context;
  const other = (await addMember(gateway)).id;
  await credit(gateway, other, 'balance', 77_77, { reason: 'rent', ref: 'not-yours' });
  const { bytes } = await statement(context, { kind: 'balance', format: 'csv' });
  assert.not(bytes.toString().includes('not-yours'));
  const wrong = { kind: 'balance', format: 'pdf', timeZone: 'Moon/Crater' };
  const refused = await gateway.send(statementAddress, wrong, as);
  assert.equal([refused.code, refused.body.problems], ['5001', { timeZone: { rule: 'wrong' } }]);
});

/** Asks for a receipt, and reads it. */
async function receipt({ gateway, as }: Pick<Withdrawer, 'gateway' | 'as'>, input: object) {
  const asked = await gateway.send(receiptAddress, { ...shanghai, ...input }, as);
  if (asked.code !== '1') return { ...asked, lines: [] as string[] };
  const response = await fetch(gateway.url + asked.body.url);
  assert.is(response.headers.get('content-disposition'), `attachment; filename="${asked.body.name}"`);
  return { ...asked, ...pdfText(Buffer.from(await response.arrayBuffer())) };
}

test('a paid order has a numbered receipt with the seller, the goods and the sum, for its member only', async (context) => {
  const { gateway, member, as } = context;
  gateway.settings.sellerName = 'Lantern Ltd.';
  const order = {
    order_no: 'C1',
    member,
    way: 'card',
    currency: 'money',
    amount: 120_00,
    discount: 20_00,
    total: 100_00,
  };
  const paid = { paid: 100_00, refunded: 0, payment_no: 'pi_7', paid_at: new Date('2026-11-20T06:05:09Z') };
  const empty = { coupon: null, fail_reason: null, address: null, shipment: null };
  await addRows(gateway, 'purchase', [
    { ...order, ...paid, ...empty, state: OrderState.successful },
    { ...order, ...paid, ...empty, order_no: 'C2', paid: 0, state: OrderState.waiting },
    { ...order, ...paid, ...empty, order_no: 'C3', state: OrderState.successful, currency: 'points' },
  ]);
  const line = {
    member,
    product: await addProduct(gateway),
    order_no: 'C1',
    position: 1,
    name_en: 'Starter',
    name_zh: '入门',
    category: 'goods',
    quantity: 2,
  };
  await addRows(gateway, 'purchase_line', [
    { ...line, amount: 120_00, total: 100_00, renews: null, device: null },
  ]);
  const { body, lines } = await receipt(context, { of: 'order', number: 'C1' });
  assert.is(body.name, 'receipt-C1.pdf');
  for (const said of [
    'Lantern Ltd.',
    'R-C1',
    '20 Nov 2026, 14:05 (UTC+8)',
    'Card',
    'pi_7',
    'Starter × 2',
    '¥120.00',
    '−¥20.00',
    '¥100.00',
  ])
    assert.ok(lines.includes(said), `${said} in ${lines.join('|')}`);
  for (const number of ['C2', 'C3', 'C4'])
    assert.is((await receipt(context, { of: 'order', number })).code, '500', number);
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await receipt({ gateway, as: other }, { of: 'order', number: 'C1' })).code, '500');
  const zone = await gateway.send(receiptAddress, { of: 'order', number: 'C1', timeZone: 'Moon/Crater' }, as);
  assert.equal(zone.body.problems, { timeZone: { rule: 'wrong' } });
});

test('a withdrawal has a receipt once it was paid out: the amount, the fee, what arrived and where', async (context) => {
  const { gateway, as, card } = context;
  const { body: open } = await withdraw(gateway, as, card, { amount: 100_00 });
  const { id, number } = (await withdraw(gateway, as, card, { amount: 200_00 })).body;
  assert.is((await receipt(context, { of: 'withdrawal', number })).code, '500');
  await desk(gateway, `withdrawals/${id}/approve`, {});
  await desk(gateway, `withdrawals/${id}/remit`, { reference: `BANK-${number}` });
  const { lines } = await receipt(context, { of: 'withdrawal', number });
  for (const said of [`R-${number}`, '¥200.00', '−¥1.20', '¥198.80', `BANK-${number}`])
    assert.ok(lines.includes(said), `${said} in ${lines.join('|')}`);
  assert.match(lines.join(' '), /Li Mei · .*7890/);
  assert.is((await receipt(context, { of: 'withdrawal', number: open.number })).code, '500', 'not paid out');
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await receipt({ gateway, as: other }, { of: 'withdrawal', number })).code, '500');
});

test('a top-up by bank transfer has a receipt once it was credited, on the screen and as PDF', async (context) => {
  const { gateway, member, as } = context;
  const row = {
    member,
    order_no: null,
    amount: 300_00,
    phone: '',
    voucher: 'v',
    voucher_hash: 'h',
    same_as: null,
    reason: null,
    at: new Date('2026-11-19T06:00:00Z'),
  };
  const [credited, waiting, refused] = [`ff${randomUUID().slice(2)}`, randomUUID(), randomUUID()];
  const decided_at = new Date('2026-11-20T06:05:09Z');
  await addRows(gateway, 'remittance', [
    { ...row, id: credited, state: 'approved', decided_at },
    { ...row, id: waiting, state: 'auditing', decided_at: null },
    { ...row, id: refused, state: 'rejected', decided_at },
  ]);
  const asked = { of: 'topUp', number: credited };
  const { code, body } = await gateway.send(getReceipt, asked, as);
  assert.is(code, '1');
  const number = `R-20261120-${credited.slice(0, 8).toUpperCase()}`;
  assert.equal([body.number, body.total, body.at], [number, 300_00, '2026-11-20T06:05:09.000Z']);
  assert.equal(body.lines, [{ name: 'Top-up of the balance', amount: 300_00 }]);
  const { lines } = await receipt(context, asked);
  for (const said of [number, '20 Nov 2026, 14:05 (UTC+8)', '¥300.00', 'Bank transfer'])
    assert.ok(lines.includes(said), `${said} in ${lines.join('|')}`);
  for (const number of [waiting, refused])
    assert.is((await gateway.send(getReceipt, { of: 'topUp', number }, as)).code, '500');
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(getReceipt, asked, other)).code, '500');
});

test('a PDF of more than 2,000 transactions is refused, with a way that works', async (context) => {
  const { gateway, member, as } = context;
  const credits = Array.from({ length: 1_999 }, () => ({
    kind: 'rent',
    asset: 'CNY' as const,
    entries: [
      [memberAccount(member, 'balance'), 1],
      [systemAccount('rent', 'CNY'), -1],
    ] as const,
    memo: '',
    ref: 'CP1',
  }));
  await gateway.db.tx((tx) => postMovements(tx, credits, Date.now()));
  const input = { kind: 'balance', format: 'pdf' };
  assert.ok(pdfText((await statement(context, input)).bytes).pages > 40);
  await credit(gateway, member, 'balance', 1);
  const refused = await gateway.send(statementAddress, { ...input, ...shanghai }, as);
  assert.equal(
    [refused.code, refused.message],
    ['500', 'There are more than 2000 transactions. Choose a month, or CSV.'],
  );
  const csv = (await statement(context, { ...input, format: 'csv' })).bytes.toString();
  assert.is(csv.split('\r\n').length, 1 + 2_001 + 1);
});

test.run();
