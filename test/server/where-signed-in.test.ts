import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/auth';
import * as web from '../../src/contract/site/web';
import * as messages from '../../src/contract/support/messages';
import { appOf, systemOf } from '../../src/server/auth/browser-names';
import { maskedAddress } from '../../src/server/auth/contacts';
import { mostSessions } from '../../src/server/auth/sessions';
import { ask, env, link, mint } from './support/embed';
import { addMember, newestTo, password, readPicture } from './support/member';
import { openGateway, type Reply, type Sent, type TestGateway } from './support/open';
import { desk } from './support/wallet';

const test = suite<{ gateway: TestGateway }>('where one is signed in');
test.before(async (context) => {
  context.gateway = await openGateway({ env: { TRUST_PROXY: '1', ...env } });
});
test.after(({ gateway }) => gateway.close());

const chosen = 'another2027';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605 Version/16.0 Safari/604.1';
const cookieOf = ({ headers }: Reply) => headers.getSetCookie()[0]?.split(';')[0] ?? '';

/** A phone: keeps the cookie that it is given, and has an address. */
function phone(gateway: TestGateway, address: string, agent = iphone) {
  let cookie = '';
  const send = async (call: { path: string }, input: object, as: Sent = {}) => {
    const headers = { cookie, 'x-forwarded-for': address, 'user-agent': agent };
    const reply = await gateway.send(call, input, { ...as, headers });
    cookie = cookieOf(reply) || cookie;
    return reply;
  };
  return {
    send,
    cookie: () => cookie,
    login: (account: string, typed = password) =>
      send(calls.login, { account, password: typed, agreed: true }),
  };
}
/** As if so many had been counted under a key already. */
const count = ({ db, clock }: TestGateway, key: string, times: number) =>
  db.run
    .insertInto('throttle')
    .values({ key, count: times, until: new Date(Date.now() + clock.ahead + 900_000) })
    .execute();
const as = ({ body }: Reply): Sent => ({ token: body.token, userId: body.userInfo.userId });
const kinds = async (gateway: TestGateway, who: Sent) =>
  (await gateway.send(messages.listMessages, {}, who)).body.items.map(
    ({ title }: { title: string }) => title,
  );

test('strangers who guess lock out themselves: the member’s own phone signs in, at once and from anywhere', async ({
  gateway,
}) => {
  await addMember(gateway, { username: 'owner1' });
  const own = phone(gateway, '203.0.113.5');
  assert.is((await own.login('owner1')).code, '1');
  const strangers = Array.from({ length: 9 }, (_, at) => phone(gateway, `198.51.100.${at}`));
  for (const stranger of strangers)
    for (let nth = 0; nth < 8; nth++) await stranger.login('owner1', 'mistaken1');
  const fresh = await phone(gateway, '192.0.2.1').login('owner1');
  assert.match(fresh.message, /Too many attempts/, 'a phone that was never seen has to wait');
  assert.is((await own.login('owner1')).code, '1');
  const moved = phone(gateway, '198.51.100.1');
  const headers = { cookie: own.cookie(), 'x-forwarded-for': '198.51.100.1' };
  const there = await gateway.send(calls.login, { account: 'owner1', password, agreed: true }, { headers });
  assert.is(there.code, '1', 'even behind the address that guesses');
  assert.match((await moved.login('owner1')).message, /Too many attempts/);
});

test('guesses on a known phone are few, too, and its token is nobody’s but the gateway’s', async ({
  gateway,
}) => {
  await addMember(gateway, { username: 'owner2' });
  await addMember(gateway, { username: 'owner3' });
  const own = phone(gateway, '203.0.113.6');
  const first = await own.login('owner2');
  assert.match(
    first.headers.getSetCookie()[0] ?? '',
    /^cp_device=.*Path=\/api\/txUser;.*HttpOnly; SameSite=Strict$/,
  );
  for (let nth = 0; nth < 8; nth++) await own.login('owner2', 'mistaken1');
  assert.match((await own.login('owner2')).message, /Too many attempts/);

  for (let nth = 0; nth < 9; nth++) await phone(gateway, '203.0.113.7').login('owner3', 'mistaken1');
  const made = { cookie: 'cp_device=abcdefghijklmnop.abcdefghijklmnop', 'x-forwarded-for': '203.0.113.7' };
  const forged = await gateway.send(
    calls.login,
    { account: 'owner3', password, agreed: true },
    { headers: made },
  );
  assert.match(forged.message, /Too many attempts/);
  const others = { cookie: own.cookie(), 'x-forwarded-for': '203.0.113.7' };
  const foreign = await gateway.send(
    calls.login,
    { account: 'owner3', password, agreed: true },
    { headers: others },
  );
  assert.match(foreign.message, /Too many attempts/, 'a phone is known to its own member only');
});

test('a device that a phone made up, or whose signature is another’s, is replaced by one of the gateway', async ({
  gateway,
}) => {
  await addMember(gateway, { username: 'owner9' });
  const address = '203.0.113.19';
  const given = cookieOf(await phone(gateway, address).login('owner9'));
  const [text = '', signature = ''] = given.replace('cp_device=', '').split('.');
  const login = async (cookie: string) => {
    const input = { account: 'owner9', password, agreed: true };
    const headers = { cookie, 'x-forwarded-for': address };
    return cookieOf(await gateway.send(calls.login, input, { headers }));
  };
  const altered = (part: string) => (part.startsWith('x') ? 'y' : 'x') + part.slice(1);
  assert.is(await login(given), '', 'its own is kept');
  for (const made of [`${altered(text)}.${signature}`, `${text}.${altered(signature)}`, `${text}.short`])
    assert.match(await login(`cp_device=${made}`), /^cp_device=/, made);
});

test('a town behind one address signs in as often as it likes; wrong ones stop', async ({ gateway }) => {
  await addMember(gateway, { username: 'townsman' });
  const address = '203.0.113.99';
  await count(gateway, `login:ip:${address}`, 298);
  for (let nth = 0; nth < 5; nth++)
    assert.is((await phone(gateway, address).login('townsman')).code, '1', `the ${nth}th`);
  for (let nth = 0; nth < 2; nth++) await phone(gateway, address).login(`no${nth}`, 'mistaken1');
  assert.match((await phone(gateway, address).login('townsman')).message, /Too many attempts/);
});

test('strangers use up neither the codes nor the guesses of a member who resets the password', async ({
  gateway,
}) => {
  const email = 'reset-me@example.com';
  await addMember(gateway, { username: 'owner4', email });
  const own = phone(gateway, '203.0.113.8');
  await own.login('owner4');
  const askFrom = async (one: ReturnType<typeof phone>) => {
    const { body } = await one.send(calls.randomCode, {});
    const randomCode = await newestTo(gateway, `picture ${body.id}`);
    return one.send(calls.sendCode, { purpose: 'reset', to: email, randomCodeId: body.id, randomCode });
  };
  await count(gateway, `code:reset:${email}`, 60);
  assert.match((await askFrom(phone(gateway, '192.0.2.77'))).message, /Too many attempts/);
  assert.is((await askFrom(own)).code, '1', 'the member’s phone has codes of its own');
  const code = /\d{6}/.exec((await newestTo(gateway, email)) ?? '')?.[0];
  const form = { contact: email, code, password: chosen, confirm: chosen };
  const thief = phone(gateway, '198.51.100.3');
  for (let nth = 0; nth < 9; nth++) await thief.send(calls.resetPassword, { ...form, code: '000000' });
  assert.is(
    (await thief.send(calls.resetPassword, form)).code,
    '5001',
    'a code is good where it was asked for',
  );
  assert.is((await own.send(calls.resetPassword, form)).code, '1');
});

test('a member gets messages about a sign-in on a new phone and a new password only', async ({ gateway }) => {
  const email = 'told@example.com';
  await addMember(gateway, { username: 'owner5', email });
  const own = phone(gateway, '203.0.113.9');
  const first = as(await own.login('owner5'));
  await own.login('owner5');
  assert.equal(await kinds(gateway, first), []);
  await phone(gateway, '198.51.100.44').login('owner5');
  const told = (await gateway.send(messages.listMessages, {}, first)).body.items;
  assert.equal(
    told.map(({ title }: { title: string }) => title),
    ['New sign-in'],
  );
  assert.match(told[0].text, /198\.51\.100\.\*/);
  assert.is(told[0].link, 'pages/mine/signedIn');

  const picture = await readPicture(gateway);
  await own.send(calls.sendCode, { purpose: 'reset', to: email, ...picture });
  const code = /\d{6}/.exec((await newestTo(gateway, email)) ?? '')?.[0];
  await own.send(calls.resetPassword, { contact: email, code, password: chosen, confirm: chosen });
  const again = as(await own.login('owner5', chosen));
  assert.equal(await kinds(gateway, again), ['Password changed', 'New sign-in']);
});

test('a member sees where they are signed in, and ends one or all others', async ({ gateway }) => {
  const { id } = await addMember(gateway, { username: 'owner6' });
  const here = as(await phone(gateway, '203.0.113.10').login('owner6'));
  const wechat = 'Mozilla/5.0 (Linux; Android 12; M2012K11C Build/SKQ1) Chrome/107 Mobile MicroMessenger/8.0';
  const there = phone(gateway, '2001:db8:1:2::3', wechat);
  const elsewhere = as(await there.login('owner6'));
  const third = as(await phone(gateway, '198.51.100.9').login('owner6'));
  const list = async (): Promise<calls.SignedInPlace[]> =>
    (await gateway.send(calls.listSessions, {}, here)).body.items;
  const [current, ...others] = await list();
  assert.equal([current?.current, current?.system, current?.app], [true, 'iPhone', 'Safari']);
  const its = others.find(({ app }) => app === 'WeChat');
  assert.equal([its?.system, its?.address, its?.current], ['M2012K11C', '2001:db8:1:*', false]);

  const stranger = await gateway.signIn((await addMember(gateway)).id);
  await gateway.send(calls.endSession, { id: its?.id }, stranger);
  assert.is((await list()).length, 3, 'nobody ends another’s');
  assert.is((await gateway.send(calls.endSession, { id: current?.id }, here)).code, '500');
  assert.is((await gateway.send(calls.endSession, { id: its?.id }, here)).code, '1');
  assert.is((await gateway.send(calls.getInfo, {}, elsewhere)).code, '510');
  for (let nth = 0; nth < 9; nth++) await phone(gateway, '2001:db8:1:2::3').login('owner6', 'mistaken1');
  assert.match((await there.login('owner6')).message, /Too many/, 'a phone that was ended is a stranger’s');

  assert.is((await gateway.send(calls.endOtherSessions, {}, here)).code, '1');
  assert.is((await gateway.send(calls.getInfo, {}, third)).code, '510');
  assert.equal(
    (await list()).map(({ current: is }) => is),
    [true],
  );
  assert.not.ok(JSON.stringify(await list()).includes(id));
});

test('the desk sees where a member is signed in, and ends one place', async ({ gateway }) => {
  const [owner, other] = [await addMember(gateway, { username: 'owner10' }), await addMember(gateway)];
  const stays = as(await phone(gateway, '203.0.113.10').login('owner10'));
  const ends = as(await phone(gateway, '198.51.100.9').login('owner10'));
  const sessions = async () => (await desk(gateway, `members/${owner.id}`)).sessions;
  const session = (await sessions()).find(({ ip }: { ip: string }) => ip === '198.51.100.9').id;
  const end = (member: string) => desk(gateway, `members/${member}/endSession`, { session });
  assert.is((await end(other.id)).ended, false, 'of another member');
  assert.is((await gateway.send(calls.getInfo, {}, ends)).code, '1');
  assert.is((await end(owner.id)).ended, true);
  assert.is((await gateway.send(calls.getInfo, {}, ends)).code, '510');
  assert.is((await gateway.send(calls.getInfo, {}, stays)).code, '1');
  assert.equal(
    (await sessions()).map(({ ip }: { ip: string }) => ip),
    ['203.0.113.10'],
  );
  assert.is((await end(owner.id)).ended, false, 'once more');
});

test('of very many sessions the one used longest ago ends', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const oldest = await gateway.signIn(id);
  for (let nth = 1; nth <= mostSessions; nth++) {
    gateway.clock.ahead += 1000;
    await gateway.signIn(id);
  }
  assert.is((await gateway.send(calls.getInfo, {}, oldest)).code, '510');
});

test('a member sees the sites that are linked, and unlinks one: its pages end', async ({ gateway }) => {
  const member = (await addMember(gateway)).id;
  const here = await gateway.signIn(member);
  await link(gateway, member);
  await mint(gateway, { member });
  const { items } = (await gateway.send(web.listPartners, {}, { ...here, locale: 'zh_CN' })).body;
  assert.equal([items[0].id, items[0].name, items.length], ['p_shop', '商店', 1]);
  assert.is((await gateway.send(web.unlinkPartner, { partner: 'p_shop' }, here)).code, '1');
  assert.is((await ask(gateway, { member })).error, 'member_not_linked');
  const left = await gateway.db.run
    .selectFrom('embed_token')
    .select('id')
    .where('member', '=', member)
    .execute();
  assert.equal(left, []);
  assert.equal((await gateway.send(web.listPartners, {}, here)).body.items, []);
});

test('a browser is shown by its own name, and an address by its network', () => {
  const pixel =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36';
  assert.equal([systemOf(pixel), appOf(pixel)], ['Pixel 8', 'Chrome']);
  assert.equal(
    [systemOf('Linux; Android 10; K) Edg/1'), appOf('Linux; Android 10; K) Edg/1')],
    ['Android', 'Edge'],
  );
  assert.equal([systemOf('curl/8'), appOf('')], ['', '']);
  assert.is(systemOf('Android 9; <script>alert(1)</script>)'), 'Android');
  assert.equal(['203.0.113.7', '::ffff:203.0.113.7', '2001:db8:1:2::3'].map(maskedAddress), [
    '203.0.113.*',
    '203.0.113.*',
    '2001:db8:1:*',
  ]);
});

test.run();
