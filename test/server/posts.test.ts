import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as messages from '../../src/contract/support/messages';
import * as calls from '../../src/contract/video/circle';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addPicture, upload } from './support/upload';

const test = suite<{ gateway: TestGateway }>('posts');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const post = (gateway: TestGateway, as: Sent, input: object) =>
  gateway.send(calls.addPost, { requestKey: randomUUID(), text: '', ...input }, as);
const list = async (gateway: TestGateway, as: Sent, input: object = {}) =>
  (await gateway.send(calls.listPosts, input, as)).body as { items: calls.Post[]; next?: string };
/** The post as a member sees it among the newest, if they do. */
const seenBy = async (gateway: TestGateway, as: Sent, id: string) =>
  (await list(gateway, as)).items.find((one) => one.id === id);
const person = async (gateway: TestGateway, values = {}) => {
  const { id } = await addMember(gateway, values);
  return { id, as: await gateway.signIn(id) };
};
/** The operator's desk. */
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

test('a post with pictures is there for every member, with addresses that work', async ({ gateway }) => {
  const [me, other] = [await person(gateway, { team_leader: true }), await person(gateway)];
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#fff' } })
    .jpeg()
    .toBuffer();
  const { id } = await upload(gateway, picture, me.as);
  const made = await post(gateway, me.as, { text: '  <b>Hello</b>  ', pictures: [id] });
  assert.is(made.code, '1');
  const seen = await seenBy(gateway, other.as, made.body.id);
  assert.equal([seen!.text, seen!.mine], ['<b>Hello</b>', false]);
  assert.equal([seen!.author.id, seen!.author.teamLeader], [me.id, true]);
  const [shown] = seen!.pictures;
  assert.equal([shown!.width, shown!.height], [60, 40]);
  assert.is((await fetch(gateway.url + shown!.url)).status, 200);
  assert.is((await list(gateway, me.as)).items[0]!.mine, true);
});

test('a video comes with its first picture and how large it is', async ({ gateway }) => {
  const me = await person(gateway);
  const video = (await upload(gateway, readFileSync('test/support/clip.mp4'), me.as, 'videoFile')).id;
  const poster = await addPicture(gateway, me.id);
  assert.is((await post(gateway, me.as, { video, poster })).code, '1');
  const [seen] = (await list(gateway, me.as)).items;
  const { width, height, seconds, url } = seen!.video!;
  assert.equal([width, height, seconds, seen!.video!.poster!.id], [120, 160, 4, poster]);
  assert.is((await fetch(gateway.url + url, { headers: { range: 'bytes=0-3' } })).status, 206);
});

test('an empty post, ten pictures, pictures and a video, or what somebody else has uploaded is refused', async ({
  gateway,
}) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  const mine = await Promise.all(Array.from({ length: 10 }, () => addPicture(gateway, me.id)));
  const video = (await upload(gateway, readFileSync('test/support/clip.mp4'), me.as, 'videoFile')).id;
  const theirs = await addPicture(gateway, other.id);
  const problems = async (input: object) => (await post(gateway, me.as, input)).body.problems;
  assert.equal(await problems({ text: '  ' }), { text: { rule: 'required' } });
  assert.equal(await problems({ pictures: mine }), { pictures: { rule: 'max', limit: 9 } });
  assert.equal(await problems({ pictures: mine.slice(1), video }), { video: { rule: 'wrong' } });
  assert.equal(await problems({ pictures: [theirs] }), { pictures: { rule: 'attachment' } });
  assert.equal(await problems({ pictures: [video] }), { pictures: { rule: 'attachment' } });
  assert.equal(await problems({ video: theirs }), { video: { rule: 'attachment' } });
  assert.equal(await problems({ text: 'x'.repeat(1001) }), { text: { rule: 'maxLength', limit: 1000 } });
  assert.equal((await list(gateway, me.as, { scope: 'mine' })).items, []);
});

test('a post that is sent again with its key is there once', async ({ gateway }) => {
  const me = await person(gateway);
  const form = { text: 'once', requestKey: randomUUID() };
  const answers = await Promise.all([1, 2, 3].map(() => post(gateway, me.as, form)));
  assert.is(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.is((await list(gateway, me.as, { scope: 'mine' })).items.length, 1);
});

test('nobody posts more than thirty times an hour', async ({ gateway }) => {
  const me = await person(gateway);
  const all = Array.from({ length: 30 }, (_, at) => ({ text: `${at}`, requestKey: randomUUID() }));
  for (const one of all) assert.is((await post(gateway, me.as, one)).code, '1');
  assert.is((await post(gateway, me.as, { text: 'one more' })).code, '500');
  assert.is((await post(gateway, me.as, all[0]!)).code, '1', 'its answer may have been lost');
});

test('the badge counts what is new and goes when all is read', async ({ gateway }) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  for (const text of ['one', 'two']) await post(gateway, other.as, { text });
  await post(gateway, me.as, { text: 'my own' });
  const count = async () => (await gateway.send(calls.unreadCount, {}, me.as)).body.unreadCount;
  assert.is(await count(), 2);
  await gateway.send(calls.readAll, {}, me.as);
  assert.is(await count(), 0);
  await post(gateway, other.as, { text: 'three' });
  assert.is(await count(), 1);
  await gateway.send(calls.readAll, {}, me.as);
  assert.is(await count(), 0, 'and once more');
});

test('a member collects a post and finds it again, until they no longer do', async ({ gateway }) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  const { id } = (await post(gateway, other.as, { text: 'keep this' })).body;
  const collect = async (as: Sent, collected: boolean) =>
    (await gateway.send(calls.collectPost, { id, collected }, as)).body;
  const collected = async () => (await gateway.send(calls.listCollected, {}, me.as)).body.items;
  const another = (await post(gateway, other.as, { text: 'and this' })).body.id;
  await gateway.send(calls.collectPost, { id: another, collected: true }, other.as);
  await collect(other.as, true);
  assert.equal(await collect(me.as, true), { collected: true, collects: 2 });
  assert.equal(await collect(me.as, true), { collected: true, collects: 2 });
  const [kept] = await collected();
  assert.equal([kept.id, kept.collected, kept.collects], [id, true, 2]);
  assert.equal(await collect(me.as, false), { collected: false, collects: 1 });
  assert.equal(await collected(), []);
});

test('a member’s saved posts are listed ten at a time, none twice', async ({ gateway }) => {
  const me = await person(gateway);
  for (let at = 0; at < 12; at++) {
    const { id } = (await post(gateway, me.as, { text: `${at}` })).body;
    await gateway.send(calls.collectPost, { id, collected: true }, me.as);
  }
  const first = (await gateway.send(calls.listCollected, {}, me.as)).body;
  const second = (await gateway.send(calls.listCollected, { from: first.next }, me.as)).body;
  const ids = [...first.items, ...second.items].map(({ id }: { id: string }) => id);
  assert.equal([first.items.length, second.items.length, new Set(ids).size], [10, 2, 12]);
  assert.is(second.next, undefined);
});

test('a member deletes what they wrote, and nothing else', async ({ gateway }) => {
  const [me, other] = [await person(gateway), await person(gateway)];
  const { id } = (await post(gateway, me.as, { text: 'x' })).body;
  assert.is((await gateway.send(calls.deletePost, { id }, other.as)).code, '500');
  assert.ok(await seenBy(gateway, other.as, id));
  for (let twice = 0; twice < 2; twice++)
    assert.is((await gateway.send(calls.deletePost, { id }, me.as)).code, '1');
  assert.not(await seenBy(gateway, other.as, id));
  assert.is((await gateway.send(calls.collectPost, { id, collected: true }, other.as)).code, '500');
});

test('a reported post is gone for whom reported it, and for all but its author once an operator hides it', async ({
  gateway,
}) => {
  const [me, other, third] = [await person(gateway), await person(gateway), await person(gateway)];
  const { id } = (await post(gateway, me.as, { text: 'buy now!!!' })).body;
  const report = (as: Sent) => gateway.send(calls.reportPost, { id, reason: 'spam' }, as);
  assert.is((await report(me.as)).code, '500', 'nobody reports themselves');
  assert.is((await gateway.send(calls.unreadCount, {}, other.as)).body.unreadCount, 1);
  for (let twice = 0; twice < 2; twice++) assert.is((await report(other.as)).code, '1');
  assert.not(await seenBy(gateway, other.as, id));
  assert.is((await gateway.send(calls.unreadCount, {}, other.as)).body.unreadCount, 0);
  assert.ok(await seenBy(gateway, third.as, id));

  const harmless = (await post(gateway, me.as, { text: 'good morning' })).body.id;
  const { items } = (await desk(gateway, 'posts')).body;
  const [waiting] = items;
  assert.equal([waiting.id, waiting.reports], [id, { spam: 1 }]);
  assert.not(
    items.some((one: { id: string }) => one.id === harmless),
    'nobody reported it',
  );
  for (const [one, text, reports] of [
    [id, 'buy now!!!', { spam: 1 }],
    [harmless, 'good morning', {}],
  ]) {
    const { body } = await desk(gateway, `posts/${one}`);
    assert.equal([body.id, body.text, body.reports], [one, text, reports]);
  }
  assert.is((await desk(gateway, `posts/${randomUUID()}`)).status, 409);
  await desk(gateway, `posts/${id}/hide`, { reason: 'Advertising' });
  assert.not(await seenBy(gateway, third.as, id));
  assert.is((await list(gateway, me.as)).items.find((one) => one.id === id)?.hidden, true);
  const [told] = (await gateway.send(messages.listMessages, {}, me.as)).body.items;
  assert.match(told.text, /Advertising/);
  await desk(gateway, `posts/${id}/show`, {});
  assert.ok(await seenBy(gateway, third.as, id));
  assert.is((await fetch(`${gateway.url}/operator/posts`)).status, 401);
});

test('a post that its author deletes while an operator looks at it is not hidden, shown, kept or pinned', async ({
  gateway,
}) => {
  const me = await person(gateway);
  const { id } = (await post(gateway, me.as, { text: 'A mistake' })).body;
  assert.is((await desk(gateway, `posts/${id}`)).status, 200);
  await gateway.send(calls.deletePost, { id }, me.as);
  const reason = 'Advertising';
  for (const [act, input] of Object.entries({ hide: { reason }, show: {}, keep: { reason }, pin: {} })) {
    const { status, body } = await desk(gateway, `posts/${id}/${act}`, input);
    assert.equal([status, body.message], [409, 'Post not found'], act);
  }
  assert.equal((await gateway.send(messages.listMessages, {}, me.as)).body.items, []);
});

test('the feed keeps to the team, to one’s own, or to what can be used as material', async ({ gateway }) => {
  const leader = await person(gateway);
  const me = await person(gateway, { inviter: leader.id });
  const friend = await person(gateway, { inviter: me.id });
  const theirs = await person(gateway, { inviter: friend.id });
  const stranger = await person(gateway);
  for (const one of [leader, me, friend, theirs, stranger]) await post(gateway, one.as, { text: one.id });
  await post(gateway, stranger.as, { pictures: [await addPicture(gateway, stranger.id)] });
  const texts = async (scope: string) =>
    (await list(gateway, me.as, { scope })).items.map(({ text }) => text);
  assert.equal(await texts('team'), [theirs.id, friend.id, leader.id]);
  assert.equal(await texts('mine'), [me.id]);
  assert.is((await texts('material'))[0], '');
  assert.equal(
    (await texts('all')).slice(1, 6),
    [stranger, theirs, friend, me, leader].map(({ id }) => id),
  );
});

test('the posts of one author are listed without those of others, and none of a muted author', async ({
  gateway,
}) => {
  const [me, ana, ben] = [await person(gateway), await person(gateway), await person(gateway)];
  const { id } = (await post(gateway, ana.as, { text: 'Of Ana' })).body;
  await post(gateway, ben.as, { text: 'Of Ben' });
  const ofAna = async () => (await list(gateway, me.as, { author: ana.id })).items.map((one) => one.id);
  assert.equal(await ofAna(), [id]);
  await gateway.send(calls.muteAuthor, { member: ana.id, muted: true }, me.as);
  assert.equal(await ofAna(), []);
});

test('the feed comes ten at a time, none twice', async ({ gateway }) => {
  const me = await person(gateway);
  for (let at = 0; at < 23; at++) await post(gateway, me.as, { text: `${at}` });
  const ids = new Set<string>();
  let from: string | undefined;
  for (const size of [10, 10, 3]) {
    const { items, next } = await list(gateway, me.as, { scope: 'mine', ...(from && { from }) });
    assert.is(items.length, size);
    for (const { id } of items) ids.add(id);
    from = next;
  }
  assert.equal([ids.size, from], [23, undefined]);
});

test('a post is reported by everybody for themselves, once', async ({ gateway }) => {
  const [author, one, other] = [await person(gateway), await person(gateway), await person(gateway)];
  const { id } = (await post(gateway, author.as, { text: 'Buy now' })).body;
  for (const { as } of [one, other, one])
    assert.is((await gateway.send(calls.reportPost, { id, reason: 'spam' }, as)).code, '1');
  const reports = await gateway.db.run
    .selectFrom('circle_report')
    .select('member')
    .where('post', '=', id)
    .execute();
  assert.equal(reports.map(({ member }) => member).sort(), [one.id, other.id].sort());
});

test.run();
