import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { loadPicture } from '../../src/contract/site/system';
import {
  listMessages,
  type Message,
  readMessages,
  sendMessage,
  waitForMessages,
} from '../../src/contract/support/im';
import { provide } from '../../src/core/data/query';
import * as support from '../../src/features/support/routes';
import { memoryStore } from '../../src/platform/browser/store';
import { box, type, write } from '../support/composer';
import { Refusal, reply, visit } from '../support/visit';

/** A desk that keeps what it is sent, as the gateway does: once for each request key. */
function desk(...before: [author: Message['author'], text: string][]) {
  const all: Message[] = [];
  const add = (author: Message['author'], text: string, key?: string) => {
    const known = key && all.find((one) => one.key === key);
    if (known) return known;
    const at = new Date(Date.UTC(2026, 10, 21, 9, all.length)).toISOString();
    all.push({ id: all.length + 1, author, text, at, ...(key && { key }) });
    return all[all.length - 1]!;
  };
  for (const [author, text] of before) add(author, text);
  const state = { read: 0, deskRead: 0, sees: all };
  const progress = () => ({
    newest: all.length,
    deskRead: state.deskRead,
    unread: all.filter(({ id, author }) => author === 'desk' && id > state.read).length,
  });
  return {
    all,
    state,
    add,
    list: reply(listMessages, () => ({ items: [...all], ...progress() })),
    wait: reply(waitForMessages, ({ after }) => ({
      items: all.filter(({ id }) => id > after),
      ...progress(),
    })),
    send: reply(sendMessage, ({ text = '', requestKey }) => {
      const { id, at } = add('member', text, requestKey);
      return { id, at };
    }),
    read: reply(readMessages, ({ upTo }) => {
      state.read = upTo;
      return { unread: progress().unread };
    }),
  };
}
const repliesOf = ({ list, wait, send, read }: ReturnType<typeof desk>) => [list, wait, send, read];

/** A phone whose long poll can be shaken awake. */
function phone(local = memoryStore()) {
  let wake = () => {};
  const onShow = (call: () => void) => {
    const before = wake;
    wake = () => {
      before();
      call();
    };
    return () => {};
  };
  return { local, wake: () => wake(), platform: { local, onShow } };
}

type Visit = Awaited<ReturnType<typeof visit>>;
const rows = ({ body }: Visit) =>
  [...body.querySelectorAll('[data-block] > div')].map((one) => one.textContent!);
const open = (replies: ReturnType<typeof repliesOf>, on = phone()) =>
  visit(support.im, {}, replies, { platform: on.platform });

test('a member sees each message and its author, and the desk learns that it was read', async () => {
  const there = desk(['member', 'Is it raining?'], ['desk', 'Only in the south.']);
  there.state.deskRead = 1;
  const screen = await open(repliesOf(there));
  await screen.sees('Only in the south.');
  const [question, answer] = rows(screen);
  assert.match(question!, /You: Is it raining\?.*Read/);
  assert.match(answer!, /Support: Only in the south/);
  assert.is(screen.body.querySelector('[role=log]')!.getAttribute('aria-live'), 'polite');
  await screen.until('the mark', () => there.state.read === 2);
  screen.close();
});

test('a member who lands on the chat sees it in the first render, and each of their messages once', async () => {
  const there = desk(['desk', 'Hello!']);
  const { id, at } = there.add('member', 'Are you there?', 'k1');
  there.add('desk', 'Yes.');
  const on = phone();
  on.local.set('unsent/u1', JSON.stringify([{ key: 'k1', text: 'Are you there?', at }]));
  const progress = { newest: 3, deskRead: id, unread: 0 };
  const screen = await visit(support.im, {}, repliesOf(there), {
    platform: on.platform,
    fill: (queries) => provide(queries.entry(listMessages, {}), { items: [...there.all], ...progress }),
  });
  assert.equal(
    rows(screen).map((row) => /Hello!|Are you there\?|Yes\./.exec(row)?.[0]),
    ['Hello!', 'Are you there?', 'Yes.'],
  );
  await screen.until('the wait', () => screen.asked(waitForMessages)[0]);
  assert.equal([screen.asked(listMessages), screen.asked(sendMessage)], [[], []]);
  assert.is(screen.asked(waitForMessages)[0].after, 3);
  screen.close();
});

test('an answer that arrives while the app is hidden is read only once the member sees it', async () => {
  const there = desk(['member', 'Is it raining?']);
  const on = phone();
  let isShown = false;
  const screen = await visit(support.im, {}, repliesOf(there), {
    platform: { ...on.platform, isShown: () => isShown },
  });
  await screen.sees('Is it raining?');
  there.add('desk', 'Only in the south.');
  await screen.sees('Only in the south.');
  const waits = screen.asked(waitForMessages).length;
  on.wake();
  await screen.until('the next wait', () => screen.asked(waitForMessages).length > waits + 1);
  assert.equal(screen.asked(readMessages), []);
  isShown = true;
  on.wake();
  await screen.until('the mark', () => there.state.read === 2);
  screen.close();
});

test('an empty conversation says what it is for', async () => {
  const screen = await open(repliesOf(desk()));
  await screen.sees(
    'Ask us anything. A real person replies here; you can leave and come back for the answer.',
  );
  screen.close();
});

test('a written message is sent once, and the desk’s messages arrive without a reload', async () => {
  const there = desk(['desk', 'Hello!']);
  const on = phone();
  const screen = await open(repliesOf(there), on);
  await screen.sees('Hello!');
  await write(screen, '  Good morning  ');
  await screen.until('the message', () => there.all.length === 2);
  assert.is(there.all[1]!.text, 'Good morning');
  assert.is(box(screen).value, '');
  there.add('desk', 'How can we help?');
  on.wake();
  await screen.sees('How can we help?');
  assert.is(rows(screen).filter((row) => /Good morning/.test(row)).length, 1);
  assert.is(screen.asked(sendMessage).length, 1);
  screen.close();
});

test('unsent messages stay on the phone in order, and are sent when the screen is opened again', async () => {
  const there = desk(['desk', 'Hello!']);
  const on = phone();
  const cut = [there.list, reply(waitForMessages, 'offline'), reply(sendMessage, 'offline'), there.read];
  const screen = await open(cut as ReturnType<typeof repliesOf>, on);
  await screen.sees('Hello!');
  await write(screen, 'First');
  await screen.sees('Not sent yet');
  await write(screen, 'Second');
  await screen.sees("You're offline. Messages are saved and sent when you're back online.");
  await screen.until('both', () => rows(screen).filter((row) => /Not sent yet/.test(row)).length === 2);
  assert.not.match(screen.text(), 'The network is not strong');
  screen.close();
  assert.is(there.all.length, 1);

  const again = await open(repliesOf(there), phone(on.local));
  await again.until('both', () => there.all.length === 3);
  assert.equal(
    there.all.map(({ text }) => text),
    ['Hello!', 'First', 'Second'],
  );
  await again.losesSight('Not sent yet');
  await again.until('nothing is left', () => on.local.get('unsent/u1') === undefined);
  again.close();
});

test('a message whose answer was lost is recognised when it comes, and not sent again', async () => {
  const there = desk();
  const on = phone();
  const lost = reply(sendMessage, ({ text = '', requestKey }) => {
    there.add('member', text, requestKey);
    return 'offline';
  });
  const screen = await open([there.list, there.wait, lost, there.read], on);
  await screen.sees(
    'Ask us anything. A real person replies here; you can leave and come back for the answer.',
  );
  await write(screen, 'Are you there?');
  await screen.until('the message', () => there.all.length === 1);
  on.wake();
  await screen.losesSight('Not sent yet');
  await screen.losesSight('Sending');
  assert.is(rows(screen).length, 1);
  assert.is(there.all.length, 1);
  assert.is(on.local.get('unsent/u1'), undefined);
  screen.close();
});

test('a message that is refused says why, holds nothing up, and can be sent again or deleted', async () => {
  const there = desk();
  const replies = repliesOf(there);
  let strict = true;
  replies[2] = reply(sendMessage, ({ text = '', requestKey }) => {
    if (strict && text === 'Bad') return new Refusal('Not like this');
    const { id, at } = there.add('member', text, requestKey);
    return { id, at };
  });
  const on = phone();
  const screen = await open(replies, on);
  await screen.sees(
    'Ask us anything. A real person replies here; you can leave and come back for the answer.',
  );
  await write(screen, 'Bad');
  await screen.sees('Not like this');
  await write(screen, 'Good');
  await screen.until('the other', () => there.all.length === 1);
  strict = false;
  await screen.tap('Try again');
  await screen.until('it', () => there.all.length === 2);
  on.wake();
  await screen.losesSight('Not like this');
  strict = true;
  await write(screen, 'Bad');
  await screen.sees('Not like this');
  await screen.tap('Delete');
  await screen.losesSight('Not like this');
  assert.is(on.local.get('unsent/u1'), undefined);
  screen.close();
});

test('a picture is chosen by the place we run in, and one that the gateway has already goes out by its id', async () => {
  const id = '3f0c8a52-6d1e-4b7f-9a64-2c5e8d91b0a7';
  const all = desk();
  const pages = phone();
  const shown = await visit(support.im, {}, [...repliesOf(all), reply(loadPicture, { url: '/files/a' })], {
    platform: { ...pages.platform, chooseImage: async () => id },
  });
  const input = await shown.until(
    'the button',
    () => shown.body.querySelector<HTMLInputElement>('input[type=file]') ?? undefined,
  );
  const opened: boolean[] = [];
  shown.body.addEventListener('click', (event) => opened.push(!event.defaultPrevented));
  input.click();
  assert.equal(opened, [false], 'the browser’s own choice stays closed');
  await shown.until('the message', () => shown.asked(sendMessage).length > 0);
  assert.is(shown.asked(sendMessage)[0].picture, id);
  shown.close();
});

test('a half-written message is there again', async () => {
  const on = phone();
  const screen = await open(repliesOf(desk(['desk', 'Hello!'])), on);
  await screen.sees('Hello!');
  type(screen, 'I was about to');
  screen.close();
  const again = await open(repliesOf(desk(['desk', 'Hello!'])), phone(on.local));
  await again.sees('Hello!');
  assert.is(box(again).value, 'I was about to');
  again.close();
});

test('older messages come before the others, and a page that fails can be asked for again', async () => {
  const message = (id: number): Message => ({
    id,
    author: 'desk',
    text: `Message ${id}.`,
    at: '2026-11-20T09:00:00.000Z',
  });
  const progress = { newest: 42, deskRead: 0, unread: 0 };
  let fails = true;
  const list = reply(listMessages, ({ from }) => {
    if (from === undefined) return { items: [41, 42].map(message), next: 'older', ...progress };
    return fails ? 'offline' : { items: [39, 40].map(message), ...progress };
  });
  const wait = reply(waitForMessages, { items: [], ...progress });
  const screen = await visit(support.im, {}, [list, wait], {});
  await screen.sees('Message 42.');
  await screen.tap('Older messages');
  await screen.until('the alert', () => screen.body.querySelector('[role=alert]'));
  fails = false;
  await screen.tap('Try again');
  await screen.sees('Message 39.');
  assert.equal(
    rows(screen).map((row) => /Message (\d+)/.exec(row)![1]),
    ['39', '40', '41', '42'],
  );
  assert.not.match(screen.text(), 'Older messages');
  screen.close();
});

test('a conversation that does not load says so, and can be tried again', async () => {
  const there = desk(['desk', 'Hello!']);
  const replies = [reply(listMessages, 'offline'), ...repliesOf(there)];
  const screen = await visit(support.im, {}, replies, {});
  await screen.until('the trouble', () => screen.body.querySelector('[role=alert]'));
  replies.shift();
  await screen.tap('Try again');
  await screen.sees('Hello!');
  screen.close();
});

test('addresses in messages lead outside, and markup is shown as text', async () => {
  const left: string[] = [];
  const there = desk(['desk', 'See https://example.com/help?x=1. <b>Bold</b>']);
  const on = phone();
  const screen = await visit(support.im, {}, repliesOf(there), {
    platform: { ...on.platform, leave: (url: string) => void left.push(url) },
  });
  await screen.sees('<b>Bold</b>');
  await screen.tap('https://example.com/help?x=1');
  assert.equal(left, ['https://example.com/help?x=1']);
  screen.close();
});

test.run();
