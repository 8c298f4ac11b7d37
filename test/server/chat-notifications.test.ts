import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readMessages, sendMessage } from '../../src/contract/support/im';
import { listMessages, readTotal } from '../../src/contract/support/messages';
import { notificationKinds, saveNotifications } from '../../src/contract/support/notifications';
import { erasers } from '../../src/server/erasers';
import { createWorker } from '../../src/server/jobs/worker';
import { notifyMember } from '../../src/server/notices/notify-member';
import { eraseMember } from '../../src/server/privacy/erase-member';
import { workOf } from '../../src/server/work';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';

interface Person {
  id: string;
  account: string;
  as: Sent;
}
interface Context extends Person {
  gateway: TestGateway;
  /** Lets time pass, and performs the jobs that are due then. */
  after(seconds: number): Promise<void>;
}
const test = suite<Context>('chat notifications');
test.before(async (context) => {
  const gateway = await openGateway({ env: { OPERATOR_TOKEN: 'desk-token' } });
  const { db, settings, files, clock } = gateway;
  const now = () => Date.now() + clock.ahead;
  const log = (error: unknown) => assert.unreachable(String(error));
  const { kinds } = await workOf(db, settings, { now, log, files });
  const worker = createWorker({ db, kinds, schedules: [], now, log });
  context.gateway = gateway;
  context.after = async (seconds) => {
    clock.ahead += seconds * 1000;
    await worker.work();
  };
});
test.before.each(async (context) => void Object.assign(context, await addPerson(context.gateway)));
test.after(({ gateway }) => gateway.close());

async function addPerson(gateway: TestGateway, more: { email?: string } = {}): Promise<Person> {
  const { id, username } = await addMember(gateway, more);
  return { id, account: username, as: await gateway.signIn(id) };
}

/** Support writes to the member. Returns the id of the answer. */
async function answer({ gateway }: Context, to: Person, text: string, requestKey: string = randomUUID()) {
  const response = await fetch(`${gateway.url}/operator/conversations/of/${to.account}/reply`, {
    method: 'POST',
    headers: { authorization: 'Bearer desk-token', 'content-type': 'application/json' },
    body: JSON.stringify({ text, requestKey }),
  });
  assert.ok(response.ok);
  return ((await response.json()) as { id: number }).id;
}
const read = ({ gateway }: Context, { as }: Person, upTo: number) => gateway.send(readMessages, { upTo }, as);
/** The member's system messages, the newest first. */
const messages = async ({ gateway }: Context, { as }: Person) =>
  (await gateway.send(listMessages, {}, as)).body.items.map(
    ({ title, text, link, read }: Record<string, unknown>) => ({ title, text, link, read }),
  );
const replied = {
  title: 'Support replied to you',
  text: 'There is a new reply in your support chat.',
  link: 'pages/mine/im',
  read: false,
};

test('a member who left the chat is notified of an answer after a minute, once for several answers', async (context) => {
  await context.gateway.send(sendMessage, { text: 'Hello?', requestKey: randomUUID() }, context.as);
  const key = randomUUID();
  await answer(context, context, 'Good morning', key);
  await answer(context, context, 'Good morning', key);
  await context.after(59);
  assert.equal(await messages(context, context), []);
  await context.after(1);
  assert.equal(await messages(context, context), [replied]);
  await answer(context, context, 'Are you there?');
  await context.after(61);
  await context.after(86_400);
  assert.equal(await messages(context, context), [replied]);
});

test('two answers within a minute are one message, also for a member who then reads only the first', async (context) => {
  const first = await answer(context, context, 'One moment');
  await context.after(30);
  await answer(context, context, 'It is back');
  await context.after(31);
  assert.equal(await messages(context, context), [replied]);
  await read(context, context, first);
  await context.after(31);
  assert.equal(await messages(context, context), [replied]);
});

test('a member who reads the answer within the minute gets no message', async (context) => {
  await read(context, context, await answer(context, context, 'One moment'));
  await context.after(30);
  const second = await answer(context, context, 'It is back');
  await context.after(31);
  assert.equal(await messages(context, context), [], 'the second one is half a minute old');
  await read(context, context, second);
  await context.after(120);
  assert.equal(await messages(context, context), []);
});

test('a member who has read only the first of two answers is notified of the second', async (context) => {
  const first = await answer(context, context, 'One moment');
  await answer(context, context, 'It is back');
  await read(context, context, first);
  await context.after(61);
  assert.equal(await messages(context, context), [replied]);
});

test('a member who reads the chat has read the message of it, and the next answer brings another', async (context) => {
  const { gateway, id, as } = context;
  const other = await addPerson(gateway);
  const told = { kind: 'workOrderAnswered', values: { number: 'T1', title: 'x' } } as const;
  await gateway.db.tx((tx) => notifyMember(tx, id, told, Date.now() + gateway.clock.ahead - 1000));
  await answer(context, other, 'For you');
  const first = await answer(context, context, 'One moment');
  const second = await answer(context, context, 'It is back');
  await context.after(61);
  const unread = async (who: Sent) => (await gateway.send(readTotal, {}, who)).body.unread;
  assert.equal([await unread(as), await unread(other.as)], [2, 1]);
  await read(context, context, first);
  assert.is(await unread(as), 2, 'an answer is still unread');
  await read(context, context, second);
  assert.equal([await unread(as), await unread(other.as)], [1, 1]);
  await answer(context, context, 'Anything else?');
  await context.after(61);
  const [newest, before] = await messages(context, context);
  assert.equal([newest, before], [replied, { ...replied, read: true }]);
  assert.equal(await messages(context, other), [replied]);
});

test('a mail says that there is an answer, and not what it says; none goes out for one that was read', async (context) => {
  const { gateway } = context;
  const email = `${randomUUID().slice(0, 8)}@chat.example`;
  const who = await addPerson(gateway, { email });
  const ways = { push: false, mail: true, sms: false };
  const choices = Object.fromEntries(notificationKinds.map((kind) => [kind, ways]));
  assert.is((await gateway.send(saveNotifications, { choices, timeZone: 'UTC' }, who.as)).code, '1');
  const mails = () => gateway.db.run.selectFrom('message').selectAll().where('address', '=', email).execute();
  await read(context, who, await answer(context, who, 'Your secret is safe'));
  await context.after(61);
  assert.equal(await mails(), []);
  await answer(context, who, 'Your secret is safe');
  await context.after(61);
  const [mail, ...more] = await mails();
  assert.equal([mail?.subject, more], [replied.title, []]);
  assert.match(mail?.text ?? '', /There is a new reply in your support chat\.\n\n\S+\/#\/pages\/mine\/im\n/);
  assert.not.match(JSON.stringify(mail), /secret/);
});

test('a member who deletes the account before the minute is over leaves nothing behind', async (context) => {
  const { gateway, id } = context;
  await answer(context, context, 'One moment');
  await gateway.db.tx((tx) => eraseMember(tx, id, erasers, Date.now() + gateway.clock.ahead));
  await context.after(61);
  const { run } = gateway.db;
  const left = await run.selectFrom('system_message').select('id').where('member', '=', id).execute();
  const jobs = await run.selectFrom('job').select('state').where('state', '<>', 'done').execute();
  assert.equal([left, jobs], [[], []]);
});

test.run();
