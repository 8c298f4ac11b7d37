import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Gateway } from '../../src/server/kernel/gateway';
import { sourceNamed } from '../../src/server/operator/areas/all';
import { worthOf } from '../../src/server/operator/worth';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addCoupon, addProduct } from './support/shop';

const now = Date.parse('2026-03-10T12:00:00Z');
const ago = (ms: number) => new Date(now - ms);
const day = 24 * 3_600_000;

const test = suite<{ gateway: TestGateway }>('what an action of the desk is worth');
test.before(async (context) => {
  context.gateway = await openGateway({ env: { USDT_RATE: '720' } });
});
test.after(({ gateway }) => gateway.close());

/** In fen, as the desk asks before it lets one person act. */
const worth = (gateway: TestGateway, action: string, target: string, input: object = {}) =>
  worthOf({ ...gateway, now: () => now } as unknown as Gateway, sourceNamed, { action, target, input });

test('a remittance counts with what its member was credited within a day, and with nothing of others', async ({
  gateway,
}) => {
  const [member, other] = [(await addMember(gateway)).id, (await addMember(gateway)).id];
  const remittance = async (values: object) => {
    const row = { id: randomUUID(), member, state: 'approved', decided_at: ago(day - 1), ...values };
    await addRows(gateway, 'remittance', [row]);
    return row.id;
  };
  const asked = await remittance({ amount: 1, state: 'auditing', decided_at: null });
  await remittance({ amount: 20 });
  await remittance({ amount: 300, decided_at: ago(1) });
  await remittance({ amount: 4_000, decided_at: ago(day) });
  await remittance({ amount: 50_000, state: 'rejected' });
  await remittance({ amount: 600_000, member: other });
  assert.is(await worth(gateway, 'remittances/:id/approve', asked), 321);
  assert.is(await worth(gateway, 'remittances/:id/approve', randomUUID()), 0);
});

test('a remittance of which a part has arrived counts with that part, too', async ({ gateway }) => {
  const { id: member } = await addMember(gateway);
  const id = randomUUID();
  await addRows(gateway, 'remittance', [{ id, member, state: 'auditing', amount: 1000, arrived: 400 }]);
  assert.is(await worth(gateway, 'remittances/:id/approve', id), 1000);
  assert.is(await worth(gateway, 'remittances/:id/arrive', id, { amount: 50 }), 450);
});

test('a withdrawal counts with what was approved for its member within a day, and with nothing of others', async ({
  gateway,
}) => {
  const [member, other] = [(await addMember(gateway)).id, (await addMember(gateway)).id];
  const withdrawal = async (values: object) => {
    const row = { id: randomUUID(), member, source: 'balance', status: 1, ...values };
    await addRows(gateway, 'withdrawal', [{ kind: 'bank', decided_at: ago(day - 1), ...row }]);
    return row.id;
  };
  const asked = await withdrawal({ amount: 1, status: 0, decided_at: null });
  await withdrawal({ amount: 20 });
  await withdrawal({ amount: 300, decided_at: ago(1) });
  await withdrawal({ amount: 4_000, decided_at: ago(day) });
  await withdrawal({ amount: 50_000, reason: 'not you' });
  await withdrawal({ amount: 600_000, member: other });
  assert.is(await worth(gateway, 'withdrawals/:id/approve', asked), 321);
});

test('a withdrawal that is taken back counts with all that were taken back within a day', async ({
  gateway,
}) => {
  const withdrawal = async (amount: number, returned_at: Date | null) => {
    const row = { id: randomUUID(), source: 'balance', kind: 'bank', status: 4, amount, returned_at };
    await addRows(gateway, 'withdrawal', [row]);
    return row.id;
  };
  const asked = await withdrawal(1, null);
  await withdrawal(20, ago(day - 1));
  await withdrawal(300, ago(1));
  await withdrawal(4_000, ago(day));
  assert.is(await worth(gateway, 'withdrawals/:id/takeBack', asked), 321);
});

test('a refund counts with what was given back before, and in points or beans it is worth nothing', async ({
  gateway,
}) => {
  const order = async (currency: string) => {
    const row = { order_no: randomUUID(), currency, state: 1, amount: 900, total: 900, paid: 900 };
    await addRows(gateway, 'purchase', [{ ...row, way: 'card', refunded: 70 }]);
    return row.order_no;
  };
  const [money, points] = [await order('money'), await order('points')];
  assert.is(await worth(gateway, 'orders/:id/refund', money, { amount: 5 }), 75);
  assert.is(await worth(gateway, 'orders/:id/refund', money), 900, 'all of it');
  assert.is(await worth(gateway, 'orders/:id/refund', points, { amount: 5 }), 0);
  assert.is(await worth(gateway, 'orders/:id/refund', randomUUID(), { amount: 5 }), 0);
});

test('a transfer of USDT counts at the rate, and only it', async ({ gateway }) => {
  const [first, second] = [randomUUID(), randomUUID()];
  await addRows(gateway, 'usdt_transfer', [
    { txid: first, amount: 2_000_000, state: 'review' },
    { txid: second, amount: 900_000_000, state: 'review' },
  ]);
  assert.is(await worth(gateway, 'transfers/:id/settle', first), 2 * gateway.settings.usdtRate);
  assert.is(await worth(gateway, 'transfers/:id/settle', second), 900 * gateway.settings.usdtRate);
  assert.is(await worth(gateway, 'transfers/:id/settle', randomUUID()), 0);
});

test('a coupon of more than half an order needs two people as soon as it is easier to use', async ({
  gateway,
}) => {
  const add = (value: number, kind: 'percent' | 'amount' = 'percent') =>
    addCoupon(gateway, { kind, value, left_over: 5, minimum: 100 });
  const change = (code: string, input: object) => worth(gateway, 'coupons/:code/change', code, input);
  const [half, more] = [await add(50), await add(51)];
  for (const easier of [{ left: 6 }, { minimum: 99 }])
    assert.equal([await change(half, easier), await change(more, easier)], [0, Number.POSITIVE_INFINITY]);
  for (const same of [{ left: 5, minimum: 100 }, { left: 4 }, { minimum: 101 }])
    assert.is(await change(more, same), 0);
  const yuan = await add(3_00, 'amount');
  assert.equal([await change(yuan, { left: 7 }), await change(yuan, { minimum: 99 })], [6_00, 15_00]);
});

test('a change of a price by more than a fifth of that product’s own price needs two people', async ({
  gateway,
}) => {
  const dear = await addProduct(gateway, { price: 100_00 });
  const cheap = await addProduct(gateway, { price: 10_00 });
  const change = (id: string, price: number) => worth(gateway, 'products/:id/change', id, { price });
  assert.equal([await change(dear, 120_00), await change(cheap, 12_00)], [0, 0]);
  assert.equal(
    [await change(dear, 120_01), await change(cheap, 12_01)],
    [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  );
});

test('people of the desk are changed by one admin alone, and by two as soon as there are two', async ({
  gateway,
}) => {
  const actions = ['people', 'people/:name/invite', 'people/:name/role', 'people/:name/enable'];
  const all = () => Promise.all(actions.map((action) => worth(gateway, action, 'ann')));
  const admin = (name: string, more: object = {}) =>
    addRows(gateway, 'operator', [{ name, role: 'admin', disabled_at: null, password: 'set', ...more }]);
  await admin('ann');
  await admin('ben', { role: 'finance' });
  await admin('cem', { disabled_at: ago(1) });
  assert.equal(await all(), [0, 0, 0, 0]);
  await admin('dan');
  assert.equal(await all(), [Infinity, Infinity, Infinity, Infinity]);
});

test('a setting that moves no money is changed by one person, and what moves none is worth nothing', async ({
  gateway,
}) => {
  assert.is(await worth(gateway, 'settings/:id', 'MANAGER_PHONE'), 0);
  assert.is(await worth(gateway, 'settings/:id', 'USDT_RATE'), Infinity);
  assert.is(await worth(gateway, 'members/:account/reset', 'ann'), Infinity);
  assert.is(await worth(gateway, 'posts/:id/hide', 'one'), 0);
});

test('a notice to everybody with a link to another site needs two people', async ({ gateway }) => {
  const add = (href: string, more: object = {}) =>
    worth(gateway, 'notices', '', {
      texts: {
        en: { title: 'News', html: `<ul><li><a href="${href}">https://cloud.example/login</a></li></ul>` },
      },
      ...more,
    });
  assert.is(await add('https://cloud.example.evil.test/login'), Infinity);
  assert.is(await add('https://evil.test/', { to: 'ann' }), 0);
  assert.is(await add('#/pages/mine/balance'), 0);
  assert.is(
    await worth(gateway, 'notices/:id', 'one', {
      texts: { zh: { title: 'x', html: '<a href="https://evil.test">x</a>' } },
    }),
    Infinity,
  );
});

test.run();
