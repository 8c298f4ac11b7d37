import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/auth';
import { addMember, codeFor, newestTo, password, readPicture } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('passwords and contacts');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const chosen = 'another2027';
const login = (gateway: TestGateway, account: string, typed: string) =>
  gateway.send(calls.login, { account, password: typed, agreed: true });

test('a member who forgot the password chooses another, and is signed out everywhere', async ({
  gateway,
}) => {
  const { id } = await addMember(gateway, { username: 'forgetful', email: 'forget@example.com' });
  const before = await gateway.signIn(id);
  const code = await codeFor(gateway, 'reset', 'forget@example.com');
  const form = { contact: 'Forget@example.com', code, password: chosen, confirm: chosen };
  assert.is((await gateway.send(calls.resetPassword, form)).code, '1');
  assert.is((await gateway.send(calls.getInfo, {}, before)).code, '510');
  assert.is((await login(gateway, 'forgetful', password)).code, '500');
  assert.is((await login(gateway, 'forgetful', chosen)).code, '1');
  assert.match(
    (await newestTo(gateway, 'forget@example.com'))!,
    /password of your Cloudphone account was changed/,
  );
  assert.equal((await gateway.send(calls.resetPassword, form)).body.problems, { code: { rule: 'wrong' } });
});

test('a member locked out by guesses gets in again with a new password', async ({ gateway }) => {
  await addMember(gateway, { username: 'locked', email: 'locked@example.com' });
  for (let at = 0; at < 9; at++) await login(gateway, 'locked', 'mistaken1');
  assert.match((await login(gateway, 'locked', password)).message, /Too many attempts/);
  const code = await codeFor(gateway, 'reset', 'locked@example.com');
  await gateway.send(calls.resetPassword, {
    contact: 'locked@example.com',
    code,
    password: chosen,
    confirm: chosen,
  });
  assert.is((await login(gateway, 'locked', chosen)).code, '1');
});

test('whether a contact has an account is not told to who forgot a password', async ({ gateway }) => {
  await addMember(gateway, { email: 'member@example.com' });
  const ask = async (to: string) =>
    gateway.send(calls.sendCode, { purpose: 'reset', to, ...(await readPicture(gateway)) });
  const known = await ask('member@example.com');
  const unknown = await ask('nobody@example.com');
  assert.equal([known.code, known.message, known.body], [unknown.code, unknown.message, unknown.body]);
  assert.is((await ask('nobody@example.com')).code, '500', 'has to wait like any other');
  const note = (await newestTo(gateway, 'nobody@example.com'))!;
  assert.match(note, /there is no account with it/);
  assert.not.match(note, /\d{6}/);
  const form = { contact: 'nobody@example.com', code: '123456', password: chosen, confirm: chosen };
  assert.equal((await gateway.send(calls.resetPassword, form)).body.problems, { code: { rule: 'wrong' } });
});

test('a code that went to an address that its member has changed since resets no password', async ({
  gateway,
}) => {
  const { id } = await addMember(gateway, { username: 'moved', email: 'left@example.com' });
  const here = await gateway.signIn(id);
  const code = await codeFor(gateway, 'reset', 'left@example.com');
  const email = 'joined@example.com';
  const change = { email, code: await codeFor(gateway, 'email', email, here), password };
  assert.is((await gateway.send(calls.modifyEmail, change, here)).code, '1');
  const form = { contact: 'left@example.com', code, password: chosen, confirm: chosen };
  assert.equal((await gateway.send(calls.resetPassword, form)).body.problems, { code: { rule: 'wrong' } });
  assert.is((await login(gateway, 'moved', password)).code, '1');
});

test('a new password may not be the username or the contact', async ({ gateway }) => {
  await addMember(gateway, { username: 'samesame', email: 'samemail@example.com' });
  const code = await codeFor(gateway, 'reset', 'samemail@example.com');
  for (const risky of ['SAMESAME', 'samemail', '111111', 'Sunshine1', 'dragon123']) {
    const form = { contact: 'samemail@example.com', code, password: risky, confirm: risky };
    const { body } = await gateway.send(calls.resetPassword, form);
    assert.equal(body.problems, { password: { rule: 'risky' } }, risky);
  }
});

test('a code for one purpose or contact opens no other', async ({ gateway }) => {
  await addMember(gateway, { email: 'one@example.com' });
  await addMember(gateway, { email: 'two@example.com' });
  const code = await codeFor(gateway, 'reset', 'one@example.com');
  const reset = { contact: 'two@example.com', code, password: chosen, confirm: chosen };
  assert.equal((await gateway.send(calls.resetPassword, reset)).body.problems, { code: { rule: 'wrong' } });
  const register = { ...reset, contact: 'one@example.com', username: 'thief', agreed: true };
  assert.equal((await gateway.send(calls.register, register)).body.problems, { code: { rule: 'wrong' } });
});

test('a member changes the phone: the old one gets a message, other sessions end', async ({ gateway }) => {
  const { id } = await addMember(gateway, { username: 'mover', phone: '13700000001' });
  const here = await gateway.signIn(id);
  const elsewhere = await gateway.signIn(id);
  const code = await codeFor(gateway, 'phone', '13700000002', here);
  const { body } = await gateway.send(calls.modifyPhone, { phone: '+8613700000002', code, password }, here);
  assert.is(body.userInfo.phone, '137****0002');
  assert.is((await gateway.send(calls.getInfo, {}, here)).code, '1');
  assert.is((await gateway.send(calls.getInfo, {}, elsewhere)).code, '510');
  assert.match((await newestTo(gateway, '13700000001'))!, /changed to 137\*\*\*\*0002/);
  assert.is((await login(gateway, '13700000002', password)).code, '1');
  assert.is((await login(gateway, '13700000001', password)).code, '500');
});

test('a first mailbox is told to the phone that was there', async ({ gateway }) => {
  const { id } = await addMember(gateway, { phone: '13700000003' });
  const here = await gateway.signIn(id);
  const code = await codeFor(gateway, 'email', 'New@example.com', here);
  const { body } = await gateway.send(calls.modifyEmail, { email: 'new@example.com', code, password }, here);
  assert.is(body.userInfo.email, 'n***@example.com');
  assert.is(body.userInfo.phone, '137****0003');
  assert.match((await newestTo(gateway, '13700000003'))!, /changed to n\*\*\*@example.com/);
});

test('a change needs the password, and guesses at it on a phone that was left lying lock that phone only', async ({
  gateway,
}) => {
  const { id } = await addMember(gateway, { username: 'borrowed', email: 'borrowed@example.com' });
  const here = await gateway.signIn(id);
  const code = await codeFor(gateway, 'email', 'thief@example.com', here);
  const form = { email: 'thief@example.com', code, password: 'mistaken1' };
  const { code: refused, message } = await gateway.send(calls.modifyEmail, form, here);
  assert.is(refused, '500');
  assert.match(message, /password is wrong/);
  await Promise.all(Array.from({ length: 10 }, () => gateway.send(calls.modifyEmail, form, here)));
  const right = { ...form, password };
  assert.match((await gateway.send(calls.modifyEmail, right, here)).message, /Too many attempts/);
  assert.is((await login(gateway, 'borrowed', password)).code, '1');
});

test('only the owner learns that a phone or mailbox belongs to a member', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const here = await gateway.signIn(id);
  await addMember(gateway, { email: 'owner@example.com' });
  const ask = async (purpose: string, to: string, as = here) =>
    (await gateway.send(calls.sendCode, { purpose, to, ...(await readPicture(gateway)) }, as)).body.problems;
  assert.equal(await ask('email', 'OWNER@example.com'), undefined);
  assert.match((await newestTo(gateway, 'owner@example.com')) ?? '', /belongs to your account/);
  assert.not.match((await newestTo(gateway, 'owner@example.com')) ?? '', /\d{6}/);
  assert.equal(await ask('phone', 'me@example.com'), { to: { rule: 'phone' } });
  assert.equal(await ask('email', '13700000009'), { to: { rule: 'email' } });

  const code = await codeFor(gateway, 'email', 'soon@example.com', here);
  await addMember(gateway, { email: 'soon@example.com' });
  const { body } = await gateway.send(calls.modifyEmail, { email: 'soon@example.com', code, password }, here);
  assert.equal(body.problems, { email: { rule: 'taken' } });
});

test('a contact is changed by somebody who is signed in', async ({ gateway }) => {
  const picture = await readPicture(gateway);
  const sent = await gateway.send(calls.sendCode, { purpose: 'phone', to: '13700000008', ...picture });
  assert.is(sent.code, '510');
  assert.is(
    (await gateway.send(calls.modifyPhone, { phone: '13700000008', code: '123456', password })).code,
    '510',
  );
});

test.run();
