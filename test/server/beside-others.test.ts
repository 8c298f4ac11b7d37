import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addByMoney } from '../../src/contract/buying/orders';
import * as accounts from '../../src/contract/video/accounts';
import * as circle from '../../src/contract/video/circle';
import * as videos from '../../src/contract/video/videos';
import { me } from '../../src/server/auth/members';
import { mostSessions, openSession } from '../../src/server/auth/sessions';
import { dayOf } from '../../src/server/kernel/dates';
import { isOffered } from '../../src/server/wallet/payout/offer-banks';
import { addSuppliedGoods } from './support/goods';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addCoupon, addProduct, give, order } from './support/shop';
import { addPicture } from './support/upload';

const test = suite<{ gateway: TestGateway }>('what is changed or shown of one, beside others');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

test('a coupon that is used leaves other coupons as they are', async ({ gateway }) => {
  const as = await gateway.signIn((await addMember(gateway)).id);
  await give(gateway, as.userId, 'balance', 1000_00);
  const [used, other] = [await addCoupon(gateway), await addCoupon(gateway)];
  const wanted = { productId: await addProduct(gateway), couponCode: used };
  assert.is((await order(gateway, as, addByMoney, wanted)).code, '1');
  const left = await gateway.db.run
    .selectFrom('coupon_left')
    .select(['code', 'left_over'])
    .where('code', 'in', [used, other])
    .execute();
  assert.equal(
    new Map(left.map(({ code, left_over }) => [code, left_over])),
    new Map([
      [used, 9],
      [other, 10],
    ]),
  );
});

test('the pieces that are left are those of the product that was ordered', async ({ gateway }) => {
  const as = await gateway.signIn((await addMember(gateway)).id);
  await addProduct(gateway, { stock: 777 });
  const productId = await addProduct(gateway, { stock: 1 });
  await give(gateway, as.userId, 'balance', 1000_00);
  const [first, second] = await Promise.all(
    [0, 1].map(async () => await order(gateway, as, addByMoney, { productId, shownTotal: 100_00 })),
  );
  const refused = [first, second].find((one) => one?.code !== '1');
  assert.match(refused?.message ?? '', /0|no|sold/i);
  assert.not.match(refused?.message ?? '', /777/);
});

test('the coins of today are the member’s own', async ({ gateway }) => {
  const [mine, theirs] = await Promise.all(
    [0, 1].map(async () => gateway.signIn((await addMember(gateway)).id)),
  );
  const day = dayOf(Date.now());
  for (const [as, coins] of [
    [mine!, 7],
    [theirs!, 500],
  ] as const) {
    const account = `mei.${randomUUID().slice(0, 8)}`;
    const { body } = await gateway.send(accounts.addTiktok, { account, requestKey: randomUUID() }, as);
    await addRows(gateway, 'account_day', [
      { account: body.id, member: as.userId, day, coins, grabbed: 1, missed: 0 },
    ]);
  }
  const { summary } = (await gateway.send(accounts.listAccounts, {}, mine!)).body;
  assert.is(summary.coinsToday, 7);
});

test('a member who signs in too often ends their own oldest session, and nobody else’s', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  const [member, other] = await Promise.all([0, 1].map(async () => (await addMember(gateway)).id));
  const kept = await gateway.signIn(other!);
  const first = await gateway.signIn(member!);
  for (let n = 0; n < mostSessions; n++) await openSession(run, member!, 'h5', Date.now() + 1000 + n);
  const is = async (as: { token: string; userId: string }) =>
    (await gateway.send(accounts.listAccounts, {}, as)).code;
  assert.equal([await is(first), await is(kept)], ['510', '1']);
});

test('a session whose member is gone is over', async ({ gateway }) => {
  const refused = await me(gateway.db.run, { member: randomUUID() }).catch((error) => error.key);
  assert.is(refused, 'expired');
});

test('a bank that one member’s desk hides leaves the others', async ({ gateway }) => {
  const { run } = gateway.db;
  await addRows(gateway, 'bank_hidden', [{ code: 'ABC' }]);
  assert.equal([await isOffered(run, 'ABC'), await isOffered(run, 'ICBC')], [false, true]);
  await run.deleteFrom('bank_hidden').where('code', '=', 'ABC').execute();
});

test('material is what has pictures or a video', async ({ gateway }) => {
  const as = await gateway.signIn((await addMember(gateway)).id);
  const post = async (more: object) =>
    (await gateway.send(circle.addPost, { text: 'Look', requestKey: randomUUID(), ...more }, as)).body
      .id as string;
  const [plain, shown] = [await post({}), await post({ pictures: [await addPicture(gateway, as.userId)] })];
  const { items } = (await gateway.send(circle.listPosts, { scope: 'material' }, as)).body;
  const ids = items.map(({ id }: { id: string }) => id);
  assert.equal([ids.includes(plain), ids.includes(shown)], [false, true]);
});

test('a download leaves the addresses that others were given', async ({ gateway }) => {
  const [first, second] = await Promise.all(
    [0, 1].map(async () => gateway.signIn((await addMember(gateway)).id)),
  );
  const id = randomUUID();
  const [goods] = await addSuppliedGoods(gateway, [{}]);
  const video = { id, goods, file: 'none', title_en: 'Light', title_zh: '灯', picture: 'lamp' };
  await addRows(gateway, 'video', [{ ...video, length: 1, size: 1 }]);
  const links = () =>
    gateway.db.run.selectFrom('video_link').select('hash').where('video', '=', id).execute();
  assert.is((await gateway.send(videos.downloadVideo, { id }, first!)).code, '1');
  await gateway.db.run
    .updateTable('video_link')
    .set({ expires_at: new Date(0) })
    .where('video', '=', id)
    .execute();
  assert.is((await gateway.send(videos.downloadVideo, { id }, second!)).code, '1');
  assert.is((await links()).length, 2, 'the first phone clears its own');
});

test.run();
