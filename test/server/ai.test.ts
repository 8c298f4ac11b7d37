import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  askAi,
  clearAiTurns,
  findHelp,
  type HelpText,
  listAiTurns,
  stopAnswer,
  waitForAnswer,
} from '../../src/contract/support/ai';
import { silence } from '../../src/server/ai/writer';
import { rowsOf } from './support/bystander';
import { addMember } from './support/member';
import { chunk, end, type Model, openModel, streams } from './support/model';
import { openGateway, type Sent, type TestGateway } from './support/open';

interface Context {
  model: Model;
  gateway: TestGateway;
  member: string;
  as: Sent;
}
const test = suite<Context>('AI chat');
const key = 'sk-only-the-gateway-knows';

test.before(async (context) => {
  context.model = await openModel();
  context.gateway = await openGateway({
    env: { AI_BASE_URL: context.model.url, AI_API_KEY: key, AI_MODEL: 'small-one', AI_PER_HOUR: '5' },
  });
});
test.before.each(async (context) => {
  context.member = (await addMember(context.gateway)).id;
  context.as = await context.gateway.signIn(context.member);
});
test.after(async ({ gateway, model }) => {
  await gateway.close();
  await model.close();
});

const ask = ({ gateway, as }: Context, text: string, requestKey: string = randomUUID()) =>
  gateway.send(askAi, { text, requestKey }, as);
const wait = async ({ gateway, as }: Context, id: string, after: number) =>
  (await gateway.send(waitForAnswer, { id, after }, as)).body;
/** Asks on until the answer is over, as a phone does. */
async function follow(context: Context, id: string) {
  for (let answer = ''; ; ) {
    const { more, state, source, help } = await wait(context, id, answer.length);
    answer += more;
    if (state !== 'writing') return { answer, state, source, help };
  }
}
const history = async ({ gateway, as }: Context) => (await gateway.send(listAiTurns, {}, as)).body;
/** A reply that is given piece by piece, as the test says. */
function held(model: Model): Promise<ServerResponse> {
  return new Promise((settle) => {
    model.reply = (response) => settle(streams(response) as ServerResponse);
  });
}

test('a member reads an answer while it is being written, and finds it kept', async (context) => {
  const { model } = context;
  const reply = held(model);
  const { body: turn } = await ask(context, 'How are you?');
  assert.is(turn.state, 'writing');
  const response = await reply;
  response.write(chunk('Fi'));
  const first = await wait(context, turn.id, 0);
  assert.equal([first.more, first.state], ['Fi', 'writing']);
  const rest = wait(context, turn.id, 2);
  response.end(chunk('ne. 你好 👋') + end);
  assert.is((await rest).more.slice(0, 3), 'ne.');
  const { answer, state, source } = await follow(context, turn.id);
  assert.equal({ answer, state, source }, { answer: 'Fine. 你好 👋', state: 'done', source: 'model' });
  const { items, source: next } = await history(context);
  assert.is(next, 'model');
  assert.equal(
    items.map((one: any) => [one.question, one.answer]),
    [['How are you?', 'Fine. 你好 👋']],
  );
});

test('bytes may be cut anywhere, also within a character', async (context) => {
  context.model.reply = async (response) => {
    streams(response);
    for (const byte of Buffer.from(`: hello\r\n\r\n${chunk('云')}${chunk('手机')}${end}`)) {
      response.write(Buffer.of(byte));
      if (byte === 10) await new Promise(setImmediate);
    }
    response.end();
  };
  const { body } = await ask(context, 'What is it?');
  assert.is((await follow(context, body.id)).answer, '云手机');
});

test('the model gets the earlier messages and the matching help; the phone never sees the key', async (context) => {
  const { model } = context;
  model.reply = (response) => void streams(response).end(chunk('I do.') + end);
  const first = await ask(context, 'Remember 4711, please');
  await follow(context, first.body.id);
  const second = await ask(context, 'How do I withdraw money?');
  const all = JSON.stringify([first, second, await follow(context, second.body.id), await history(context)]);
  const { authorization, body } = model.ctx.at(-1)!;
  assert.is(authorization, `Bearer ${key}`);
  assert.equal([body.model, body.stream], ['small-one', true]);
  assert.equal(
    body.messages.map(({ role }) => role),
    ['system', 'user', 'assistant', 'user'],
  );
  assert.match(body.messages[0]!.content, /Withdrawing money/);
  assert.match(body.messages[1]!.content, /4711/);
  assert.not(all.includes(key));
});

test('an answer that is stopped keeps what there was, and the model is hung up on', async (context) => {
  const { gateway, as, model } = context;
  const before = model.hungUp;
  const reply = held(model);
  const { body } = await ask(context, 'Tell me a long story');
  const response = await reply;
  response.write(chunk('Once upon a time'));
  await wait(context, body.id, 0);
  const hungUp = new Promise((settle) => response.once('close', settle));
  assert.is((await gateway.send(stopAnswer, { id: body.id }, as)).body.state, 'stopped');
  await hungUp;
  assert.is(model.hungUp, before + 1);
  assert.is((await gateway.send(stopAnswer, { id: body.id }, as)).body.state, 'stopped');
  const { items } = await history(context);
  assert.equal([items[0].answer, items[0].state], ['Once upon a time', 'stopped']);
  model.reply = (again) => void streams(again).end(chunk('Yes') + end);
  const whole = (await ask(context, 'Still there?')).body.id;
  const { state } = await follow(context, whole);
  assert.is((await gateway.send(stopAnswer, { id: whole }, as)).body.state, state, 'it is whole already');
});

test('an answer that is cut off is shown as such, with what there was of it', async (context) => {
  context.model.reply = async (response) => {
    streams(response).write(chunk('The first half'));
    await new Promise((settle) => setTimeout(settle, 300));
    response.destroy();
  };
  const { body } = await ask(context, 'Both halves, please');
  const { answer, state } = await follow(context, body.id);
  assert.equal({ answer, state }, { answer: 'The first half', state: 'broken' });
});

test('a connection that the model closes as it is asked costs nobody the answer', async (context) => {
  const { model } = context;
  model.reply = (response) => {
    model.reply = (again) => void streams(again).end(chunk('At the second try') + end);
    response.destroy();
  };
  const { body } = await ask(context, 'Are you there?');
  const { answer, source } = await follow(context, body.id);
  assert.equal({ answer, source }, { answer: 'At the second try', source: 'model' });
});

test('a stream that ends without saying that it is over was cut off', async (context) => {
  context.model.reply = (response) => void streams(response).end(chunk('Half'));
  const { body } = await ask(context, 'Both halves, please');
  assert.is((await follow(context, body.id)).state, 'broken');
});

for (const [what, reply] of Object.entries<Model['reply']>({
  'refuses the question': (response) => void response.writeHead(500).end('secret internals'),
  'asks for another key': (response) => void response.writeHead(401).end('{}'),
  'does not stream': (response) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end(chunk('Yes') + end),
  'speaks nonsense': (response) => void streams(response).end('data: {nonsense\n\n'),
  'hangs up at once': (response) => void response.destroy(),
  'says nothing': (response) => void streams(response).end(end),
  'leads elsewhere': (response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
}))
  test(`a model that ${what} is replaced by the help texts, which are marked as such`, async (context) => {
    const { model } = context;
    model.reply = reply;
    const before = model.ctx.length;
    const { body } = await ask(context, 'How do I withdraw money?');
    const { answer, state, source, help } = await follow(context, body.id);
    assert.equal({ answer, state, source }, { answer: '', state: 'done', source: 'help' });
    const times = what === 'hangs up at once' ? 2 : 1;
    assert.is(model.ctx.length - before, times, 'only a closed connection is tried again');
    assert.is(help[0].id, 'withdraw');
    assert.not(JSON.stringify(await history(context)).includes('internals'));
  });

test('one answer at a time: a second question waits for the first', async (context) => {
  const reply = held(context.model);
  const { body } = await ask(context, 'First?');
  const answers = await Promise.all([ask(context, 'Second?'), ask(context, 'Third?')]);
  assert.equal(
    answers.map(({ code }) => code),
    ['500', '500'],
  );
  (await reply).end(chunk('Yes') + end);
  await follow(context, body.id);
  assert.is((await history(context)).items.length, 1);
});

test('a question that was sent twice is asked once', async (context) => {
  const { model } = context;
  model.reply = (response) => void streams(response).end(chunk('Once') + end);
  const before = model.ctx.length;
  const requestKey = randomUUID();
  const [one, two] = [await ask(context, 'Once?', requestKey), await ask(context, 'Once?', requestKey)];
  assert.is(one.body.id, two.body.id);
  await follow(context, one.body.id);
  assert.is(model.ctx.length, before + 1);
  assert.is((await history(context)).items.length, 1);
});

test('a member asks so many questions an hour, of so many characters', async (context) => {
  const { model } = context;
  model.reply = (response) => void streams(response).end(chunk('Yes') + end);
  assert.is((await ask(context, 'x'.repeat(2001))).code, '5001');
  assert.is((await ask(context, '   ')).code, '5001');
  const requestKey = randomUUID();
  for (let count = 0; count < 4; count++) await follow(context, (await ask(context, 'Well?')).body.id);
  const { body } = await ask(context, 'Well?', requestKey);
  await follow(context, body.id);
  assert.is((await ask(context, 'Well?', requestKey)).body.id, body.id, 'asked again after a lost answer');
  const { code, message } = await ask(context, 'Well?');
  assert.is(code, '500');
  const minutes = Number(/Try again in (\d+) min/.exec(message)?.[1]);
  assert.ok(minutes > 0 && minutes <= 60, message);
});

test('an answer has an end, whatever the model says', async (context) => {
  context.model.reply = (response) => void streams(response).end(chunk('x'.repeat(20_000)) + end);
  const { body } = await ask(context, 'Much?');
  assert.is((await follow(context, body.id)).answer.length, 12_000);
});

test('an answer whose gateway is gone is broken off, and the member may ask again', async (context) => {
  const { gateway, member, as } = context;
  const turn = { id: randomUUID(), member, question: 'Lost?', answer: 'Hal', state: 'writing' } as const;
  const at = new Date(Date.now() - silence - 1000);
  await gateway.db.run
    .insertInto('ai_turn')
    .values({ ...turn, source: 'model', help: '[]', at })
    .execute();
  await gateway.db.run.insertInto('ai_writing').values({ member, turn: turn.id, beat: at }).execute();
  const { state, more } = (await gateway.send(waitForAnswer, { id: turn.id, after: 0 }, as)).body;
  assert.equal([state, more], ['broken', 'Hal']);
  context.model.reply = (response) => void streams(response).end(chunk('Here') + end);
  const { body } = await ask(context, 'And now?');
  assert.is((await follow(context, body.id)).answer, 'Here');
});

test("another member's questions are as if they were not there", async (context) => {
  const { gateway, model } = context;
  model.reply = (response) => void streams(response).end(chunk('Mine') + end);
  const { body } = await ask(context, 'Whose?');
  await follow(context, body.id);
  const other = await gateway.signIn((await addMember(gateway)).id);
  for (const call of [waitForAnswer, stopAnswer])
    assert.is((await gateway.send(call, { id: body.id, after: 0 }, other)).code, '500');
  assert.equal((await gateway.send(listAiTurns, {}, other)).body.items, []);
  await gateway.send(clearAiTurns, {}, other);
  assert.is((await history(context)).items.length, 1);
});

test('a member who clears the chat stops the answer that is being written', async (context) => {
  const { gateway, as, model } = context;
  const reply = held(model);
  const { body } = await ask(context, 'Forget me');
  const response = await reply;
  response.write(chunk('I will'));
  await wait(context, body.id, 0);
  const hungUp = new Promise((settle) => response.once('close', settle));
  await gateway.send(clearAiTurns, {}, as);
  await hungUp;
  assert.equal((await history(context)).items, []);
  assert.is((await gateway.send(waitForAnswer, { id: body.id, after: 0 }, as)).code, '500');
});

test('a gateway that stops lets go of the model and says what there was', async () => {
  const model = await openModel();
  const gateway = await openGateway({ env: { AI_BASE_URL: model.url, AI_MODEL: 'm' } });
  const as = await gateway.signIn((await addMember(gateway)).id);
  const reply = held(model);
  const { body } = await gateway.send(askAi, { text: 'Long?', requestKey: randomUUID() }, as);
  (await reply).write(chunk('Lo'));
  await gateway.send(waitForAnswer, { id: body.id, after: 0 }, as);
  const waiting = gateway.send(waitForAnswer, { id: body.id, after: 2 }, as);
  await new Promise((settle) => setTimeout(settle, 100));
  await gateway.close();
  assert.is((await waiting).body.state, 'broken');
  assert.is(model.hungUp, 1);
  await model.close();
});

test('a member who clears or stops a chat does not interrupt another member’s answer', async (context) => {
  const { gateway, member } = context;
  const other = (await addMember(gateway)).id;
  const there = await gateway.signIn(other);
  const [at, turns] = [new Date(), new Map<string, string>()];
  for (const whose of [member, other]) {
    const id = randomUUID();
    turns.set(whose, id);
    await gateway.db.run
      .insertInto('ai_turn')
      .values({
        id,
        member: whose,
        question: 'Long?',
        answer: 'Hal',
        state: 'writing',
        source: 'model',
        help: '[]',
        at,
      })
      .execute();
    await gateway.db.run.insertInto('ai_writing').values({ member: whose, turn: id, beat: at }).execute();
  }
  const before = await rowsOf(gateway, other);
  await gateway.send(stopAnswer, { id: turns.get(member) }, context.as);
  await gateway.send(clearAiTurns, {}, context.as);
  assert.equal(await history(context), { ...(await history(context)), items: [] });
  assert.equal(await rowsOf(gateway, other), before);
  assert.is(
    (await gateway.send(waitForAnswer, { id: turns.get(other), after: 0 }, there)).body.state,
    'writing',
  );
});

test('a few words find help texts in the language of the member, and nothing of them is kept', async (context) => {
  const { gateway, as } = context;
  const titles = async (text: string, locale: string) =>
    (await gateway.send(findHelp, { text }, { ...as, locale })).body.help.map(({ title }: HelpText) => title);
  const english = await titles('My cloud phone is offline', 'en_US');
  assert.ok(english.length > 0 && english.length <= 3);
  assert.match(english[0], /offline/i);
  assert.ok((await titles('云手机离线', 'zh_CN')).some((title: string) => title.includes('离线')));
  assert.equal(await titles('qwxyz', 'en_US'), []);
  assert.equal((await history(context)).items, []);
});

test.run();
