import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { RichNode } from '../../src/contract/rules/rich';
import { service } from '../../src/contract/site/system';
import * as messages from '../../src/contract/support/messages';
import * as calls from '../../src/contract/support/notices';
import * as notices from '../../src/features/notices/routes';
import { mustConfirm } from '../../src/features/notices/routes';
import { Refusal, reply, visit } from '../support/visit';

const notice = (id: string, more: Partial<calls.Notice> = {}): calls.Notice => ({
  id,
  title: `Notice ${id}`,
  lang: 'en',
  publishedAt: '2026-11-20T09:00:00.000Z',
  needsConfirm: false,
  body: [['p', ['Rent is paid at ', ['strong', ['noon']], '.']]],
  ...more,
});
const summary = ({ body, ...rest }: calls.Notice): calls.NoticeSummary => ({
  ...rest,
  excerpt: 'Rent is paid',
});
const message = (id: string, more: Partial<messages.SystemMessage> = {}): messages.SystemMessage => ({
  id,
  title: `Message ${id}`,
  text: `What happened to ${id}`,
  at: '2026-11-20T09:00:00.000Z',
  read: false,
  ...more,
});
const counts = [reply(messages.readTotal, { read: 1, unread: 2 }), reply(messages.countTotal, { total: 3 })];

test('a member sees what was announced and opens it', async () => {
  const items = [summary(notice('n1')), summary(notice('n2', { needsConfirm: true }))];
  const screen = await visit(notices.noticeList, {}, [reply(calls.listNotices, { items })]);
  await screen.sees('Notice n1');
  await screen.sees('To confirm');
  assert.ok(screen.body.querySelector('a[href="#/pages/list/noticeDetail?id=n1"]'));
  screen.close();
});

test('where nothing was announced, it says so', async () => {
  const screen = await visit(notices.noticeList, {}, [reply(calls.listNotices, { items: [] })]);
  await screen.sees('No notices yet');
  screen.close();
});

test('notices that did not load can be tried again', async () => {
  const replies = [reply(calls.listNotices, 'offline'), reply(calls.listNotices, { items: [] })];
  const screen = await visit(notices.noticeList, {}, replies);
  await screen.sees('The network is not strong');
  replies.shift();
  await screen.tap('Try again');
  await screen.sees('No notices yet');
  screen.close();
});

test('a notice is drawn element by element', async () => {
  const body: RichNode[] = [
    ['h3', ['From Monday']],
    ['p', ['Rent ', ['em', ['and']], ' more', ['br', []], 'as before']],
    ['ul', [['li', ['one']]]],
    ['table', [['tbody', [['tr', [['td', ['1']]]]]]]],
  ];
  const screen = await visit(notices.noticeDetail, { id: 'n1' }, [
    reply(calls.getNotice, notice('n1', { body })),
  ]);
  await screen.sees('From Monday');
  for (const selector of ['h3', 'p em', 'p br', 'ul li', 'div > table td'])
    assert.ok(screen.body.querySelector(selector), selector);
  screen.close();
});

test('links leave through the platform, and to a screen of ours through the app', async () => {
  const left: string[] = [];
  const body: RichNode[] = [
    ['a', ['outside'], 'https://example.com/x'],
    ['a', ['inside'], '#/pages/mine/balance'],
  ];
  const screen = await visit(
    notices.noticeDetail,
    { id: 'n1' },
    [reply(calls.getNotice, notice('n1', { body }))],
    { platform: { leave: (url) => void left.push(url) } },
  );
  await screen.tap('outside (example.com)');
  await screen.until('the way out', () => left.length);
  assert.equal(left, ['https://example.com/x']);
  await screen.tap('inside');
  assert.is(screen.at(), '/pages/mine/balance');
  screen.close();
});

test('a link to a site that the deployment knows opens inside the app, and any other leaves it', async () => {
  const left: string[] = [];
  const body: RichNode[] = [
    ['a', ['known'], 'https://help.example/refunds'],
    ['a', ['strange'], 'https://help.example.evil.test/'],
  ];
  const known = {
    HasException: false,
    ObjectData: [{ c_class: 'webViewOrigins', c_value: 'https://help.example' }],
  };
  const screen = await visit(
    notices.noticeDetail,
    { id: 'n1' },
    [reply(calls.getNotice, notice('n1', { body })), reply(service, known)],
    { platform: { origin: 'https://app.test', leave: (url) => void left.push(url) } },
  );
  await screen.tap('strange (help.example.evil.test)'); // whatever the words say
  await screen.until('the way out', () => left.length);
  assert.equal(left, ['https://help.example.evil.test/']);
  await screen.tap('known (help.example)');
  const inside = `/pages/member/webView?url=${encodeURIComponent('https://help.example/refunds')}`;
  await screen.until('the web view', () => screen.at() === inside);
  screen.close();
});

test('elements that the contract does not name are not drawn, from any sender', async () => {
  const body = [
    ['script', ['ran()']],
    ['img', [], 'x'],
    ['iframe', ['framed']],
    ['a', ['pressed'], 'javascript:ran()'],
    ['p', ['kept'], 'javascript:ran()'],
    ['constructor', ['proto']],
  ] as unknown as RichNode[];
  const screen = await visit(notices.noticeDetail, { id: 'n1' }, [
    reply(calls.getNotice, notice('n1', { body })),
  ]);
  await screen.sees('kept');
  assert.equal([...screen.body.querySelectorAll('script, img, iframe, article a')], []);
  assert.not.match(screen.body.innerHTML, /javascript:/);
  screen.close();
});

test('a notice that is gone says so, and leads to the others', async () => {
  const gone = reply(calls.getNotice, new Refusal('Notice not found'));
  const screen = await visit(notices.noticeDetail, { id: 'n1' }, [gone]);
  await screen.sees('Notice not found');
  assert.ok(screen.body.querySelector('a[href="#/pages/list/noticeList"]'));
  screen.close();
});

const over = (items: calls.Notice[], replies: Parameters<typeof visit>[2]) =>
  visit(mustConfirm, { items } as any, replies);

test('notices that must be confirmed cover the app one after the other', async () => {
  const screen = await over([notice('n1'), notice('n2')], [reply(calls.userConfirm, {})]);
  await screen.sees('Notice n1');
  await screen.sees('1 more');
  const pressed = new (globalThis as any).window.KeyboardEvent('keydown', { key: 'Escape', bubbles: true });
  screen.body.querySelector('dialog')!.dispatchEvent(pressed);
  await screen.sees('Notice n1');
  await screen.tap('I have read this');
  await screen.sees('Notice n2');
  assert.not.match(screen.text(), /more after this|Later/);
  await screen.tap('I have read this');
  await screen.until('the dialog to go', () => !screen.body.querySelector('dialog'));
  assert.equal(screen.asked(calls.userConfirm), [{ id: 'n1' }, { id: 'n2' }]);
  screen.close();
});

test('a notice that cannot be confirmed can be put off, and says why', async () => {
  const replies = [reply(calls.userConfirm, 'offline'), reply(calls.userConfirm, {})];
  const screen = await over([notice('n1')], replies);
  await screen.tap('I have read this');
  await screen.sees('The network is not strong');
  await screen.tap('Later');
  await screen.until('the dialog to go', () => !screen.body.querySelector('dialog'));
  screen.close();
});

test('a message is marked as read when it is opened, and leads to what it is about', async () => {
  const items = [message('m1', { link: 'pages/mine/withDrawRecord?id=1' }), message('m2', { read: true })];
  const screen = await visit(notices.systemMsg, {}, [
    reply(messages.listMessages, { items }),
    reply(messages.markRead, { unread: 1 }),
    ...counts,
  ]);
  await screen.sees('What happened to m1');
  await screen.sees('3 messages');
  await screen.sees('Unread (2)');
  const cards = [...screen.body.querySelectorAll('li button')];
  assert.is(cards.length, 1); // the other is read, and leads nowhere
  cards[0]!.dispatchEvent(new (globalThis as any).window.MouseEvent('click', { bubbles: true }));
  await screen.until('where it leads', () => screen.at() === '/pages/mine/withDrawRecord?id=1');
  await screen.until('the mark', () => screen.asked(messages.markRead).length);
  assert.equal(screen.asked(messages.markRead), [{ ids: ['m1'] }]);
  screen.close();
});

test('all are read at once, and the list is asked for again', async () => {
  let read = false;
  const screen = await visit(notices.systemMsg, {}, [
    reply(messages.listMessages, () => ({ items: [message('m1', { read })] })),
    reply(messages.markRead, () => {
      read = true;
      return { unread: 0 };
    }),
    reply(messages.readTotal, () => ({ read: read ? 1 : 0, unread: read ? 0 : 1 })),
    reply(messages.countTotal, { total: 1 }),
  ]);
  await screen.sees('New');
  await screen.tap('Mark all read');
  await screen.losesSight('New');
  await screen.sees('Unread (0)');
  assert.equal(screen.asked(messages.markRead), [{ all: true }]);
  screen.close();
});

test('several are deleted, once the member has agreed to how many', async () => {
  let left = ['m1', 'm2', 'm3'];
  const screen = await visit(notices.systemMsg, {}, [
    reply(messages.listMessages, () => ({ items: left.map((id) => message(id)) })),
    reply(messages.deleteMessages, ({ ids }) => {
      left = left.filter((id) => !ids.includes(id));
      return { unread: left.length, total: left.length };
    }),
    ...counts,
  ]);
  await screen.sees('Message m3');
  await screen.tap('Select');
  const boxes = await screen.until('the boxes', () => {
    const all = screen.body.querySelectorAll<HTMLInputElement>('li input');
    return all.length === 3 && all;
  });
  for (const box of [boxes[0]!, boxes[2]!]) box.click();
  await screen.tap('Delete (2)');
  await screen.sees('Delete 2 messages?');
  await screen.tap('Cancel');
  assert.equal(screen.asked(messages.deleteMessages), []);
  await screen.tap('Delete (2)');
  await screen.sees('Delete 2 messages?');
  await screen.tap('Delete (2)');
  await screen.losesSight('Message m1');
  await screen.sees('Message m2');
  assert.equal(screen.asked(messages.deleteMessages), [{ ids: ['m1', 'm3'] }]);
  assert.is(screen.body.querySelectorAll('li input').length, 0);
  screen.close();
});

test('messages that could not be deleted stay selected', async () => {
  const screen = await visit(notices.systemMsg, {}, [
    reply(messages.listMessages, { items: [message('m1')] }),
    reply(messages.deleteMessages, 'offline'),
    ...counts,
  ]);
  await screen.tap('Select');
  await screen.tap('Choose all');
  await screen.tap('Delete (1)');
  await screen.sees('Delete 1 message?');
  await screen.tap('Delete (1)');
  await screen.sees('The network is not strong');
  assert.ok(screen.body.querySelector<HTMLInputElement>('li input')?.checked);
  screen.close();
});

test.run();
