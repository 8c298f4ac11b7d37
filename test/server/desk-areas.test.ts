import { randomUUID } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import { areaNames, areas } from '../../src/contract/desk/areas';
import { loadPicture } from '../../src/contract/site/system';
import { listMessages, sendMessage } from '../../src/contract/support/im';
import * as workOrders from '../../src/contract/support/work-orders';
import { dayOf } from '../../src/server/kernel/dates';
import { warningsOf } from '../../src/server/operator/warnings';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { deskSession } from './support/operator';
import { addRows } from './support/rows';
import { addCoupon, addProduct, booksInOrder, give, order } from './support/shop';
import { addAccount, desk, withdraw } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  username: string;
  as: Sent;
}
const test = suite<Context>('areas of the desk');
test.before(async (the) => {
  the.gateway = await openGateway({ env: { SECOND_PERSON_FROM: '100000' } });
});
test.before.each(async (the) => {
  const member = await addMember(the.gateway, { name: 'Li Mei' });
  Object.assign(the, { member: member.id, username: member.username });
  the.as = await the.gateway.signIn(member.id);
  await give(the.gateway, member.id, 'balance', 9000_00);
});
test.after.each(({ gateway }) => booksInOrder(gateway));
test.after(({ gateway }) => gateway.close());

/** Asks the desk as somebody who has signed in there. */
const asPerson = async ({ desk: url }: TestGateway, token: string, path: string, body?: object) => {
  const answer = await fetch(`${url}/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    text,
    headers: answer.headers,
    body: text.startsWith('{') ? JSON.parse(text) : {},
  };
};

const withdrawn = async ({ gateway, as, member }: Context, amounts: number[], account: object = {}) => {
  const card = await addAccount(gateway, member, account);
  const made = [];
  for (const amount of amounts) {
    const { code, body, message } = await withdraw(gateway, as, card, { amount });
    assert.is(code, '1', message);
    made.push(body.number as string);
  }
  return made;
};

test('every area has a list that its roles see and no other, and names its sorts and filters', async ({
  gateway,
}) => {
  const tokens = {
    support: (await deskSession(gateway, 'support')).token,
    finance: (await deskSession(gateway, 'finance')).token,
    admin: (await deskSession(gateway, 'admin')).token,
  };
  for (const name of areaNames)
    for (const [role, token] of Object.entries(tokens)) {
      const { status, text } = await asPerson(gateway, token, `${name}?size=2&count=yes`);
      const sees = (areas[name].see as readonly string[]).includes(role);
      assert.is(status, sees ? 200 : 403, `${name} ${role} ${text}`);
    }
  for (const name of areaNames)
    for (const sort of areas[name].sorts)
      assert.is(
        (await asPerson(gateway, tokens.admin, `${name}?sort=-${sort}`)).status,
        200,
        `${name} ${sort}`,
      );
  assert.is((await asPerson(gateway, tokens.admin, 'orders?sort=address')).status, 400);
  assert.is((await asPerson(gateway, tokens.admin, 'orders?state=lost')).status, 400);
  assert.is((await asPerson(gateway, tokens.admin, 'orders?from=nonsense')).status, 400);
  assert.is((await asPerson(gateway, tokens.admin, 'orders?since=yesterday')).status, 400);
});

test('a record that there is not is refused in every area, as a list by what is no value is', async ({
  gateway,
}) => {
  const ask = (path: string) => asPerson(gateway, String(gateway.settings.operatorToken), path);
  const keys = areaNames.map((name) => `${name}/no-such-record`);
  for (const path of [...keys, 'dictionaries/nothing.such']) {
    const { status } = await ask(path);
    assert.ok(status >= 400 && status < 500, `${path} ${status}`);
  }
  const questions = [
    'members?locked',
    'accounts?linked',
    'conversations?unread',
    'orders?unsent',
    'coupons?good',
  ];
  for (const question of [...questions, 'products?onSale', 'payments?open']) {
    const { status, body } = await ask(`${question}=maybe`);
    assert.equal([status, /yes, no|open, settled/.test(body.message)], [400, true], question);
  }
  for (const since of ['yesterday', '1969-12-31', '3026-01-01'])
    assert.match((await ask(`orders?since=${since}`)).body.message, 'is no day', since);
  const answer = { name: 'Hello', texts: { en: 'Hello' } };
  const acts: [path: string, input: object][] = [
    ['answers/no-such-record', answer],
    ['accounts/no-such-record/unlink', { reason: 'a mistake' }],
    ['videos/no-such-record/remove', {}],
  ];
  for (const [path, input] of acts) {
    const { status } = await asPerson(gateway, String(gateway.settings.operatorToken), path, input);
    assert.ok(status >= 400 && status < 500, `${path} ${status}`);
  }
});

test('a list shows of posts, comments, notices and proposals those that were asked for', async ({
  gateway,
  member,
  username,
}) => {
  const [at, later] = [new Date(Date.now() - 60_000), new Date(Date.now() + 600_000)];
  /** The rows that a list shows, by their names. */
  const shown = async (rows: Record<string, string>, list: string) => {
    const { items } = await desk(gateway, list);
    const listed = new Set(items.map(({ id }: { id: string }) => id));
    return Object.keys(rows).filter((name) => listed.has(rows[name]));
  };
  const named = (...names: string[]) => Object.fromEntries(names.map((name) => [name, randomUUID()]));
  const posts = named('plain', 'hidden', 'pinned', 'reported');
  const comments = named('plain', 'hidden', 'reported');
  const said = { author: member, text: 'Hello', created_at: at, pictures: '[]' };
  await addRows(gateway, 'circle_post', [
    { ...said, id: posts.plain },
    { ...said, id: posts.hidden, hidden_at: at },
    { ...said, id: posts.pinned, pinned_at: at },
    { ...said, id: posts.reported },
  ]);
  const { pictures: _, ...words } = said;
  await addRows(gateway, 'circle_comment', [
    { ...words, id: comments.plain, post: posts.plain },
    { ...words, id: comments.hidden, post: posts.plain, hidden_at: at },
    { ...words, id: comments.reported, post: posts.plain },
  ]);
  await addRows(gateway, 'circle_report', [{ post: posts.reported, member, reason: 'spam', at }]);
  await addRows(gateway, 'circle_comment_report', [
    { comment: comments.reported, member, reason: 'spam', at },
  ]);
  for (const which of ['hidden', 'pinned', 'reported'])
    assert.equal(await shown(posts, `posts?which=${which}&member=${username}`), [which]);
  assert.equal(await shown(posts, `posts?which=newest&member=${username}`), Object.keys(posts));
  for (const which of ['hidden', 'reported'])
    assert.equal(await shown(comments, `comments?which=${which}&member=${username}`), [which]);
  assert.equal(await shown(comments, `comments?which=newest&member=${username}`), Object.keys(comments));

  const notices = named('published', 'waiting', 'withdrawn');
  const notice = { published_at: at, confirm: false, addressee: member };
  await addRows(gateway, 'notice', [
    { ...notice, id: notices.published },
    { ...notice, id: notices.waiting, published_at: later },
    { ...notice, id: notices.withdrawn, withdrawn_at: at },
  ]);
  for (const state of Object.keys(notices))
    assert.equal(await shown(notices, `notices?state=${state}`), [state]);

  const proposals = named('open', 'over', 'refused');
  const proposal = { action: 'members/:account/lock', target: username, body: '{}', expires_at: later, at };
  await addRows(gateway, 'operator_proposal', [
    { ...proposal, id: proposals.open },
    { ...proposal, id: proposals.over, expires_at: at },
    { ...proposal, id: proposals.refused, ended: 'refused', ended_at: at },
  ]);
  assert.equal(await shown(proposals, 'proposals?state=open'), ['open']);
  assert.equal(await shown(proposals, 'proposals?state=ended'), ['over', 'refused']);
  const lists = ['posts?which', 'comments?which', 'notices?state', 'proposals?state'];
  for (const list of lists) assert.is((await desk(gateway, `${list}=none`)).status, 400, list);
});

test('a record of the desk is the one that was asked for, and an act is on it alone', async ({
  gateway,
  member,
  as,
}) => {
  const productId = await addProduct(gateway);
  const bought = [];
  for (const quantity of [2, 1])
    bought.push((await order(gateway, as, orders.addByMoney, { productId, quantity })).body.orderNo);
  for (const [at, orderNo] of bought.entries()) {
    const { lines } = await desk(gateway, `orders/${orderNo}`);
    const machines = await desk(gateway, `machines/${lines[0].device}`);
    assert.equal([machines.machines.length, machines.orders.length], [2 - at, 1]);
    assert.is(machines.orders[0].orderNo, orderNo);
  }

  const [first, second] = [randomUUID(), randomUUID()];
  const linked = (id: string) => ({ id, member, account: id, linked: id, signed_in: true });
  await addRows(gateway, 'short_video_account', [linked(first), linked(second)]);
  for (let again = 0; again < 2; again++)
    assert.is((await desk(gateway, `accounts/${first}/unlink`, { reason: 'Not yours' })).linked, false);
  assert.equal(
    [(await desk(gateway, `accounts/${first}`)).linked, (await desk(gateway, `accounts/${second}`)).linked],
    [false, true],
  );
  const told = await gateway.db.run
    .selectFrom('system_message')
    .select('told')
    .where('member', '=', member)
    .where('kind', '=', 'text')
    .execute();
  assert.is(told.length, 1);

  const add = async (path: string, input: object) => (await desk(gateway, path, input)).id as string;
  const [hello, bye] = [
    await add('answers', { name: 'Hello', texts: { en: 'Hello' } }),
    await add('answers', { name: 'Bye', texts: { en: 'Bye' } }),
  ];
  await desk(gateway, `answers/${hello}/remove`, {});
  assert.is((await desk(gateway, `answers/${bye}`)).name, 'Bye');
  assert.is((await desk(gateway, `answers/${hello}`)).status, 409);
  const incident = (title: string) =>
    add('incidents', { part: 'api', state: 'investigating', title: { en: title, zh: title } });
  const slow = await incident('Slow');
  await incident('Slower');
  assert.is((await desk(gateway, `incidents/${slow}`)).title, 'Slow');
});

test('the desk sees the visits of one account, and how much of an order is still due or can be given back', async (the) => {
  const { gateway, member } = the;
  const accounts = [randomUUID(), randomUUID()];
  const linked = accounts.map((id) => ({ id, member, account: id, linked: id }));
  await addRows(gateway, 'short_video_account', linked);
  await addRows(
    gateway,
    'grab_record',
    accounts.map((account, at) => ({ member, account, amount: at + 1 })),
  );
  const { visits } = await desk(gateway, `accounts/${accounts[0]}`);
  assert.equal(
    visits.map(({ amount }: { amount: number }) => amount),
    [1],
  );

  const order_no = randomUUID();
  const money = { amount: 100_00, total: 100_00, paid: 30_00, refunded: 10_00 };
  await addRows(gateway, 'purchase', [
    { order_no, member, state: 0, way: 'remittance', currency: 'money', ...money },
  ]);
  await addRows(gateway, 'refund_request', [{ member, order_no, state: 'asked' }]);
  assert.is((await desk(gateway, `refunds/${order_no}`)).left, 20_00);
  const remitted = { member, order_no, state: 'auditing' };
  const [right, other] = [randomUUID(), randomUUID()];
  await addRows(gateway, 'remittance', [
    { id: right, amount: 70_00, ...remitted },
    { id: other, amount: 71_00, ...remitted },
  ]);
  const warned = async (id: string) => (await desk(gateway, `remittances/${id}`)).warnings ?? [];
  assert.equal(await warned(right), []);
  assert.equal(await warned(other), [{ kind: 'otherAmount', amount: 70_00 }]);
  // the books know nothing of this order
  for (const table of ['refund_request', 'remittance', 'purchase'] as const)
    await gateway.db.run.deleteFrom(table).where('order_no', '=', order_no).execute();
});

test('a list is paged by a cursor: each record once, in the chosen order, while new ones arrive', async (the) => {
  const { gateway, username } = the;
  const amounts = [300_00, 100_00, 200_00, 500_00, 400_00, 200_00, 100_00];
  const numbers = await withdrawn(the, amounts);
  for (const sort of ['amount', '-amount', 'appliedAt', '-number']) {
    const seen: { number: string; amount: number }[] = [];
    let from = '';
    for (;;) {
      const page = await desk(
        gateway,
        `withdrawals?member=${username}&status=any&size=3&sort=${sort}${from && `&from=${from}`}`,
      );
      assert.ok(page.items.length <= 3);
      seen.push(...page.items);
      if (!page.next) break;
      from = page.next;
    }
    assert.equal(seen.map(({ number }) => number).sort(), [...numbers].sort(), sort);
    const sorted = seen.map(({ amount }) => amount);
    if (sort === 'amount')
      assert.equal(
        sorted,
        [...amounts].sort((a, b) => a - b),
      );
    if (sort === '-amount')
      assert.equal(
        sorted,
        [...amounts].sort((a, b) => b - a),
      );
  }
  const skipped = await desk(
    gateway,
    `withdrawals?member=${username}&status=any&size=3&skip=6&sort=amount&count=yes`,
  );
  assert.equal([skipped.items.length, skipped.total], [1, 7]);
});

test('a list that the gateway has by heart is narrowed, sorted and paged as one of the database is', async (the) => {
  const { gateway } = the;
  const { items: all, total } = await desk(gateway, 'banks?count=yes');
  assert.ok(all.length > 10 && total === all.length);
  const [hidden] = all;
  await desk(gateway, `banks/${encodeURIComponent(hidden.code)}/hide`, {});
  const codes = async (query: string): Promise<string[]> =>
    (await desk(gateway, `banks?${query}`)).items.map(({ code }: { code: string }) => code);
  assert.equal(await codes('offered=no'), [hidden.code]);
  assert.is((await codes('offered=yes')).length, total - 1);
  await desk(gateway, `banks/${encodeURIComponent(hidden.code)}/show`, {});
  const sorted = await codes('sort=code');
  assert.equal(await codes('sort=-code'), [...sorted].reverse());
  assert.is.not(sorted.join(), all.map(({ code }: { code: string }) => code).join());
  const { items: first, next } = await desk(gateway, 'banks?size=4&sort=code');
  assert.equal(
    first.map(({ code }: { code: string }) => code),
    sorted.slice(0, 4),
  );
  assert.equal(await codes(`size=4&sort=code&from=${next}`), sorted.slice(4, 8));
  assert.equal(await codes('size=4&sort=code&skip=2'), sorted.slice(2, 6));
  assert.is((await desk(gateway, `banks?size=${total}`)).next, undefined);
  assert.equal(await codes(`q=${encodeURIComponent(hidden.name.toUpperCase())}`), [hidden.code]);
});

test('a list is narrowed by state, member, days and words', async (the) => {
  const { gateway, as, username } = the;
  const productId = await addProduct(gateway);
  const { body } = await order(gateway, as, orders.addByMoney, { productId });
  const found = async (query: string) =>
    (await desk(gateway, `orders?${query}`)).items.map(({ orderNo }: { orderNo: string }) => orderNo);
  const today = dayOf(Date.now() + gateway.clock.ahead);
  assert.equal(await found(`member=${username}&state=successful`), [body.orderNo]);
  assert.equal(await found(`member=${username}&state=failed`), []);
  assert.equal(await found(`member=${username}&since=${today}&until=${today}`), [body.orderNo]);
  assert.equal(await found(`member=${username}&until=2020-01-01`), []);
  assert.equal(await found(`q=${body.orderNo.slice(3)}`), [body.orderNo]);
  assert.equal(await found(`product=${productId}`), [body.orderNo]);
  assert.equal(await found(`q=${encodeURIComponent('%')}&member=${username}`), []);
});

test('the trail shows each act once, as it ended', async (the) => {
  const { gateway, username } = the;
  await desk(gateway, `members/${username}/lock`, { reason: 'Asked for it' });
  const phases = async (query: string) =>
    (await desk(gateway, `trail?target=${username}${query}`)).items.map(
      (one: { phase: string }) => one.phase,
    );
  assert.equal(await phases(''), ['done', 'begun']);
  assert.equal(await phases('&ended=yes'), ['done']);
  assert.equal(await phases('&ended=no'), ['begun']);
});

test('the trail shows that a person could not be added, as the name was taken', async ({ gateway }) => {
  const person = { name: `p${randomUUID().slice(0, 8)}`, role: 'support' };
  assert.is((await desk(gateway, 'people', person)).status, 200);
  assert.is((await desk(gateway, 'people', person)).status, 409);
  const { items } = await desk(gateway, 'trail?action=people&size=4');
  assert.equal(
    items.map(({ phase, status, target }: any) => [phase, status, target]),
    [
      ['refused', 409, ''],
      ['begun', undefined, ''],
      ['done', 200, person.name],
      ['begun', undefined, ''],
    ],
  );
});

test('an operator sees that there are more than ten thousand records, and no more for exactly as many', async ({
  gateway,
}) => {
  const kind = `counted-${randomUUID()}`;
  const add = (count: number) =>
    sql`insert into job (id, kind, payload, state, run_at, attempts)
      select gen_random_uuid(), ${kind}, '{}', 'dead', now(), 1 from generate_series(1, ${count}::int)`.execute(
      gateway.db.run,
    );
  const counted = async () => {
    const { total, more } = await desk(gateway, `jobs?kind=${kind}&count=yes&size=1`);
    return [total, more];
  };
  await add(10_000);
  assert.equal(await counted(), [10_000, undefined]);
  await add(1);
  assert.equal(await counted(), [10_000, true]);
  await gateway.db.run.deleteFrom('job').where('kind', '=', kind).execute();
});

test('a search finds the member of that name first, however many others begin with it', async ({
  gateway,
}) => {
  const name = `z${randomUUID().slice(0, 8)}`;
  for (const more of ['1', '2', '3', '4', '5', '6', ''])
    await addMember(gateway, { username: `${name}${more}` });
  const { items } = await desk(gateway, `search?q=${name.toUpperCase()}`);
  const members = items.filter(({ area }: any) => area === 'members');
  assert.equal([members.length, members[0].key], [5, name]);
  for (const words of [`${name.slice(0, -1)}_`, `${name}%`])
    assert.equal((await desk(gateway, `search?q=${encodeURIComponent(words)}`)).items, [], words);
});

test('payouts are found by words of the member’s name, whether few members have them or many', async (the) => {
  const { gateway, username } = the;
  const numbers = await withdrawn(the, [100_00]);
  const found = async (q: string) =>
    (await desk(gateway, `withdrawals?status=any&q=${q}`)).items.map(({ number }: any) => number);
  assert.equal(await found(username.slice(1).toUpperCase()), numbers);
  assert.equal(await found(`${username}x`), []);
  const { db } = gateway;
  const like = await db.run
    .selectFrom('member')
    .selectAll()
    .where('id', '=', the.member)
    .executeTakeFirstOrThrow();
  const others = Array.from({ length: 201 }, (_, nth) => `${username}-${nth}`);
  await db.run
    .insertInto('member')
    .values(others.map((id) => ({ ...like, id, username: id, username_key: id, invite_code: id })))
    .execute();
  assert.equal(await found(username.slice(1).toUpperCase()), numbers);
});

test('a statement is read back to its beginning, some movements at a time', async ({
  gateway,
  username,
  member,
}) => {
  for (let nth = 1; nth <= 4; nth++) await give(gateway, member, 'balance', nth);
  const read = (more: string) => desk(gateway, `members/${username}/statement?size=2${more}`);
  const numbers: number[] = [];
  for (let page = await read(''); ; page = await read(`&before=${numbers[0]}`)) {
    assert.ok(page.items.length <= 2);
    numbers.unshift(...page.items.map(({ number }: any) => number));
    if (!page.more) break;
  }
  assert.equal(numbers, [1, 2, 3, 4, 5]);
});

test('where the database offers trigrams, words are looked up in an index', async ({ gateway }) => {
  const { db } = gateway;
  const rowsOf = async (text: string) =>
    (await sql.raw<Record<string, string>>(text).execute(db.run)).rows.map(
      (row) => Object.values(row)[0] ?? '',
    );
  const offered = await rowsOf(`select name from pg_available_extensions where name = 'pg_trgm'`);
  const indexes = await rowsOf(
    `select indexname from pg_indexes where indexname like '%\\_words' order by 1`,
  );
  assert.equal(indexes, offered.length ? ['member_words', 'purchase_words', 'withdrawal_words'] : []);
});

test('a search finds members by contact, orders and withdrawals by number, for roles that see them', async (the) => {
  const { gateway, member, as } = the;
  const phone = `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  await gateway.db.run.updateTable('member').set({ phone }).where('id', '=', member).execute();
  const { body } = await order(gateway, as, orders.addByMoney, { productId: await addProduct(gateway) });
  const [number = ''] = await withdrawn(the, [100_00]);
  const hits = async (q: string) =>
    (await desk(gateway, `search?q=${q}`)).items.map(({ area, key }: any) => `${area}/${key}`);
  assert.equal(await hits(phone), [`members/${the.username}`]);
  assert.ok((await hits(body.orderNo)).includes(`orders/${body.orderNo}`));
  assert.is((await hits(number))[0], `withdrawals/${number}`);
  const { token } = await deskSession(gateway, 'support');
  assert.equal((await asPerson(gateway, token, `search?q=${number}`)).body.items, []);
  await gateway.db.run.updateTable('member').set({ nickname: number }).where('id', '=', member).execute();
  assert.equal(
    await hits(number),
    [`withdrawals/${number}`, `members/${the.username}`],
    'its own number first',
  );
});

test('a record has its history under each of its names, and notes that members never see', async (the) => {
  const { gateway } = the;
  const [number = ''] = await withdrawn(the, [100_00]);
  const { id } = await desk(gateway, `withdrawals/${number}`);
  await desk(gateway, `withdrawals/${id}/notes`, { text: 'Called the member' });
  await desk(gateway, `withdrawals/${id}/approve`, {});
  const { items } = await desk(gateway, `withdrawals/${number}/history`);
  const approved = items.find(({ action }: any) => action === 'withdrawals/:id/approve');
  assert.equal(
    approved.changes.find(({ field }: any) => field === 'status'),
    { field: 'status', before: 0, after: 1 },
  );
  assert.equal([approved.by, approved.input], ['automation', {}]);
  const notes = (await desk(gateway, `withdrawals/${number}/notes`)).items;
  assert.equal(
    notes.map(({ text, by }: any) => [text, by]),
    [['Called the member', 'automation']],
  );
  assert.is((await desk(gateway, `withdrawals/${number}/notes`, { text: ' ' })).status, 400);
});

test('an export has every row that the list has, numbers as numbers, and no formula', async (the) => {
  const { gateway, as, username } = the;
  const { token } = await deskSession(gateway, 'admin');
  const titles = ['=HYPERLINK("https://evil.example")', '＝1+1'];
  for (const title of titles) {
    const question = { title, description: 'x', annex: [], requestKey: randomUUID() };
    await gateway.send(workOrders.addWorkOrder, question, as);
  }
  const asked = await asPerson(
    gateway,
    token,
    `workorders/export?status=open&member=${username}&columns=member,title`,
  );
  assert.match(asked.headers.get('content-disposition') ?? '', /attachment; filename="workorders-.*\.csv"/);
  const lines = asked.text.split('\r\n').filter(Boolean).slice(1).sort();
  assert.equal(lines, [`${username},"'=HYPERLINK(""https://evil.example"")"`, `${username},'＝1+1`]);
  await withdrawn(the, [100_00, 250_50]);
  const paid = await asPerson(
    gateway,
    token,
    `withdrawals/export?member=${username}&sort=amount&columns=member,amount`,
  );
  assert.is(paid.text, `member,amount\r\n${username},100.00\r\n${username},250.50\r\n`);
  const book = await fetch(`${gateway.desk}/operator/withdrawals/export?member=${username}&format=xlsx`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.is(
    Buffer.from(await book.arrayBuffer())
      .subarray(0, 2)
      .toString(),
    'PK',
  );
  assert.is((await asPerson(gateway, token, 'withdrawals/export?columns=secret')).status, 400);
});

/** The cells of the only sheet of a workbook, row by row: a number as a number, what is true or false as that. */
function cellsOf(book: Buffer): unknown[][] {
  const files = new Map<string, string>();
  // the directory is at the end
  for (let at = book.readUInt32LE(book.length - 6); book.readUInt32LE(at) === 0x02014b50; ) {
    const [size, name] = [book.readUInt32LE(at + 20), book.readUInt16LE(at + 28)];
    const file = book.readUInt32LE(at + 42);
    const from = file + 30 + book.readUInt16LE(file + 26) + book.readUInt16LE(file + 28);
    const content = book.subarray(from, from + size);
    const isPacked = book.readUInt16LE(at + 10) === 8;
    const text = (isPacked ? inflateRawSync(content) : content).toString();
    files.set(book.subarray(at + 46, at + 46 + name).toString(), text);
    at += 46 + name + book.readUInt16LE(at + 30) + book.readUInt16LE(at + 32);
  }
  const sheet = [...files].find(([name]) => /sheet1\.xml$/.test(name))?.[1] ?? '';
  return [...sheet.matchAll(/<row .*?<\/row>/gs)].map(([row]) =>
    [...row.matchAll(/<c ([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)].map(([, about = '', value = '']) => {
      const written = value.replace(/<[^>]*>/g, '');
      if (about.includes('t="b"')) return written === '1';
      return about.includes('t="') ? 'text' : Number(written);
    }),
  );
}

test('an order of cloud phones waits, runs, is expired or refunded, in the list as in its filter', async ({
  gateway,
}) => {
  const { id, username } = await addMember(gateway);
  const at = new Date();
  const order = { member: id, quantity: 1, daily_rent: 1, days_left: 9, refunded_at: null };
  await addRows(gateway, 'device_order', [
    { ...order, name: 'waiting', started_at: null },
    { ...order, name: 'running', started_at: at },
    { ...order, name: 'expired', started_at: at, days_left: 0 },
    { ...order, name: 'refunded', started_at: at, refunded_at: at },
  ]);
  for (const state of ['waiting', 'running', 'expired', 'refunded']) {
    const { items } = await desk(gateway, `machines?member=${username}&state=${state}`);
    assert.equal(
      items.map((one: any) => [one.name, one.state]),
      [[state, state]],
    );
  }
});

test('a workbook has amounts as numbers, times as in China, and says yes or no', async ({ gateway }) => {
  const { token } = await deskSession(gateway, 'admin');
  const rowsOf = async (list: string) => {
    const asked = await fetch(`${gateway.desk}/operator/${list}&format=xlsx`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return cellsOf(Buffer.from(await asked.arrayBuffer())).slice(1);
  };
  const [orderNo, at] = [randomUUID(), new Date('2026-01-02T16:00:00Z')];
  const row = { txid: randomUUID(), amount: 13_750_000, state: 'review', order_no: orderNo };
  await addRows(gateway, 'usdt_transfer', [{ ...row, at, seen_at: at }]);
  const day = 46_025; // 3 January 2026, counted from 1900
  assert.equal(await rowsOf(`transfers/export?orderNo=${orderNo}&columns=amount,at`), [[13.75, day]]);
  const category = 'membership';
  for (const on_sale of [true, false]) await addProduct(gateway, { category, on_sale, price: 12_34 });
  const products = await rowsOf(`products/export?category=${category}&columns=price,onSale,sold`);
  assert.equal(
    new Set(products.filter(([price]) => price === 12.34).map(([, ...row]) => String(row))),
    new Set(['true,0', 'false,0']), // made at one moment, they stand in any order
  );
});

test('a person who approves a payout sees the member, the account and the warnings', async (the) => {
  const { gateway, username } = the;
  const other = await addMember(gateway);
  const shared = { number: '6222029999999999', holder: 'Bela Kun' };
  await addAccount(gateway, other.id, shared);
  const [number = ''] = await withdrawn(the, [2000_00], shared);
  const { items } = await desk(gateway, `withdrawals?member=${username}`);
  const kinds = items[0].warnings.map(({ kind }: { kind: string }) => kind);
  assert.is(items[0].holder, 'Bela Kun');
  for (const kind of ['otherHolder', 'sharedAccount', 'newAccount', 'newMember'])
    assert.ok(kinds.includes(kind), kind);
  const { token } = await deskSession(gateway, 'finance');
  const { status, body } = await asPerson(gateway, token, `withdrawals/${number}/approve`, {});
  assert.is(status, 202);
  const proposal = await desk(gateway, `proposals/${body.proposal}`);
  assert.equal(
    [proposal.about.member, proposal.about.to.number, proposal.amount],
    [username, '6222029999999999', 2000_00],
  );
});

test('a payout is warned of for a month after a reset, and when it is three times the largest', async ({
  gateway,
}) => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  const day = 86_400_000;
  const ago = (days: number) => new Date(now - days * day);
  const kindsFor = async (reset: Date, amount: number) => {
    const member = await addMember(gateway, { created_at: ago(90) });
    const act = { action: 'members/:account/reset', phase: 'done', target: member.username, at: reset };
    await addRows(gateway, 'operator_action', [{ seq: ++seq, ...act }]);
    const paid = {
      member: member.id,
      amount: 100_00,
      remitted_at: ago(20),
      source: 'balance',
      status: 3,
      reference: randomUUID(),
    };
    const unpaid = { ...paid, amount: 1000_00, remitted_at: null, status: 0, reference: null };
    await addRows(gateway, 'withdrawal', [paid, unpaid]);
    const asked = { id: randomUUID(), member: member.id, account: '', account_number: '', holder: null };
    const row = { ...asked, name: null, amount, applied_at: ago(0) };
    const found = await warningsOf(gateway.db.run, [row as never], now);
    await gateway.db.run.deleteFrom('withdrawal').where('member', '=', member.id).execute();
    return found.get(row.id)?.map(({ kind }) => kind);
  };
  let seq = 1_000_000;
  assert.equal(await kindsFor(ago(29), 300_00), ['contactChanged']);
  assert.equal(await kindsFor(ago(31), 300_00), []);
  assert.equal(await kindsFor(ago(31), 300_01), ['largest']);
});

test('a payout is warned of if its account was added less than seven days before', async ({ gateway }) => {
  const now = Date.parse('2026-06-15T12:00:00Z');
  const week = 7 * 86_400_000;
  const kindsFor = async (age: number) => {
    const { id: member } = await addMember(gateway, { created_at: new Date(0) });
    const account = randomUUID();
    await addRows(gateway, 'payout_account', [
      { id: account, member, kind: 'bank', at: new Date(now - age) },
    ]);
    const row = { id: member, member, account, account_number: '', holder: '', name: null, amount: 1 };
    const found = await warningsOf(gateway.db.run, [{ ...row, applied_at: new Date(now) }], now);
    return found.get(member)?.map(({ kind }) => kind);
  };
  assert.equal([await kindsFor(week - 1), await kindsFor(week)], [['newAccount'], []]);
});

test('a payout is warned of if its account is another member’s too, and names nobody else', async ({
  gateway,
}) => {
  const people = await Promise.all(['mei', 'bo', 'an'].map(() => addMember(gateway)));
  const [mei, bo, an] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]];
  const [shared, own] = [randomUUID(), randomUUID()];
  const accounts: [member: string, number: string][] = [
    [mei.id, shared],
    [bo.id, shared],
    [an.id, own],
  ];
  await addRows(
    gateway,
    'payout_account',
    accounts.map(([member, number]) => ({ member, number, kind: 'bank' })),
  );
  const now = Date.now() + 60 * 86_400_000;
  const row = (member: string, number: string) => ({
    id: member,
    member,
    account: randomUUID(),
    account_number: number,
    holder: null,
    name: null,
    amount: 1,
    applied_at: new Date(now),
  });
  const found = await warningsOf(
    gateway.db.run,
    accounts.map(([member, number]) => row(member, number) as never),
    now,
  );
  const warning = (other: string) => [{ kind: 'sharedAccount', with: other }];
  assert.equal(found.get(mei.id), warning(bo.username));
  assert.equal(found.get(bo.id), warning(mei.username));
  assert.equal(found.get(an.id), []);
});

test('a list is narrowed to the payments of one order', async ({ gateway }) => {
  const [mine, theirs] = [randomUUID(), randomUUID()];
  await addRows(
    gateway,
    'payment_review',
    [mine, theirs].map((order_no) => ({ order_no, way: 'card', reason: 'amount' })),
  );
  const { items } = await desk(gateway, `payments?open=any&orderNo=${mine}`);
  assert.equal(
    items.map(({ orderNo }: { orderNo: string }) => orderNo),
    [mine],
  );
});

test('a proposal whose input is refused stays open for a second person', async ({ gateway, username }) => {
  const [first, second] = [await deskSession(gateway), await deskSession(gateway)];
  const reset = ({ token }: { token: string }) => asPerson(gateway, token, `members/${username}/reset`, {});
  const { status, body } = await reset(first);
  assert.is(status, 202);
  assert.is((await reset(second)).status, 400);
  const { items } = (await asPerson(gateway, second.token, 'proposals?state=open')).body;
  assert.ok(items.some(({ id }: { id: string }) => id === body.proposal));
});

test('a rule is shown at the desk with its own value', async ({ gateway }) => {
  const { items } = await desk(gateway, 'rules');
  const [, second] = items as { rule: string; value: number }[];
  const shown = await desk(gateway, `rules/${second!.rule}`);
  assert.equal([shown.rule, shown.value], [second!.rule, second!.value]);
});

test('the second person is shown what a value was and what it will be', async ({ gateway, username }) => {
  const { token } = await deskSession(gateway, 'admin');
  const propose = async (path: string, body: object) => {
    const answer = await asPerson(gateway, token, path, body);
    assert.is(answer.status, 202, answer.text);
    return desk(gateway, `proposals/${answer.body.proposal}`);
  };
  const setting = await propose('settings/PAYEE_ACCOUNT', { value: '6222 9999', reason: 'new bank' });
  assert.is(setting.changes[0].after, '6222 9999');
  assert.is(setting.changes[0].before, (await desk(gateway, 'settings/PAYEE_ACCOUNT')).value);
  const reset = await propose(`members/${username}/reset`, { contact: 'new@example.com' });
  assert.equal([reset.changes[0].field, reset.changes[0].after], ['contact', 'new@example.com']);
  assert.is(reset.about.username, username);
});

test('a price, a rule and a coupon move by a fifth at most by one person', async ({ gateway }) => {
  const id = await addProduct(gateway); // 100.00
  const { token } = await deskSession(gateway, 'admin');
  const send = async (path: string, body: object) => (await asPerson(gateway, token, path, body)).status;
  assert.is(await send(`products/${id}`, { price: 120_00 }), 200);
  assert.is(await send(`products/${id}`, { price: 1 }), 202);
  assert.is((await desk(gateway, `products/${id}`)).price, 120_00);
  const from = dayOf(Date.now() + gateway.clock.ahead + 86_400_000);
  assert.is(await send('rules/rewardLevel1', { value: 499, from, reason: 'more' }), 202);
  const coupon = { name: { en: 'All', zh: '全' }, validUntil: '2099-01-01T00:00:00.000Z' };
  assert.is(await send('coupons', { ...coupon, percent: 50, uses: 1 }), 200);
  assert.is(await send('coupons', { ...coupon, percent: 51, uses: 1 }), 202);
  assert.is(await send('coupons', { ...coupon, percent: 60, uses: 1 }), 202);
  assert.is(await send('coupons', { ...coupon, amount: 100_00, uses: 1000 }), 202);
  assert.is(await send('coupons', { ...coupon, percent: 10, uses: 5 }), 200);
  const code = `M${randomUUID().slice(0, 8)}`.toUpperCase();
  await desk(gateway, 'coupons', { ...coupon, code, amount: 100_00, uses: 5, minimum: 200_00 });
  const change = (values: object) => send(`coupons/${code}`, values);
  assert.is(await change({ left: 14 }), 200, 'nine more of 100.00');
  assert.is(await change({ left: 25 }), 202, 'eleven more');
  assert.is(await change({ left: 10 }), 200, 'fewer');
  assert.is(await change({ minimum: 100_00 }), 202, 'ten become easier to use');
  assert.is(await change({ minimum: 300_00 }), 200);
  for (const [percent, status] of [
    [50, 200],
    [51, 202],
  ] as const) {
    const code = await addCoupon(gateway, { kind: 'percent', value: percent });
    assert.is(await send(`coupons/${code}`, { left: 11 }), status, `one more of ${percent} percent`);
  }
});

test('a payout counts what all of a member’s are worth in a day, by whichever name it is approved', async (the) => {
  const { gateway } = the;
  const { token } = await deskSession(gateway, 'finance');
  const [first = '', second = ''] = await withdrawn(the, [600_00, 600_00]);
  assert.is((await asPerson(gateway, token, `withdrawals/${first}/approve`, {})).status, 200);
  assert.is((await asPerson(gateway, token, `withdrawals/${second}/approve`, {})).status, 202);
});

test('the bank’s number pays one withdrawal', async (the) => {
  const { gateway } = the;
  const [one = '', two = ''] = await withdrawn(the, [100_00, 200_00]);
  const reference = `FT-${randomUUID()}`;
  for (const number of [one, two]) await desk(gateway, `withdrawals/${number}/approve`, {});
  const answers = await Promise.all(
    [one, two].map((number) => desk(gateway, `withdrawals/${number}/remit`, { reference })),
  );
  assert.equal(answers.map(({ status }) => (status === 409 ? 409 : 200)).sort(), [200, 409]);
  assert.match(answers.find(({ status }) => status === 409)?.message, one.slice(0, 1));
});

test('USDT is remitted at the rate of the approval', async (the) => {
  const { gateway, member, as } = the;
  const kind = {
    kind: 'usdt' as const,
    number: 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7',
    holder: '',
    bank: null,
    branch: null,
  };
  const card = await addAccount(gateway, member, kind);
  const { body } = await withdraw(gateway, as, card, { amount: 100_00 });
  const remitted = async () => (await desk(gateway, `withdrawals/${body.number}`)).remit as string;
  const before = Number.parseFloat(await remitted());
  await gateway.db.run
    .updateTable('withdrawal')
    .set({ usdt: 9900_000000 })
    .where('number', '=', body.number)
    .execute();
  const { token } = await deskSession(gateway, 'finance');
  // at the present rate it is worth far more than the member has asked for
  assert.is((await asPerson(gateway, token, `withdrawals/${body.number}/approve`, {})).status, 202);
  await desk(gateway, `withdrawals/${body.number}/approve`, {});
  assert.is(Number.parseFloat(await remitted()), before);
});

test('admins with an address learn who gets access, and who granted it', async ({ gateway }) => {
  const { name, token } = await deskSession(gateway, 'admin');
  const address = `${name}@example.com`;
  await gateway.db.run.updateTable('operator').set({ email: address }).where('name', '=', name).execute();
  const added = `z${randomUUID().slice(0, 8)}`;
  assert.is((await asPerson(gateway, token, 'people', { name: added, role: 'finance' })).status, 202);
  await desk(gateway, 'people', { name: added, role: 'finance' });
  const mails = await gateway.db.run
    .selectFrom('message')
    .select('text')
    .where('address', '=', address)
    .execute();
  assert.ok(mails.some(({ text }) => text.includes(added)));
});

test('two people at one question see each other, and whose it is', async ({ gateway, as }) => {
  const question = { title: 'Where?', description: 'x', annex: [], requestKey: randomUUID() };
  const { number } = (await gateway.send(workOrders.addWorkOrder, question, as)).body;
  const [mei, tom] = [await deskSession(gateway, 'support'), await deskSession(gateway, 'support')];
  const place = `workorders/${number}`;
  assert.equal((await asPerson(gateway, mei.token, 'presence', { place })).body.others, []);
  assert.equal((await asPerson(gateway, tom.token, 'presence', { place })).body.others, [mei.name]);
  const elsewhere = { place: `${place}0` };
  assert.equal((await asPerson(gateway, tom.token, 'presence', elsewhere)).body.others, [], 'at another one');
  await asPerson(gateway, mei.token, `workorders/${number}/take`, {});
  assert.is((await desk(gateway, `workorders/${number}`)).takenBy, mei.name);
  const { items } = await desk(gateway, `workorders?takenBy=${mei.name}`);
  assert.equal(
    items.map((one: { number: string }) => one.number),
    [number],
  );
});

test('a picture from the desk reaches the member who asked, and nobody else', async ({
  gateway,
  as,
  username,
}) => {
  const question = { title: 'Where?', description: 'x', annex: [], requestKey: randomUUID() };
  const { id, number } = (await gateway.send(workOrders.addWorkOrder, question, as)).body;
  const mei = await deskSession(gateway, 'support');
  const png = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#06c' } })
    .png()
    .toBuffer();
  const sendTo = async (path: string, bytes: Buffer) => {
    const answer = await fetch(`${gateway.desk}/operator/${path}/picture`, {
      method: 'POST',
      headers: { authorization: `Bearer ${mei.token}`, 'content-type': 'application/octet-stream' },
      body: new Uint8Array(bytes),
    });
    return { status: answer.status, body: (await answer.json()) as { id: string; address: string } };
  };
  assert.is((await sendTo(`workorders/${number}`, Buffer.from('no picture'))).status, 409);
  const sent = await sendTo(`workorders/${number}`, png);
  const { pathname, search } = new URL(sent.body.address);
  const file = await fetch(`${gateway.url}${pathname}${search}`);
  assert.is(file.headers.get('content-type'), 'image/jpeg');
  const answer = { text: 'Here', pictures: [sent.body.id], requestKey: randomUUID() };
  assert.is((await asPerson(gateway, mei.token, `workorders/${number}/answer`, answer)).status, 200);
  const { entries } = (await gateway.send(workOrders.getWorkOrder, { id }, as)).body;
  assert.equal(entries.at(-1).annex, [sent.body.id]);
  assert.is((await gateway.send(loadPicture, { id: sent.body.id }, as)).code, '1');
  const other = await gateway.signIn((await addMember(gateway)).id);
  assert.is((await gateway.send(loadPicture, { id: sent.body.id }, other)).code, '500');

  const chat = `conversations/of/${username}`;
  const [shown, foreign] = [await sendTo(chat, png), await addMember(gateway)];
  const said = { pictures: [shown.body.id], requestKey: randomUUID() };
  assert.is((await asPerson(gateway, mei.token, `${chat}/reply`, said)).status, 200);
  const { items } = (await gateway.send(listMessages, {}, as)).body;
  assert.equal([items.at(-1).text, items.at(-1).picture], ['', shown.body.id]);
  // the picture of one member is not sent to another
  const wrong = { ...said, requestKey: randomUUID() };
  const to = `conversations/of/${foreign.username}/reply`;
  assert.is((await asPerson(gateway, mei.token, to, wrong)).status, 409);
});

test('a person who answers after a colleague gets a warning first, and may still answer', async ({
  gateway,
  as,
  username,
}) => {
  const question = { title: 'Where?', description: 'x', annex: [], requestKey: randomUUID() };
  const { number } = (await gateway.send(workOrders.addWorkOrder, question, as)).body;
  await gateway.send(sendMessage, { text: 'Hello?', requestKey: randomUUID() }, as);
  const [mei, tom] = [await deskSession(gateway, 'support'), await deskSession(gateway, 'support')];
  for (const [path, seen] of [
    [`workorders/${number}/answer`, 0],
    [`conversations/of/${username}/reply`, 1],
  ] as const) {
    const both = await Promise.all(
      [mei, tom].map(({ token, name }) =>
        asPerson(gateway, token, path, { text: `I am ${name}`, requestKey: randomUUID(), seen }),
      ),
    );
    assert.equal(both.map(({ status }) => status).sort(), [200, 409], path);
    const [late] = both.filter(({ status }) => status === 409);
    assert.ok(late?.body.repeat && /colleague/.test(late.body.message));
    const again = { text: 'Both of us', requestKey: randomUUID(), seen, again: true };
    assert.is((await asPerson(gateway, tom.token, path, again)).status, 200, path);
  }
});

test('a refusal says what is the matter', async ({ gateway, member }) => {
  const nobody = await fetch(`${gateway.desk}/operator/members`);
  assert.equal([nobody.status, await nobody.json()], [401, { message: 'Sign in first' }]);
  const { token } = await deskSession(gateway, 'admin');
  const why = { reason: 'Nothing came' };
  const gone = await asPerson(gateway, token, `remittances/${randomUUID()}/reject`, why);
  assert.equal([gone.status, gone.body.message], [409, 'Bank transfer not found']);
  const id = randomUUID();
  await addRows(gateway, 'remittance', [{ id, member, amount: 100, state: 'approved' }]);
  const decided = await asPerson(gateway, token, `remittances/${id}/reject`, why);
  assert.is(decided.body.message, 'This bank transfer has been decided otherwise');
});

test('a notice appears on its day, with the words that it was given last', async ({ gateway }) => {
  const requestKey = randomUUID();
  const texts = { en: { title: 'Soon', html: '<p>First</p>' } };
  const from = new Date(Date.now() + gateway.clock.ahead + 3_600_000).toISOString();
  const { id } = await desk(gateway, 'notices', { texts, from, requestKey });
  assert.is((await desk(gateway, `notices/${id}`)).state, 'waiting');
  const changed = {
    en: { title: 'Soon', html: '<p>Second</p><script>x</script>' },
    vi: { title: 'Sắp', html: '<p>Hai</p>' },
  };
  await desk(gateway, `notices/${id}`, { texts: changed });
  const notice = await desk(gateway, `notices/${id}`);
  assert.equal(notice.texts.map(({ locale }: any) => locale).sort(), ['en', 'vi']);
  assert.equal(notice.texts.find(({ locale }: any) => locale === 'en').body, [['p', ['Second']]]);
  gateway.clock.ahead += 7_200_000;
  assert.is((await desk(gateway, `notices/${id}`)).state, 'published');
  gateway.clock.ahead = 0;
});

test('figures are of each day that was asked for, with their sums', async ({ gateway, as }) => {
  await order(gateway, as, orders.addByMoney, { productId: await addProduct(gateway) });
  const today = dayOf(Date.now() + gateway.clock.ahead);
  const { items, totals, funnel } = await desk(gateway, `figures?since=${today}&until=${today}`);
  assert.is(items.length, 1);
  assert.ok(funnel.registered > funnel.ordered && funnel.ordered >= funnel.paid && funnel.paid > 0);
  assert.ok(items[0].turnover >= 100_00 && totals.paidOrders >= 1);
  const days = (await desk(gateway, 'figures?since=2026-02-27&until=2026-03-02')).items;
  assert.equal(
    days.map((one: { day: string }) => one.day),
    ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
  );
  assert.is((await desk(gateway, `figures?since=${today}&until=2020-01-01`)).status, 400);
});

test('cloud phones run from the day they started until their rent ends or is refunded', async ({
  gateway,
  member,
}) => {
  const at = (day: number) => new Date(`2025-03-0${day}T12:00:00Z`);
  for (const [started_at, more] of [
    [at(1), {}],
    [at(2), { expired_at: at(4) }],
    [at(3), { expired_at: at(5), refunded_at: at(4) }],
  ] as const)
    await addRows(gateway, 'device_order', [
      {
        serial_number: `CP-${randomUUID().slice(0, 8)}`,
        member,
        name: 'Studio',
        quantity: 2,
        ordered_at: started_at,
        daily_rent: 100,
        rent_left: 100,
        days_left: 1,
        started_at,
        ...more,
      },
    ]);
  const { items, totals } = await desk(gateway, 'figures?since=2025-03-02&until=2025-03-05');
  assert.equal(
    items.map(({ machinesStarted, machinesRunning }: any) => [machinesStarted, machinesRunning]),
    [
      [2, 4],
      [2, 6],
      [0, 2],
      [0, 2],
    ],
  );
  assert.is(totals.machinesRunning, 2);
});

test.run();
