import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  addressesOf,
  type Contact,
  contactOf,
  countryOf,
  masked,
  maskedAddress,
} from '../../src/server/auth/contacts';
import { forgetDevices, isKnownDevice, rememberDevice } from '../../src/server/auth/known-devices';
import { lockMember, unlockMember } from '../../src/server/auth/lock-member';
import {
  byAccount,
  byContact,
  byUsername,
  refuseOtherCountry,
  setNavigable,
} from '../../src/server/auth/members';
import { refuseRisky, reserve } from '../../src/server/auth/password';
import { byInviteCode, addMember as register } from '../../src/server/auth/register';
import {
  hashOf,
  keepAlive,
  openSession,
  revokeSession,
  revokeSessionsOf,
} from '../../src/server/auth/sessions';
import { openIdBehind, redeem, spend } from '../../src/server/auth/wechat/tickets';
import type { RequestContext } from '../../src/server/kernel/context';
import { beginningOf, chinaTime, dayOf, monthOf, startOfDay } from '../../src/server/kernel/dates';
import type { Gateway } from '../../src/server/kernel/gateway';
import { dataHash, idempotent, isRepeated } from '../../src/server/kernel/idempotency';
import { attempt, forgive, giveBack, networkOf, networksOf } from '../../src/server/kernel/rate-limit';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway; member: string; other: string }>('what lets a member in');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.member = (await addMember(context.gateway)).id;
  context.other = (await addMember(context.gateway)).id;
});
test.after(({ gateway }) => gateway.close());

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number) => new Date(now + ms);
const minute = 60_000;
const day = 24 * 60 * minute;
const keyOf = (doing: Promise<unknown>) =>
  doing.then(
    () => '',
    (error) => error.key ?? error.message,
  );
const contextOf = (gateway: TestGateway, values: object = {}) =>
  ({ ...gateway, now, network: randomUUID(), device: {}, ...values }) as unknown as RequestContext;
const sessionsEnded = async () => {};

test('an attempt counts until its window ends, is given back and forgiven, each key by itself', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  const [key, other] = [randomUUID(), randomUUID()];
  const limit = { max: 2, window: 1000 };
  const count = async (when = now, of = key) => {
    const made = await attempt(run, of, limit, when);
    return [made.allowed, made.count, made.wait];
  };
  assert.equal(
    [await count(), await count(now + 400), await count(now + 999)],
    [
      [true, 1, 1000],
      [true, 2, 600],
      [false, 3, 1],
    ],
  );
  assert.equal(await count(now, other), [true, 1, 1000]);
  await giveBack(run, key);
  assert.equal(await count(now), [false, 3, 1000]);
  assert.equal(await count(now + 1000), [true, 1, 1000], 'a window of its own');
  await giveBack(run, key);
  await giveBack(run, key);
  assert.equal(await count(now + 1000), [true, 1, 1000], 'never below nothing');
  await forgive(run, key);
  assert.equal(
    [await count(now + 1001), await count(now + 1, other)],
    [
      [true, 1, 1000],
      [true, 2, 999],
    ],
  );
  const ctx = contextOf(gateway);
  const many = (when: number) => reserve({ ...ctx, now: when }, other, { max: 1, window: 1000 });
  const refused = await many(now + 1).catch((error) => [error.key, error.values.minutes]);
  assert.equal(refused, ['tooManyAttempts', 1], 'a part of a minute is one');
});

test('addresses of IPv6 count by the network of one customer, those of IPv4 each', () => {
  const cases = {
    '203.0.113.9': '203.0.113.9',
    '::ffff:203.0.113.9': '203.0.113.9',
    '2001:db8:7:1::5': '2001:db8:7:1::/64',
    '2001:0db8:0007:0001:ffff::9': '2001:db8:7:1::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '::1': '0:0:0:0::/64',
    '1:2:3:4:5:6:7:8': '1:2:3:4::/64',
  };
  for (const [ip, network] of Object.entries(cases)) assert.is(networkOf(ip), network, ip);
  const all = (ip: string) => networksOf(ip).map(({ name, times }) => `${name} × ${times}`);
  assert.equal(all('203.0.113.9'), ['203.0.113.9 × 1', '203.0.113.0/24 × 16']);
  assert.equal(all('2001:db8:7:12ab::5'), [
    '2001:db8:7:12ab::/64 × 1',
    '2001:db8:7:1200::/56 × 4',
    '2001:db8:7:0::/48 × 16',
  ]);
  assert.equal(all('unknown'), ['unknown × 1']);
});

test('days and months are China’s', () => {
  const late = Date.parse('2026-03-10T16:00:00Z');
  assert.equal([dayOf(late - 1), dayOf(late)], ['2026-03-10', '2026-03-11']);
  assert.equal([startOfDay(late - 1).getTime(), startOfDay(late).getTime()], [late - day, late]);
  assert.is(beginningOf('2026-03-11').getTime(), late);
  assert.is(chinaTime(late), '2026-03-11 00:00');
  assert.equal([monthOf(202611), monthOf(202601)], ['2026-11', '2026-01']);
});

test('a key has one effect and one answer, whatever order its data are in', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  let times = 0;
  const requestKey = randomUUID();
  const send = (
    values: object = {},
    { who = member, path = 'a/b', work = async () => ({ times: ++times }) } = {},
  ) =>
    db
      .tx((tx) => idempotent(tx, { member: who, now }, { path }, { requestKey, ...values } as never, work))
      .catch((error) => error.key ?? error.message);
  assert.equal(
    [await send({ a: 1, b: 2 }), await send({ b: 2, a: 1, proof: 'p' })],
    [{ times: 1 }, { times: 1 }],
  );
  assert.equal(await send({ a: 1, b: 2, requestKey: requestKey.toUpperCase() }), { times: 1 });
  assert.is(await send({ a: 1, b: 3 }), 'keyReused');
  assert.equal(
    [
      await send({}, { who: other }),
      await send({}, { path: 'a/c' }),
      await send({ requestKey: randomUUID() }),
    ],
    [{ times: 2 }, { times: 3 }, { times: 4 }],
  );
  const fails = { requestKey: randomUUID() };
  const work = async () => Promise.reject(new Error('no'));
  assert.equal([await send(fails, { work }), await send(fails)], ['no', { times: 5 }]);
  const repeated = (who: string, key: string, path = 'a/b') =>
    isRepeated(db.run, { member: who }, { path }, { requestKey: key });
  assert.equal(
    [
      await repeated(member, requestKey.toUpperCase()),
      await repeated(member, randomUUID()),
      await repeated(member, requestKey, 'a/d'),
    ],
    [true, false, false],
  );
  assert.is(dataHash({ a: [1, { c: 2, b: 1 }] }), dataHash({ a: [1, { b: 1, c: 2 }] }));
  assert.is.not(dataHash({ a: [1, 2] }), dataHash({ a: [2, 1] }));
});

test('a session lives a month after its last use, half a year at most; use is noted every ten minutes', async ({
  gateway,
  member,
}) => {
  const { run } = gateway.db;
  const token = await openSession(run, member, 'h5', now);
  const neighbour = await openSession(run, member, 'h5', now);
  const hash = hashOf(token);
  const row = (of = hash) =>
    run
      .selectFrom('session')
      .select(['expires_at', 'seen_at', 'ip'])
      .where('hash', '=', of)
      .executeTakeFirstOrThrow();
  const use = async (issued: number, seen: number, later: number) => {
    await keepAlive(run, { hash, issued: at(issued), seen: at(seen) }, now + later, { ip: '1.2.3.4' });
    const { expires_at, seen_at, ip } = await row();
    return [(+expires_at - now) / day, (+(seen_at ?? 0) - now) / minute, ip];
  };
  assert.equal(await use(0, 0, 10 * minute), [30, 0, '']);
  assert.equal(await use(0, 0, 10 * minute + 1), [30 + (10 * minute + 1) / day, 10 + 1 / minute, '1.2.3.4']);
  assert.equal((await use(-170 * day, -day, 0))[0], 10);
  assert.equal((await use(-150 * day, -day, 0))[0], 30);
  assert.equal(await row(hashOf(neighbour)), { expires_at: at(30 * day), seen_at: at(0), ip: '' });
  assert.is(hashOf(''), '');
});

test('sessions end one by one, all of a member’s, or all but the one that is kept', async ({
  gateway,
  member,
  other,
}) => {
  const { run } = gateway.db;
  const open = async (who = member) => hashOf(await openSession(run, who, 'h5', now));
  const all = [await open(), await open(), await open(), await open(other)];
  const [first = '', second = ''] = all;
  const left = async () => {
    const rows = await run.selectFrom('session').select('hash').where('hash', 'in', all).execute();
    return all.map((hash) => rows.some((row) => row.hash === hash));
  };
  await revokeSession(run, first);
  assert.equal(await left(), [false, true, true, true]);
  await gateway.db.tx((tx) => revokeSessionsOf({ sessionsEnded }, tx, member, second));
  assert.equal(await left(), [false, true, false, true]);
  await gateway.db.tx((tx) => revokeSessionsOf({ sessionsEnded }, tx, member));
  assert.equal(await left(), [false, false, false, true]);
});

test('a device is known to the member who signed in there, and news when there was another before', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  const device = (id: string | undefined) => ({ id, give: () => id ?? 'new' }) as never;
  const remember = (id: string | undefined, who = member, later = 0) =>
    db.tx((tx) => rememberDevice(tx, who, { device: device(id), now: now + later }));
  assert.equal(
    [await remember('a'), await remember('a', member, 5), await remember('b'), await remember('a', other)],
    ['first', 'known', 'news', 'first'],
  );
  assert.is(await remember(undefined), 'news');
  const knows = (who: string, id: string | undefined) => isKnownDevice(db.run, who, device(id));
  assert.equal(
    [
      await knows(member, 'a'),
      await knows(member, 'c'),
      await knows(member, undefined),
      await knows(other, 'b'),
    ],
    [true, false, false, false],
  );
  const of = async (who: string) =>
    (
      await db.run
        .selectFrom('known_device')
        .select('device')
        .where('member', '=', who)
        .orderBy('device')
        .execute()
    ).map((row) => row.device);
  await forgetDevices(db.run, member, { only: 'b' });
  assert.equal([await of(member), await of(other)], [['a', 'new'], ['a']]);
  await forgetDevices(db.run, member, { but: 'a' });
  assert.equal([await of(member), await of(other)], [['a'], ['a']]);
  await forgetDevices(db.run, member, { but: undefined });
  assert.equal([await of(member), await of(other)], [[], ['a']]);
  const third = (await addMember(gateway)).id;
  await openSession(db.run, third, 'h5', now);
  assert.is(await remember('z', third), 'news', 'a session without a device');
});

test('a member is found by each of their names, and by nobody else’s', async ({ gateway }) => {
  const { run } = gateway.db;
  const own = randomUUID().slice(0, 6);
  const phone = `+49151${String(Date.now()).slice(-8)}`;
  const made = await addMember(gateway, { username: `Ada${own}`, email: `Ada.${own}@Rows.example`, phone });
  await addMember(gateway, { username: phone });
  const find = async (account: string) => (await byAccount(run, account))?.id === made.id;
  for (const account of [`ada${own}`, ` ADA${own} `, `ada.${own}@rows.EXAMPLE`, phone])
    assert.is(await find(account), true, account);
  for (const account of [own, `x${own}@rows.example`, '+4915100000000'])
    assert.is(await byAccount(run, account), undefined, account);
  assert.is((await byContact(run, contactOf(phone)))?.id, made.id);
  assert.is(await byContact(run, contactOf(`Ada${own}`)), undefined);
  assert.is((await byUsername(run, phone))?.username, phone);
  assert.is((await byInviteCode(run, made.invite_code.toLowerCase()))?.id, made.id);
  assert.is(await byInviteCode(run, 'NOBODY00'), undefined);
});

test('an account is created once: a name or a contact that is taken is refused', async ({ gateway }) => {
  const own = randomUUID().slice(0, 6);
  const make = (username: string, typed: string) =>
    gateway.db
      .tx((tx) =>
        register(
          tx,
          { username, contact: contactOf(typed), password: 'x', inviter: null, country: 'intl' },
          now,
        ),
      )
      .then(
        (made) => [made.email, made.email_key, made.phone],
        (error) => Object.keys(error.more.problems),
      );
  const mail = `New.${own}@Rows.example`;
  assert.equal(await make(`new${own}`, mail), [mail, mail.toLowerCase(), null]);
  assert.equal(await make(`NEW${own}`, `other.${own}@rows.example`), ['username']);
  assert.equal(await make(`another${own}`, mail.toUpperCase()), ['contact']);
});

test('a contact has one spelling that is compared, and is shown in part', () => {
  const spelt = (typed: string) => {
    const { kind, address, key } = contactOf(typed);
    return [kind, address, key];
  };
  assert.equal(spelt(' Ada@Rows.example '), ['email', 'Ada@Rows.example', 'ada@rows.example']);
  assert.equal(spelt('+8613800138000'), ['phone', '13800138000', '13800138000']);
  assert.equal(spelt('+861'), ['phone', '+861', '+861']);
  assert.equal(['13800138000', '+4915112345678', 'ada@rows.example'].map(masked), [
    '138****8000',
    '+49****78',
    'a***@rows.example',
  ]);
  assert.equal(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1:2::5'].map(maskedAddress), [
    '203.0.113.*',
    '203.0.113.*',
    '2001:db8:1:*',
  ]);
  const country = (typed: string) => countryOf(contactOf(typed) as Contact);
  assert.equal(['13800138000', '+4915112345678', 'a@b.example'].map(country), ['cn', 'intl', 'intl']);
  const all = (phone: string | null, email: string | null) =>
    addressesOf({ phone, email }).map(({ kind }) => kind);
  assert.equal(
    [all('1', 'a@b.c'), all(null, 'a@b.c'), all('1', null), all(null, null)],
    [['phone', 'email'], ['email'], ['phone'], []],
  );
});

test('a member is led to their own version of the platform, and a password is none of their names', async () => {
  const why = (country: string, own: string, addresses: object = { intl: 'https://i.example' }) => {
    try {
      refuseOtherCountry(
        { country: own } as never,
        { country, addresses, publicUrl: 'https://here.example' } as never,
      );
      return '';
    } catch (error) {
      const { key, more } = error as { key: string; more: { body?: object } };
      return [key, more.body];
    }
  };
  assert.equal([why('any', 'cn'), why('cn', 'cn'), why('intl', 'intl')], ['', '', '']);
  assert.equal(why('intl', 'cn'), ['chineseVersionOnly', undefined]);
  assert.equal(why('cn', 'intl'), ['useInternational', { redirect: 'https://i.example' }]);
  assert.equal(why('cn', 'intl', { intl: 'https://here.example' }), ['useInternational', {}]);
  const risky = async (password: string, ...own: (string | null)[]) => {
    try {
      await refuseRisky(password, ...own);
      return false;
    } catch {
      return true;
    }
  };
  const fits = 'Winter.Is.Here';
  assert.equal(
    [
      await risky(fits, 'ada', null),
      await risky(fits, 'winter.is.here'),
      await risky(fits, null, 'winter.is.here@a.example'),
      await risky(fits, '@a.example'),
      await risky('123456', 'ada'),
    ],
    [false, true, true, false, true],
  );
});

test('the desk locks and unlocks one member, whom it names by any name or id', async ({
  gateway,
  member,
  other,
}) => {
  const { run } = gateway.db;
  const deps = { ...gateway, now: () => now, sessionsEnded } as unknown as Gateway;
  const states = async () => {
    const of = (id: string) =>
      run
        .selectFrom('member')
        .select(['locked_at', 'examine_state'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    return [!!(await of(member)).locked_at, !!(await of(other)).locked_at];
  };
  const sessions = async (who: string) =>
    (await run.selectFrom('session').select('hash').where('member', '=', who).execute()).length;
  await openSession(run, member, 'h5', now);
  await openSession(run, other, 'h5', now);
  assert.is(await keyOf(lockMember(deps, 'nobody-at-all', 'why')), 'memberMissing');
  await lockMember(deps, member, 'stolen');
  assert.equal([await states(), await sessions(member), await sessions(other)], [[true, false], 0, 1]);
  await lockMember(deps, other, 'stolen too');
  await unlockMember(deps, member);
  assert.equal(await states(), [false, true]);
  const navigable = (id: string) =>
    run.selectFrom('member').select('examine_state').where('id', '=', id).executeTakeFirstOrThrow();
  const before = [await navigable(member), await navigable(other)].map((row) => row.examine_state);
  await gateway.db.tx((tx) => setNavigable(tx, member, before[0] !== 1));
  assert.is.not((await navigable(member)).examine_state, before[0]);
  assert.is((await navigable(other)).examine_state, before[1]);
});

test('a ticket of WeChat is asked for once, waits for its answer, and is spent by one member in time', async ({
  gateway,
  member,
  other,
}) => {
  const { db } = gateway;
  let asked = 0;
  const wechat = {
    async openIdOf(code: string) {
      asked++;
      if (code.startsWith('bad')) throw Object.assign(new Error(), { key: 'wechatBad' });
      return `open-${code}`;
    },
  } as never;
  const get = (code: string, later = 0) =>
    redeem(wechat, contextOf(gateway, { now: now + later, ip: '192.0.2.7' }), code);
  const code = randomUUID();
  const { ticket, openId } = await get(code);
  assert.equal([openId, (await get(code)).openId, asked], [`open-${code}`, `open-${code}`, 1]);
  const bad = `bad${randomUUID()}`;
  assert.equal([await keyOf(get(bad)), await keyOf(get(bad)), asked], ['wechatBad', 'wechatBad', 3]);
  assert.is((await get(code)).openId, `open-${code}`, 'what failed has taken nothing of it away');
  const behind = (of: string, later: number) =>
    openIdBehind(db.run, of, now + later).catch((error) => error.key);
  const over = 10 * minute;
  assert.equal(
    [await behind(ticket, over - 1), await behind(ticket, over), await behind('none', 0)],
    [`open-${code}`, 'wechatTicketOver', 'wechatTicketOver'],
  );
  const use = (who: string, later = 0) => keyOf(db.tx((tx) => spend(tx, ticket, who, now + later)));
  assert.is(await use(member, over), 'wechatTicketOver');
  assert.equal([await use(member), await use(member), await use(other)], ['', '', 'wechatTicketOver']);
  assert.is(
    await keyOf(get(code, 5 * minute + 1)),
    'wechatCodeSpent',
    'it is repeated for some minutes only',
  );
  assert.is(await keyOf(get(code, 5 * minute)), '');
});

test.run();
