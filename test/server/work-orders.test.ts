import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { loadPicture } from '../../src/contract/site/system';
import * as calls from '../../src/contract/support/work-orders';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { addPicture } from './support/upload';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
}
const test = suite<Context>('work orders');
test.before.each(async (context) => {
  context.gateway ??= await openGateway({ env: { OPERATOR_TOKEN: 'desk-token' } });
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(({ gateway }) => gateway.close());

/** The command line. */
const desk = ({ gateway }: Context, ...args: string[]) => operator(gateway, 'workorder', ...args);

/** An answer of the operator, as the command line sends it. */
const answer = async ({ gateway }: Context, number: string, text: string, more: object = {}) =>
  (
    await fetch(`${gateway.url}/operator/workorders/${number}/answer`, {
      method: 'POST',
      headers: { authorization: 'Bearer desk-token', 'content-type': 'application/json' },
      body: JSON.stringify({ text, requestKey: randomUUID(), ...more }),
    })
  ).status;

const question = (more: object = {}) => ({
  title: 'No rent',
  description: 'Since yesterday.\nWhy?',
  annex: [],
  requestKey: randomUUID(),
  ...more,
});
const add = ({ gateway, as }: Context, more: object = {}) =>
  gateway.send(calls.addWorkOrder, question(more), as);
const get = async ({ gateway, as }: Context, id: string) =>
  (await gateway.send(calls.getWorkOrder, { id }, as)).body as calls.WorkOrder;
const reply = ({ gateway, as }: Context, id: string, text: string, more: object = {}) =>
  gateway.send(calls.replyWorkOrder, { id, text, requestKey: randomUUID(), ...more }, as);
const solve = ({ gateway, as }: Context, id: string, solved: boolean) =>
  gateway.send(calls.solveWorkOrder, { id, solved }, as);

test('after 60 entries in an hour a member reads how long to wait', async (context) => {
  const { body } = await add(context);
  for (let nth = 1; nth < 60; nth++) assert.is((await reply(context, body.id, 'More')).code, '1');
  const text = (minutes: number) => `Too many attempts. Try again in ${minutes} min.`;
  assert.is((await reply(context, body.id, 'More')).message, text(60));
  context.gateway.clock.ahead += 30 * 60_000;
  assert.is((await add(context)).message, text(30));
  context.gateway.clock.ahead += 31 * 60_000;
  assert.is((await add(context)).code, '1');
});

test('a question with its pictures waits for the operator under a number', async (context) => {
  const annex = [await addPicture(context.gateway, context.member)];
  const { body } = await add(context, { title: ' No rent ', annex });
  assert.match(body.number, /^Q\d{16}$/);
  assert.is(body.status, 0);
  const { createdAt, changedAt, ...known } = await get(context, body.id);
  assert.equal(known, {
    ...body,
    title: 'No rent',
    description: 'Since yesterday.\nWhy?',
    annex,
    entries: [],
  });
  assert.is(createdAt, changedAt);
});

test('a question cannot be empty, nor longer than 300 characters, nor with seven pictures', async (context) => {
  const problemsOf = async (more: object) => (await add(context, more)).body.problems;
  for (const description of ['', ' \n '])
    assert.equal(await problemsOf({ description }), { description: { rule: 'question' } });
  assert.equal(await problemsOf({ description: 'x'.repeat(301) }), {
    description: { rule: 'maxLength', limit: 300 },
  });
  assert.equal(await problemsOf({ title: '' }), { title: { rule: 'required' } });
  const seven = Array.from({ length: 7 }, () => randomUUID());
  assert.equal(await problemsOf({ annex: seven }), { annex: { rule: 'max', limit: 6 } });
});

test('a picture of somebody else is refused, and stays unseen', async (context) => {
  const { gateway, as } = context;
  const foreign = await addPicture(gateway, (await addMember(gateway)).id);
  const mine = await addPicture(gateway, context.member);
  const refused = await add(context, { annex: [mine, foreign] });
  assert.equal(refused.body.problems, { annex: { rule: 'attachment' } });
  const { body } = await add(context);
  const more = await reply(context, body.id, 'Look', { annex: [foreign] });
  assert.equal(more.body.problems, { annex: { rule: 'attachment' } });
  assert.is((await gateway.send(loadPicture, { id: foreign }, as)).code, '500');
});

test('one request key asks one question, and says one thing', async (context) => {
  const same = question();
  const [first, ...others] = await Promise.all([1, 2, 3].map(() => add(context, same)));
  for (const other of others) assert.equal(other.body, first!.body);
  const said = { requestKey: randomUUID() };
  await Promise.all([1, 2, 3].map(() => reply(context, first!.body.id, 'Still nothing', said)));
  assert.is((await get(context, first!.body.id)).entries.length, 1);
  assert.is((await reply(context, first!.body.id, 'Something else', said)).code, '500');
});

test('nobody reads, answers or closes the question of another member', async (context) => {
  const { gateway } = context;
  const { id } = (await add(context)).body;
  const as = await gateway.signIn((await addMember(gateway)).id);
  const other = { ...context, as };
  for (const { code, message } of [
    await gateway.send(calls.getWorkOrder, { id }, as),
    await reply(other, id, 'Mine now'),
    await solve(other, id, false),
    await gateway.send(calls.getWorkOrder, { id: randomUUID() }, as),
  ]) {
    assert.is(code, '500');
    assert.is(message, 'Request not found');
  }
  assert.equal((await gateway.send(calls.listWorkOrders, {}, as)).body.items, []);
  assert.equal((await get(context, id)).entries, []);
});

test('of several questions a member opens the one that they mean', async (context) => {
  for (const title of ['First', 'Second', 'Third']) {
    const { id } = (await add(context, { title })).body;
    assert.is((await get(context, id)).title, title);
  }
});

test('the desk answers what it has read, and not what the member has written since', async (context) => {
  const { id, number } = (await add(context)).body;
  await reply(context, id, 'Still nothing');
  assert.is(await answer(context, number, 'We are looking', { seen: 0 }), 409);
  assert.is(await answer(context, number, 'We are looking', { seen: 1 }), 200);
  assert.is((await get(context, id)).entries.length, 2);
});

test('an operator accepts and answers, the member gets a message, and asks on until it is solved', async (context) => {
  const { gateway, member } = context;
  const annex = [await addPicture(gateway, member, 'what it looks like')];
  const { id, number } = (await add(context, { annex })).body;
  const status = async () => (await get(context, id)).status;
  assert.is(await status(), 0);
  assert.match((await desk(context, 'list')).text, number);

  assert.is((await desk(context, 'take', number)).code, 0);
  assert.is(await status(), 1);
  await reply(context, id, 'Anybody there?');
  assert.is(await status(), 1, 'whoever is at it stays at it');

  assert.is((await desk(context, 'answer', number, 'It', 'comes', 'tonight')).code, 0);
  assert.is(await status(), 2);
  const known = await get(context, id);
  assert.equal(
    [known.number, known.title, known.description, known.annex, known.answer],
    [number, 'No rent', 'Since yesterday.\nWhy?', annex, 'It comes tonight'],
  );
  const told = await gateway.db.run
    .selectFrom('system_message')
    .select(['kind', 'link'])
    .where('member', '=', member)
    .execute();
  assert.equal(told, [{ kind: 'workOrderAnswered', link: `pages/mine/workOrderDetail?id=${id}` }]);

  assert.is((await solve(context, id, false)).body.status, 0);
  assert.is((await solve(context, id, false)).body.status, 0, 'once more changes nothing');
  await answer(context, number, 'Now it is there');
  await reply(context, id, 'Which day is it for?');
  assert.is(await status(), 0, 'a reply asks on as well');
  await answer(context, number, 'Yesterday');

  const { solvedAt } = (await solve(context, id, true)).body;
  assert.ok(solvedAt);
  assert.is((await solve(context, id, true)).body.solvedAt, solvedAt);
  const done = await get(context, id);
  assert.equal([done.status, done.solvedAt], [2, solvedAt]);
  assert.equal(
    done.entries.map(({ by, kind, text }) => (kind === 'text' ? `${by}: ${text}` : kind)),
    [
      'member: Anybody there?',
      'operator: It comes tonight',
      'unsolved',
      'operator: Now it is there',
      'member: Which day is it for?',
      'operator: Yesterday',
      'solved',
    ],
  );
  assert.is(await answer(context, number, 'One more thing'), 409);
  assert.is((await desk(context, 'take', number)).code, 1);

  await reply(context, id, 'It is gone again');
  const again = await get(context, id);
  assert.equal([again.status, again.solvedAt], [0, undefined]);

  const shown = JSON.parse((await desk(context, 'show', number)).text);
  assert.is(shown.description, 'Since yesterday.\nWhy?');
  const { pathname, search } = new URL(shown.annex[0]);
  assert.is(await (await fetch(gateway.url + pathname + search)).text(), 'what it looks like');
});

test('a problem is not solved before it was answered', async (context) => {
  const { id } = (await add(context)).body;
  assert.is((await solve(context, id, true)).message, 'This request has not been answered yet');
  assert.is((await solve(context, id, false)).body.status, 0);
  assert.equal((await get(context, id)).entries, []);
});

test('the list is the newest first, by status, page by page', async (context) => {
  const { gateway, as } = context;
  const numbers: string[] = [];
  for (let at = 0; at < 23; at++) {
    gateway.clock.ahead += 1000;
    numbers.unshift((await add(context, { title: `Question ${at}` })).body.number);
  }
  await answer(context, numbers[22]!, 'Done');
  const list = async (input: object) => (await gateway.send(calls.listWorkOrders, input, as)).body;
  const first = await list({});
  const second = await list({ from: first.next });
  const all = [...first.items, ...second.items] as calls.WorkOrderSummary[];
  assert.equal(
    all.map(({ number }) => number),
    numbers,
  );
  assert.is(second.next, undefined);
  const processed = await list({ status: 2 });
  assert.equal(
    processed.items.map((one: calls.WorkOrderSummary) => [one.number, one.answer]),
    [[numbers[22], 'Done']],
  );
  assert.is((await gateway.send(calls.listWorkOrders, { status: 3 }, as)).code, '5001');
});

test('an answer that the operator sends twice under one key appears once', async (context) => {
  const { id, number } = (await add(context)).body;
  const key = randomUUID();
  for (let again = 0; again < 2; again++)
    assert.is(await answer(context, number, 'Once', { requestKey: key }), 200);
  assert.is((await get(context, id)).entries.length, 1);
  const other = (await add(context)).body.number;
  assert.is(await answer(context, other, 'Once', { requestKey: key }), 409);
});

test('an answer and a reply at the same moment are both kept', async (context) => {
  const { id, number } = (await add(context)).body;
  await Promise.all([
    ...[1, 2, 3].map((at) => reply(context, id, `Reply ${at}`)),
    answer(context, number, 'Answer'),
  ]);
  assert.is((await get(context, id)).entries.length, 4);
});

test('after sixty things said in an hour the member has to wait', async (context) => {
  const sent = question();
  const { id } = (await add(context, sent)).body;
  const key = `work-order:${context.member}`;
  await context.gateway.db.run.updateTable('throttle').set({ count: 59 }).where('key', '=', key).execute();
  assert.is((await reply(context, id, 'The sixtieth')).code, '1');
  assert.match((await reply(context, id, 'One more')).message, /Try again in \d+ min/);
  assert.match((await add(context)).message, /Try again in \d+ min/);
  assert.is((await add(context, sent)).body.id, id, 'a question that is sent again is not another one');
});

test('the desk says what it does not know', async (context) => {
  assert.is((await desk(context, 'show', 'W0')).code, 1);
  assert.is((await desk(context, 'list', 'constructor')).code, 1);
});

test.run();
