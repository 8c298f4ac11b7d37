import { randomBytes, randomUUID, scryptSync } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as calls from '../../src/contract/member/auth';
import { modifyInfo } from '../../src/contract/member/profile';
import { sweepSessions } from '../../src/server/auth/expiry';
import { guessesAtAccount, provePassword } from '../../src/server/auth/password';
import { createPasswords } from '../../src/server/auth/passwords';
import type { RequestContext } from '../../src/server/kernel/context';
import { unknownDevice } from '../../src/server/kernel/device';
import { type Kind, memberAccount, systemAccount } from '../../src/server/ledger/accounts';
import { postMovement } from '../../src/server/ledger/post';
import { addMember, password } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const test = suite<{ gateway: TestGateway }>('session');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const login = (gateway: TestGateway, account: string, typed = password) =>
  gateway.send(calls.login, { account, password: typed, agreed: true });

test('a member signs in by username, phone or e-mail, however they are capitalised', async ({ gateway }) => {
  const { id } = await addMember(gateway, {
    username: 'Mixed',
    phone: '13912345678',
    email: 'Mixed@Example.com',
  });
  for (const account of ['Mixed', 'mIXED', ' mixed ', '13912345678', '+8613912345678', 'mixed@example.COM']) {
    const { code, body } = await login(gateway, account);
    assert.is(code, '1', account);
    assert.is(body.userInfo.userId, id, account);
  }
});

test('members see their own contacts masked', async ({ gateway }) => {
  await addMember(gateway, {
    username: 'masked',
    phone: '13812345000',
    email: 'ann@example.com',
    team_leader: true,
    examine_state: 0,
  });
  await addMember(gateway, { username: 'examined', examine_state: 1 });
  assert.is((await login(gateway, 'examined')).body.userInfo.examineState, 1);
  const { body } = await login(gateway, 'masked');
  assert.is(body.userInfo.examineState, 0);
  const { userInfo } = (
    await gateway.send(calls.getInfo, {}, { token: body.token, userId: body.userInfo.userId })
  ).body;
  assert.equal(userInfo, body.userInfo);
  assert.is(userInfo.phone, '138****5000');
  assert.is(userInfo.email, 'a***@example.com');
  assert.is(userInfo.teamLeader, true);
  assert.not.match(JSON.stringify(body), /scrypt|12345/);
});

test('a wrong password and an unknown account get the same answer', async ({ gateway }) => {
  await addMember(gateway, { username: 'known' });
  const wrong = await login(gateway, 'known', 'mistaken1');
  const unknown = await login(gateway, 'unknown', 'mistaken1');
  assert.is(wrong.code, '500');
  assert.equal([wrong.code, wrong.message, wrong.body], [unknown.code, unknown.message, unknown.body]);
  assert.is(wrong.message, 'The account or the password is wrong');
});

test('an unknown account costs as much work as a wrong password', async () => {
  const passwords = createPasswords(); // at what they cost members: the rest of an answer is nothing to that
  const gateway = await openGateway({ passwords });
  await addMember(gateway, { username: 'timed', password: await passwords.hash(password) });
  // what the processor did for us, not what the clock says: other programs are not counted
  const work = async (account: string) => {
    const before = process.cpuUsage();
    await login(gateway, account, 'mistaken1');
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const known = Math.min(await work('timed'), await work('timed'));
  const unknown = Math.min(await work('untimed'), await work('untimed'));
  await gateway.close();
  assert.ok(unknown > known / 2, `${unknown} µs against ${known} µs`);
});

test('a member who has not agreed is asked to', async ({ gateway }) => {
  const { code, body } = await gateway.send(calls.login, { account: 'known', password, agreed: false });
  assert.is(code, '5001');
  assert.equal(body.problems, { agreed: { rule: 'agreement' } });
});

test('of 60 guesses at the same moment no more are tried than the limit allows', async ({ gateway }) => {
  const { id } = await addMember(gateway, { username: 'guessed' });
  const answers = await Promise.all(
    Array.from({ length: 60 }, (_, at) => login(gateway, 'guessed', `mistaken${at}`)),
  );
  const tried = answers.filter(({ message }) => /wrong/.test(message));
  const stopped = answers.filter(({ message }) => /^Too many attempts. Try again in 15 min/.test(message));
  assert.is(tried.length, guessesAtAccount.max);
  assert.is(stopped.length, 60 - guessesAtAccount.max);
  assert.match((await login(gateway, 'guessed')).message, /Too many attempts/);
  assert.is((await login(gateway, 'someone')).message, 'The account or the password is wrong');

  gateway.clock.ahead += guessesAtAccount.window + 1000;
  assert.is((await login(gateway, 'guessed')).body.userInfo.userId, id);
});

test('a stranger’s wrong guesses do not keep the member out, who signs in from another address', async () => {
  const gateway = await openGateway({ env: { TRUST_PROXY: '1' } });
  const { id } = await addMember(gateway, { username: 'besieged' });
  const from = (ip: string, typed: string) =>
    gateway.send(
      calls.login,
      { account: 'besieged', password: typed, agreed: true },
      { headers: { 'x-forwarded-for': ip } },
    );
  for (let at = 0; at < 20; at++) await from('203.0.113.9', `mistaken${at}`);
  assert.match((await from('203.0.113.9', password)).message, /Too many attempts/);
  assert.is((await from('198.51.100.7', password)).body.userInfo.userId, id);
  await gateway.close();
});

test('a guess beyond the limit is not even hashed', async ({ gateway }) => {
  const member = await addMember(gateway);
  let hashed = 0;
  const check = async () => {
    hashed++;
    return { right: false, rehash: false };
  };
  const ctx = {
    db: gateway.db,
    now: Date.now(),
    ip: '192.0.2.1',
    network: '192.0.2.1',
    device: unknownDevice,
    passwords: { check, assertNotFull() {} },
  } as unknown as RequestContext;
  const guess = { account: member.username, password: 'mistaken1' };
  const guesses = Array.from({ length: 60 }, () => provePassword(ctx, member, guess));
  assert.ok((await Promise.allSettled(guesses)).every(({ status }) => status === 'rejected'));
  assert.is(hashed, guessesAtAccount.max);
});

test('a right password clears the wrong ones before it', async ({ gateway }) => {
  await addMember(gateway, { username: 'clumsy' });
  for (let round = 0; round < 2; round++) {
    for (let at = 1; at < guessesAtAccount.max; at++) await login(gateway, 'clumsy', 'mistaken1');
    assert.is((await login(gateway, 'clumsy')).code, '1');
  }
});

test('a password hashed at an older cost is hashed again when its member signs in', async () => {
  const gateway = await openGateway({ passwords: createPasswords() });
  const salt = randomBytes(16);
  const cheap = scryptSync(password, salt, 32, { N: 2 ** 12, r: 8, p: 1 }).toString('base64url');
  const { id } = await addMember(gateway, {
    username: 'old',
    password: `scrypt$12$8$1$${salt.toString('base64url')}$${cheap}`,
  });
  assert.is((await login(gateway, 'old')).code, '1');
  const row = await gateway.db.run
    .selectFrom('member')
    .select('password')
    .where('id', '=', id)
    .executeTakeFirst();
  assert.match(row!.password, /^scrypt\$15\$8\$3\$/);
  assert.is((await login(gateway, 'old')).code, '1');
  await gateway.close();
});

test('a member who signs out is signed out, here and nowhere else', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const here = await gateway.signIn(id);
  const elsewhere = await gateway.signIn(id);
  assert.is((await gateway.send(calls.logout, {}, here)).code, '1');
  assert.is((await gateway.send(calls.getInfo, {}, here)).code, '510');
  assert.is((await gateway.send(calls.getInfo, {}, elsewhere)).code, '1');
  assert.is((await gateway.send(calls.logout, {})).code, '1');
});

test('a member sees what they have of every kind', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const as = await gateway.signIn(id);
  const none = { balance: 0, storeBalance: 0, frozen: 0, points: 0, cloudBeans: 0, promotionValue: 0 };
  assert.equal((await gateway.send(calls.balance, {}, as)).body, none);

  const amounts: [Kind, number][] = [
    ['balance', 123_45],
    ['store', 50_00],
    ['frozen', 7],
    ['points', 30],
    ['cloudBeans', 20],
    ['promotion', 10],
  ];
  await gateway.db.tx(async (tx) => {
    for (const [kind, amount] of amounts) {
      const own = memberAccount(id, kind);
      const entries = [
        [own, amount],
        [systemAccount('test', own.asset), -amount],
      ] as const;
      await postMovement(tx, { kind: 'test', asset: own.asset, entries, memo: '', ref: '' }, Date.now());
    }
  });
  const has = {
    balance: 123_45,
    storeBalance: 50_00,
    frozen: 7,
    points: 30,
    cloudBeans: 20,
    promotionValue: 10,
  };
  assert.equal((await gateway.send(calls.balance, {}, as)).body, has);
});

test('a member who saves nothing sees their own data only', async ({ gateway }) => {
  const members = [await addMember(gateway), await addMember(gateway), await addMember(gateway)];
  for (const { id } of members) {
    const as = await gateway.signIn(id);
    const { body } = await gateway.send(modifyInfo, { requestKey: randomUUID() }, as);
    assert.is(body.userInfo?.userId, id);
  }
});

test('a new hash of an old password goes to its member alone, and never over one chosen meanwhile', async () => {
  const real = createPasswords();
  let meanwhile = async () => {};
  const gateway = await openGateway({
    passwords: {
      ...real,
      hash: async (...args) => {
        await meanwhile();
        return real.hash(...args);
      },
    },
  });
  const salt = randomBytes(16);
  const cheap = scryptSync(password, salt, 32, { N: 2 ** 12, r: 8, p: 1 }).toString('base64url');
  const old = `scrypt$12$8$1$${salt.toString('base64url')}$${cheap}`;
  const { id } = await addMember(gateway, { username: 'older', password: old });
  const same = await addMember(gateway, { password: old });
  const hashOf = async (member: string) =>
    (
      await gateway.db.run
        .selectFrom('member')
        .select('password')
        .where('id', '=', member)
        .executeTakeFirstOrThrow()
    ).password;
  meanwhile = async () =>
    void (await gateway.db.run
      .updateTable('member')
      .set({ password: 'chosen' })
      .where('id', '=', id)
      .execute());
  assert.is((await login(gateway, 'older')).code, '1');
  assert.equal([await hashOf(id), await hashOf(same.id)], ['chosen', old]);
  meanwhile = async () => {};
  await gateway.db.run.updateTable('member').set({ password: old }).where('id', '=', id).execute();
  assert.is((await login(gateway, 'older')).code, '1');
  assert.equal([(await hashOf(id)) === old, await hashOf(same.id)], [false, old]);
  await gateway.close();
});

test('expired rows are deleted, and valid ones stay', async ({ gateway }) => {
  const { db } = gateway;
  const now = Date.now();
  const at = new Date(now);
  const own = randomUUID();
  for (const [name, left] of [
    ['over', 0],
    ['good', 1],
  ] as const) {
    const [id, expires_at] = [`${own}-${name}`, new Date(now + left)];
    await db.run.insertInto('captcha').values({ id, answer_hash: 'x', expires_at }).execute();
    await db.run
      .insertInto('verification')
      .values({ purpose: 'reset', destination: id, code_hash: 'x', attempts: 0, sent_at: at, expires_at })
      .execute();
    await db.run
      .insertInto('wechat_ticket')
      .values({ id, open_id: null, attempt: own, asked_at: at, expires_at, member: null })
      .execute();
  }
  await sweepSessions(db.run, now);
  const left = [
    await db.run.selectFrom('captcha').select('id').where('id', 'like', `${own}%`).execute(),
    await db.run
      .selectFrom('verification')
      .select('destination as id')
      .where('destination', 'like', `${own}%`)
      .execute(),
    await db.run.selectFrom('wechat_ticket').select('id').where('id', 'like', `${own}%`).execute(),
  ];
  assert.equal(left, Array(3).fill([{ id: `${own}-good` }]));
});

test.run();

const countries = suite('country versions');

countries('members of the Chinese version cannot sign in at the international one', async () => {
  const gateway = await openGateway({ env: { COUNTRY: 'intl' } });
  await addMember(gateway, { username: 'wang', country: 'cn' });
  await addMember(gateway, { username: 'ann' });
  const { code, message, body } = await login(gateway, 'wang');
  assert.is(code, '500');
  assert.match(message, /Chinese version/);
  assert.is(body.token, undefined);
  assert.is((await login(gateway, 'wang', 'mistaken1')).message, 'The account or the password is wrong');
  assert.is((await login(gateway, 'ann')).code, '1');
  await gateway.close();
});

countries('international members are shown the way from the Chinese version', async () => {
  const gateway = await openGateway({ env: { COUNTRY: 'cn', INTL_URL: 'https://intl.example' } });
  await addMember(gateway, { username: 'wang', country: 'cn' });
  await addMember(gateway, { username: 'ann' });
  const { code, body } = await login(gateway, 'ann');
  assert.is(code, '500');
  assert.equal(body, { redirect: 'https://intl.example' });
  assert.is((await login(gateway, 'wang')).code, '1');
  await gateway.close();
});

countries.run();
