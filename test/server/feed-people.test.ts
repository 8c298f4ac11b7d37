import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as messages from '../../src/contract/support/messages';
import * as calls from '../../src/contract/video/circle';
import * as comments from '../../src/contract/video/comments';
import { waitingReports } from '../../src/server/circle/waiting';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';

const test = suite<{ gateway: TestGateway }>('feed-people');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const key = () => ({ requestKey: randomUUID() });
const person = async (gateway: TestGateway, values = {}) => {
  const { id } = await addMember(gateway, values);
  return { id, as: await gateway.signIn(id) };
};
const post = async (gateway: TestGateway, as: Sent, text = 'Hello'): Promise<string> =>
  (await gateway.send(calls.addPost, { text, ...key() }, as)).body.id;
const say = (gateway: TestGateway, as: Sent, id: string, text = 'Nice') =>
  gateway.send(comments.addComment, { id, text, ...key() }, as);
const get = async (gateway: TestGateway, as: Sent, id: string) =>
  (await gateway.send(calls.getPost, { id }, as)).body as calls.Post;
const said = async (gateway: TestGateway, as: Sent, id: string, from?: string) =>
  (await gateway.send(comments.listComments, { id, ...(from && { from }) }, as)).body as {
    items: comments.Comment[];
    next?: string;
  };
const ids = async (gateway: TestGateway, as: Sent, input: object = {}) =>
  ((await gateway.send(calls.listPosts, input, as)).body.items as calls.Post[]).map(({ id }) => id);
const told = async (gateway: TestGateway, as: Sent) =>
  (await gateway.send(messages.listMessages, {}, as)).body.items as {
    title: string;
    text: string;
    link?: string;
  }[];
const desk = async ({ url, settings }: TestGateway, path: string, body?: object) => {
  const response = await fetch(`${url}/operator/${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${settings.operatorToken}`,
      ...(body && { 'content-type': 'application/json' }),
    },
  });
  return { status: response.status, body: (await response.json()) as any };
};

test('a member who has written nothing is neither followed nor muted by their id', async ({ gateway }) => {
  const [me, silent, writer] = [await person(gateway), await person(gateway), await person(gateway)];
  await post(gateway, writer.as);
  const follow = async (member: string) =>
    (await gateway.send(calls.followAuthor, { member, followed: true }, me.as)).code;
  const mute = async (member: string) =>
    (await gateway.send(calls.muteAuthor, { member, muted: true }, me.as)).code;
  assert.equal([await follow(silent.id), await mute(silent.id)], ['500', '500']);
  assert.is((await told(gateway, silent.as)).length, 0);
  assert.equal((await gateway.send(calls.listMuted, {}, me.as)).body.items, []);
  assert.equal([await follow(writer.id), await mute(writer.id), await mute(writer.id)], ['1', '1', '1']);
});

test('a member who writes neither follows nor mutes themselves', async ({ gateway }) => {
  const me = await person(gateway);
  const id = await post(gateway, me.as);
  const replies = [
    await gateway.send(calls.followAuthor, { member: me.id, followed: true }, me.as),
    await gateway.send(calls.muteAuthor, { member: me.id, muted: true }, me.as),
  ];
  for (const { code, message } of replies)
    assert.equal([code, message], ['500', "You can't do this with your own"]);
  assert.is((await get(gateway, me.as, id)).id, id, 'their own post is still there for them');
  assert.equal((await gateway.send(calls.listMuted, {}, me.as)).body.items, []);
});

test('a member changes whom they follow 200 times an hour, and others do not use that up', async ({
  gateway,
}) => {
  const [me, other, writer] = [await person(gateway), await person(gateway), await person(gateway)];
  await post(gateway, writer.as);
  const follow = (as: Sent, followed = true) =>
    gateway.send(calls.followAuthor, { member: writer.id, followed }, as);
  for (let nth = 0; nth < 200; nth++) assert.is((await follow(me.as, nth % 2 === 0)).code, '1');
  assert.match((await follow(me.as)).message, /Too many attempts/);
  assert.equal(await ids(gateway, me.as, { scope: 'following' }), []);
  assert.is((await follow(other.as)).code, '1');
});

test('likes are counted once a member, and taken back', async ({ gateway }) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  const id = await post(gateway, me.as);
  await gateway.send(calls.collectPost, { id, collected: true }, other.as);
  const like = async (as: Sent, liked: boolean) =>
    (await gateway.send(calls.likePost, { id, liked }, as)).body.likes;
  assert.equal([await like(me.as, true), await like(other.as, true), await like(other.as, true)], [1, 2, 2]);
  const seen = await get(gateway, other.as, id);
  assert.equal([seen.liked, seen.likes], [true, 2]);
  const beside = await get(gateway, other.as, await post(gateway, me.as));
  assert.equal([beside.liked, beside.likes, beside.collected, beside.collects], [false, 0, false, 0]);
  assert.is(await like(other.as, false), 1);
  assert.equal(
    [(await get(gateway, me.as, id)).liked, (await get(gateway, other.as, id)).liked],
    [true, false],
  );
});

test('each post counts its own likes and collections, and one that is gone takes none', async ({
  gateway,
}) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  const acts = (as: Sent, id: string, on = true) =>
    Promise.all([
      gateway.send(calls.likePost, { id, liked: on }, as),
      gateway.send(calls.collectPost, { id, collected: on }, as),
    ]);
  const counts = async (...given: Parameters<typeof acts>) => {
    const [liked, collected] = await acts(...given);
    return [liked.body.likes, collected.body.collects];
  };
  const [first, second] = [await post(gateway, me.as), await post(gateway, me.as)];
  assert.equal(await counts(me.as, first), [1, 1]);
  assert.equal(await counts(other.as, first), [2, 2]);
  assert.equal(await counts(other.as, second), [1, 1]);
  assert.equal(await counts(other.as, second, false), [0, 0]);
  await gateway.send(calls.deletePost, { id: second }, me.as);
  for (const on of [true, false])
    for (const { code, message } of await acts(other.as, second, on))
      assert.equal([code, message], ['500', 'Post not found']);
});

test('everybody sees a comment in its order, and the post’s author gets a message with a link', async ({
  gateway,
}) => {
  const [me, other] = [await person(gateway), await person(gateway, { nickname: 'Kim' })];
  const id = await post(gateway, me.as);
  const request = { id, text: ' <b>First</b> ', ...key() };
  const first = await gateway.send(comments.addComment, request, other.as);
  const again = await gateway.send(comments.addComment, request, other.as);
  assert.is(again.body.comment.id, first.body.comment.id, 'once a key');
  await say(gateway, me.as, id, 'Second');
  const { items } = await said(gateway, me.as, id);
  assert.equal(
    items.map(({ text, mine, author }) => [text, mine, author.nickname === 'Kim']),
    [
      ['<b>First</b>', false, true],
      ['Second', true, false],
    ],
  );
  assert.is((await get(gateway, me.as, id)).comments, 2);
  const [message, ...more] = await told(gateway, me.as);
  assert.equal(
    [message!.text, message!.link],
    ['Kim commented on your post: <b>First</b>', `pages/list/post?id=${id}`],
  );
  assert.equal(more, [], 'not of what they said themselves');
});

test('comments come a page at a time, none twice', async ({ gateway }) => {
  const me = await person(gateway);
  const id = await post(gateway, me.as);
  for (let at = 0; at < 23; at++) await say(gateway, me.as, id, `Comment ${at}`);
  const first = await said(gateway, me.as, id);
  const second = await said(gateway, me.as, id, first.next);
  assert.equal([first.items.length, second.items.length, second.next], [20, 3, undefined]);
  assert.is(new Set([...first.items, ...second.items].map(({ text }) => text)).size, 23);
});

test('an empty comment, one that is too long, and one on a post that is gone are refused', async ({
  gateway,
}) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  const id = await post(gateway, me.as);
  assert.equal((await say(gateway, other.as, id, '  ')).body.problems, { text: { rule: 'required' } });
  assert.equal((await say(gateway, other.as, id, 'x'.repeat(301))).body.problems.text.rule, 'maxLength');
  await gateway.send(calls.deletePost, { id }, me.as);
  assert.is((await say(gateway, other.as, id)).code, '500');
  assert.is((await gateway.send(comments.listComments, { id }, other.as)).code, '500');
});

test('only the author deletes a comment, and it is counted no more', async ({ gateway }) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  const id = await post(gateway, me.as);
  const { comment } = (await say(gateway, other.as, id)).body;
  assert.is((await gateway.send(comments.deleteComment, { id: comment.id }, me.as)).code, '500');
  assert.is((await said(gateway, me.as, id)).items.length, 1);
  assert.is((await gateway.send(comments.deleteComment, { id: comment.id }, other.as)).body.comments, 0);
  assert.equal([(await said(gateway, me.as, id)).items, (await get(gateway, me.as, id)).comments], [[], 0]);
});

test('60 comments in an hour are enough', async ({ gateway }) => {
  const me = await person(gateway);
  const id = await post(gateway, me.as);
  for (let at = 0; at < 60; at++) assert.is((await say(gateway, me.as, id)).code, '1');
  const more = await say(gateway, me.as, id);
  assert.is(more.code, '500');
  const minutes = Number(/Try again in (\d+) min/.exec(more.message)?.[1]);
  assert.ok(minutes > 50 && minutes <= 60, more.message);
});

test('a member follows an author and sees only those posts; the author gets one message', async ({
  gateway,
}) => {
  const [me, other, third] = [
    await person(gateway, { nickname: 'Lin' }),
    await person(gateway),
    await person(gateway),
  ];
  const id = await post(gateway, other.as);
  await post(gateway, third.as);
  const follow = (followed: boolean, member = other.id) =>
    gateway.send(calls.followAuthor, { member, followed }, me.as);
  assert.is((await follow(true)).body.followed, true);
  assert.equal(await ids(gateway, me.as, { scope: 'following' }), [id]);
  assert.is((await get(gateway, me.as, id)).followed, true);
  await follow(false);
  assert.equal(await ids(gateway, me.as, { scope: 'following' }), []);
  await follow(true);
  assert.equal(
    (await told(gateway, other.as)).map(({ text }) => text),
    ['Lin follows you now.'],
  );
  assert.equal([(await follow(true, me.id)).code, (await follow(true, randomUUID())).code], ['500', '500']);
});

test('whom a member has muted is gone from their lists and comments, for them alone, until they unmute', async ({
  gateway,
}) => {
  const [me, loud, third] = [await person(gateway), await person(gateway), await person(gateway)];
  const theirs = await post(gateway, loud.as);
  const mine = await post(gateway, me.as);
  await say(gateway, loud.as, mine);
  await gateway.send(calls.followAuthor, { member: loud.id, followed: true }, me.as);
  const mute = (muted: boolean) => gateway.send(calls.muteAuthor, { member: loud.id, muted }, me.as);
  assert.is((await mute(true)).body.muted, true);
  assert.is((await ids(gateway, me.as)).includes(theirs), false);
  assert.is((await ids(gateway, third.as)).includes(theirs), true);
  assert.is((await gateway.send(calls.getPost, { id: theirs }, me.as)).code, '500');
  assert.equal(
    [(await said(gateway, me.as, mine)).items.length, (await get(gateway, me.as, mine)).comments],
    [0, 0],
  );
  assert.is((await said(gateway, third.as, mine)).items.length, 1);
  const muted = async () =>
    (await gateway.send(calls.listMuted, {}, me.as)).body.items.map(({ id }: { id: string }) => id);
  assert.equal(await muted(), [loud.id]);
  await mute(false);
  assert.equal([await muted(), (await ids(gateway, me.as)).includes(theirs)], [[], true]);
  assert.is((await get(gateway, me.as, theirs)).followed, false, 'muting has ended following');
});

test('whom a member has muted comes a page at a time, the newest first, none twice', async ({ gateway }) => {
  const me = await person(gateway);
  const author = await person(gateway);
  const authors = [author.id];
  for (let nth = 0; nth < 21; nth++) authors.push((await addMember(gateway)).id);
  const at = new Date();
  // many at the same moment: the id decides between them
  for (const [nth, muted] of authors.entries())
    await addRows(gateway, 'circle_mute', [
      { member: me.id, author: muted, at: nth ? at : new Date(Number(at) - 1000) },
    ]);
  const page = async (from?: string) =>
    (await gateway.send(calls.listMuted, { ...(from && { from }) }, me.as)).body as {
      items: { id: string }[];
      next?: string;
    };
  const first = await page();
  const second = await page(first.next);
  assert.equal([first.items.length, second.items.length, second.next], [20, 2, undefined]);
  assert.is(second.items[1]?.id, author.id);
  assert.is(new Set([...first.items, ...second.items].map(({ id }) => id)).size, 22);
});

test('posts are found by their words and by their tags', async ({ gateway }) => {
  const me = await person(gateway);
  const own = randomUUID().slice(0, 8);
  const tagged = await post(
    gateway,
    me.as,
    `Night sale #Sale${own} at 100%_off https://x.example/#none${own}`,
  );
  const chinese = await post(gateway, me.as, `今晚 #直播${own}`);
  assert.equal(await ids(gateway, me.as, { tag: `#sale${own}` }), [tagged]);
  assert.equal(await ids(gateway, me.as, { tag: `直播${own}` }), [chinese]);
  assert.equal(await ids(gateway, me.as, { tag: `none${own}` }), []);
  assert.equal(await ids(gateway, me.as, { search: `SALE${own} at 100%_` }), [tagged]);
  assert.equal(await ids(gateway, me.as, { search: `sale${own}%100` }), [], 'a percent sign is one');
});

test('a post that an operator pins is first, once, and in no other list', async ({ gateway }) => {
  const me = await person(gateway);
  const id = await post(gateway, me.as, 'Welcome');
  for (let at = 0; at < 12; at++) await post(gateway, me.as, 'Later');
  assert.is((await desk(gateway, `posts/${id}/pin`, {})).body.pinned, true);
  const { body } = await gateway.send(calls.listPosts, {}, me.as);
  assert.equal([body.items[0].id, body.items[0].pinned, body.items.length], [id, true, 11]);
  const next = await ids(gateway, me.as, { from: body.next });
  assert.is(next.includes(id), false);
  assert.is((await ids(gateway, me.as, { scope: 'mine' }))[0] === id, false);
  await desk(gateway, `posts/${id}/unpin`, {});
  assert.is((await ids(gateway, me.as))[0] === id, false);
});

test('a reported comment is gone for who reported it, waits for an operator, and is hidden for all or kept', async ({
  gateway,
}) => {
  const [me, other, third] = [await person(gateway), await person(gateway), await person(gateway)];
  const id = await post(gateway, me.as);
  const bad = (await say(gateway, other.as, id, 'Buy this')).body.comment.id;
  const fine = (await say(gateway, other.as, id, 'Fine')).body.comment.id;
  const waits = async () => Number((await waitingReports.look(gateway.db.run)).count);
  const before = await waits();
  for (const comment of [bad, fine])
    assert.is((await gateway.send(comments.reportComment, { id: comment, reason: 'spam' }, me.as)).code, '1');
  assert.equal(
    [(await said(gateway, me.as, id)).items.length, (await said(gateway, third.as, id)).items.length],
    [0, 2],
  );
  assert.is(await waits(), before + 2);
  const listed = async () =>
    (await desk(gateway, 'comments')).body.items.map((one: { id: string; reports: object }) => [
      one.id,
      one.reports,
    ]);
  assert.equal(
    (await listed()).filter(([one]: [string]) => one === bad),
    [[bad, [{ reason: 'spam', count: 1 }]]],
  );
  for (const [one, text] of [
    [bad, 'Buy this'],
    [fine, 'Fine'],
  ]) {
    const { body } = await desk(gateway, `comments/${one}`);
    assert.equal([body.id, body.text], [one, text]);
  }
  assert.is((await desk(gateway, `comments/${randomUUID()}`)).status, 409);
  assert.is((await desk(gateway, `comments/${bad}/hide`, { reason: 'Advertising' })).body.hidden, true);
  assert.is((await desk(gateway, `comments/${fine}/keep`, { reason: 'Nothing wrong' })).status, 200);
  assert.is(await waits(), before);
  assert.equal(
    (await said(gateway, third.as, id)).items.map(({ text }) => text),
    ['Fine'],
  );
  assert.ok((await told(gateway, other.as)).some(({ text }) => /Reason: Advertising/.test(text)));
  await gateway.send(comments.reportComment, { id: fine, reason: 'abuse' }, third.as);
  assert.is(await waits(), before + 1, 'who reports it later is heard');
});

test('a member reports a comment that they see, of another member, and no other', async ({ gateway }) => {
  const [me, other, third] = [await person(gateway), await person(gateway), await person(gateway)];
  const id = await post(gateway, me.as);
  const own = (await say(gateway, other.as, id)).body.comment.id;
  const theirs = (await say(gateway, third.as, id)).body.comment.id;
  const waits = async () => Number((await waitingReports.look(gateway.db.run)).count);
  const before = await waits();
  const report = async (comment: string) => {
    const reply = await gateway.send(comments.reportComment, { id: comment, reason: 'spam' }, other.as);
    return [reply.code, reply.message];
  };
  assert.equal(await report(randomUUID()), ['500', 'Comment not found']);
  assert.equal(await report(own), ['500', "You can't report your own post"]);
  await gateway.send(calls.muteAuthor, { member: me.id, muted: true }, other.as);
  assert.equal(await report(theirs), ['500', 'Post not found']);
  assert.is(await waits(), before);
  await gateway.send(calls.muteAuthor, { member: me.id, muted: false }, other.as);
  assert.equal((await report(theirs))[0], '1');
});

test('a post that an operator keeps leaves the list of reported ones until it is reported again', async ({
  gateway,
}) => {
  const [me, other, third] = [await person(gateway), await person(gateway), await person(gateway)];
  const id = await post(gateway, me.as);
  const report = (as: Sent) => gateway.send(calls.reportPost, { id, reason: 'other' }, as);
  await report(other.as);
  const waits = async () =>
    (await desk(gateway, 'posts')).body.items.some((one: { id: string }) => one.id === id);
  assert.is(await waits(), true);
  assert.is((await desk(gateway, `posts/${id}/keep`, {})).status, 400, 'a reason is asked for');
  assert.is((await desk(gateway, `posts/${id}/keep`, { reason: 'Nothing wrong' })).status, 200);
  assert.is(await waits(), false);
  await report(third.as);
  assert.is(await waits(), true);
});

test('a reported post or comment that its author deletes waits for nobody', async ({ gateway }) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  const [id, beside] = [await post(gateway, me.as), await post(gateway, me.as)];
  const { comment } = (await say(gateway, me.as, beside)).body;
  const waits = async () => Number((await waitingReports.look(gateway.db.run)).count);
  const before = await waits();
  await gateway.send(calls.reportPost, { id, reason: 'spam' }, other.as);
  await gateway.send(comments.reportComment, { id: comment.id, reason: 'spam' }, other.as);
  assert.is(await waits(), before + 2);
  await gateway.send(calls.deletePost, { id }, me.as);
  assert.is(await waits(), before + 1);
  await gateway.send(comments.deleteComment, { id: comment.id }, me.as);
  assert.is(await waits(), before);
});

test.run();
