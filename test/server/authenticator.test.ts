import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as auth from '../../src/contract/member/auth';
import * as calls from '../../src/contract/member/authenticator';
import * as passkeys from '../../src/contract/member/passkeys';
import * as pay from '../../src/contract/money/pay-password';
import { confirmWithin } from '../../src/server/auth/second-step';
import { sandboxCode } from '../../src/server/auth/wechat/sandbox';
import type { Tx } from '../../src/server/db/database';
import { codeOf, counterAt } from '../../src/server/kernel/totp';
import { SoftAuthenticator } from './support/authenticator';
import { whileLocked } from './support/blocked';
import { addMember, newestTo, password } from './support/member';
import { openGateway, type Reply, type Sent, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { addAccount } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  username: string;
  email: string;
  as: Sent;
}
const test = suite<Context>('authenticator app');
const payPassword = '591734';
const minute = 60_000;
const hour = 60 * minute;
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { PAY_PASSWORD_FROM: '0', PAYOUT_REST_HOURS: '24' } });
  const { gateway } = context;
  gateway.clock.ahead = 0;
  context.email = `${randomUUID().slice(0, 8)}@app.example`;
  const { id, username } = await addMember(gateway, { country: 'cn', email: context.email });
  Object.assign(context, { member: id, username, as: await gateway.signIn(id) });
});
test.after(({ gateway }) => gateway.close());

/** The code of an app. The clock goes on by half a minute, so that no code comes twice. */
function next({ gateway }: Context, key: string): string {
  gateway.clock.ahead += 30_000;
  return codeOf(key, counterAt(Date.now() + gateway.clock.ahead));
}
const wrong = '000000';
const make = ({ gateway, as }: Context, proof: object = { password }) =>
  gateway.send(calls.makeAuthenticator, proof, as);

/** Adds an app; gives its key and the recovery codes. */
async function add(context: Context, proof?: object): Promise<calls.NewAuthenticator> {
  const { gateway, as } = context;
  const { body } = await make(context, proof);
  assert.is((await gateway.send(calls.addAuthenticator, { code: next(context, body.key) }, as)).code, '1');
  return body;
}
const state = async ({ gateway, as }: Context) => (await gateway.send(calls.authenticator, {}, as)).body;
const logIn = ({ gateway, username }: Context, secondCode?: string, more: object = {}, sent: Sent = {}) =>
  gateway.send(
    auth.login,
    { account: username, password, agreed: true, ...(secondCode && { secondCode }), ...more },
    sent,
  );
/** The same code, sent three times at once: none was answered before all have been checked. */
const logInAtOnce = (context: Context, code: string) => {
  const { gateway, member } = context;
  const app = (tx: Tx) =>
    tx.selectFrom('authenticator').select('member').where('member', '=', member).forUpdate().execute();
  return whileLocked(gateway.db, app, () => Array.from({ length: 3 }, () => logIn(context, code)));
};
const asked = ({ code, body }: Reply) => code === '500' && body.secondStep === 'authenticator';
const mail = async ({ gateway, email }: Context) => (await newestTo(gateway, email)) ?? '';

test('a member adds an authenticator app, and signs in with the password and its code', async (context) => {
  assert.equal((await state(context)).since, undefined);
  const { key, address, recovery } = await add(context);
  assert.is(address, `otpauth://totp/Cloudphone:${context.username}?secret=${key}&issuer=Cloudphone`);
  assert.is(new Set(recovery).size, 10);
  assert.match(recovery[0]!, /^[a-z2-7]{5}-[a-z2-7]{5}$/);
  assert.match(await mail(context), /authenticator app was added/);
  assert.is((await state(context)).recoveryLeft, 10);

  const refused = await logIn(context);
  assert.ok(asked(refused));
  assert.match(refused.message, /authenticator app.*reload the page/, 'an older page shows what it is about');
  assert.ok(asked(await logIn(context, wrong)));
  assert.is((await logIn(context, next(context, key))).code, '1');
});

test('a member who did not turn it on signs in as before', async (context) => {
  assert.is((await logIn(context)).code, '1');
  await make(context);
  assert.is((await logIn(context)).code, '1', 'a key that no code confirmed is asked for nowhere');
});

test('a code alone signs nobody in: the password is checked first, and answers as always', async (context) => {
  const { key } = await add(context);
  const reply = await logIn(context, next(context, key), { password: 'mistaken1' });
  assert.equal([reply.code, reply.body.secondStep], ['500', undefined]);
});

test('a code is used once, and of one that is sent many times at once one signs in', async (context) => {
  const { key } = await add(context);
  const code = next(context, key);
  assert.is((await logIn(context, code)).code, '1');
  assert.ok(asked(await logIn(context, code)));
  const other = next(context, key);
  const all = await logInAtOnce(context, other);
  assert.is(all.filter((one) => one.code === '1').length, 1);
});

test('wrong codes are counted by member and place: strangers do not stop the member on their own phone', async (context) => {
  const { gateway } = context;
  const { key } = await add(context);
  const first = await logIn(context, next(context, key));
  const cookie = first.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const other = await addMember(gateway);
  const others = await logIn({ ...context, username: other.username });
  const elsewhere = { headers: { cookie: others.headers.getSetCookie()[0]?.split(';')[0] ?? '' } };
  assert.ok(elsewhere.headers.cookie && elsewhere.headers.cookie !== cookie);
  for (const left of [4, 3, 2]) assert.is((await logIn(context, wrong)).body.left, left);
  for (const left of [1, 0])
    assert.is((await logIn(context, wrong, {}, elsewhere)).body.left, left, 'a phone of somebody else');
  assert.match((await logIn(context, next(context, key))).message, /Try again in 1\d min/);
  assert.is(
    (await logIn(context, next(context, key), {}, { headers: { cookie } })).code,
    '1',
    'a known phone',
  );
  gateway.clock.ahead += 15 * minute + 1000;
  assert.is((await logIn(context, next(context, key))).code, '1');
  for (let round = 0; round < 4; round++) {
    for (let tries = 0; tries < 5; tries++) await logIn(context, wrong);
    gateway.clock.ahead += 15 * minute + 1000;
  }
  assert.match((await logIn(context, next(context, key))).message, /Try again in \d{3,4} min/, 'for a day');
});

test('parallel guesses cannot overrun the tries', async (context) => {
  await add(context);
  const all = await Promise.all(Array.from({ length: 8 }, (_, at) => logIn(context, String(100_200 + at))));
  assert.ok(all.filter(({ body }) => body.left > 0).length <= 4);
});

test('a recovery code takes the place of a code once, and every contact learns of it', async (context) => {
  const { recovery } = await add(context);
  assert.is((await logIn(context, recovery[3]!.toUpperCase().replace('-', ' '))).code, '1');
  assert.match(await mail(context), /recovery code was used.*Codes left: 9/);
  assert.ok(asked(await logIn(context, recovery[3])));
  assert.is((await state(context)).recoveryLeft, 9);
  const all = await logInAtOnce(context, recovery[4]!);
  assert.is(all.filter((one) => one.code === '1').length, 1);
});

test('a recovery code of another member, or of a key that was replaced, is wrong', async (context) => {
  const old = (await make(context)).body.recovery;
  await add(context);
  assert.ok(asked(await logIn(context, old[0])));
  const { id } = await addMember(context.gateway);
  const theirs = await add({ ...context, member: id, as: await context.gateway.signIn(id) });
  assert.ok(asked(await logIn(context, theirs.recovery[0])));
  assert.ok(asked(await logIn(context, next(context, theirs.key))));
});

test('the payment password proves who adds or removes it where one is set', async (context) => {
  const { gateway, as } = context;
  await gateway.send(pay.setPayPassword, { payPassword, password, requestKey: randomUUID() }, as);
  assert.is((await state(context)).asksPayPassword, true);
  assert.equal((await make(context)).body.problems, { payPassword: { rule: 'required' } });
  assert.is((await make(context, { payPassword: '000001' })).body.left, 4);
  const { key } = await add(context, { payPassword });
  const end = (input: object) => gateway.send(calls.endAuthenticator, input, as);
  assert.is((await end({ secondCode: next(context, key) })).code, '5001');
  assert.is((await end({ secondCode: next(context, key), password })).code, '5001');
  assert.ok(asked(await end({ secondCode: wrong, payPassword })));
  assert.ok(asked(await logIn(context)));
  assert.is((await end({ secondCode: next(context, key), payPassword })).code, '1');
  assert.match(await mail(context), /authenticator app was removed/);
  assert.is((await logIn(context)).code, '1');
  assert.is((await end({ secondCode: wrong, payPassword })).code, '1', 'again changes nothing');
});

test('a stolen session adds none without a proof, and removes none without a code', async (context) => {
  const { gateway, as } = context;
  assert.equal((await make(context, {})).body.problems, { password: { rule: 'required' } });
  assert.is((await make(context, { password: 'mistaken1' })).code, '500');
  const { recovery } = await add(context);
  assert.is((await make(context)).code, '500', 'it replaces none');
  const end = (secondCode: string) => gateway.send(calls.endAuthenticator, { secondCode, password }, as);
  assert.ok(asked(await end(wrong)));
  assert.is((await end(recovery[0]!)).code, '1');
});

test('a code to the mailbox proves a member who does not know the password', async (context) => {
  const { gateway, as } = context;
  await gateway.send(passkeys.sendOwnCode, {}, as);
  const code = /\d{6}/.exec(await mail(context))![0];
  assert.is((await make(context, { code })).code, '1');
  assert.is((await make(context, { code })).code, '5001', 'once');
});

test('a key is confirmed within half an hour, by its own code', async (context) => {
  const { gateway, as } = context;
  const confirm = (code: string) => gateway.send(calls.addAuthenticator, { code }, as);
  assert.is((await confirm('123456')).code, '500', 'nothing was begun');
  const { key } = (await make(context)).body;
  assert.is((await confirm(wrong)).body.left, 4);
  gateway.clock.ahead = confirmWithin + 1000;
  assert.match((await confirm(next(context, key))).message, /Too much time/);
  const again = (await make(context)).body.key;
  const code = next(context, again);
  assert.is((await confirm(code)).code, '1');
  assert.is((await confirm(code)).code, '1', 'its answer was lost');
});

test('a key that is confirmed while another is asked for stays the member’s', async (context) => {
  const { gateway, member } = context;
  const { key } = (await make(context)).body;
  const confirmed = (tx: Tx) =>
    tx.updateTable('authenticator').set({ added_at: new Date() }).where('member', '=', member).execute();
  const [late] = await whileLocked(gateway.db, confirmed, () => [make(context)]);
  assert.is(late?.code, '500');
  assert.is((await logIn(context, next(context, key))).code, '1');
});

test('payouts rest after it was added, and after it was removed', async (context) => {
  const { gateway, member, as } = context;
  await addAccount(gateway, member);
  const restsFor = async () => {
    const { usable_from } = await gateway.db.run
      .selectFrom('payout_account')
      .select('usable_from')
      .where('member', '=', member)
      .executeTakeFirstOrThrow();
    return (usable_from?.getTime() ?? 0) - Date.now() - gateway.clock.ahead;
  };
  const { recovery } = await add(context);
  assert.ok(Math.abs((await restsFor()) - 24 * hour) < minute);
  gateway.clock.ahead += 25 * hour;
  await gateway.send(calls.endAuthenticator, { secondCode: recovery[0], password }, as);
  assert.ok(Math.abs((await restsFor()) - 24 * hour) < minute);
});

test('a passkey signs in without a code', async (context) => {
  const { gateway, as } = context;
  await add(context);
  const phone = new SoftAuthenticator(new URL(gateway.settings.publicUrl).origin);
  const { options } = (await gateway.send(passkeys.makePasskey, { password }, as)).body;
  const made = { name: 'Phone', credential: phone.make(options), requestKey: randomUUID() };
  await gateway.send(passkeys.addPasskey, made, as);
  const ask = await gateway.send(passkeys.askPasskey, {});
  const headers = { cookie: ask.headers.getSetCookie()[0]?.split(';')[0] ?? '' };
  const credential = phone.answer(ask.body.options);
  assert.is((await gateway.send(passkeys.passkeyLogin, { credential }, { headers })).code, '1');
});

test('WeChat asks for the code too, to sign in and to link', async (context) => {
  const { gateway, username } = context;
  const { key } = await add(context);
  const ticket = async () =>
    (await gateway.send(auth.getOpenIdByCode, { code: sandboxCode(username, Date.now()) })).body
      .ticket as string;
  const link = { account: username, password, agreed: true };
  const first = await ticket();
  assert.ok(asked(await gateway.send(auth.wechatBind, { ...link, ticket: first })));
  const linked = { ...link, ticket: first, secondCode: next(context, key) };
  assert.is((await gateway.send(auth.wechatBind, linked)).code, '1');
  const again = (await gateway.send(auth.getOpenIdByCode, { code: sandboxCode(username, Date.now() + 1000) }))
    .body.ticket;
  assert.ok(asked(await gateway.send(auth.wechatLogin, { ticket: again })));
  const secondCode = next(context, key);
  assert.is((await gateway.send(auth.wechatLogin, { ticket: again, secondCode })).code, '1');
});

test('the reset by the desk ends it', async (context) => {
  const { gateway, username, email } = context;
  await add(context);
  assert.is((await operator(gateway, 'member', 'reset', username, email, '--yes')).code, 0);
  assert.is(
    await gateway.db.run
      .selectFrom('authenticator')
      .selectAll()
      .where('member', '=', context.member)
      .executeTakeFirst(),
    undefined,
  );
});

test('the database shows neither the key nor a recovery code', async (context) => {
  const { key, recovery } = await add(context);
  const rows = JSON.stringify(await context.gateway.db.run.selectFrom('authenticator').selectAll().execute());
  assert.not.ok(rows.includes(key));
  for (const code of recovery) assert.not.ok(rows.includes(code));
});

test.run();
