import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Device, getDevice, listDevices } from '../../src/contract/buying/devices';
import {
  addByMoney,
  addUserOrder,
  askRefund,
  cancelOrder,
  changeMethod,
  getContract,
  getOrder,
  listOrders,
  type Order,
  orderDetail,
  packages,
  submitState,
  waitingOrders,
} from '../../src/contract/buying/orders';
import {
  findLittleUse,
  listRecharges,
  type OfferedMethod,
  offeredMethods,
  queryPay,
  startPay,
  topUp,
} from '../../src/contract/buying/payments';
import { getProduct, type Product, type Quote, quote } from '../../src/contract/buying/products';
import { getReceipt, receiptAddress } from '../../src/contract/money/documents';
import { listAccounts } from '../../src/contract/video/accounts';
import { provide } from '../../src/core/data/query';
import { landings } from '../../src/features/orders/landings';
import * as orders from '../../src/features/orders/routes';
import { countDrawn } from '../support/drawn';
import * as signedOut from '../support/sign-in';
import { member, Refusal, reply, visit } from '../support/visit';

const product: Product = {
  productId: 'p1',
  name: 'Studio phone',
  picture: '/product-pictures/studio-1.svg',
  description: '',
  category: 'machines',
  price: 100_00,
  stock: 9,
  sold: 0,
  limit: 9,
  days: 365,
  dailyRent: 1_00,
  tiers: [],
  needsAddress: false,
};
const line = {
  productId: 'p1',
  quantity: 2,
  name: 'Studio phone',
  picture: '/product-pictures/studio-1.svg',
  category: 'machines' as const,
  unitPrice: 100_00,
  amount: 200_00,
  quantityDiscount: 0,
  memberDiscount: 0,
  couponDiscount: 0,
  total: 200_00,
};
const price: Quote = {
  currency: 'money',
  lines: [line],
  amount: 200_00,
  discount: 0,
  total: 200_00,
  needsAddress: false,
};
const way = (name: OfferedMethod['way'], more: Partial<OfferedMethod> = {}): OfferedMethod => ({
  way: name,
  usable: true,
  parts: 1,
  sandbox: false,
  ...more,
});
const offer = (...offered: OfferedMethod[]) =>
  reply(offeredMethods, { ways: offered, overLimit: false, limit: 50_000_00, managerPhone: '' });
const order: Order = {
  orderNo: 'O1',
  state: 0,
  way: 'card',
  currency: 'money',
  lines: [line],
  amount: 200_00,
  discount: 0,
  total: 200_00,
  paidAmount: 0,
  refunded: 0,
  parts: [{ part: 1, amount: 200_00, state: 0 }],
  createdAt: '2026-11-20T09:00:00.000Z',
  expiresAt: '2026-11-20T09:30:00.000Z',
  contract: 'none',
};
const shop = [reply(getProduct, product), reply(quote, price)];
const buying = { productId: 'p1', quantity: '2' };

test('a paid order leads to its receipt; one that is unpaid or was paid with points does not', async () => {
  const paid = { ...order, state: 1 as const, paidAmount: 200_00, paidAt: '2026-11-20T09:05:00.000Z' };
  const screen = await visit(orders.orderDetail, { orderNo: 'O1' }, [reply(orderDetail, paid)]);
  await screen.sees('Receipt');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/receipt?of=order&number=O1"]'));
  screen.close();
  for (const other of [order, { ...paid, currency: 'points' as const }]) {
    const without = await visit(orders.orderDetail, { orderNo: 'O1' }, [reply(orderDetail, other)]);
    await without.sees('Studio phone × 2');
    assert.not.match(without.text(), 'Receipt');
    without.close();
  }
});

test('a receipt says who paid whom, what for, how much, how and when, and is saved as PDF', async () => {
  const saved: string[] = [];
  const screen = await visit(
    orders.receipt,
    { of: 'order', number: 'O1' },
    [
      reply(getReceipt, {
        number: 'R-O1',
        seller: 'Cloudphone Ltd',
        buyer: 'Maria Lopez · maria88',
        at: '2026-11-20T09:05:00.000Z',
        lines: [
          { name: 'Studio phone × 2', amount: 210_00 },
          { name: 'Discount', amount: -10_00 },
        ],
        total: 200_00,
        paidOut: false,
        facts: [{ name: 'Payment method', value: 'Card' }],
        contract: 'O1',
      }),
      reply(receiptAddress, { url: '/documents?ticket=t', name: 'receipt-O1.pdf' }),
    ],
    {
      who: { ...member, timeZone: 'Asia/Tokyo' },
      platform: { saveFile: async (_, name) => void saved.push(name) },
      open: async () => new Response('%PDF'),
    },
  );
  for (const words of [
    'R-O1',
    'Cloudphone Ltd',
    'Maria Lopez · maria88',
    'Studio phone × 2',
    '¥210.00',
    '−¥10.00',
    '¥200.00',
    'Card',
  ])
    await screen.sees(words);
  await screen.sees('20 Nov 2026, 18:05 (UTC+9)');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/signTask?orderNo=O1"]'));
  await screen.tap('Save as PDF');
  await screen.until('the file', () => saved.length);
  assert.equal(saved, ['receipt-O1.pdf']);
  assert.equal(screen.asked(receiptAddress), [{ of: 'order', number: 'O1', timeZone: 'Asia/Tokyo' }]);
  screen.close();
});

test('a receipt that does not exist says so', async () => {
  const missing = new Refusal('There is no receipt');
  const screen = await visit(orders.receipt, { of: 'order', number: 'X' }, [reply(getReceipt, missing)]);
  await screen.sees('There is no receipt');
  assert.not.match(screen.text(), 'Save as PDF');
  screen.close();
});

test('signed out one sees what there is, and is asked to sign in and come back', async () => {
  const screen = await signedOut.visit(orders.pay, buying, [
    signedOut.reply(getProduct, product),
    signedOut.reply(offeredMethods, {
      ways: [way('balance', { usable: false, reason: 'signedOut' })],
      overLimit: false,
      limit: 50_000_00,
      managerPhone: '',
    }),
  ]);
  await screen.sees('Studio phone × 2');
  await screen.sees('Balance');
  const back = encodeURIComponent('/pages/mine/pay?productId=p1&quantity=2');
  const link = document.querySelector('a[href*="login"]')!;
  assert.ok(link.getAttribute('href')!.endsWith(`fromUrl=${back}`));
  assert.not(screen.asked(quote).length);
  screen.close();
});

test('paying with the balance names the amount, sends what was seen, and asks what became of it', async () => {
  const screen = await visit(orders.pay, buying, [
    ...shop,
    offer(way('balance', { available: 500_00 })),
    reply(addByMoney, { orderNo: 'O1', state: 1, total: 200_00 }),
  ]);
  await screen.sees('Available: ¥500.00');
  await screen.tap('Pay ¥200.00');
  await screen.sees('Pay ¥200.00?');
  assert.equal(screen.asked(addByMoney), []);
  await screen.tap('Pay ¥200.00');
  await screen.until('the result', () => screen.at().includes('paymentResult?orderNo=O1'));
  const [input] = screen.asked(addByMoney);
  assert.is(input.shownTotal, 200_00);
  assert.equal(input.items, [{ productId: 'p1', quantity: 2 }]);
  screen.close();
});

test('too small a balance is marked, and cannot be chosen', async () => {
  const screen = await visit(orders.pay, buying, [
    ...shop,
    offer(way('balance', { usable: false, reason: 'insufficient', available: 1_00 })),
  ]);
  await screen.sees('Insufficient payable balance!');
  assert.ok(screen.body.querySelector<HTMLInputElement>('input[type=radio]')!.disabled);
  screen.close();
});

test('a lost answer is looked for under the same key, and the order that was made is the one', async () => {
  const screen = await visit(orders.pay, buying, [
    ...shop,
    offer(way('balance')),
    reply(addByMoney, 'offline'),
    reply(submitState, { order: { orderNo: 'O7', state: 1, total: 200_00 } }),
  ]);
  await screen.tap('Pay ¥200.00');
  await screen.sees('Pay ¥200.00?');
  await screen.tap('Pay ¥200.00');
  await screen.until('the result', () => screen.at().includes('orderNo=O7'));
  assert.is(screen.asked(submitState)[0].requestKey, screen.asked(addByMoney)[0].requestKey);
  screen.close();
});

test('a refusal is final: it is shown, and the next try has another key', async () => {
  const screen = await visit(orders.pay, buying, [
    ...shop,
    offer(way('balance')),
    reply(addByMoney, new Refusal('Too many orders wait')),
  ]);
  for (const times of [1, 2]) {
    await screen.tap('Pay ¥200.00');
    await screen.sees('Pay ¥200.00?');
    await screen.tap('Pay ¥200.00');
    await screen.until('an answer', () => screen.asked(addByMoney).length === times);
    await screen.sees('Order failed: Too many orders wait');
  }
  const [first, second] = screen.asked(addByMoney);
  assert.is.not(first.requestKey, second.requestKey);
  screen.close();
});

test('a card is paid on the provider’s page, and coming back asks for the result', async () => {
  const left: string[] = [];
  const screen = await visit(
    orders.pay,
    buying,
    [
      ...shop,
      offer(way('card', { sandbox: true })),
      reply(addUserOrder, { orderNo: 'O1', state: 0, total: 200_00 }),
      reply(startPay, {
        way: 'card',
        orderNo: 'O1',
        part: 1,
        url: 'https://bank.test/pay',
        amount: 200_00,
        deadline: '',
        sandbox: true,
      }),
    ],
    { platform: { leave: (url) => void left.push(url) } },
  );
  await screen.sees('Test mode');
  await screen.tap('Pay ¥200.00');
  await screen.sees('Please finish the payment in a mobile browser');
  await screen.tap('Pay ¥200.00');
  await screen.until('to leave', () => left.length === 1);
  assert.equal(left, ['https://bank.test/pay']);
  assert.ok(screen.at().includes('paymentResult?orderNo=O1'));
  assert.is(screen.asked(addUserOrder)[0].channel, 'card');
  screen.close();
});

test('Alipay inside WeChat leads outside and says where to pay', async () => {
  const left: string[] = [];
  const screen = await visit(
    orders.pay,
    { orderNo: 'O1' },
    [
      reply(getOrder, { ...order, way: 'alipay' }),
      offer(way('alipay')),
      reply(startPay, {
        way: 'alipay',
        orderNo: 'O1',
        part: 1,
        url: 'https://alipay.test',
        outsideUrl: '/pay-outside?ticket=1',
        amount: 200_00,
        deadline: '',
        sandbox: false,
      }),
    ],
    { platform: { outside: (url) => void left.push(url) } },
  );
  await screen.tap('Pay ¥200.00');
  await screen.sees('Pay ¥200.00?');
  await screen.tap('Pay ¥200.00');
  await screen.sees('You have currently placed an order through Alipay, please go to My Orders to pay');
  assert.equal(left, [], 'nothing is left before it was read');
  await screen.tap('OK');
  await screen.until('leaving', () => left.length);
  assert.equal(left, ['/pay-outside?ticket=1']);
  screen.close();
});

test('more than one transaction may hold is paid in parts, with the way to a corporate transfer', async () => {
  const parts = [
    { part: 1, amount: 50_000_00, state: 1 as const },
    { part: 2, amount: 10_000_00, state: 0 as const },
  ];
  const screen = await visit(orders.pay, { orderNo: 'O1' }, [
    reply(getOrder, { ...order, total: 60_000_00, paidAmount: 50_000_00, parts }),
    reply(offeredMethods, {
      ways: [way('card', { parts: 2 })],
      overLimit: true,
      limit: 50_000_00,
      managerPhone: '13800138000',
    }),
  ]);
  await screen.sees('contact your account manager for a corporate transfer. 13800138000');
  await screen.sees('Online limit: ¥50,000.00 per payment.');
  await screen.tap('Part 2: ¥10,000.00');
  await screen.sees('Pay ¥10,000.00?');
  screen.close();
});

test('goods that have no price are refused in the words of the server', async () => {
  const screen = await visit(orders.pay, { ...buying, coupon: 'NOPE' }, [
    reply(getProduct, product),
    reply(quote, new Refusal('Out of stock')),
  ]);
  await screen.sees('Out of stock');
  screen.close();
});

const linksOf = ({ body }: { body: HTMLElement }) =>
  [...body.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);

test('only the server’s answer makes a paid order successful; it says what was bought and what comes next', async () => {
  const screen = await visit(orders.paymentResult, { orderNo: 'O1' }, [
    reply(queryPay, { state: 1, paidAmount: 200_00, total: 200_00 }),
    reply(getOrder, { ...order, state: 1, paidAmount: 200_00, contract: 'unsigned' }),
  ]);
  for (const words of ['Payment successful', 'Order successful', '¥200.00', 'What happens next', 'Preparing'])
    await screen.sees(words);
  assert.is(screen.asked(queryPay).length, 1);
  const links = linksOf(screen).map(([, href]) => href);
  for (const wanted of [
    '#/pages/mine/signTask?orderNo=O1',
    '#/pages/tabbar/index',
    '#/pages/orderDetail?orderNo=O1',
  ])
    assert.ok(links.includes(wanted), wanted);
  screen.close();
});

test('the answer to the page’s own query is in the first render of the result, and is not used again', async () => {
  const answer = { state: 1, paidAmount: 200_00, total: 200_00 };
  const screen = await visit(
    orders.paymentResult,
    { orderNo: 'O1' },
    [
      reply(queryPay, { ...answer, state: 0 }),
      reply(getOrder, { ...order, state: 1, paidAmount: 200_00, contract: 'unsigned' }),
    ],
    { fill: (queries) => provide(queries.entry(queryPay, { orderNo: 'O1' }), answer) },
  );
  assert.match(screen.text(), 'Payment successful');
  await screen.sees('What happens next');
  assert.equal(screen.asked(queryPay), []);
  const entry = screen.app.queries.entry(queryPay, { orderNo: 'O1' });
  assert.is(entry.state.peek().value, undefined);
  screen.close();
});

const bought = (online: number): Device => ({
  serialNumber: 'CP1',
  name: 'Starter',
  picture: '',
  state: online ? 'online' : 'paid',
  online,
  total: 2,
  orderTime: '2026-11-21T00:00:00.000Z',
  quantity: 2,
  remainingRent: 0,
  remainingDays: 30,
  running: 0,
});
const paidForMachines: Order = {
  ...order,
  state: 1,
  paidAmount: 200_00,
  lines: order.lines.map((line) => ({ ...line, category: 'machines', device: 'CP1' })),
};
const noAccounts = {
  items: [],
  summary: { accounts: 0, coins: 0, today: 0, days: [], states: [], sandbox: false },
} as unknown as NonNullable<typeof listAccounts.types>['output'];
const fleetOf = (total: number) =>
  ({ items: [], summary: { total } }) as unknown as NonNullable<typeof listDevices.types>['output'];
const brightOf = ({ body }: { body: HTMLElement }) =>
  [...body.querySelectorAll('path[stroke="var(--cp-lit)"]')].map(
    (path) => path.getAttribute('d')!.split('M').length - 1,
  );

test('the lights of what was bought come on as they start, and then the first account can be linked', async () => {
  let online = 0;
  const screen = await visit(orders.paymentResult, { orderNo: 'O1' }, [
    reply(queryPay, { state: 1, paidAmount: 200_00, total: 200_00 }),
    reply(getOrder, paidForMachines),
    reply(getDevice, () => bought(online++ ? 2 : 0)),
    reply(listDevices, fleetOf(5)),
    reply(listAccounts, noAccounts),
  ]);
  await screen.sees('2 new lights beside your 3 · 0 of 2 online');
  await screen.sees('Your cloud phones are starting.');
  assert.equal(brightOf(screen), []);
  assert.not.match(screen.text(), 'Link your first account');
  await screen.sees('2 new lights beside your 3 · 2 of 2 online');
  assert.equal(brightOf(screen), [2, 2], 'each bright light, and its shine');
  await screen.sees('Link your first account');
  assert.is(
    Object.fromEntries(linksOf(screen))['Link your first account'],
    '#/pages/member/addMember?first=1',
  );
  const rack = screen.body.querySelector<HTMLElement>('[style*="translateX"]');
  assert.match(rack!.style.transform, /^translateX\(28\.6\d*%\)$/); // 5 lights of 28 px in 328, in the middle
  const kinds = [...screen.body.querySelectorAll('[data-bar] a')].map((one) => one.getAttribute('data-kind'));
  assert.equal(kinds, ['plain', 'primary'], 'one next step');
  screen.close();
});

test('a renewal lights nothing new, and another page does not mention accounts', async () => {
  const renewed = {
    ...paidForMachines,
    lines: paidForMachines.lines.map((line) => ({ ...line, serialNumber: 'CP1' })),
  };
  const screen = await visit(orders.paymentResult, { orderNo: 'O1' }, [
    reply(queryPay, { state: 1, paidAmount: 200_00, total: 200_00 }),
    reply(getOrder, renewed),
  ]);
  await screen.sees('Payment successful');
  assert.equal(screen.asked(getDevice), []);
  screen.close();
  const guest = await visit(
    orders.paymentResult,
    { orderNo: 'O1' },
    [
      reply(queryPay, { state: 1, paidAmount: 200_00, total: 200_00 }),
      reply(getOrder, paidForMachines),
      reply(getDevice, bought(2)),
    ],
    { platform: { guest: true } },
  );
  await guest.sees('2 new lights · 2 of 2 online');
  assert.equal([...guest.asked(listAccounts), ...guest.asked(listDevices)], []);
  guest.close();
});

test('“Order successful” is not said of an order that still waits to be paid', async () => {
  const screen = await visit(orders.pay, buying, [
    ...shop,
    offer(way('card', { sandbox: true })),
    reply(addUserOrder, { orderNo: 'O1', state: 0, total: 200_00 }),
    reply(startPay, 'offline'),
  ]);
  await screen.tap('Pay ¥200.00');
  await screen.sees('Pay ¥200.00?');
  await screen.tap('Pay ¥200.00');
  await screen.sees("the payment didn't start");
  assert.not.match(screen.text(), 'Order successful');
  screen.close();
});

test('a payment whose order has failed is shown as failed', async () => {
  const screen = await visit(orders.paymentResult, { orderNo: 'O1' }, [
    reply(queryPay, { state: -1, paidAmount: 0, total: 200_00 }),
    reply(getOrder, { ...order, state: -1 }),
  ]);
  await screen.sees('Payment failed');
  screen.close();
});

test('after a cancellation at the provider the app asks once, then says so and offers ways to pay', async () => {
  const waits = { state: 0 as const, paidAmount: 0, total: 200_00, attempt: 'open' as const };
  const screen = await visit(orders.paymentResult, { orderNo: 'O1', canceled: '1' }, [
    reply(queryPay, waits),
    reply(getOrder, order),
  ]);
  await screen.sees('Payment canceled');
  await screen.sees('Nothing was charged.');
  assert.is(screen.asked(queryPay).length, 1);
  const links = Object.fromEntries(linksOf(screen));
  assert.is(links['Pay now'], '#/pages/mine/pay?orderNo=O1');
  assert.is(links['Pay another way'], '#/pages/mine/pay?orderNo=O1&other=1');
  screen.close();
  const paid = await visit(orders.paymentResult, { orderNo: 'O1', canceled: '1' }, [
    reply(queryPay, { ...waits, state: 1 }),
    reply(getOrder, { ...order, state: 1 }),
  ]);
  await paid.sees('Payment successful');
  paid.close();
});

test('a member who returns with Back learns that nothing was paid once the provider says so twice', async () => {
  const waits = { state: 0 as const, paidAmount: 0, total: 200_00, attempt: 'open' as const, unpaid: true };
  const screen = await visit(orders.paymentResult, { orderNo: 'O1' }, [
    reply(queryPay, waits),
    reply(getOrder, { ...order, way: 'alipay' }),
  ]);
  await screen.sees('Checking payment');
  await screen.sees('Payment canceled');
  assert.is(screen.asked(queryPay).length, 2);
  await screen.sees('You have currently placed an order through Alipay, please go to My Orders to pay');
  assert.is(Object.fromEntries(linksOf(screen))['My orders'], '#/pages/mine/payOrder');
  screen.close();
});

test('shown again, it asks again; left, it asks no more', async () => {
  const shows = new Set<() => void>();
  const waits = { state: 0 as const, paidAmount: 0, total: 200_00 };
  const screen = await visit(
    orders.paymentResult,
    { orderNo: 'O1', canceled: '1' },
    [reply(queryPay, () => (screenIsPaid ? { ...waits, state: 1 as const } : waits))],
    {
      platform: {
        onShow: (shown) => {
          shows.add(shown);
          return () => void shows.delete(shown);
        },
      },
    },
  );
  await screen.sees('Payment canceled');
  screenIsPaid = true;
  for (const show of shows) show();
  await screen.sees('Payment successful');
  const before = shows.size;
  screen.close();
  await screen.until('to stop', () => shows.size < before);
});
let screenIsPaid = false;

test('my orders can be narrowed to a state', async () => {
  const screen = await visit(orders.payOrder, {}, [
    reply(listOrders, ({ state }) => ({ items: state === 1 ? [] : [order] })),
    reply(waitingOrders, { unpaid: 3, confirming: 0, unsigned: 1 }),
  ]);
  await screen.sees('Unpaid 3');
  await screen.sees('Studio phone × 2');
  await screen.tap('Paid');
  await screen.sees('No orders match');
  assert.equal(screen.asked(listOrders), [{}, { state: 1 }]);
  await screen.tap('Clear');
  await screen.sees('Studio phone × 2');
  screen.close();
});

test('the page sends all that my orders request at first, before the scripts are there', async () => {
  const screen = await visit(orders.payOrder, {}, [
    reply(listOrders, { items: [order] }),
    reply(waitingOrders, { unpaid: 3, confirming: 0, unsigned: 1 }),
  ]);
  await screen.sees('Unpaid 3');
  const { calls = [] } = landings.find(({ path }) => path === orders.payOrder.path) ?? {};
  const requested = screen.sent.map(({ path, input }) => ({ path, input }));
  assert.equal(new Set(requested), new Set(calls));
  screen.close();
});

test('the orders are not drawn again when their counts arrive', async () => {
  const drawn = countDrawn('OrderCard');
  let arrive = () => {};
  const counts = new Promise<void>((settle) => (arrive = settle));
  const screen = await visit(orders.payOrder, {}, [
    reply(listOrders, { items: [order] }),
    reply(waitingOrders, () => counts.then(() => ({ unpaid: 3, confirming: 0, unsigned: 1 }))),
  ]);
  await screen.sees('Studio phone × 2');
  arrive();
  await screen.sees('Unpaid 3');
  assert.is(drawn(), 1);
  screen.close();
});

test('canceling checks the payment first, and keeps money that has arrived', async () => {
  const screen = await visit(orders.orderDetail, { orderNo: 'O1' }, [
    reply(orderDetail, order),
    reply(queryPay, { state: 1, paidAmount: 200_00, total: 200_00 }),
  ]);
  await screen.tap('Cancel order');
  await screen.sees('no longer held for you');
  await screen.tap('Cancel order');
  await screen.until('the order again', () => screen.asked(orderDetail).length === 2);
  assert.is(screen.asked(queryPay).length, 1);
  assert.equal(screen.asked(cancelOrder), []);
  screen.close();
});

test('an order that waits is canceled', async () => {
  const screen = await visit(orders.orderDetail, { orderNo: 'O1' }, [
    reply(orderDetail, order),
    reply(queryPay, { state: 0, paidAmount: 0, total: 200_00 }),
    reply(cancelOrder, { state: -1 }),
  ]);
  await screen.tap('Cancel order');
  await screen.sees('no longer held for you');
  await screen.tap('Cancel order');
  await screen.sees('Payment canceled');
  screen.close();
});

test('a paid order shows number, status, time, paid-in amount, serial number and payment time', async () => {
  const screen = await visit(orders.orderDetail, { orderNo: 'O1' }, [
    reply(orderDetail, {
      ...order,
      state: 1,
      paidAmount: 200_00,
      paidAt: '2026-11-20T09:05:00.000Z',
      paymentNo: 'PAY-9',
      contract: 'unsigned',
      couponCode: 'FIRST1',
      discount: 10_00,
    }),
  ]);
  for (const words of [
    'O1',
    'Paid',
    '20 Nov',
    'PAY-9',
    'Payment time',
    'Amount paid¥200.00',
    'Card',
    'FIRST1',
  ])
    await screen.sees(words);
  assert.not.match(screen.text(), 'To pay');
  const links = [...screen.body.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  assert.equal(links, [
    '#/pages/mine/payOrderDetail?orderNo=O1',
    '#/pages/mine/receipt?of=order&number=O1',
    '#/pages/mine/invoice?orderNo=O1',
    '#/pages/mine/refund?orderNo=O1',
  ]);
  screen.close();
});

test('an order that waits says what is due, and can be paid, paid in another way, or canceled', async () => {
  const screen = await visit(orders.orderDetail, { orderNo: 'O1' }, [reply(orderDetail, order)]);
  await screen.sees('To pay');
  await screen.sees('Cancel order');
  assert.not.match(screen.text(), '¥0.00');
  const links = [...screen.body.querySelectorAll('a')].map((link) => link.getAttribute('href'));
  assert.equal(links, ['#/pages/mine/pay?orderNo=O1&other=1', '#/pages/mine/pay?orderNo=O1']);
  screen.close();
});

test('a package shows days left, cloud phones, rent, contract and renewal, and leads to its order once', async () => {
  const bought = {
    orderNo: 'O1',
    productId: 'p1',
    name: 'Studio phone',
    picture: '',
    category: 'machines' as const,
  };
  const screen = await visit(orders.payOrderDetail, { orderNo: 'O1' }, [
    reply(getOrder, { ...order, state: 1, contract: 'unsigned', paymentNo: 'PAY-9' }),
    reply(packages, {
      items: [
        {
          ...bought,
          quantity: 2,
          serialNumber: 'CP1',
          remainingDays: 365,
          state: 'active',
          boughtAt: order.createdAt,
          endsAt: '2027-11-20T09:00:00.000Z',
        },
      ],
    }),
    reply(getDevice, {
      serialNumber: 'CP1',
      name: 'Studio phone',
      picture: '',
      state: 'online',
      online: 1,
      total: 2,
      orderTime: order.createdAt,
      quantity: 2,
      remainingRent: 730_00,
      remainingDays: 365,
      running: 0,
    }),
  ]);
  for (const words of ['Studio phone × 2', '365 days left', '1/2 online', '¥730.00', 'To sign', 'Renew'])
    await screen.sees(words);
  for (const words of ['PAY-9', '¥200.00', 'Payment method']) assert.not.match(screen.text(), words);
  const links = [...screen.body.querySelectorAll('a')].map((link) => link.getAttribute('href')!);
  assert.is(links.filter((link) => link.includes('pages/orderDetail')).length, 1);
  assert.ok(links.includes('#/pages/mine/signTask?orderNo=O1'));
  assert.equal(screen.asked(packages), [{ orderNo: 'O1' }]);
  screen.close();
});

test('an order without a package says so, and leads to the order', async () => {
  const screen = await visit(orders.payOrderDetail, { orderNo: 'O1' }, [
    reply(getOrder, order),
    reply(packages, { items: [] }),
  ]);
  await screen.sees('This plan starts once the order is paid.');
  assert.ok(screen.body.querySelector('a[href="#/pages/orderDetail?orderNo=O1"]'));
  screen.close();
});

test('an order is paid in another way than it was placed with: changed once, then paid there', async () => {
  const left: string[] = [];
  let current: Order['way'] = 'card';
  const screen = await visit(
    orders.pay,
    { orderNo: 'O1', other: '1' },
    [
      reply(getOrder, () => ({ ...order, way: current })),
      offer(way('card'), way('alipay'), way('balance', { usable: false, reason: 'insufficient' })),
      reply(changeMethod, (input) => {
        current = input.way;
        return { orderNo: 'O1', state: 0 as const, total: 200_00 };
      }),
      reply(startPay, {
        way: 'alipay',
        orderNo: 'O1',
        part: 1,
        url: 'https://alipay.test',
        outsideUrl: '/x',
        amount: 200_00,
        deadline: '',
        sandbox: false,
      }),
    ],
    { platform: { leave: (url) => void left.push(url) } },
  );
  await screen.sees('Alipay');
  const radio = [...screen.body.querySelectorAll<HTMLInputElement>('input[type=radio]')];
  assert.equal(
    radio.map(({ checked }) => checked),
    [false, true, false],
    'who wants another way does not find the same one chosen',
  );
  await screen.tap('Pay ¥200.00');
  await screen.sees('Payment method: Alipay.');
  await screen.tap('Pay ¥200.00');
  await screen.until('to leave', () => left.length === 1);
  assert.equal(
    screen.asked(changeMethod).map((input) => [input.orderNo, input.way]),
    [['O1', 'alipay']],
  );
  assert.equal(screen.asked(offeredMethods)[0], { orderNo: 'O1' });
  assert.ok(screen.at().includes('paymentResult?orderNo=O1'));
  screen.close();
});

test('a refused change is shown, and nothing is paid', async () => {
  const screen = await visit(orders.pay, { orderNo: 'O1' }, [
    reply(getOrder, { ...order, way: 'card' }),
    offer(way('balance', { available: 900_00 })),
    reply(changeMethod, new Refusal('This order has been paid')),
  ]);
  await screen.tap('Pay ¥200.00');
  await screen.sees('Payment method: Balance.');
  await screen.tap('Pay ¥200.00');
  await screen.sees('Repayment failed: This order has been paid');
  assert.equal(screen.asked(startPay), []);
  screen.close();
});

const payee = {
  amount: 28_123_400,
  contract: 'TQHgMpVzWkhSsRB4BzZgmV8uW4cFL8eaBr',
  address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  sandbox: false,
};

test('USDT shows the exact amount, the bare address and its code, and what time is left', async () => {
  const copied: string[] = [];
  const deadline = new Date(Date.now() + 600_000).toISOString();
  const screen = await visit(
    orders.orderAddress,
    { orderNo: 'O1' },
    [reply(findLittleUse, { ...payee, deadline })],
    {
      platform: {
        copy: async (text) => {
          copied.push(text);
          return true;
        },
      },
    },
  );
  await screen.sees('28.1234 USDT');
  await screen.sees('Time left 00:');
  const cells = screen.body.querySelector('svg[role=img] path')!.getAttribute('d')!;
  const other = await visit(orders.orderAddress, { orderNo: 'O1' }, [
    reply(findLittleUse, { ...payee, address: payee.contract, deadline }),
  ]);
  await other.sees('28.1234 USDT');
  assert.is.not(other.body.querySelector('svg[role=img] path')!.getAttribute('d'), cells);
  other.close();
  await screen.tap('Copy the address');
  await screen.tap('Copy the amount');
  await screen.until('both', () => copied.length === 2);
  assert.equal(copied, [payee.address, '28.1234']);
  screen.close();
});

test('a code on a computer that was paid, or that WeChat Pay has closed, leads to what became of it', async () => {
  const code = {
    orderNo: 'O1',
    way: 'wechat' as const,
    amount: 200_00,
    part: 1,
    sandbox: false,
    code: 'weixin://1',
    deadline: new Date(Date.now() + 600_000).toISOString(),
  };
  for (const attempt of ['paid', 'failed'] as const) {
    const screen = await visit(orders.orderAddress, { orderNo: 'O1', way: 'wechat' }, [
      reply(startPay, code),
      reply(queryPay, { state: 0, paidAmount: 0, total: 200_00, attempt }),
    ]);
    await screen.until('what became of it', () => screen.at() === '/pages/mine/paymentResult?orderNo=O1');
    screen.close();
  }
});

test('a damaged address, and one whose time is up, are not shown', async () => {
  const deadline = new Date(Date.now() + 600_000).toISOString();
  const damaged = await visit(orders.orderAddress, { orderNo: 'O1' }, [
    reply(findLittleUse, { ...payee, deadline, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u' }),
  ]);
  await damaged.sees("This address failed a check. Don't pay; try again later.");
  assert.not.match(damaged.text(), 'Copy');
  damaged.close();
  const late = await visit(orders.orderAddress, { orderNo: 'O1' }, [
    reply(findLittleUse, { ...payee, deadline: '2026-01-01T00:00:00.000Z' }),
  ]);
  await late.sees('The time is up');
  assert.not.match(late.text(), payee.address);
  late.close();
});

const remitTo = {
  accountName: 'Cloudphone Ltd',
  accountNumber: '6222 0001',
  bank: 'A Bank',
  reference: 'dana',
};

test('a member who recharges sees where to remit to, copies it, and what has become of it before', async () => {
  const copied: string[] = [];
  const recharge = {
    id: 'r1',
    way: 'remittance' as const,
    amount: 500_00,
    state: 'rejected' as const,
    reason: 'Unreadable',
    at: '2026-11-20T09:00:00.000Z',
  };
  const screen = await visit(
    orders.otherPay,
    {},
    [
      reply(listRecharges, {
        items: [recharge, { ...recharge, id: 'r2', state: 'auditing', reason: '' }],
        payee: remitTo,
        sandbox: true,
      }),
    ],
    { platform: { copy: async (text) => !!copied.push(text) } },
  );
  for (const words of ['Cloudphone Ltd', '6222 0001', 'A Bank', 'dana', 'Include your username', 'Test mode'])
    await screen.sees(words);
  await screen.tap('Copy: Account number');
  await screen.until('the copy', () => copied.length);
  assert.equal(copied, ['6222 0001']);
  for (const words of ['¥500.00', 'Rejected', 'Reason: Unreadable', 'In review']) await screen.sees(words);
  screen.close();
});

test('a payment that does not start again says so, and why; who has to sign in through WeChat is led there', async () => {
  const refused = new Refusal('Please sign in through WeChat once', {
    problems: { wechat: { rule: 'required' } },
  });
  const screen = await visit(
    orders.pay,
    { orderNo: 'O1' },
    [reply(getOrder, { ...order, way: 'wechat' }), offer(way('wechat')), reply(startPay, refused)],
    { platform: { outside() {} } },
  );
  await screen.tap('Pay ¥200.00');
  await screen.sees('Please finish the payment in a mobile browser');
  await screen.tap('Pay ¥200.00');
  await screen.sees('Repayment failed: Please sign in through WeChat once');
  const to = '#/pages/login/wechatAuthorization?fromUrl=%2Fpages%2Fmine%2Fpay%3ForderNo%3DO1&again=1';
  assert.ok(screen.body.querySelector(`a[href="${to}"]`), screen.body.innerHTML);
  screen.close();
});

test('a member on a computer is told to finish paying in a mobile browser; a mobile member is not', async () => {
  const replies = [reply(getOrder, { ...order, way: 'card' }), offer(way('card'))];
  for (const [system, told] of [
    [undefined, true],
    ['android', false],
  ] as const) {
    const installation = async () => ({ ...(system && { system }), isInstalled: false });
    const screen = await visit(orders.pay, { orderNo: 'O1' }, replies, { platform: { installation } });
    await screen.tap('Pay ¥200.00');
    // on a phone the card's page comes next, and no question before it
    if (told) await screen.sees('Please finish the payment in a mobile browser, then come back.');
    else await screen.sees('Repayment failed');
    assert.is(screen.asked(startPay).length, told ? 0 : 1);
    screen.close();
  }
});

test('an action that needs the payment password has no other confirmation', async () => {
  const balance = { ...way('balance'), available: 500_00 };
  for (const asksPassword of [true, undefined]) {
    const screen = await visit(orders.pay, { orderNo: 'O1' }, [
      reply(getOrder, { ...order, way: 'card' }),
      offer({ ...balance, ...(asksPassword && { asksPassword }) }),
      reply(changeMethod, { orderNo: 'O1', state: 1, total: 200_00 }),
    ]);
    await screen.tap('Pay ¥200.00');
    if (!asksPassword) {
      await screen.sees('Pay ¥200.00?');
      assert.equal(screen.asked(changeMethod), []);
    } else await screen.until('the payment', () => screen.asked(changeMethod).length);
    screen.close();
  }
});

test('a paid order is asked back in the member’s words, and says what came of it', async () => {
  const paid = { ...order, state: 1 as const, paidAmount: 200_00 };
  const screen = await signedOut.visit(
    orders.refund,
    { orderNo: 'O1' },
    [signedOut.reply(getOrder, paid), signedOut.reply(askRefund, { state: 'asked' })],
    { who: signedOut.member },
  );
  await screen.sees('Studio phone × 2');
  await screen.submit();
  await screen.sees('Please fill this in');
  await screen.type('Why do you want your money back?', 'The wrong plan');
  await screen.submit();
  await screen.sees('Request sent');
  const [asked] = screen.asked(askRefund);
  assert.equal([asked.orderNo, asked.reason], ['O1', 'The wrong plan']);
  screen.close();
  const refused = { state: 'refused' as const, reason: 'x', answer: 'Used for a month', at: order.createdAt };
  const after = await visit(orders.orderDetail, { orderNo: 'O1' }, [
    reply(orderDetail, { ...paid, refundRequest: refused }),
  ]);
  await after.sees('Not granted');
  await after.sees('Used for a month');
  await after.sees('Ask for a refund');
  after.close();
});

test('a refunded order says what went to the card, that it takes days, and what is in the balance', async () => {
  const refunds = [
    { to: 'card' as const, amount: 120_00, state: 'underWay' as const, at: '2026-11-21T09:00:00.000Z' },
    { to: 'card' as const, amount: 50_00, state: 'done' as const, at: '2026-11-20T09:00:00.000Z' },
    { to: 'balance' as const, amount: 30_00, state: 'done' as const },
  ];
  const paid = { ...order, state: 1 as const, paidAmount: 200_00, refunded: 200_00, refunds };
  const screen = await visit(orders.orderDetail, { orderNo: 'O1' }, [reply(orderDetail, paid)]);
  await screen.sees('Refund to: Card');
  await screen.sees('¥120.00');
  await screen.sees('On its way. It can take up to 10 working days');
  await screen.sees('¥50.00');
  await screen.sees('Sent back. Your bank can take up to 10 working days');
  await screen.sees('Refund to: Balance');
  await screen.sees('¥30.00');
  screen.close();
});

test('a top-up names its amount on the button, and leads on to the payment', async () => {
  const screen = await signedOut.visit(
    orders.topUp,
    {},
    [
      offer(way('usdt'), way('card'), way('remittance')),
      signedOut.reply(listRecharges, { items: [], sandbox: false }),
      signedOut.reply(topUp, { orderNo: 'O9', state: 0, total: 500_00 }),
    ],
    { who: signedOut.member },
  );
  await screen.sees('Up to ¥50,000 at a time');
  await screen.tap('¥500');
  await screen.sees('Top up · ¥500.00');
  await screen.type('Phone', '13800138000');
  await screen.submit();
  const [asked] = screen.asked(topUp);
  assert.equal([asked.amount, asked.phone], [500_00, '13800138000']);
  await screen.until('the payment', () => /orderNo=O9/.test(screen.at()));
  screen.close();
});

test('a remittance without a voucher is not handed in', async () => {
  const replies = [signedOut.reply(listRecharges, { items: [], payee: remitTo, sandbox: false })];
  const screen = await signedOut.visit(orders.otherPay, {}, replies, { who: signedOut.member });
  await screen.sees('Include your username');
  await screen.type('Amount', '100');
  await screen.type('Phone', '13800138000');
  await screen.submit();
  await screen.sees('Upload proof of transfer');
  screen.close();
});

test('packages can be renewed, and none is no dead end', async () => {
  const screen = await visit(orders.promotionActivity, {}, [
    reply(packages, {
      items: [
        {
          orderNo: 'O1',
          productId: 'p1',
          name: 'Studio phone',
          picture: '',
          category: 'machines',
          quantity: 2,
          serialNumber: 'CP1',
          boughtAt: order.createdAt,
          endsAt: '2027-11-20T09:00:00.000Z',
          remainingDays: 365,
          state: 'active',
        },
      ],
    }),
  ]);
  await screen.sees('365 days left');
  const renewal = '#/pages/mine/pay?productId=p1&quantity=2&serialNumber=CP1';
  assert.ok(screen.body.querySelector(`a[href="${renewal}"]`));
  screen.close();
  const none = await visit(orders.promotionActivity, {}, [reply(packages, { items: [] })]);
  await none.sees('No plans yet');
  none.close();
});

test('cloud device orders are those with machines, however many pages hold none', async () => {
  const held = {
    orderNo: 'O1',
    productId: 'p1',
    name: 'Gold',
    picture: '',
    quantity: 1,
    boughtAt: order.createdAt,
    endsAt: order.createdAt,
    remainingDays: 1,
    state: 'active' as const,
  };
  const screen = await visit(orders.equMyTeam, {}, [
    reply(packages, ({ from }) =>
      from
        ? { items: [{ ...held, orderNo: 'O2', name: 'Studio phone', category: 'machines' as const }] }
        : { items: [{ ...held, category: 'membership' as const }], next: 'n' },
    ),
  ]);
  await screen.sees('Studio phone × 1');
  assert.not.match(screen.text(), 'Gold');
  screen.close();
});

test('a contract is read before it is signed, and shows who signed it', async () => {
  const contract = { orderNo: 'O1', title: 'Lease', text: ['First.', 'Second.'], hash: '00' };
  const screen = await visit(orders.signTask, { orderNo: 'O1' }, [reply(getContract, contract)]);
  await screen.sees('Second.');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/signature?orderNo=O1"]'));
  screen.close();
  const signed = await visit(orders.signTask, { orderNo: 'O1' }, [
    reply(getContract, {
      ...contract,
      signed: { at: order.createdAt, name: 'dana', idNumber: '110***********002X', signature: '/s.png' },
    }),
  ]);
  await signed.sees('110***********002X');
  assert.not.match(signed.text(), 'Sign the contract');
  signed.close();
});

test('an order that is nobody’s is refused with a way back', async () => {
  const screen = await visit(orders.payOrderDetail, { orderNo: 'NO' }, [
    reply(getOrder, new Refusal('Order not found')),
  ]);
  await screen.sees('Order not found');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/payOrder"]'));
  screen.close();
});

test.run();
