import { get } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { liveEnd } from '../../src/contract/buying/live';
import { openScreen } from '../../src/contract/buying/screens';
import {
  answerWatch,
  currentWatch,
  endWatch,
  listWatches,
  type Watch,
} from '../../src/contract/buying/watches';
import { endOtherSessions } from '../../src/contract/member/auth';
import { listMessages } from '../../src/contract/support/messages';
import type { Tx } from '../../src/server/db/database';
import { allow, endLink } from '../../src/server/embed/links';
import { changeProfile } from '../../src/server/partners/change-partner';
import { applyPartners } from '../../src/server/partners/follow-partners';
import { whileLocked } from './support/blocked';
import { addOrder } from './support/devices';
import { askSigned, call, env, link, mint, otherSecret, secondShop, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { streaming, watching } from './support/streaming';

interface Context {
  gateway: TestGateway;
  provider: Awaited<ReturnType<typeof streaming>>;
  member: string;
  as: Sent;
  /** A cloud phone of the member's. */
  phone: string;
}
const test = suite<Context>('a partner’s support watches a cloud phone');
const forum = { partner: 'p_forum', secret: otherSecret };
/** Partners that may not show screens, with their features: the second has no scope for it. */
const withoutScreens = { p_plain: ['devices', 'notices'], p_narrow: ['devices', 'screen'] } as const;
test.before(async (the) => {
  the.provider = await streaming();
  const partners = JSON.parse(env.PARTNERS);
  const [, second] = partners;
  second.features = ['notices', 'screen'];
  for (const [id, features] of Object.entries(withoutScreens))
    partners.push({ id, name: id, secret: otherSecret, origins: [shop], features });
  the.gateway = await openGateway({
    env: {
      PARTNERS: JSON.stringify(partners),
      MACHINES_API_URL: the.provider.url,
      MACHINES_API_KEY: 'key',
    },
    log: () => {}, // the provider makes no pictures
  });
});
test.before.each(async (the) => {
  the.gateway.clock.ahead = 0;
  the.provider.controls.length = 0;
  const { id: member } = await addMember(the.gateway);
  await link(the.gateway, member);
  const phone = await addShown(the.gateway, member);
  Object.assign(the, { member, phone, as: await the.gateway.signIn(member) });
});
test.after(async ({ gateway, provider }) => {
  await gateway.close();
  await provider.close();
});

async function addShown(gateway: TestGateway, member: string): Promise<string> {
  const id = `${await addOrder(gateway, member)}-1`;
  await gateway.db.run
    .updateTable('machine')
    .set({ screenshots: true, streams: true })
    .where('id', '=', id)
    .execute();
  return id;
}
const person = 'Ann';
const reason = 'The game does not start';
const ask = ({ gateway, member, phone }: Context, more: object = {}, as = {}) =>
  askSigned(gateway, 'watches', { act: 'ask', member, phone, person, reason, origin: shop, ...more }, as);
const act = ({ gateway, member }: Context, what: 'get' | 'open' | 'end', id: string, as = {}) =>
  askSigned(gateway, 'watches', { act: what, member, id }, as);
const stateOf = async (the: Context, id: string) => (await act(the, 'get', id)).data?.state;
async function asked(the: Context, more: object = {}): Promise<string> {
  const { data, error, message } = await ask(the, more);
  if (!data) throw new Error(`not asked: ${error}, ${message}`);
  return data.id;
}
const answer = ({ gateway, as }: Context, id: string, allow: boolean) =>
  gateway.send(answerWatch, { id, allow }, as);
async function allowed(the: Context, more: object = {}): Promise<string> {
  const id = await asked(the, more);
  assert.is((await answer(the, id, true)).code, '1');
  return id;
}
const listed = async ({ gateway, as }: Context): Promise<Watch[]> =>
  (await gateway.send(listWatches, {}, as)).body.items;
const current = async ({ gateway, as, phone }: Context): Promise<Watch | undefined> =>
  (await gateway.send(currentWatch, { machine: phone }, as)).body.watch;

/** The address of the frame, at this gateway. */
async function entry(the: Context, id: string): Promise<string> {
  const { url } = (await act(the, 'open', id)).data;
  return url.replace(new URL(url).origin, the.gateway.url);
}
/** Opens a frame as a browser does in a page of this origin; `fetch` sends headers of its own. */
const frameAt = (url: string, origin: string | undefined = shop, place = 'iframe') =>
  new Promise<{ status: number; policy: string; text: string }>((settle, fail) => {
    const headers = { 'sec-fetch-dest': place, ...(origin && { referer: `${origin}/` }) };
    get(url, { headers }, async (response) => {
      let text = '';
      for await (const part of response) text += part;
      const policy = `${response.headers['content-security-policy']}`;
      settle({ status: response.statusCode ?? 0, policy, text });
    }).on('error', fail);
  });
/** The key in the document of a frame. */
function keyIn({ text }: { text: string }): string {
  const [, meta = ''] = /name="cloudphone" content="([^"]*)"/.exec(text) ?? [];
  return JSON.parse(meta.replace(/&(quot|#34);/g, '"')).key;
}
const fromPage = async ({ gateway }: Context, key: string, what = 'look', origin = gateway.url) => {
  const response = await fetch(`${gateway.url}/watch`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ act: what, key }),
  });
  return { status: response.status, ...((await response.json()) as any) };
};
/** Allows, and shows the live picture in a frame. */
async function watched(the: Context) {
  const id = await allowed(the);
  const key = keyIn(await frameAt(await entry(the, id)));
  const { live, url } = await fromPage(the, key);
  const page = watching(the.gateway.url + live, the.gateway.url);
  await page.until(() => page.messages.length >= 3);
  return { id, key, live, url, page };
}

test('a member is asked who wants to see what and why, and a yes shows it live, without a touch', async (the) => {
  const { gateway, provider, phone, as } = the;
  const id = await asked(the, { minutes: 4 });
  const question = await current(the);
  assert.equal(
    [question?.site, question?.person, question?.reason, question?.machine, question?.minutes],
    ['The Shop', person, reason, phone, 4],
  );
  assert.is(question?.state, 'asked');
  assert.equal([await stateOf(the, id), (await act(the, 'open', id)).error], ['asked', 'act_refused']);
  assert.is((await answer(the, id, true)).body.state, 'allowed');
  assert.is(await stateOf(the, id), 'allowed');

  const document = await frameAt(await entry(the, id));
  assert.is(document.status, 200);
  assert.match(document.policy, `frame-ancestors ${shop};`);
  const { live, url } = await fromPage(the, keyIn(document));
  assert.is((await fetch(gateway.url + url)).status, 204, 'pictures too');
  const page = watching(gateway.url + live, gateway.url);
  await page.until(() => page.messages.length >= 3);
  assert.is(await stateOf(the, id), 'watching');

  page.socket.send(Buffer.alloc(32, 2));
  page.socket.send(Buffer.from([8, 0]));
  provider.send('a copied password');
  page.look({ at: 7 });
  await page.until(() => page.news.some(({ at }) => at === 7)); // received after all of them
  assert.equal([provider.controls.length, page.news.some((news) => 'clipboard' in news)], [0, false]);

  const own = (await gateway.send(openScreen, { id: phone }, as)).body;
  const member = watching(gateway.url + own.live);
  await member.until(() => member.messages.length >= 3);
  member.socket.send(Buffer.from([11]));
  await member.until(() => provider.controls.length === 1);
  assert.ok(page.isOpen(), 'both see it, and the member goes on');
  member.socket.close();
  page.socket.close();
});

test('a member reads who asked, answered, began and ended, and gets a message without the partner’s words', async (the) => {
  const { gateway, as } = the;
  const { id, page } = await watched(the);
  await gateway.send(endWatch, { id }, as);
  assert.is(await page.closed(), liveEnd.ended);
  const [one] = await listed(the);
  assert.equal([one?.site, one?.person, one?.state, one?.endedBy], ['The Shop', person, 'ended', 'member']);
  for (const time of ['askedAt', 'answeredAt', 'beganAt', 'endedAt'] as const)
    assert.type(one?.[time], 'string');
  const { items } = (await gateway.send(listMessages, { pageNum: 1, pageSize: 10 }, as)).body;
  const texts = items.map(({ title, link }: { title: string; link: string }) => `${title} ${link}`).sort();
  assert.equal(texts, [
    'A site asks to watch your cloud phone pages/list/watches',
    'Your cloud phone is being watched pages/list/watches',
  ]);
  assert.not.match(JSON.stringify(items), person);
  assert.not.match(JSON.stringify(items), reason);
});

test('a member who controls one cloud phone is not told that another is asked about', async (the) => {
  const { gateway, member } = the;
  const id = await asked(the);
  assert.is(await current({ ...the, phone: await addShown(gateway, member) }), undefined);
  assert.is((await current(the))?.id, id);
});

test('a message about watching names the cloud phone that it is about', async (the) => {
  const { gateway, member, as, phone } = the;
  const second = await addShown(gateway, member);
  for (const [id, name] of [
    [phone, 'Kitchen'],
    [second, 'Garden'],
  ] as const) {
    await gateway.db.run.updateTable('machine').set({ name }).where('id', '=', id).execute();
    await asked(the, { phone: id });
    const { items } = (await gateway.send(listMessages, { pageNum: 1, pageSize: 10 }, as)).body;
    assert.is(items.filter(({ text }: { text: string }) => text.includes(name)).length, 1, name);
  }
});

test('without a yes nobody sees anything: after a no, after five minutes, and after the partner’s own end', async (the) => {
  const declined = await asked(the);
  assert.is((await answer(the, declined, false)).body.state, 'declined');
  assert.is((await answer(the, declined, true)).code, '500', 'a no stays a no');
  const expired = await asked(the);
  const over = { member: the.member, machine: the.phone, minutes: 1, until: new Date(Date.now() + 60_000) };
  await addRows(
    the.gateway,
    'screen_watch',
    ['0', 'z'].map((id) => ({ ...over, id, ended_at: new Date() })),
  );
  assert.is((await current(the))?.id, expired, 'of several, the phone shows the one that waits');
  the.gateway.clock.ahead = 300_001;
  assert.is((await answer(the, expired, true)).code, '500');
  assert.is(await current(the), undefined);
  const undone = await asked(the);
  assert.is((await act(the, 'end', undone)).data.state, 'ended');
  assert.is((await answer(the, undone, true)).code, '500');
  const states = { [declined]: 'declined', [expired]: 'expired', [undone]: 'ended' };
  for (const [id, state] of Object.entries(states)) {
    assert.equal([await stateOf(the, id), (await act(the, 'open', id)).error], [state, 'act_refused']);
  }
});

test('a member who says yes on two phones at the same moment has answered once', async (the) => {
  const { gateway, member } = the;
  const id = await asked(the);
  const question = (tx: Tx) =>
    tx
      .selectFrom('screen_watch')
      .select('id')
      .where('member', '=', member)
      .where('id', '=', id)
      .forUpdate()
      .execute();
  const answers = await whileLocked(gateway.db, question, () => [
    answer(the, id, true),
    answer(the, id, true),
  ]);
  assert.equal(answers.map(({ code }) => code).sort(), ['1', '500']);
});

test('a ticket opens one frame, once, within a minute, and only in the page that was named', async (the) => {
  const { gateway } = the;
  const id = await allowed(the);
  const first = await entry(the, id);
  for (const origin of [secondShop, 'https://evil.example', ''])
    assert.is((await frameAt(first, origin)).status, 404);
  assert.is((await frameAt(first, shop, 'document')).status, 404, 'in no tab of its own');
  const replaced = await entry(the, id);
  assert.is((await frameAt(first)).status, 404, 'the newest counts');
  const key = keyIn(await frameAt(replaced));
  assert.is((await frameAt(replaced)).status, 404, 'it was used');
  assert.is((await frameAt(`${replaced}x`)).status, 404);
  const late = await entry(the, id);
  gateway.clock.ahead = 61_000;
  assert.is((await frameAt(late)).status, 404);
  const { live } = await fromPage(the, key);
  for (const origin of [shop, undefined])
    assert.is(await watching(gateway.url + live, origin).refused(), 404);
  assert.is((await fromPage(the, key, 'look', shop)).status, 403, 'from no page of the partner');
});

test('a ticket that two frames use at the same moment opens one of them', async (the) => {
  const { gateway, member } = the;
  const url = await entry(the, await allowed(the));
  const watches = (tx: Tx) =>
    tx.selectFrom('screen_watch').select('id').where('member', '=', member).forUpdate().execute();
  const both = await whileLocked(gateway.db, watches, () => [frameAt(url), frameAt(url)]);
  assert.equal(both.map(({ status }) => status).sort(), [200, 404]);
  const [opened] = both.filter(({ status }) => status === 200);
  assert.is((await fromPage(the, keyIn(opened!))).state, 'open');
});

test('a watching that is over stays in the member’s list as it was, for a year', async (the) => {
  const { gateway, member, phone } = the;
  const first = await asked(the);
  await act(the, 'end', first);
  const endOf = async () => (await listed(the)).find(({ id }) => id === first)?.endedAt;
  const ended = await endOf();
  assert.ok(ended);
  gateway.clock.ahead += 3_600_000;
  await asked(the);
  assert.is(await endOf(), ended, 'another question changes nothing of it');
  const daysAgo = (days: number) => new Date(Date.now() + gateway.clock.ahead - days * 86_400_000);
  await addRows(
    gateway,
    'screen_watch',
    [364, 366].map((days) => ({
      member,
      machine: phone,
      partner: 'p_shop',
      person: `${days}`,
      minutes: 10,
      until: daysAgo(days),
      ended_at: daysAgo(days),
    })),
  );
  assert.equal(
    (await listed(the)).map(({ person }) => person).filter((person) => /^36/.test(person)),
    ['364'],
  );
});

test('a newer frame closes the one before', async (the) => {
  const { id, key, page } = await watched(the);
  const next = keyIn(await frameAt(await entry(the, id)));
  assert.is((await fromPage(the, key)).state, 'over');
  assert.is(await page.closed(), liveEnd.ended);
  assert.is((await fromPage(the, next)).state, 'open');
});

test('a partner asks about its own customers and their own cloud phones, and not too often', async (the) => {
  const { gateway, member } = the;
  const other = await addMember(gateway);
  const theirs = await addShown(gateway, other.id);
  assert.is((await ask(the, { phone: theirs })).error, 'object_unknown');
  assert.is((await ask(the, { member: other.id, phone: theirs })).error, 'member_not_linked');
  assert.is((await ask(the, { origin: 'https://evil.example' })).error, 'origin_not_allowed');
  assert.is((await ask(the, {}, forum)).error, 'origin_not_allowed');
  for (const wrong of [{ reason: '' }, { person: 'x'.repeat(61) }, { minutes: 11 }, { reason: 'a\u202eb' }])
    assert.is((await ask(the, wrong)).error, 'request_invalid');

  const id = await asked(the);
  assert.is((await ask(the)).error, 'act_refused', 'one at a time');
  await link(gateway, member, 'p_forum');
  for (const what of ['get', 'open', 'end'] as const)
    assert.is((await act(the, what, id, forum)).error, 'object_unknown');
  assert.is((await act(the, 'get', 'x'.repeat(60))).error, 'object_unknown');
  assert.is((await act(the, 'get', 'x'.repeat(61))).error, 'request_invalid');
  const forumsPage = { origin: 'https://forum.example' };
  assert.is((await ask(the, forumsPage, forum)).error, 'act_refused', 'nor two partners');

  const stranger = await gateway.signIn(other.id);
  for (const [one, input] of [
    [answerWatch, { id, allow: true }],
    [endWatch, { id }],
  ] as const)
    assert.is((await gateway.send(one, input, stranger)).code, '500');
  assert.equal((await gateway.send(listWatches, {}, stranger)).body.items, []);
  assert.equal((await gateway.send(currentWatch, { machine: the.phone }, stranger)).body, {});
  assert.is(await stateOf(the, id), 'asked');

  const errors: string[] = [];
  for (let count = 0; count < 5; count++) {
    await act(the, 'end', (await listed(the))[0]!.id);
    errors.push((await ask(the)).error);
  }
  assert.is(errors.at(-1), 'rate_limited');
});

test('only a member who has chosen screens by name is asked, and only by a partner that may show them', async (the) => {
  const { gateway } = the;
  for (const features of [null, 'devices notices']) {
    const { id: member } = await addMember(gateway);
    await link(gateway, member, 'p_shop', features);
    const phone = await addShown(gateway, member);
    const { error, connectUrl } = await ask(the, { member, phone });
    assert.is(error, 'feature_not_linked');
    assert.match(connectUrl, 'connectPartner');
  }
  const narrow = {
    name: { en: 'Narrow' },
    features: withoutScreens.p_narrow,
    scopes: ['devices:read'],
  } as const;
  await gateway.db.tx((tx) => changeProfile(tx, 'p_narrow', narrow));
  await applyPartners(gateway.db, gateway.settings, Date.now());
  for (const partner of Object.keys(withoutScreens)) {
    await link(gateway, the.member, partner);
    const refused = await ask(the, {}, { partner, secret: otherSecret });
    assert.equal([partner, refused.error], [partner, 'feature_not_allowed']);
  }
  assert.equal(await listed(the), []);
  await gateway.db.run.updateTable('machine').set({ online: false }).where('id', '=', the.phone).execute();
  assert.is((await ask(the)).error, 'act_refused', 'nor about a cloud phone that shows nothing');
});

test('a script in the partner’s page sees that there is a question, and can neither answer nor end it', async (the) => {
  const { gateway, member, phone } = the;
  const id = await asked(the);
  const token = await mint(gateway, { member, feature: 'screen', scopes: 'all' });
  const { watch } = (await call(gateway, token, currentWatch, { machine: phone })).body;
  assert.equal([watch.id, watch.state, watch.site, watch.person, watch.reason], [id, 'asked', '', '', '']);
  for (const [one, input] of [
    [answerWatch, { id, allow: true }],
    [endWatch, { id }],
    [listWatches, {}],
  ] as const)
    assert.is((await call(gateway, token, one, input)).code, '4030');
  await link(gateway, member, 'p_forum');
  const origin = 'https://forum.example';
  const theirs = await mint(gateway, { member, feature: 'screen', origin }, forum);
  const as = { origin, appid: 'p_forum' };
  assert.equal((await call(gateway, theirs, currentWatch, { machine: phone }, as)).body, {});
});

const ends: Record<string, (the: Context, by: Awaited<ReturnType<typeof watched>>) => Promise<unknown>> = {
  'the member ends it': ({ gateway, as }, { id }) => gateway.send(endWatch, { id }, as),
  'the time is over': async ({ gateway }, { page }) => {
    gateway.clock.ahead = 600_001;
    page.look();
  },
  'the partner ends it': (the, { id }) => act(the, 'end', id),
  'the support person ends it in the frame': (the, { key }) => fromPage(the, key, 'end'),
  'the days of the cloud phone end': ({ gateway, member }) =>
    gateway.db.run.updateTable('device_order').set({ days_left: 0 }).where('member', '=', member).execute(),
  'the member ends the link': ({ gateway, member }) =>
    gateway.db.tx((tx) => endLink(tx, { partner: 'p_shop', member }, Date.now())),
  'the member no longer allows screens': ({ gateway, member }) =>
    gateway.db.tx((tx) => allow(tx, { partner: 'p_shop', member }, 'devices notices', Date.now())),
  'the member signs out everywhere else': ({ gateway, as }) => gateway.send(endOtherSessions, {}, as),
  'the operator switches the partner off': ({ gateway }) =>
    gateway.db.run.insertInto('partner_disabled').values({ partner: 'p_shop', at: new Date() }).execute(),
  'the account is locked': ({ gateway, member }) =>
    gateway.db.run.updateTable('member').set({ locked_at: new Date() }).where('id', '=', member).execute(),
};
for (const [what, end] of Object.entries(ends))
  test(`watching ends for good when ${what}`, async (the) => {
    const { gateway } = the;
    const by = await watched(the);
    const { id, key, live, url, page } = by;
    assert.ok((await fetch(gateway.url + url)).ok);
    await end(the, by);
    assert.is(await page.closed(), liveEnd.ended);
    await gateway.db.run.deleteFrom('partner_disabled').where('partner', '=', 'p_shop').execute();
    await gateway.db.run
      .updateTable('member')
      .set({ locked_at: null })
      .where('id', '=', the.member)
      .execute();
    await gateway.db.run
      .updateTable('device_order')
      .set({ days_left: 9 })
      .where('member', '=', the.member)
      .execute();
    assert.is((await fetch(gateway.url + url)).status, 404);
    assert.is(await watching(gateway.url + live, gateway.url).refused(), 404);
    assert.is((await fromPage(the, key)).state, 'over');
    const [one] = await listed(the);
    assert.equal([one?.id, one?.state], [id, 'ended']);
  });

test('a partner’s server gets a message about each step by webhook, with ids and states only', async (the) => {
  const { gateway, member, as } = the;
  const told = async () => {
    const jobs = await gateway.db.run
      .selectFrom('job')
      .select('payload')
      .where('kind', '=', 'tell-partner')
      .orderBy('run_at')
      .execute();
    return jobs
      .map(({ payload }) => JSON.parse(JSON.stringify(payload)))
      .map((one) => (typeof one === 'string' ? JSON.parse(one) : one))
      .filter(({ data }) => data.member === member);
  };
  const { id } = await watched(the);
  await gateway.send(endWatch, { id }, as);
  await gateway.send(endWatch, { id }, as);
  const steps = await told();
  assert.equal(steps.map(({ data }) => data.state).sort(), ['allowed', 'ended', 'watching']);
  for (const { partner, type, data } of steps)
    assert.equal(
      [partner, type, Object.keys(data).sort()],
      ['p_shop', 'watch.updated', ['id', 'member', 'state']],
    );
});

test.run();
