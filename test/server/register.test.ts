import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listCoupons } from '../../src/contract/buying/products';
import * as calls from '../../src/contract/member/auth';
import { listMessages } from '../../src/contract/support/messages';
import { addMember, codeFor, newestTo, password, readPicture, registration } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { production } from './support/production';

const test = suite<{ gateway: TestGateway }>('register');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const minute = 60_000;

test('a new member registers, is signed in and has bought nothing yet', async ({ gateway }) => {
  const form = await registration(gateway, { username: 'Ann1', contact: 'Ann@Example.com' });
  const { code, body } = await gateway.send(calls.register, form);
  assert.is(code, '1');
  assert.is(body.userInfo.username, 'Ann1');
  assert.is(body.userInfo.examineState, 0);
  assert.is(body.userInfo.country, 'intl');
  assert.match(body.userInfo.inviteCode, /^[A-Z2-9]{8}$/);
  const as = { token: body.token, userId: body.userInfo.userId };
  assert.is((await gateway.send(calls.getInfo, {}, as)).body.userInfo.email, 'A***@Example.com');
  assert.is((await gateway.send(calls.login, { account: 'ann1', password, agreed: true })).code, '1');
});

test('a mainland number makes a member of the Chinese version, with or without +86', async ({ gateway }) => {
  const code = await codeFor(gateway, 'register', '13900000001');
  const form = {
    username: 'wang1',
    contact: '+8613900000001',
    code,
    password,
    confirm: password,
    agreed: true,
  };
  assert.is((await gateway.send(calls.register, form)).body.userInfo.country, 'cn');
});

test('every member of a deployment for one version belongs to that version', async () => {
  const chinese = await openGateway({ env: { COUNTRY: 'cn' } });
  const form = await registration(chinese, { username: 'ann', contact: 'ann@example.com' });
  assert.is((await chinese.send(calls.register, form)).body.userInfo.country, 'cn');
  await chinese.close();
});

test('the inviter is remembered, two levels up', async ({ gateway }) => {
  const first = await addMember(gateway, { username: 'first' });
  const invite = async (username: string, inviteCode: string) => {
    const form = await registration(gateway, { username, contact: `${username}@example.com` });
    return (await gateway.send(calls.register, { ...form, inviteCode })).body.userInfo;
  };
  const second = await invite('second', first.invite_code.toLowerCase());
  const third = await invite('third', second.inviteCode);
  const rows = await gateway.db.run
    .selectFrom('member as m')
    .innerJoin('member as i', 'i.id', 'm.inviter')
    .select('i.inviter as above')
    .where('m.id', '=', third.userId)
    .execute();
  assert.equal(rows, [{ above: first.id }]);
});

test('an invited visitor sees the inviter before registering, in whatever case the code is typed', async ({
  gateway,
}) => {
  const { invite_code } = await addMember(gateway, { username: 'maria' });
  const asked = (inviteCode: string) => gateway.send(calls.inviter, { inviteCode });
  assert.equal((await asked(invite_code.toLowerCase())).body, { nickname: 'maria' });
  assert.equal((await asked('NOBODY99')).body, {});
});

test('names of inviters are not collected by trying codes', async ({ gateway }) => {
  let tries = 0;
  let answer = await gateway.send(calls.inviter, { inviteCode: 'T1000' });
  while (answer.code === '1' && ++tries < 101)
    answer = await gateway.send(calls.inviter, { inviteCode: `T${1000 + tries}` });
  assert.match(answer.message, /Too many attempts/);
});

test('an invitation code that nobody has is refused', async ({ gateway }) => {
  const form = await registration(gateway, { username: 'lost', contact: 'lost@example.com' });
  const { code, body } = await gateway.send(calls.register, { ...form, inviteCode: 'NOBODY99' });
  assert.is(code, '5001');
  assert.equal(body.problems, { inviteCode: { rule: 'wrong' } });
});

test('a username is taken in whatever capitals, and asking costs no guess at the code', async ({
  gateway,
}) => {
  await addMember(gateway, { username: 'Taken' });
  const form = await registration(gateway, { username: 'tAKEN', contact: 'other@example.com' });
  for (let tries = 0; tries < 6; tries++) {
    const { code, body } = await gateway.send(calls.register, form);
    assert.is(code, '5001');
    assert.equal(body.problems, { username: { rule: 'taken' } });
  }
  assert.is((await gateway.send(calls.register, { ...form, username: 'free' })).code, '1');
});

test('whether a contact has an account is told to its owner, not to the caller', async ({ gateway }) => {
  await addMember(gateway, { email: 'has@example.com' });
  const ask = async (to: string) =>
    gateway.send(calls.sendCode, { purpose: 'register', to, ...(await readPicture(gateway)) });
  const known = await ask('HAS@example.com');
  const unknown = await ask('hasnot@example.com');
  assert.equal([known.code, known.message, known.body], [unknown.code, unknown.message, unknown.body]);
  assert.match((await newestTo(gateway, 'has@example.com'))!, /there is an account with it already/);
  assert.match((await newestTo(gateway, 'hasnot@example.com'))!, /code is \d{6}/);
});

test('a contact that somebody took since the code was sent is refused', async ({ gateway }) => {
  const form = await registration(gateway, { username: 'slow', contact: 'race@example.com' });
  await addMember(gateway, { email: 'Race@example.com' });
  const { code, body } = await gateway.send(calls.register, form);
  assert.is(code, '5001');
  assert.equal(body.problems, { contact: { rule: 'taken' } });
});

test('a password that is the username, the contact or in public leaks is risky', async ({ gateway }) => {
  const form = await registration(gateway, { username: 'careless', contact: 'carefree@example.com' });
  for (const risky of ['CareLess', 'carefree', '123456', 'Sunshine1']) {
    const { code, body } = await gateway.send(calls.register, { ...form, password: risky, confirm: risky });
    assert.is(code, '5001', risky);
    assert.equal(body.problems, { password: { rule: 'risky' } }, risky);
  }
});

test('a code works once', async ({ gateway }) => {
  const form = await registration(gateway, { username: 'once1', contact: 'once@example.com' });
  assert.is((await gateway.send(calls.register, form)).code, '1');
  const { body } = await gateway.send(calls.register, { ...form, username: 'once2' });
  assert.equal(body.problems, { code: { rule: 'wrong' } });
});

test('a code used by several at the same moment makes one member', async ({ gateway }) => {
  const form = await registration(gateway, { username: 'x', contact: 'many@example.com' });
  const answers = await Promise.all(
    ['many1', 'many2', 'many3', 'many4'].map((username) =>
      gateway.send(calls.register, { ...form, username }),
    ),
  );
  assert.is(answers.filter(({ code }) => code === '1').length, 1);
});

test('of several who register one username at the same moment one gets it', async ({ gateway }) => {
  const forms = [];
  for (let at = 0; at < 5; at++)
    forms.push(
      await registration(gateway, { username: at % 2 ? 'Wanted' : 'wanted', contact: `w${at}@example.com` }),
    );
  const answers = await Promise.all(forms.map((form) => gateway.send(calls.register, form)));
  assert.is(answers.filter(({ code }) => code === '1').length, 1);
  for (const { code, body } of answers.filter((one) => one.code !== '1')) {
    assert.is(code, '5001');
    assert.equal(body.problems, { username: { rule: 'taken' } });
  }
});

test('a code may be guessed five times, and then not even the right one helps', async ({ gateway }) => {
  const form = await registration(gateway, { username: 'guesser', contact: 'guess@example.com' });
  const wrong = form.code === '000000' ? '000001' : '000000';
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => gateway.send(calls.register, { ...form, code: wrong })),
  );
  for (const { body } of answers) assert.equal(body.problems, { code: { rule: 'wrong' } });
  assert.equal((await gateway.send(calls.register, form)).body.problems, { code: { rule: 'wrong' } });
});

test('after ten wrong codes from one address and thirty in total, a code allows one guess', async () => {
  const gateway = await openGateway({ env: { TRUST_PROXY: '1' } });
  const to = `${randomUUID().slice(0, 8)}@example.com`;
  await addMember(gateway, { email: to });
  const reset = { contact: to, password: 'harbour2031', confirm: 'harbour2031' };
  /** Somebody without a cookie asks for a code and guesses. */
  const stranger = (ip: string) => {
    const headers = { 'x-forwarded-for': ip };
    return {
      code: () => codeFor(gateway, 'reset', to, { headers }),
      async guess(code: string) {
        const input = { ...reset, code, requestKey: randomUUID() };
        const { code: result, body } = await gateway.send(calls.resetPassword, input, { headers });
        return result === '1' ? 'done' : (body.problems?.code?.rule ?? 'refused');
      },
    };
  };
  const other = (code: string) => (code === '000000' ? '000001' : '000000');

  const thief = stranger('203.0.113.1');
  for (let at = 0; at < 40; at++) assert.is(await thief.guess('000000'), 'wrong', 'there is no code yet');
  for (let round = 0; round < 2; round++) {
    const code = await thief.code();
    for (let at = 0; at < 5; at++) assert.is(await thief.guess(other(code)), 'wrong');
    assert.is(await thief.guess(code), 'wrong', 'five guesses are one code’s');
    gateway.clock.ahead += minute;
  }
  const tenth = await thief.code();
  assert.is(await thief.guess(other(tenth)), 'wrong');
  assert.is(await thief.guess(tenth), 'wrong', 'after ten wrong ones there is no second guess');
  gateway.clock.ahead += minute;

  for (let from = 2; from < 6; from++) {
    const accomplice = stranger(`203.0.113.${from}`);
    const code = await accomplice.code();
    for (let at = 0; at < 5; at++) await accomplice.guess(other(code));
    gateway.clock.ahead += minute;
  }
  const owner = stranger('198.51.100.7');
  const mine = await owner.code();
  assert.is(await owner.guess(mine), 'done', 'the owner’s new phone gets in by the right one');
  await gateway.close();
});

test('another code has to be waited for, whichever device asks', async ({ gateway }) => {
  /** Each time with the cookie of another device. */
  const ask = async () => {
    const { body, headers } = await gateway.send(calls.randomCode, {});
    const picture = { randomCodeId: body.id, randomCode: await newestTo(gateway, `picture ${body.id}`) };
    const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const input = { purpose: 'register', to: 'everywhere@example.com', ...picture };
    return { cookie, ...(await gateway.send(calls.sendCode, input, { headers: { cookie } })) };
  };
  const [first, second] = [await ask(), await ask()];
  assert.is(first.code, '1');
  assert.match(second.message, /request another code in \d+ s/);
  assert.ok(second.body.wait > 50 && second.body.wait <= 60);
  assert.is(new Set([first.cookie, second.cookie, '']).size, 3);
});

test('a code runs out after ten minutes', async ({ gateway }) => {
  const form = await registration(gateway, { username: 'late', contact: 'late@example.com' });
  gateway.clock.ahead += 10 * minute + 1000;
  assert.equal((await gateway.send(calls.register, form)).body.problems, { code: { rule: 'wrong' } });
});

test('another code has to be waited for, a minute, even when asked for at the same moment', async ({
  gateway,
}) => {
  const to = 'patient@example.com';
  const pictures = [await readPicture(gateway), await readPicture(gateway), await readPicture(gateway)];
  const answers = await Promise.all(
    pictures.map((picture) => gateway.send(calls.sendCode, { purpose: 'register', to, ...picture })),
  );
  const sent = answers.filter(({ code }) => code === '1');
  assert.equal(
    sent.map(({ body }) => body),
    [{ wait: 60 }],
  );
  for (const { code, body, message } of answers.filter((one) => one.code !== '1')) {
    assert.is(code, '500');
    assert.ok(body.wait > 50 && body.wait <= 60);
    assert.match(message, /request another code in \d+ s/);
  }
  const reset = { purpose: 'reset', to, ...(await readPicture(gateway)) };
  assert.is((await gateway.send(calls.sendCode, reset)).code, '1', 'another purpose has a wait of its own');
  gateway.clock.ahead += minute;
  assert.match(await codeFor(gateway, 'register', to), /^\d{6}$/);
});

/** Asks for a code to reset a password, from an address. */
const askedFrom = (gateway: TestGateway) => async (ip: string) => {
  const picture = await readPicture(gateway);
  const input = { purpose: 'reset', to: 'locked@example.com', ...picture };
  return gateway.send(calls.sendCode, input, { headers: { 'x-forwarded-for': ip } });
};

test('a stranger who asks for a member’s codes uses up their own share, and only by codes that were sent', async () => {
  const gateway = await openGateway({ env: { TRUST_PROXY: '1' } });
  const from = askedFrom(gateway);
  const many = [];
  for (let at = 0; at < 25; at++) many.push((await from('203.0.113.9')).message);
  assert.is(many.filter((message) => /another code in/.test(message)).length, 24, 'one was sent');
  for (let at = 0; at < 9; at++) {
    gateway.clock.ahead += minute;
    assert.is((await from('203.0.113.9')).code, '1', `code ${at + 2}`);
  }
  gateway.clock.ahead += minute;
  assert.match((await from('203.0.113.9')).message, /Too many attempts/);
  assert.is((await from('198.51.100.7')).code, '1', 'the member, elsewhere, gets theirs');
  await gateway.close();
});

test('strangers at many addresses send a member sixty codes a day, and no more', async () => {
  const gateway = await openGateway({ env: { TRUST_PROXY: '1' } });
  const from = askedFrom(gateway);
  const began = gateway.clock.ahead;
  for (let at = 0; at < 60; at++) {
    assert.is((await from(`203.0.113.${at}`)).code, '1', `code ${at + 1}`);
    gateway.clock.ahead += minute;
  }
  assert.match((await from('198.51.100.7')).message, /Too many attempts/);
  gateway.clock.ahead = began + 23 * 60 * minute;
  assert.match((await from('198.51.100.7')).message, /Too many attempts/, 'late on the same day');
  gateway.clock.ahead = began + 24 * 60 * minute + minute;
  assert.is((await from('198.51.100.7')).code, '1', 'the next day');
  await gateway.close();
});

test('a random code is good for one try, and five minutes', async ({ gateway }) => {
  const ask = (picture: object) =>
    gateway.send(calls.sendCode, { purpose: 'register', to: 'picture@example.com', ...picture });
  const problems = { randomCode: { rule: 'picture' } };

  const picture = await readPicture(gateway);
  assert.equal((await ask({ ...picture, randomCode: 'ZZZZ' })).body.problems, problems);
  assert.equal((await ask(picture)).body.problems, problems, 'used by the wrong try');

  const old = await readPicture(gateway);
  gateway.clock.ahead += 5 * minute + 1000;
  assert.equal((await ask(old)).body.problems, problems, 'The code is wrong or has expired');

  const right = await readPicture(gateway);
  assert.is((await ask({ ...right, randomCode: right.randomCode.toLowerCase() })).code, '1');
  assert.equal((await ask(right)).body.problems, problems, 'used');
});

test('the picture does not say what is in it', async ({ gateway }) => {
  const { body } = await gateway.send(calls.randomCode, {});
  const png = Buffer.from(body.image.split(',')[1], 'base64').toString('latin1');
  assert.match(body.image, /^data:image\/png;base64,/);
  assert.not.match(png, /tEXt|zTXt|iTXt|eXIf/);
  assert.not.ok(png.includes((await newestTo(gateway, `picture ${body.id}`))!));
});

test('in production no response contains the text of the picture', async () => {
  const gateway = await openGateway({ env: production });
  assert.is((await gateway.send(calls.randomCode, {})).code, '1');
  assert.equal(await gateway.db.run.selectFrom('message').selectAll().execute(), []);
  await gateway.close();
});

test('a new member has the coupon for a first order at once, and gets a message', async ({ gateway }) => {
  const username = `new${Math.random().toString(36).slice(2, 10)}`;
  const form = await registration(gateway, { username, contact: `${username}@mail.example` });
  const { body } = await gateway.send(calls.register, form);
  const as = await gateway.signIn(body.userInfo.userId);
  const { items } = (await gateway.send(listCoupons, {}, as)).body;
  assert.equal([items.length, items[0].value], [1, 10_00]);
  assert.match((await gateway.send(listMessages, {}, as)).body.items[0].text, items[0].couponCode);
});

test.run();
