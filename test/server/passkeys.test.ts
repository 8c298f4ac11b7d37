import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/passkeys';
import { challengeTtl } from '../../src/server/auth/passkeys/challenges';
import { relyingPartyOf } from '../../src/server/auth/passkeys/relying-party';
import { readSettings } from '../../src/server/settings/settings';
import { SoftAuthenticator } from './support/authenticator';
import { addMember, newestTo, password } from './support/member';
import { openGateway, type Reply, type Sent, type TestGateway } from './support/open';
import { addAccount } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  email: string;
  as: Sent;
}
const test = suite<Context>('passkeys');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { PAY_PASSWORD_FROM: '0', PAYOUT_REST_HOURS: '24' } });
  const { gateway } = context;
  gateway.clock.ahead = 0;
  context.email = `${randomUUID().slice(0, 8)}@passkey.example`;
  context.member = (await addMember(gateway, { country: 'cn', email: context.email })).id;
  context.as = await gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

const own = ({ gateway }: Context) => new SoftAuthenticator(new URL(gateway.settings.publicUrl).origin);

/** Adds a passkey by the sign-in password, and gives the answer. */
async function add(context: Context, key: SoftAuthenticator, name = 'My phone', more: object = {}) {
  const { gateway, as } = context;
  const { code, body } = await gateway.send(calls.makePasskey, { password }, as);
  assert.is(code, '1');
  const credential = { ...key.make(body.options), ...more };
  return gateway.send(calls.addPasskey, { name, credential, requestKey: randomUUID() }, as);
}
/** A browser: it keeps the cookie by which its challenges are known. */
function browser({ gateway }: Context) {
  let cookie = '';
  const send = async (call: { path: string }, input: object, as: Sent = {}): Promise<Reply> => {
    const reply = await gateway.send(call, input, { ...as, headers: { cookie } });
    cookie = reply.headers.getSetCookie()[0]?.split(';')[0] || cookie;
    return reply;
  };
  return {
    send,
    ask: async () => (await send(calls.askPasskey, {})).body.options,
    login: (credential: object) => send(calls.passkeyLogin, { credential }),
  };
}
const names = async ({ gateway, as }: Context) =>
  (await gateway.send(calls.listPasskeys, {}, as)).body.items.map(({ name }: { name: string }) => name);

test('a member adds a passkey by their password, and signs in with it on another phone', async (context) => {
  const { gateway, member, email } = context;
  const key = own(context);
  assert.is((await add(context, key)).code, '1');
  assert.equal(await names(context), ['My phone']);
  assert.match((await newestTo(gateway, email)) ?? '', /“My phone” was added/);

  const phone = browser(context);
  const signedIn = await phone.login(key.answer(await phone.ask()));
  assert.equal([signedIn.code, signedIn.body.userInfo.userId], ['1', member]);
  const as = { token: signedIn.body.token, userId: member };
  const { items } = (await gateway.send(calls.listPasskeys, {}, as)).body;
  assert.ok(items[0].usedAt);
});

test('a member without their password adds one by a code; a wrong code adds none', async (context) => {
  const { gateway, email, as } = context;
  const sent = await gateway.send(calls.sendOwnCode, {}, as);
  assert.match(sent.body.to, /\*\*\*@passkey\.example/);
  const code = /\d{6}/.exec((await newestTo(gateway, email))!)![0];
  const wrong = code === '000000' ? '111111' : '000000';
  assert.is((await gateway.send(calls.makePasskey, { code: wrong }, as)).code, '5001');
  assert.is((await gateway.send(calls.makePasskey, {}, as)).code, '5001');
  assert.is((await gateway.send(calls.makePasskey, { password: 'mistaken1' }, as)).code, '500');
  assert.is((await gateway.send(calls.makePasskey, { code }, as)).code, '1');
  assert.is((await gateway.send(calls.makePasskey, { code }, as)).code, '5001', 'a code is good once');
});

test('a new passkey lets no money out for a day', async (context) => {
  const { gateway, member } = context;
  await addAccount(gateway, member);
  const usableFrom = async () =>
    (
      await gateway.db.run
        .selectFrom('payout_account')
        .select('usable_from')
        .where('member', '=', member)
        .executeTakeFirstOrThrow()
    ).usable_from;
  assert.is(await usableFrom(), null);
  await add(context, own(context));
  const rests = ((await usableFrom())?.getTime() ?? 0) - Date.now();
  assert.ok(Math.abs(rests - 24 * 3_600_000) < 60_000);
});

test('a member renames and ends a passkey, every contact gets a message, and it signs in no more', async (context) => {
  const { gateway, email, as } = context;
  const key = own(context);
  const { id } = (await add(context, key)).body;
  const stranger = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(calls.renamePasskey, { id, name: 'Theirs' }, stranger)).code, '500');
  assert.is((await gateway.send(calls.endPasskey, { id }, stranger)).code, '1');
  assert.is((await gateway.send(calls.renamePasskey, { id, name: 'Old phone' }, as)).code, '1');
  assert.equal(await names(context), ['Old phone']);
  const phone = browser(context);
  const options = await phone.ask();
  assert.is((await gateway.send(calls.endPasskey, { id }, as)).code, '1');
  assert.equal(await names(context), []);
  assert.match((await newestTo(gateway, email)) ?? '', /“Old phone” was removed/);
  assert.is((await phone.login(key.answer(options))).code, '500');
});

test('an answer that was used signs in no second time, nor does one that is too late', async (context) => {
  const key = own(context);
  await add(context, key);
  const phone = browser(context);
  const answer = key.answer(await phone.ask());
  assert.is((await phone.login(answer)).code, '1');
  assert.is((await phone.login(answer)).code, '500');
  const options = await phone.ask();
  context.gateway.clock.ahead = challengeTtl + 1000;
  assert.is((await phone.login(key.answer(options))).code, '500');
});

test('of one answer that is sent many times at once, one signs in', async (context) => {
  const key = own(context);
  await add(context, key);
  const phone = browser(context);
  const answer = key.answer(await phone.ask());
  const codes = await Promise.all(Array.from({ length: 4 }, () => phone.login(answer)));
  assert.is(codes.filter(({ code }) => code === '1').length, 1);
});

test('an answer for another page, another phone or another purpose signs nobody in', async (context) => {
  const { gateway, as } = context;
  const key = own(context);
  await add(context, key);
  const phone = browser(context);
  const elsewhere = { origin: 'https://cloudph0ne.example' };
  assert.is((await phone.login(key.answer(await phone.ask(), elsewhere))).code, '500', 'a look-alike site');
  assert.is((await browser(context).login(key.answer(await phone.ask()))).code, '500', 'another phone');
  const { options } = (await gateway.send(calls.makePasskey, { password }, as)).body;
  const asked = { ...(await phone.ask()), challenge: options.challenge };
  assert.is((await phone.login(key.answer(asked))).code, '500', 'a challenge for adding one');
  const made = await phone.ask();
  assert.is(
    (await phone.login(key.answer({ ...made, rpId: 'other.example' }))).code,
    '500',
    'another domain',
  );
  assert.is((await phone.login(key.answer(made, { challenge: 'AAAA' }))).code, '500', 'no challenge of ours');
  const broken = { ...key.answer(await phone.ask()) };
  broken.response = { ...broken.response, clientDataJSON: 'AAAA' };
  assert.is((await phone.login(broken)).code, '500', 'no client data');
});

test('a passkey that verifies nobody, is forged or copied, or names another member signs nobody in', async (context) => {
  const key = own(context);
  await add(context, key);
  const phone = browser(context);
  assert.is((await phone.login(key.answer(await phone.ask(), { unverified: true }))).code, '500');
  assert.is((await phone.login(key.answer(await phone.ask(), { forged: true }))).code, '500');
  assert.is((await phone.login(key.answer(await phone.ask()))).code, '1');
  const before = { counter: key.counter };
  assert.is((await phone.login(key.answer(await phone.ask(), before))).code, '500', 'its count stands still');
  assert.is((await phone.login(key.answer(await phone.ask(), { counter: 1 }))).code, '500', 'it goes back');
  const handle = Buffer.from((await addMember(context.gateway)).id).toString('base64url');
  assert.is((await phone.login(key.answer(await phone.ask(), { userHandle: handle }))).code, '500');
  const unknown = own(context);
  assert.is((await phone.login(unknown.answer(await phone.ask()))).code, '500', 'it was never added');
  assert.is((await phone.login(key.answer(await phone.ask()))).code, '1');
});

test('a passkey that does not count signs in again and again', async (context) => {
  const key = new SoftAuthenticator(new URL(context.gateway.settings.publicUrl).origin, false);
  await add(context, key);
  const phone = browser(context);
  for (let nth = 0; nth < 2; nth++) assert.is((await phone.login(key.answer(await phone.ask()))).code, '1');
});

test('a passkey is added once, by whom it was asked for, from our own page, and verifies its user', async (context) => {
  const { gateway, as } = context;
  const key = own(context);
  const make = async () => (await gateway.send(calls.makePasskey, { password }, as)).body.options;
  const send = (credential: object, by: Sent = as, requestKey: string = randomUUID()) =>
    gateway.send(calls.addPasskey, { name: 'Key', credential, requestKey }, by);
  assert.is((await send(key.make(await make(), { origin: 'https://other.example' }))).code, '500');
  assert.is((await send(key.make(await make(), { unverified: true }))).code, '500');
  const asked = await make();
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await send(key.make(asked), other)).code, '500', 'another member');
  const elsewhere = await gateway.signIn(context.member);
  assert.is((await send(key.make(asked), elsewhere)).code, '500', 'another session');
  const requestKey = randomUUID();
  const first = await send(key.make(asked), as, requestKey);
  assert.is(first.code, '1');
  assert.equal((await send(key.make(asked), as, requestKey)).body, first.body, 'a repetition adds nothing');
  assert.is((await send(key.make(asked))).code, '500', 'the challenge is used');
  assert.is((await send(key.make(await make()))).code, '500', 'this passkey is there already');
  const known = async (by: Sent) =>
    (await gateway.send(calls.makePasskey, { password }, by)).body.options.excludeCredentials.length;
  assert.equal(
    [await known(as), await known(other)],
    [1, 0],
    'a browser is told the member’s own passkeys only',
  );
  assert.equal(await names(context), ['Key']);
});

test('a member has ten passkeys at most', async (context) => {
  const { gateway, as } = context;
  for (let nth = 0; nth < 10; nth++) await add(context, own(context), `Key ${nth}`);
  const { code, message } = await gateway.send(calls.makePasskey, { password }, as);
  assert.is(code, '500');
  assert.match(message, /10 passkeys/);
});

test('a member of the other version, or one who is locked, does not get in by a passkey', async (context) => {
  const { gateway, member } = context;
  const key = own(context);
  await add(context, key);
  await gateway.db.run
    .updateTable('member')
    .set({ locked_at: new Date() })
    .where('id', '=', member)
    .execute();
  const phone = browser(context);
  assert.match((await phone.login(key.answer(await phone.ask()))).message, /locked/i);
});

test('at an address without a name a member neither adds a passkey nor signs in with one', async () => {
  const gateway = await openGateway({ env: { PUBLIC_URL: 'http://192.168.1.5:8080' } });
  const as = await gateway.signIn((await addMember(gateway, { email: 'numbers@passkey.example' })).id);
  const replies = [
    await gateway.send(calls.makePasskey, { password }, as),
    await gateway.send(calls.askPasskey, {}),
  ];
  for (const { code, message } of replies)
    assert.equal([code, message], ['500', 'Passkeys do not work at this address.']);
  assert.is((await gateway.send(calls.listPasskeys, {}, as)).body.offered, false);
  await gateway.close();
});

test('passkeys are offered where browsers take them, and shared below one domain', () => {
  const party = (env: Record<string, string>) => relyingPartyOf(readSettings({ NODE_ENV: 'test', ...env }));
  assert.equal(party({}), { id: 'localhost', origins: ['http://localhost:8080'] });
  assert.is(party({ PUBLIC_URL: 'http://192.168.1.5:8080' }), undefined);
  assert.is(party({ PUBLIC_URL: 'http://cloud.localhost.example' }), undefined);
  const settings = readSettings({ PUBLIC_URL: 'http://localhost:8080' });
  const at = (publicUrl: string, cn: string, passkeyDomain?: string) =>
    relyingPartyOf({ publicUrl, passkeyDomain, addresses: { intl: publicUrl, cn } });
  assert.equal(at('https://app.cloud.example', 'https://cn.cloud.example', 'cloud.example'), {
    id: 'cloud.example',
    origins: ['https://app.cloud.example', 'https://cn.cloud.example'],
  });
  assert.equal(at('https://app.cloud.example', 'https://evilcloud.example', 'cloud.example')?.origins, [
    'https://app.cloud.example',
  ]);
  assert.equal(at('https://app.cloud.example', 'https://cn.cloud.example')?.id, 'app.cloud.example');
  assert.throws(() => settings.readAgain({ PASSKEY_DOMAIN: 'other.example' }), /PASSKEY_DOMAIN/);
});

test.run();
