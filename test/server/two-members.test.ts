import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as addresses from '../../src/contract/buying/addresses';
import { OrderState } from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import * as pay from '../../src/contract/money/pay-password';
import * as categories from '../../src/contract/shop/categories';
import * as goods from '../../src/contract/shop/goods';
import * as partners from '../../src/contract/site/web';
import * as workOrders from '../../src/contract/support/work-orders';
import * as accounts from '../../src/contract/video/accounts';
import * as circle from '../../src/contract/video/circle';
import { ownAccount } from '../../src/server/accounts/own-account';
import { makeCode } from '../../src/server/auth/codes';
import { decideRemittance } from '../../src/server/checkout/audit-remittance';
import { levelOf } from '../../src/server/declarations/customers';
import { hasMachines, renewableMachines } from '../../src/server/devices/install';
import { waitingMachines } from '../../src/server/devices/waiting';
import type { Job } from '../../src/server/jobs/jobs';
import { claim, complete, giveBack, release, takeSlot } from '../../src/server/jobs/leases';
import type { RequestContext } from '../../src/server/kernel/context';
import { balances } from '../../src/server/ledger/balances';
import { notifyMember } from '../../src/server/notices/notify-member';
import { forgetPayPassword, guardPayPassword, proofsOf } from '../../src/server/pay-password/after-reset';
import { assertPayProof, issueProof } from '../../src/server/pay-password/proof';
import { ownPictures } from '../../src/server/pictures/own-pictures';
import { visibleAddress } from '../../src/server/pictures/pictures';
import { findCoupon, ownCoupons, redeemCoupon } from '../../src/server/pricing/coupons';
import { endCoupon } from '../../src/server/products/put-coupon';
import { releaseQuota, reserveQuota, uploadQuota } from '../../src/server/upload/quota';
import { answerWorkOrder } from '../../src/server/work-orders/desk';
import { addOrder } from './support/devices';
import { addOwner, addSuppliedGoods, takeIn } from './support/goods';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addCoupon, give } from './support/shop';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  mine: string;
  theirs: string;
  as: Sent;
  other: Sent;
}
const test = suite<Context>('of two members each has their own');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  const { gateway } = context;
  const own = () => addMember(gateway, { email: `${randomUUID().slice(0, 8)}@two.example` });
  context.mine = (await own()).id;
  context.theirs = (await own()).id;
  context.as = await gateway.signIn(context.mine);
  context.other = await gateway.signIn(context.theirs);
});
test.after(({ gateway }) => gateway.close());

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number) => new Date(now + ms);
const keyOf = (doing: Promise<unknown>) =>
  doing.then(
    () => '',
    (error) => error.key ?? error.reason ?? error.constructor.name,
  );
const send = async (gateway: TestGateway, call: { path: string }, input: object, as: Sent) =>
  (await gateway.send(call, { requestKey: randomUUID(), ...input }, as)).body;

test('a member who deletes their default address gets another of their own for it', async ({
  gateway,
  as,
  other,
}) => {
  const form = { username: 'Ada', userphone: '+4915112345678', address: 'Hauptstr. 1' };
  const first = await send(gateway, addresses.addAddress, form, as);
  const second = await send(gateway, addresses.addAddress, form, as);
  await send(gateway, addresses.addAddress, form, other);
  await send(gateway, addresses.deleteAddress, { id: first.id }, as);
  const { items } = await send(gateway, addresses.listAddresses, {}, as);
  assert.equal(
    items.map(({ id, isDefault }: addresses.Address) => [id, isDefault]),
    [[second.id, true]],
  );
});

test('a phone number is checked when an address is changed to it, and one from before may stay', async ({
  gateway,
}) => {
  const member = (await addMember(gateway, { country: 'cn' })).id;
  const as = await gateway.signIn(member);
  const area = '330106';
  const form = { username: '李梅', userphone: '13800138000', area, address: '文三路90号' };
  const { id } = await send(gateway, addresses.addAddress, form, as);
  const abroad = '+4915112345678';
  const edit = async (userphone: string) => {
    const input = { ...form, id, userphone, requestKey: randomUUID() };
    const { code, body } = await gateway.send(addresses.editAddress, input, as);
    return [code, ...Object.keys(body.problems ?? {})];
  };
  assert.equal(await edit(abroad), ['5001', 'userphone']);
  const { run } = gateway.db;
  await run.updateTable('address').set({ userphone: abroad }).where('id', '=', id).execute();
  assert.equal(
    [await edit(abroad), await edit('13800138001'), await edit(abroad)],
    [['1'], ['1'], ['5001', 'userphone']],
  );
});

test('recharges are listed for who remitted them, and remittances for orders are none', async ({
  gateway,
  mine,
  theirs,
  as,
}) => {
  const own = { id: randomUUID(), member: mine, order_no: null, amount: 5, state: 'auditing' };
  await addRows(gateway, 'remittance', [
    own,
    { ...own, id: randomUUID(), member: theirs },
    { ...own, id: randomUUID(), order_no: randomUUID() },
  ]);
  const { items } = await send(gateway, payments.listRecharges, {}, as);
  assert.equal(
    items.map(({ id }: { id: string }) => id),
    [own.id],
  );
});

test('a post that somebody reported is hidden from them alone', async ({ gateway, as, other }) => {
  const { id } = await send(gateway, circle.addPost, { text: 'Look' }, as);
  const third = await gateway.signIn((await addMember(gateway)).id);
  const sees = async (who: Sent) => {
    const { items } = await send(gateway, circle.listPosts, {}, who);
    return items.some((one: { id: string }) => one.id === id);
  };
  assert.equal([await sees(as), await sees(other), await sees(third)], [true, true, true]);
  const beside = await send(gateway, circle.addPost, { text: 'Look here' }, as);
  await addRows(gateway, 'circle_report', [{ post: beside.id, member: other.userId, reason: 'other' }]);
  assert.is(await sees(other), true, 'another post of the same member was reported');
  await addRows(gateway, 'circle_report', [{ post: id, member: other.userId, reason: 'other' }]);
  assert.equal([await sees(as), await sees(other), await sees(third)], [true, false, true]);
  const hide = (hidden_at: Date | null, deleted_at: Date | null = null) =>
    gateway.db.run.updateTable('circle_post').set({ hidden_at, deleted_at }).where('id', '=', id).execute();
  await hide(at(0));
  assert.equal([await sees(as), await sees(third)], [true, false], 'a hidden one is its author’s');
  await hide(null, at(0));
  assert.equal([await sees(as), await sees(third)], [false, false]);
});

test('a customer is a friend of the first or second level of the inviter, or no friend', async ({
  gateway,
  mine,
  theirs,
}) => {
  const friend = await addMember(gateway, { inviter: mine });
  const below = await addMember(gateway, { inviter: friend.id });
  const levels = (who: string) =>
    Promise.all([friend, below].map((customer) => levelOf(gateway.db.run, who, customer)));
  assert.equal(
    [await levels(mine), await levels(friend.id), await levels(theirs)],
    [
      [1, 2],
      [undefined, 1],
      [undefined, undefined],
    ],
  );
  assert.is(await levelOf(gateway.db.run, mine, await addMember(gateway)), undefined);
});

test('machines are had and renewed by their owner, unless they are refunded or over', async ({
  gateway,
  mine,
  theirs,
}) => {
  const { run } = gateway.db;
  const [kept, gone] = [await addOrder(gateway, mine, { quantity: 3 }), await addOrder(gateway, theirs)];
  const set = (values: object) =>
    run.updateTable('device_order').set(values).where('serial_number', '=', gone).execute();
  assert.equal([await hasMachines(run, mine), await hasMachines(run, theirs)], [true, true]);
  assert.equal(
    [await renewableMachines(run, mine, kept), await renewableMachines(run, theirs, kept)],
    [3, undefined],
  );
  await set({ ended_at: at(0) });
  assert.is(await renewableMachines(run, theirs, gone), undefined);
  await set({ ended_at: null, refunded_at: at(0) });
  assert.is(await renewableMachines(run, theirs, gone), undefined);
  assert.equal([await hasMachines(run, mine), await hasMachines(run, theirs)], [true, false]);
});

test('sites are listed and ended for the member who is connected with them', async ({
  gateway,
  mine,
  theirs,
  as,
}) => {
  await addRows(gateway, 'partner_member', [
    { partner: 'p_a', reference: 'me', member: mine },
    { partner: 'p_a', reference: 'they', member: theirs },
    { partner: 'p_b', reference: 'they', member: theirs },
  ]);
  const listed = async () =>
    (await send(gateway, partners.listPartners, {}, as)).items.map(
      ({ id, reference }: { id: string; reference: string }) => [id, reference],
    );
  assert.equal(await listed(), [['p_a', 'me']]);
  await send(gateway, partners.unlinkPartner, { partner: 'p_a' }, as);
  assert.equal(await listed(), []);
  const left = await gateway.db.run
    .selectFrom('partner_member')
    .select('partner')
    .where('member', '=', theirs)
    .execute();
  assert.is(left.length, 2);
});

test('a shop’s counts, name and sales are its own', async ({ gateway }) => {
  const [owner, neighbour] = [await addOwner(gateway), await addOwner(gateway)];
  const [first = '', second = '', third = ''] = await addSuppliedGoods(gateway, [{}, {}, {}]);
  const [one = ''] = await takeIn(gateway, owner, [first, second]);
  const theirs = await takeIn(gateway, neighbour, [first, second, third]);
  const set = (ids: string[], values: object) =>
    gateway.db.run.updateTable('shop_goods').set(values).where('id', 'in', ids).execute();
  await set([one, ...theirs], { state: 'on' });
  const sale = { goods: one, quantity: 1, state: 'held', credit_at: at(0), returned_at: null };
  await addRows(gateway, 'shop_sale', [
    { ...sale, member: owner.member, commission: 7 },
    { ...sale, member: owner.member, commission: 50, state: 'credited' },
    { ...sale, goods: theirs[0], member: neighbour.member, commission: 900, credit_at: at(-1000) },
  ]);
  const shop = async () => (await send(gateway, goods.setupShop, form, owner.as)) as goods.Shop;
  const form = { name: 'Mine', introduction: 'At day', version: 1 };
  const view = await shop();
  assert.equal(
    [view.name, view.goods, view.onSale, view.held, view.nextCreditAt],
    ['Mine', 2, 1, 7, at(0).toISOString()],
  );
  const names = await gateway.db.run
    .selectFrom('shop')
    .select(['name', 'version'])
    .where('member', '=', neighbour.member)
    .executeTakeFirstOrThrow();
  assert.equal(names, { name: 'Mei cooks', version: 1 });
  await send(gateway, categories.addCategory, { platformIds: ['c-lights'] }, neighbour.as);
  const [fresh = ''] = await takeIn(gateway, owner, [third]);
  const row = await gateway.db.run
    .selectFrom('shop_goods')
    .select('category')
    .where('id', '=', fresh)
    .executeTakeFirstOrThrow();
  assert.is(row.category, null, 'a category of another’s is none of mine');
  await set([fresh], { removed_at: at(0) });
  const { current } = (await send(gateway, goods.setupShop, form, owner.as)) as { current: goods.Shop };
  assert.equal([current.goods, current.onSale], [2, 1], 'what was removed does not count');
});

test('a member may have a thousand accounts whatever others have', async ({
  gateway,
  theirs,
  mine,
  as,
  other,
}) => {
  const account = (member: string) => {
    const id = randomUUID();
    return { id, member, account: id, linked: id, signed_in: true, machine: null };
  };
  await addRows(gateway, 'short_video_account', [
    ...Array.from({ length: 999 }, () => account(theirs)),
    { ...account(theirs), linked: null },
    account(mine),
  ]);
  const link = (who: Sent) =>
    gateway.send(
      accounts.addTiktok,
      { account: `mei.${randomUUID().slice(0, 8)}`, requestKey: randomUUID() },
      who,
    );
  assert.equal(
    [(await link(other)).code, (await link(other)).code, (await link(as)).code],
    ['1', '500', '1'],
  );
});

test('a worker ends and gives back the jobs that it holds, and no others', async ({ gateway }) => {
  const { db } = gateway;
  const kind = randomUUID();
  const add = async (values: object = {}) => {
    const row = { id: randomUUID(), kind, payload: '{}', attempts: 0, state: 'ready', run_at: at(0) };
    await addRows(gateway, 'job', [{ ...row, lease: null, lease_until: null, ...values }]);
    return row.id;
  };
  const jobOf = (id: string) =>
    db.run
      .selectFrom('job')
      .select(['state', 'lease', 'attempts', 'run_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const take = async (owner: string, when = now) => (await claim(db.run, owner, { kind, most: 1 }, when))[0];
  const [first, second] = [await add(), await add({ run_at: at(1) })];
  assert.equal(
    [(await take('a', now - 1))?.id, (await take('a'))?.id, (await take('b'))?.id],
    [undefined, first, undefined],
  );
  const held = (await take('b', now + 1)) as Job;
  assert.is(held.id, second);
  assert.is((await take('c', now + 60_000))?.id, undefined);
  assert.is((await take('c', now + 60_001))?.id, first, 'its lease has run out');
  const { lease, attempts } = await jobOf(first);
  assert.equal([lease, attempts], ['c', 2]);
});

test('a job is done by who holds it, with the effect that it has, once', async ({ gateway }) => {
  const { db } = gateway;
  const add = async (values: object = {}) => {
    const id = randomUUID();
    const row = { id, kind: id, payload: '{}', attempts: 1, state: 'ready', run_at: at(0), lease: 'a' };
    await addRows(gateway, 'job', [{ ...row, lease_until: at(60_000), ...values }]);
    return { id, kind: id, payload: {}, attempt: 1 } as unknown as Job;
  };
  const jobOf = ({ id }: Job) =>
    db.run
      .selectFrom('job')
      .select(['state', 'lease', 'run_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  let effects = 0;
  const effect = async () => void effects++;
  const end = (job: Job, owner = 'a') => complete(db, owner, [job], effect, now);
  const [job, neighbour] = [await add(), await add()];
  assert.is(await end(job, 'b'), 0);
  assert.is(await end({ ...job, attempt: 2 }), 0);
  assert.is(await end(await add({ state: 'dead' })), 0);
  assert.equal([effects, await end(job), await end(job), effects], [0, 1, 0, 1]);
  assert.equal([(await jobOf(job)).state, (await jobOf(neighbour)).state], ['done', 'ready']);
  const back = async (attempt: number, owner = 'a') => {
    const one = { ...(await add()), attempt };
    await giveBack(db.run, owner, one, new Error('away'), now);
    const { state, lease, run_at } = await jobOf(one);
    return [state, lease, +run_at - now];
  };
  assert.equal(await back(1), ['ready', null, 2_000]);
  assert.equal(await back(5), ['ready', null, 32_000]);
  assert.equal(await back(11), ['ready', null, 2_048_000]);
  assert.equal(await back(12), ['dead', null, 3_600_000]);
  assert.equal(await back(1, 'b'), ['ready', 'a', 0]);
  assert.is((await jobOf(neighbour)).lease, 'a');
  await release(db.run, 'b', [neighbour]);
  assert.is((await jobOf(neighbour)).lease, 'a', 'another worker has it');
  await release(db.run, 'a', [neighbour]);
  assert.is((await jobOf(neighbour)).lease, null);
  const name = randomUUID();
  const slots = [1, 1, 2].map((slot) => () => takeSlot(db.run, name, slot));
  const taken = [];
  for (const slot of slots) taken.push(await slot());
  assert.equal(taken, [true, false, true]);
});

test('a balance, and a partner who hears of it, are the member’s own', async ({ gateway, mine, theirs }) => {
  const { db } = gateway;
  await give(gateway, mine, 'balance', 5);
  await give(gateway, theirs, 'balance', 900);
  await give(gateway, theirs, 'points', 70);
  const { balance, points } = await balances(db.run, mine);
  assert.equal([balance, points], [5, 0]);
  await addRows(gateway, 'partner_member', [{ partner: 'p_c', reference: theirs, member: theirs }]);
  const tell = (member: string) =>
    db.tx((tx) => notifyMember(tx, member, { kind: 'orderPaid', values: { orderNo: member } } as never, now));
  await tell(mine);
  await tell(theirs);
  const jobs = await db.run.selectFrom('job').select('payload').where('kind', '=', 'tell-partner').execute();
  const told = jobs.map(({ payload }) => JSON.parse(payload).member);
  assert.equal([told.includes(mine), told.includes(theirs)], [false, true]);
});

test('a payment password, its guard and its proofs are the member’s own', async ({
  gateway,
  mine,
  theirs,
  as,
}) => {
  const { db } = gateway;
  await addRows(gateway, 'pay_password', [
    { member: theirs, guarded_until: at(1000), trusted: 'they@two.example' },
  ]);
  const state = async () => (await send(gateway, pay.payPasswordState, {}, as)).isSet;
  assert.is(await state(), false);
  const proof = async (when = now) => {
    const { isSet, guardedUntil } = await proofsOf(
      db.run,
      { id: mine, phone: null, email: 'me@two.example' },
      when,
    );
    return [isSet, guardedUntil ? +guardedUntil - now : 0];
  };
  assert.equal(await proof(), [false, 0]);
  await addRows(gateway, 'pay_password', [{ member: mine, guarded_until: null, trusted: null }]);
  assert.is(await state(), true);
  assert.equal(await proof(), [true, 0]);
  await db.tx((tx) => guardPayPassword(tx, mine, { until: at(50), other: 'me@two.example' }, now));
  assert.equal(
    [await proof(), await proof(now + 49), await proof(now + 50)],
    [
      [true, 50],
      [true, 50],
      [true, 0],
    ],
  );
  const trusted = async (member: string) =>
    (
      await db.run
        .selectFrom('pay_password')
        .select('trusted')
        .where('member', '=', member)
        .executeTakeFirst()
    )?.trusted;
  assert.equal([await trusted(mine), await trusted(theirs)], ['me@two.example', 'they@two.example']);

  const settings = { ...gateway.settings, payPasswordFrom: 100 };
  const ctx = (member: string, values: object = {}) =>
    ({ ...gateway, settings, member, session: 's', now, ...values }) as unknown as RequestContext;
  const given = await issueProof(db.run, ctx(mine), {});
  /** The refusal of an action that fails after its proof, so that the proof is not used up. */
  const may = async (who: RequestContext, amount?: number, shown: string | undefined = given.proof) => {
    let key = '';
    const failed = new Error('after the proof');
    await db
      .tx(async (tx) => {
        key = await keyOf(assertPayProof(tx, who, shown, amount));
        throw failed;
      })
      .catch((error) => assert.is(error, failed));
    return key;
  };
  assert.is(await may(ctx(mine)), '');
  assert.equal([await may(ctx(mine), 99, ''), await may(ctx(mine), 100, '')], ['', 'payPassword']);
  assert.is(await may(ctx(mine, { session: 't' })), 'payPassword');
  assert.is(await may(ctx(theirs)), 'payPassword');
  assert.is(await may(ctx(mine), 500, 'other'), 'payPassword');
  const end = Date.parse(given.validUntil);
  assert.equal(
    [await may(ctx(mine, { now: end - 1 })), await may(ctx(mine, { now: end }))],
    ['', 'payPassword'],
  );
  assert.is(await may(ctx(mine, { payConfirmed: true }), 500, ''), '');
  const never = { settings: { ...settings, payPasswordFrom: undefined } };
  assert.is(await may(ctx(mine, never), 500, ''), '');
  assert.is(await may(ctx((await addMember(gateway)).id)), 'setPayPassword');
  const theirProof = await issueProof(db.run, ctx(theirs), {});
  await db.tx((tx) => forgetPayPassword(tx, mine));
  assert.is(await may(ctx(mine)), 'setPayPassword');
  assert.is(await may(ctx(theirs), 500, theirProof.proof), '', 'the other’s proof stays');
});

test('a picture is shown to its owner, and to others when it is shared; each may use their own', async ({
  gateway,
  mine,
  theirs,
}) => {
  const { db } = gateway;
  const picture = (owner: string, values: object = {}) => ({
    id: randomUUID(),
    owner,
    shared: false,
    type: 'image/jpeg',
    size: 1,
    used: false,
    ...values,
  });
  const [own, shared, hidden] = [picture(mine), picture(theirs, { shared: true }), picture(theirs)];
  const film = picture(mine, { type: 'video/mp4' });
  await addRows(gateway, 'picture', [own, shared, hidden, film]);
  const sees = (id: string) => keyOf(visibleAddress(db.run, 'secret', id, mine, now));
  assert.equal(
    [await sees(own.id), await sees(shared.id), await sees(hidden.id)],
    ['', '', 'pictureMissing'],
  );
  const uses = (...ids: string[]) => keyOf(ownPictures({ db, member: mine }, ids));
  assert.equal([await uses(own.id.toUpperCase()), await uses()], ['', '']);
  assert.equal([await uses(own.id, shared.id), await uses(film.id)], ['pictureMissing', 'pictureMissing']);
  const used = async (id: string) =>
    (await db.run.selectFrom('picture').select('used').where('id', '=', id).executeTakeFirstOrThrow()).used;
  assert.equal([await used(own.id), await used(hidden.id), await used(film.id)], [true, false, false]);
});

test('a member’s room for files is theirs: what is kept and what is coming', async ({
  gateway,
  mine,
  theirs,
}) => {
  const { db } = gateway;
  const { bytes, files } = uploadQuota;
  const reserve = (size: number, member = mine, when = now) =>
    reserveQuota(db.run, member, size, when).then(
      (id) => id,
      (error) => error.constructor.name,
    );
  const picture = (owner: string, size: number) => ({ id: randomUUID(), owner, size, type: 'image/jpeg' });
  await addRows(gateway, 'picture', [picture(theirs, bytes), picture(mine, 100)]);
  const first = await reserve(bytes - 100);
  assert.match(first, /^[\da-f-]{36}$/);
  assert.is(await reserve(1), 'Full');
  assert.is(await reserve(1, theirs), 'Full');
  await releaseQuota(db.run, first);
  assert.is(await reserve(bytes - 99), 'Full');
  const again = await reserve(bytes - 100);
  assert.match(again, /-/);
  assert.match(await reserve(1, mine, now + 3_600_000), /-/, 'what is lost is over after an hour');
  const left = await db.run
    .selectFrom('upload_reservation')
    .select('id')
    .where('member', '=', theirs)
    .execute();
  assert.equal(left, [], 'what was refused reserves nothing');
  const many = (await addMember(gateway)).id;
  await addRows(
    gateway,
    'picture',
    Array.from({ length: files - 1 }, () => picture(many, 0)),
  );
  const last = await reserve(0, many);
  assert.match(last, /-/);
  assert.is(await reserve(0, many), 'Full');
});

test('a coupon is for whom it was given to, once, until it ends', async ({ gateway, mine, theirs }) => {
  const { db } = gateway;
  const hour = 3_600_000;
  const coupon = (values: object = {}) => addCoupon(gateway, { valid_until: at(hour), ...values });
  const find = (code: string, member = mine, when = now) =>
    keyOf(findCoupon(db.run, code, member, 'en', when));
  const redeem = (code: string, member = mine, when = now) =>
    keyOf(db.tx((tx) => redeemCoupon(tx, code, member, randomUUID(), when)));
  const common = await coupon({ left_over: 2 });
  const own = await coupon({ member: mine, left_over: 1 });
  const others = await coupon({ member: theirs });
  assert.equal([await find(common), await find(own), await find(others)], ['', '', 'couponMissing']);
  assert.equal(
    [await find(common, mine, now + hour - 1), await find(common, mine, now + hour)],
    ['', 'couponOver'],
  );
  assert.is(await find(await coupon({ left_over: 0 })), 'couponOver');
  assert.equal([await redeem(others), await redeem(common, mine, now + hour)], ['couponOver', 'couponOver']);
  const listed = async (member: string, when = now) =>
    (await ownCoupons(db.run, member, 'en', when)).map(({ couponCode }) => couponCode);
  assert.equal([await listed(mine), await listed(theirs)], [[own], [others]]);
  assert.equal(await listed(mine, now + hour), []);
  assert.equal([await redeem(own), await listed(mine)], ['', []]);
  assert.equal(
    [await redeem(common), await redeem(common), await redeem(common, theirs)],
    ['', 'couponUsed', ''],
  );
  assert.is(await redeem(common, (await addMember(gateway)).id), 'couponOver');
  assert.equal([await find(common), await find(others, theirs)], ['couponOver', '']);
  const roomy = await coupon();
  await redeem(roomy);
  assert.equal([await find(roomy), await find(roomy, theirs)], ['couponUsed', '']);
  const order = { member: theirs, state: OrderState.successful, currency: 'money', way: 'card' };
  await addRows(gateway, 'purchase', [{ ...order, amount: 1, total: 1, paid: 1 }]);
  assert.equal([await find(others, theirs), await find(roomy, theirs)], ['couponFirstOnly', '']);
  const all = (await desk(gateway, 'coupons?good=any')).items;
  assert.equal(
    [common, roomy, own, others].map((code) => all.find((one: any) => one.code === code)?.used),
    [2, 1, undefined, undefined],
  );
  await db.tx((tx) => endCoupon(tx, roomy.toLowerCase(), now));
  assert.equal([await find(roomy, theirs), await find(await coupon())], ['couponOver', '']);
  assert.is(await keyOf(db.tx((tx) => endCoupon(tx, 'none', now))), 'couponMissing');
});

test('a remittance is decided once, and another decision is refused', async ({ gateway, mine }) => {
  const { db } = gateway;
  const add = async (values: object = {}) => {
    const row = { id: randomUUID(), member: mine, order_no: null, amount: 5, state: 'auditing', ...values };
    await addRows(gateway, 'remittance', [row]);
    return row.id;
  };
  const decide = (id: string, state: 'approved' | 'rejected') =>
    keyOf(decideRemittance(db, id, { state, reason: null }, now));
  const [approved, rejected, open] = [await add(), await add(), await add()];
  assert.equal([await decide(rejected, 'rejected'), await decide(approved, 'approved')], ['', '']);
  assert.equal([await decide(approved, 'approved'), await decide(rejected, 'rejected')], ['', '']);
  assert.equal(
    [await decide(approved, 'rejected'), await decide(rejected, 'approved')],
    ['remittanceDecided', 'remittanceDecided'],
  );
  assert.is(await decide('none', 'approved'), 'remittanceMissing');
  assert.is((await balances(db.run, mine)).balance, 5, 'it was credited once');
  const { state } = await db.run
    .selectFrom('remittance')
    .select('state')
    .where('id', '=', open)
    .executeTakeFirstOrThrow();
  assert.is(state, 'auditing');
});

test('machines wait for somebody unless they are started, given back or over', async ({ gateway, mine }) => {
  const { run } = gateway.db;
  const waiting = async () => Number((await waitingMachines.look(run)).count);
  const before = await waiting();
  const add = async (values: object, days = 1) => {
    const serial = await addOrder(gateway, mine, { days });
    await run.updateTable('device_order').set(values).where('serial_number', '=', serial).execute();
  };
  await add({ started_at: null });
  await add({ started_at: null, refunded_at: at(0) });
  await add({ started_at: null }, 0);
  await add({ started_at: at(0) });
  assert.is(await waiting(), before + 1);
});

test('an account that is unlinked is nobody’s, and a coupon that is used up is not listed', async ({
  gateway,
  mine,
  theirs,
}) => {
  const { run } = gateway.db;
  const account = (member: string, linked: string | null) => {
    const id = randomUUID();
    return { id, member, account: id, linked, machine: null };
  };
  const all = [account(mine, randomUUID()), account(mine, null), account(theirs, randomUUID())];
  await addRows(gateway, 'short_video_account', all);
  const found = await Promise.all(all.map(({ id }) => keyOf(ownAccount(run, mine, id))));
  assert.equal(found, ['', 'accountMissing', 'accountMissing']);
  const code = await addCoupon(gateway, { member: mine, left_over: 0, valid_until: at(1000) });
  const good = await addCoupon(gateway, { member: mine, left_over: 1, valid_until: at(1000) });
  const listed = (await ownCoupons(run, mine, 'en', now)).map(({ couponCode }) => couponCode);
  assert.equal([listed.includes(code), listed.includes(good)], [false, true]);
});

test('the desk may say what a member has said, and not what it has said itself', async ({ gateway, as }) => {
  const { db } = gateway;
  const { id, number } = await send(
    gateway,
    workOrders.addWorkOrder,
    { title: 'Help', description: 'Now' },
    as,
  );
  await send(gateway, workOrders.replyWorkOrder, { id, text: 'Hello' }, as);
  const answer = () => keyOf(answerWorkOrder(db, number, { text: 'Hello', requestKey: randomUUID() }, now));
  assert.equal([await answer(), await answer()], ['', 'answerRepeated']);
});

test('a code is sent to a contact once a minute from one device, and says how long to wait', async ({
  gateway,
}) => {
  const contact = { kind: 'email', key: `${randomUUID()}@two.example` } as never;
  const make = (when: number, device = 'a') =>
    gateway.db
      .tx((tx) => makeCode(tx, 'register' as never, contact, { now: when, device: { id: device } } as never))
      .then(
        (code) => code.length,
        (error) => [error.key, error.more.body.wait],
      );
  assert.is(await make(now), 6);
  assert.equal(await make(now), ['waitForCode', 60]);
  assert.equal(await make(now - 500), ['waitForCode', 60], 'a request that is overtaken');
  assert.equal(await make(now + 500), ['waitForCode', 60]);
  assert.equal(await make(now + 1000), ['waitForCode', 59]);
  assert.equal(await make(now + 59_999), ['waitForCode', 1]);
  assert.is(await make(now + 1000, 'b'), 6);
  assert.is(await make(now + 60_000), 6);
  const rows = await gateway.db.run
    .selectFrom('verification')
    .select('expires_at')
    .where('destination', '=', (contact as { key: string }).key)
    .orderBy('expires_at')
    .execute();
  assert.equal(
    rows.map(({ expires_at }) => +expires_at - now),
    [1000 + 600_000, 60_000 + 600_000],
    'good for ten minutes',
  );
});

test.run();
