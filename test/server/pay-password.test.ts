import { createHash, randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/money/pay-password';
import * as payout from '../../src/contract/money/payout';
import * as promotion from '../../src/contract/money/promotion';
import * as wallet from '../../src/contract/money/wallet';
import * as messages from '../../src/contract/support/messages';
import { addMember, newestTo, password } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { give } from './support/shop';
import { addAccount } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  as: Sent;
  card: string;
}
const test = suite<Context>('payment password');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { PAY_PASSWORD_FROM: '0', PAYOUT_REST_HOURS: '24' } });
  const { gateway } = context;
  gateway.clock.ahead = 0;
  const name = randomUUID().slice(0, 8);
  context.member = (await addMember(gateway, { country: 'cn', email: `${name}@example.com` })).id;
  context.as = await gateway.signIn(context.member);
  context.card = await addAccount(gateway, context.member);
  await give(gateway, context.member, 'balance', 1000_00);
});
test.after(({ gateway }) => gateway.close());

const set = ({ gateway, as }: Context, payPassword = '591734', more: object = { password }) =>
  gateway.send(calls.setPayPassword, { payPassword, requestKey: randomUUID(), ...more }, as);
const verify = ({ gateway }: Context, payPassword: string, as: Sent) =>
  gateway.send(calls.verifyPay, { payPassword }, as);
const withdraw = ({ gateway, as, card }: Context, more: object = {}) =>
  gateway.send(
    wallet.applyWithdrawal,
    { source: 'balance', amount: 200_00, accountId: card, requestKey: randomUUID(), ...more },
    as,
  );
const mailOf = async ({ gateway, member }: Context) => {
  const { email } = await gateway.db.run
    .selectFrom('member')
    .select('email')
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  return String(email);
};
const kindsTold = async ({ gateway, member }: Context) =>
  (
    await gateway.db.run.selectFrom('system_message').select('kind').where('member', '=', member).execute()
  ).map(({ kind }) => kind);

test('a member without one is told to set it, and nothing is withdrawn', async (context) => {
  const { code, body } = await withdraw(context);
  assert.equal([code, body.needs], ['500', 'setPayPassword']);
  assert.equal((await context.gateway.send(wallet.listWithdrawals, {}, context.as)).body.items, []);
});

test('a member without one is asked to set it, even if others have one', async (context) => {
  const { gateway } = context;
  const other = (await addMember(gateway)).id;
  assert.is((await set({ ...context, member: other, as: await gateway.signIn(other) })).code, '1');
  assert.is((await withdraw(context)).body.needs, 'setPayPassword');
  assert.is((await verify(context, '591734', context.as)).body?.needs, 'setPayPassword');
});

test('a member with one withdraws by a proof of it, and by nothing else', async (context) => {
  const { as } = context;
  assert.is((await set(context)).code, '1');
  assert.is((await withdraw(context)).body.needs, 'payPassword');
  assert.is((await withdraw(context, { proof: 'made-up' })).body.needs, 'payPassword');
  const { body } = await verify(context, '591734', as);
  assert.is((await withdraw(context, { proof: body.proof })).code, '1');
  assert.ok((await kindsTold(context)).includes('withdrawalRequested'));
});

test('a request that was refused for want of a proof goes through with the same key', async (context) => {
  await set(context);
  const requestKey = randomUUID();
  assert.is((await withdraw(context, { requestKey })).body.needs, 'payPassword');
  const { proof } = (await verify(context, '591734', context.as)).body;
  const first = await withdraw(context, { requestKey, proof });
  assert.is(first.code, '1');
  context.gateway.clock.ahead = calls.proofTtl + 1000;
  assert.equal((await withdraw(context, { requestKey })).body, first.body, 'a repetition is not asked again');
});

test('a proof is good for five minutes, in its own session and for its own member', async (context) => {
  const { gateway, member, as } = context;
  await set(context);
  const { proof, validUntil } = (await verify(context, '591734', as)).body;
  assert.ok(Math.abs(Date.parse(validUntil) - Date.now() - calls.proofTtl) < 20_000);
  const elsewhere = await gateway.signIn(member);
  assert.is((await withdraw({ ...context, as: elsewhere }, { proof })).body.needs, 'payPassword');
  gateway.clock.ahead = calls.proofTtl + 1000;
  assert.is((await withdraw(context, { proof })).body.needs, 'payPassword');
});

test('ten wrong ones in a day are the last of this session, however far apart', async (context) => {
  const { gateway, as } = context;
  await set(context);
  const answers: { left: number; pausedUntil?: string }[] = [];
  for (const tries of [3, 5, 2]) {
    for (let nth = 0; nth < tries; nth++) answers.push((await verify(context, '000001', as)).body);
    gateway.clock.ahead += 16 * 60_000;
  }
  assert.equal(
    answers.map(({ left }) => left),
    [4, 3, 2, 4, 3, 2, 1, 0, 1, 0],
  );
  const pause = Date.parse(answers.at(-1)?.pausedUntil ?? '') - Date.now();
  assert.ok(pause > 20 * 3_600_000, 'the tenth says that the next is tomorrow');
});

test('five wrong ones pause this session only, and the member gets a message', async (context) => {
  const { gateway, member, as } = context;
  await set(context);
  for (const left of [4, 3, 2, 1]) assert.is((await verify(context, '000001', as)).body.left, left);
  const fifth = await verify(context, '000001', as);
  assert.equal([fifth.code, fifth.body.left], ['500', 0]);
  assert.ok(Date.parse(fifth.body.pausedUntil) > Date.now());
  assert.match(fifth.message, 'in 15 min');
  assert.is((await verify(context, '591734', as)).code, '500', 'even the right one waits');
  assert.ok((await kindsTold(context)).includes('payPasswordPaused'));
  const elsewhere = await gateway.signIn(member);
  assert.is((await verify(context, '591734', elsewhere)).code, '1');
});

test('an action uses a proof up, unless the action was refused', async (context) => {
  await set(context);
  const { proof } = (await verify(context, '591734', context.as)).body;
  const tooMuch = await withdraw(context, { proof, amount: 900_000_00 });
  assert.is(tooMuch.code !== '1' && tooMuch.body.needs, undefined);
  assert.is((await withdraw(context, { proof })).code, '1');
  assert.is((await withdraw(context, { proof })).body.needs, 'payPassword');
});

test('four uses of one proof at once move money once', async (context) => {
  await set(context);
  const { proof } = (await verify(context, '591734', context.as)).body;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => withdraw(context, { proof, amount: 100_00 })),
  );
  assert.is(answers.filter(({ code }) => code === '1').length, 1);
});

test('a proof for one action is good for no other amount, account or call', async (context) => {
  const { gateway, as, card } = context;
  await set(context);
  const input = { source: 'balance', amount: 200_00, accountId: card, requestKey: randomUUID() };
  const digest = createHash('sha256').update(JSON.stringify(input)).digest('hex');
  const proofFor = async (action: object) =>
    (await gateway.send(calls.verifyPay, { payPassword: '591734', ...action }, as)).body.proof;
  const action = { call: wallet.applyWithdrawal.path, digest };
  const proof = await proofFor(action);
  const apply = (more: object) => gateway.send(wallet.applyWithdrawal, { ...input, ...more }, as);
  assert.is((await apply({ proof, amount: 201_00 })).body.needs, 'payPassword', 'another amount');
  assert.is((await apply({ proof, requestKey: randomUUID() })).body.needs, 'payPassword', 'once more');
  assert.is(
    (await apply({ proof: await proofFor({ digest, call: 'txOrder/addByMoney' }) })).body.needs,
    'payPassword',
  );
  assert.is((await apply({ proof })).code, '1');
});

test('tries in one place leave five to every other, and ten in a day pause that place', async (context) => {
  const { gateway } = context;
  await set(context);
  const stolen = context.as;
  for (let round = 0; round < 2; round++) {
    for (let tries = 0; tries < 5; tries++) await verify(context, '000001', stolen);
    gateway.clock.ahead += 15 * 60_000 + 1000;
  }
  const { body } = await verify(context, '591734', stolen);
  assert.ok(Date.parse(body.pausedUntil) - Date.now() > 20 * 3_600_000, 'a day from the first');
  const own = await gateway.signIn(context.member);
  assert.is((await verify(context, '591734', own)).code, '1', 'the owner pays elsewhere');
});

test('after thirty wrong ones in a day a place has its first five tries and no more', async (context) => {
  const { gateway, member } = context;
  await set(context);
  for (let session = 0; session < 6; session++) {
    const as = await gateway.signIn(member);
    for (let tries = 0; tries < 5; tries++) await verify(context, '000001', as);
  }
  const last = await gateway.signIn(member);
  for (const left of [4, 3, 2, 1]) assert.is((await verify(context, '000001', last)).body.left, left);
  gateway.clock.ahead += 15 * 60_000 + 1000;
  await verify(context, '000001', last);
  assert.is((await verify(context, '591734', last)).code, '500', 'its share is used up');
  assert.is((await verify(context, '591734', await gateway.signIn(member))).code, '1');
});

test('after thirty wrong ones in a day the fifth try of another place is still one', async (context) => {
  const { gateway, member } = context;
  await set(context);
  for (let session = 0; session < 6; session++) {
    const as = await gateway.signIn(member);
    for (let tries = 0; tries < 5; tries++) await verify(context, '000001', as);
  }
  const own = await gateway.signIn(member);
  for (let tries = 0; tries < 4; tries++) await verify(context, '000001', own);
  assert.is((await verify(context, '591734', own)).code, '1');
});

test('a place that used up its share is paused until tomorrow by the thirtieth wrong one', async (context) => {
  const { gateway, member } = context;
  await set(context);
  for (let session = 0; session < 5; session++) {
    const as = await gateway.signIn(member);
    for (let tries = 0; tries < (session ? 5 : 4); tries++) await verify(context, '000001', as);
  }
  const place = await gateway.signIn(member);
  for (let tries = 0; tries < 5; tries++) await verify(context, '000001', place);
  gateway.clock.ahead += 15 * 60_000 + 1000;
  const { body } = await verify(context, '000001', place);
  assert.is(body.left, 0);
  assert.ok(Date.parse(body.pausedUntil) - Date.now() > 20 * 3_600_000, 'a day from its first');
});

test('parallel guesses cannot overrun the tries', async (context) => {
  await set(context);
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) => verify(context, String(100_200 + at * 7), context.as)),
  );
  assert.ok(answers.every(({ code }) => code === '500'));
  const counted = answers.filter(({ body }) => body.left > 0).length;
  assert.is(counted, 4);
});

test('only who proves who they are sets it, and an easy one is refused', async (context) => {
  const without = await set(context, '591734', {});
  assert.equal([without.code, without.body.problems], ['5001', { password: { rule: 'required' } }]);
  assert.is((await set(context, '591734', { password: 'wrong-2026' })).code, '500');
  for (const easy of ['123456', '000000', '112112', '654321'])
    assert.is((await set(context, easy)).body.problems?.payPassword.rule, 'risky', easy);
  assert.is((await set(context, '12a456')).body.problems.payPassword.rule, 'payPassword');
});

test('a code to the own mailbox sets it as well; a new one ends the proofs of the old', async (context) => {
  const { gateway, as } = context;
  await set(context);
  const { proof } = (await verify(context, '591734', as)).body;
  const sent = await gateway.send(calls.sendPayCode, {}, as);
  assert.equal([sent.code, sent.body.wait], ['1', 60], 'seconds until another one');
  const [code] = /\d{6}/.exec((await newestTo(gateway, await mailOf(context))) ?? '') ?? [];
  assert.is((await set(context, '402917', { code })).code, '1');
  await give(gateway, context.member, 'promotion', 50);
  const { id: to } = await addMember(gateway, { country: 'cn' });
  const gift = { to, amount: 10, requestKey: randomUUID(), proof };
  assert.is((await gateway.send(promotion.transferUserScore, gift, as)).body.needs, 'payPassword');
  const fresh = await verify(context, '402917', as);
  const early = await withdraw(context, { proof: fresh.body.proof });
  assert.equal([early.code, early.body.problems.accountId.rule], ['5001', 'wrong'], 'money rests');
});

test('the sign-in password sets the first one, and replaces none', async (context) => {
  await set(context);
  const { code, message } = await set(context, '402917');
  assert.is(code, '500');
  assert.match(message, /current payment password or a code/);
  assert.is((await set(context, '402917', {})).body.problems.current.rule, 'required');
  assert.is((await verify(context, '591734', context.as)).code, '1');
});

test('the current one sets a new one: contacts get a message, and payments continue', async (context) => {
  await set(context);
  const wrong = await set(context, '402917', { current: '000001' });
  assert.equal([wrong.code, wrong.body.left], ['500', 4]);
  assert.is((await set(context, '402917', { current: '591734' })).code, '1');
  assert.match(
    (await newestTo(context.gateway, await mailOf(context))) ?? '',
    /payment password .* was changed/,
  );
  const { proof } = (await verify(context, '402917', context.as)).body;
  assert.is((await withdraw(context, { proof })).code, '1');
});

test('a member replaces it ten times a day at most, since each time writes to their contacts', async (context) => {
  const digits = (at: number) => `59173${at}`;
  await set(context, digits(0));
  for (let at = 0; at < 10; at++)
    assert.is((await set(context, digits((at + 1) % 10), { current: digits(at) })).code, '1', `${at}`);
  assert.match((await set(context, '402917', { current: digits(0) })).message, /attempts/);
});

test('the payment password is nowhere in the database', async (context) => {
  const { gateway } = context;
  await set(context, '830264');
  await verify(context, '830264', context.as);
  for (const table of ['answered', 'pay_password', 'pay_proof', 'message', 'system_message'] as const) {
    const rows = await gateway.db.run.selectFrom(table).selectAll().execute();
    assert.not.ok(JSON.stringify(rows).includes('"830264"'), table);
  }
});

test('a new payout account asks for it, and rests a day before money goes there', async (context) => {
  const { gateway, as } = context;
  await set(context);
  const account = {
    kind: 'alipay',
    holder: '张伟',
    login: '13800138000',
    requestKey: randomUUID(),
  };
  assert.is((await gateway.send(payout.userAccountAdd, account, as)).body.needs, 'payPassword');
  const { proof } = (await verify(context, '591734', as)).body;
  const { body } = await gateway.send(payout.userAccountAdd, { ...account, proof }, as);
  assert.ok(Date.parse(body.availableAt) > Date.now() + 23 * 3_600_000);
  assert.ok((await kindsTold(context)).includes('payoutAccountAdded'));
  const early = await withdraw(context, { accountId: body.id, proof });
  assert.equal([early.code, early.body.problems.accountId.rule], ['5001', 'wrong']);
  gateway.clock.ahead = 24 * 3_600_000 + 60_000;
  const later = { ...context, as: await gateway.signIn(context.member) };
  const fresh = (await verify(later, '591734', later.as)).body.proof;
  assert.is((await withdraw(later, { accountId: body.id, proof: fresh })).code, '1');
});

test('a payout account is changed by a proof, too, so that nobody sends the money elsewhere', async (context) => {
  const { gateway, as } = context;
  const account = { kind: 'alipay', holder: '张伟', login: '13800138000', requestKey: randomUUID() };
  await set(context);
  const first = (await verify(context, '591734', as)).body.proof;
  const { id } = (await gateway.send(payout.userAccountAdd, { ...account, proof: first }, as)).body;
  const change = { ...account, id, login: '13900139000', requestKey: randomUUID() };
  assert.is((await gateway.send(payout.userAccountEdit, change, as)).body.needs, 'payPassword');
  const { proof } = (await verify(context, '591734', as)).body;
  const { body } = await gateway.send(payout.userAccountEdit, { ...change, proof }, as);
  assert.is(body.number, '139****9000');
});

test('promotion value is given away by a proof, too', async (context) => {
  const { gateway, as } = context;
  const friend = await addMember(gateway, { country: 'cn' });
  await give(gateway, context.member, 'promotion', 50);
  await set(context);
  const gift = { to: friend.id, amount: 10, requestKey: randomUUID() };
  assert.is((await gateway.send(promotion.transferUserScore, gift, as)).body.needs, 'payPassword');
  const { proof } = (await verify(context, '591734', as)).body;
  assert.is((await gateway.send(promotion.transferUserScore, { ...gift, proof }, as)).code, '1');
});

test('system messages can be read as messages', async (context) => {
  await set(context);
  const { items } = (await context.gateway.send(messages.listMessages, {}, context.as)).body;
  assert.match(items[0].title, /Payment password set/);
});

test('from the amount of the setting on a payment password is asked for, and not below it', async () => {
  const gateway = await openGateway({ env: { PAY_PASSWORD_FROM: '20000', PAYOUT_REST_HOURS: '0' } });
  const member = (await addMember(gateway, { country: 'cn' })).id;
  const context = {
    gateway,
    member,
    as: await gateway.signIn(member),
    card: await addAccount(gateway, member),
  };
  await give(gateway, member, 'balance', 1000_00);
  assert.is((await withdraw(context, { amount: 199_00 })).code, '1');
  assert.is((await withdraw(context, { amount: 200_00 })).body.needs, 'setPayPassword');
  const isRequired = async () =>
    (await gateway.send(calls.payPasswordState, {}, context.as)).body.required as boolean;
  assert.ok(await isRequired());
  gateway.settings.payPasswordFrom = undefined;
  assert.not(await isRequired(), 'it is off');
  await gateway.close();
});

test.run();
