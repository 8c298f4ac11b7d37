import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/auth';
import * as declarations from '../../src/contract/member/declarations';
import { makeCode, proveCode } from '../../src/server/auth/codes';
import { contactOf } from '../../src/server/auth/contacts';
import { migrations } from '../../src/server/auth/migrations';
import type { RequestContext } from '../../src/server/kernel/context';
import { addMember, codeFor, newestTo, password, readPicture, registration } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('whose contact it is');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const chosen = 'another2027';
const ask = async (gateway: TestGateway, purpose: string, to: string, as?: object) =>
  gateway.send(calls.sendCode, { purpose, to, ...(await readPicture(gateway)) }, as);
/** A name of its own, with a k in it. */
const fresh = () => `k${randomUUID().slice(0, 8)}`;
const alike = (name: string) => name.replace(/k/g, '\u212a');

test('a code by mail has a subject, and one by text message has none', async ({ gateway }) => {
  const [phone, email] = [`138${String(Date.now()).slice(-8)}`, `${fresh()}@mail.example`];
  await addMember(gateway, { phone, email, country: 'cn' });
  for (const to of [phone, email]) assert.is((await ask(gateway, 'reset', to)).code, '1');
  const sent = await gateway.db.run
    .selectFrom('message')
    .select(['channel', 'subject'])
    .where('address', 'in', [phone, email])
    .orderBy('channel')
    .execute();
  assert.equal(
    sent.map(({ channel, subject }) => [channel, subject !== '']),
    [
      ['mail', true],
      ['sms', false],
    ],
  );
});

test('a mailbox that only looks like the owner’s gets no code, and opens nothing', async ({ gateway }) => {
  const name = fresh();
  const { id } = await addMember(gateway, { email: `${name}@mail.example` });
  const here = await gateway.signIn(id);
  const strange = `${alike(name)}@mail.example`;
  const answer = await ask(gateway, 'reset', strange);
  assert.is(answer.code, '1', 'whether there is an account is not told');
  assert.is(await newestTo(gateway, strange), undefined);
  assert.is(await newestTo(gateway, `${name}@mail.example`), undefined);
  const codes = await gateway.db.run
    .selectFrom('verification')
    .select('destination')
    .where('destination', '=', `${name}@mail.example`)
    .execute();
  assert.equal(codes, [], 'no code is good for the owner’s account');
  assert.is((await gateway.send(calls.getInfo, {}, here)).code, '1');
});

test('mail about an account goes to its address, in whatever case it was typed', async ({ gateway }) => {
  const name = fresh();
  const [own, typed] = [`${name}@Mail.example`, `${name.toUpperCase()}@mail.example`];
  await addMember(gateway, { email: own });
  assert.is((await ask(gateway, 'reset', typed)).code, '1');
  assert.is(await newestTo(gateway, typed), undefined);
  const code = /\d{6}/.exec((await newestTo(gateway, own)) ?? '')?.[0];
  const form = { contact: typed, code, password: chosen, confirm: chosen };
  assert.is((await gateway.send(calls.resetPassword, form)).code, '1');
  assert.is(await newestTo(gateway, typed), undefined);
  assert.match((await newestTo(gateway, own)) ?? '', /password of your Cloudphone account was changed/);
  assert.is((await ask(gateway, 'register', typed)).code, '1');
  assert.match((await newestTo(gateway, own)) ?? '', /there is an account with it already/);
});

test('an address that a mailer reads as another is nobody’s contact', async ({ gateway }) => {
  const name = fresh();
  const { id } = await addMember(gateway);
  const here = await gateway.signIn(id);
  const own = `${name}@mail.example`;
  const others = [
    `a<${own}>`,
    `(c)${own}`,
    `g:${own};`,
    `a,${own}`,
    `"x"<${own}>`,
    `"x y"@mail.example`,
    `${name}.@mail.example`,
    `${name}@[127.0.0.1]`,
    `${name}@127.0.0.1`,
    `${name}@-mail.example`,
    `${alike(name)}@mail.example`,
    `${name}\u200b@mail.example`,
    `${name}@m\u00e4il.example`,
    `${'x'.repeat(65)}@mail.example`,
  ];
  for (const to of others) {
    for (const [purpose, as] of [['register'], ['email', here]] as const) {
      const { body } = await ask(gateway, purpose, to, as);
      assert.ok(['contact', 'email'].includes(body.problems?.to?.rule), `${purpose} ${to}`);
    }
    await ask(gateway, 'reset', to);
    for (const address of [to, own]) assert.is(await newestTo(gateway, address), undefined, to);
  }
});

test('a member whose address is from before that rule is written to, and gets in again', async ({
  gateway,
}) => {
  const email = `jos\u00e9${fresh()}@ex\u00e4mple.com`;
  const { username } = await addMember(gateway, { email });
  const code = await codeFor(gateway, 'reset', email);
  const form = { contact: email, code, password: chosen, confirm: chosen };
  assert.is((await gateway.send(calls.resetPassword, form)).code, '1');
  assert.is(
    (await gateway.send(calls.login, { account: username, password: chosen, agreed: true })).code,
    '1',
  );
});

test('an address that was compared as another’s before is that other’s to register with now', async ({
  gateway,
}) => {
  const name = fresh();
  const [own, strange] = [`${name}@mail.example`, `${alike(name)}@mail.example`];
  const { id } = await addMember(gateway, { email: strange, email_key: own });
  for (const { id: step, sql: text } of migrations)
    if (step === 'session-3-ascii') await sql.raw(text).execute(gateway.db.run);
  const form = await registration(gateway, { username: `u${name}`, contact: own });
  assert.is((await gateway.send(calls.register, form)).code, '1');
  const code = await codeFor(gateway, 'reset', strange);
  const reset = { contact: strange, code, password: chosen, confirm: chosen };
  assert.is((await gateway.send(calls.resetPassword, reset)).code, '1');
  assert.is(
    (await gateway.send(calls.login, { account: strange, password: chosen, agreed: true })).body.userInfo
      .userId,
    id,
  );
});

test('a code that was replaced by a newer one before it is used does nothing', async ({ gateway }) => {
  const email = `${fresh()}@mail.example`;
  await addMember(gateway, { email });
  const code = await codeFor(gateway, 'reset', email);
  const ctx = { db: gateway.db, now: Date.now(), device: { id: '' } } as RequestContext;
  const proof = await proveCode(ctx, 'reset', contactOf(email), code);
  await gateway.db.run.updateTable('verification').set({ code_hash: 'another' }).execute();
  let refused = false;
  await gateway.db.tx((tx) => proof.consume(tx)).catch(() => (refused = true));
  assert.ok(refused);
});

test('a device may have a code for each purpose: wrong guesses at one leave the other unchanged', async ({
  gateway,
}) => {
  const contact = contactOf(`${fresh()}@mail.example`);
  const ctx = { db: gateway.db, now: Date.now(), device: { id: 'phone' } } as RequestContext;
  const purposes = ['reset', 'pay', 'factor'] as const;
  const codes = await gateway.db.tx((tx) =>
    Promise.all(purposes.map((one) => makeCode(tx, one, contact, ctx))),
  );
  const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const isRefused = (purpose: (typeof purposes)[number], code: string) =>
    proveCode(ctx, purpose, contact, code).then(
      () => false,
      () => true,
    );
  for (let guess = 0; guess < 5; guess++) assert.ok(await isRefused('pay', wrong(codes[1] ?? '')));
  assert.ok(await isRefused('pay', codes[1] ?? ''), 'five guesses are used up');
  for (const at of [0, 2] as const) {
    const proof = await proveCode(ctx, purposes[at], contact, codes[at] ?? '');
    await gateway.db.tx((tx) => proof.consume(tx));
    assert.ok(await isRefused(purposes[at], codes[at] ?? ''), 'it is used');
  }
});

test('a username that only looks like another’s is nobody’s', async ({ gateway }) => {
  const name = fresh();
  await addMember(gateway, { username: name });
  const as = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(calls.login, { account: alike(name), password, agreed: true })).code, '500');
  const found = async (account: string) =>
    (await gateway.send(declarations.findCustomer, { account }, as)).body.registered;
  assert.is(await found(name.toUpperCase()), true);
  assert.not.ok(await found(alike(name)));
});

test('a member who changes one contact gets a message at every earlier contact', async ({ gateway }) => {
  const [phone, email] = ['13700000041', `${fresh()}@mail.example`];
  const { id } = await addMember(gateway, { phone, email });
  const here = await gateway.signIn(id);
  const code = await codeFor(gateway, 'phone', '13700000042', here);
  assert.is(
    (await gateway.send(calls.modifyPhone, { phone: '13700000042', code, password }, here)).code,
    '1',
  );
  for (const address of [phone, email])
    assert.match((await newestTo(gateway, address)) ?? '', /changed to 137\*\*\*\*0042/, address);
});

test.run();
