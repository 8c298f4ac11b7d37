import { createHash, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as auth from '../../src/contract/member/auth';
import * as passkeys from '../../src/contract/member/passkeys';
import * as pay from '../../src/contract/money/pay-password';
import * as promotion from '../../src/contract/money/promotion';
import * as wallet from '../../src/contract/money/wallet';
import { challengeTtl } from '../../src/server/auth/passkeys/challenges';
import { pays } from '../../src/server/auth/passkeys/paying';
import { SoftAuthenticator } from './support/authenticator';
import { addMember, newestTo, password, readPicture } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { give } from './support/shop';
import { addAccount } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  email: string;
  as: Sent;
  card: string;
}
const test = suite<Context>('payments by passkey');
const rest = 24 * 3_600_000;
const payPassword = '591734';
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { PAY_PASSWORD_FROM: '0', PAYOUT_REST_HOURS: '24' } });
  const { gateway } = context;
  gateway.clock.ahead = 0;
  context.email = `${randomUUID().slice(0, 8)}@pay.example`;
  context.member = (await addMember(gateway, { country: 'cn', email: context.email })).id;
  context.as = await gateway.signIn(context.member);
  context.card = await addAccount(gateway, context.member);
  await give(gateway, context.member, 'balance', 1000_00);
});
test.after(({ gateway }) => gateway.close());

const setPayPassword = ({ gateway, as }: Context) =>
  gateway.send(pay.setPayPassword, { payPassword, password, requestKey: randomUUID() }, as);

/** Adds a passkey with everything that is asked for. */
async function add(context: Context, more: object = {}): Promise<SoftAuthenticator> {
  const { gateway, as } = context;
  const key = new SoftAuthenticator(new URL(gateway.settings.publicUrl).origin);
  const { body } = await gateway.send(passkeys.makePasskey, { password, ...more }, as);
  const made = { name: 'My phone', credential: key.make(body.options), requestKey: randomUUID() };
  assert.is((await gateway.send(passkeys.addPasskey, made, as)).code, '1');
  return key;
}
/** A passkey that was added a day ago. */
async function addRested(context: Context): Promise<SoftAuthenticator> {
  const key = await add(context);
  context.gateway.clock.ahead += rest + 1000;
  return key;
}

const withdrawal = ({ card }: Context) => ({
  source: 'balance',
  amount: 200_00,
  accountId: card,
  requestKey: randomUUID(),
});
const actionOf = (input: object, call: { path: string } = wallet.applyWithdrawal) => ({
  call: call.path,
  digest: createHash('sha256').update(JSON.stringify(input)).digest('hex'),
});
const ask = async ({ gateway, as }: Context, action: object): Promise<any> =>
  (await gateway.send(passkeys.askPayPasskey, action, as)).body.options;
const verify = ({ gateway, as }: Context, credential: object) =>
  gateway.send(passkeys.verifyPayPasskey, { credential }, as);
const apply = ({ gateway, as }: Context, input: object, proof?: string) =>
  gateway.send(wallet.applyWithdrawal, { ...input, ...(proof && { proof }) }, as);

/** A proof by passkey for one withdrawal. */
const prove = async (context: Context, key: SoftAuthenticator, input: object) =>
  (await verify(context, key.answer(await ask(context, actionOf(input))))).body?.proof as string;

test('a member confirms a withdrawal with a passkey in place of the payment password', async (context) => {
  await setPayPassword(context);
  const key = await add(context, { payPassword });
  context.gateway.clock.ahead = rest + 1000;
  const input = withdrawal(context);
  const refused = await apply(context, input);
  assert.equal(refused.body, { needs: 'payPassword', amount: 200_00, passkey: true });
  const proof = await prove(context, key, input);
  assert.is((await apply(context, input, proof)).code, '1');
  const again = { ...input, requestKey: randomUUID() };
  assert.is((await apply(context, again, proof)).body.needs, 'payPassword', 'a proof is used once');
});

test('a member without a payment password, too, confirms with a passkey', async (context) => {
  const key = await addRested(context);
  const input = withdrawal(context);
  assert.equal((await apply(context, input)).body, {
    needs: 'setPayPassword',
    amount: 200_00,
    passkey: true,
  });
  assert.is((await apply(context, input, await prove(context, key, input))).code, '1');
});

test('a member without passkeys, or of another one, is offered none', async (context) => {
  const { gateway } = context;
  await addRested(context);
  const other = (await addMember(gateway, { country: 'cn' })).id;
  const theirs = { ...context, member: other, as: await gateway.signIn(other) };
  await give(gateway, other, 'balance', 1000_00);
  const input = withdrawal({ ...theirs, card: await addAccount(gateway, other) });
  assert.equal((await apply(theirs, input)).body, { needs: 'setPayPassword', amount: 200_00 });
  const asked = await gateway.send(passkeys.askPayPasskey, actionOf(input), theirs.as);
  assert.equal([asked.code, asked.body], ['500', {}]);
});

test('a member whose passkeys belong to another address of ours is asked for none of them', async (context) => {
  const { gateway, as, member } = context;
  await addRested(context);
  await gateway.db.run
    .updateTable('passkey')
    .set({ rp: 'elsewhere.example' })
    .where('member', '=', member)
    .execute();
  const input = withdrawal(context);
  assert.equal((await apply(context, input)).body, { needs: 'setPayPassword', amount: 200_00 });
  assert.is((await gateway.send(passkeys.askPayPasskey, actionOf(input), as)).code, '500');
});

test('a stolen session adds no passkey without the payment password, and confirms nothing', async (context) => {
  const { gateway, as } = context;
  await setPayPassword(context);
  const make = async (input: object) => (await gateway.send(passkeys.makePasskey, input, as)).body;
  assert.equal((await make({ password })).problems, { payPassword: { rule: 'required' } });
  assert.equal((await make({ payPassword })).problems, { password: { rule: 'required' } });
  assert.is((await make({ password, payPassword: '000001' })).left, 4);
  assert.ok((await make({ password, payPassword })).options);
  assert.is((await gateway.send(passkeys.listPasskeys, {}, as)).body.asksPayPassword, true);
  const input = withdrawal(context);
  const forged = new SoftAuthenticator(new URL(gateway.settings.publicUrl).origin);
  const options = { rpId: 'localhost', challenge: 'AAAA' };
  assert.is((await verify(context, forged.answer(options))).code, '500');
  assert.is((await apply(context, input)).body.needs, 'payPassword');
});

test('a new passkey confirms nothing for a day, and signs in at once', async (context) => {
  const { gateway, as } = context;
  const key = await add(context);
  const input = withdrawal(context);
  assert.is((await apply(context, input)).body.passkey, undefined);
  const early = await gateway.send(passkeys.askPayPasskey, actionOf(input), as);
  assert.is(early.code, '500');
  assert.match(early.message, /This passkey is new/);
  context.gateway.clock.ahead = rest - 60_000;
  assert.is((await gateway.send(passkeys.askPayPasskey, actionOf(input), as)).code, '500');
  // beside an older one that is asked for, a new one does not answer in its place
  context.gateway.clock.ahead = rest + 1000;
  const old = await ask(context, actionOf(input));
  const fresh = await add(context);
  assert.is((await verify(context, fresh.answer(old))).code, '500');
  assert.ok(await prove(context, key, input));
});

test('a passkey of another member confirms nothing, in either session', async (context) => {
  const { gateway } = context;
  await addRested(context);
  const other = (await addMember(gateway, { country: 'cn' })).id;
  const theirs = { ...context, member: other, as: await gateway.signIn(other) };
  const foreign = await add(theirs);
  gateway.clock.ahead += rest + 1000;
  const input = withdrawal(context);
  assert.is((await verify(context, foreign.answer(await ask(context, actionOf(input))))).code, '500');
  const asked = await ask(theirs, actionOf(input));
  assert.is((await verify(context, foreign.answer(asked))).code, '500', 'their challenge, their passkey');
});

test('an answer is good once, and in the session that asked only', async (context) => {
  const { gateway, member } = context;
  const key = await addRested(context);
  const input = withdrawal(context);
  const answer = key.answer(await ask(context, actionOf(input)));
  const elsewhere = { ...context, as: await gateway.signIn(member) };
  assert.is((await verify(elsewhere, answer)).code, '500', 'a session that did not ask');
  const right = key.answer(await ask(context, actionOf(input)));
  const { proof } = (await verify(context, right)).body;
  assert.is((await verify(context, right)).code, '500', 'a replay');
  assert.is(
    (await apply(elsewhere, input, proof)).body.needs,
    'setPayPassword',
    'a proof of another session',
  );
  assert.is((await apply(context, input, proof)).code, '1');
});

test('of one answer that is sent many times at once, one gives a proof', async (context) => {
  const key = await addRested(context);
  const answer = key.answer(await ask(context, actionOf(withdrawal(context))));
  const all = await Promise.all(Array.from({ length: 4 }, () => verify(context, answer)));
  assert.is(all.filter(({ code }) => code === '1').length, 1);
});

test('an answer for one call or amount confirms no other', async (context) => {
  const { gateway, member, as } = context;
  const key = await addRested(context);
  await give(gateway, member, 'promotion', 50);
  const { id: to } = await addMember(gateway, { country: 'cn' });
  const gift = { to, amount: 10, requestKey: randomUUID() };
  const input = withdrawal(context);
  const proof = await prove(context, key, input);
  const transfer = (proved: string) =>
    gateway.send(promotion.transferUserScore, { ...gift, proof: proved }, as);
  assert.is((await transfer(proof)).body.needs, 'setPayPassword', 'another call');
  const renamed = await verify(context, key.answer(await ask(context, actionOf(gift))));
  assert.is((await transfer(renamed.body.proof)).body.needs, 'setPayPassword', 'its input by another call');
  const more = { ...input, amount: 201_00 };
  assert.is((await apply(context, more, proof)).body.needs, 'setPayPassword', 'another amount');
  assert.is((await apply(context, input, proof)).code, '1');
});

test('an answer to a challenge for another purpose confirms nothing, and this one signs nobody in', async (context) => {
  const { gateway } = context;
  const key = await addRested(context);
  const asked = (await gateway.send(passkeys.askPasskey, {}, context.as)).body.options;
  assert.is((await verify(context, key.answer(asked))).code, '500');
  const options = await ask(context, actionOf(withdrawal(context)));
  const signIn = await gateway.send(passkeys.passkeyLogin, { credential: key.answer(options) }, context.as);
  assert.is(signIn.code, '500');
});

test('an answer that is late, verifies nobody, or comes from another page confirms nothing', async (context) => {
  const { gateway } = context;
  const key = await addRested(context);
  const action = actionOf(withdrawal(context));
  const asked = async () => ask(context, action);
  assert.is((await verify(context, key.answer(await asked(), { unverified: true }))).code, '500');
  const origin = 'https://cloudph0ne.example';
  assert.is((await verify(context, key.answer(await asked(), { origin }))).code, '500');
  const late = await asked();
  gateway.clock.ahead += challengeTtl + 1000;
  assert.is((await verify(context, key.answer(late))).code, '500');
  assert.is((await verify(context, key.answer(await asked()))).code, '1');
});

test('wrong answers count as wrong payment passwords do, and after five both wait', async (context) => {
  const { gateway, as } = context;
  await setPayPassword(context);
  const key = await add(context, { payPassword });
  gateway.clock.ahead = rest + 1000;
  const action = actionOf(withdrawal(context));
  for (const left of [4, 3]) {
    const wrong = await verify(context, key.answer(await ask(context, action), { unverified: true }));
    assert.equal([wrong.code, wrong.body.left], ['500', left]);
  }
  for (const left of [2, 1, 0])
    assert.is((await gateway.send(pay.verifyPay, { payPassword: '000001' }, as)).body.left, left);
  const paused = await verify(context, key.answer(await ask(context, action)));
  assert.ok(Date.parse(paused.body.pausedUntil) > Date.now());
});

test('after a reset of the password a passkey confirms, and the money rests all the same', async (context) => {
  const { gateway, email, member } = context;
  const key = await addRested(context);
  const to = { purpose: 'reset', to: email, ...(await readPicture(gateway)) };
  await gateway.send(auth.sendCode, to);
  const code = /\d{6}/.exec((await newestTo(gateway, email))!)![0];
  const form = { contact: email, code, password: 'other2031', confirm: 'other2031' };
  assert.is((await gateway.send(auth.resetPassword, form)).code, '1');
  const after = { ...context, as: await gateway.signIn(member) };
  const input = withdrawal(after);
  const early = await apply(after, input, await prove(after, key, input));
  assert.equal([early.code, early.body.problems?.accountId.rule], ['5001', 'wrong']);
});

test('a passkey that was removed confirms nothing, even what it was asked before', async (context) => {
  const { gateway, as } = context;
  const key = await addRested(context);
  const options = await ask(context, actionOf(withdrawal(context)));
  const { items } = (await gateway.send(passkeys.listPasskeys, {}, as)).body;
  await gateway.send(passkeys.endPasskey, { id: items[0].id }, as);
  assert.is((await verify(context, key.answer(options))).code, '500');
});

test('a passkey may confirm payments from the moment on at which its rest is over', ({
  gateway: { settings },
}) => {
  const created_at = new Date();
  const at = (rested: number) =>
    pays({ created_at }, { member: '', settings, now: created_at.getTime() + rested });
  const { payoutCoolingOff } = settings;
  assert.equal([at(payoutCoolingOff - 1), at(payoutCoolingOff)], [false, true]);
});

test.run();
