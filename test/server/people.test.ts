import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import type { Db, Tx } from '../../src/server/db/database';
import type { Gateway } from '../../src/server/kernel/gateway';
import { codeOf, counterAt, fromBase32, matchingCounter } from '../../src/server/kernel/totp';
import { cookiesOf } from '../../src/server/operator/guard';
import { addPerson, inviteAgain, inviteTtl } from '../../src/server/operator/people';
import { signIn, TooManyGuesses } from '../../src/server/operator/sign-in';
import type { Settings } from '../../src/server/settings/settings';
import { whileLocked } from './support/blocked';
import { addMember, cheapPasswords } from './support/member';
import { asDesk } from './support/money-room';
import { openGateway, type TestGateway } from './support/open';
import { deskSession, operatorAs } from './support/operator';
import { production } from './support/production';
import { addProduct, booksInOrder, give, held, order } from './support/shop';

interface Context {
  gateway: TestGateway;
  /** The user's own folder of settings. */
  home: string;
}

const test = suite<Context>('people');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { ...production, SECOND_PERSON_FROM: '100000' } });
  context.home = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-desk-'));
});
test.after.each(async ({ home }) => rm(home, { recursive: true, force: true }));
test.after(async ({ gateway }) => {
  await booksInOrder(gateway);
  await gateway.close();
});

const password = 'a long enough phrase';
/** Somebody's app of codes. */
const codeNow = (key: string, { clock }: TestGateway) => codeOf(key, counterAt(Date.now() + clock.ahead));

/** Their command line: what they type is answered from `typed`. */
const at = ({ gateway, home }: Context, args: string[], typed: (question: string) => string = () => '') =>
  operatorAs(gateway, undefined, { XDG_CONFIG_HOME: home }, args, { prompt: async (q) => typed(q) });

/** Somebody invited who followed the invitation at this terminal; gives the key of their codes. */
async function join(context: Context, name: string, role: 'admin' | 'support' | 'finance' = 'admin') {
  const { gateway } = context;
  const { invite } = await gateway.db.tx((tx) => addPerson(tx, name, role, Date.now() + gateway.clock.ahead));
  assert.match(invite, /^[0-9a-f]{64}$/); // no - at its beginning, which a command line reads as an option
  let key = '';
  const ask = async () => {
    const shown = await fetch(`${gateway.desk}/operator/session/invitation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ invite }),
    });
    key = ((await shown.json()) as { key: string }).key;
  };
  await ask();
  const { code, text } = await at(context, ['desk', 'join', invite], (question) =>
    /code/i.test(question) ? codeNow(key, gateway) : password,
  );
  assert.is(code, 0, text);
  return { key, text, invite };
}

const operatorRow = ({ run }: Db, name: string) =>
  run.selectFrom('operator').selectAll().where('name', '=', name).executeTakeFirstOrThrow();

const as = (gateway: TestGateway, token: string, ...args: string[]) => operatorAs(gateway, token, {}, args);

test('codes are those of RFC 6238, good once and for a minute and a half', () => {
  const key = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'; // its key, "12345678901234567890"
  assert.is(fromBase32(key).toString(), '12345678901234567890');
  const vectors: [seconds: number, code: string][] = [
    [59, '94287082'],
    [1111111109, '07081804'],
    [1234567890, '89005924'],
    [20000000000, '65353130'],
  ];
  for (const [seconds, code] of vectors) assert.is(codeOf(key, counterAt(seconds * 1000), 8), code);
  const now = 1234567890_000;
  const code = codeOf(key, counterAt(now));
  const counter = matchingCounter(key, code, now, 0);
  assert.is(counter, counterAt(now));
  assert.is(matchingCounter(key, code, now, counter!), undefined, 'used');
  assert.is(matchingCounter(key, code, now + 30_000, 0), counter);
  assert.is(matchingCounter(key, code, now + 60_000, 0), undefined, 'too old');
  assert.is(matchingCounter(key, '', now, 0), undefined);
});

test('somebody who is invited chooses a password and codes, signs in and is known by name', async (context) => {
  const { gateway, home } = context;
  const { key, invite } = await join(context, 'Ada');
  const file = path.join(home, 'cloudphone/desk.json');
  assert.is((await stat(file)).mode & 0o777, 0o600);
  assert.match((await at(context, ['desk', 'who'])).text, 'ada');
  assert.is((await at(context, ['desk', 'sign-out'])).code, 0);
  assert.not.match(await readFile(file, 'utf8'), 'token');
  assert.match((await at(context, ['desk', 'who'])).text, 'Nobody is signed in here');
  assert.match((await at(context, ['desk', 'join', invite], () => password)).text, 'used, or is over');
  gateway.clock.ahead += 60_000;
  const typed = (question: string) => (/code/i.test(question) ? codeNow(key, gateway) : password);
  assert.is((await at(context, ['desk', 'sign-in', 'ADA'], typed)).code, 0);
  assert.match((await at(context, ['desk', 'who'])).text, '"admin"');
});

test('an invitation is not used up where the session of the command line cannot be kept', async (context) => {
  const { gateway } = context;
  const { invite } = await gateway.db.tx((tx) =>
    addPerson(tx, 'zoe', 'support', Date.now() + gateway.clock.ahead),
  );
  const asked: string[] = [];
  const nowhere = { ...context, home: '/dev/null' };
  const { code, text } = await at(nowhere, ['desk', 'join', invite], (question) => {
    asked.push(question);
    return '';
  });
  assert.equal([code, asked], [1, []]);
  assert.match(text, 'set XDG_CONFIG_HOME');
  assert.is((await operatorRow(gateway.db, 'zoe')).password, null);
});

test('a whole office joins from one address in a quarter of an hour', async (context) => {
  for (const name of 'abcdefghij') await join(context, `new-${name}`, 'support');
});

test('a wrong password, a wrong code and a used one get the same response, and guessing ends', async (context) => {
  const { gateway } = context;
  const { key } = await join(context, 'bea');
  gateway.clock.ahead += 60_000;
  const code = codeNow(key, gateway);
  const enter = async (given: object) => {
    const answer = await fetch(`${gateway.desk}/operator/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'bea', password, code, ...given }),
    });
    return { status: answer.status, ...((await answer.json()) as { message?: string; token?: string }) };
  };
  const wrong = await enter({ password: 'something else' });
  assert.equal([wrong.status, wrong.message], [409, 'Name, password or code is wrong']);
  assert.equal(await enter({ code: '000000' }), wrong);
  assert.equal(await enter({ name: 'nobody' }), wrong);
  const both = await Promise.all([enter({}), enter({})]);
  assert.equal(both.map(({ status }) => status).sort(), [200, 409], 'of two with one code one gets in');
  assert.equal(await enter({}), wrong, 'and none later');
  const statuses = [];
  for (let tries = 0; tries < 10; tries++) statuses.push((await enter({ code: '000000' })).status);
  assert.is(statuses.at(-1), 429);
  gateway.clock.ahead += 60_000;
  const later = { code: codeNow(key, gateway) };
  assert.match((await enter(later)).message ?? '', /again in 1[345] min.*ask an admin/);
  const { token } = await deskSession(gateway, 'admin');
  const admitted = await operatorAs(gateway, token, {}, ['person', 'admit', 'bea']);
  assert.is(admitted.code, 0, admitted.text);
  assert.is((await enter(later)).status, 200, 'an admin lets them in again');
});

test('guesses from the office’s address do not lock out people on a known browser', async (context) => {
  const { gateway } = context;
  const { key } = await join(context, 'ben');
  const enter = (name: string, cookie = '', asPage = true) =>
    fetch(`${gateway.desk}/operator/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie, 'x-forwarded-for': '192.0.2.7' },
      body: JSON.stringify({ name, password, code: codeNow(key, gateway), cookie: asPage }),
    });
  gateway.clock.ahead += 60_000;
  const first = await enter('ben');
  assert.is(first.status, 200);
  const known = first.headers.getSetCookie().find((one) => one.includes('browser='))!;
  assert.match(known, /^cloudphone_desk_browser=[0-9a-f]{64}; .*HttpOnly; SameSite=Strict/);
  assert.match(known, '; Max-Age=15552000;', 'known for 180 days');
  for (let nth = 0; nth < 61; nth++) await enter(`invented${nth}`);
  gateway.clock.ahead += 60_000;
  assert.is((await enter('ben')).status, 429, 'a browser that nobody knows');
  assert.is((await enter('eve', known.split(';')[0])).status, 429, 'known to its own person only');
  assert.is((await enter('ben', known.split(';')[0])).status, 200);
  gateway.clock.ahead += 60_000;
  const program = await enter('ben', known.split(';')[0], false);
  assert.equal([program.status, program.headers.getSetCookie()], [200, []]);
  assert.match(((await program.json()) as { token: string }).token, /^[0-9a-f]{64}$/, 'asked for no cookie');
  gateway.clock.ahead += 900_000;
});

test('guesses at one person from many addresses end, too', async (context) => {
  const { gateway } = context;
  const { key } = await join(context, 'cem');
  gateway.clock.ahead += 60_000;
  const now = () => Date.now() + gateway.clock.ahead;
  const desk = { ...gateway, now, passwords: cheapPasswords } as unknown as Gateway;
  const enter = (ip: string, code: string) =>
    signIn(desk, { name: 'cem', password, code }, { ip, aborted: new AbortController().signal }).then(
      () => 'in',
      (error) => (error instanceof TooManyGuesses ? 'later' : 'wrong'),
    );
  for (let nth = 1; nth <= 40; nth++) assert.is(await enter(`198.51.${nth}.1`, '000000'), 'wrong', `${nth}`);
  assert.is(await enter('203.0.113.1', codeNow(key, gateway)), 'later');
  gateway.clock.ahead += 900_000;
});

test('over https the cookies of the desk are bound to its host', () => {
  const of = (protocol: 'http' | 'https', publicUrl: string) =>
    cookiesOf({ protocol }, { settings: { production: true, publicUrl } as Settings });
  const { session, attributes } = of('https', 'https://cloud.example');
  assert.equal(
    [session, attributes],
    ['__Host-cloudphone_desk', 'Path=/; HttpOnly; SameSite=Strict; Secure'],
  );
  assert.is(of('http', 'https://cloud.example').session, 'cloudphone_desk', 'through a tunnel');
  assert.match(of('http', 'https://cloud.example').attributes, /^Path=\/operator; .*; Secure$/);
});

test('each look at a member’s data is in the trail, once an hour', async ({ gateway }) => {
  const { username } = await addMember(gateway);
  const { token } = await deskSession(gateway);
  const look = (by: string, ...what: string[]) => as(gateway, by, 'member', ...what, username);
  const looks = () =>
    gateway.db.run
      .selectFrom('operator_action')
      .select(['action', 'phase', 'before'])
      .where('target', '=', username)
      .execute();
  for (let nth = 0; nth < 2; nth++) await look(token, 'show');
  const first = { action: 'members/:account', phase: 'looked', before: null };
  assert.equal(await looks(), [first]);
  await look(token, 'statement');
  const statement = { ...first, action: 'members/:account/statement' };
  assert.equal(await looks(), [first, statement], 'something else of the member');
  await look((await deskSession(gateway)).token, 'show');
  assert.equal(await looks(), [first, statement, first], 'somebody else');
  gateway.clock.ahead += 3_600_000;
  await look(token, 'show');
  assert.equal(await looks(), [first, statement, first, first], 'an hour later');
});

test('a session ends after two hours without use, after twelve hours, and with the person', async (context) => {
  const { gateway } = context;
  const boss = await deskSession(gateway);
  const { name, token } = await deskSession(gateway, 'support');
  const status = async () => (await as(gateway, token, 'desk', 'who')).code;
  assert.is(await status(), 0);
  assert.is((await as(gateway, boss.token, 'person', 'disable', name)).code, 0);
  assert.is(await status(), 1);
  const idle = await deskSession(gateway);
  gateway.clock.ahead += 2 * 3_600_000 + 1000;
  assert.match((await as(gateway, idle.token, 'desk', 'who')).text, 'Nobody is signed in');
  const busy = await deskSession(gateway);
  for (let hour = 0; hour < 11; hour++) {
    gateway.clock.ahead += 3_600_000;
    assert.is((await as(gateway, busy.token, 'desk', 'who')).code, 0);
  }
  gateway.clock.ahead += 3_600_000;
  assert.is((await as(gateway, busy.token, 'desk', 'who')).code, 1);
});

test('roles do their own work and no other', async ({ gateway }) => {
  const support = (await deskSession(gateway, 'support')).token;
  const finance = (await deskSession(gateway, 'finance')).token;
  const can = async (token: string, ...args: string[]) =>
    !/This is not for/.test((await as(gateway, token, ...args)).text);
  assert.ok(await can(support, 'workorder', 'list'));
  assert.not(await can(support, 'withdrawal', 'list'));
  assert.not(await can(support, 'order', 'refund', 'x', 'all', 'why'));
  assert.not(await can(support, 'rule', 'set', 'points', '1', '2030-01-01', 'why'));
  assert.not(await can(support, 'person', 'list'));
  assert.not(await can(support, 'trail', 'list'));
  assert.ok(await can(finance, 'withdrawal', 'list'));
  assert.ok(await can(finance, 'ledger', 'check'));
  assert.not(await can(finance, 'chat', 'list'));
  assert.not(await can(finance, 'member', 'reset', 'x', 'y', '--yes'));
  assert.not(await can(finance, 'partner', 'list'), 'what no role is named for is the admins’');
});

test('the last admin stays one', async (context) => {
  const own = await openGateway({ env: production });
  const { name, token } = await deskSession(own);
  const why = 'The last admin stays one';
  assert.match((await as(own, token, 'person', 'role', name, 'support')).text, why);
  assert.match((await as(own, token, 'person', 'disable', name)).text, why);
  const second = await deskSession(own);
  assert.is((await as(own, token, 'person', 'role', second.name, 'support')).code, 0);
  await own.close();
  assert.ok(context);
});

test('every action says who did it, what was asked, what was there before and what after', async ({
  gateway,
}) => {
  const { name, token } = await deskSession(gateway);
  const member = await addMember(gateway);
  assert.is((await as(gateway, token, 'member', 'lock', member.username, 'Chargeback', '--yes')).code, 0);
  const listed = await as(gateway, token, 'trail', 'list', '--target', member.username, '--json');
  const [done, begun] = JSON.parse(listed.text).items;
  assert.equal(
    [begun.by, begun.role, begun.action, begun.phase, begun.input.reason, begun.before.locked_at],
    [name, 'admin', 'members/:account/lock', 'begun', 'Chargeback', null],
  );
  assert.equal([done.phase, done.of, done.status], ['done', begun.number, 200]);
  assert.is(done.after.lock_reason, 'Chargeback');
  assert.not.match(listed.text, /scrypt|"password"/);
  await as(gateway, token, 'member', 'unlock', 'nobody-there');
  const [refused] = JSON.parse(
    (await as(gateway, token, 'trail', 'list', '--by', name, '--json')).text,
  ).items;
  assert.equal([refused.phase, refused.status], ['refused', 409]);
});

test('a trail that was changed, cut or cut short shows', async () => {
  const own = await openGateway({ env: production });
  const { token } = await deskSession(own);
  for (const tag of ['a', 'b', 'c']) await as(own, token, 'job', 'retry', tag);
  const check = async () => JSON.parse((await as(own, token, 'trail', 'check', '--json')).text || '{}');
  const { inOrder, rows } = await check();
  assert.equal([inOrder, rows], [true, 6]);
  const actions = () => own.db.run.updateTable('operator_action');
  await actions().set({ name: 'somebody' }).where('seq', '=', 3).execute();
  const broken = await as(own, token, 'trail', 'check');
  assert.is(broken.code, 1);
  const row = await own.db.run.selectFrom('operator').select('name').executeTakeFirstOrThrow();
  await actions().set({ name: row.name }).where('seq', '=', 3).execute();
  assert.is((await as(own, token, 'trail', 'check')).code, 0);
  const hashOf = async (seq: number) => {
    const found = await own.db.run
      .selectFrom('operator_action')
      .select('hash')
      .where('seq', '=', seq)
      .executeTakeFirstOrThrow();
    return found.hash;
  };
  const [kept, last] = [await hashOf(5), await hashOf(6)]; // as the log has them, elsewhere
  const against = (hash: string) => as(own, token, 'trail', 'check', '--against', hash);
  assert.is((await against(last)).code, 0);
  await own.db.run.deleteFrom('operator_action').where('seq', '=', 6).execute();
  assert.is((await as(own, token, 'trail', 'check')).code, 1);
  await own.db.run.updateTable('operator_trail').set({ seq: 5, hash: kept }).execute();
  assert.is((await as(own, token, 'trail', 'check')).code, 0, 'whoever set its end back, too, hides it');
  assert.equal([(await against(kept)).code, (await against(last)).code], [0, 1]);
  await own.db.run.updateTable('operator_trail').set({ hash: last }).execute();
  assert.is((await as(own, token, 'trail', 'check')).code, 1, 'an end that no row has');
  await own.close();
});

test('a refund above the amount needs a second person, who is somebody else', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const who = await gateway.signIn(id);
  await give(gateway, id, 'balance', 5000_00);
  const productId = await addProduct(gateway, { stock: 5, price: 1000_00 });
  const { body } = await order(gateway, who, orders.addByMoney, { productId, quantity: 2 });
  const [first, second] = [await deskSession(gateway, 'finance'), await deskSession(gateway, 'finance')];
  const refund = ['order', 'refund', body.orderNo as string];
  assert.is((await as(gateway, first.token, ...refund, '100', 'a', 'part')).code, 0);
  assert.is(await held(gateway, id), 3100_00, 'a smaller one is done at once');
  const proposed = JSON.parse((await as(gateway, first.token, ...refund, '1500', 'broken', '--json')).text);
  assert.ok(proposed.waiting);
  assert.is(await held(gateway, id), 3100_00);
  const again = JSON.parse((await as(gateway, first.token, ...refund, '1500', 'broken', '--json')).text);
  assert.is(again.proposal, proposed.proposal, 'the same person twice is one person');
  const support = (await deskSession(gateway, 'support')).token;
  const grant = ['proposal', 'grant', proposed.proposal, '--yes'];
  assert.match((await as(gateway, support, ...grant)).text, 'Your role may not');
  const both = await Promise.all([as(gateway, second.token, ...grant), as(gateway, second.token, ...grant)]);
  assert.ok(
    both.some(({ code }) => code === 0),
    JSON.stringify(both),
  );
  assert.is(await held(gateway, id), 4600_00, 'once');
  const waiting = JSON.parse((await as(gateway, second.token, 'proposal', 'list', '--json')).text).items;
  assert.not(waiting.some((one: { id: string }) => one.id === proposed.proposal));
  const admin = (await deskSession(gateway)).token;
  const listed = await as(gateway, admin, 'trail', 'list', '--target', body.orderNo as string, '--json');
  const trail = JSON.parse(listed.text).items as { by: string; phase: string; status: number }[];
  assert.ok(trail.some(({ by, phase }) => by === first.name && phase === 'proposed'));
  assert.ok(trail.some(({ by, phase }) => by === second.name && phase === 'done'));
});

test('a refund in parts needs a second person as soon as they come to the amount', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const who = await gateway.signIn(id);
  await give(gateway, id, 'balance', 3000_00);
  const productId = await addProduct(gateway, { stock: 5, price: 1500_00 });
  const { body } = await order(gateway, who, orders.addByMoney, { productId, quantity: 2 });
  const one = (await deskSession(gateway, 'finance')).token;
  const part = async (reason: string) =>
    JSON.parse(
      (await as(gateway, one, 'order', 'refund', body.orderNo, '450', reason, 'part', '--json')).text,
    );
  assert.not((await part('first')).waiting);
  assert.not((await part('second')).waiting);
  assert.ok((await part('third')).waiting, '1,350 in all');
  assert.is(await held(gateway, id), 900_00);
});

test('the same proposed by many at once is one proposal', async ({ gateway }) => {
  const people = await Promise.all(Array.from({ length: 6 }, () => deskSession(gateway)));
  const [first] = people;
  const set = ['setting', 'set', 'USDT_RATE', '731', 'New', 'rate', '--json'];
  const said = await Promise.all(Array.from({ length: 6 }, () => as(gateway, first!.token, ...set)));
  const proposals = new Set(said.map(({ text }) => JSON.parse(text).proposal));
  assert.is(proposals.size, 1, [...proposals].join());
  assert.is.not(gateway.settings.usdtRate, 7_31);
});

test('of two people who grant one proposal at the same moment, one acts and the other proposes it again', async ({
  gateway,
}) => {
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => deskSession(gateway)));
  const set = ({ token }: { token: string }) =>
    asDesk(gateway, token, 'settings/USDT_RATE', { value: '733', reason: 'New rate' });
  assert.is((await set(first!)).status, 202);
  const statuses = (await Promise.all(others.map(set))).map(({ status }) => status);
  assert.equal(statuses.sort(), [200, 202]);
});

test('an admin cannot make a second person of their own', async ({ gateway }) => {
  const [ada, ben] = [await deskSession(gateway), await deskSession(gateway)];
  const carl = `carl${randomUUID().slice(0, 6)}`;
  const added = JSON.parse((await as(gateway, ada.token, 'person', 'add', carl, 'admin', '--json')).text);
  assert.ok(added.waiting, 'ada alone adds nobody');
  assert.is((await as(gateway, ben.token, 'proposal', 'grant', added.proposal, '--yes')).code, 0);
  const made = await deskSession(gateway, 'admin', `${carl}b`); // carl, once he has followed the invitation
  const { run } = gateway.db;
  const row = await run
    .selectFrom('operator')
    .select(['vouched_by', 'vouched_at'])
    .where('name', '=', carl)
    .executeTakeFirstOrThrow();
  const benId = await run
    .selectFrom('operator')
    .select('id')
    .where('name', '=', ben.name)
    .executeTakeFirstOrThrow();
  assert.is(row.vouched_by, benId.id);
  const vouched_at = new Date(Date.now() + gateway.clock.ahead - 29 * 86_400_000);
  await run
    .updateTable('operator')
    .set({ ...row, vouched_at })
    .where('name', '=', `${carl}b`)
    .execute();
  const set = ['setting', 'set', 'PAYEE_BANK', `Bank ${carl}`, 'New', 'bank', '--json'];
  const { proposal } = JSON.parse((await as(gateway, ben.token, ...set)).text);
  const grant = ['proposal', 'grant', proposal, '--yes'];
  assert.match((await as(gateway, made.token, ...grant)).text, 'within the last 30 days');
  assert.is((await as(gateway, ada.token, ...grant)).code, 0);
});

test('a proposal that nobody approves within a week expires', async ({ gateway }) => {
  const [first, second] = [await deskSession(gateway), await deskSession(gateway)];
  const set = ['setting', 'set', 'SHOP_HOLD_HOURS', '49', 'New', 'time', '--json'];
  const { proposal } = JSON.parse((await as(gateway, first.token, ...set)).text);
  await gateway.db.run
    .updateTable('operator_proposal')
    .set({ expires_at: new Date(Date.now() + gateway.clock.ahead - 1) })
    .where('id', '=', proposal)
    .execute();
  const list = JSON.parse((await as(gateway, second.token, 'proposal', 'list', '--json')).text).items;
  assert.not(list.some((one: { id: string }) => one.id === proposal));
  const grant = await as(gateway, second.token, 'proposal', 'grant', proposal, '--yes');
  assert.match(grant.text, 'granted, refused');
  const anew = JSON.parse((await as(gateway, first.token, ...set)).text);
  assert.ok(anew.waiting && anew.proposal !== proposal, 'and may be proposed again');
  const shown = (await asDesk(gateway, second.token, `proposals/${proposal}`)).body;
  assert.equal([shown.state, shown.endedBy], ['expired', undefined], 'time ended it, and no person');
});

test('where members remit to is not changed by one person', async ({ gateway }) => {
  const [first, second] = [await deskSession(gateway), await deskSession(gateway)];
  const set = ['setting', 'set', 'PAYEE_ACCOUNT', '6217 0001', 'New', 'bank', '--json'];
  const { proposal } = JSON.parse((await as(gateway, first.token, ...set)).text);
  assert.is.not(gateway.settings.payee.accountNumber, '6217 0001');
  assert.is((await as(gateway, second.token, 'proposal', 'grant', proposal, '--yes')).code, 0);
  assert.is(gateway.settings.payee.accountNumber, '6217 0001');
  const anew = JSON.parse((await as(gateway, first.token, ...set)).text);
  assert.ok(anew.waiting);
  assert.is.not(anew.proposal, proposal, 'the same once more is another proposal');
});

test('a proposal that fails stays open, and may be refused', async ({ gateway }) => {
  const [first, second] = [await deskSession(gateway), await deskSession(gateway)];
  const args = ['member', 'reset', 'nobody-there', 'new@mail.example', '--yes', '--json'];
  const { proposal } = JSON.parse((await as(gateway, first.token, ...args)).text);
  const failed = await as(gateway, second.token, 'proposal', 'grant', proposal, '--yes');
  assert.is(failed.code, 1, 'there is no such member');
  assert.is((await as(gateway, second.token, 'proposal', 'refuse', proposal)).code, 0);
  assert.match(
    (await as(gateway, second.token, 'proposal', 'grant', proposal, '--yes')).text,
    'granted, refused',
  );
  const shown = (await asDesk(gateway, second.token, `proposals/${proposal}`)).body;
  assert.equal([shown.state, shown.endedBy], ['refused', second.name], 'a person did that, and not time');
});

test('in production the desk is not on the public port, and the token of programs only looks', async ({
  gateway,
}) => {
  const headers = {
    authorization: `Bearer ${production.OPERATOR_TOKEN}`,
    'content-type': 'application/json',
  };
  assert.is((await fetch(`${gateway.url}/operator/ledger`, { headers })).status, 404);
  assert.is((await fetch(`${gateway.desk}/operator/ledger`, { headers })).status, 200);
  assert.is((await fetch(`${gateway.desk}/operator/members`, { headers })).status, 403);
  const act = await fetch(`${gateway.desk}/operator/jobs/all/retry`, { method: 'POST', headers, body: '{}' });
  assert.is(act.status, 403);
});

test('a page that is not ours cannot use the cookie of somebody who is signed in', async ({ gateway }) => {
  const { token } = await deskSession(gateway);
  const session = await fetch(`${gateway.desk}/operator/session`, {
    headers: { cookie: `cloudphone_desk=${token}` },
  });
  const { csrf } = (await session.json()) as { csrf: string };
  const retry = async (headers: Record<string, string>) =>
    (
      await fetch(`${gateway.desk}/operator/jobs/${randomUUID()}/retry`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: `cloudphone_desk=${token}`, ...headers },
        body: '{}',
      })
    ).status;
  assert.equal(
    [await retry({}), await retry({ 'x-csrf': 'x' }), await retry({ 'x-csrf': csrf })],
    [401, 401, 200],
  );
});

/** A request of somebody who is not signed in: their invitation is shown, or followed. */
async function sendInvite(gateway: TestGateway, to: 'invitation' | 'join', body: object) {
  const response = await fetch(`${gateway.desk}/operator/session/${to}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { name, key = '' } = (await response.json()) as { name?: string; key?: string };
  return { status: response.status, name, key };
}

const inviteOf = async ({ db, clock }: TestGateway, name: string): Promise<string> =>
  (await db.tx((tx) => addPerson(tx, name, 'support', Date.now() + clock.ahead))).invite;

const sessionsOf = ({ db }: TestGateway, name: string) =>
  db.run
    .selectFrom('operator_session as s')
    .innerJoin('operator as o', 'o.id', 's.operator')
    .select('s.hash')
    .where('o.name', '=', name)
    .execute();

test('an invitation without the code of this half minute is refused, and may be tried again', async ({
  gateway,
}) => {
  const invite = await inviteOf(gateway, 'nocode');
  const join = (code: string) => sendInvite(gateway, 'join', { invite, password, code });
  assert.ok((await join('000000')).status >= 400, 'nobody has seen the key yet');
  const { key } = await sendInvite(gateway, 'invitation', { invite });
  const right = codeNow(key, gateway);
  for (const code of [right === '123456' ? '654321' : '123456', '', right.slice(1)])
    assert.ok((await join(code)).status >= 400, code);
  assert.equal(await sessionsOf(gateway, 'nocode'), []);
  assert.is((await join(codeNow(key, gateway))).name, 'nocode');
  assert.is((await sessionsOf(gateway, 'nocode')).length, 1);
});

test('an invitation that is followed twice at the same moment opens one session', async ({ gateway }) => {
  const invite = await inviteOf(gateway, 'twice');
  const { key } = await sendInvite(gateway, 'invitation', { invite });
  const join = { invite, password, code: codeNow(key, gateway) };
  const answers = await Promise.all([sendInvite(gateway, 'join', join), sendInvite(gateway, 'join', join)]);
  assert.is(answers.filter(({ status }) => status === 200).length, 1, JSON.stringify(answers));
  assert.is((await sessionsOf(gateway, 'twice')).length, 1);
});

test('of two open invitations each opens the account of its own person, and a guess opens neither', async ({
  gateway,
}) => {
  const both = [
    ['first', await inviteOf(gateway, 'first')],
    ['second', await inviteOf(gateway, 'second')],
  ] as const;
  const guess = 'a'.repeat(64);
  assert.is((await sendInvite(gateway, 'invitation', { invite: guess })).status, 409);
  for (const [name, invite] of both)
    assert.is((await sendInvite(gateway, 'invitation', { invite })).name, name);
  for (const [name, invite] of both) {
    const { key } = await sendInvite(gateway, 'invitation', { invite });
    const chosen = { password, code: codeNow(key, gateway) };
    assert.is((await sendInvite(gateway, 'join', { invite: guess, ...chosen })).status, 409);
    assert.is((await sendInvite(gateway, 'join', { invite, ...chosen })).name, name);
  }
});

test('an invitation to the back office is over after a day', async ({ gateway }) => {
  const invite = await inviteOf(gateway, 'late');
  const { key } = await sendInvite(gateway, 'invitation', { invite });
  gateway.clock.ahead += inviteTtl;
  assert.is((await sendInvite(gateway, 'invitation', { invite })).status, 409);
  const chosen = { invite, password, code: codeNow(key, gateway) };
  assert.is((await sendInvite(gateway, 'join', chosen)).status, 409);
  assert.equal(await sessionsOf(gateway, 'late'), []);
});

test('of two sign-ins with the same code at the same moment one opens a session', async ({ gateway }) => {
  const { db, clock } = gateway;
  const invite = await inviteOf(gateway, 'double');
  const { key } = await sendInvite(gateway, 'invitation', { invite });
  await sendInvite(gateway, 'join', { invite, password, code: codeNow(key, gateway) });
  clock.ahead += 60_000; // the code of the invitation is used
  const body = JSON.stringify({ name: 'double', password, code: codeNow(key, gateway) });
  const headers = { 'content-type': 'application/json' };
  const enter = () => fetch(`${gateway.desk}/operator/session`, { method: 'POST', headers, body });
  const row = (tx: Tx) =>
    tx.selectFrom('operator').select('id').where('name', '=', 'double').forUpdate().execute();
  const answers = await whileLocked(db, row, () => [enter(), enter()]);
  assert.is(answers.filter(({ status }) => status === 200).length, 1);
});

test('an invitation that is replaced while somebody follows it opens nothing', async ({ gateway }) => {
  const { db, clock } = gateway;
  const invite = await inviteOf(gateway, 'replaced');
  const { key } = await sendInvite(gateway, 'invitation', { invite });
  const replace = (tx: Tx) => inviteAgain(tx, 'replaced', Date.now() + clock.ahead);
  const [followed] = await whileLocked(db, replace, () => [
    sendInvite(gateway, 'join', { invite, password, code: codeNow(key, gateway) }),
  ]);
  assert.is(followed?.status, 409);
  assert.is((await operatorRow(db, 'replaced')).password, null);
  assert.equal(await sessionsOf(gateway, 'replaced'), []);
});

test('keys of codes are encrypted in the database, each for its own person, with a key that can be rotated', async (context) => {
  const { gateway } = context;
  const { db, clock } = gateway;
  const { key } = await join(context, 'kay', 'support');
  const stored = async () => (await operatorRow(db, 'kay')).totp!;
  const enter = async (at: TestGateway, name = 'kay') => {
    clock.ahead += 60_000; // no code is valid twice
    at.clock.ahead = clock.ahead;
    const answer = await fetch(`${at.desk}/operator/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, password, code: codeNow(key, at) }),
    });
    return answer.status;
  };
  assert.not.match(JSON.stringify(await operatorRow(db, 'kay')), key);
  assert.is(await enter(gateway), 200);

  await join(context, 'lou', 'support');
  await db.run
    .updateTable('operator')
    .set({ totp: await stored() })
    .where('name', '=', 'lou')
    .execute();
  assert.is(await enter(gateway, 'lou'), 409, 'a key that was copied to another person opens nothing');

  await db.run.updateTable('operator').set({ totp: key }).where('name', '=', 'kay').execute();
  assert.is(await enter(gateway), 200, 'of an earlier version');
  const said: string[] = [];
  const begin = (env: object) =>
    openGateway({ database: db, env: { ...production, ...env }, log: (line) => void said.push(line) });
  const next = 'the-next-key-of-what-is-stored-there';
  const both = await begin({ SECRETS_KEY: next, SECRETS_KEY_BEFORE: production.SECRETS_KEY });
  const alone = await begin({ SECRETS_KEY: next });
  try {
    assert.not.match(await stored(), key);
    for (const at of [both, alone]) assert.is(await enter(at), 200);
    assert.is(await enter(gateway), 409, 'the key that has left opens nothing new');
    const [lost = ''] = said.filter((line) => line.includes('SECRETS_KEY does not open'));
    assert.match(lost, 'lou');
    assert.not.match(lost, 'kay');
  } finally {
    await both.close();
    await alone.close();
  }
});

test.run();
