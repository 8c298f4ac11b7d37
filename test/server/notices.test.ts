import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as payments from '../../src/contract/buying/payments';
import { isRichLink, type RichNode, richTags } from '../../src/contract/rules/rich';
import * as messages from '../../src/contract/support/messages';
import * as notices from '../../src/contract/support/notices';
import { byLocale, locales } from '../../src/contract/wire/locale';
import { notifyMember } from '../../src/server/notices/notify-member';
import { changeNotice } from '../../src/server/notices/publish';
import { richText, textOf } from '../../src/server/notices/rich';
import { hostile } from './support/hostile-html';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addPicture } from './support/upload';

interface Context {
  gateway: TestGateway;
  as: Sent;
  member: string;
  username: string;
}
const test = suite<Context>('notices');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  const { id, username } = await addMember(context.gateway);
  Object.assign(context, { member: id, username, as: await context.gateway.signIn(id) });
});
test.after(({ gateway }) => gateway.close());

const desk = async ({ gateway }: Pick<Context, 'gateway'>, path: string, body?: object) => {
  const answer = await fetch(`${gateway.url}/operator/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${gateway.settings.operatorToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ...((await answer.json()) as any) };
};

const publish = (context: Context, more: object = {}) =>
  desk(context, 'notices', {
    texts: { en: { title: 'Rent day', html: '<p>Rent is paid at <b>noon</b>.</p>' } },
    to: context.username,
    requestKey: randomUUID(),
    ...more,
  });

const tellOne = ({ gateway, member }: Context, number: string, at = Date.now()) =>
  gateway.db.tx((tx) =>
    notifyMember(
      tx,
      member,
      { kind: 'withdrawalRemitted', values: { amount: 1_234_50, number }, link: 'pages/x' },
      at,
    ),
  );

/** Whether a tree is made of nothing but what the contract names. */
function isHarmless(node: RichNode): boolean {
  if (typeof node === 'string') return true;
  const [tag, children, href, ...more] = node;
  return (
    richTags.includes(tag) &&
    !more.length &&
    (href === undefined || (tag === 'a' && isRichLink(href) && !/^https:.*@/.test(href))) &&
    children.every(isHarmless)
  );
}

const depth = (nodes: readonly RichNode[]): number =>
  Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depth(node[1]))));

test(`each of ${hostile.length} known attacks comes out harmless`, () => {
  assert.ok(hostile.length >= 100);
  assert.is(new Set(hostile.map(([name]) => name)).size, hostile.length);
  for (const [name, html] of hostile) {
    for (const around of [html, `<p>before</p>${html}<p>after</p>`, `<ul><li>${html}</li></ul>`]) {
      const tree = richText(around);
      assert.ok(tree.every(isHarmless), `${name}: ${JSON.stringify(tree)}`);
      assert.ok(depth(tree) <= 12, name);
    }
    assert.not.match(JSON.stringify(richText(html)), /"(javascript|data|vbscript|http):/i, name);
  }
});

test('whatever tags and attributes are put together, what comes out is harmless', () => {
  const parts = hostile
    .flatMap(([, html]) => html.match(/<[^>]*>?|[^<]+/g) ?? [])
    .filter((one) => one.length < 99);
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 12 }), (some) =>
      richText(some.join('')).every(isHarmless),
    ),
    { numRuns: 500 },
  );
});

test('the formatting of an operator’s notice is kept', () => {
  assert.equal(
    richText(
      '<!doctype html><body><h2>From <i>Monday</i></h2><p style="color:red">Rent&nbsp;&amp; more<br>as <b>before</b></p>' +
        '<ul>\n <li>one</li>\n <li><a href="https://example.com/a?b=1#c" target="_blank" onclick="x()">two</a></li>\n</ul>' +
        '<a href="#/pages/mine/balance?x=1">here</a><table><tr><td>1</td></tr></table>',
    ),
    [
      ['h3', ['From ', ['em', ['Monday']]]],
      ['p', ['Rent & more', ['br', []], 'as ', ['strong', ['before']]]],
      [
        'ul',
        [
          ['li', ['one']],
          ['li', [['a', ['two'], 'https://example.com/a?b=1#c']]],
        ],
      ],
      ['a', ['here'], '#/pages/mine/balance?x=1'],
      ['table', [['tr', [['td', ['1']]]]]],
    ],
  );
  assert.equal(richText('<p>press <a href="javascript:x()">here</a> 1 < 2 👩‍💻</p>'), [
    ['p', ['press ', 'here', ' 1 < 2 👩‍💻']],
  ]);
  assert.is(textOf(richText('<h3>One</h3><p>two <b>three</b></p>')), 'One two three');
});

test('an excerpt leaves out a table, and the line that announces it', async (context) => {
  const { gateway, as } = context;
  const html = '<p>Rent has changed.</p><p>In 30 days:</p><table><tr><td>1</td></tr></table><p>Ask us.</p>';
  const { id } = await publish(context, { texts: { en: { title: 'Rent', html } } });
  const { body } = await gateway.send(notices.listNotices, {}, as);
  assert.is(
    body.items.find((one: notices.NoticeSummary) => one.id === id).excerpt,
    'Rent has changed. Ask us.',
  );
});

test('a notice is published sanitised, listed, opened and withdrawn', async (context) => {
  const { gateway, as } = context;
  const requestKey = randomUUID();
  const { id } = await publish(context, { requestKey });
  assert.is((await publish(context, { requestKey })).id, id); // one key, one notice
  const { body: list } = await gateway.send(notices.listNotices, {}, as);
  assert.equal(
    list.items.map((one: notices.NoticeSummary) => [
      one.id,
      one.title,
      one.excerpt,
      one.lang,
      one.needsConfirm,
    ]),
    [[id, 'Rent day', 'Rent is paid at noon.', 'en', false]],
  );
  const { body } = await gateway.send(notices.getNotice, { id }, as);
  assert.equal([body.id, body.title, body.lang], [id, 'Rent day', 'en']);
  assert.equal(body.body, [['p', ['Rent is paid at ', ['strong', ['noon']], '.']]]);
  assert.is((await desk(context, `notices/${id}/withdraw`, {})).id, id);
  assert.is((await desk(context, `notices/${id}/withdraw`, {})).status, 200);
  assert.is((await gateway.send(notices.getNotice, { id }, as)).code, '500');
  assert.equal((await gateway.send(notices.listNotices, {}, as)).body.items, []);
  const shown = (await desk(context, 'notices')).items.find((one: { id: string }) => one.id === id);
  assert.ok(shown.withdrawnAt);
  assert.is((await desk(context, 'notices/nobody/withdraw', {})).status, 409);
});

test('a notice is read in one’s own language, or else in the other', async (context) => {
  const { gateway, as } = context;
  const zh = { title: '租金', html: '<p>每天中午发放</p>' };
  const { id } = await publish(context, { texts: { en: { title: 'Rent', html: '<p>Daily</p>' }, zh } });
  const only = await publish(context, { texts: { zh } });
  const inChinese = { ...as, headers: { 'accept-language': 'zh_CN' } };
  assert.is((await gateway.send(notices.getNotice, { id }, as)).body.title, 'Rent');
  assert.is((await gateway.send(notices.getNotice, { id }, inChinese)).body.title, '租金');
  const { body } = await gateway.send(notices.getNotice, { id: only.id }, as);
  assert.equal([body.title, body.lang], ['租金', 'zh']);
});

test('the desk writes and previews a notice in every language', async (context) => {
  const { gateway, as } = context;
  const texts = byLocale((locale) => ({ title: `Rent ${locale}`, html: `<p>${locale}</p>` }));
  const shown = await desk(context, 'notices/preview', { texts });
  assert.equal(
    Object.keys(locales).map((locale) => shown[locale]),
    Object.keys(locales).map((locale) => ({ title: `Rent ${locale}`, body: [['p', [locale]]] })),
  );
  const { id } = await publish(context, { texts });
  for (const { header } of Object.values(locales)) {
    const own = { ...as, headers: { 'accept-language': header } };
    const { title, lang }: notices.Notice = (await gateway.send(notices.getNotice, { id }, own)).body;
    assert.is(title, `Rent ${lang}`);
    assert.is(locales[lang].header, header);
  }
});

test('a notice for others is none for this member', async (context) => {
  const { gateway, as } = context;
  const other = await addMember(gateway, { country: 'cn' });
  const ids = [
    (await publish(context, { to: other.username, confirm: true })).id,
    (await publish(context, { to: undefined, country: 'cn', confirm: true })).id,
  ];
  for (const id of ids) {
    assert.is((await gateway.send(notices.getNotice, { id }, as)).code, '500');
    assert.is((await gateway.send(notices.userConfirm, { id }, as)).code, '500');
  }
  assert.equal((await gateway.send(notices.listNotices, {}, as)).body.items, []);
  assert.equal((await gateway.send(notices.getNeedConfirm, {}, as)).body.items, []);
  const theirs = await gateway.send(notices.getNeedConfirm, {}, await gateway.signIn(other.id));
  assert.equal(
    theirs.body.items.map((one: notices.Notice) => one.id),
    ids,
  );
  await desk(context, `notices/${ids[1]}/withdraw`, {}); // the other members of this gateway need not confirm it
});

test('a notice that is published tomorrow is not there today', async (context) => {
  const { gateway, as } = context;
  const { id } = await publish(context, { confirm: true });
  await gateway.db.run
    .updateTable('notice')
    .set({ published_at: new Date(Date.now() + 86_400_000) })
    .where('id', '=', id)
    .execute();
  assert.is((await gateway.send(notices.getNotice, { id }, as)).code, '500');
  assert.equal((await gateway.send(notices.listNotices, {}, as)).body.items, []);
  assert.equal((await gateway.send(notices.getNeedConfirm, {}, as)).body.items, []);
});

test('a notice that has not appeared yet is put off alone, and one that has keeps its day', async (context) => {
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const [waiting, other] = [await publish(context, { from: at(5) }), await publish(context, { from: at(6) })];
  const shown = await publish(context);
  const texts = { en: { title: 'Changed', html: '<p>Later</p>' } };
  const appears = async ({ id }: { id: string }) => (await desk(context, `notices/${id}`)).publishedAt;
  const before = [await appears(other), await appears(shown)];
  const later = at(9);
  for (const { id } of [waiting, shown]) await desk(context, `notices/${id}`, { texts, from: later });
  assert.equal([await appears(waiting), await appears(other), await appears(shown)], [later, ...before]);
  await desk(context, `notices/${waiting.id}`, { texts });
  assert.is(await appears(waiting), later, 'other words, the same day');
  assert.is((await desk(context, `notices/${waiting.id}`)).texts[0].title, 'Changed');
  const put = { texts: byLocale(() => texts.en), from: at(12) };
  await changeNotice(context.gateway.db, waiting.id, put, Date.parse(later));
  assert.is(await appears(waiting), later, 'it has appeared from that moment on');
});

test('a notice that needs confirming is asked for until it is confirmed, the oldest first', async (context) => {
  const { gateway, as } = context;
  const first = (await publish(context, { confirm: true })).id;
  const second = (await publish(context, { confirm: true })).id;
  await publish(context);
  const ctx = async () =>
    (await gateway.send(notices.getNeedConfirm, {}, as)).body.items.map((one: notices.Notice) => one.id);
  assert.equal(await ctx(), [first, second]);
  for (let again = 0; again < 2; again++)
    assert.is((await gateway.send(notices.userConfirm, { id: first }, as)).code, '1');
  assert.equal(await ctx(), [second]);
  const { items } = await desk(context, 'notices');
  const confirmed = (id: string) => items.find((one: { id: string }) => one.id === id).confirmed;
  assert.equal([confirmed(first), confirmed(second)], [1, 0]);
  assert.is((await gateway.send(notices.getNotice, { id: first }, as)).body.needsConfirm, false);
});

test('a member who joins later need not confirm earlier notices', async (context) => {
  const { gateway } = context;
  const { id } = await publish(context, { to: undefined, confirm: true });
  const later = await addMember(gateway, { created_at: new Date(Date.now() + 60_000) });
  const as = await gateway.signIn(later.id);
  assert.equal((await gateway.send(notices.getNeedConfirm, {}, as)).body.items, []);
  assert.is((await gateway.send(notices.getNotice, { id }, as)).body.needsConfirm, false);
  await desk(context, `notices/${id}/withdraw`, {});
});

test('a long list of notices comes page by page, each of them once', async (context) => {
  const { gateway, as } = context;
  for (let at = 0; at < 23; at++) await publish(context);
  const ids: string[] = [];
  for (let from: string | undefined, go = true; go; go = !!from) {
    const { body } = await gateway.send(notices.listNotices, from ? { from } : {}, as);
    ids.push(...body.items.map((one: notices.NoticeSummary) => one.id));
    from = body.next;
  }
  assert.is(new Set(ids).size, 23);
  assert.is(ids.length, 23);
});

test('the desk refuses a notice with nothing in it, in no language, or for nobody', async (context) => {
  const script = { title: 'x', html: '<script>ran()</script>' };
  assert.match((await publish(context, { texts: { en: script } })).message, /Nothing is left/);
  assert.is((await publish(context, { texts: {} })).status, 400);
  assert.match((await publish(context, { to: 'nobody-at-all' })).message, /User not found/);
  assert.is((await desk(context, 'messages', { to: 'all', requestKey: randomUUID() })).status, 400);
});

test('members read only their own messages, in their language', async (context) => {
  const { gateway, as } = context;
  await tellOne(context, 'W1');
  const other = await gateway.signIn((await addMember(gateway)).id);
  const { body } = await gateway.send(messages.listMessages, {}, as);
  assert.is(body.items[0].text, 'Your withdrawal W1 of ¥1,234.50 has been paid out to your account.');
  assert.equal([body.items[0].link, body.items[0].read], ['pages/x', false]);
  const zh = await gateway.send(
    messages.listMessages,
    {},
    { ...as, headers: { 'accept-language': 'zh_CN' } },
  );
  assert.is(zh.body.items[0].text, '您的提现 W1（¥1,234.50）已打款至您的账户。');
  const { id } = body.items[0];
  assert.equal((await gateway.send(messages.listMessages, {}, other)).body.items, []);
  await gateway.send(messages.markRead, { ids: [id] }, other);
  await gateway.send(messages.deleteMessages, { ids: [id] }, other);
  assert.equal((await gateway.send(messages.readTotal, {}, as)).body, { read: 0, unread: 1 });
});

test('messages are counted, read, all read, and deleted several at a time', async (context) => {
  const { gateway, as } = context;
  const ids: string[] = [];
  for (const number of ['1', '2', '3', '4']) ids.push(await tellOne(context, number));
  const totals = async () => ({
    ...(await gateway.send(messages.readTotal, {}, as)).body,
    ...(await gateway.send(messages.countTotal, {}, as)).body,
  });
  assert.equal(await totals(), { read: 0, unread: 4, total: 4 });
  assert.equal((await gateway.send(messages.markRead, { ids: [ids[0], 'nobody’s'] }, as)).body, {
    unread: 3,
  });
  const unread = await gateway.send(messages.listMessages, { unread: true }, as);
  assert.is(unread.body.items.length, 3);
  assert.equal((await gateway.send(messages.deleteMessages, { ids: ids.slice(0, 2) }, as)).body, {
    unread: 2,
    total: 2,
  });
  assert.equal((await gateway.send(messages.markRead, { all: true }, as)).body, { unread: 0 });
  assert.equal(await totals(), { read: 2, unread: 0, total: 2 });
  for (const wrong of [{}, { ids: [] }, { all: false }])
    assert.is((await gateway.send(messages.markRead, wrong, as)).code, '5001');
});

test('a long list of messages comes page by page, and keeps its order when told at the same moment', async (context) => {
  const { gateway, as } = context;
  for (let at = 0; at < 25; at++) await tellOne(context, String(at), 1_800_000_000_000);
  const first = (await gateway.send(messages.listMessages, {}, as)).body;
  const second = (await gateway.send(messages.listMessages, { from: first.next }, as)).body;
  const ids = [...first.items, ...second.items].map((one: messages.SystemMessage) => one.id);
  assert.is(new Set(ids).size, 25);
  assert.is(second.next, undefined);
});

test('a transaction that is rolled back sends no message', async (context) => {
  const { gateway, as, member } = context;
  await gateway.db
    .tx(async (tx) => {
      await notifyMember(tx, member, { kind: 'text', values: { text: 'never' } }, Date.now());
      throw new Error('rolled back');
    })
    .catch(() => {});
  assert.equal((await gateway.send(messages.countTotal, {}, as)).body, { total: 0 });
});

test('the operator tells one member or all of them, as text', async (context) => {
  const { gateway, as, username } = context;
  const text = '<b>Hello</b> {{text}} & welcome';
  const requestKey = randomUUID();
  for (let again = 0; again < 2; again++)
    assert.is((await desk(context, 'messages', { to: username, text, requestKey })).told, 1);
  const all = await desk(context, 'messages', { to: 'all', text: 'To all', requestKey: randomUUID() });
  assert.ok(all.told > 1);
  const { body } = await gateway.send(messages.listMessages, {}, as);
  assert.equal(body.items.map((one: messages.SystemMessage) => one.text).sort(), [text, 'To all'].sort());
});

test('the result of a remittance is sent once', async (context) => {
  const { gateway, as, member } = context;
  for (const [step, reason] of [['approve'], ['reject', 'No such transfer']]) {
    const voucher = await addPicture(gateway, member);
    const form = { amount: 100_00, phone: '13800138000', voucher, requestKey: randomUUID() };
    const { id } = (await gateway.send(payments.remit, form, as)).body;
    for (let again = 0; again < 2; again++) await desk(context, `remittances/${id}/${step}`, { reason });
  }
  const { body } = await gateway.send(messages.listMessages, {}, as);
  assert.equal(
    body.items.map((one: messages.SystemMessage) => [one.title, one.link]),
    [
      ['Bank transfer rejected', 'pages/mine/otherPay'],
      ['Top-up received', 'pages/mine/balance'],
    ],
  );
  assert.is(body.items[0].text, 'Your bank transfer of ¥100.00 was not accepted. Reason: No such transfer');
});

test.run();
