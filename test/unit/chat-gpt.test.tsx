import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  type AiTurn,
  askAi,
  clearAiTurns,
  type HelpText,
  listAiTurns,
  stopAnswer,
  waitForAnswer,
} from '../../src/contract/support/ai';
import * as support from '../../src/features/support/routes';
import { memoryStore } from '../../src/platform/browser/store';
import { box, type, write } from '../support/composer';
import { Refusal, reply, visit } from '../support/visit';

const turn = (id: number, by: Partial<AiTurn> = {}): AiTurn => ({
  id: `t${id}`,
  question: `Question ${id}?`,
  answer: `Answer ${id}.`,
  state: 'done',
  source: 'model',
  help: [],
  at: new Date(Date.UTC(2026, 10, 20, 9, id)).toISOString(),
  ...by,
});
const helpText = (id: string, screen?: string): HelpText => ({
  id,
  title: `About ${id}`,
  text: `All of ${id}.`,
  ...(screen && { screen }),
});

/** A gateway that answers every question as `next` says, once for each request key. */
function gateway(...before: AiTurn[]) {
  const all = [...before];
  const answered = new Map<string, AiTurn>();
  const state = { next: {} as Partial<AiTurn>, source: 'model' as AiTurn['source'] };
  return {
    all,
    state,
    /** The current text of the answer that is being written. */
    becomes: (by: Partial<AiTurn>) => Object.assign(all[all.length - 1]!, by),
    list: reply(listAiTurns, () => ({
      items: all.map((one) => ({ ...one })).reverse(),
      source: state.source,
    })),
    ask: reply(askAi, ({ text, requestKey }) => {
      const known = answered.get(requestKey);
      if (known) return known;
      const fresh = turn(all.length + 1, { question: text, ...state.next });
      answered.set(requestKey, { ...fresh });
      all.push(fresh);
      return { ...fresh };
    }),
    wait: reply(waitForAnswer, ({ id, after }) => {
      const { answer, state, source, help } = all.find((one) => one.id === id)!;
      return { state, source, help, more: answer.slice(after) };
    }),
    stop: reply(stopAnswer, ({ id }) => {
      const one = all.find((each) => each.id === id)!;
      if (one.state === 'writing') one.state = 'stopped';
      return { state: one.state };
    }),
    clear: reply(clearAiTurns, () => {
      all.length = 0;
      return {};
    }),
  };
}
type Gateway = ReturnType<typeof gateway>;
const repliesOf = ({ list, ask, wait, stop, clear }: Gateway) => [list, ask, wait, stop, clear];

/** A phone that can be shaken awake. */
function phone(local = memoryStore()) {
  const wakes: (() => void)[] = [];
  const onShow = (call: () => void) => {
    wakes.push(call);
    return () => {};
  };
  return { platform: { local, onShow }, local, wake: () => wakes.forEach((call) => void call()) };
}

type Visit = Awaited<ReturnType<typeof visit>>;
const open = (replies: ReturnType<typeof repliesOf>, on = phone()) =>
  visit(support.chatGpt, {}, replies, { platform: on.platform });
const turns = ({ body }: Visit) =>
  [...body.querySelectorAll('[role=log] > div')].map((one) => one.textContent!);
const writing = { state: 'writing', answer: '' } as const;

test('a member who asks for the first time sees who answers, and example questions', async () => {
  const there = gateway();
  there.state.source = 'help';
  there.state.next = { source: 'help', answer: '', help: [helpText('withdraw')] };
  const screen = await open(repliesOf(there));
  await screen.sees("AI isn't available here. Ask a question to find matching help articles.");
  await screen.tap('How do I withdraw money?');
  await screen.sees('All of withdraw.');
  assert.is(there.all[0]!.question, 'How do I withdraw money?');
  assert.not.match(screen.text(), "AI isn't available here. Ask a question to find matching help articles.");
  screen.close();
});

test('help texts appear under their titles, marked as not written by AI, with links to their screens', async () => {
  const there = gateway();
  const help = [helpText('money', 'pages/mine/balance'), helpText('points')];
  there.state.next = { source: 'help', answer: '', help };
  const screen = await open(repliesOf(there));
  await write(screen, 'Where is my money?');
  await screen.sees('All of money.');
  assert.match(screen.text(), 'From the help center, not AI-generated');
  const quotes = [...screen.body.querySelectorAll('details')];
  assert.equal(
    quotes.map((one) => [one.querySelector('summary')!.textContent, one.open]),
    [
      ['About money', true],
      ['About points', false],
    ],
  );
  assert.is(quotes[1]!.querySelector('button'), null);
  await screen.tap('Open the screen');
  assert.is(screen.at(), '/pages/mine/balance');
  screen.close();
});

test('where nothing fits it says so, and shows the way to people', async () => {
  const there = gateway();
  there.state.next = { source: 'help', answer: '' };
  const screen = await open(repliesOf(there));
  await write(screen, 'Will it rain?');
  await screen.sees('No help article matches. Contact support:');
  const links = [...screen.body.querySelectorAll('[role=log] a')].map((one) => one.getAttribute('href'));
  assert.equal(links, ['#/pages/mine/im', '#/pages/mine/createWorkOrder']);
  screen.close();
});

test('an answer grows while it is written, and is read out once it is whole', async () => {
  const there = gateway();
  there.state.next = writing;
  const on = phone();
  const screen = await open(repliesOf(there), on);
  await write(screen, 'What is a cloud phone?');
  await screen.sees('Writing…');
  assert.is(box(screen).value, '');
  there.becomes({ answer: 'A phone ' });
  on.wake();
  await screen.sees('A phone');
  const growing = screen.body.querySelector('[role=log] [aria-live=off]')!;
  assert.is(growing.getAttribute('aria-busy'), 'true');
  assert.is(screen.body.querySelector('[role=log]')!.getAttribute('aria-live'), 'polite');
  assert.is(screen.body.querySelector('[type=submit]'), null);

  there.becomes({ answer: 'A phone in a rack.', state: 'done' });
  on.wake();
  await screen.sees('A phone in a rack.');
  assert.is(screen.body.querySelector('[aria-live=off]'), null);
  assert.not.ok(growing.isConnected, 'a new element, so that it is announced');
  assert.not.match(screen.text(), 'Writing…');
  const asked = screen.asked(waitForAnswer).map(({ after }) => after);
  assert.equal([...new Set(asked)], [0, 8]);
  assert.is(screen.asked(askAi).length, 1);
  screen.close();
});

test('an answer can be stopped; what there is of it stays', async () => {
  const there = gateway();
  there.state.next = { state: 'writing', answer: 'As far as ' };
  const on = phone();
  const screen = await open(repliesOf(there), on);
  await write(screen, 'Tell me everything');
  await screen.sees('As far as');
  await screen.tap('Stop the answer');
  await screen.until('the stop', () => there.all[0]!.state === 'stopped');
  on.wake();
  await screen.sees('Stopped');
  assert.match(turns(screen)[0]!, /As far as .*AI-generated, may be inaccurate · Stopped/);
  assert.not.ok(screen.body.querySelector('[aria-label="Stop the answer"]'));
  screen.close();
});

test('an answer that was cut off says so, keeps what there is, and can be asked for again', async () => {
  const there = gateway(
    turn(1, { state: 'broken', answer: 'Half of' }),
    turn(2, { state: 'broken', answer: '' }),
  );
  const screen = await open(repliesOf(there));
  await screen.sees('Half of');
  assert.is(turns(screen).filter((one) => /Answer interrupted/.test(one)).length, 2);
  await screen.tap('Ask again');
  await screen.sees('Answer 3.');
  assert.is(there.all[2]!.question, 'Question 2?');
  screen.close();
});

test('a question that is refused says why, is still there after a reload, and goes under the same key', async () => {
  const there = gateway();
  const on = phone();
  const replies = [reply(askAi, new Refusal('An answer is being written')), ...repliesOf(there)];
  const screen = await visit(support.chatGpt, {}, replies, { platform: on.platform });
  await screen.sees('How do I withdraw money?');
  await write(screen, 'And now?');
  await screen.sees('An answer is being written');
  const [first] = screen.asked(askAi);
  screen.close();

  const again = await open(repliesOf(there), on);
  await again.sees('An answer is being written');
  assert.is(again.asked(askAi).length, 0, 'not by itself');
  await again.tap('Try again');
  await again.sees('Answer 1.');
  assert.equal(again.asked(askAi), [first]);
  assert.is(turns(again).length, 1);
  again.close();

  const third = await open(repliesOf(there), on);
  await third.sees('Answer 1.');
  assert.is(turns(third).length, 1);
  third.close();
});

test('a question that is refused can be thrown away', async () => {
  const there = gateway();
  const replies = [reply(askAi, new Refusal('Too many')), ...repliesOf(there)];
  const screen = await visit(support.chatGpt, {}, replies, {});
  await screen.sees('How do I withdraw money?');
  await write(screen, 'Bad');
  await screen.sees('Too many');
  await screen.tap('Delete');
  await screen.losesSight('Too many');
  await screen.sees('How do I withdraw money?');
  screen.close();
});

test('a question whose answer was lost is asked again under its key, and is there once', async () => {
  const there = gateway();
  const on = phone();
  let lose = true;
  const keys: string[] = [];
  const ask = reply(askAi, (input) => {
    keys.push(input.requestKey);
    const answer = (there.ask.answer as (input: unknown) => AiTurn)(input);
    return lose ? 'offline' : answer;
  });
  const screen = await visit(support.chatGpt, {}, [ask, ...repliesOf(there)], { platform: on.platform });
  await screen.sees('How do I withdraw money?');
  await write(screen, 'Hello?');
  await screen.sees('Not sent yet');
  await screen.sees("You're offline. Messages are saved");
  lose = false;
  on.wake();
  await screen.sees('Answer 1.');
  assert.is(turns(screen).length, 1);
  assert.is(there.all.length, 1);
  assert.is(new Set(keys).size, 1);
  assert.ok(keys.length > 1);
  await screen.losesSight("You're offline. Messages are saved");
  assert.is(on.local.get('drafts'), undefined);
  screen.close();
});

test('a connection that is lost in the middle of an answer loses nothing of it', async () => {
  const there = gateway(turn(1, { state: 'writing', answer: 'One, ' }));
  const on = phone();
  let cut = true;
  const wait = reply(waitForAnswer, (input) =>
    cut ? 'offline' : (there.wait.answer as (input: unknown) => any)(input),
  );
  const screen = await visit(support.chatGpt, {}, [wait, ...repliesOf(there)], { platform: on.platform });
  await screen.sees('One,');
  await screen.sees("You're offline. The answer continues here once you reconnect.");
  there.becomes({ answer: 'One, two, three.', state: 'done' });
  cut = false;
  await screen.sees('One, two, three.'); // by itself
  assert.equal([...new Set(screen.asked(waitForAnswer).map(({ after }) => after))], [5]);
  await screen.losesSight("You're offline. Messages are saved");
  screen.close();
});

test('two questions that were asked without a connection are answered one after the other', async () => {
  const there = gateway();
  const on = phone();
  let cut = true;
  const ask = reply(askAi, (input) =>
    cut ? 'offline' : (there.ask.answer as (input: unknown) => AiTurn)(input),
  );
  const screen = await visit(support.chatGpt, {}, [ask, ...repliesOf(there)], { platform: on.platform });
  await screen.sees('How do I withdraw money?');
  await write(screen, 'First?');
  await screen.sees('First?');
  await write(screen, 'Second?');
  await screen.sees('Second?');
  there.state.next = writing;
  cut = false;
  on.wake();
  await screen.sees('Writing…');
  assert.equal(
    there.all.map(({ question }) => question),
    ['First?'],
  );
  there.becomes({ answer: 'Done.', state: 'done' });
  there.state.next = {};
  on.wake();
  await screen.sees('Answer 2.');
  assert.equal(
    there.all.map(({ question }) => question),
    ['First?', 'Second?'],
  );
  screen.close();
});

test('an answer that was cleared away on another phone is not waited for', async () => {
  const there = gateway(turn(1, { ...writing }));
  const wait = reply(waitForAnswer, () => {
    there.all.length = 0;
    return new Refusal('Question not found');
  });
  const screen = await visit(support.chatGpt, {}, [wait, ...repliesOf(there)], {});
  await screen.sees('How do I withdraw money?');
  screen.close();
});

test('a question asked on another phone appears when the screen is opened again', async () => {
  const there = gateway(turn(1));
  const on = phone();
  const screen = await open(repliesOf(there), on);
  await screen.sees('Answer 1.');
  there.all.push(turn(2));
  on.wake();
  await screen.sees('Answer 2.');
  assert.is(turns(screen).length, 2);
  screen.close();
});

test('older questions come before the others, and a page that fails can be asked for again', async () => {
  let fails = true;
  const list = reply(listAiTurns, ({ from }) => {
    if (from === undefined) return { items: [turn(4), turn(3)], next: 'older', source: 'model' };
    return fails ? 'offline' : { items: [turn(2), turn(1)], source: 'model' };
  });
  const on = phone();
  const screen = await visit(support.chatGpt, {}, [list], { platform: on.platform });
  await screen.sees('Answer 4.');
  await screen.tap('Older messages');
  await screen.until('the alert', () => screen.body.querySelector('[role=alert]'));
  fails = false;
  await screen.tap('Try again');
  await screen.sees('Answer 1.');
  const order = () => turns(screen).map((one) => /Answer (\d)/.exec(one)![1]);
  assert.equal(order(), ['1', '2', '3', '4']);
  assert.not.match(screen.text(), 'Older messages');
  on.wake();
  await screen.until('the newest page', () => screen.asked(listAiTurns).length === 4);
  await screen.sees('Answer 4.');
  assert.equal(order(), ['1', '2', '3', '4']);
  screen.close();
});

test('the history is cleared only after it was asked whether to', async () => {
  const there = gateway(turn(1), turn(2));
  const screen = await open(repliesOf(there));
  await screen.sees('Answer 2.');
  await screen.tap('Clear');
  await screen.sees('Clear the history?');
  await screen.tap('Cancel');
  await screen.losesSight('Clear the history?');
  assert.is(there.all.length, 2);
  await screen.tap('Clear');
  await screen.sees('Clear the history?');
  await screen.tap('Clear');
  await screen.sees('How do I withdraw money?');
  assert.is(there.all.length, 0);
  assert.not.match(screen.text(), 'Answer 2.');
  screen.close();
});

test('messages that could not be cleared stay, with the reason', async () => {
  const there = gateway(turn(1));
  const replies = [reply(clearAiTurns, new Refusal('Not now')), ...repliesOf(there)];
  const screen = await visit(support.chatGpt, {}, replies, {});
  await screen.sees('Answer 1.');
  await screen.tap('Clear');
  await screen.sees('Clear the history?');
  await screen.tap('Clear');
  await screen.sees('Not now');
  assert.is(turns(screen).length, 1);
  screen.close();
});

test('a question that is half written is there again', async () => {
  const on = phone();
  const screen = await open(repliesOf(gateway(turn(1))), on);
  await screen.sees('Answer 1.');
  type(screen, 'What about');
  screen.close();
  const again = await open(repliesOf(gateway(turn(1))), on);
  await again.sees('Answer 1.');
  assert.is(box(again).value, 'What about');
  again.close();
});

test('markup in a question and in an answer is text, and addresses lead outside', async () => {
  const left: string[] = [];
  const there = gateway(
    turn(1, { question: '<i>Why?</i>', answer: '<img src=x onerror=alert(1)> See https://example.com/a.' }),
    turn(2, {
      source: 'help',
      answer: '',
      help: [{ id: 'x', title: '<b>T</b>', text: '<script>x</script>' }],
    }),
  );
  const screen = await visit(support.chatGpt, {}, repliesOf(there), {
    platform: { ...phone().platform, leave: (url: string) => void left.push(url) },
  });
  await screen.sees('<img src=x onerror=alert(1)>');
  assert.match(screen.text(), '<i>Why?</i>');
  assert.match(screen.text(), '<script>x</script>');
  assert.is(screen.body.querySelector('[role=log] :is(img, i, b, script)'), null);
  await screen.tap('https://example.com/a');
  assert.equal(left, ['https://example.com/a']);
  screen.close();
});

test('a history that does not load says so, and can be tried again', async () => {
  const there = gateway(turn(1));
  const replies = [reply(listAiTurns, 'offline'), ...repliesOf(there)];
  const screen = await visit(support.chatGpt, {}, replies, {});
  await screen.until('the trouble', () => screen.body.querySelector('[role=alert]'));
  replies.shift();
  await screen.tap('Try again');
  await screen.sees('Answer 1.');
  screen.close();
});

test.run();
