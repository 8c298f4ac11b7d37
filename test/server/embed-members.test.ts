import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../src/contract/member/auth';
import * as web from '../../src/contract/site/web';
import * as messages from '../../src/contract/support/messages';
import { removeOrigin } from '../../src/server/partners/change-partner';
import { applyPartners } from '../../src/server/partners/follow-partners';
import { ask, askSigned, call, env, mint, otherSecret, secondShop, shop } from './support/embed';
import { addMember, codeFor, newestTo, password } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { desk } from './support/wallet';

const test = suite<{ gateway: TestGateway }>('customers of a partner become members');
test.before(async (the) => {
  the.gateway = await openGateway({ env });
});
test.after(({ gateway }) => gateway.close());
test.before.each(({ gateway }) => {
  gateway.clock.ahead = 0;
});

const act = (gateway: TestGateway, act: string, member: string, more: object = {}) =>
  askSigned(gateway, 'members', {
    act,
    member,
    ...(/^(link|create)$/.test(act) && { origin: shop }),
    ...more,
  });
const requestOf = (url: string) => new URL(url.replace('/#/', '/')).searchParams.get('request')!;

/** A member agrees to what a customer of the shop was led to; answers what their browser brings back. */
async function agreed(gateway: TestGateway, customer: string, more: object = {}) {
  const { connectUrl } = await ask(gateway, { member: customer, ...more });
  const member = await addMember(gateway);
  const here = await gateway.signIn(member.id);
  const { body } = await gateway.send(web.connectPartner, { request: requestOf(connectUrl) }, here);
  const url = new URL(body.returnTo);
  return { member, here, url, code: url.searchParams.get('cloudphone_code')! };
}

test('a customer who is not connected gets no token but a link, agrees on our own origin, and has one', async ({
  gateway,
}) => {
  const refused = await ask(gateway, { member: 'cust-1' });
  assert.is(refused.error, 'member_not_linked');
  assert.match(
    refused.connectUrl,
    `${new URL(gateway.settings.publicUrl).origin}/#/pages/mine/connectPartner?request=`,
  );
  const request = requestOf(refused.connectUrl);
  const member = await addMember(gateway);
  const here = await gateway.signIn(member.id);

  const before = (await gateway.send(web.partnerConnection, { request })).body;
  assert.equal([before.name, before.site, before.reference, before.features], ['The Shop', shop, '', []]);
  assert.is((await gateway.send(web.connectPartner, { request })).code, '510');
  const { body } = await gateway.send(web.partnerConnection, { request }, here);
  assert.equal([body.name, body.site, body.reference, body.linked], ['The Shop', shop, 'cust-1', false]);
  assert.ok(body.features.includes('wallet'));
  assert.is(
    (await ask(gateway, { member: 'cust-1' })).error,
    'member_not_linked',
    'reading the page connects nobody',
  );

  const codes = [];
  for (let times = 0; times < 2; times++) {
    const { returnTo } = (await gateway.send(web.connectPartner, { request }, here)).body;
    assert.match(returnTo, `${shop}/cp/connected?cloudphone_code=`);
    codes.push(new URL(returnTo).searchParams.get('cloudphone_code')!);
  }
  assert.is(
    (await ask(gateway, { member: 'cust-1' })).error,
    'member_not_linked',
    'agreeing alone connects nobody',
  );
  const [old = '', code = ''] = codes;
  assert.is((await act(gateway, 'connect', 'cust-1', { code: old })).error, 'code_refused');
  assert.equal((await act(gateway, 'connect', 'cust-1', { code })).data.linked, true);
  const token = await mint(gateway, { member: 'cust-1' });
  assert.is((await call(gateway, token, session.balance)).code, '1');
  const told = await gateway.send(messages.listMessages, {}, here);
  assert.match(JSON.stringify(told.body.items), 'The Shop may now show you');

  assert.is((await gateway.send(web.unlinkPartner, { partner: 'p_shop' }, here)).code, '1');
  assert.is((await call(gateway, token, session.balance)).code, '510');
  assert.is((await ask(gateway, { member: 'cust-1' })).error, 'member_not_linked');
});

test('a member allows a site some features: others are refused under their own code, and allowed later', async ({
  gateway,
}) => {
  const { connectUrl } = await ask(gateway, { member: 'a-cust-some' });
  const here = await gateway.signIn((await addMember(gateway)).id);
  /** The member allows these; the customer comes back. */
  const allow = async (url: string, features: string[]) => {
    const { body } = await gateway.send(web.connectPartner, { request: requestOf(url), features }, here);
    const code = new URL(body.returnTo).searchParams.get('cloudphone_code');
    assert.ok((await act(gateway, 'connect', 'a-cust-some', { code })).data.linked);
  };
  const read = async (url: string) =>
    (await gateway.send(web.partnerConnection, { request: requestOf(url) }, here)).body;
  await allow(connectUrl, ['wallet', 'notices']);
  const token = await mint(gateway, { member: 'a-cust-some' });
  const refused = await ask(gateway, { member: 'a-cust-some', feature: 'orders' });
  assert.equal([refused.status, refused.error], [403, 'feature_not_linked']);
  const { linked, asked, granted } = await read(refused.connectUrl);
  assert.equal([linked, asked, granted], [false, 'orders', ['wallet', 'notices']]);
  assert.is((await read(connectUrl)).linked, true);

  await allow(refused.connectUrl, ['orders', 'notices']);
  await mint(gateway, { member: 'a-cust-some', feature: 'orders' });
  assert.is((await call(gateway, token, session.balance)).code, '510', 'what is taken back ends at once');
  assert.is((await ask(gateway, { member: 'a-cust-some' })).error, 'feature_not_linked');
  const none = { request: requestOf(connectUrl), features: [] };
  assert.is((await gateway.send(web.connectPartner, none, here)).code, '5001');
});

test('a member whom the desk leads to a partner is asked, and connected only by their own yes', async ({
  gateway,
}) => {
  const [site] = gateway.settings.partners.find(({ id }) => id === 'p_shop')!.origins;
  const { id, username } = await addMember(gateway);
  const here = await gateway.signIn(id);
  const asked = await desk(gateway, 'partners/p_shop/ask', { account: username, reference: 'a-desk' });
  assert.is(asked.member, id);
  assert.is((await ask(gateway, { member: 'a-desk' })).error, 'member_not_linked');
  const [told] = (await gateway.send(messages.listMessages, {}, here)).body.items;
  assert.equal([told.title, told.read], ['A site asks to connect', false]);
  const request = new URLSearchParams(told.link.split('?')[1]).get('request')!;
  const { body } = await gateway.send(web.partnerConnection, { request }, here);
  assert.equal([body.name, body.site, body.reference], ['The Shop', site, 'a-desk']);
  const { returnTo } = (await gateway.send(web.connectPartner, { request }, here)).body;
  assert.match(returnTo, `${site}/cp/connected?`);
  const code = new URL(returnTo).searchParams.get('cloudphone_code');
  assert.ok((await act(gateway, 'connect', 'a-desk', { code })).data.linked);
  const again = (account: string, reference?: string) =>
    desk(gateway, 'partners/p_shop/ask', { account, reference });
  assert.is((await again(username)).message, 'The partner knows this member, or this reference, already');
  const other = await addMember(gateway);
  assert.is((await again(other.username, 'a-desk')).status, 409);
  assert.is(
    (await again(other.username, 'a-desk-other')).member,
    other.id,
    'a customer who is not connected',
  );
  assert.is((await again(randomUUID())).status, 409);
  assert.is((await desk(gateway, 'partners/p_nobody/ask', { account: username })).status, 409);
});

test('a member who declines goes back to the site, which learns that and nothing else', async ({
  gateway,
}) => {
  const { connectUrl } = await ask(gateway, { member: 'cust-no', returnTo: `${shop}/back?cart=1` });
  for (const as of [{}, await gateway.signIn((await addMember(gateway)).id)]) {
    const { body } = await gateway.send(web.declinePartner, { request: requestOf(connectUrl) }, as);
    assert.is(body.returnTo, `${shop}/back?cart=1&error=access_denied`);
  }
  assert.is((await ask(gateway, { member: 'cust-no' })).error, 'member_not_linked');
  const forged = await gateway.send(web.declinePartner, { request: 'nonsense' });
  assert.match(forged.message, /expired/);
});

const minute = 60_000;
const refusals: [
  string,
  (the: { gateway: TestGateway; code: string; url: URL }) => Promise<{ error?: string }>,
][] = [
  [
    'was used before',
    async ({ gateway, code }) => {
      assert.ok((await act(gateway, 'connect', 'cust-code', { code })).data.linked);
      assert.is((await act(gateway, 'unlink', 'cust-code')).data.linked, false);
      return act(gateway, 'connect', 'cust-code', { code });
    },
  ],
  [
    'another partner shows',
    ({ gateway, code }) =>
      askSigned(
        gateway,
        'members',
        { act: 'connect', member: 'cust-code', code },
        { partner: 'p_forum', secret: otherSecret },
      ),
  ],
  [
    'is shown for another customer, and after that for the right one',
    async ({ gateway, code }) => {
      const other = await act(gateway, 'connect', 'cust-victim', { code });
      assert.equal([other.status, other.error], [403, 'code_refused']);
      assert.match(other.message, 'Another customer');
      assert.is((await ask(gateway, { member: 'cust-victim' })).error, 'member_not_linked');
      return act(gateway, 'connect', 'cust-code', { code });
    },
  ],
  [
    'is shown too late',
    async ({ gateway, code }) => {
      gateway.clock.ahead = 5 * minute;
      return act(gateway, 'connect', 'cust-code', { code });
    },
  ],
  ['is none', ({ gateway }) => act(gateway, 'connect', 'cust-code', { code: 'x'.repeat(43) })],
];
for (const [what, show] of refusals)
  test(`a code that ${what} connects nobody`, async ({ gateway }) => {
    const { code, url } = await agreed(gateway, 'cust-code');
    assert.is((await show({ gateway, code, url })).error, 'code_refused');
    assert.is((await ask(gateway, { member: 'cust-code' })).error, 'member_not_linked');
  });

const forum = { partner: 'p_forum', secret: otherSecret };
const inForum = { feature: 'notices', origin: 'https://forum.example' };
/** A member, signed in, agrees to be that customer of the shop or the forum; answers the code. */
async function agreeAs(gateway: TestGateway, here: object, customer: string, at?: typeof forum) {
  const { connectUrl } = await ask(gateway, { member: customer, ...(at && inForum) }, at);
  const { body } = await gateway.send(web.connectPartner, { request: requestOf(connectUrl) }, here);
  assert.ok(body.returnTo, 'agreed');
  return new URL(body.returnTo).searchParams.get('cloudphone_code');
}
const inForumAct = (gateway: TestGateway, act: string, member: string, more: object = {}) =>
  askSigned(gateway, 'members', { act, member, ...more }, forum);

test('consent for one partner survives the end of another, and consent for it', async ({ gateway }) => {
  const here = await gateway.signIn((await addMember(gateway)).id);
  const shown = await agreeAs(gateway, here, 'both');
  const code = await agreeAs(gateway, here, 'both', forum);
  assert.ok((await act(gateway, 'connect', 'both', { code: shown })).data.linked);
  await gateway.send(web.unlinkPartner, { partner: 'p_shop' }, here);
  assert.ok((await inForumAct(gateway, 'connect', 'both', { code })).data?.linked);
  const again = await agreeAs(gateway, here, 'by another name');
  await gateway.send(web.unlinkPartner, { partner: 'p_forum' }, here);
  assert.ok((await act(gateway, 'connect', 'by another name', { code: again })).data.linked);
  const { items } = (await gateway.send(web.listPartners, {}, here)).body;
  assert.equal(
    items.map(({ id, reference }: { id: string; reference: string }) => [id, reference]),
    [['p_shop', 'by another name']],
  );
});

test('consent, its end or a read of one member leaves the codes and links of others unchanged', async ({
  gateway,
}) => {
  const [here, there] = await Promise.all(
    [1, 2].map(async () => gateway.signIn((await addMember(gateway)).id)),
  );
  assert.ok(here && there);
  const code = await agreeAs(gateway, there, 'a-neighbour');
  await agreeAs(gateway, here, 'a-me');
  await gateway.send(web.unlinkPartner, { partner: 'p_shop' }, here);
  await act(gateway, 'unlink', 'a-me');
  assert.ok((await act(gateway, 'connect', 'a-neighbour', { code })).data?.linked);
  assert.ok(
    (await act(gateway, 'connect', 'a-me', { code: await agreeAs(gateway, here, 'a-me') })).data.linked,
  );
  assert.is((await act(gateway, 'unlink', 'a-me')).data.linked, false);
  assert.equal((await gateway.send(web.listPartners, {}, here)).body.items, []);
  assert.is((await gateway.send(web.listPartners, {}, there)).body.items.length, 1);
});

test('a page says “connected” for this member with this partner, not for another or elsewhere', async ({
  gateway,
}) => {
  const [here, there] = await Promise.all(
    [1, 2].map(async () => gateway.signIn((await addMember(gateway)).id)),
  );
  assert.ok(here && there);
  const { connectUrl } = await ask(gateway, { member: 'a-same-name' });
  const request = requestOf(connectUrl);
  const linked = async (as: object) =>
    (await gateway.send(web.partnerConnection, { request }, as)).body.linked;
  const code = await agreeAs(gateway, here, 'a-same-name', forum);
  assert.ok((await inForumAct(gateway, 'connect', 'a-same-name', { code })).data.linked);
  assert.is(await linked(here), false, 'it is the forum that they are linked with');
  const shown = await agreeAs(gateway, there, 'a-same-name');
  assert.ok((await act(gateway, 'connect', 'a-same-name', { code: shown })).data.linked);
  assert.equal([await linked(here), await linked(there)], [false, true]);
});

test('a member whom one partner knows by a name is connected with another by another name', async ({
  gateway,
}) => {
  const here = await gateway.signIn((await addMember(gateway)).id);
  const code = await agreeAs(gateway, here, 'forum-name', forum);
  assert.ok((await inForumAct(gateway, 'connect', 'forum-name', { code })).data.linked);
  const shown = await agreeAs(gateway, here, 'a-shop-name');
  assert.ok((await act(gateway, 'connect', 'a-shop-name', { code: shown })).data.linked);
  assert.is((await inForumAct(gateway, 'unlink', 'forum-name')).data.linked, false);
  assert.is((await ask(gateway, { member: 'a-shop-name' })).code, 0);
});

test('of two that show a code at the same time one connects', async ({ gateway }) => {
  const { code } = await agreed(gateway, 'at-once');
  const both = await Promise.all([1, 2].map(() => act(gateway, 'connect', 'at-once', { code })));
  assert.equal(both.map(({ error }) => error).sort(), ['code_refused', undefined]);
});

test('of two members who agreed to be the same customer the first is connected, and the partner learns why', async ({
  gateway,
}) => {
  const [first, second] = [await agreed(gateway, 'a-raced'), await agreed(gateway, 'a-raced')];
  assert.ok((await act(gateway, 'connect', 'a-raced', { code: first.code })).data.linked);
  const late = await act(gateway, 'connect', 'a-raced', { code: second.code });
  assert.equal([late.status, late.error], [409, 'reference_taken']);
  assert.match(late.message, 'a-raced');
  assert.equal((await gateway.send(web.listPartners, {}, second.here)).body.items, []);
});

test('a page of another site learns nothing of a customer who is connected', async ({ gateway }) => {
  const { code } = await agreed(gateway, 'a-there');
  assert.ok((await act(gateway, 'connect', 'a-there', { code })).data.linked);
  const origin = 'https://evil.example';
  const contact = 'there@example.com';
  for (const asked of [
    await act(gateway, 'link', 'a-there', { origin }),
    await act(gateway, 'create', 'a-there', { origin, contact }),
  ])
    assert.equal([asked.error, asked.data], ['origin_not_allowed', undefined]);
});

test('a member who ends it before the code is shown, or is locked, is not connected', async ({ gateway }) => {
  const ended = await agreed(gateway, 'cust-ended');
  await gateway.send(web.unlinkPartner, { partner: 'p_shop' }, ended.here);
  assert.is((await act(gateway, 'connect', 'cust-ended', ended)).error, 'request_invalid');
  assert.is((await act(gateway, 'connect', 'cust-ended', { code: ended.code })).error, 'code_refused');
  const locked = await agreed(gateway, 'cust-locked');
  await gateway.db.run
    .updateTable('member')
    .set({ locked_at: new Date() })
    .where('id', '=', locked.member.id)
    .execute();
  assert.is((await act(gateway, 'connect', 'cust-locked', { code: locked.code })).error, 'code_refused');
});

test('the customer goes on at an address of the partner’s, with what was in it, and nowhere else', async ({
  gateway,
}) => {
  const { url } = await agreed(gateway, 'cust-back', { returnTo: `${secondShop}/back?from=mail#top` });
  assert.is(`${url.origin}${url.pathname}${url.hash}`, `${secondShop}/back#top`);
  assert.equal([...url.searchParams.keys()], ['from', 'cloudphone_code']);
  const elsewhere = await act(gateway, 'link', 'cust-back', { origin: 'https://evil.example' });
  assert.is(elsewhere.error, 'origin_not_allowed');
  for (const [returnTo, error] of [
    ['https://evil.example/back', 'origin_not_allowed'],
    [`${shop}.evil.example/`, 'origin_not_allowed'],
    ['javascript:alert(1)', 'origin_not_allowed'],
    ['/back', 'request_invalid'],
  ]) {
    assert.is((await ask(gateway, { member: 'cust-back', returnTo })).error, error, returnTo);
    assert.is((await act(gateway, 'link', 'cust-back', { returnTo })).error, error, returnTo);
  }
});

test('a link that was changed, is too old, or names a customer who is somebody else by now connects nobody', async ({
  gateway,
}) => {
  const { connectUrl } = await ask(gateway, { member: 'cust-2' });
  const request = requestOf(connectUrl);
  const [ann, ben] = [await addMember(gateway), await addMember(gateway)];
  const [here, there] = [await gateway.signIn(ann.id), await gateway.signIn(ben.id)];
  const [text = '', seal] = request.split('.');
  const other = Buffer.from(Buffer.from(text, 'base64url').toString().replace('cust-2', 'cust-9')).toString(
    'base64url',
  );
  for (const wrong of [`${other}.${seal}`, `${text}.x`, 'nonsense'])
    assert.match(
      (await gateway.send(web.connectPartner, { request: wrong }, here)).message,
      /expired/,
      wrong,
    );
  const { returnTo } = (await gateway.send(web.connectPartner, { request }, here)).body;
  const code = new URL(returnTo).searchParams.get('cloudphone_code');
  assert.ok((await act(gateway, 'connect', 'cust-2', { code })).data.linked);
  assert.is((await gateway.send(web.connectPartner, { request }, there)).code === '1', false);
  gateway.clock.ahead = 1_801_000;
  const late = await gateway.signIn(ben.id);
  assert.match((await gateway.send(web.partnerConnection, { request }, late)).message, 'expired');
});

test('a link leads nowhere once its partner is gone, or its site was taken away', async () => {
  const gateway = await openGateway({ env });
  const { db, settings } = gateway;
  const { connectUrl } = await ask(gateway, { member: 'cust-left' });
  const request = requestOf(connectUrl);
  const here = await gateway.signIn((await addMember(gateway)).id);
  const led = [web.partnerConnection, web.connectPartner, web.declinePartner];
  const answers = async () => {
    const replies = await Promise.all(led.map((call) => gateway.send(call, { request }, here)));
    return replies.map(({ code, message }) => (code === '1' ? 'done' : message.slice(0, 21)));
  };
  const expired = 'This link has expired';
  assert.equal(await answers(), ['done', 'done', 'done']);
  settings.partners = settings.partners.filter(({ id }) => id !== 'p_shop');
  assert.equal(await answers(), [expired, expired, expired], 'the partner is gone');
  await db.tx((tx) => removeOrigin(tx, 'p_shop', { mode: 'live', origin: shop }));
  await applyPartners(db, settings, Date.now());
  assert.equal(await answers(), [expired, expired, expired], 'the site is gone');
  await gateway.close();
});

test('a partner makes an account for a customer who has none: once, and its owner alone sets the password', async ({
  gateway,
}) => {
  const contact = 'new-customer@example.com';
  const made = await act(gateway, 'create', 'cust-3', { contact });
  assert.equal([made.data.linked, made.data.created], [true, true]);
  assert.equal([(await act(gateway, 'create', 'cust-3', { contact })).data.created], [false]);
  assert.match((await newestTo(gateway, contact))!, 'The Shop has opened a Cloudphone account for you');
  assert.is((await call(gateway, await mint(gateway, { member: 'cust-3' }), session.balance)).code, '1');
  const code = await codeFor(gateway, 'reset', contact);
  const form = { contact, code, password, confirm: password };
  assert.is((await gateway.send(session.resetPassword, form)).code, '1');
  assert.is((await gateway.send(session.login, { account: contact, password, agreed: true })).code, '1');
});

test('no partner links an existing account, or learns whose it is, by naming a contact', async ({
  gateway,
}) => {
  const contact = 'has-one@example.com';
  await addMember(gateway, { email: contact });
  const refused = await act(gateway, 'create', 'cust-4', { contact });
  assert.equal([refused.status, refused.error], [409, 'member_exists']);
  assert.match(refused.connectUrl, 'connectPartner');
  assert.is((await ask(gateway, { member: 'cust-4' })).error, 'member_not_linked');
  const link = await act(gateway, 'link', 'cust-4');
  assert.is(link.data.linked, false);
  assert.match(link.data.connectUrl, 'connectPartner');
});

test('a partner lists its own links, page by page, and ends them; one that is not there is no mistake', async ({
  gateway,
}) => {
  for (const name of ['cust-5', 'cust-6', 'cust-7'])
    assert.ok((await act(gateway, 'create', name, { contact: `${name}@example.com` })).data.created);
  const first = await askSigned(gateway, 'members', { act: 'list', from: 'cust-4', pageSize: 2 });
  assert.equal(
    first.data.items.map(({ member }: { member: string }) => member),
    ['cust-5', 'cust-6'],
  );
  const next = await askSigned(gateway, 'members', { act: 'list', from: first.data.next, pageSize: 2 });
  assert.equal(
    next.data.items.map(({ member }: { member: string }) => member),
    ['cust-7'],
  );
  assert.equal((await askSigned(gateway, 'members', { act: 'list', from: 'cust-4' }, forum)).data.items, []);

  const token = await mint(gateway, { member: 'cust-5' });
  for (let times = 0; times < 2; times++)
    assert.is((await act(gateway, 'unlink', 'cust-5')).data.linked, false);
  assert.is((await call(gateway, token, session.balance)).code, '510');
});

const wrong: [string, string, object][] = [
  [
    'for a page that is not the partner’s',
    'origin_not_allowed',
    { act: 'link', member: 'x', origin: 'https://evil.example' },
  ],
  ['to do what there is not', 'request_invalid', { act: 'merge', member: 'x' }],
  [
    'with a contact that is none',
    'request_invalid',
    { act: 'create', member: 'x', origin: shop, contact: 'nobody' },
  ],
  [
    'to create somebody with an address that a mailer reads as another',
    'request_invalid',
    { act: 'create', member: 'x', origin: shop, contact: 'a<victim@example.com>' },
  ],
];
for (const [what, error, input] of wrong)
  test(`nothing is done for a request ${what}`, async ({ gateway }) => {
    const answer = await askSigned(gateway, 'members', input);
    assert.is(answer.error, error);
    assert.ok(answer.message);
  });

test('two keys are good side by side, and the desk sees when each was used', async () => {
  const keys = [
    { kid: 'old', secret: 'the-old-secret-of-the-shop-32-characters' },
    { kid: 'new', secret: 'the-new-secret-of-the-shop-32-characters' },
  ];
  const gateway = await openGateway({
    env: { PARTNERS: JSON.stringify([{ id: 'p_shop', name: 'Shop', keys, origins: [shop] }]) },
  });
  for (const { secret } of keys)
    assert.is((await askSigned(gateway, 'members', { act: 'list' }, { secret })).code, 0);
  assert.is((await askSigned(gateway, 'members', { act: 'list' })).error, 'signature_wrong');
  const desk = await fetch(`${gateway.url}/operator/partners`, {
    headers: { authorization: 'Bearer dev-operator-token' },
  });
  const [partner] = ((await desk.json()) as any).items;
  assert.equal(
    partner.keys.map(({ kid }: { kid: string }) => kid),
    ['old', 'new'],
  );
  assert.ok(
    partner.keys.every(
      ({ lastUsedAt }: { lastUsedAt: string }) => Date.parse(lastUsedAt) > Date.now() - 120_000,
    ),
  );
  assert.not.match(JSON.stringify(partner), 'secret-of');
  await gateway.close();
});

test.run();
