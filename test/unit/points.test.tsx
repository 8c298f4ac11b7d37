import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  getProduct,
  type Product,
  type Quote,
  queryProducts,
  quote,
} from '../../src/contract/buying/products';
import { type Exchange, exchange } from '../../src/contract/money/points';
import * as points from '../../src/features/points/routes';
import { Refusal, reply, visit } from '../support/visit';

const stand: Product = {
  productId: 'p1',
  name: 'Phone stand',
  description: 'Folds flat.',
  category: 'goods',
  price: 39_00,
  points: 390,
  cloudBeans: 60,
  stock: 12,
  sold: 212,
  limit: 5,
  days: 0,
  dailyRent: 0,
  tiers: [],
  picture: '/product-pictures/stand-1.svg',
  needsAddress: true,
};
const lamp: Product = { ...stand, productId: 'p2', name: 'Ring light', points: 1_180, stock: 0 };
delete lamp.cloudBeans;

const has = (more: Partial<Exchange> = {}) =>
  reply(exchange, { points: 3_680, cloudBeans: 50, frozen: false, phones: 120, enough: 100, ...more });
const mall = (...items: Product[]) => reply(queryProducts, { items });
const item = (one = stand) => reply(getProduct, one);
const costs = reply(quote, ({ items: [line], currency = 'money' }): Quote => {
  const total = line!.quantity * (currency === 'points' ? 390 : 60);
  return { currency, lines: [], amount: total, discount: 0, total, needsAddress: true };
});

type Visited = Awaited<ReturnType<typeof visit>>;
const button = (screen: Visited, name: string) =>
  [...screen.body.querySelectorAll('button')].find((one) => one.textContent === name)!;

test('the mall says what the member has, leading to where it came from, and what it is good for', async () => {
  const screen = await visit(points.pointsMall, {}, [has(), mall(stand, lamp)]);
  await screen.sees('3,680');
  await screen.sees('390 points or 60 cloud beans');
  await screen.sees('Worth ¥39.00 · 12 left · 212 sold');
  await screen.sees('Sold out');
  const links = [...screen.body.querySelectorAll('a')].map((one) => one.getAttribute('href'));
  assert.equal(links, [
    '#/pages/mine/movements?kind=points',
    '#/pages/mine/movements?kind=cloudBeans',
    '#/pages/mine/goodsDetail?productId=p1',
    '#/pages/mine/goodsDetail?productId=p2',
  ]);
  await screen.losesSight('Frozen');
  assert.equal(screen.asked(queryProducts), [{ redeemable: 'any' }]);
  screen.close();
});

test('the mall shows only what can be had for beans, when asked', async () => {
  const screen = await visit(points.pointsMall, {}, [
    has(),
    reply(queryProducts, ({ redeemable }) => ({ items: redeemable === 'cloudBeans' ? [] : [stand] })),
  ]);
  await screen.sees('Phone stand');
  const tab = [...screen.body.querySelectorAll<HTMLElement>('[role="tab"]')].find(
    (one) => one.textContent === 'Cloud beans',
  );
  tab!.click();
  await screen.sees('Nothing can be redeemed with these at the moment');
  screen.close();
});

test('frozen points say why, and how many cloud phones the community has', async () => {
  const screen = await visit(points.pointsMall, {}, [has({ frozen: true, phones: 37 }), mall(stand)]);
  await screen.sees('Frozen');
  await screen.sees('37 of 100 cloud phones');
  screen.close();

  const detail = await visit(points.goodsDetail, { productId: 'p1' }, [
    item(),
    costs,
    has({ frozen: true, phones: 37 }),
  ]);
  await detail.sees('37 of 100 cloud phones');
  await detail.sees('390 points');
  assert.is(button(detail, 'Redeem now').disabled, true);
  detail.close();
});

test('a mall without goods says so, and one that did not load can be asked again', async () => {
  const empty = await visit(points.pointsMall, {}, [has(), mall()]);
  await empty.sees('Nothing to redeem at the moment');
  empty.close();
  let there = false;
  const screen = await visit(points.pointsMall, {}, [
    reply(exchange, () => (there ? (has().answer as Exchange) : 'offline')),
    reply(queryProducts, () => (there ? { items: [stand] } : 'offline')),
  ]);
  await screen.sees("Couldn't load");
  there = true;
  await screen.tap('Try again');
  await screen.sees('Phone stand');
  screen.close();
});

test('redeeming leads to where it is confirmed, with what was chosen', async () => {
  const screen = await visit(points.goodsDetail, { productId: 'p1' }, [item(), costs, has()]);
  await screen.sees('390 points');
  const more = screen.body.querySelector<HTMLElement>('[aria-label^="Increase"]')!;
  more.click();
  await screen.sees('780 points');
  await screen.tap('Redeem now');
  assert.is(screen.at(), '/pages/mine/pay?productId=p1&quantity=2&currency=points');
  screen.close();
});

test('a member with too few points sees how many are missing, and the other way is a tap away', async () => {
  const screen = await visit(points.goodsDetail, { productId: 'p1' }, [item(), costs, has()]);
  await screen.sees('390 points');
  const beans = [...screen.body.querySelectorAll<HTMLElement>('[role="tab"]')].at(-1)!;
  beans.click();
  await screen.sees('You need 10 cloud beans more.');
  assert.is(button(screen, 'Redeem now').disabled, true);
  screen.close();
});

test('the first method with enough funds is preselected', async () => {
  const screen = await visit(points.goodsDetail, { productId: 'p1' }, [
    item(),
    costs,
    has({ points: 5, cloudBeans: 500 }),
  ]);
  await screen.sees('You have500 cloud beans');
  screen.close();
});

test('a sold-out product cannot be redeemed, and no price is requested', async () => {
  const screen = await visit(points.goodsDetail, { productId: 'p2' }, [item(lamp), costs, has()]);
  await screen.sees('Sold out');
  assert.is(button(screen, 'Redeem now').disabled, true);
  assert.equal(screen.asked(quote), []);
  screen.close();
});

test('the server’s refusal appears in its words', async () => {
  const no = reply(
    quote,
    new Refusal('Only 2 are left', { problems: { items: { rule: 'max', limit: 2 } } }, '5001'),
  );
  const screen = await visit(points.goodsDetail, { productId: 'p1' }, [item(), no, has()]);
  await screen.sees('Only 2 are left');
  assert.is(button(screen, 'Redeem now').disabled, true);
  screen.close();
});

test('goods that are gone, or were never for points, lead back to the mall', async () => {
  const { points: _, cloudBeans: __, ...plain } = stand;
  for (const [answer, said] of [
    [new Refusal('This product is no longer sold'), 'no longer sold'],
    [plain, "can't be redeemed"],
  ] as const) {
    const screen = await visit(points.goodsDetail, { productId: 'p1' }, [
      reply(getProduct, answer),
      has(),
      costs,
    ]);
    await screen.sees(said);
    await screen.sees('See the points mall');
    screen.close();
  }
});

test.run();
