import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  askInvoice,
  getInvoices,
  invoiceAddress,
  type OrderInvoices,
} from '../../src/contract/money/invoices';
import * as orders from '../../src/features/orders/routes';
import * as forms from '../support/sign-in';
import { Refusal, reply, visit } from '../support/visit';

const asked = {
  kind: 'company' as const,
  title: '灯笼科技有限公司',
  country: 'CN',
  taxNumber: '91350100M000100Y43',
  email: 'books@example.com',
  askedAt: '2026-11-20T09:00:00.000Z',
};
const { askedAt: _, ...buyer } = asked;
const open = (said: OrderInvoices | Refusal | 'offline') =>
  visit(orders.invoice, { orderNo: 'O1' }, [reply(getInvoices, said)]);

test('an order without an invoice says why, and one that is not the member’s leads to all orders', async () => {
  const none = await open({ may: false, issued: [] });
  await none.sees('There is no invoice for this order');
  assert.not.match(none.text(), 'Request invoice');
  none.close();
  const missing = await open(new Refusal('Order not found'));
  await missing.sees('Order not found');
  missing.close();
});

test('offline, the screen of an invoice can be tried again', async () => {
  const screen = await open('offline');
  await screen.sees('Try again');
  screen.close();
});

test('a company in China types its code, which is checked before it is sent', async () => {
  const screen = await forms.visit(
    orders.invoice,
    { orderNo: 'O1' },
    [
      forms.reply(getInvoices, { may: true, issued: [], country: 'CN', before: { ...buyer, taxNumber: '' } }),
      forms.reply(askInvoice, { state: 'asked' }),
    ],
    { who: { ...forms.member, country: 'cn' } },
  );
  await screen.sees('unified social credit code');
  assert.not.match(screen.text(), 'Country or region');
  await screen.type('Tax number', '91350100M000100Y44');
  await screen.submit();
  await screen.sees('Check this field');
  assert.equal(screen.asked(askInvoice), []);
  await screen.type('Tax number', '91350100M000100Y43');
  await screen.submit();
  await screen.sees('Request sent');
  const [{ requestKey, ...sent }] = screen.asked(askInvoice);
  assert.ok(requestKey);
  assert.equal(sent, { orderNo: 'O1', ...buyer });
  screen.close();
});

test('a refused request says why, and one that waits can be changed', async () => {
  const refused = await open({
    may: true,
    issued: [],
    country: 'CN',
    request: { ...asked, state: 'refused', answer: 'Name the branch' },
  });
  await refused.sees('The invoice was not issued: Name the branch');
  await refused.sees('Request invoice');
  refused.close();
  const waiting = await open({ may: true, issued: [], country: 'CN', request: { ...asked, state: 'asked' } });
  await waiting.sees('Your request has arrived');
  await waiting.sees('Change request');
  waiting.close();
});

test('an issued invoice and its credit note show their amounts, and are saved as PDF', async () => {
  const saved: string[] = [];
  const amounts = { net: 94_34, tax: 5_66, gross: 100_00 };
  const issued = [
    {
      number: 'INV-2026-000007',
      kind: 'invoice' as const,
      issuedAt: asked.askedAt,
      ...amounts,
      fapiao: '24312000000000000001',
    },
    {
      number: 'CRN-2026-000002',
      kind: 'credit' as const,
      issuedAt: asked.askedAt,
      net: -94_34,
      tax: -5_66,
      gross: -100_00,
    },
  ];
  const screen = await visit(
    orders.invoice,
    { orderNo: 'O1' },
    [
      reply(getInvoices, { may: false, issued, request: { ...asked, state: 'issued' } }),
      reply(invoiceAddress, ({ number }) => ({ url: '/documents?ticket=t', name: `${number}.pdf` })),
    ],
    {
      platform: { saveFile: async (_, name) => void saved.push(name) },
      open: async () => new Response('%PDF'),
    },
  );
  for (const words of [
    'INV-2026-000007',
    '¥94.34',
    '¥5.66',
    '24312000000000000001',
    'Credit note',
    '−¥100.00',
    asked.title,
  ])
    await screen.sees(words);
  assert.not.match(screen.text(), 'Request invoice');
  await screen.tap('Save as PDF');
  await screen.until('the file', () => saved.length);
  assert.equal(saved, ['CRN-2026-000002.pdf'], 'the last one of that name');
  screen.close();
});

test.run();
