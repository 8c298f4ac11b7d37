import { createHash, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OrderState } from '../../src/contract/buying/orders';
import { spendCaptcha } from '../../src/server/auth/captcha';
import { hashOf, keepAlive } from '../../src/server/auth/sessions';
import { assertPayable, attemptFor } from '../../src/server/checkout/attempts';
import { expireOrders } from '../../src/server/checkout/expire-orders';
import { attemptBehind, payTicket, spendPayTicket } from '../../src/server/checkout/pay-ticket';
import { isOpen } from '../../src/server/embed/challenges';
import { redeemCode } from '../../src/server/embed/connection-codes';
import { connectUrlOf, readConnection } from '../../src/server/embed/connections';
import { assertFresh } from '../../src/server/http/wire';
import type { RequestContext } from '../../src/server/kernel/context';
import { attempt, limits } from '../../src/server/kernel/rate-limit';
import { createRequestCounter } from '../../src/server/kernel/request-counter';
import { proofsOf } from '../../src/server/pay-password/after-reset';
import { hostedPage, noticeSignature } from '../../src/server/payments/hosted';
import { addressOf, isAddress } from '../../src/server/pictures/address';
import { findCoupon } from '../../src/server/pricing/coupons';
import { addCoupon } from '../../src/server/products/put-coupon';
import { rulesOf } from '../../src/server/rules/rules';
import { setRule } from '../../src/server/rules/set-rule';
import { credential, forget } from '../../src/server/share/credentials';
import { payoutAccount } from '../../src/server/wallet/payout/view';
import { env } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addCoupon as addedCoupon, addProduct, waiting } from './support/shop';

/** Everything that is valid until a moment. Each is tried a millisecond before it, at it, and after it. */
interface Context {
  gateway: TestGateway;
  member: string;
}
const test = suite<Context>('at the very moment');
test.before(async (the) => {
  the.gateway = await openGateway({ env });
  the.member = (await addMember(the.gateway)).id;
});
test.after(({ gateway }) => gateway.close());

const now = 1_800_000_000_000;
const minute = 60_000;
const day = 86_400_000;
const around = [-1, 0, 1];
/** Whether something is done rather than refused. */
const done = (act: () => unknown): Promise<boolean> =>
  Promise.resolve()
    .then(act)
    .then(
      () => true,
      () => false,
    );
const each = <T>(one: (moment: number) => T | Promise<T>): Promise<Awaited<T>[]> =>
  around.reduce<Promise<Awaited<T>[]>>(
    async (all, off) => [...(await all), await one(now + off)],
    Promise.resolve([]),
  );
const until = new Date(now);

test('confirmations, shown data and payments expire at their exact moment', async () => {
  const challenge = { answer: null, expires_at: until } as Parameters<typeof isOpen>[0];
  assert.equal(await each((at) => isOpen(challenge, at)), [true, false, false]);
  assert.is(isOpen({ ...challenge, answer: '{}' }, now - 1), false);

  const id = randomUUID();
  const goodFor = 5 * minute;
  const given = (at: number) => addressOf('secret', id, at, goodFor);
  const url = new URL(given(now), 'https://x.example');
  assert.is(url.pathname, `/files/${id}`);
  const { until: end = '', sign = '' } = Object.fromEntries(url.searchParams);
  const start = Number(end) - 2 * goodFor;
  assert.ok(
    start <= now && now < start + goodFor,
    'it is good for as long as it is asked for, and at most twice',
  );
  assert.equal(
    [start - 1, start, start + goodFor - 1, start + goodFor].map((at) => given(at) === given(now)),
    [false, true, true, false],
  );
  const good = (at: number, more: object = {}, secret = 'secret', picture = id) =>
    isAddress(secret, picture, { until: end, sign, ...more }, at);
  assert.equal(
    around.map((off) => good(Number(end) + off)),
    [true, false, false],
  );
  assert.is(good(now, { until: String(Number(end) + 1) }), false);
  assert.is(good(now, { sign: `${sign}x` }), false);
  assert.is(good(now, { sign: sign.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')) }), false);
  assert.is(good(now, {}, 'another'), false);
  assert.is(good(now, {}, 'secret', randomUUID()), false);

  const order = { state: OrderState.waiting, expires_at: until } as Parameters<typeof assertPayable>[0];
  assert.equal(await each((at) => done(() => assertPayable(order, at))), [true, false, false]);
  for (const state of [OrderState.successful, OrderState.confirming, OrderState.failed])
    assert.is(await done(() => assertPayable({ ...order, state }, now - day)), false);
});

test('an envelope and a notice are good five minutes either way, to the millisecond', async () => {
  const sealed = (timestamp: number) => () =>
    assertFresh({ header: { timestamp } } as Parameters<typeof assertFresh>[0], now);
  const of = (offs: number[], act: (off: number) => () => unknown) =>
    Promise.all(offs.map((off) => done(act(off))));
  const offs = [-300_001, -300_000, 300_000, 300_001];
  assert.equal(await of(offs, (off) => sealed(now + off)), [false, true, true, false]);

  const page = hostedPage({
    pageUrl: '',
    secret: 's',
    sandbox: true,
    returnUrl: () => '',
    cancelUrl: () => '',
    notifyUrl: '',
  });
  const body = Buffer.from('{}');
  const read = (off: number) => () =>
    page.read(body, { 'x-signature': noticeSignature('s', body, (now + off) / 1000) }, now);
  assert.equal(await of([-301_000, -300_000, 300_000, 301_000], read), [false, true, true, false]);
});

test('an account that rests says until when, and no longer than that', async () => {
  const row = {
    id: 'a',
    kind: 'bank' as const,
    holder: 'Li Mei',
    number: '6222021234567890',
    at: until,
    bank: null,
    branch: null,
    swift: null,
    country: null,
    usable_from: until,
  } as unknown as Parameters<typeof payoutAccount>[0];
  assert.equal(await each((at) => !!payoutAccount(row, 'en', at).availableAt), [true, false, false]);
  const abroad = (number: string) => payoutAccount({ ...row, kind: 'abroad', number }, 'en').number;
  assert.equal(['1234567', '12345678'].map(abroad), ['•••• 67', '•••• 5678']);
});

test('a coupon is good until its moment, and for as long as some are left', async ({ gateway, member }) => {
  const { run } = gateway.db;
  const code = await addedCoupon(gateway, { valid_until: until, left_over: 1 });
  const find = (at: number) => done(() => findCoupon(run, code, member, 'en', at));
  assert.equal(await each(find), [true, false, false]);
  await run.updateTable('coupon_left').set({ left_over: 0 }).where('code', '=', code).execute();
  assert.is(await find(now - 1), false);

  const making = (at: number) => () =>
    gateway.db.tx((tx) =>
      addCoupon(
        tx,
        { name: { en: 'Off', zh: '优惠' }, amount: 1, minimum: 0, uses: 1, validUntil: until.toISOString() },
        at,
      ),
    );
  assert.equal(await each((at) => done(making(at))), [true, false, false]);
});

test('a random code is read in time, once, and by its own text', async ({ gateway }) => {
  const { db } = gateway;
  const spend = async (at: number, text = 'aB3d') => {
    const id = randomUUID();
    const answer_hash = createHash('sha256').update(`${id}:ab3d`).digest('hex');
    await db.run.insertInto('captcha').values({ id, answer_hash, expires_at: until }).execute();
    const ctx = { db, now: at, ip: '203.0.113.7' } as unknown as RequestContext;
    const first = await done(() => spendCaptcha(ctx, id, text));
    return [first, await done(() => spendCaptcha(ctx, id, text))];
  };
  assert.equal(await each((at) => spend(at)), [
    [true, false],
    [false, false],
    [false, false],
  ]);
  assert.equal(await spend(now - 1, 'aB3e'), [false, false]);
});

test('a link to agree and its code are good for their time', async ({ gateway }) => {
  const { settings, db } = gateway;
  const [partner] = settings.partners;
  const asked = { member: 'cust', origin: partner!.origins[0]! };
  const url = connectUrlOf({ settings, fileSecret: 's', now: () => now - 30 * minute }, partner!, asked);
  const request = new URL(url.replace('/#/', '/')).searchParams.get('request') ?? '';
  assert.equal(await each((at) => !!readConnection('s', request, at)), [true, false, false]);

  const show = async (at: number) => {
    const code = randomUUID();
    const { id: member } = await addMember(gateway);
    await db.run
      .insertInto('connection_code')
      .values({
        hash: hashOf(code),
        partner: 'p_shop',
        reference: code,
        member,
        locale: 'en',
        expires_at: until,
      })
      .execute();
    const around = { db, now: () => at, tell: () => {} } as unknown as Parameters<typeof redeemCode>[2];
    return done(() => redeemCode(partner!, { member: code, code }, around));
  };
  assert.equal(await each(show), [true, false, false]);
});

test('limits count in windows that end, and let in as many as they say', async ({ gateway }) => {
  const { run } = gateway.db;
  const limit = { max: 2, window: minute };
  const key = randomUUID();
  const tries = async (at: number) => (await attempt(run, key, limit, at)).allowed;
  const start = now - minute;
  assert.equal([await tries(start), await tries(start), await tries(start)], [true, true, false]);
  assert.equal([await tries(now - 1), await tries(now)], [false, true], 'the next window begins');
  const counter = createRequestCounter(gateway.db, { ...limits(true), anyone: limit });
  const lets = (at: number) => done(() => counter.count('192.0.2.7', 'anyone', at));
  assert.equal([await lets(start), await lets(start), await lets(start)], [true, true, false]);
  assert.equal([await lets(now - 1), await lets(now), await lets(now)], [false, true, true]);
});

test('after a reset a code goes to no contact that came later until the guard ends', async ({ gateway }) => {
  const member = await addMember(gateway, { email: 'guard@example.com' });
  await gateway.db.run
    .insertInto('pay_password')
    .values({ member: member.id, hash: 'x', set_at: until, guarded_until: until, trusted: null })
    .execute();
  const proofs = (at: number) => proofsOf(gateway.db.run, member, at);
  assert.equal(await each(async (at) => !(await proofs(at)).guardedUntil), [false, true, true]);
});

test('a session is pushed back every ten minutes of use, and not before', async ({ gateway, member }) => {
  const { run } = gateway.db;
  const ends = async (after: number) => {
    const { token } = await gateway.signIn(member);
    const hash = hashOf(token);
    await keepAlive(run, { hash, issued: new Date(now - day), seen: new Date(now - after) }, now, {});
    const row = await run
      .selectFrom('session')
      .select('expires_at')
      .where('hash', '=', hash)
      .executeTakeFirst();
    return row?.expires_at.getTime() === now + 30 * day;
  };
  assert.equal(
    [await ends(10 * minute - 1), await ends(10 * minute), await ends(10 * minute + 1)],
    [false, false, true],
  );
});

test('a session ends half a year after it was opened, however much it is used', async ({
  gateway,
  member,
}) => {
  const { run } = gateway.db;
  const { token } = await gateway.signIn(member);
  const hash = hashOf(token);
  const issued = new Date(now);
  const endAfter = async (days: number) => {
    await keepAlive(run, { hash, issued, seen: issued }, now + days * day, {});
    const row = await run
      .selectFrom('session')
      .select('expires_at')
      .where('hash', '=', hash)
      .executeTakeFirstOrThrow();
    return (row.expires_at.getTime() - now) / day;
  };
  assert.equal([await endAfter(149), await endAfter(151), await endAfter(179)], [179, 180, 180]);
});

test('a rule counts from its day on, and the one that was set last for a day', async ({ gateway }) => {
  const value = (value: number, from_day: string, set_at: number) => ({
    rule: 'pointsPerMachine',
    value,
    from_day,
    set_at: new Date(set_at),
  });
  const on = (day: string, ...values: ReturnType<typeof value>[]) => rulesOf(values, day).pointsPerMachine;
  const [early, late] = [value(5, '2026-11-20', 1), value(7, '2026-11-21', 0)];
  assert.equal(
    ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22'].map((one) => on(one, early, late)),
    [2, 5, 7, 7],
  );
  assert.is(on('2026-11-22', late, early), 7, 'in whatever order they come');
  const [first, second] = [value(5, '2026-11-20', 1), value(6, '2026-11-20', 2)];
  assert.equal([on('2026-11-20', first, second), on('2026-11-20', second, first)], [6, 6]);
  assert.is(on('2026-11-20', first, { ...second, set_at: first.set_at }), 6);

  const set = (value: number, from: string) =>
    done(() => gateway.db.tx((tx) => setRule(tx, 'pointsPerMachine', { value, from, reason: 'r' }, now)));
  // the company's day, in China
  const today = new Date(now + 8 * 3_600_000).toISOString().slice(0, 10);
  const tomorrow = new Date(now + 8 * 3_600_000 + day).toISOString().slice(0, 10);
  assert.equal([await set(1, today), await set(1, tomorrow)], [false, true]);
  assert.equal([await set(10_000, tomorrow), await set(10_001, tomorrow)], [true, false]);
});

test('a credential of WeChat’s is used while it has time to spare, and while it is renewed until it ends', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  const spare = 5 * minute;
  const asking = async (at: number, renews: boolean, fresh = 'new') => {
    const which = { appId: randomUUID(), kind: 'token' as never };
    await run
      .insertInto('wechat_credential')
      .values({
        app_id: which.appId,
        kind: which.kind,
        value: 'old',
        expires_at: until,
        asked_at: new Date(0),
        attempt: 'x',
      })
      .execute();
    const renew = async () => {
      if (!renews) throw new Error('WeChat does not answer');
      return { value: fresh, expiresIn: 7200 };
    };
    return credential(run, which, at, renew).catch((error: Error) => error.message);
  };
  assert.equal(await Promise.all(around.map((off) => asking(now - spare + off, true))), [
    'old',
    'new',
    'new',
  ]);
  assert.equal(await each((at) => asking(at, false)), [
    'old',
    'WeChat does not answer',
    'WeChat does not answer',
  ]);
});

test('a renewed credential is good for as long as WeChat says, for its app and kind alone', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  const [appId, otherApp] = [randomUUID(), randomUUID()];
  const get = (app: string, kind: string, at: number, value: string) =>
    credential(run, { appId: app, kind: kind as never }, at, async () => ({ value, expiresIn: 7200 }));
  assert.is(await get(appId, 'token', now, 'a'), 'a');
  assert.is(await get(appId, 'ticket', now, 'b'), 'b');
  assert.is(await get(otherApp, 'token', now, 'c'), 'c');
  const over = now + 7200_000 - 5 * minute;
  assert.equal(
    [
      await get(appId, 'token', over - 1, 'd'),
      await get(appId, 'ticket', over - 1, 'd'),
      await get(otherApp, 'token', over - 1, 'd'),
    ],
    ['a', 'b', 'c'],
  );
  assert.is(await get(appId, 'token', over, 'd'), 'd');
  assert.is(await get(appId, 'ticket', over - 1, 'e'), 'b');
  await forget(run, { appId, kind: 'token' as never });
  assert.is(await get(appId, 'ticket', over - 1, 'e'), 'b', 'what is forgotten is one of them');
  assert.is(await get(otherApp, 'token', over - 1, 'e'), 'c');
  assert.is(await get(appId, 'token', over, 'e'), 'e');
});

test('an order ends at its moment; what is being looked at is waited for', async ({ gateway, member }) => {
  const { db } = gateway;
  const as = await gateway.signIn(member);
  const productId = await addProduct(gateway);
  const ending = async (before?: (orderNo: string) => Promise<unknown>) => {
    const orderNo = await waiting(gateway, as, { productId });
    await db.run.updateTable('purchase').set({ expires_at: until }).where('order_no', '=', orderNo).execute();
    await before?.(orderNo);
    return async (at: number) => {
      await expireOrders(db, at);
      const row = await db.run
        .selectFrom('purchase')
        .select('state')
        .where('order_no', '=', orderNo)
        .executeTakeFirstOrThrow();
      return row.state;
    };
  };
  const plain = await ending();
  assert.equal([await plain(now - 1), await plain(now)], [OrderState.waiting, OrderState.failed]);
});

test('a ticket carries one attempt on, once, until it ends', async ({ gateway, member }) => {
  const { db } = gateway;
  const as = await gateway.signIn(member);
  const orders = [];
  for (let n = 0; n < 2; n++)
    orders.push(await waiting(gateway, as, { productId: await addProduct(gateway) }));
  const attempts = [];
  const ctx = { db, member, now: Date.now() } as unknown as RequestContext;
  for (const orderNo of orders)
    attempts.push((await attemptFor(ctx, { orderNo, part: undefined, place: 'anywhere' })).id);
  const [mine = '', other = ''] = attempts;
  const made = now - 15 * minute;
  const [ticket, another] = [await payTicket(db.run, mine, made), await payTicket(db.run, other, made)];
  assert.equal(
    [await attemptBehind(db.run, ticket, now - 1), await attemptBehind(db.run, another, now - 1)],
    [mine, other],
  );
  assert.equal(await each(async (at) => await attemptBehind(db.run, ticket, at)), [
    mine,
    undefined,
    undefined,
  ]);
  assert.is(await spendPayTicket(db.run, ticket, now), undefined, 'too late');
  assert.is(await spendPayTicket(db.run, ticket, now - 1), mine);
  assert.is(await spendPayTicket(db.run, ticket, now - 1), undefined, 'used up');
  assert.is(await attemptBehind(db.run, ticket, now - 1), undefined);
  assert.is(await attemptBehind(db.run, another, now - 1), other, 'the other one is as good as before');
  assert.is(await spendPayTicket(db.run, 'x'.repeat(32), now - 1), undefined);
});

test.run();
