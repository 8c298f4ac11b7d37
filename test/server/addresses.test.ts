import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/buying/addresses';
import { addByMoney, getOrder } from '../../src/contract/buying/orders';
import type { Call } from '../../src/contract/wire/call';
import { parseAddress } from '../../src/server/addresses/parse-address';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addProduct, give } from './support/shop';

interface Context {
  gateway: TestGateway;
  cn: Sent;
  intl: Sent;
}
const test = suite<Context>('addresses');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  const { gateway } = context;
  context.cn = await gateway.signIn((await addMember(gateway, { country: 'cn' })).id);
  context.intl = await gateway.signIn((await addMember(gateway, { country: 'intl' })).id);
});
test.after(({ gateway }) => gateway.close());

const xihu = '330106';
const form = (more: object = {}) => ({
  username: '林慧',
  userphone: '13800138000',
  area: xihu,
  address: '文三路 90 号 3 幢 402 室',
  requestKey: randomUUID(),
  ...more,
});
const send = ({ gateway }: Context, as: Sent, call: Call, input: object) => gateway.send(call, input, as);
const add = async (context: Context, as: Sent, more?: object): Promise<string> =>
  (await send(context, as, calls.addAddress, form(more))).body.id;
const list = async (context: Context, as: Sent): Promise<calls.Address[]> =>
  (await send(context, as, calls.listAddresses, {})).body.items;

test('an address is kept with its area in words, phone and ID number masked in the list', async (context) => {
  const { cn } = context;
  const id = await add(context, cn, { idCard: '11010519491231002x' });
  const [shown] = await list(context, cn);
  assert.equal(shown, {
    id,
    username: '林慧',
    userphone: '138****8000',
    idCard: '1101**********002X',
    area: { code: xihu, names: ['浙江省', '杭州市', '西湖区'] },
    address: '文三路 90 号 3 幢 402 室',
    isDefault: true,
  });
  const { body } = await send(context, cn, calls.getAddress, { id });
  assert.is(body.userphone, '13800138000');
  assert.is(body.idCard, '1101**********002X');
});

test('an ID number needs a real date; an unlikely last digit is not refused', async (context) => {
  const { cn } = context;
  const answer = (idCard: string) => send(context, cn, calls.addAddress, form({ idCard }));
  assert.equal((await answer('11010519491331002X')).body.problems, { idCard: { rule: 'residentId' } });
  assert.is((await answer('110105194912310021')).code, '1');
  assert.is((await answer('130503670401001')).code, '1');
});

test('a member of the Chinese version chooses a district; elsewhere an address has none', async (context) => {
  const { cn, intl } = context;
  const problems = async (as: Sent, more: object) =>
    (await send(context, as, calls.addAddress, form(more))).body.problems;
  assert.equal(await problems(cn, { area: undefined }), { area: { rule: 'required' } });
  assert.equal(await problems(cn, { area: '999999' }), { area: { rule: 'wrong' } });
  assert.equal(await problems(cn, { area: '3301' }), { area: { rule: 'required' } });
  assert.equal(await problems(cn, { userphone: '12800138000' }), { userphone: { rule: 'phone' } });
  const id = await add(context, intl, { area: undefined, userphone: '+6591234567' });
  assert.equal(
    (await list(context, intl)).map((one) => [one.id, one.area]),
    [[id, undefined]],
  );
});

test('an edit moves an address to a known area only; an area that is no longer in the list may stay', async (context) => {
  const { cn, gateway } = context;
  const id = await add(context, cn);
  const edit = (more: object) => send(context, cn, calls.editAddress, form({ id, ...more }));
  assert.equal((await edit({ area: '999999' })).body.problems, { area: { rule: 'wrong' } });
  assert.equal((await edit({ area: undefined })).body.problems, { area: { rule: 'required' } });
  assert.is((await edit({ area: '110105' })).body.area.code, '110105');
  await gateway.db.run.updateTable('address').set({ area: '999999' }).where('id', '=', id).execute();
  assert.is((await edit({ area: '999999', address: '建国路 88 号' })).code, '1');
  assert.is((await list(context, cn))[0]!.address, '建国路 88 号');
});

test('there is one default: the first, the one that is chosen, and after it is deleted the newest', async (context) => {
  const { cn, gateway } = context;
  const defaults = async () =>
    (await list(context, cn)).filter(({ isDefault }) => isDefault).map(({ id }) => id);
  const first = await add(context, cn);
  gateway.clock.ahead += 1000;
  const second = await add(context, cn);
  gateway.clock.ahead += 1000;
  const third = await add(context, cn, { isDefault: true });
  assert.equal(await defaults(), [third]);
  await send(context, cn, calls.setDefaultAddress, { id: first, requestKey: randomUUID() });
  assert.equal(
    (await list(context, cn)).map(({ id }) => id),
    [first, third, second],
  );
  await send(context, cn, calls.deleteAddress, { id: first, requestKey: randomUUID() });
  assert.equal(await defaults(), [third]);
  await Promise.all(
    [second, third].map((id) => send(context, cn, calls.setDefaultAddress, { id, requestKey: randomUUID() })),
  );
  assert.is((await defaults()).length, 1);
});

test('an edit leaves an ID number that is not typed again, and an empty one removes it', async (context) => {
  const { cn } = context;
  const id = await add(context, cn, { idCard: '11010519491231002X' });
  const edit = (more: object) => send(context, cn, calls.editAddress, form({ id, ...more }));
  assert.is((await edit({ username: '王芳' })).body.idCard, '1101**********002X');
  assert.is((await edit({ idCard: '' })).body.idCard, undefined);
  assert.is((await list(context, cn))[0]!.username, '林慧');
});

test('the same request key adds one address, and its other data are refused', async (context) => {
  const { cn } = context;
  const input = form();
  const [one, two] = [
    await send(context, cn, calls.addAddress, input),
    await send(context, cn, calls.addAddress, input),
  ];
  assert.is(one.body.id, two.body.id);
  assert.is((await list(context, cn)).length, 1);
  assert.is((await send(context, cn, calls.addAddress, { ...input, username: '王芳' })).code, '500');
});

test('nobody reads, changes, deletes, chooses or buys with the address of another member', async (context) => {
  const { cn, intl, gateway } = context;
  const id = await add(context, cn);
  const requestKey = randomUUID();
  for (const [call, input] of [
    [calls.getAddress, { id }],
    [calls.editAddress, form({ id })],
    [calls.deleteAddress, { id, requestKey }],
    [calls.setDefaultAddress, { id, requestKey }],
  ] as [Call, object][]) {
    const answer = await send(context, intl, call, input);
    assert.is(answer.code, '500', call.path);
    assert.is(answer.message, 'Address not found');
  }
  const productId = await addProduct(gateway, { category: 'goods', price: 10_00, days: 0, daily_rent: 0 });
  await give(gateway, intl.userId!, 'balance', 100_00);
  const items = [{ productId, quantity: 1 }];
  const buying = { items, shownTotal: 10_00, addressId: id, requestKey };
  const refused = await send(context, intl, addByMoney, buying);
  assert.equal(refused.body.problems, { addressId: { rule: 'wrong' } });
  assert.is((await list(context, cn)).length, 1);
});

test('goods go to the address that was chosen, as it was when they were bought', async (context) => {
  const { cn, gateway } = context;
  const id = await add(context, cn, { idCard: '11010519491231002X' });
  const productId = await addProduct(gateway, { category: 'goods', price: 10_00, days: 0, daily_rent: 0 });
  await give(gateway, cn.userId!, 'balance', 100_00);
  const items = [{ productId, quantity: 1 }];
  const without = { items, shownTotal: 10_00, requestKey: randomUUID() };
  assert.equal((await send(context, cn, addByMoney, without)).body.problems, {
    address: { rule: 'required' },
  });
  const { body } = await send(context, cn, addByMoney, { ...without, addressId: id });
  await send(context, cn, calls.deleteAddress, { id, requestKey: randomUUID() });
  const order = (await send(context, cn, getOrder, { orderNo: body.orderNo })).body;
  assert.equal(order.address, {
    username: '林慧',
    userphone: '13800138000',
    idCard: '11010519491231002X',
    address: '浙江省杭州市西湖区文三路 90 号 3 幢 402 室',
  });
});

test('of two addresses a member reads, changes, buys with and deletes the one they chose', async (context) => {
  const { cn, gateway } = context;
  const [home, work] = [await add(context, cn), await add(context, cn, { address: '古墩路 1 号' })];
  const both = { [home]: '文三路 90 号 3 幢 402 室', [work]: '古墩路 1 号' };
  const productId = await addProduct(gateway, { category: 'goods', price: 10_00, days: 0, daily_rent: 0 });
  await give(gateway, cn.userId!, 'balance', 100_00);
  const buying = { items: [{ productId, quantity: 1 }], shownTotal: 10_00 };
  for (const [addressId, street] of Object.entries(both)) {
    assert.is((await send(context, cn, calls.getAddress, { id: addressId })).body.address, street);
    const input = { ...buying, addressId, requestKey: randomUUID() };
    const { orderNo } = (await send(context, cn, addByMoney, input)).body;
    const { address } = (await send(context, cn, getOrder, { orderNo })).body;
    assert.is(address.address, `浙江省杭州市西湖区${street}`);
  }
  const unknown = { ...buying, addressId: randomUUID(), requestKey: randomUUID() };
  const problems = { addressId: { rule: 'wrong' } };
  assert.equal((await send(context, cn, addByMoney, unknown)).body.problems, problems);
  await send(context, cn, calls.editAddress, form({ id: work, address: '古墩路 2 号' }));
  await send(context, cn, calls.deleteAddress, { id: home, requestKey: randomUUID() });
  const left = (await list(context, cn)).map(({ id, address }) => [id, address]);
  assert.equal(left, [[work, '古墩路 2 号']]);
});

test('the thirty-first address is refused', async (context) => {
  const { cn } = context;
  for (let n = 0; n < 30; n++) await add(context, cn);
  const answer = await send(context, cn, calls.addAddress, form());
  assert.match(answer.message, /up to 30 addresses/);
});

test('areas come a level at a time, down to where a parcel can go', async (context) => {
  const { cn } = context;
  const below = async (parent?: string) =>
    (await send(context, cn, calls.listAreas, parent ? { parent } : {})).body;
  const provinces = await below();
  assert.is(provinces.items.length, 34);
  assert.not(provinces.districts);
  assert.ok((await below('33')).items.some(({ name }: calls.Area) => name === '杭州市'));
  const districts = await below('3301');
  assert.ok(districts.districts);
  assert.ok(districts.items.some(({ code }: calls.Area) => code === xihu));
  assert.ok(JSON.stringify(await below('4419')).includes('东城街道'));
});

test('an address may have several lines, typed or pasted', async (context) => {
  const { cn } = context;
  await add(context, cn, { address: '文三路 90 号\n3 幢 402 室' });
  assert.is((await list(context, cn))[0]!.address, '文三路 90 号\n3 幢 402 室');
  const { body } = await send(context, cn, calls.parseAddress, { text: '林慧\n13800138000' });
  assert.is(body.userphone, '13800138000');
});

const written: [string, object][] = [
  [
    '林慧 13800138000 浙江省杭州市西湖区文三路90号3幢402室',
    { username: '林慧', userphone: '13800138000', area: xihu, address: '文三路90号3幢402室' },
  ],
  [
    '浙江省杭州市西湖区文三路90号3幢402室，林慧，138-0013-8000',
    { username: '林慧', userphone: '13800138000', area: xihu, address: '文三路90号3幢402室' },
  ],
  [
    '收货人：林慧\n手机号码：+86 138 0013 8000\n所在地区：浙江省 杭州市 西湖区\n详细地址：文三路90号3幢402室\n身份证号：11010519491231002X',
    {
      username: '林慧',
      userphone: '13800138000',
      idCard: '11010519491231002X',
      area: xihu,
      address: '文三路90号3幢402室',
    },
  ],
  [
    '北京市朝阳区建国路88号 张伟 １３９００１３９０００',
    { username: '张伟', userphone: '13900139000', area: '110105', address: '建国路88号' },
  ],
  ['402 林慧 浙江省杭州市西湖区文三路90号', { username: '林慧', area: xihu, address: '402 文三路90号' }],
  ['杭州西湖区文三路90号', { area: xihu, address: '文三路90号' }],
  ['朝阳区建国路88号', { area: undefined, address: '朝阳区建国路88号' }],
  [
    '广东东莞市东城街道岗贝东路1号 欧阳娜娜 13700137000',
    { username: '欧阳娜娜', userphone: '13700137000', area: '441900003', address: '岗贝东路1号' },
  ],
  [
    'Mei Tan\n+65 9123 4567\nBlk 207 Toa Payoh North\n#08-1211, Singapore 310207',
    {
      username: 'Mei Tan',
      userphone: '+6591234567',
      address: 'Blk 207 Toa Payoh North, #08-1211, Singapore 310207',
    },
  ],
  ['上海市浦东新区北京路1号', { area: '310115', address: '北京路1号' }],
];
for (const [text, parts] of written)
  test(`a pasted address is taken apart: ${text.slice(0, 16).replace(/\n/g, ' ')}`, () => {
    const { area, ...found } = parseAddress(text);
    assert.equal({ ...found, area: area?.code }, { area: undefined, ...parts });
  });

test('a written address is taken apart by what it names, and by what stands near that', () => {
  const area = (text: string) => parseAddress(text).area?.code;
  const read: [text: string, code: string | undefined][] = [
    ['浙江省杭州市西湖区文三路90号', xihu],
    ['浙江杭州西湖区文三路90号', xihu],
    ['浙江，，，，杭州西湖区', xihu], // four characters between
    ['浙江，，，，，杭州西湖区', undefined],
    ['杭州市，，，，西湖区', xihu],
    ['杭州市，，，，，西湖区', undefined],
    ['乐清市江边90号', '330382'], // the only one that is called so
    ['朝阳区江边90号', undefined], // there is one in Beijing and one in Changchun
    ['北京市朝阳区文三路90号', '110105'],
    ['吉林长春朝阳区', '220104'],
    ['somewhere', undefined],
  ];
  for (const [text, code] of read) assert.is(area(text), code, text);
  assert.equal(parseAddress('李梅'), { address: '李梅' }, 'one piece alone is no name');
  assert.equal(parseAddress('李梅\n12 Harbour Road'), { username: '李梅', address: '12 Harbour Road' });
  assert.equal(parseAddress('浙江省杭州市西湖区 李梅'), {
    area: { code: xihu, names: ['浙江省', '杭州市', '西湖区'] },
    address: '李梅',
  });
  assert.is(parseAddress('李梅 浙江省杭州市西湖区文三路90号').username, '李梅');
  assert.is(parseAddress('浙江省杭州市西湖区文三路90号 李梅').username, '李梅');
});

test.run();
