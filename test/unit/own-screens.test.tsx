import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { deleteAddress, getAddress, listAddresses, listAreas } from '../../src/contract/buying/addresses';
import { getDict, orderDetail, signContract } from '../../src/contract/buying/orders';
import { getInfo } from '../../src/contract/member/auth';
import { type Declaration, getDeclaration, listDeclarations } from '../../src/contract/member/declarations';
import { listFriends, team } from '../../src/contract/member/friends';
import { mapTiles, placeAt } from '../../src/contract/member/location';
import { listAdminCategory, listCategory } from '../../src/contract/shop/categories';
import {
  getShop,
  goodsList,
  listSales,
  type Shop,
  shopGoodsDetail,
  shopGoodsGraph,
  shopGoodsList,
  takeGoods,
} from '../../src/contract/shop/goods';
import {
  type Account,
  type AccountDetail,
  addTiktok,
  listAccounts,
  listFreeMachines,
  tiktokDetail,
  tiktokGraph,
} from '../../src/contract/video/accounts';
import { listPosts } from '../../src/contract/video/circle';
import { listGrabRecords } from '../../src/contract/video/logs';
import { getVideo, queryVideosList, type Video } from '../../src/contract/video/videos';
import { type Location, LocationContext, parse } from '../../src/core/navigation/location';
import type { ScreenComponent } from '../../src/core/navigation/screen';
import * as accounts from '../../src/features/accounts/routes';
import * as addresses from '../../src/features/addresses/routes';
import * as circle from '../../src/features/circle/routes';
import * as declarations from '../../src/features/declarations/routes';
import * as friends from '../../src/features/friends/routes';
import * as goods from '../../src/features/goods/routes';
import * as places from '../../src/features/location/routes';
import * as logs from '../../src/features/logs/routes';
import * as mine from '../../src/features/mine/routes';
import * as orders from '../../src/features/orders/routes';
import * as videos from '../../src/features/videos/routes';
import { screenOf } from '../support/screens';
import { member, reply, visit } from '../support/visit';

type Seen = Awaited<ReturnType<typeof visit>>;
/** A screen that reads its own address. */
const placed = (route: typeof circle.dynamic | typeof circle.materialLibrary) => ({
  ...route,
  async load() {
    const Component = (await screenOf(route).load()).default as ScreenComponent;
    const location = parse(`/${route.path}`) as Location;
    return {
      default: () => (
        <LocationContext.Provider value={location}>
          <Component />
        </LocationContext.Provider>
      ),
    };
  },
});
const field = ({ body, until }: Seen, name: string) =>
  until(name, () => body.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? undefined);
async function type(seen: Seen, name: string, value: string) {
  const input = await field(seen, name);
  input.value = value;
  input.dispatchEvent(new (window as unknown as { Event: typeof Event }).Event('input', { bubbles: true }));
}

const account: Account = {
  id: 'a1',
  account: 'mei.cooks',
  nickname: 'Mei cooks',
  coins: 1200,
  coinsToday: 30,
  updateTime: '2026-11-20T08:00:00.000Z',
  state: 1,
  recent: Array.from({ length: 12 }, () => 10),
};
const days = Array.from({ length: 28 }, (_, at) => ({ day: `2026-10-${10 + (at % 20)}`, coins: 5 }));
const summary = { coins: 1200, coinsToday: 30, states: [0, 1, 0, 0] as never, days, sandbox: false };
const record = {
  id: 'r1',
  account: 'mei.cooks',
  nickname: 'Mei cooks',
  amount: 12,
  state: 1 as const,
  time: '2026-11-20T08:00:00.000Z',
  liveRoomName: 'Kitchen',
  streamerAccount: 'chef.li',
};
const records = { items: [record], total: 12, grabbed: 1, missed: 0, days };

test('a member sees all the accounts that they have linked, and those in one state', async () => {
  const screen = await visit(accounts.list, {}, [reply(listAccounts, { items: [account], summary })]);
  await screen.sees('Mei cooks');
  assert.equal(screen.asked(listAccounts), [{}]);
  screen.close();
});

const detail: AccountDetail = { ...account, online: true, visits: 9, visitsBefore: 4 };

test('an account shows its own records', async () => {
  const screen = await visit(accounts.detail, { id: 'a1' }, [
    reply(tiktokDetail, detail),
    reply(tiktokGraph, { points: days }),
    reply(listGrabRecords, records),
  ]);
  await screen.sees('Kitchen');
  assert.equal(screen.asked(listGrabRecords), [{ accountId: 'a1' }]);
  assert.equal(screen.asked(tiktokDetail), [{ id: 'a1' }]);
  screen.close();
});

test('a member who edits an account reads that in the title of the screen', async () => {
  const screen = await visit(accounts.add, { id: 'a1' }, [reply(tiktokDetail, detail)]);
  await screen.sees('Edit short-video account');
  assert.not.match(screen.text(), 'Add short-video account');
  screen.close();
});

test('an account that was linked is shown at once', async () => {
  const screen = await visit(accounts.add, {}, [
    reply(listAccounts, { items: [], summary }),
    reply(listFreeMachines, { items: [] }),
    reply(addTiktok, { id: 'a9' }),
  ]);
  await type(screen, 'account', 'mei.cooks');
  await screen.tap('Link account');
  const form = screen.body.querySelector('form');
  form?.dispatchEvent(
    new (window as unknown as { Event: typeof Event }).Event('submit', { bubbles: true, cancelable: true }),
  );
  await screen.until('the account', () => screen.at() === '/pages/member/memberDetail?id=a9');
  assert.is(screen.asked(addTiktok)[0].account, 'mei.cooks');
  screen.close();
});

test('the log has what all accounts have grabbed, grabbed or missed', async () => {
  const screen = await visit(logs.order, {}, [reply(listGrabRecords, records)]);
  await screen.sees('Kitchen');
  assert.equal(screen.asked(listGrabRecords), [{}]);
  screen.close();
});

test('the circle shows what all members say, or the member’s own', async () => {
  const screen = await visit(placed(circle.dynamic), {}, [reply(listPosts, { items: [] })]);
  await screen.tap('My posts');
  await screen.until('their own', () => screen.asked(listPosts).length === 2);
  assert.equal(screen.asked(listPosts), [{ scope: 'all' }, { scope: 'mine' }]);
  screen.close();
});

test('the library has what can be used as material', async () => {
  const screen = await visit(placed(circle.materialLibrary), {}, [reply(listPosts, { items: [] })]);
  await screen.until('the posts', () => screen.asked(listPosts).length);
  assert.equal(screen.asked(listPosts), [{ scope: 'material' }]);
  screen.close();
});

const provider = { offered: true, sandbox: true, holdDays: 7 };
const shop: Shop = {
  name: 'Lights',
  introduction: 'Lamps',
  version: 3,
  goods: 2,
  onSale: 1,
  held: 0,
  owed: 0,
  createdAt: '2026-11-01T00:00:00.000Z',
};
const opened = reply(getShop, { shop, provider });
const shelves = [
  reply(listCategory, {
    items: [
      { id: 'c1', name: 'Lamps', goods: 2 },
      { id: 'c2', name: 'Tables', goods: 0 },
    ],
    none: 0,
  }),
  reply(listAdminCategory, { items: [{ id: 'k1', name: 'Kitchen', taken: false }] }),
];

test('a shop shows all that lies in it, and what is on sale', async () => {
  const screen = await visit(goods.goods, {}, [opened, ...shelves, reply(shopGoodsList, { items: [] })]);
  await screen.until('the goods', () => screen.asked(shopGoodsList).length);
  assert.equal(screen.asked(shopGoodsList), [{}]);
  screen.close();
});

test('the categories of a shop are all there, in its order', async () => {
  const screen = await visit(goods.goodsClassifyList, {}, [opened, ...shelves]);
  await screen.sees('Lamps');
  await screen.sees('Tables');
  screen.close();
});

test('a good of the platform is taken into the shop, and nothing else', async () => {
  const lamp = {
    id: 'g1',
    name: 'Lamp',
    description: '',
    price: 20_00,
    suggestedPrice: 39_00,
    stock: 9,
    categoryId: 'k1',
    picture: '/product-pictures/lamp-1.svg',
    inShop: false,
  };
  const screen = await visit(goods.platformGoods, {}, [
    opened,
    ...shelves,
    reply(goodsList, { items: [lamp], total: 1 }),
    reply(takeGoods, { done: ['g1'], failed: [] }),
  ]);
  await screen.sees('Suggested ¥39.00');
  const add = await screen.until('the way to add it', () =>
    [...screen.body.querySelectorAll('button')].find((one) => one.textContent?.includes('Add to shop')),
  );
  add.dispatchEvent(new (window as any).MouseEvent('click', { bubbles: true }));
  await screen.until('it to be taken', () => screen.asked(takeGoods).length);
  assert.equal(screen.asked(takeGoods)[0].ids, ['g1']);
  await screen.sees('1 product added, unlisted');
  screen.close();
});

const video: Video = {
  id: 'v1',
  title: 'Light your table',
  length: 65,
  size: 18_000,
  url: '/files/f1',
  picture: '/product-pictures/lamp-1.svg',
  createdAt: '2026-11-20T08:00:00Z',
};

test('videos are shown all together, or by a category of the platform', async () => {
  const screen = await visit(videos.video, {}, [
    ...shelves,
    reply(queryVideosList, { items: [video], total: 1 }),
  ]);
  await screen.sees('Light your table');
  await screen.tap('Kitchen');
  await screen.until('those of it', () => screen.asked(queryVideosList).some((input) => input.categoryId));
  assert.equal(screen.asked(queryVideosList).at(-1), { categoryId: 'k1' });
  assert.equal(screen.asked(queryVideosList)[0], {});
  screen.close();
});

test('a video says how long it is', async () => {
  const screen = await visit(videos.videoDetail, { id: 'v1' }, [reply(getVideo, video)]);
  await screen.sees('Length1:05');
  assert.equal(screen.asked(getVideo), [{ id: 'v1' }]);
  screen.close();
});

test('the material of a good is that good’s', async () => {
  const screen = await visit(videos.goodsVideo, { goodsId: 'g1' }, [
    reply(queryVideosList, { items: [video], total: 1 }),
    reply(shopGoodsList, { items: [] }),
  ]);
  await screen.sees('Light your table');
  assert.equal(screen.asked(queryVideosList), [{ goodsId: 'g1' }]);
  screen.close();
});

test('a video is followed by the next and the one before', async () => {
  const items = ['v1', 'v2', 'v3'].map((id) => ({ ...video, id, title: `Video ${id}` }));
  for (const [name, id] of [
    ['Next video', 'v3'],
    ['Previous video', 'v1'],
  ] as const) {
    const screen = await visit(videos.goodsOneVideo, { id: 'v2' }, [
      reply(getVideo, items[1]!),
      reply(queryVideosList, { items, total: 3 }),
    ]);
    const button = await screen.until(
      'the way there',
      () =>
        screen.body.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]:not(:disabled)`) ??
        undefined,
    );
    button.click();
    await screen.until('it', () => screen.at() === `/pages/goodsOneVideo?id=${id}`);
    assert.match(screen.body.querySelector('video')?.getAttribute('src') ?? '', '/files/f1');
    screen.close();
  }
});

test('a good says its name and how it does', async () => {
  const lamp = {
    id: 'g1',
    name: 'Brass lamp',
    description: '',
    price: 39_00,
    stock: 9,
    state: 'on' as const,
    sold: 12,
    picture: '/product-pictures/lamp-1.svg',
    pictures: [],
    origin: 'platform' as const,
    supplied: true,
    videos: 0,
    version: 1,
    views: 3,
    createdAt: '2026-11-01T00:00:00.000Z',
    changedAt: '2026-11-01T00:00:00.000Z',
  };
  const screen = await visit(goods.goodsDetail, { id: 'g1' }, [
    ...shelves,
    reply(shopGoodsDetail, lamp as never),
    reply(shopGoodsGraph, { items: [], views: 0, sales: 0 }),
    reply(listSales, { items: [] } as never),
  ]);
  const title = await screen.until('its name', () => screen.body.querySelector('h2')?.textContent);
  assert.is(title, 'Brass lamp');
  await screen.sees('12 sold');
  assert.equal(screen.asked(shopGoodsDetail), [{ id: 'g1' }]);
  screen.close();
});

test('the paper to sign on does not scroll along, and without a signature nothing is signed', async () => {
  const pen = new Proxy({}, { get: () => () => {}, set: () => true });
  let giveBack = () => {}; // the next file in this process draws, too
  const door = {
    ...orders.signature,
    load() {
      const canvas = window.HTMLCanvasElement.prototype;
      const { getContext } = canvas;
      giveBack = () => void Object.assign(canvas, { getContext });
      Object.assign(canvas, { getContext: () => pen });
      if (!('navigator' in globalThis)) Object.assign(globalThis, { navigator: window.navigator });
      return screenOf(orders.signature).load();
    },
  };
  const screen = await visit(door, { orderNo: 'O1' }, [
    reply(getDict, { items: [{ value: 'passport', label: 'Passport' }] }),
  ]);
  await screen.sees('Passport');
  const paper = await screen.until('the paper', () => screen.body.querySelector('canvas') ?? undefined);
  const { Event } = window as unknown as { Event: typeof globalThis.Event };
  await screen.until('an engine that scrolls by touch to be held', () => {
    const move = new Event('touchmove', { cancelable: true });
    paper.dispatchEvent(move);
    return move.defaultPrevented;
  });
  await type(screen, 'name', 'dana');
  await type(screen, 'idNumber', 'E1234567');
  const form = await screen.until('the form', () => screen.body.querySelector('form') ?? undefined);
  form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await screen.sees('Please sign here first');
  assert.equal(screen.asked(signContract), []);
  screen.close();
  giveBack();
});

test('an order of goods says to whom and where they go', async () => {
  const screen = await visit(orders.orderDetail, { orderNo: 'O1' }, [
    reply(orderDetail, {
      orderNo: 'O1',
      state: 1,
      way: 'card',
      currency: 'money',
      lines: [],
      amount: 1,
      discount: 0,
      total: 1,
      paidAmount: 1,
      refunded: 0,
      parts: [],
      createdAt: '2026-11-20T09:00:00.000Z',
      contract: 'none',
      address: { username: 'Mei Tan', userphone: '+6591234567', address: 'Blk 207' },
    } as never),
  ]);
  await screen.sees('Mei Tan +6591234567');
  await screen.sees('Blk 207');
  assert.equal(screen.asked(orderDetail), [{ orderNo: 'O1' }]);
  screen.close();
});

test('friends are counted by level', async () => {
  const screen = await visit(friends.myTeam, {}, [
    reply(team, {
      inviteCode: 'DEMO2026',
      inviteLink: 'http://app.test/',
      level1: 12,
      level2: 3,
      teamLeaders: 1,
      joinedThisMonth: 4,
      machines: 40,
      invitedThisMonth: 4,
      invitedActive: 7,
    }),
    reply(listFriends, { items: [] }),
  ]);
  await screen.sees('Level 1 12');
  await screen.sees('Level 2 3');
  screen.close();
});

const address = {
  id: 'd1',
  username: 'Mei Tan',
  userphone: '+65****4567',
  address: 'Blk 207',
  isDefault: true,
};

test('an address is deleted after a question that names it', async () => {
  const screen = await visit(addresses.addressManage, {}, [
    reply(listAddresses, { items: [address] }),
    reply(deleteAddress, {}),
  ]);
  await screen.sees('Mei Tan');
  const button = await screen.until('the way to delete it', () =>
    [...screen.body.querySelectorAll('button')].find((one) => /^Delete/.test(one.textContent ?? '')),
  );
  button.dispatchEvent(new (window as any).MouseEvent('click', { bubbles: true }));
  await screen.sees('Delete this address?');
  await screen.sees('Mei Tan, Blk 207');
  await screen.tap('Delete');
  await screen.until('it to be deleted', () => screen.asked(deleteAddress).length);
  assert.is(screen.asked(deleteAddress)[0].id, 'd1');
  screen.close();
});

test('the form of a new address is empty', async () => {
  const screen = await visit(addresses.createAddress, {}, [
    reply(listAreas, { items: [], districts: false }),
  ]);
  assert.is((await field(screen, 'username')).value, '');
  assert.equal(screen.asked(getAddress), []);
  screen.close();
});

test('a message confirms that the app is on the home screen, once the member has agreed', async () => {
  for (const agreed of [false, true]) {
    let asked = 0;
    const ask = async () => {
      asked++;
      return agreed;
    };
    const installation = async () => ({ isInstalled: false, system: 'android' as const, ask });
    const screen = await visit(mine.downloadApp, {}, [], { platform: { installation } as never });
    await screen.tap('Add');
    await screen.until('the question', () => asked);
    await new Promise((rest) => setTimeout(rest, 30));
    assert.is(screen.app.toasts.current.peek(), agreed ? 'Added' : undefined);
    screen.close();
  }
});

test('a member sees the name and nickname that others see', async () => {
  const screen = await visit(mine.userInfo, {}, [
    reply(getInfo, { userInfo: { ...member, name: 'dana', email: 'd***@example.org' } }),
  ]);
  await screen.sees('d***@example.org');
  const named = [...screen.body.querySelectorAll('b')].map((one) => one.textContent);
  assert.ok(named.includes('dana') && named.includes('Dana Demo'), named.join());
  screen.close();
});

const declared: Declaration = {
  id: 'x1',
  customerName: 'aiko',
  customerNickname: 'Aiko',
  customerPhone: '+6590001101',
  quantity: 2,
  orderAmount: 3596_00,
  payTime: '2026-11-17T08:00:00.000Z',
  remark: '',
  attachment: [],
  status: -1,
  auditResult: 'It shows ¥89.00',
  submittedAt: '2026-11-18T08:00:00.000Z',
};

test('a declaration that was rejected is corrected from what was handed in', async () => {
  const screen = await visit(declarations.declarationForm, { id: 'x1' }, [
    reply(getDeclaration, { ...declared, events: [] } as never),
  ]);
  assert.is((await field(screen, 'customerPhone')).value, '+6590001101');
  assert.is((await field(screen, 'customerName')).value, 'aiko');
  screen.close();
});

test('declarations show how they stand', async () => {
  const screen = await visit(declarations.declarationFormList, {}, [
    reply(listDeclarations, { items: [declared], counts: [{ status: -1, count: 1 }] }),
  ]);
  await screen.sees('Aiko');
  const tabs = screen.body.querySelector('[role=tablist]')?.textContent ?? '';
  assert.match(screen.text().replace(tabs, ''), 'Rejected');
  screen.close();
});

test('the place where the phone is has its name, and can be used', async () => {
  const position = async () => ({ latitude: 30.25, longitude: 120.15 });
  const screen = await visit(
    places.chooseLocation,
    {},
    [
      reply(placeAt, { place: { name: 'West Lake', address: 'Hangzhou' } as never, sandbox: false }),
      reply(mapTiles, { url: '' } as never),
    ],
    { platform: { position } },
  );
  await screen.tap('Use my position');
  await screen.sees('West Lake');
  screen.close();
});

test.run();
