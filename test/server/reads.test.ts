import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addByMoney } from '../../src/contract/buying/orders';
import { sendMessage } from '../../src/contract/support/im';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { deskSession, operator } from './support/operator';
import { addProduct, give, order } from './support/shop';
import { addAccount, desk, withdraw } from './support/wallet';

interface Context {
  gateway: TestGateway;
}
const test = suite<Context>('reads and changes on the record');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const get = async ({ desk: url }: TestGateway, token: string, path: string) =>
  (await fetch(`${url}/operator/${path}`, { headers: { authorization: `Bearer ${token}` } })).status;

test('each read of a member’s records is in the trail, once an hour, and on the member’s page', async ({
  gateway,
}) => {
  const { id, username } = await addMember(gateway);
  const as = await gateway.signIn(id);
  await give(gateway, id, 'balance', 1000_00);
  const { body } = await order(gateway, as, addByMoney, { productId: await addProduct(gateway) });
  const number = (await withdraw(gateway, as, await addAccount(gateway, id))).body.number;
  const { name, token } = await deskSession(gateway, 'finance');
  const paths = [
    `members/${username}`,
    `members/${username}/statement`,
    `orders/${body.orderNo}`,
    `withdrawals/${number}`,
  ];
  for (const path of [...paths, ...paths]) assert.is(await get(gateway, token, path), 200, path);
  assert.is(await get(gateway, token, 'withdrawals/W0'), 409, 'what there is not is not read');
  for (const _ of [1, 2]) assert.is(await get(gateway, token, `orders/export?member=${username}`), 200);
  assert.is(await get(gateway, token, 'products'), 200);

  const reads = async (query: string) =>
    (await desk(gateway, `trail?phase=looked&size=50&${query}`)).items.map(
      ({ action, target }: any) => `${action} ${target}`,
    );
  const own = await reads(`member=${username}`);
  assert.equal(own.sort(), [
    `members/:account ${username}`,
    `members/:account/statement ${username}`,
    `orders/:id ${body.orderNo}`,
    `withdrawals/:id ${number}`,
  ]);
  assert.is((await reads(`by=${name}&action=export`)).length, 2, 'each export');
  assert.equal(await reads(`by=${name}&target=${number}`), [`withdrawals/:id ${number}`]);
  gateway.clock.ahead += 3_600_001;
  const later = await deskSession(gateway, 'finance');
  await get(gateway, later.token, `withdrawals/${number}`);
  assert.is((await reads(`target=${number}`)).length, 2);
  gateway.clock.ahead = 0;
});

test('a chat that is opened is read', async ({ gateway }) => {
  const { id, username } = await addMember(gateway);
  const text = { text: 'Hello', requestKey: randomUUID() };
  assert.is((await gateway.send(sendMessage, text, await gateway.signIn(id))).code, '1');
  await desk(gateway, `conversations/of/${username}`);
  const { items } = await desk(gateway, `trail?phase=looked&member=${id}`);
  assert.equal(
    items.map(({ action }: any) => action),
    ['conversations/of/:account'],
  );
});

test('the page of a product, a coupon and a setting says who changed what from what', async ({ gateway }) => {
  const made = await operator(gateway, 'product', 'add', '--en', 'Lamp', '--zh', '台灯', '--price', '10');
  const id = /p-[0-9a-f]{8}/.exec(made.text)![0];
  await operator(gateway, 'product', 'set', id, '--price', '12.50');
  const history = async (path: string) => (await desk(gateway, `${path}/history`)).items;
  const [changed, added] = await history(`products/${id}`);
  assert.equal(
    [changed.by, changed.changes],
    ['automation', [{ field: 'price', before: 10_00, after: 12_50 }]],
  );
  assert.equal([added.action, added.input.price], ['products', 10_00]);
  const another = await operator(gateway, 'product', 'add', '--en', 'Chair', '--zh', '椅子', '--price', '9');
  const its = await history(`products/${/p-[0-9a-f]{8}/.exec(another.text)![0]}`);
  assert.equal(
    its.map(({ input }: any) => input.price),
    [9_00],
    'and nothing of another product',
  );

  const code = `C${randomUUID().slice(0, 7).toUpperCase()}`;
  const coupon = {
    code,
    name: { en: 'Off', zh: '优惠' },
    amount: 5_00,
    uses: 3,
    validUntil: '2099-01-01T00:00:00.000Z',
  };
  assert.is((await desk(gateway, 'coupons', coupon)).status, 200);
  await desk(gateway, `coupons/${code}`, { left: 9 });
  const [edit] = await history(`coupons/${code}`);
  assert.equal(edit.changes, [{ field: 'left_over', before: 3, after: 9 }]);

  await operator(gateway, 'setting', 'set', 'ORDER_MINUTES', '45', 'Slow banks');
  await operator(gateway, 'setting', 'set', 'ORDER_MINUTES', '60', 'Slower banks');
  const [setting] = await history('settings/ORDER_MINUTES');
  assert.equal(
    [setting.input.reason, setting.changes],
    ['Slower banks', [{ field: 'value', before: '45', after: '60' }]],
  );
  await operator(gateway, 'setting', 'clear', 'ORDER_MINUTES', 'As it was');
});

test.run();
