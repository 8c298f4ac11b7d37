import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { getAddress, listAreas } from '../../src/contract/buying/addresses';
import { listFriends, team } from '../../src/contract/member/friends';
import { mapTiles } from '../../src/contract/member/location';
import { addCategory, listCategory } from '../../src/contract/shop/categories';
import { bindShop, getShop, type Shop, setupShop } from '../../src/contract/shop/goods';
import * as addresses from '../../src/features/addresses/routes';
import * as friends from '../../src/features/friends/routes';
import * as goods from '../../src/features/goods/routes';
import * as places from '../../src/features/location/routes';
import { Refusal, reply, visit } from '../support/visit';

type Seen = Awaited<ReturnType<typeof visit>>;
/** Types into the field of that name. */
async function type({ body, until }: Seen, name: string, value: string) {
  const field = await until(
    name,
    () => body.querySelector<HTMLInputElement>(`[name="${name}"]`) ?? undefined,
  );
  field.value = value;
  field.dispatchEvent(new (window as unknown as { Event: typeof Event }).Event('input', { bubbles: true }));
}
const submit = async ({ body, until }: Seen) => {
  const form = await until('a form', () => body.querySelector('form') ?? undefined);
  form.dispatchEvent(
    new (window as unknown as { Event: typeof Event }).Event('submit', { bubbles: true, cancelable: true }),
  );
};

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

test('a member links a shop with its number and code; a wrong code is reported, and the input stays', async () => {
  let right = false;
  const screen = await visit(goods.bindShop, {}, [
    reply(getShop, { provider }),
    reply(bindShop, () => (right ? { ...shop, number: 'S-1001', taken: 4 } : new Refusal('Wrong code'))),
  ]);
  await screen.sees('Test mode');
  await type(screen, 'number', 'S-1001');
  await type(screen, 'code', '000000');
  await submit(screen);
  await screen.sees('Wrong code');
  assert.is(screen.body.querySelector<HTMLInputElement>('[name=number]')?.value, 'S-1001');
  right = true;
  await type(screen, 'code', '246810');
  await submit(screen);
  await screen.until('the goods', () => screen.at() === '/pages/tabbar/goods');
  const keys = screen.asked(bindShop).map(({ requestKey }) => requestKey);
  assert.is(new Set(keys).size, 2, 'a refusal is final');
  screen.close();
});

test('a shop that is linked says so, and one that cannot be linked as well', async () => {
  const linked = await visit(goods.bindShop, {}, [
    reply(getShop, { shop: { ...shop, number: 'S-7' }, provider }),
  ]);
  await linked.sees('Linked to shop S-7');
  linked.close();
  const closed = await visit(goods.bindShop, {}, [
    reply(getShop, { provider: { ...provider, offered: false } }),
  ]);
  await closed.sees("Linking a shop isn't available right now.");
  closed.close();
});

test('a member opens a shop, which needs a name, and changes it as it was seen', async () => {
  const screen = await visit(goods.setupShop, {}, [reply(getShop, { provider }), reply(setupShop, shop)]);
  await screen.sees('Open shop');
  await submit(screen);
  await screen.sees('Please fill this in');
  assert.equal(screen.asked(setupShop), []);
  await type(screen, 'name', 'Lights');
  await submit(screen);
  await screen.until('the goods', () => screen.at() === '/pages/tabbar/goods');
  screen.close();
  const known = await visit(goods.setupShop, {}, [
    reply(getShop, { shop, provider }),
    reply(setupShop, shop),
  ]);
  await type(known, 'name', 'Lanterns');
  await submit(known);
  await known.until('the change', () => known.asked(setupShop).length);
  assert.is(known.asked(setupShop)[0].version, 3);
  known.close();
});

test('a category is added under a name of its own; one that is gone leads to all', async () => {
  const taken = new Refusal('Check what you typed', { problems: { name: { rule: 'taken' } } }, '5001');
  const screen = await visit(goods.goodsClassifyOper, {}, [
    reply(listCategory, { items: [], none: 0 }),
    reply(addCategory, (input) => ('name' in input && input.name === 'Lamps' ? taken : { items: [] })),
  ]);
  await type(screen, 'name', 'Lamps');
  await submit(screen);
  await screen.until('the problem', () => screen.body.querySelector('[aria-invalid=true]'));
  await type(screen, 'name', 'Lanterns');
  await submit(screen);
  await screen.until('the way back', () => screen.at().endsWith('pages/goodsClassifyList'));
  assert.is(screen.asked(addCategory).length, 2);
  screen.close();
  const gone = await visit(goods.goodsClassifyOper, { id: 'c9' }, [
    reply(listCategory, { items: [], none: 0 }),
  ]);
  await gone.until('the way to all', () => gone.body.querySelector('a[href="#/pages/goodsClassifyList"]'));
  gone.close();
});

test('a place shows its coordinates and the map apps of the member’s country; a wrong place is refused', async () => {
  const tiles = reply(mapTiles, { tiles: '/map/{z}/{x}/{y}.png', sandbox: true });
  const at = { latitude: '30.2741', longitude: '120.1291', name: 'Office', address: 'Wensan Road 90' };
  const screen = await visit(places.openLocation, at, [tiles]);
  for (const words of ['Office', 'Wensan Road 90', '30.274100, 120.129100', 'Google Maps'])
    await screen.sees(words);
  assert.not.match(screen.text(), 'Tencent Maps');
  screen.close();
  const wrong = await visit(places.openLocation, { latitude: '95', longitude: 'x' }, [tiles]);
  await wrong.sees("This place can't be shown");
  wrong.close();
});

test('invitation records count who joined, and show of a friend a name, a day and machines only', async () => {
  const screen = await visit(friends.invitationRecords, {}, [
    reply(team, {
      inviteCode: 'DEMO2026',
      inviteLink: 'http://app.test/#/pages/login/register?inviteCode=DEMO2026',
      level1: 12,
      level2: 3,
      teamLeaders: 1,
      joinedThisMonth: 6,
      machines: 40,
      invitedThisMonth: 4,
      invitedActive: 7,
    }),
    reply(listFriends, {
      items: [
        {
          key: 'k1',
          nickname: 'Lee',
          phone: '138****8000',
          level: 1,
          teamLeader: false,
          since: '2026-11-02T04:00:00.000Z',
          machines: 5,
        },
      ],
    }),
  ]);
  for (const words of ['Lee', 'joined 2 Nov']) await screen.sees(words);
  const numbers = [...screen.body.querySelectorAll('dd')].map((one) => one.textContent);
  assert.equal(numbers, ['12', '4', '7']);
  assert.equal(screen.asked(listFriends), [{ level: 1 }]);
  screen.close();
});

test('an address is edited with its ID number masked; one that is gone leads to all', async () => {
  const screen = await visit(addresses.modifyAddress, { id: 'a1' }, [
    reply(getAddress, {
      id: 'a1',
      username: 'Mei Tan',
      userphone: '+6591234567',
      idCard: '1101**********002X',
      address: 'Blk 207',
      isDefault: true,
    }),
    reply(listAreas, { items: [], districts: false }),
  ]);
  const field = await screen.until(
    'the name',
    () => screen.body.querySelector<HTMLInputElement>('[name=username]') ?? undefined,
  );
  assert.is(field.value, 'Mei Tan');
  await screen.until('the masked number', () => screen.body.innerHTML.includes('1101**********002X'));
  screen.close();
  const gone = await visit(addresses.modifyAddress, { id: 'a9' }, [reply(getAddress, new Refusal('None'))]);
  await gone.until('the way to all', () => gone.body.querySelector('a[href="#/pages/mine/addressManage"]'));
  gone.close();
});

test.run();
