import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import md5 from 'blueimp-md5';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadPicture } from '../../src/contract/site/system';
import {
  listMessages,
  type Message,
  readMessages,
  sendMessage,
  unreadMessages,
  waitForMessages,
} from '../../src/contract/support/im';
import { isDone } from '../../src/core/http/answer';
import { ask } from '../../src/core/http/http';
import { buildApp } from '../../src/server/app';
import type { Db } from '../../src/server/db/database';
import { createWaiting } from '../../src/server/im/waiting';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator as operate } from './support/operator';
import { addPicture } from './support/upload';
import { desk as operatorDesk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
  account: string;
}
const test = suite<Context>('conversation');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { OPERATOR_TOKEN: 'desk-token' } });
  const { id, username } = await addMember(context.gateway);
  Object.assign(context, { member: id, account: username, as: await context.gateway.signIn(id) });
});
test.after(({ gateway }) => gateway.close());

const say = async ({ gateway, as }: Context, text: string, more: object = {}) =>
  (await gateway.send(sendMessage, { text, requestKey: randomUUID(), ...more }, as)).body.id as number;
const list = async ({ gateway, as }: Context, input: object = {}) =>
  (await gateway.send(listMessages, input, as)).body as {
    items: Message[];
    next?: string;
    newest: number;
    unread: number;
  };
const wait = ({ gateway, as }: Context, after: number, deskRead = 0) =>
  gateway.send(waitForMessages, { after, deskRead }, as);
const texts = (items: { text: string }[]) => items.map(({ text }) => text);
const ids = (items: { id: number }[]) => items.map(({ id }) => id);
/** The duration of an action, in milliseconds. */
const timed = async <T>(work: Promise<T>): Promise<[T, number]> => {
  const began = Date.now();
  return [await work, Date.now() - began];
};

const desk = ({ gateway }: Context) => ({
  ...process.env,
  OPERATOR_URL: gateway.url,
  OPERATOR_TOKEN: 'desk-token',
});
/** The command line. */
const operator = ({ gateway }: Context, ...args: string[]) => operate(gateway, ...args);
/** The same without starting a program. */
async function deskSays(
  { gateway, account }: Context,
  what: 'read' | 'reply' | 'take',
  body: object,
  at = gateway.url,
) {
  const headers = { authorization: 'Bearer desk-token', 'content-type': 'application/json' };
  const address = `${at}/operator/conversations/of/${account}/${what}`;
  const { ok } = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.ok(ok);
}
const answer = (context: Context, text: string, at?: string) =>
  deskSays(context, 'reply', { text, requestKey: randomUUID() }, at);

test('a member writes, the desk reads and answers, both know what was read', async (context) => {
  const { gateway, as, account } = context;
  assert.equal((await list(context)).items, []);
  assert.is(await say(context, 'My machine is offline'), 1);
  assert.is(await say(context, 'Hello?'), 2);
  assert.match((await operator(context, 'chat', 'list')).text, new RegExp(`"${account}"\nunread: 2`));
  const read = await operator(context, 'chat', 'read', account);
  assert.match(read.text, /"My machine is offline"\n.*"Hello\?"/);
  assert.match((await operator(context, 'chat', 'list')).text, new RegExp(`"${account}"\nunread: 0`));
  const listed = async () =>
    (await operatorDesk(gateway, 'conversations')).items.find((one: any) => one.member === account).newest;
  assert.is(await listed(), 'member: Hello?');
  assert.is((await operator(context, 'chat', 'reply', account, 'It', 'is', 'back', 'now')).code, 0);
  assert.is(await listed(), 'desk: It is back now');

  const { body } = await gateway.send(unreadMessages, {}, as);
  assert.is(body.unread, 1);
  const page = await list(context);
  assert.equal(texts(page.items), ['My machine is offline', 'Hello?', 'It is back now']);
  assert.equal(ids(page.items), [1, 2, 3]);
  assert.equal(
    page.items.map(({ author }) => author),
    ['member', 'member', 'desk'],
  );
  assert.is((page as unknown as { deskRead: number }).deskRead, 2);
  assert.is((await gateway.send(readMessages, { upTo: 3 }, as)).body.unread, 0);
  assert.is((await gateway.send(readMessages, { upTo: 1 }, as)).body.unread, 0);
  assert.is((await gateway.send(readMessages, { upTo: 999 }, as)).body.unread, 0);
  await answer(context, 'Anything else?');
  assert.is((await gateway.send(unreadMessages, {}, as)).body.unread, 1);
});

test('a message that is sent again after a lost answer is there once', async (context) => {
  const { gateway, as } = context;
  const input = { text: 'Once', requestKey: randomUUID() };
  const sent = await Promise.all([1, 2, 3].map(() => gateway.send(sendMessage, input, as)));
  assert.equal(
    sent.map(({ body }) => body),
    Array.from({ length: 3 }, () => sent[0]!.body),
  );
  const { items } = await list(context);
  assert.equal(texts(items), ['Once']);
  assert.is(items[0]!.key, input.requestKey);
  const other = await gateway.send(sendMessage, { ...input, text: 'Twice' }, as);
  assert.is(other.code, '500');
  assert.equal(texts((await list(context)).items), ['Once']);
});

test('a message has words or a picture of the member’s own, and no more than 1,000 characters', async (context) => {
  const { gateway, as, member } = context;
  const send = (input: object) => gateway.send(sendMessage, { requestKey: randomUUID(), ...input }, as);
  assert.equal((await send({ text: '  ' })).body.problems, { text: { rule: 'required' } });
  assert.equal((await send({})).body.problems, { text: { rule: 'required' } });
  assert.equal((await send({ text: 'x'.repeat(1001) })).body.problems, {
    text: { rule: 'maxLength', limit: 1000 },
  });
  const picture = await addPicture(gateway, member);
  assert.is((await send({ picture })).code, '1');
  const { items } = await list(context);
  assert.is(items[0]!.picture, picture);
  assert.is((await gateway.send(loadPicture, { id: picture }, as)).code, '1');
  const others = await addPicture(gateway, (await addMember(gateway)).id);
  assert.is((await send({ picture: others })).code, '500');
  const read = await operator(context, 'chat', 'read', context.account);
  const [address] = /http\S+/.exec(read.text)!;
  const { pathname, search } = new URL(address);
  assert.is((await fetch(`${gateway.url}${pathname}${search}`)).status, 200);
});

test('nobody sees the conversation of another member', async (context) => {
  await say(context, 'Between us');
  const stranger = await context.gateway.signIn((await addMember(context.gateway)).id);
  const { body } = await context.gateway.send(listMessages, { after: 0 }, stranger);
  assert.equal(body.items, []);
  assert.is((await context.gateway.send(listMessages, {})).code, '510');
  assert.is((await context.gateway.send(waitForMessages, { after: 0 })).code, '510');
});

test('older pages go back to the first message, each message once', async (context) => {
  const { gateway, member } = context;
  await say(context, 'm1');
  await gateway.db.run
    .insertInto('conversation_message')
    .values(
      Array.from({ length: 74 }, (_, at) => ({
        member,
        id: at + 2,
        author: 'member' as const,
        text: `m${at + 2}`,
        picture: null,
        key: null,
        at: new Date(),
      })),
    )
    .execute();
  await gateway.db.run.updateTable('conversation').set({ newest: 75 }).where('member', '=', member).execute();
  const read: number[] = [];
  let from: string | undefined;
  let pages = 0;
  do {
    const page = await list(context, from === undefined ? {} : { from });
    read.unshift(...ids(page.items));
    from = page.next;
    pages++;
  } while (from !== undefined);
  assert.equal(
    read,
    Array.from({ length: 75 }, (_, at) => at + 1),
  );
  assert.is(pages, 3);
  assert.equal(ids((await list(context, { after: 73 })).items), [74, 75]);
  assert.equal((await gateway.send(listMessages, { from: 'not ours' }, context.as)).code, '5001');
});

test('200 messages of 8 senders, each sent twice: none is lost or doubled, and all readers see one order', async (context) => {
  const { gateway, as } = context;
  const all = Array.from({ length: 200 }, (_, at) => ({ text: `message ${at}`, requestKey: randomUUID() }));
  const queue = [...all, ...all].sort(() => Math.random() - 0.5);
  let over = false;
  const senders = Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let next = queue.pop(); next; next = queue.pop()) {
        const { code } = await gateway.send(sendMessage, next, as);
        assert.is(code, '1');
      }
    }),
  ).then(() => {
    over = true;
  });
  const seen: Message[] = [];
  const follow = async () => {
    for (;;) {
      const last = over;
      const { items } = await list(context, { after: seen[seen.length - 1]?.id ?? 0 });
      seen.push(...items);
      if (last && !items.length) return;
    }
  };
  await Promise.all([senders, follow()]);
  assert.equal(
    ids(seen),
    Array.from({ length: 200 }, (_, at) => at + 1),
  );
  assert.equal(new Set(texts(seen)).size, 200);
  const again: Message[] = [];
  for (let more = true; more; ) {
    const { items } = await list(context, { after: again.length });
    again.push(...items);
    more = items.length > 0;
  }
  assert.equal(again, seen);
  assert.is((await list(context)).newest, 200);
});

test('a conversation is taken by somebody of the desk, and no other conversation with it', async (context) => {
  const { gateway, account } = context;
  const { id, username } = await addMember(gateway);
  const other = { ...context, account: username, as: await gateway.signIn(id) };
  for (const one of [context, other]) await say(one, 'Help');
  await deskSays(context, 'take', {});
  const shown = (who: string) => operatorDesk(gateway, `conversations/of/${who}`);
  for (const key of [account, account.toUpperCase(), context.member])
    assert.equal([(await shown(key)).member, (await shown(key)).takenBy], [account, 'automation']);
  assert.equal([(await shown(username)).member, (await shown(username)).takenBy], [username, undefined]);
  assert.is((await shown('nobody')).status, 409);
});

test('a waiting phone gets answers and read marks at once, and otherwise nothing for a while', async (context) => {
  const id = await say(context, 'Anybody there?');
  assert.equal((await wait(context, 0)).body.items.length, 1);

  const heard = timed(wait(context, id));
  await deskSays(context, 'read', {});
  const [read, readAfter] = await heard;
  assert.equal(read.body.items, []);
  assert.is(read.body.deskRead, id);
  assert.ok(readAfter < 20_000);

  const answered = wait(context, id, id);
  await answer(context, 'Yes');
  const { body } = await answered;
  assert.equal(texts(body.items), ['Yes']);
  assert.is(body.unread, 1);
});

test('an answer at another instance is heard here', async (context) => {
  const { gateway } = context;
  const [url, other] = await open(gateway);
  try {
    const id = await say(context, 'Which of you answers?');
    const heard = timed(wait(context, id));
    await answer(context, 'The other', url);
    const [{ body }, time] = await heard;
    assert.equal(texts(body.items), ['The other']);
    assert.ok(time < 20_000);
  } finally {
    await other.close();
  }
});

test('24 waiting phones cost one statement a second, and those that disconnect cost none', async ({
  gateway,
}) => {
  const members = await Promise.all([1, 2, 3].map(() => another(gateway)));
  let looks = 0;
  const counted = gateway.db.run.withPlugin({
    transformQuery({ node }) {
      const text = JSON.stringify(node);
      if (text.includes('member = any(')) looks++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const [url, app] = await open(gateway, { ...gateway.db, run: counted });
  const hungUp = new AbortController();
  try {
    const arrived = async () => {
      const nonces = gateway.db.run.selectFrom('nonce').select((is) => is.fn.countAll<number>().as('count'));
      return Number((await nonces.executeTakeFirstOrThrow()).count);
    };
    const earlier = await arrived();
    const polls = members.flatMap(({ as }) =>
      Array.from({ length: 8 }, () => poll(gateway, url, as, hungUp.signal).catch(() => 'hung up')),
    );
    const enough = async (count: number) => {
      while (looks < count) await new Promise((turn) => setTimeout(turn, 20));
    };
    while ((await arrived()) < earlier + polls.length) await new Promise((turn) => setTimeout(turn, 20));
    await new Promise((turn) => setTimeout(turn, 1000)); // and everybody has been looked up
    const [before, began] = [looks, Date.now()];
    await enough(before + 3);
    assert.ok(looks - before <= (Date.now() - began) / 900 + 1, `${looks - before} looks`);
    hungUp.abort();
    const ended = await Promise.all(polls);
    // where a busy machine took longer than one waits at most, some were answered before
    assert.ok(ended.every((one) => typeof one === 'string' || isDone(one)));
    await new Promise((turn) => setTimeout(turn, 200));
    const after = looks;
    await new Promise((turn) => setTimeout(turn, 2500));
    assert.ok(looks - after <= 1, `${looks - after} looks for nobody`);
  } finally {
    await app.close();
  }
});

/** Six hundred members who have one message, which they and support have read. */
async function manyMembers({ gateway }: Context): Promise<string[]> {
  const { db } = gateway;
  const { id, ...like } = await addMember(gateway);
  const all = Array.from({ length: 600 }, () => randomUUID());
  const rows = all.map((one) => ({ ...like, id: one, username: one, username_key: one, invite_code: one }));
  await db.run.insertInto('member').values(rows).execute();
  const read = { newest: 1, member_read: 1, member_unread: 0, desk_read: 1, desk_unread: 0 };
  const at = new Date(Date.now() - 86_400_000);
  await db.run
    .insertInto('conversation')
    .values(all.map((member) => ({ ...read, member, at })))
    .execute();
  return all;
}

test('among six hundred waiting members, each hears what another instance does, and nobody else does', async (context) => {
  const { db } = context.gateway;
  const waiting = createWaiting(db.run, (error) => assert.unreachable(String(error)));
  const members = await manyMembers(context);
  const heard: string[] = [];
  const all = members.map((member) =>
    waiting
      .forMember(member, (one) => one.newest > 1 || one.deskRead > 1, new AbortController().signal)
      .then(() => heard.push(member)),
  );
  const [written = '', read = ''] = members.slice(-2);
  const change = (member: string, values: object) =>
    db.run.updateTable('conversation').set(values).where('member', '=', member).execute();
  const [, answered] = await timed(change(written, { newest: 2, at: new Date() }).then(() => all.at(-2)));
  assert.ok(answered < 15_000, `${answered} ms`);
  await change(read, { desk_read: 2 });
  const [, noticed] = await timed(Promise.resolve(all.at(-1)));
  assert.ok(noticed < 20_000, `${noticed} ms`);
  assert.equal(heard, [written, read]);
  await waiting.stop();
  await Promise.all(all);
});

test('among six hundred waiting members, each poll looks for messages of the last ten seconds', async (context) => {
  const since: Date[] = [];
  const watched = context.gateway.db.run.withPlugin({
    transformQuery({ node }) {
      const { where } = node as any;
      if (JSON.stringify(where ?? '').includes('"name":"at"')) since.push(where.where.rightOperand.value);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const waiting = createWaiting(watched, (error) => assert.unreachable(String(error)));
  const members = await manyMembers(context);
  const { signal } = new AbortController();
  const all = members.map((member) => waiting.forMember(member, () => false, signal));
  const begun = Date.now();
  while (since.length < 2) await new Promise((turn) => setTimeout(turn, 50));
  const [first = new Date(0)] = since;
  assert.ok(+first >= begun - 10_000 && +first <= Date.now() - 10_000);
  await waiting.stop();
  await Promise.all(all);
});

test('a person of the desk does not hear again of a message that only others have missed', async (context) => {
  const { db } = context.gateway;
  const waiting = createWaiting(db.run, (error) => assert.unreachable(String(error)));
  await say(context, 'Hello');
  const heard: string[] = [];
  const { signal } = new AbortController();
  const follow = (who: string, since: number) =>
    waiting
      .forDesk(new Date(since), (one) => one.member === context.member, signal)
      .then(() => heard.push(who));
  const all = [follow('before', Date.now() + 60_000), follow('now', Date.now() - 60_000)];
  await all[1];
  assert.equal(heard, ['now']);
  await waiting.stop();
  await Promise.all(all);
});

test('members who begin to wait at the same moment are looked up together, each with their own state', async (context) => {
  const { db } = context.gateway;
  let looks = 0;
  const counted = db.run.withPlugin({
    transformQuery({ node }) {
      looks++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const waiting = createWaiting(counted, (error) => assert.unreachable(String(error)));
  const members = await manyMembers(context);
  const [written = '', silent] = [members[300], randomUUID()];
  const change = { newest: 7, desk_read: 5, member_unread: 2 };
  await db.run.updateTable('conversation').set(change).where('member', '=', written).execute();
  const asked = [...members, silent];
  const states = await Promise.all(asked.map((member) => waiting.stateOf(member)));
  const stateOf = (member: string) => states[asked.indexOf(member)];
  assert.equal(stateOf(written), { newest: 7, deskRead: 5, unread: 2 });
  assert.equal(stateOf(members[301]!), { newest: 1, deskRead: 1, unread: 0 });
  assert.equal(stateOf(silent), { newest: 0, deskRead: 0, unread: 0 });
  assert.ok(looks <= 5, `${looks} statements`);
  await waiting.stop();
});

test('a member whose look fails with others’ gets an error, and can look again', async (context) => {
  let isBroken = true;
  const broken = context.gateway.db.run.withPlugin({
    transformQuery({ node }) {
      if (isBroken) throw new Error('the database is away');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const waiting = createWaiting(broken, () => {});
  const asked = () => Promise.allSettled([1, 2, 3, 4].map(() => waiting.stateOf(context.member)));
  assert.ok((await asked()).every(({ status }) => status === 'rejected'));
  isBroken = false;
  assert.ok((await asked()).every(({ status }) => status === 'fulfilled'));
  await waiting.stop();
});

test('a wait that ends without news asks the database nothing more', async (context) => {
  const { gateway, as } = context;
  let statements = 0;
  const counted = gateway.db.run.withPlugin({
    transformQuery({ node }) {
      if (JSON.stringify(node).includes('conversation')) statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const [url, app] = await open(gateway, { ...gateway.db, run: counted });
  const waiting = poll(gateway, url, as);
  while (!statements) await new Promise((turn) => setTimeout(turn, 20));
  await new Promise((turn) => setTimeout(turn, 200)); // it waits by then
  const before = statements;
  await app.close();
  const ended = await waiting;
  assert.ok(isDone(ended));
  const { items, newest, deskRead, unread } = ended;
  assert.equal({ items, newest, deskRead, unread }, { items: [], newest: 0, deskRead: 0, unread: 0 });
  assert.is(statements, before);
});

test('a gateway that is about to leave sends its waiting members away one after the other, not all at once', async (context) => {
  const { db } = context.gateway;
  const waiting = createWaiting(db.run, (error) => assert.unreachable(String(error)));
  const { signal } = new AbortController();
  const ends: number[] = [];
  const wait = (nth: number) =>
    waiting.forMember(`waiting-${nth}`, () => false, signal).then(() => ends.push(Date.now()));
  const before = Array.from({ length: 100 }, (_, nth) => wait(nth));
  const began = Date.now();
  waiting.leave(4000);
  const late = wait(100);
  await Promise.all([...before, late]);
  const [first = 0, last = 0] = [Math.min(...ends), Math.max(...ends)];
  assert.ok(first - began >= 1900, `the first after ${first - began} ms, before the balancer has noticed`);
  assert.ok(last - first >= 1000, `all within ${last - first} ms`);
  assert.ok(last - began < 20_000, 'and the one who came late too');
  await waiting.stop();
});

test('a gateway that stops ends its waiting requests', async ({ gateway, as }) => {
  const [url, app] = await open(gateway);
  const waiting = poll(gateway, url, as);
  await new Promise((turn) => setTimeout(turn, 500)); // it has arrived
  const [, time] = await timed(app.close());
  assert.ok(time < 5000, `${time} ms`);
  assert.ok(isDone(await waiting));
});

test('the desk follows all conversations, each message once, from when it began', async (context) => {
  const { gateway } = context;
  await say(context, 'Before');
  const following = spawn(process.execPath, ['tools/desk/operator.mjs', 'chat', 'follow'], {
    env: desk(context),
  });
  try {
    await says(following, 'stderr', /Following/);
    const heard = says(following, 'stdout', /Third/);
    await say(context, 'First');
    const other = { ...context, ...(await another(gateway)) };
    await say(other, 'Second');
    await answer(context, 'Third');
    const lines = (await heard).trim().split('\n');
    assert.equal(
      lines.map((line) => line.split('  ')[1]),
      [`${context.account}: "First"`, `${other.account}: "Second"`, `${context.account} ← desk: "Third"`],
    );
  } finally {
    following.kill();
  }
});

/** Another instance of the gateway over the same database. */
async function open({ settings, db }: TestGateway, own: Db = db) {
  const app = await buildApp({ settings, db: own, staticRoot: 'none' });
  return [await app.listen({ port: 0, host: '127.0.0.1' }), app] as const;
}

/** A long poll that can be hung up. */
function poll({ settings }: TestGateway, url: string, as: Sent, signal?: AbortSignal) {
  const wire = { base: `${url}/api`, secret: settings.signingSecret, appid: 'h5', clock: { ahead: 0 }, md5 };
  const identity = () => ({ token: as.token!, userId: as.userId! });
  return ask({ ...wire, identity, language: () => 'en_US' }, waitForMessages, { after: 0 }, signal);
}

async function another(gateway: TestGateway) {
  const { id, username } = await addMember(gateway);
  return { member: id, account: username, as: await gateway.signIn(id) };
}

/** Resolves with all that a process has said so far once it says this. */
const says = (process: ChildProcess, where: 'stdout' | 'stderr', words: RegExp) =>
  new Promise<string>((settle) => {
    let text = '';
    process[where]!.on('data', (data) => {
      text += data;
      if (words.test(text)) settle(text);
    });
  });

test('unread messages are counted per conversation, for its member only', async (context) => {
  const { gateway, as } = context;
  const { id, username } = await addMember(gateway);
  for (const text of ['One', 'Two', 'Three', 'Four']) await answer({ ...context, account: username }, text);
  for (const text of ['Hello', 'Here you are']) await answer(context, text);
  assert.is((await gateway.send(readMessages, { upTo: 1 }, as)).body.unread, 1);
  const there = await gateway.signIn(id);
  assert.is((await gateway.send(unreadMessages, {}, there)).body.unread, 4);
  assert.is((await gateway.send(readMessages, { upTo: 3 }, there)).body.unread, 1);
});

test.run();
