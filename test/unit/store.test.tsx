import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Package, packages } from '../../src/contract/buying/orders';
import {
  getCoupon,
  getProduct,
  type Item,
  listCoupons,
  listProducts,
  type Product,
  type Quote,
  queryProducts,
  quote,
} from '../../src/contract/buying/products';
import { quote as quoteRules } from '../../src/contract/buying/products.rules';
import { check } from '../../src/contract/wire/check';
import type { Platform, Store } from '../../src/core/platform';
import { addToCart, mostLines, readCart, removeChosen, writeCart } from '../../src/core/purchase/cart';
import { createSession } from '../../src/core/session/session';
import { createState } from '../../src/core/state';
import * as store from '../../src/features/store/routes';
import { memoryStore } from '../../src/platform/browser/store';
import { countDrawn } from '../support/drawn';
import { member, Refusal, reply, visit } from '../support/visit';

const machine: Product = {
  productId: 'p1',
  name: 'Ten machines',
  picture: '/product-pictures/studio-1.svg',
  description: 'A small rack',
  category: 'machines',
  price: 1_000_00,
  priceBefore: 1_200_00,
  points: 5_000,
  stock: 8,
  sold: 1_234,
  limit: 5,
  days: 365,
  dailyRent: 4_00,
  tiers: [{ from: 3, percent: 5 }],
  needsAddress: false,
};
const mug: Product = { ...machine, productId: 'p2', name: 'Mug', category: 'goods', price: 30_00, stock: 3 };

type Asked = NonNullable<(typeof quote)['types']>['input'];

/** A price as a server might compute it: 1,000 yuan a piece and 100 off with a coupon. */
function priced({ items, couponCode }: Asked): Quote {
  const lines = items.map((item) => {
    const amount = 1_000_00 * item.quantity;
    const couponDiscount = couponCode ? 100_00 : 0;
    const none = { quantityDiscount: 0, memberDiscount: 0 };
    const { name, picture, category } = machine;
    const total = amount - couponDiscount;
    return {
      ...(item as Item),
      ...none,
      name,
      picture,
      category,
      unitPrice: 1_000_00,
      amount,
      couponDiscount,
      total,
    };
  });
  const sum = (of: 'amount' | 'total') => lines.reduce((all, line) => all + line[of], 0);
  const [amount, total] = [sum('amount'), sum('total')];
  return { currency: 'money', lines, amount, discount: amount - total, total, needsAddress: false };
}
const coupon = {
  couponCode: 'HUNDRED',
  name: '100 off',
  kind: 'amount' as const,
  value: 100_00,
  minimum: 0,
  validUntil: '2027-01-01T00:00:00.000Z',
};
const noCoupons = reply(listCoupons, { items: [] });
const shop = [
  reply(getProduct, machine),
  reply(listProducts, { items: [machine] }),
  reply(quote, priced),
  noCoupons,
];
const kept = (...lines: [string, number, boolean][]) => {
  const local = memoryStore();
  writeCart(
    local,
    'u1',
    lines.map(([productId, quantity, chosen]) => ({ productId, quantity, chosen })),
  );
  return local;
};

test('the store shows what is on offer and leads to it', async () => {
  const screen = await visit(store.home, {}, [reply(listProducts, { items: [machine] })]);
  for (const words of [
    'Ten machines',
    '¥1,000.00',
    '¥1,200.00',
    'or 5,000 points',
    '1,234 sold',
    '5% off for 3+',
  ])
    await screen.sees(words);
  // the earlier price is struck beside the price, and not among the other ways to pay
  assert.is(screen.body.querySelector('s')?.closest('p')?.textContent, '¥1,000.00 before ¥1,200.00');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/buynow?productId=p1"]'));
  const tabs = [...screen.body.querySelectorAll('nav a')].map((link) => link.getAttribute('href'));
  assert.equal(
    tabs,
    ['home', 'goodsClass', 'cart', 'my'].map((name) => `#/pages/tabbar/${name}`),
  );
  screen.close();
});

test('the cards of the store are drawn once, although the cart is read again after they are painted', async () => {
  const drawn = countDrawn('ProductCard');
  const replies = [reply(listProducts, { items: [machine, mug] }), reply(queryProducts, { items: [] })];
  const local = kept(['p1', 2, true]);
  const screen = await visit(store.home, {}, replies, { platform: { local } });
  await screen.sees('Mug');
  await screen.sees('No more');
  assert.is(drawn(), 2);
  // another tab has added something meanwhile
  addToCart(screen.app, { productId: 'p2', quantity: 1 }, 3);
  await screen.until('the badge', () =>
    /2/.test(screen.body.querySelector('nav a[href$=cart]')?.textContent ?? ''),
  );
  assert.is(drawn(), 2);
  screen.close();
});

test('a store that did not load can be tried again, and an empty one says so', async () => {
  const replies = [reply(listProducts, 'offline')];
  const screen = await visit(store.home, {}, replies);
  await screen.sees("Couldn't load");
  replies[0] = reply(listProducts, { items: [] });
  await screen.tap('Try again');
  await screen.sees('No products available');
  screen.close();
});

test('goods are browsed by category and sorted', async () => {
  const screen = await visit(store.goodsClass, {}, [
    reply(queryProducts, ({ category }) => ({ items: [category === 'goods' ? mug : machine] })),
  ]);
  await screen.sees('Ten machines');
  await screen.tap('Physical goods');
  await screen.sees('Mug');
  await screen.tap('Price');
  await screen.until('the sorted goods', () => screen.asked(queryProducts).length === 3);
  assert.equal(screen.asked(queryProducts)[2], { category: 'goods', sort: 'price' });
  screen.close();
});

test('the categories at the side show one of them', async () => {
  const screen = await visit(store.goodsClass2, {}, [
    reply(queryProducts, ({ category }) => ({ items: category === 'membership' ? [] : [machine] })),
  ]);
  await screen.sees('Ten machines');
  await screen.tap('Membership');
  await screen.sees('No products available');
  screen.close();
});

test('a member chooses how many machines, sees the price of the server and goes on to pay', async () => {
  const screen = await visit(store.rechargeScore, {}, shop);
  await screen.sees('Buying 1 cloud phone');
  await screen.tap('Increase (Quantity)');
  await screen.sees('Buying 2 cloud phones');
  await screen.sees('Total¥2,000.00');
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at() === '/pages/mine/pay?productId=p1&quantity=2');
  assert.equal(screen.asked(listProducts), [{ category: 'machines' }]);
  screen.close();
});

test('the quantity ends at 0 and at what can be bought, and 0 is not bought', async () => {
  const screen = await visit(store.rechargeScore, {}, shop);
  await screen.sees('Up to 5');
  const button = (name: string) =>
    screen.body.querySelector<HTMLButtonElement>(`[aria-label="${name} (Quantity)"]`)!;
  await screen.tap('Decrease (Quantity)');
  await screen.until('the lower end', () => button('Decrease').disabled);
  await screen.tap('Buy now');
  await screen.sees('At least 1');
  assert.equal(
    screen.asked(quote).filter(({ items }) => items[0].quantity < 1),
    [],
  );
  const none = { items: [{ productId: 'p1', quantity: 0 }] };
  assert.equal(check(quoteRules, none)?.items, { rule: 'min', limit: 1 });
  for (let tap = 0; tap < 5; tap++) await screen.tap('Increase (Quantity)');
  await screen.until('the upper end', () => button('Increase').disabled);
  screen.close();
});

test('a coupon is checked for these goods, counted in and taken along', async () => {
  const screen = await visit(store.rechargeScore, {}, [reply(getCoupon, coupon), ...shop]);
  await screen.sees('Total¥1,000.00');
  type(screen.body, 'couponCode', 'hundred');
  await screen.tap('Apply');
  await screen.sees('100 off');
  await screen.sees('Total¥900.00');
  assert.equal(screen.asked(getCoupon), [
    { couponCode: 'HUNDRED', items: [{ productId: 'p1', quantity: 1 }] },
  ]);
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at().endsWith('productId=p1&quantity=1&coupon=HUNDRED'));
  screen.close();
});

test('a coupon that does not apply is refused at its field and not counted in', async () => {
  const screen = await visit(store.rechargeScore, {}, [
    reply(getCoupon, new Refusal("This coupon doesn't apply to the selected plan")),
    ...shop,
  ]);
  await screen.sees('Total¥1,000.00');
  await screen.tap('Apply');
  await screen.sees('Enter a coupon code');
  assert.equal(screen.asked(getCoupon), []);
  type(screen.body, 'couponCode', 'OTHER');
  await screen.tap('Apply');
  await screen.sees("This coupon doesn't apply to the selected plan");
  assert.ok(screen.body.querySelector('[name=couponCode][aria-invalid=true]'));
  assert.not(screen.asked(quote).some(({ couponCode }) => couponCode));
  screen.close();
});

const own = { ...coupon, couponCode: 'FIRST1', name: 'For your first order', minimum: 50_00 };
const welcome = reply(listCoupons, { items: [{ ...own, discount: 100_00, total: 900_00 }] });

test('the best of a member’s own coupons is counted in before anything is typed, and can be left out', async () => {
  const screen = await visit(store.rechargeScore, {}, [welcome, ...shop]);
  await screen.sees('¥100.00 off · For your first order');
  await screen.sees('Total¥900.00');
  await screen.tap('Remove: ¥100.00 off · For your first order');
  await screen.sees('Total¥1,000.00');
  await screen.tap('Use: ¥100.00 off · For your first order');
  await screen.sees('Total¥900.00');
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at().endsWith('&coupon=FIRST1'));
  screen.close();
});

test('a member who buys before their coupons are known pays with them; without an answer, without them', async () => {
  let tell = (_: { items: (typeof own & { discount: number; total: number })[] }) => {};
  const late = new Promise<Parameters<typeof tell>[0]>((resolve) => {
    tell = resolve;
  });
  const screen = await visit(store.rechargeScore, {}, [reply(listCoupons, () => late), ...shop]);
  await screen.sees('Total¥1,000.00');
  await screen.tap('Buy now');
  await new Promise((turn) => setTimeout(turn, 50));
  assert.not.match(screen.at(), 'pages/mine/pay');
  tell({ items: [{ ...own, discount: 100_00, total: 900_00 }] });
  await screen.until('the payment', () => screen.at().endsWith('&coupon=FIRST1'));
  screen.close();
  const offline = await visit(store.rechargeScore, {}, [reply(listCoupons, 'offline'), ...shop]);
  await offline.sees('Total¥1,000.00');
  await offline.tap('Buy now');
  await offline.until('the payment', () => offline.at().endsWith('productId=p1&quantity=1'));
  offline.close();
});

test('a code that was applied is shown as that, leaves the field, and can be removed', async () => {
  const screen = await visit(store.rechargeScore, {}, [reply(getCoupon, coupon), ...shop]);
  await screen.sees('Total¥1,000.00');
  type(screen.body, 'couponCode', 'hundred');
  await screen.tap('Apply');
  await screen.sees('Total¥900.00');
  assert.is(screen.body.querySelector<HTMLInputElement>('[name=couponCode]')!.value, '');
  await screen.tap('Remove: 100 off');
  await screen.sees('Total¥1,000.00');
  assert.not.match(screen.text(), 'HUNDRED');
  screen.close();
});

test('a code that was typed and not applied is checked when the goods are bought, and a wrong one stops it', async () => {
  let answer: typeof coupon | Refusal = new Refusal('Coupon not found');
  const screen = await visit(store.rechargeScore, {}, [reply(getCoupon, () => answer), ...shop]);
  await screen.sees('Total¥1,000.00');
  type(screen.body, 'couponCode', 'HUNDERD');
  await screen.tap('Buy now');
  await screen.sees('Coupon not found');
  assert.is(screen.at(), '/pages/mine/rechargeScore');
  answer = coupon;
  type(screen.body, 'couponCode', 'HUNDRED');
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at().endsWith('&coupon=HUNDRED'));
  screen.close();
});

test('a price that has changed is shown and not gone on with', async () => {
  let dearer = 0;
  const screen = await visit(store.rechargeScore, {}, [
    reply(listProducts, { items: [machine] }),
    reply(quote, (input) => {
      const now = priced(input);
      return { ...now, total: now.total + dearer, amount: now.amount + dearer };
    }),
  ]);
  await screen.sees('Total¥1,000.00');
  dearer = 50_00;
  await screen.tap('Buy now');
  await screen.sees("The price changed from ¥1,000.00 to ¥1,050.00. You haven't been charged.");
  await screen.sees('Total¥1,050.00');
  assert.is(screen.at(), '/pages/mine/rechargeScore');
  await screen.until('an idle button', () => !screen.body.querySelector('button[aria-busy]'));
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at().startsWith('/pages/mine/pay'));
  screen.close();
});

test('a list price that is out of date is corrected before anything is bought', async () => {
  const old = { ...machine, price: 900_00 };
  const screen = await visit(store.rechargeScore, {}, [
    reply(listProducts, { items: [old] }),
    reply(quote, priced),
  ]);
  await screen.sees('Unit price is now ¥1,000.00 (was ¥900.00).');
  screen.close();
});

test('refusals and lost connections are shown; one tap sends one request', async () => {
  let answer: Refusal | 'offline' | undefined;
  const screen = await visit(store.rechargeScore, {}, [
    reply(listProducts, { items: [machine] }),
    reply(quote, (input) => answer ?? priced(input)),
  ]);
  await screen.sees('Total¥1,000.00');
  answer = new Refusal('This product is no longer sold');
  const before = screen.asked(quote).length;
  await Promise.all([screen.tap('Buy now'), screen.tap('Buy now')]);
  await screen.sees('This product is no longer sold');
  assert.is(screen.asked(quote).length, before + 1);
  answer = 'offline';
  await screen.until('an idle button', () => !screen.body.querySelector('button[aria-busy]'));
  await screen.tap('Buy now');
  await screen.sees('The network is not strong');
  assert.is(screen.at(), '/pages/mine/rechargeScore');
  screen.close();
});

test('a product is put into the cart, no more of it than can be bought', async () => {
  const local = kept(['p1', 4, true]);
  const screen = await visit(store.buynow, { productId: 'p1' }, shop, { platform: { local } });
  await screen.sees('A small rack');
  await screen.tap('Increase (Quantity)');
  await screen.tap('Add to cart');
  await screen.sees('Added to the cart');
  assert.equal(readCart(local, 'u1'), [{ productId: 'p1', quantity: 5, chosen: true }]);
  screen.close();
});

test('a product is priced and bought from its page, as many as were chosen', async () => {
  const screen = await visit(store.buynow, { productId: 'p1' }, shop);
  await screen.sees('A small rack');
  await screen.tap('Increase (Quantity)');
  await screen.sees('Total¥2,000.00');
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at() === '/pages/mine/pay?productId=p1&quantity=2');
  screen.close();
});

test('a sold-out product says so and cannot be bought', async () => {
  const screen = await visit(store.buynow, { productId: 'p1' }, [
    reply(getProduct, { ...machine, stock: 0 }),
    reply(quote, priced),
  ]);
  await screen.sees('Sold out');
  const buy = [...screen.body.querySelectorAll('button')].find((one) => one.textContent === 'Buy now')!;
  assert.ok(buy.disabled);
  assert.equal(screen.asked(quote), []);
  screen.close();
});

test('an unknown product leads back to the store', async () => {
  const refused = new Refusal('This product is no longer sold');
  const screen = await visit(store.buynow, { productId: 'nope' }, [reply(getProduct, refused)]);
  await screen.sees('This product is no longer sold');
  assert.ok(screen.body.querySelector('a[href="#/pages/tabbar/home"]'));
  screen.close();
});

test('a membership is bought in the same way', async () => {
  const year = { ...machine, productId: 'm1', name: 'A year', category: 'membership' as const };
  const screen = await visit(store.openMembership, {}, [
    reply(listProducts, { items: [year] }),
    reply(quote, priced),
  ]);
  await screen.sees('A year');
  assert.equal(screen.asked(listProducts), [{ category: 'membership' }]);
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at() === '/pages/mine/pay?productId=m1&quantity=1');
  screen.close();
});

const held: Package = {
  orderNo: 'o1',
  productId: 'p1',
  name: 'Ten machines',
  picture: '/product-pictures/studio-1.svg',
  category: 'machines',
  quantity: 9,
  serialNumber: 'CP1',
  boughtAt: '2026-01-01T00:00:00.000Z',
  endsAt: '2026-12-01T12:00:00.000Z',
  remainingDays: 10,
  state: 'active',
};

test('a member renews what they hold: all machines of that device order', async () => {
  const list = await visit(store.repurchase, {}, [reply(packages, { items: [held] })]);
  await list.sees('10 days left');
  const to = 'productId=p1&serialNumber=CP1&quantity=9';
  assert.ok(list.body.querySelector(`a[href="#/pages/mine/buynow?${to}"]`));
  list.close();

  const asked = { productId: 'p1', serialNumber: 'CP1', quantity: '9' };
  const screen = await visit(store.buynow, asked, shop);
  await screen.sees('Renews order CP1: 9 cloud phones');
  await screen.sees('Total¥9,000.00');
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at().startsWith('/pages/mine/pay'));
  assert.equal(Object.fromEntries(new URLSearchParams(screen.at().split('?')[1])), asked);
  screen.close();
});

test('my store shows the newest packages and the way to the rest', async () => {
  const screen = await visit(store.my, {}, [reply(packages, { items: [held] })]);
  await screen.sees('Ten machines × 9');
  for (const path of [
    'pages/mine/payOrder',
    'pages/mine/promotionActivity',
    'pages/tabbar/cart',
    'pages/mine/addressManage',
  ])
    assert.ok(screen.body.querySelector(`a[href="#/${path}"]`), path);
  screen.close();
});

test('the store has a row of tabs of its own, the cart as its third', async () => {
  const screen = await visit(store.my, {}, [reply(packages, { items: [held] })]);
  await screen.sees('Ten machines × 9');
  const row = screen.body.querySelector('nav[aria-label="Store pages"]') ?? screen.body;
  const links = [...row.querySelectorAll('a[href^="#/pages/tabbar/"]')].map((link) =>
    link.getAttribute('href'),
  );
  const tabs = ['home', 'goodsClass', 'cart', 'my'].map((name) => `#/pages/tabbar/${name}`);
  assert.equal(links.slice(-4), tabs);
  screen.close();
});

test('packages beyond the first page can be had too', async () => {
  const screen = await visit(store.rechargeScore, {}, [
    reply(listProducts, ({ from }) => (from ? { items: [mug] } : { items: [machine], next: 'n' })),
    reply(quote, priced),
  ]);
  await screen.tap('Load more');
  await screen.sees('Mug');
  screen.close();
});

test('the cart adds up what is chosen, by the server, and takes that to the payment', async () => {
  const local = kept(['p1', 1, true], ['p2', 2, false]);
  const screen = await visit(
    store.cart,
    {},
    [reply(getProduct, ({ productId }) => (productId === 'p1' ? machine : mug)), reply(quote, priced)],
    { platform: { local } },
  );
  await screen.sees('Mug');
  await screen.sees('Total¥1,000.00');
  tick(screen.body, 0);
  await screen.sees('2 selected');
  await screen.sees('Total¥3,000.00');
  await screen.tap('Increase (Ten machines)');
  await screen.sees('Total¥4,000.00');
  await screen.tap('Buy now');
  await screen.until('the payment', () => screen.at() === '/pages/mine/pay?cart=1');
  assert.equal(readCart(local, 'u1'), [
    { productId: 'p1', quantity: 2, chosen: true },
    { productId: 'p2', quantity: 2, chosen: true },
  ]);
  screen.close();
});

test('a line is taken out of the cart after a question; an empty cart leads to the store', async () => {
  const local = kept(['p1', 1, true]);
  const screen = await visit(store.cart, {}, shop, { platform: { local } });
  await screen.sees('Ten machines');
  await screen.tap('Remove Ten machines');
  await screen.sees('Remove “Ten machines” from the cart?');
  await screen.tap('Cancel');
  await screen.losesSight('from the cart?');
  assert.is(readCart(local, 'u1').length, 1);
  await screen.tap('Remove Ten machines');
  await screen.tap('Remove');
  await screen.sees('Your cart is empty');
  assert.is(local.get('cart'), undefined);
  screen.close();
});

test('a product that is no longer sold stays in the cart, unselected, and no price is requested for it', async () => {
  const local = kept(['p1', 1, true], ['p9', 1, true]);
  const screen = await visit(
    store.cart,
    {},
    [
      reply(getProduct, ({ productId }) =>
        productId === 'p1' ? machine : new Refusal('This product is no longer sold'),
      ),
      reply(quote, priced),
    ],
    { platform: { local } },
  );
  await screen.sees('This product is no longer sold');
  await screen.sees('1 selected');
  await screen.sees('Total¥1,000.00');
  screen.close();
});

/** The owner of the cart, on a phone. */
function owner(userId: string, local: Store) {
  const platform = {
    local,
    tab: memoryStore(),
    isOnline: () => true,
    onOnline: () => () => {},
  } as unknown as Platform;
  const state = createState(platform);
  state.userInfo.value = { ...member, userId };
  return { platform, state };
}

test('every member has a cart of their own, and what is not a cart is none', () => {
  const local = memoryStore();
  const one = { productId: 'p1', quantity: 1 };
  addToCart(owner('u1', local), one, 9);
  addToCart(owner('u2', local), { ...one, quantity: 2 }, 9);
  assert.equal(readCart(local, 'u1'), [{ ...one, chosen: true }]);
  assert.is(readCart(local, 'u2')[0]!.quantity, 2);
  for (const text of ['{', 'null', '[]', '{"u1":7}', '{"u1":[null,{},{"productId":"p1","quantity":-1}]}']) {
    local.set('cart', text);
    assert.equal(readCart(local, 'u1'), [], text);
  }
});

test('whatever shows the cart hears of a change, and the next member finds their own', () => {
  const app = owner('u1', memoryStore());
  const heard: (number | undefined)[] = [];
  app.state.cart.subscribe((lines) => void heard.push(lines?.length));
  addToCart(app, { productId: 'p1', quantity: 1 }, 9);
  removeChosen(app);
  addToCart(app, { productId: 'p2', quantity: 1 }, 9);
  createSession(app.platform, app.state).signIn({ token: 't2', userInfo: { ...member, userId: 'u2' } });
  assert.equal(heard, [undefined, 1, 0, 1, undefined]);
  assert.equal(readCart(app.platform.local, 'u2'), []);
});

test('a cart has as many lines as an order may have', () => {
  const local = memoryStore();
  for (let at = 0; at < mostLines; at++)
    assert.ok(addToCart(owner('u1', local), { productId: `p${at}`, quantity: 1 }, 9));
  assert.not(addToCart(owner('u1', local), { productId: 'more', quantity: 1 }, 9));
  assert.ok(addToCart(owner('u1', local), { productId: 'p0', quantity: 1 }, 9));
  const items = readCart(local, 'u1').map(({ productId, quantity }) => ({ productId, quantity }));
  assert.not(check(quoteRules, { items }));
  assert.ok(check(quoteRules, { items: [...items, { productId: 'more', quantity: 1 }] }));
});

function type(body: HTMLElement, name: string, text: string) {
  const field = body.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  field.value = text;
  const { Event } = field.ownerDocument.defaultView as unknown as { Event: typeof globalThis.Event };
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

function tick(body: HTMLElement, at: number) {
  const box = body.querySelectorAll<HTMLInputElement>('input[type=checkbox]')[at]!;
  box.click();
}

test.run();
