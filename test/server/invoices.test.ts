import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import { OrderState } from '../../src/contract/buying/orders';
import {
  askInvoice,
  getInvoices,
  type InvoiceBuyer,
  invoiceAddress,
} from '../../src/contract/money/invoices';
import { isTaxNumber } from '../../src/contract/rules/tax-number';
import { listMessages } from '../../src/contract/support/messages';
import { creditLines, sumOf, withoutTax } from '../../src/server/documents/invoices/amounts';
import { refundCredits } from '../../src/server/documents/invoices/credit-refunds';
import { fapiaoProvider, issuingFapiao } from '../../src/server/documents/invoices/fapiao';
import { createWorker } from '../../src/server/jobs/worker';
import { waitingLists } from '../../src/server/waiting-lists';
import { workOf } from '../../src/server/work';
import { answering } from './support/answering';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { deskSession, operator } from './support/operator';
import { pdfText } from './support/pdf-text';
import { addRows } from './support/rows';
import { addProduct, booksInOrder, give, order } from './support/shop';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  as: Sent;
}
const test = suite<Context>('invoices');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({
    env: { SELLER_NAME: 'Lantern Ltd.', SELLER_TAX_NUMBER: 'DE136695976', TAX_RATES: 'CN=6 DE=19 *=0' },
  });
  await newMember(context, 'intl');
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

async function newMember(context: Context, country: 'cn' | 'intl'): Promise<void> {
  const { id } = await addMember(context.gateway, { country });
  Object.assign(context, { member: id, as: await context.gateway.signIn(id) });
  await give(context.gateway, id, 'balance', 10_000_00);
}

/** Does what is due now: the jobs, and the credit notes. */
async function work({ gateway: { db, settings, clock, files } }: Context): Promise<void> {
  const now = () => Date.now() + clock.ahead;
  const { kinds, schedules } = await workOf(db, settings, { now, log() {}, files });
  await schedules.find(({ name }) => name === 'credit-notes')?.run(db, now());
  await createWorker({ db, kinds, schedules: [], now, log() {} }).work();
}

async function bought({ gateway, as }: Context, product: object = {}, quantity = 1): Promise<string> {
  const productId = await addProduct(gateway, product);
  const { code, body, message } = await order(gateway, as, orders.addByMoney, { productId, quantity });
  assert.is(code, '1', message);
  return body.orderNo;
}

const german: InvoiceBuyer = {
  kind: 'company',
  title: 'Laterne GmbH',
  country: 'DE',
  taxNumber: 'DE 136 695 976',
  email: 'books@laterne.example',
};
const ask = ({ gateway, as }: Context, orderNo: string, buyer: object = german) =>
  gateway.send(askInvoice, { orderNo, requestKey: randomUUID(), ...buyer }, as);
const invoicesOf = async ({ gateway, as }: Context, orderNo: string) =>
  (await gateway.send(getInvoices, { orderNo }, as)).body;
const asked = async ({ gateway }: Context, orderNo: string) =>
  (await desk(gateway, `invoices?orderNo=${orderNo}`)).items[0] as { id: string; state: string };
const issue = async (context: Context, orderNo: string) => {
  const { id } = await asked(context, orderNo);
  const { status, number, message } = await desk(context.gateway, `invoices/${id}/issue`, {});
  assert.is(status, 200, message);
  return { id, number: number as string };
};
async function pdfOf({ gateway, as }: Context, number: string): Promise<string> {
  const { body, code, message } = await gateway.send(invoiceAddress, { number }, as);
  assert.is(code, '1', message);
  const response = await fetch(gateway.url + body.url);
  assert.is(response.headers.get('content-disposition'), `attachment; filename="${number}.pdf"`);
  return pdfText(Buffer.from(await response.arrayBuffer())).lines.join('\n');
}

test('a member requests an invoice, the desk issues it, and the member downloads it from the order', async (context) => {
  const { gateway, as, member } = context;
  const orderNo = await bought(context, { name_en: 'Lamp' }, 2);
  assert.equal(await invoicesOf(context, orderNo), { may: true, issued: [] });
  assert.is((await ask(context, orderNo)).code, '1');
  assert.is((await ask(context, orderNo, { ...german, title: 'Laterne AG' })).code, '1', 'it can be changed');
  const waiting = waitingLists.find(({ name }) => name === 'invoices')!;
  assert.is((await waiting.look(gateway.db.run)).count, 1);
  const { number } = await issue(context, orderNo);
  assert.match(number, /^INV-\d{4}-\d{6}$/);
  assert.is((await waiting.look(gateway.db.run)).count, 0);
  const { may, issued, request } = await invoicesOf(context, orderNo);
  assert.equal(
    [may, request.state, request.taxNumber, issued[0].net, issued[0].tax, issued[0].gross],
    [false, 'issued', 'DE136695976', 168_07, 31_93, 200_00],
  );
  const text = await pdfOf(context, number);
  for (const said of [
    'Invoice',
    number,
    'Lantern Ltd.',
    'Laterne AG',
    'Germany',
    'Lamp',
    '19 %',
    '¥168.07',
    '¥31.93',
    '¥200.00',
  ])
    assert.ok(text.includes(said), said);
  assert.is((await ask(context, orderNo)).code, '500', 'once it is issued, it stays');
  const messages = (await gateway.send(listMessages, {}, as)).body.items;
  assert.ok(messages.some(({ title }: { title: string }) => title === 'Invoice issued'));
  const mail = await gateway.db.run
    .selectFrom('message')
    .select(['subject', 'text'])
    .where('address', '=', german.email)
    .execute();
  assert.equal(
    mail.map(({ subject, text }) => [subject, text.includes(`invoice?orderNo=${orderNo}`)]),
    [[`Invoice ${number}`, true]],
  );
  // the next order begins with the same buyer, and another member sees none of it
  const next = await bought(context);
  assert.is((await invoicesOf(context, next)).before.title, 'Laterne AG');
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(getInvoices, { orderNo }, other)).code, '500');
  assert.is((await gateway.send(invoiceAddress, { number }, other)).code, '500');
  assert.is((await ask({ ...context, as: other }, orderNo)).code, '500');
  assert.is((await gateway.send(invoiceAddress, { number }, await gateway.signIn(member))).code, '1');
});

test('a member who changes the request for one order leaves that for another as it was', async (context) => {
  const [first, second] = [await bought(context), await bought(context)];
  for (const orderNo of [first, second]) assert.is((await ask(context, orderNo)).code, '1');
  assert.is((await ask(context, first, { ...german, title: 'Laterne AG' })).code, '1');
  const titleOf = async (orderNo: string) => (await invoicesOf(context, orderNo)).request.title;
  assert.equal([await titleOf(first), await titleOf(second)], ['Laterne AG', 'Laterne GmbH']);
});

test('the desk sees an invoice with its own lines, and has its file once it is issued', async (context) => {
  const { gateway } = context;
  const before = await bought(context);
  await ask(context, before);
  await issue(context, before);
  const orderNo = await bought(context, { name_en: 'Lamp' }, 2);
  await ask(context, orderNo);
  const { id } = await asked(context, orderNo);
  const file = () => desk(gateway, `invoices/${id}/pdf`, {});
  assert.is((await file()).message, 'Invoice not found');
  const { number } = await issue(context, orderNo);
  const { lines, seller } = await desk(gateway, `invoices/${id}`);
  assert.equal(
    [lines, seller],
    [
      [{ name: 'Lamp', quantity: 2, net: 168_07, tax: 31_93, gross: 200_00, rate: '19 %' }],
      'Lantern Ltd. · DE136695976',
    ],
  );
  const { name, base64 } = (await file()).file;
  const { lines: text } = await pdfText(Buffer.from(base64, 'base64'));
  assert.equal([name, text.join('\n').includes(number)], [`${number}.pdf`, true]);
});

test('a refund is credited: in parts, and to the last fen of the tax', async (context) => {
  const { gateway, as } = context;
  const orderNo = await bought(context, { price: 99_99 });
  await ask(context, orderNo);
  const { number } = await issue(context, orderNo);
  const back = (amount: string) => operator(gateway, 'order', 'refund', orderNo, amount, `Broken ${amount}`);
  assert.is((await back('33.33')).code, 0);
  await work(context);
  await work(context); // nothing new
  assert.is((await back('all')).code, 0);
  await work(context);
  const { issued } = await invoicesOf(context, orderNo);
  assert.equal(
    issued.map(({ kind, gross }: { kind: string; gross: number }) => [kind, gross]),
    [
      ['invoice', 99_99],
      ['credit', -33_33],
      ['credit', -66_66],
    ],
  );
  assert.equal(sumOf(issued), { net: 0, tax: 0, gross: 0 });
  const text = await pdfOf(context, issued[1].number);
  for (const said of ['Credit note', issued[1].number, number, '−¥33.33'])
    assert.ok(text.includes(said), said);
  const messages = (await gateway.send(listMessages, {}, as)).body.items;
  assert.is(messages.filter(({ title }: { title: string }) => title === 'Credit note issued').length, 2);
});

test('a refund before the invoice is credited with it, and a refunded order has no invoice', async (context) => {
  const { gateway } = context;
  const orderNo = await bought(context);
  await ask(context, orderNo);
  await operator(gateway, 'order', 'refund', orderNo, '40', 'Late');
  await issue(context, orderNo);
  const { issued } = await invoicesOf(context, orderNo);
  assert.equal(
    issued.map(({ gross }: { gross: number }) => gross),
    [100_00, -40_00],
  );
  const gone = await bought(context);
  await operator(gateway, 'order', 'refund', gone, 'all', 'Gone');
  assert.match((await ask(context, gone)).message, 'refunded in full');
  assert.is((await invoicesOf(context, gone)).may, false);
});

test('numbers have no gap and none twice, however many are issued at once', async (context) => {
  const { gateway } = context;
  const numbers: string[] = [];
  for (let nth = 0; nth < 4; nth++) {
    numbers.push(await bought(context));
    await ask(context, numbers[nth]!);
  }
  const ids = await Promise.all(numbers.map(async (one) => (await asked(context, one)).id));
  const { settings } = gateway;
  const { taxNumber } = settings.seller;
  settings.seller.taxNumber = '';
  assert.is((await desk(gateway, `invoices/${ids[0]}/issue`, {})).status, 409, 'without the seller’s number');
  settings.seller.taxNumber = taxNumber;
  const issued = await Promise.all([...ids, ids[0]].map((id) => desk(gateway, `invoices/${id}/issue`, {})));
  assert.is(issued[4].number, issued[0].number, 'the same again is the same invoice');
  const all = await gateway.db.run
    .selectFrom('invoice')
    .select('number')
    .where('kind', '=', 'invoice')
    .where('number', 'is not', null)
    .orderBy('number')
    .execute();
  assert.equal(
    all.map(({ number }) => Number(number?.slice(-6))),
    all.map((_, at) => at + 1),
  );
});

test('a company needs a tax number with the right check digits; a person needs none', async (context) => {
  const { gateway } = context;
  const orderNo = await bought(context);
  const problems = async (buyer: object) =>
    (await ask(context, orderNo, { ...german, ...buyer })).body.problems;
  assert.equal(await problems({ taxNumber: 'DE136695977' }), { taxNumber: { rule: 'wrong' } });
  assert.equal(await problems({ taxNumber: undefined }), { taxNumber: { rule: 'required' } });
  assert.equal(await problems({ country: 'XX' }), { country: { rule: 'wrong' } });
  for (const [country, rule] of [
    ['__proto__', 'maxLength'],
    [{ toString: 1 }, 'required'],
  ] as const)
    assert.is((await problems({ country })).country.rule, rule);
  assert.equal(await problems({ email: 'nobody' }), { email: { rule: 'email' } });
  assert.is((await ask(context, orderNo, { ...german, kind: 'person', title: 'Maria Lopez' })).code, '1');
  assert.not((await invoicesOf(context, orderNo)).request.taxNumber);
  await newMember(context, 'cn');
  const chinese = await bought(context);
  assert.is((await invoicesOf(context, chinese)).country, 'CN');
  const wrong = await gateway.send(
    askInvoice,
    { ...german, orderNo: chinese, requestKey: randomUUID() },
    context.as,
  );
  assert.equal(wrong.body.problems, { country: { rule: 'wrong' } });
  for (const [number, country, right] of [
    ['91350100M000100Y43', 'CN', true],
    ['91350100M000100Y44', 'CN', false],
    ['91350100M000100I43', 'CN', false],
    ['0100109106', 'VN', true],
    ['0100109107', 'VN', false],
    ['0100109106001', 'VN', true],
    ['GB999 9973', 'GB', false],
    ['GB999999973', 'GB', true],
  ] as const)
    assert.is(isTaxNumber(number, country), right, `${number} ${country}`);
});

test('a request is refused with a reason, and the member asks again', async (context) => {
  const { gateway } = context;
  const orderNo = await bought(context);
  await ask(context, orderNo);
  const { id } = await asked(context, orderNo);
  const refuse = (...reason: string[]) => operator(gateway, 'invoice', 'refuse', id, ...reason);
  assert.is((await refuse('Name', 'the', 'branch')).code, 0);
  assert.is((await refuse('Name', 'the', 'branch')).code, 0, 'the same again changes nothing');
  assert.is.not((await refuse('Other words')).code, 0);
  assert.is.not((await operator(gateway, 'invoice', 'issue', id)).code, 0, 'a refused one is not issued');
  const { request, may } = await invoicesOf(context, orderNo);
  assert.equal([request.state, request.answer, may], ['refused', 'Name the branch', true]);
  assert.is((await ask(context, orderNo)).code, '1');
  assert.is((await operator(gateway, 'invoice', 'issue', id)).code, 0);
  assert.is.not((await refuse('Too late')).code, 0);
});

test('points and top-ups have no invoice, and support cannot issue one', async (context) => {
  const { gateway, member } = context;
  const paid = { member, state: OrderState.successful, amount: 100, total: 100, paid: 100, discount: 0 };
  const [points, topUp] = [randomUUID(), randomUUID()];
  await addRows(gateway, 'purchase', [
    { ...paid, order_no: points, currency: 'points', way: 'points' },
    { ...paid, order_no: topUp, currency: 'money', way: 'card', top_up: true },
  ]);
  assert.match((await ask(context, points)).message, 'paid with money');
  assert.match((await ask(context, topUp)).message, 'A top-up has no invoice');
  const orderNo = await bought(context);
  await ask(context, orderNo);
  const { id } = await asked(context, orderNo);
  const { token } = await deskSession(gateway, 'support');
  const answer = await fetch(`${gateway.desk}/operator/invoices/${id}/issue`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  assert.is(answer.status, 403);
});

test('in China the provider gives each invoice its fapiao, and without one the desk enters the number', async (context) => {
  await newMember(context, 'cn');
  const { gateway } = context;
  const orderNo = await bought(context, { name_zh: '云手机', tax_rates: JSON.stringify({ CN: 1300 }) });
  const company = { ...german, title: '灯笼科技有限公司', country: 'CN', taxNumber: '91350100M000100Y43' };
  assert.is((await ask({ ...context, as: { ...context.as, locale: 'zh_CN' } }, orderNo, company)).code, '1');
  const { number } = await issue(context, orderNo);
  const [sold] = (await desk(gateway, `invoicelines?q=${number}`)).items;
  assert.is(sold.rate, '13 %');
  await work(context);
  const [{ fapiao, tax }] = (await invoicesOf(context, orderNo)).issued;
  assert.equal(
    [/^00\d{18}$/.test(fapiao), tax],
    [true, withoutTax(100_00, 1300).tax],
    'the product has its own rate',
  );
  const text = await pdfOf(context, number);
  for (const said of ['灯笼科技有限公司', '云手机', '13 %', fapiao]) assert.ok(text.includes(said), said);
  await operator(gateway, 'order', 'refund', orderNo, 'all', 'Back');
  await work(context);
  const [, credit] = (await invoicesOf(context, orderNo)).issued;
  assert.match(credit.fapiao, /^00\d{18}$/);
  assert.is.not(credit.fapiao, fapiao);

  assert.is(fapiaoProvider({ fapiao: undefined, sandboxes: false }), undefined);
  const another = await bought(context);
  await ask(context, another, company);
  const byHand = await issue(context, another);
  const open = () => operator(gateway, 'invoice', 'lines', 'CN', '--json');
  const numbers = async () =>
    JSON.parse((await open()).text).items.map((line: { number: string }) => line.number);
  assert.equal(await numbers(), [byHand.number]);
  assert.is((await operator(gateway, 'invoice', 'fapiao', byHand.id, '12345')).code, 1);
  assert.is((await operator(gateway, 'invoice', 'fapiao', byHand.id, '24312000000000000001')).code, 0);
  assert.is.not((await operator(gateway, 'invoice', 'fapiao', byHand.id, '24312000000000000002')).code, 0);
  assert.equal(await numbers(), []);
  await work(context);
  assert.is((await invoicesOf(context, another)).issued[0].fapiao, '24312000000000000001');
  const csv = await fetch(`${gateway.desk}/operator/invoicelines/export?q=${number}`, {
    headers: { authorization: `Bearer ${gateway.settings.operatorToken}` },
  });
  const [, row] = (await csv.text()).split('\r\n');
  assert.match(row!, `${number},invoice,`);
  assert.match(row!, '91350100M000100Y43');
  for (const one of [number, byHand.number]) {
    const [line] = (await desk(gateway, `invoicelines?q=${one}`)).items;
    assert.is((await desk(gateway, `invoicelines/${line.id}`)).number, one);
  }
});

test('without a provider of fapiao no job fails, also for a credit note', async (context) => {
  await newMember(context, 'cn');
  const { db, settings } = context.gateway;
  const orderNo = await bought(context);
  await ask(context, orderNo, { ...german, kind: 'person', country: 'CN' });
  await issue(context, orderNo);
  await operator(context.gateway, 'order', 'refund', orderNo, 'all', 'Back');
  await refundCredits.run(db, Date.now());
  const { id } = await db.run
    .selectFrom('invoice')
    .select('id')
    .where('order_no', '=', orderNo)
    .where('kind', '=', 'credit')
    .executeTakeFirstOrThrow();
  const job = { id: 'a', kind: 'issue-fapiao', payload: { id }, attempt: 1, destination: '' };
  await issuingFapiao(db, { ...settings, sandboxes: false }).outside?.(job);
  const waits = await issuingFapiao(db, settings)
    .outside?.(job)
    .then(
      () => '',
      (error: Error) => error.message,
    );
  assert.match(waits ?? '', 'waits for the fapiao');
});

test('a provider of fapiao is asked until it answers with a number, always about the same document', async (context) => {
  await newMember(context, 'cn');
  const { db, settings } = context.gateway;
  const orderNo = await bought(context);
  await ask(context, orderNo, { ...german, country: 'CN', taxNumber: '91350100M000100Y43' });
  const { id, number } = await issue(context, orderNo);
  const answers = [
    { status: 503, body: '{"fapiao":"24312000000000000003"}' },
    { status: 200, body: '{"fapiao":"1234567"}' },
    { status: 200, body: '{"fapiao":"24312000000000000003"}' },
  ];
  const provider = await answering(() => answers.shift() ?? { status: 404, body: '' });
  const { outside } = issuingFapiao(db, { ...settings, fapiao: { api: provider.url, key: 'a-key' } });
  const job = { id: 'a', kind: 'issue-fapiao', payload: { id }, attempt: 1, destination: '' };
  const attempt = () =>
    Promise.resolve(outside?.(job)).then(
      () => 'issued',
      () => 'failed',
    );
  const entered = async () => (await invoicesOf(context, orderNo)).issued[0].fapiao;
  assert.equal([await attempt(), await attempt(), await entered()], ['failed', 'failed', undefined]);
  assert.equal([await attempt(), await entered()], ['issued', '24312000000000000003']);
  assert.is(await attempt(), 'issued', 'and asks no more');
  const sent = provider.asked.map(({ method, path, headers, body }) => {
    const { number, buyer, gross } = JSON.parse(body);
    return [method, path, headers.authorization, headers['idempotency-key'], number, buyer.taxNumber, gross];
  });
  const same = ['POST', '/fapiao', 'Bearer a-key', id, number, '91350100M000100Y43', 100_00];
  assert.equal(sent, [same, same, same]);
  await provider.close();
});

test('rates of a product and of the settings are those of the day of the order', async (context) => {
  const { gateway } = context;
  const orderNo = await bought(context);
  const { settings } = gateway;
  const before = settings.taxRates;
  settings.taxRates = { '*': 0, DE: 700 };
  await ask(context, orderNo);
  await issue(context, orderNo);
  settings.taxRates = before;
  const [{ tax }] = (await invoicesOf(context, orderNo)).issued;
  assert.is(tax, withoutTax(100_00, 1900).tax);
  const id = await addProduct(gateway);
  assert.is((await operator(gateway, 'product', 'set', id, '--tax', 'DE:8.25,*:0')).code, 0);
  assert.equal(
    (await desk(gateway, `products/${id}`)).taxRates.find((one: any) => one.countryCode === 'DE').rate,
    '8.25',
  );
  assert.is.not((await operator(gateway, 'product', 'set', id, '--tax', 'DE:100')).code, 0);
});

test('every fen of an amount is net or tax, and credits of any sizes add up to the invoice', () => {
  for (const rate of [0, 300, 600, 825, 1300, 1900])
    for (const gross of [1, 2, 99, 100, 9999, 123_456_78]) {
      const { net, tax } = withoutTax(gross, rate);
      assert.is(net + tax, gross);
      assert.ok(
        Math.abs((net * (10_000 + rate)) / 10_000 - gross) <= 0.5 * (1 + rate / 10_000),
        `${gross} ${rate}`,
      );
    }
  const lines = [
    [33_33, 1900],
    [1, 700],
    [10_00, 0],
  ].map(([gross = 0, rate = 0]) => ({ name: '', quantity: 1, rate, ...withoutTax(gross, rate) }));
  for (const step of [1, 7, 1000, 43_34]) {
    let left = lines;
    while (sumOf(left).gross > 0) {
      const credited = creditLines(left, Math.min(step, sumOf(left).gross));
      assert.is(-sumOf(credited).gross, Math.min(step, sumOf(left).gross));
      left = left.map((line, at) => {
        const own = sumOf(credited.filter(({ position }) => position === at));
        return { ...line, net: line.net + own.net, tax: line.tax + own.tax, gross: line.gross + own.gross };
      });
      assert.ok(left.every(({ gross }) => gross >= 0));
    }
    assert.equal(sumOf(left), { net: 0, tax: 0, gross: 0 });
  }
});

test.run();
