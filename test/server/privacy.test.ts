import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { OrderState } from '../../src/contract/buying/orders';
import * as auth from '../../src/contract/member/auth';
import * as calls from '../../src/contract/member/privacy';
import { setPayPassword, verifyPay } from '../../src/contract/money/pay-password';
import { WithdrawalStatus } from '../../src/contract/money/wallet';
import { createWorker } from '../../src/server/jobs/worker';
import { memberAccount } from '../../src/server/ledger/accounts';
import { forgetCopy } from '../../src/server/privacy/copies';
import { gather } from '../../src/server/privacy/gather';
import { erasedName } from '../../src/server/privacy/leaving';
import type { Tables } from '../../src/server/schema/tables';
import { workOf } from '../../src/server/work';
import { rowsOf } from './support/bystander';
import { addMember, password } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { booksInOrder, give } from './support/shop';
import { addPicture } from './support/upload';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  username: string;
  email: string;
  as: Sent;
}
const test = suite<Context>('privacy');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { PAY_PASSWORD_FROM: '0' } });
  context.gateway.clock.ahead = 0;
  const email = `${randomUUID().slice(0, 8)}@privacy.example`;
  const { id, username } = await addMember(context.gateway, { email, name: `name of ${email}` });
  Object.assign(context, { member: id, username, email, as: await context.gateway.signIn(id) });
});
test.after(({ gateway }) => gateway.close());

const day = 86_400_000;
/** Does what is due, the sweeps of rooms and the prices of others' left out. */
const work = async ({ db, settings, clock, files }: TestGateway) => {
  const now = () => Date.now() + clock.ahead;
  const all = await workOf(db, settings, { now, log() {}, files });
  for (const name of ['erase-members', 'picture-sweep', 'copy-sweep'])
    await all.schedules.find((one) => one.name === name)?.run(db, now());
  await createWorker({ db, kinds: all.kinds, schedules: [], now, log() {} }).work();
};
const ask = ({ gateway, as }: Context, more: object = {}) =>
  gateway.send(calls.askDeletion, { password, requestKey: randomUUID(), ...more }, as);
const memberRow = ({ gateway, member }: Context) =>
  gateway.db.run.selectFrom('member').selectAll().where('id', '=', member).executeTakeFirstOrThrow();

/** Whether any row of a table holds one of the texts. */
async function holding({ db }: TestGateway, texts: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name not in (select relname from pg_class where relispartition)`.execute(
    db.run,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: all } = await sql<{
      row: string;
    }>`select row_to_json(t)::text as row from ${sql.table(name)} t`.execute(db.run);
    if (all.some(({ row }) => texts.some((text) => row.includes(text)))) found.push(name);
  }
  return found.sort();
}

/** A member in every room, with a text of theirs wherever one fits. */
async function live({ gateway, member }: Context, secret: string) {
  const { db } = gateway;
  const [post, order, account, request] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const [picture, signed] = [await addPicture(gateway, member), await addPicture(gateway, member)];
  const other = (await addMember(gateway)).id;
  const own = { member };
  const at = new Date();
  const paid = { amount: 100, total: 100, paid: 100 };
  const rows: [keyof Tables, object][] = [
    ['address', { ...own, username: secret, address: secret, userphone: secret }],
    ['payout_account', { ...own, kind: 'bank', holder: secret, number: secret }],
    ['identity', { ...own, id_type: 'passport', id_number: secret, name: secret }],
    ['system_message', { ...own, kind: 'text', told: JSON.stringify({ text: secret }) }],
    ['notify_choice', { ...own, locale: 'en', choices: '{}', time_zone: 'UTC' }],
    ['conversation', { ...own }],
    ['conversation_message', { ...own, id: 1, author: 'member', text: secret }],
    ['work_order', { ...own, id: request, status: 0, title: secret, description: secret, annex: '[]' }],
    [
      'work_order_entry',
      { ...own, work_order: request, position: 0, by: 'member', kind: 'text', text: secret, annex: '[]' },
    ],
    ['ai_writing', { ...own, turn: randomUUID() }],
    ['ai_turn', { ...own, question: secret, answer: secret, help: '[]', state: 'done', source: 'help' }],
    ['circle_post', { id: post, author: member, text: secret }],
    ['circle_tag', { post, tag: secret }],
    ['circle_comment', { post, author: member, text: secret }],
    ['circle_like', { ...own, post }],
    ['circle_follow', { ...own, author: other }],
    ['circle_mute', { member: other, author: member }],
    ['short_video_account', { ...own, id: account, account: secret, nickname: secret }],
    ['known_device', { ...own, device: secret }],
    ['wechat_identity', { ...own, open_id: secret }],
    ['passkey', { ...own, credential: secret, name: secret }],
    ['authenticator', { ...own, key: secret, recovery: secret }],
    ['partner_member', { ...own, partner: 'p_x', reference: secret }],
    [
      'purchase',
      {
        ...own,
        order_no: order,
        ...paid,
        state: OrderState.successful,
        address: secret,
        phone: secret,
        way: 'card',
        currency: 'CNY',
      },
    ],
    ['refund_request', { ...own, order_no: order, reason: secret, state: 'refused' }],
    ['remittance', { ...own, phone: secret, amount: 100, state: 'approved', voucher: randomUUID() }],
    [
      'declaration',
      {
        ...own,
        customer: other,
        order_amount: 100,
        status: 1,
        customer_name: secret,
        customer_phone: secret,
        remark: secret,
      },
    ],
    ['shop', { ...own, name: secret, introduction: secret }],
    [
      'message',
      { channel: 'mail', address: (await memberRow({ gateway, member } as Context)).email, text: secret },
    ],
    // what the law has us keep
    [
      'signature',
      {
        ...own,
        order_no: order,
        name: `kept ${secret}`,
        id_type: 'passport',
        id_number: `kept ${secret}`,
        picture: signed,
      },
    ],
    [
      'withdrawal',
      {
        ...own,
        status: WithdrawalStatus.remitted,
        amount: 100,
        reference: randomUUID(),
        source: 'balance',
        kind: 'bank',
        holder: `kept ${secret}`,
        account_number: `kept ${secret}`,
        remark: secret,
      },
    ],
  ];
  for (const [table, row] of rows)
    await addRows(
      gateway,
      table,
      [{ at, created_at: at, ...row }].map((one) => onlyColumns(table, one)),
    );
  await db.run
    .updateTable('member')
    .set({ nickname: secret, avatar: picture })
    .where('id', '=', member)
    .execute();
  return { picture, signed };
}

const columns = new Map<string, Set<string>>();
const onlyColumns = (table: string, row: object) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => columns.get(table)?.has(name)));
test.before.each(async ({ gateway }) => {
  if (columns.size) return;
  const { rows } = await sql<{ table: string; name: string }>`
    select table_name as "table", column_name as name from information_schema.columns where table_schema = 'public'`.execute(
    gateway.db.run,
  );
  for (const { table, name } of rows) columns.set(table, (columns.get(table) ?? new Set()).add(name));
});

test('an account with money or a running order is not deleted, and the member sees the reason', async (context) => {
  const { gateway, member, as } = context;
  await give(gateway, member, 'balance', 12_34);
  const own = { member };
  await addRows(gateway, 'withdrawal', [
    { ...own, status: WithdrawalStatus.applied, amount: 100, source: 'balance', kind: 'bank' },
  ]);
  await addRows(gateway, 'purchase', [
    { ...own, state: OrderState.confirming, amount: 100, total: 100, way: 'card', currency: 'CNY' },
  ]);
  const over = new Date();
  const devices = [{}, { expired_at: over }, { ended_at: over }, { refunded_at: over }];
  await addRows(
    gateway,
    'device_order',
    devices.map((values) => ({ ...own, quantity: 1, daily_rent: 1, ...values })),
  );
  const paid = { order_no: `C-${member}`, way: 'card', amount: 100 };
  await addRows(gateway, 'purchase', [
    { ...own, ...paid, state: OrderState.successful, total: 100, paid: 100, currency: 'money' },
  ]);
  await addRows(gateway, 'receipt', [{ ...own, id: `card:${member}`, ...paid, used_for: 'order' }]);
  const refund = { ...own, ...paid, receipt: `card:${member}`, times: 1 };
  await addRows(
    gateway,
    'provider_refund',
    ['underWay', 'failed', 'done', 'balance', 'void'].map((state) => ({ ...refund, state })),
  );
  const { body } = await gateway.send(calls.deletion, {}, as);
  assert.equal(
    body.obstacles.map(({ kind, count }: any) => `${kind} ${count}`),
    ['balance 1234', 'withdrawals 1', 'orders 1', 'devices 1', 'providerRefunds 2'],
  );
  const { code, message } = await ask(context);
  assert.equal([code, /Settle/.test(message)], ['500', true]);
  assert.is((await memberRow(context)).leaving_at, null);
});

test('deletion takes the password, and the payment password where there is one', async (context) => {
  const { gateway, as } = context;
  assert.is((await ask(context, { password: 'wrong2026' })).code, '500');
  const payPassword = '480215';
  await gateway.send(setPayPassword, { payPassword, password, requestKey: randomUUID() }, as);
  assert.is((await ask(context)).body.needs, 'payPassword');
  const { proof } = (await gateway.send(verifyPay, { payPassword }, as)).body;
  assert.is((await ask(context, { proof })).code, '1');
});

test('a member who asks is signed out everywhere, gets a message, and keeps the account by signing in', async (context) => {
  const { gateway, username, email, as } = context;
  const { body } = await ask(context);
  assert.is(Math.round((Date.parse(body.leavingAt) - Date.now()) / day), 14);
  assert.is((await gateway.send(auth.getInfo, {}, as)).code, '510');
  await work(gateway);
  const mails = await gateway.db.run
    .selectFrom('message')
    .select('subject')
    .where('address', '=', email)
    .execute();
  assert.ok(mails.some(({ subject }) => subject === 'Your account will be deleted'));
  const signedIn = await gateway.send(auth.login, { account: username, password, agreed: true });
  assert.is(signedIn.body.userInfo.leavingAt, body.leavingAt);
  const again = { token: signedIn.body.token, userId: signedIn.body.userInfo.userId };
  assert.is((await gateway.send(calls.keepAccount, {}, again)).code, '1');
  assert.not((await gateway.send(auth.getInfo, {}, again)).body.userInfo.leavingAt);
  gateway.clock.ahead = 15 * day;
  await work(gateway);
  assert.is((await memberRow(context)).username, username);
});

test('after 14 days nothing of the person is left but what the law has us keep, and the books are in order', async (context) => {
  const { gateway, member, username, email } = context;
  const secret = `secret-${randomUUID()}`;
  const { picture, signed } = await live(context, secret);
  await give(gateway, member, 'points', 500);
  const another = await addMember(gateway, { email: `${randomUUID().slice(0, 8)}@privacy.example` });
  await live({ ...context, member: another.id }, 'the other’s');
  const theirs = async () => [await rowsOf(gateway, another.id), await holding(gateway, ['the other’s'])];
  const untouched = await theirs();
  const moves = async () =>
    (
      await sql`select p.* from posting p join account a on a.id = p.account and a.home = p.home where a.member = ${member}`.execute(
        gateway.db.run,
      )
    ).rows.length;
  const before = await moves();
  assert.is((await ask(context)).code, '1');
  await work(gateway);
  assert.is((await memberRow(context)).username, username);
  gateway.clock.ahead = 14 * day + 1000;
  await work(gateway);

  // the job tells the partner, by its own name for the customer, that the link has ended
  assert.equal(await holding(gateway, [secret, username, email]), ['job', 'signature', 'withdrawal']);
  assert.equal(await theirs(), untouched, 'another member has everything');
  const kept = await gateway.db.run
    .selectFrom('withdrawal')
    .select(['holder', 'remark'])
    .where('member', '=', member)
    .execute();
  assert.equal(kept, [{ holder: `kept ${secret}`, remark: '' }]);
  const shown = await desk(gateway, `members/${member}`);
  assert.ok(shown.erasedAt);
  const unlocked = await desk(gateway, `members/${member}/unlock`, { requestKey: randomUUID() });
  assert.not.ok(unlocked.locked === false); // nobody opens it again
  const row = await memberRow(context);
  assert.equal(
    [
      row.username,
      row.nickname,
      row.phone,
      row.email,
      row.name,
      row.password,
      !!row.locked_at,
      !!row.erased_at,
    ],
    [erasedName(member), erasedName(member), null, null, null, '', true, true],
  );
  assert.equal([await moves(), before], [before, 1]);
  await booksInOrder(gateway);
  assert.equal([!!(await gateway.files.get(picture)), !!(await gateway.files.get(signed))], [false, true]);
  assert.is((await gateway.send(auth.login, { account: username, password, agreed: true })).code, '500');
  await addMember(gateway, { username, email }); // the name and the contact are free
});

test('money that arrives in between postpones the deletion, and the member gets a message', async (context) => {
  const { gateway, member } = context;
  await ask(context);
  await give(gateway, member, 'balance', 1_00);
  gateway.clock.ahead = 14 * day + 1000;
  await work(gateway);
  const { leaving_at, erased_at } = await memberRow(context);
  assert.is(erased_at, null);
  assert.is(Math.round((leaving_at!.getTime() - Date.now()) / day), 21);
  const told = await gateway.db.run
    .selectFrom('system_message')
    .select('kind')
    .where('member', '=', member)
    .execute();
  assert.ok(told.some(({ kind }) => kind === 'deletionPutOff'));
});

/** The files of an archive. */
function unzip(archive: Buffer): Record<string, Buffer> {
  const files: Record<string, Buffer> = {};
  let at = archive.readUInt32LE(archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1')) + 16);
  while (archive.readUInt32LE(at) === 0x02014b50) {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)];
    const [name, extra, comment] = [28, 30, 32].map((to) => archive.readUInt16LE(at + to)) as [
      number,
      number,
      number,
    ];
    const local = archive.readUInt32LE(at + 42);
    const begin = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const bytes = archive.subarray(begin, begin + size);
    files[archive.toString('utf8', at + 46, at + 46 + name)] = method ? inflateRawSync(bytes) : bytes;
    at += 46 + name + extra + comment;
  }
  return files;
}

test('a copy has every movement, the oldest first', async ({ gateway, member }) => {
  await give(gateway, member, 'points', 500);
  const [id, at] = [randomUUID(), new Date(0)];
  await addRows(gateway, 'transfer', [{ id, home: member, kind: 'earlier', asset: 'points', at }]);
  const posting = { home: member, transfer: id, account: memberAccount(member, 'points').id, seq: 2 };
  await addRows(gateway, 'posting', [{ ...posting, amount: 7, balance_after: 507 }]);
  const { transactions = [] } = await gather(gateway.db.run, gateway.files, member);
  assert.equal(
    transactions.map((one: any) => [one.kind, one.account, one.amount]),
    [
      ['earlier', 'points', 7],
      ['gift', 'points', 500],
    ],
  );
});

test('a member downloads a copy of their own data, for seven days, one a day', async (context) => {
  const { gateway, email, username, member, as } = context;
  const { picture } = await live(context, 'very own');
  await addMember(gateway, { nickname: 'a friend', inviter: member });
  const email2 = `${randomUUID().slice(0, 8)}@privacy.example`;
  const other = (await addMember(gateway, { email: email2 })).id;
  await live({ ...context, member: other }, 'somebody else');
  await addMember(gateway, { nickname: 'somebody else', inviter: other });
  await gateway.send(calls.askCopy, { requestKey: randomUUID() }, await gateway.signIn(other));
  const zh = { ...as, locale: 'zh_CN' };
  const get = () => gateway.send(calls.copyAddress, { password }, as);
  const want = () => gateway.send(calls.askCopy, { requestKey: randomUUID() }, zh);
  const none = await gateway.send(calls.dataCopy, {}, as);
  assert.equal([none.code, none.body], ['1', {}]);
  assert.is((await want()).code, '1');
  assert.is((await get()).code, '500'); // it is not made yet
  assert.is((await want()).code, '500');
  await work(gateway);
  const { copy, again } = (await gateway.send(calls.dataCopy, {}, as)).body;
  assert.equal([copy.state, copy.size > 0, !!again], ['ready', true, true]);
  assert.ok(Math.abs(Date.parse(copy.until) - Date.now() - 7 * day) < 60_000, copy.until);
  assert.is((await gateway.send(calls.copyAddress, { password: 'wrong2026' }, as)).code, '500');
  const { url } = (await get()).body;
  const answer = await fetch(gateway.url + url);
  assert.is(answer.headers.get('content-type'), 'application/zip');
  const guessed = await fetch(`${gateway.url}/copies/${'a'.repeat(32)}`);
  assert.is(guessed.status, 404, 'an address that was given to nobody');
  const files = unzip(Buffer.from(await answer.arrayBuffer()));
  const [profile] = JSON.parse(files['profile.json']!.toString());
  assert.equal([profile.username, profile.email, profile.password], [username, email, undefined]);
  assert.match(files['chat.json']!.toString(), 'very own');
  assert.match(files['friends.json']!.toString(), 'a friend');
  assert.match(files['README.txt']!.toString(), '数据副本');
  assert.ok(files[`files/${picture}.png`]!.length > 0);
  assert.not.ok(Object.values(files).some((file) => file.includes('somebody else')));

  const told = await gateway.db.run
    .selectFrom('system_message')
    .select('kind')
    .where('member', '=', member)
    .execute();
  assert.ok(told.some(({ kind }) => kind === 'copyReady'));
  gateway.clock.ahead = 6 * 60_000;
  assert.is((await fetch(gateway.url + url)).status, 404);
  gateway.clock.ahead = 0;
  const next = (await get()).body.url;
  await gateway.send(auth.logout, {}, as);
  assert.is((await fetch(gateway.url + next)).status, 404); // the address ends with the session
  gateway.clock.ahead = 7 * day + 60_000;
  await work(gateway);
  assert.is(
    await gateway.db.run.selectFrom('data_copy').select('id').where('member', '=', member).executeTakeFirst(),
    undefined,
  );
});

test('a copy that is thrown away before it is made is announced to nobody', async (context) => {
  const { gateway, member, as } = context;
  assert.is((await gateway.send(calls.askCopy, { requestKey: randomUUID() }, as)).code, '1');
  await forgetCopy(gateway.db, gateway.files, member);
  await work(gateway);
  const told = gateway.db.run.selectFrom('system_message').select('kind').where('member', '=', member);
  assert.equal(await told.execute(), []);
});

test.run();
