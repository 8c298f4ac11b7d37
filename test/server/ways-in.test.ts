import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as calls from '../../src/contract/member/auth';
import * as pay from '../../src/contract/money/pay-password';
import * as promotion from '../../src/contract/money/promotion';
import * as wallet from '../../src/contract/money/wallet';
import { addBystander, rowsOf } from './support/bystander';
import { addMember, cheapPasswords, codeFor, newestTo, password, readPicture } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { addProduct, give, order } from './support/shop';
import { addAccount } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  username: string;
  phone: string;
  email: string;
  card: string;
}
const test = suite<Context>('ways into an account');
let phones = 13_711_100_000;
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { PAY_PASSWORD_FROM: '0', PAYOUT_REST_HOURS: '24' } });
  const { gateway } = context;
  gateway.clock.ahead = 0;
  const [phone, email] = [String(phones++), `${randomUUID().slice(0, 8)}@example.com`];
  const { id, username } = await addMember(gateway, { phone, email });
  Object.assign(context, { member: id, username, phone, email, card: await addAccount(gateway, id) });
  await give(gateway, id, 'balance', 1000_00);
  await usePayPassword(context, '591734');
});
test.after(({ gateway }) => gateway.close());

const chosen = 'another2027';
const day = 24 * 3_600_000;

const usePayPassword = async ({ gateway, member }: Context, digits: string) =>
  gateway.db.run
    .insertInto('pay_password')
    .values({ member, hash: await cheapPasswords.hash(digits), set_at: new Date() })
    .execute();
const login = ({ gateway, username }: Context, typed: string) =>
  gateway.send(calls.login, { account: username, password: typed, agreed: true });
const signIn = async (context: Context, typed: string): Promise<Sent> => {
  const { body } = await login(context, typed);
  return { token: body.token, userId: body.userInfo.userId };
};
/** A new password by a code to one of the member's contacts. */
async function resetBy({ gateway }: Context, contact: string) {
  const code = await codeFor(gateway, 'reset', contact);
  const form = { contact, code, password: chosen, confirm: chosen };
  assert.is((await gateway.send(calls.resetPassword, form)).code, '1');
}
const setPay = ({ gateway }: Context, as: Sent, proof: object, digits = '402917') =>
  gateway.send(pay.setPayPassword, { payPassword: digits, requestKey: randomUUID(), ...proof }, as);
const withdraw = async ({ gateway, card }: Context, as: Sent, digits: string) => {
  const { proof } = (await gateway.send(pay.verifyPay, { payPassword: digits }, as)).body;
  const asked = { source: 'balance', amount: 200_00, accountId: card, requestKey: randomUUID(), proof };
  return gateway.send(wallet.applyWithdrawal, asked, as);
};
const isCode = (text: string | undefined) => /\d{6}/.exec(text ?? '')?.[0];

test('the desk’s reset ends every way to sign in with the phone, and each contact gets a message', async (context) => {
  const { gateway, member, username, phone, email } = context;
  await gateway.db.run
    .insertInto('known_device')
    .values({ member, device: 'theirs', first_at: new Date(), seen_at: new Date() })
    .execute();
  const contact = `${randomUUID().slice(0, 8)}@new.example`;
  assert.is((await operator(gateway, 'member', 'reset', username, contact, '--yes')).code, 0);
  assert.is((await login(context, password)).code, '500', 'the old password');
  const picture = await readPicture(gateway);
  assert.is((await gateway.send(calls.sendCode, { purpose: 'reset', to: phone, ...picture })).code, '1');
  assert.match((await newestTo(gateway, phone)) ?? '', /no account with it/, 'the old phone');
  assert.match(
    (await newestTo(gateway, email)) ?? '',
    /renewed the way into your Cloudphone account: .\*\*\*@new/,
  );
  const devices = await gateway.db.run
    .selectFrom('known_device')
    .selectAll()
    .where('member', '=', member)
    .execute();
  assert.equal(devices, []);
  const row = await gateway.db.run
    .selectFrom('member')
    .select(['phone', 'email'])
    .where('id', '=', member)
    .executeTakeFirstOrThrow();
  assert.equal(row, { phone: null, email: contact });
});

test('after the desk’s reset the member chooses passwords, and money goes out a day later', async (context) => {
  const { gateway, username } = context;
  const contact = `${randomUUID().slice(0, 8)}@new.example`;
  await operator(gateway, 'member', 'reset', username, contact, '--yes');
  await resetBy(context, contact);
  const as = await signIn(context, chosen);
  assert.is((await setPay(context, as, { password })).code, '500', 'not by the old password');
  assert.is((await setPay(context, as, { password: chosen })).code, '1');
  const early = await withdraw(context, as, '402917');
  assert.equal([early.code, early.body.problems.accountId.rule], ['5001', 'wrong']);
  gateway.clock.ahead = day + 60_000;
  assert.is((await withdraw(context, await signIn(context, chosen), '402917')).code, '1');
});

test('after a changed contact, nothing is spent for a day and no payment password is replaced', async (context) => {
  const { gateway, member, phone } = context;
  const as = await signIn(context, password);
  const own = String(phones++);
  const form = { phone: own, code: await codeFor(gateway, 'phone', own, as), password };
  assert.is((await gateway.send(calls.modifyPhone, form, as)).code, '1');
  assert.match((await newestTo(gateway, phone)) ?? '', /was changed/);
  await gateway.send(pay.sendPayCode, {}, as);
  const code = isCode(await newestTo(gateway, own));
  assert.is((await setPay(context, as, { code })).code === '1', false);
  await give(gateway, member, 'promotion', 10);
  const { id: to } = await addMember(gateway);
  const proofOf = async () => (await gateway.send(pay.verifyPay, { payPassword: '591734' }, as)).body.proof;
  const transfer = async () =>
    gateway.send(
      promotion.transferUserScore,
      { to, amount: 1, requestKey: randomUUID(), proof: await proofOf() },
      as,
    );
  const productId = await addProduct(gateway);
  const buy = async () => order(gateway, as, orders.addByMoney, { productId, proof: await proofOf() });
  assert.match((await transfer()).message, /changed recently/);
  assert.match((await buy()).message, /changed recently/);
  assert.is((await withdraw(context, as, '591734')).code, '5001');
  gateway.clock.ahead = day + 60_000;
  assert.equal([(await transfer()).code, (await buy()).code], ['1', '1']);
});

test('after a changed mailbox, a code to the phone that was there replaces the payment password', async (context) => {
  const { gateway, phone } = context;
  const as = await signIn(context, password);
  const own = `${randomUUID().slice(0, 8)}@new.example`;
  const form = { email: own, code: await codeFor(gateway, 'email', own, as), password };
  assert.is((await gateway.send(calls.modifyEmail, form, as)).code, '1');
  await gateway.send(pay.sendPayCode, {}, as);
  const code = isCode(await newestTo(gateway, phone));
  assert.is((await setPay(context, as, { code })).code, '1');
});

test('a contact that the member has shown to be theirs as well stays', async (context) => {
  const { gateway, username, phone } = context;
  const contact = `${randomUUID().slice(0, 8)}@new.example`;
  await operator(gateway, 'member', 'reset', username, contact, '--keep-other', '--yes');
  await resetBy(context, phone);
  assert.match(
    (await operator(gateway, 'member', 'reset', username, 'a<b@example.com>', '--yes')).text,
    /e-mail/,
  );
});

test('a person with only the mailbox replaces no payment password, and withdraws nothing that day', async (context) => {
  const { gateway, phone, email } = context;
  await resetBy(context, email);
  assert.match((await newestTo(gateway, phone)) ?? '', /password of your Cloudphone account was changed/);
  const as = await signIn(context, chosen);
  assert.is((await setPay(context, as, { password: chosen })).code, '500');
  assert.is((await setPay(context, as, { current: '111222' })).body.left, 4);
  const { body: state } = await gateway.send(pay.payPasswordState, {}, as);
  assert.equal([state.isSet, state.codeTo], [true, `${phone.slice(0, 3)}****${phone.slice(-4)}`]);
  assert.ok(Date.parse(state.guardedUntil) > Date.now() + day - 60_000);
  await gateway.send(pay.sendPayCode, {}, as);
  assert.not.ok(isCode(await newestTo(gateway, email)), 'the code goes to the phone');
  assert.is((await withdraw(context, as, '591734')).code, '5001', 'not even with the right one');
  const code = isCode(await newestTo(gateway, phone));
  assert.is((await setPay(context, as, { code })).code, '1', 'the owner has the phone, too');
});

test('a phone that was put in afterwards proves nothing either, nor does a second reset by it', async (context) => {
  const { gateway, email } = context;
  await resetBy(context, email);
  const as = await signIn(context, chosen);
  const own = String(phones++);
  const code = await codeFor(gateway, 'phone', own, as);
  assert.is((await gateway.send(calls.modifyPhone, { phone: own, code, password: chosen }, as)).code, '1');
  assert.is((await gateway.send(pay.sendPayCode, {}, as)).code, '500');
  await resetBy(context, own);
  const again = await signIn(context, chosen);
  assert.is((await gateway.send(pay.sendPayCode, {}, again)).code, '500');
  assert.is((await setPay(context, again, { password: chosen })).code, '500');
});

test('a member with one contact waits a day, and then sets it as ever', async (context) => {
  const { gateway, member, email } = context;
  await gateway.db.run.updateTable('member').set({ phone: null }).where('id', '=', member).execute();
  await resetBy(context, email);
  const as = await signIn(context, chosen);
  assert.match(
    (await setPay(context, as, { password: chosen })).message,
    /You can change the payment password from/,
  );
  assert.is((await gateway.send(pay.sendPayCode, {}, as)).code, '500');
  gateway.clock.ahead = day + 60_000;
  const later = await signIn(context, chosen);
  assert.is((await setPay(context, later, { password: chosen })).code, '500', 'by a code only');
  await gateway.send(pay.sendPayCode, {}, later);
  assert.is((await setPay(context, later, { code: isCode(await newestTo(gateway, email)) })).code, '1');
});

const acts: [string, (context: Context) => Promise<unknown>][] = [
  [
    'a reset by the desk',
    ({ gateway, username }) =>
      operator(gateway, 'member', 'reset', username, `${randomUUID()}@new.example`, '--yes'),
  ],
  ['a reset by a code', (context) => resetBy(context, context.email)],
  [
    'a lock',
    async ({ gateway, username }) => {
      await operator(gateway, 'member', 'lock', username, 'stolen', '--yes');
      await operator(gateway, 'member', 'unlock', username, '--yes');
    },
  ],
  [
    'another phone',
    async ({ gateway, member }) => {
      const as = await gateway.signIn(member);
      const phone = String(phones++);
      const code = await codeFor(gateway, 'phone', phone, as);
      assert.is((await gateway.send(calls.modifyPhone, { phone, code, password }, as)).code, '1');
    },
  ],
  [
    'another payment password',
    async (context) => {
      const as = await signIn(context, password);
      assert.is((await setPay(context, as, { current: '591734' })).code, '1');
    },
  ],
];
for (const [what, act] of acts)
  test(`${what} leaves another member as they were: ways in, accounts and partners`, async (context) => {
    const { gateway, member } = context;
    const bystander = await addBystander(gateway);
    const [before, own] = [await rowsOf(gateway, bystander.id), await rowsOf(gateway, member)];
    assert.ok(Object.keys(before).length > 7, 'there is much to lose');
    await act(context);
    assert.equal(await rowsOf(gateway, bystander.id), before);
    if (what !== 'a lock') assert.not.equal(await rowsOf(gateway, member), own);
    assert.is((await gateway.send(calls.getInfo, {}, bystander.as)).code, '1');
  });

test.run();
