import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as v from 'valibot';
import { mostWebhooks, type PartnerMode } from '../../src/contract/embed/partners';
import * as session from '../../src/contract/member/auth';
import { logCalls } from '../../src/server/console/logs';
import { findPerson, openSession } from '../../src/server/console/session';
import { testRecords } from '../../src/server/console/test-records';
import { sendWaiting } from '../../src/server/embed/backlog';
import type { ChallengeRow } from '../../src/server/embed/challenges';
import { isOpen } from '../../src/server/embed/challenges';
import { cancel, confirm, sendCode } from '../../src/server/embed/confirm';
import { agree, redeemCode } from '../../src/server/embed/connection-codes';
import { connectUrlOf, readConnection } from '../../src/server/embed/connections';
import { linkedPartnerHandlers } from '../../src/server/embed/linked-partners';
import { endLink, endLinksOf } from '../../src/server/embed/links';
import {
  askToConnect,
  disablePartner,
  enablePartner,
  listPartners,
  unlinkMember,
} from '../../src/server/embed/manage-partners';
import { addWebhook, changeWebhook, listWebhooks, setWebhook } from '../../src/server/embed/manage-webhooks';
import { oncePerKey } from '../../src/server/embed/once-per-key';
import { previewToken } from '../../src/server/embed/preview';
import { sendWebhook } from '../../src/server/embed/send-webhooks';
import { isDisabled, memberOf } from '../../src/server/embed/state';
import { endTokens, findToken, issueToken, revokeToken } from '../../src/server/embed/tokens';
import { tellPartner, webhookSeal } from '../../src/server/embed/webhooks';
import type { Endpoint } from '../../src/server/http/endpoint';
import type { Job } from '../../src/server/jobs/jobs';
import type { RequestContext } from '../../src/server/kernel/context';
import type { Gateway } from '../../src/server/kernel/gateway';
import { seal } from '../../src/server/kernel/seal';
import { sha256 } from '../../src/server/kernel/sha256';
import { addKey, removeOrigin, setLogo } from '../../src/server/partners/change-partner';
import { changePerson } from '../../src/server/partners/people';
import { keySeal } from '../../src/server/partners/records';
import { asksPayPassword } from '../../src/server/pay-password/proof';
import type { Settings } from '../../src/server/settings/settings';
import { answering } from './support/answering';
import { addBystander, rowsOf } from './support/bystander';
import { askSigned, env } from './support/embed';
import { addMember, cheapPasswords } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';

const test = suite<{ gateway: TestGateway }>('what a partner’s rows allow');
test.before(async (context) => {
  context.gateway = await openGateway({ env });
});
test.after(({ gateway }) => gateway.close());

const now = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number) => new Date(now + ms);
const keyOf = async (doing: Promise<unknown>) =>
  doing.then(
    () => '',
    (error) => error.error ?? error.key ?? String(error),
  );
const newMember = async (gateway: TestGateway, values: object = {}) =>
  (await addMember(gateway, { email: `${randomUUID().slice(0, 8)}@rows.example`, ...values })).id;

const contextOf = (gateway: TestGateway, member: string, when = now) =>
  ({
    ...gateway,
    member,
    now: when,
    locale: 'en',
    device: {},
    appid: 'h5',
    ip: '127.0.0.1',
    fileSecret: 'secret',
  }) as unknown as RequestContext;

/** A call of a member that was prepared and waits for two minutes, unless said. */
async function addChallenge(gateway: TestGateway, member: string, values: Partial<ChallengeRow> = {}) {
  const row = {
    hash: randomUUID(),
    member,
    partner: 'p_shop',
    site: 'https://shop.example',
    call: session.balance.path,
    data: '{}',
    attempts: 0,
    expires_at: at(120_000),
    answer: null,
    ...values,
  };
  await addRows(gateway, 'challenge', [row]);
  return challengeOf(gateway, row.hash);
}
const challengeOf = ({ db }: TestGateway, hash: string) =>
  db.run.selectFrom('challenge').selectAll().where('hash', '=', hash).executeTakeFirstOrThrow();

/** The result of a confirmation, with a call that counts how often it runs. */
function counting() {
  const made = { times: 0 };
  const handler = async () => ({ times: ++made.times });
  return { made, endpoint: { call: session.balance, rules: v.object({}), handler } as unknown as Endpoint };
}

test('a challenge waits until its last moment, and not once it was answered', () => {
  const open = (values: object) =>
    isOpen({ answer: null, expires_at: at(1), ...values } as ChallengeRow, now);
  assert.equal([open({}), open({ expires_at: at(0) }), open({ answer: '{}' })], [true, false, false]);
});

test('a challenge takes five guesses, of its own and nobody else’s', async ({ gateway }) => {
  const member = await newMember(gateway);
  const { made, endpoint } = counting();
  const ctx = contextOf(gateway, member);
  const tried = (row: ChallengeRow) => keyOf(confirm(endpoint, row, { code: '000000' }, ctx));
  const [row, other] = [await addChallenge(gateway, member), await addChallenge(gateway, member)];
  for (let guess = 1; guess <= 5; guess++) assert.not.match(await tried(row), /challenge/);
  assert.is(await tried(row), 'challengeGuessed');
  assert.equal([(await challengeOf(gateway, row.hash)).attempts, made.times], [5, 0]);
  assert.is((await challengeOf(gateway, other.hash)).attempts, 0);
  const over = await addChallenge(gateway, member, { expires_at: at(0) });
  assert.is(await tried(over), 'challengeEnded');
  const none = { ...over, hash: randomUUID(), expires_at: at(1) };
  assert.is(await tried(none), 'challengeEnded', 'it was canceled meanwhile');
  const late = await addChallenge(gateway, member, { expires_at: at(0) });
  assert.is(await tried({ ...late, expires_at: at(1) }), 'challengeEnded', 'the database says when it ends');
});

test('a confirmed action runs once, even if a second request assumes otherwise', async ({ gateway }) => {
  const member = await newMember(gateway);
  const { made, endpoint } = counting();
  const ctx = {
    ...contextOf(gateway, member),
    settings: { ...gateway.settings, payPasswordFrom: undefined },
  };
  const row = await addChallenge(gateway, member);
  const other = await addChallenge(gateway, member);
  const given = { password: 'secret2026' };
  const through = { ...ctx, passwords: cheapPasswords };
  assert.is(await keyOf(confirm(endpoint, row, given, through as RequestContext)), '');
  assert.equal([made.times, (await challengeOf(gateway, row.hash)).answer], [1, '{"times":1}']);
  assert.is((await challengeOf(gateway, other.hash)).answer, null);
  assert.is(await keyOf(confirm(endpoint, row, given, through as RequestContext)), '');
  assert.is(await keyOf(confirm(endpoint, await challengeOf(gateway, row.hash), {}, ctx)), '');
  assert.is(made.times, 1);
});

test('a member who proves nothing confirms nothing, and learns which proof is missing', async ({
  gateway,
}) => {
  const { made, endpoint } = counting();
  const asked = { ...gateway.settings, payPasswordFrom: 0 };
  const [member, guarded] = [await newMember(gateway), await newMember(gateway)];
  await addRows(gateway, 'pay_password', [{ member: guarded, guarded_until: null, trusted: null }]);
  const of = (who: string, settings: Settings = asked) =>
    ({ ...contextOf(gateway, who), settings }) as RequestContext;
  const why = async (who: string, given: object) =>
    keyOf(confirm(endpoint, await addChallenge(gateway, who), given, of(who)));
  assert.is(await why(guarded, { password: 'secret2026' }), 'payPassword');
  assert.is(await why(member, {}), 'secretMissing');
  assert.is(await why(await newMember(gateway, { email: null }), { code: '123456' }), 'secretMissing');
  assert.is(made.times, 0);
  assert.equal([await asksPayPassword(of(guarded)), await asksPayPassword(of(member))], [true, false]);
  const never = { ...asked, payPasswordFrom: undefined };
  assert.is(await asksPayPassword(of(guarded, never)), false);
});

test('a code goes to who has a contact, while the challenge is open, once a minute', async ({ gateway }) => {
  const about = { title: 'Withdraw', button: 'Now', lines: [] };
  const send = async (member: string, values: object = {}, when = now) =>
    keyOf(sendCode(await addChallenge(gateway, member, values), about, contextOf(gateway, member, when)));
  const member = await newMember(gateway);
  assert.is(await send(await newMember(gateway, { email: null })), 'challengeEnded');
  assert.is(await send(member, { expires_at: at(0) }), 'challengeEnded');
  assert.is(await send(member, { answer: '{}' }), 'challengeEnded');
  assert.is(await send(member), '');
  assert.is(await send(member), 'waitForCode');
  assert.is(await send(await newMember(gateway)), '', 'another member is not held up');
  assert.is(await send(member, {}, now + 61_000), '');
});

test('a challenge that is canceled is gone, one that was confirmed is not, and others stay', async ({
  gateway,
}) => {
  const member = await newMember(gateway);
  const ctx = contextOf(gateway, member);
  const [open, other] = [await addChallenge(gateway, member), await addChallenge(gateway, member)];
  const answered = await addChallenge(gateway, member, { answer: '{}' });
  assert.equal(
    [await cancel(open, ctx), await cancel(open, ctx), await cancel(answered, ctx)],
    ['cancelled', 'cancelled', 'done'],
  );
  const left = await gateway.db.run
    .selectFrom('challenge')
    .select('hash')
    .where('member', '=', member)
    .execute();
  assert.equal(left.map(({ hash }) => hash).sort(), [other.hash, answered.hash].sort());
});

const wallet = { feature: 'wallet', scopes: ['wallet:read'], origin: 'https://shop.example' } as const;
const issue = ({ db }: TestGateway, member: string, partner = 'p_shop', ttl = 60) =>
  issueToken(db.run, { ...wallet, scopes: ['wallet:read'], partner, member }, ttl, now);

test('a token names its member until it ends, and ends by itself, with its partner or its member', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  const [member, other] = [await newMember(gateway), await newMember(gateway)];
  const find = async (tokens: string[], when = now) =>
    Promise.all(tokens.map(async (token) => (await findToken(run, token, when))?.member));
  const tokens = [
    await issue(gateway, member),
    await issue(gateway, member, 'p_forum'),
    await issue(gateway, other),
  ];
  const [first = '', second = ''] = tokens;
  assert.equal(await find(tokens), [member, member, other]);
  assert.equal(await find([first], now + 59_999), [member]);
  assert.equal(await find([first], now + 60_000), [undefined]);
  assert.equal(await find([`${first}x`]), [undefined]);
  const waiting = await addChallenge(gateway, member, { partner: 'p_forum' });
  const done = await addChallenge(gateway, member, { partner: 'p_forum', answer: '{}' });
  const others = await addChallenge(gateway, other, { partner: 'p_forum' });
  await endTokens(run, {});
  assert.equal(await find(tokens), [member, member, other]);
  await endTokens(run, { member, partner: 'p_forum' });
  assert.equal(await find(tokens), [member, undefined, other]);
  const left = await run
    .selectFrom('challenge')
    .select('hash')
    .where('hash', 'in', [waiting.hash, done.hash, others.hash])
    .execute();
  assert.equal(left.map(({ hash }) => hash).sort(), [done.hash, others.hash].sort());
  await revokeToken(run, second);
  await revokeToken(run, first);
  assert.equal(await find(tokens), [undefined, undefined, other]);
  const again = [await issue(gateway, member), tokens[2] ?? ''];
  await endTokens(run, { member });
  assert.equal(await find(again), [undefined, other]);
});

test('a link ends for one member with one partner, and nothing of anybody else', async ({ gateway }) => {
  const { db } = gateway;
  const bystander = await addBystander(gateway);
  const token = await issue(gateway, bystander.id);
  const before = await rowsOf(gateway, bystander.id);
  const member = await newMember(gateway);
  const link = async (partner: string) => {
    await addRows(gateway, 'partner_member', [{ partner, reference: member, member }]);
    await addRows(gateway, 'connection_code', [{ partner, reference: member, member, locale: 'en' }]);
  };
  const left = async () => {
    const of = (table: 'partner_member' | 'connection_code') =>
      db.run.selectFrom(table).select('partner').where('member', '=', member).orderBy('partner').execute();
    const all = [await of('partner_member'), await of('connection_code')];
    return all.map((rows) => rows.map(({ partner }) => partner).join());
  };
  await link('p_shop');
  await link('p_forum');
  const end = (by: { partner: string; reference?: string; member?: string }) =>
    db.tx((tx) => endLink(tx, by, now));
  assert.is(await end({ partner: 'p_shop', reference: 'nobody' }), false);
  assert.equal(await left(), ['p_forum,p_shop', 'p_forum,p_shop']);
  assert.is(await end({ partner: 'p_shop', reference: member }), true);
  assert.equal(await left(), ['p_forum', 'p_forum']);
  await link('p_shop');
  await db.tx((tx) => endLinksOf(tx, member, now));
  assert.equal(await left(), ['', '']);
  assert.equal(await rowsOf(gateway, bystander.id), before);
  assert.is((await findToken(db.run, token, now))?.member, bystander.id);
});

test('a partner is switched off and on alone, and its reference names the member who is not locked', async ({
  gateway,
}) => {
  const { run } = gateway.db;
  const deps = { ...gateway, fileSecret: 'a-secret', now: () => now };
  const { id: member, username } = await addMember(gateway);
  const name = `c${randomUUID().slice(0, 6)}`;
  assert.is(await keyOf(askToConnect(deps, 'p_none', { account: username })), 'partnerMissing');
  assert.is(await keyOf(askToConnect(deps, 'p_shop', { account: randomUUID() })), 'memberMissing');
  assert.is((await askToConnect(deps, 'p_shop', { account: username, reference: name })).member, member);
  await addRows(gateway, 'partner_member', [
    { partner: 'p_shop', reference: name, member, at: at(0), features: null },
  ]);
  assert.is(await keyOf(askToConnect(deps, 'p_shop', { account: username })), 'partnerLinked');
  assert.is((await askToConnect(deps, 'p_forum', { account: username })).reference, username);
  assert.equal(
    [
      await memberOf(run, 'p_shop', name),
      await memberOf(run, 'p_forum', name),
      await memberOf(run, 'p_shop', 'x'),
    ],
    [member, undefined, undefined],
  );
  await run
    .updateTable('member')
    .set({ locked_at: at(0) })
    .where('id', '=', member)
    .execute();
  assert.is(await memberOf(run, 'p_shop', name), undefined);

  await addRows(gateway, 'partner_key_use', [
    { partner: 'p_shop', kid: 'secret', used_at: at(0) },
    { partner: 'p_forum', kid: 'other', used_at: at(1000) },
  ]);
  assert.is(await keyOf(disablePartner(deps, 'p_none')), 'partnerMissing');
  const token = await issue(gateway, await newMember(gateway), 'p_forum');
  await disablePartner(deps, 'p_shop');
  await disablePartner(deps, 'p_shop');
  assert.equal([await isDisabled(run, 'p_shop'), await isDisabled(run, 'p_forum')], [true, false]);
  assert.ok(await findToken(run, token, now));
  const listed = await listPartners(deps);
  const { count } = await run
    .selectFrom('partner_member')
    .select((is) => is.fn.countAll<string>().as('count'))
    .where('partner', '=', 'p_forum')
    .executeTakeFirstOrThrow();
  assert.equal(
    listed.map(({ id, enabled, keys }) => [id, enabled, keys.map(({ lastUsedAt }) => lastUsedAt)]),
    [
      ['p_shop', false, [at(0).toISOString()]],
      ['p_forum', true, [undefined]],
    ],
  );
  assert.is(listed[1]?.members, Number(count));
  await disablePartner(deps, 'p_forum');
  await enablePartner(deps, 'p_shop');
  assert.equal([await isDisabled(run, 'p_shop'), await isDisabled(run, 'p_forum')], [false, true]);
  await enablePartner(deps, 'p_forum');
  assert.is(await keyOf(enablePartner(deps, 'p_none')), 'partnerMissing');
  assert.is(await keyOf(unlinkMember(deps, 'p_shop', 'nobody')), 'memberMissing');
  assert.is(await keyOf(unlinkMember(deps, 'p_shop', name)), '');
  assert.is(await keyOf(unlinkMember(deps, 'p_none', name)), 'partnerMissing');
});

test('a code connects its own partner’s customer, within its time, unless the member is locked', async ({
  gateway,
}) => {
  const [shop, forum] = gateway.settings.partners;
  const told: string[] = [];
  const deps = {
    ...gateway,
    now: () => now,
    tell: async (_: unknown, member: string) => void told.push(member),
  };
  const redeem = async (values: object, shown: object = {}, partner = shop!, memberValues: object = {}) => {
    const member = await newMember(gateway, memberValues);
    const code = randomUUID();
    const row = { hash: sha256(code), partner: 'p_shop', reference: member, member, locale: 'en' };
    await addRows(gateway, 'connection_code', [{ ...row, expires_at: at(1), ...values }]);
    const given = { member, code, ...shown };
    const why = await redeemCode(partner, given, deps as never).then(
      () => 'linked',
      (error) => error.message,
    );
    return [why.replace(/[:,].*/, ''), told.includes(member)];
  };
  assert.equal(await redeem({}), ['linked', true]);
  assert.equal(await redeem({ expires_at: at(0) }), ['The code is older than 5 minutes', false]);
  assert.equal(await redeem({}, { code: randomUUID() }), ['There is no such code', false]);
  assert.equal(await redeem({}, {}, forum), ['There is no such code', false]);
  assert.equal(await redeem({}, { member: 'x' }), ['Another customer began this', false]);
  assert.equal(await redeem({}, {}, shop, { locked_at: at(0) }), ['There is no such code', false]);
});

test('the page of consent is found again for half an hour, by its own seal', async ({ gateway }) => {
  const [shop] = gateway.settings.partners;
  const deps = { settings: gateway.settings, fileSecret: 'secret', now: () => now };
  const url = connectUrlOf(deps, shop!, { member: 'c-1', origin: 'https://shop.example' });
  const request = new URLSearchParams(url.split('?')[1]).get('request') ?? '';
  const connection = {
    partner: 'p_shop',
    reference: 'c-1',
    site: 'https://shop.example',
    returnTo: 'https://shop.example/cp/connected',
  };
  assert.equal(readConnection('secret', request, now + 1_799_999), connection);
  assert.is(readConnection('secret', request, now + 1_800_000), undefined);
  assert.is(readConnection('other', request, now), undefined);
  assert.is(readConnection('secret', `${request}x`, now), undefined);
  assert.is(readConnection('secret', request.slice(0, -1), now), undefined);
  const away = { member: 'c-1', origin: 'https://shop.example', returnTo: 'https://evil.example/x' };
  assert.throws(() => connectUrlOf(deps, shop!, away), /not at one of the partner/);
});

test('a member’s consent replaces the earlier one for this partner only', async ({ gateway }) => {
  const [member, other] = [await newMember(gateway), await newMember(gateway)];
  const connection = (reference: string) => ({
    partner: 'p_shop',
    reference,
    site: 'https://shop.example',
    returnTo: 'https://shop.example/cp/connected?a=1',
  });
  const code = (values: object) => ({ hash: randomUUID(), locale: 'en', expires_at: at(1000), ...values });
  await addRows(gateway, 'connection_code', [
    code({ partner: 'p_shop', reference: 'r', member }),
    code({ partner: 'p_forum', reference: 'r', member }),
    code({ partner: 'p_shop', reference: 'o', member: other }),
  ]);
  const url = new URL(
    await agree(connection(member), { name: 'Shop', features: ['wallet'] }, contextOf(gateway, member)),
  );
  assert.equal([url.searchParams.get('a'), url.origin], ['1', 'https://shop.example']);
  const left = await gateway.db.run
    .selectFrom('connection_code')
    .select(['partner', 'reference', 'hash', 'expires_at'])
    .where('member', 'in', [member, other])
    .orderBy('partner')
    .orderBy('reference')
    .execute();
  assert.equal(
    left.map(({ partner, reference }) => `${partner} ${reference}`).sort(),
    ['p_forum r', `p_shop ${member}`, 'p_shop o'].sort(),
  );
  const made = left.find(({ hash }) => hash === sha256(url.searchParams.get('cloudphone_code') ?? ''));
  assert.equal(made?.expires_at, at(300_000));
  const again = (reference: string, who: string) =>
    keyOf(agree(connection(reference), { name: 'Shop', features: ['wallet'] }, contextOf(gateway, who)));
  await addRows(gateway, 'partner_member', [
    { partner: 'p_shop', reference: member, member },
    { partner: 'p_forum', reference: 'taken', member: other },
  ]);
  assert.is(await again(member, member), '', 'it is so already');
  assert.equal([await again('else', member), await again(member, other)], ['partnerLinked', 'partnerLinked']);
  assert.is(await again('taken', other), '', 'a name that another partner uses');
  await addRows(gateway, 'partner_disabled', [{ partner: 'p_shop' }]);
  assert.is(await again(member, member), 'partnerMissing');
  await gateway.db.run.deleteFrom('partner_disabled').where('partner', '=', 'p_shop').execute();
});

test('the page of consent says whether this member is connected with this partner by this name', async ({
  gateway,
}) => {
  const [shop] = gateway.settings.partners;
  const [member, other] = [await newMember(gateway), await newMember(gateway)];
  const deps = { settings: gateway.settings, fileSecret: 'secret', now: () => now };
  const isLinked = async (who: string, reference: string) => {
    const url = connectUrlOf(deps, shop!, { member: reference, origin: 'https://shop.example' });
    const request = new URLSearchParams(url.split('?')[1]).get('request') ?? '';
    return (await linkedPartnerHandlers.partnerConnection({ request } as never, contextOf(gateway, who)))
      .linked;
  };
  const name = randomUUID();
  await addRows(gateway, 'partner_member', [
    { partner: 'p_forum', reference: randomUUID(), member },
    { partner: 'p_shop', reference: name, member },
    { partner: 'p_forum', reference: name, member: other },
  ]);
  assert.equal(
    [await isLinked(member, name), await isLinked(member, 'else'), await isLinked(other, name)],
    [true, false, false],
  );
});

test('a partner lists its own customers, page by page, in the order of their names', async ({ gateway }) => {
  const names = ['zz-1', 'zz-2', 'zz-3'];
  const rows = await Promise.all(
    names.map(async (reference) => ({ partner: 'p_shop', reference, member: await newMember(gateway) })),
  );
  await addRows(gateway, 'partner_member', [
    ...rows,
    { partner: 'p_forum', reference: 'zz-25', member: await newMember(gateway) },
  ]);
  const page = async (from: string, pageSize: number) => {
    const { data } = await askSigned(gateway, 'members', { act: 'list', from, pageSize });
    return [data.items.map(({ member }: { member: string }) => member), data.next];
  };
  assert.equal(await page('zz', 2), [['zz-1', 'zz-2'], 'zz-2']);
  assert.equal(await page('zz-2', 2), [['zz-3'], undefined]);
  assert.equal(await page('zz', 3), [names, undefined]);
});

test('a key of a partner does its work once; another body, or one that is at work, is refused', async ({
  gateway,
}) => {
  const clock = { now };
  const deps = { db: gateway.db, now: () => clock.now };
  let times = 0;
  const key = randomUUID();
  const again = (more: object = {}, work: () => Promise<object> = async () => ({ times: ++times })) => {
    const { input = { a: 1 }, ...about } = more as { input?: object };
    return oncePerKey(deps, { partner: 'p_shop', path: 'members', key, ...about }, input, work).catch(
      (error) => error.error,
    );
  };
  assert.equal(await again(), { times: 1 });
  assert.equal(await again(), { times: 1 });
  assert.is(await again({ input: { a: 2 } }), 'idempotency_key_reused');
  assert.equal(await again({ partner: 'p_forum' }), { times: 2 });
  assert.equal(await again({ path: 'tokens' }), { times: 3 });
  assert.equal(await again({ key: randomUUID() }), { times: 4 });
  assert.equal(
    [await again({ key: '' }), await again({ key: 'a b' })],
    ['request_invalid', 'request_invalid'],
  );
  assert.equal(await again({ key: 'x'.repeat(200) }), { times: 5 });
  assert.is(await again({ key: 'x'.repeat(201) }), 'request_invalid');

  const lost = { key: randomUUID() };
  let finish = (_: object) => {};
  let working: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begins) => {
    working = again(lost, () => {
      begins();
      return new Promise((done) => {
        finish = done;
      });
    });
  });
  assert.is(await again(lost), 'request_in_progress');
  clock.now = now + 60_000;
  assert.is(await again(lost), 'request_in_progress');
  clock.now = now + 60_001;
  assert.is(await again({ ...lost, input: { a: 2 } }), 'idempotency_key_reused');
  assert.equal(await again(lost), { times: 6 }, 'it counts as lost');
  finish({ times: 99 });
  await working;

  const fails = { key: randomUUID() };
  const broken = () =>
    again(fails, async () => Promise.reject(Object.assign(new Error(), { error: 'broken' })));
  assert.equal([await broken(), await broken()], ['broken', 'broken']);
  assert.equal(await again(fails), { times: 7 }, 'nothing is kept of a failure');
  assert.equal(await again(), { times: 1 }, 'and nothing else is forgotten');
});

test('the console shows a partner its own requests, customers and use, in the mode that it looks at', async ({
  gateway,
}) => {
  const [mine, theirs] = [`p_${randomUUID()}`, `p_${randomUUID()}`];
  const day = 86_400_000;
  const request = {
    path: 'tokens',
    status: 200,
    error: null,
    about: '{}',
    at: at(0),
  };
  const rows = [
    { id: 'fine', partner: mine, mode: 'live' },
    { id: 'refused', partner: mine, mode: 'live', error: 'member_not_linked' },
    { id: 'test', partner: mine, mode: 'test' },
    { id: 'theirs', partner: theirs, mode: 'live' },
  ].map((row) => ({ ...request, ...row, id: `${mine}-${row.id}` }));
  await addRows(gateway, 'partner_request', rows);
  const use = { mode: 'live', what: 'token', count: 3 };
  await addRows(gateway, 'partner_usage', [
    { ...use, partner: mine, day: '2026-03-10' },
    { ...use, partner: mine, day: '2026-02-09', count: 1 },
    { ...use, partner: mine, day: '2026-02-08' },
    { ...use, partner: mine, day: '2026-03-10', mode: 'test' },
    { ...use, partner: theirs, day: '2026-03-10', count: 8 },
  ]);
  await addRows(gateway, 'partner_key_use', [
    { partner: mine, kid: 'a', used_at: at(-day) },
    { partner: theirs, kid: 'a', used_at: at(0) },
  ]);
  for (const partner of [mine, theirs, theirs])
    await addRows(gateway, 'partner_member', [{ partner, member: await newMember(gateway) }]);
  const on = { ...gateway, now: () => now, partnerRequests: { flush: async () => {} } } as unknown as Gateway;
  const asked = async (input: object, mode: PartnerMode = 'live') => {
    const { items } = (await logCalls.requests(mine, input, mode, on)) as { items: { id: string }[] };
    return items.map(({ id }) => id.slice(mine.length + 1)).sort();
  };
  assert.equal([await asked({}), await asked({}, 'test')], [['fine', 'refused'], ['test']]);
  assert.equal(await asked({ refused: 'yes' }), ['refused']);
  assert.equal(await asked({ id: `${mine}-fine` }), ['fine']);
  assert.equal(await logCalls.usage(mine, {}, 'live', on), {
    linked: 1,
    lastUsedAt: at(-day).toISOString(),
    items: [
      { day: '2026-02-09', what: 'token', count: 1 },
      { day: '2026-03-10', what: 'token', count: 3 },
    ],
  });
});

test('the gateway of test mode gets everything in test mode, and nothing live', async ({ gateway }) => {
  const partner = `p_${randomUUID()}`;
  await addRows(gateway, 'partner', [{ id: partner, live: 'yes', name: '{}', features: '[]' }]);
  const { settings } = gateway;
  for (const mode of ['live', 'test'] as const) {
    const [id, kid] = [`wh_${mode}_${partner}`, mode];
    const row = { partner, mode };
    const sealed = seal(settings, keySeal(partner, kid), `${mode} key`);
    await addRows(gateway, 'partner_key', [{ ...row, kid, sealed }]);
    await addRows(gateway, 'partner_origin', [{ ...row, kind: 'site', origin: `https://${mode}.example` }]);
    const secret = seal(settings, webhookSeal(id), `${mode} secret`);
    await addRows(gateway, 'partner_hook', [
      { ...row, id, url: `https://${mode}.example`, types: '[]', secret },
    ]);
  }
  // SECRETS_KEY does not open these
  const row = { partner, mode: 'test' };
  const lost = seal({ sealedBy: ['another key'] }, webhookSeal('another'), 'lost');
  await addRows(gateway, 'partner_key', [{ ...row, kid: 'lost', sealed: lost }]);
  await addRows(gateway, 'partner_hook', [
    { ...row, id: `wh_lost_${partner}`, url: 'https://lost.example', types: '[]', secret: lost },
  ]);
  const { version, partners = [] } = await testRecords(gateway as unknown as Gateway, undefined);
  assert.equal(
    await testRecords(gateway as unknown as Gateway, version),
    { version },
    'nothing is sent twice',
  );
  const told = partners.find(({ id }) => id === partner);
  assert.equal(
    [
      told?.keys.map(({ secret }) => secret),
      told?.origins.map(({ origin }) => origin),
      told?.webhooks.map(({ secret }) => secret),
    ],
    [['test key'], ['https://test.example'], ['test secret']],
  );
  await gateway.db.run.deleteFrom('partner_hook').where('partner', '=', partner).execute();
});

test('the preview of the console shows nobody who is locked', async ({ gateway }) => {
  const partner = `p_${randomUUID()}`;
  const on = {
    ...gateway,
    now: () => now,
    passwords: cheapPasswords,
    welcome: async () => {},
  } as unknown as Gateway;
  const preview = () => keyOf(previewToken(on, partner, 'wallet'));
  assert.is(await preview(), '');
  const { member } = await gateway.db.run
    .selectFrom('partner_member')
    .select('member')
    .where('partner', '=', partner)
    .executeTakeFirstOrThrow();
  await gateway.db.run
    .updateTable('member')
    .set({ locked_at: at(0) })
    .where('id', '=', member)
    .execute();
  assert.is(await preview(), 'memberMissing');
});

test('an invitation changes its role or is withdrawn, and others stay', async ({ gateway }) => {
  const { db } = gateway;
  const [partner, another] = [`p_${randomUUID()}`, `p_${randomUUID()}`] as const;
  await addRows(
    gateway,
    'partner',
    [partner, another].map((id) => ({ id, live: 'no' })),
  );
  const invited = (name: string, by = partner) => {
    const email = `${name}@invited.example`;
    return { partner: by, hash: `${by}-${name}`, email, email_key: email, role: 'read' };
  };
  await addRows(gateway, 'partner_invite', [invited('ann', another), invited('ann'), invited('ben')]);
  const change = (name: string, role?: 'owner') =>
    db.tx((tx) => changePerson(tx, { partner, email: `${name}@invited.example` }, role));
  const left = async (by = partner) => {
    const rows = await db.run
      .selectFrom('partner_invite')
      .select(['email', 'role'])
      .where('partner', '=', by)
      .orderBy('email')
      .execute();
    return rows.map(({ email, role }) => `${email.split('@')[0]} ${role}`);
  };
  await change('ann', 'owner');
  assert.equal(await left(), ['ann owner', 'ben read']);
  await change('ann');
  assert.equal(await left(), ['ben read']);
  assert.is(await keyOf(change('ann')), 'partnerPersonMissing');
  assert.equal(await left(another), ['ann read'], 'another partner’s invitation of the same person');
});

test('a session of the console is used until it was idle for two hours, and no other is with it', async ({
  gateway,
}) => {
  const minute = 60_000;
  const person = randomUUID();
  await addRows(gateway, 'partner_person', [{ id: person, email: 'ann@used.example' }]);
  const on = (ms: number) => ({ ...gateway, now: () => now + ms }) as unknown as Gateway;
  const [used, other] = [await openSession(on(0), person), await openSession(on(0), person)];
  const finds = async ({ token }: { token: string }, ms: number) => !!(await findPerson(on(ms), token));
  assert.equal([await finds(used, minute), await finds(used, 119 * minute)], [true, true]);
  assert.equal([await finds(used, 238 * minute), await finds(other, 238 * minute)], [true, false]);
  assert.is(await finds(used, 358 * minute), false);
});

test('a session of the console notes its last use to the minute', async ({ gateway }) => {
  const person = randomUUID();
  await addRows(gateway, 'partner_person', [{ id: person, email: 'ann@seen.example' }]);
  const on = (ms: number) => ({ ...gateway, now: () => now + ms }) as unknown as Gateway;
  const { token } = await openSession(on(0), person);
  const seen = async (ms: number) => {
    await findPerson(on(ms), token);
    const { seen_at } = await gateway.db.run
      .selectFrom('partner_session')
      .select('seen_at')
      .where('hash', '=', sha256(token))
      .executeTakeFirstOrThrow();
    return seen_at.getTime() - now;
  };
  assert.equal([await seen(60_000), await seen(60_001), await seen(90_000)], [0, 60_001, 60_001]);
});

test('a partner has as many webhooks as there may be in each mode, whatever others have', async ({
  gateway,
}) => {
  const { db } = gateway;
  const [mine, theirs] = [`p_${randomUUID()}`, `p_${randomUUID()}`];
  const hooks = (partner: string, mode: string, count: number) =>
    Array.from({ length: count }, (_, nth) => {
      const id = `wh_${mode}${nth}_${partner}`;
      return { id, partner, mode, url: `https://a.example/${id}`, types: '[]' };
    });
  await addRows(gateway, 'partner_hook', [
    ...hooks(mine, 'test', mostWebhooks - 1),
    ...hooks(mine, 'live', 1),
    ...hooks(theirs, 'test', mostWebhooks),
  ]);
  let nth = 0;
  const add = (mode: PartnerMode) => {
    const input = { mode, url: `https://b.example/${++nth}`, types: [] };
    return keyOf(db.tx((tx) => addWebhook(tx, { ...gateway, now: () => now } as never, mine, input)));
  };
  assert.equal([await add('test'), await add('test'), await add('live')], ['', 'webhookMost', '']);
  const listed = async (mode: PartnerMode) => (await listWebhooks(db.run, mine, mode, now)).length;
  assert.equal([await listed('test'), await listed('live')], [mostWebhooks, 2], 'each mode shows its own');
  await db.run.deleteFrom('partner_hook').where('partner', 'in', [mine, theirs]).execute();
});

test('an origin is taken from its own partner, and of its mode alone', async ({ gateway }) => {
  const { db } = gateway;
  const [mine, theirs] = [`p_${randomUUID()}`, `p_${randomUUID()}`];
  await addRows(
    gateway,
    'partner',
    [mine, theirs].map((id) => ({ id, live: 'no' })),
  );
  const [first, second] = ['https://first.example', 'https://second.example'];
  const row = { origin: first, mode: 'live', kind: 'site' };
  await addRows(gateway, 'partner_origin', [
    { ...row, partner: mine },
    { ...row, partner: mine, mode: 'test' },
    { ...row, partner: mine, origin: second },
    { ...row, partner: theirs },
  ]);
  await db.tx((tx) => removeOrigin(tx, mine, { mode: 'live', origin: first }));
  const left = await db.run
    .selectFrom('partner_origin')
    .select(['partner', 'mode', 'origin'])
    .where('partner', 'in', [mine, theirs])
    .execute();
  const whole = (partner: string, mode: string, origin: string) => `${partner} ${mode} ${origin}`;
  assert.equal(
    left.map(({ partner, mode, origin }) => whole(partner, mode, origin)).sort(),
    [whole(mine, 'test', first), whole(mine, 'live', second), whole(theirs, 'live', first)].sort(),
  );
  const none = db.tx((tx) => removeOrigin(tx, 'p_none', { mode: 'live', origin: first }));
  assert.is(await keyOf(none), 'partnerMissing');
});

test('a partner has two keys that are valid in each mode, and keys that ended or of others do not count', async ({
  gateway,
}) => {
  const { db, settings } = gateway;
  const [mine, theirs] = [`p_${randomUUID()}`, `p_${randomUUID()}`];
  await addRows(
    gateway,
    'partner',
    [mine, theirs].map((id) => ({ id, live: 'yes' })),
  );
  const key = (partner: string, mode: PartnerMode, ends_at: Date | null) => ({
    partner,
    mode,
    ends_at,
    kid: randomUUID().slice(0, 20),
  });
  await addRows(gateway, 'partner_key', [
    key(mine, 'test', at(1)),
    key(mine, 'test', at(0)),
    key(mine, 'live', null),
    key(mine, 'live', null),
    key(theirs, 'test', null),
    key(theirs, 'test', null),
  ]);
  const add = (mode: PartnerMode) => db.tx((tx) => addKey(tx, settings, { partner: mine, mode }, now));
  assert.match((await add('test')).kid, /^test-/);
  assert.is(await keyOf(add('test')), 'partnerKeysMost');
  assert.is(await keyOf(add('live')), 'partnerKeysMost');
});

test('an event is told to the partner it names, or to those of the member, by their own names', async ({
  gateway,
}) => {
  const deps = { ...gateway, now: () => now };
  assert.is(await keyOf(setWebhook(deps, 'p_none', 'https://a.example')), 'partnerMissing');
  assert.is(await keyOf(setWebhook(deps, 'p_shop', 'ftp://a.example')), 'webhookWrong');
  for (const partner of ['p_shop', 'p_forum']) await setWebhook(deps, partner, 'https://a.example/hook');
  const [member, other] = [await newMember(gateway), await newMember(gateway)];
  await addRows(gateway, 'partner_member', [
    { partner: 'p_shop', reference: `s-${member}`, member },
    { partner: 'p_forum', reference: `f-${other}`, member: other },
  ]);
  const tell = async (event: object) => {
    const type = randomUUID();
    await gateway.db.tx((tx) =>
      tellPartner(gateway.settings).inside(tx, [{ payload: { type, data: {}, ...event } } as Job], now),
    );
    const rows = await gateway.db.run
      .selectFrom('partner_message')
      .select(['partner', 'body'])
      .where('type', '=', type)
      .orderBy('partner')
      .execute();
    return rows.map(({ partner, body }) => [partner, JSON.parse(body).data.member]);
  };
  assert.equal(await tell({ member }), [['p_shop', `s-${member}`]]);
  assert.equal(await tell({ member: other }), [['p_forum', `f-${other}`]]);
  assert.equal(await tell({ partner: 'p_forum' }), [['p_forum', undefined]]);
  assert.equal(await tell({}), [
    ['p_forum', undefined],
    ['p_shop', undefined],
  ]);
  await setWebhook(deps, 'p_shop', undefined);
  assert.equal(await tell({}), [['p_forum', undefined]], 'the other goes on');
  await setWebhook(deps, 'p_forum', undefined);
});

test('a webhook and a logo change for their own partner, and no address is taken twice or leads inside', async ({
  gateway,
}) => {
  const { db } = gateway;
  const [ours, theirs] = [randomUUID(), randomUUID()];
  const mine = [randomUUID(), randomUUID()];
  const other = randomUUID();
  const hook = (id: string, partner: string) => ({
    id,
    partner,
    url: `https://a.example/${id}`,
    types: '[]',
  });
  const live = { mode: 'live', off_at: null };
  await addRows(
    gateway,
    'partner',
    [ours, theirs].map((id) => ({ id, name: id, logo: null, live: 'no' })),
  );
  const rows = [...mine.map((id) => hook(id, ours)), hook(other, theirs)];
  await addRows(
    gateway,
    'partner_hook',
    rows.map((row) => ({ ...row, ...live })),
  );
  const changed = (url: string) =>
    keyOf(
      db.tx((tx) =>
        changeWebhook(tx, gateway as never, { partner: ours, id: mine[0]! }, { url, types: [], on: true }),
      ),
    );
  assert.is(await changed(`https://a.example/${mine[1]}`), 'webhookTaken');
  assert.is(await changed('https://10.0.0.1/hook'), 'webhookWrong');
  assert.is(await changed(`https://a.example/${other}`), '', 'another partner has it as well');
  const added = (partner: string) =>
    keyOf(
      db.tx((tx) =>
        addWebhook(tx, { ...gateway, now: () => now }, partner, {
          mode: 'live',
          url: `https://a.example/${mine[1]}`,
          types: [],
        }),
      ),
    );
  assert.equal([await added(ours), await added(theirs)], ['webhookTaken', '']);
  const urls = await db.run
    .selectFrom('partner_hook')
    .select(['id', 'url'])
    .where('id', 'in', mine)
    .execute();
  assert.equal(new Map(urls.map(({ id, url }) => [id, url])).get(mine[1]!), `https://a.example/${mine[1]}`);
  await db.tx((tx) => setLogo(tx, ours, 'a picture'));
  const logos = await db.run
    .selectFrom('partner')
    .select(['id', 'logo'])
    .where('logo', 'is not', null)
    .execute();
  assert.equal(logos, [{ id: ours, logo: 'a picture' }]);
});

test('after a pause a webhook gets what waits for it, and nothing of another webhook is queued', async ({
  gateway,
}) => {
  const { db } = gateway;
  const [paused, other] = [randomUUID(), randomUUID()];
  const hook = { partner: randomUUID(), mode: 'live', types: '[]', off_at: null };
  await addRows(
    gateway,
    'partner_hook',
    [paused, other].map((id) => ({ ...hook, id, url: `https://a.example/${id}` })),
  );
  const message = { partner: hook.partner, body: '{}', delivered_at: null };
  const waiting = { ...message, id: randomUUID(), webhook: paused, attempts: 11 };
  await addRows(gateway, 'partner_message', [
    waiting,
    { ...message, id: randomUUID(), webhook: paused, attempts: 12 },
    { ...message, id: randomUUID(), webhook: paused, attempts: 1, delivered_at: at(0) },
    { ...message, id: randomUUID(), webhook: other, attempts: 1 },
  ]);
  await db.tx((tx) => sendWaiting(tx, paused, now));
  const queued = db.run.selectFrom('job').select(['id', 'destination']);
  assert.equal(await queued.where('destination', 'in', [paused, other]).execute(), [
    { id: `webhook:${waiting.id}`, destination: paused },
  ]);
});

test('a message is sent until its partner has taken it, and then no more', async ({ gateway }) => {
  let status = 199;
  const server = await answering(() => ({ status, body: '' }));
  const deps = { ...gateway, now: () => now };
  await setWebhook(deps, 'p_shop', `${server.url}/hook`);
  const { id: webhook } = await gateway.db.run
    .selectFrom('partner_hook')
    .select('id')
    .where('partner', '=', 'p_shop')
    .executeTakeFirstOrThrow();
  const [id, other] = [randomUUID(), randomUUID()];
  const message = { partner: 'p_shop', webhook, body: '{}', attempts: 0, delivered_at: null };
  await addRows(gateway, 'partner_message', [
    { ...message, id },
    { ...message, id: other },
  ]);
  const jobs = [{ payload: { id } } as Job];
  const { read, outside, inside } = sendWebhook(gateway.db, gateway.settings, () => now);
  const send = async (answer: number) => {
    status = answer;
    const { failed, report } = await outside(jobs, await read(jobs));
    if (report) await gateway.db.tx((tx) => inside(tx, [report], now));
    const row = await gateway.db.run
      .selectFrom('partner_message')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return [!!failed, row.attempts, !!row.delivered_at, row.last_result];
  };
  const another = sendWebhook(gateway.db, { ...gateway.settings, sealedBy: ['a'.repeat(64)] }, () => now);
  const { done, failed } = await another.outside(jobs, await another.read(jobs));
  assert.equal(done, [], 'a message that nobody can verify is not sent');
  assert.match(String(failed?.error), 'SECRETS_KEY');
  assert.equal(await send(300), [true, 1, false, '300']);
  assert.equal(await send(500), [true, 2, false, '500']);
  assert.equal(await send(299), [false, 3, true, '299']);
  assert.equal(await send(200), [false, 3, true, '299'], 'it was taken');
  assert.is(server.asked.length, 3);
  assert.is(server.asked[0]?.headers['webhook-timestamp'], String(now / 1000));
  await gateway.db.run
    .updateTable('partner_message')
    .set({ delivered_at: null })
    .where('id', '=', id)
    .execute();
  assert.equal(await send(200), [false, 4, true, '200']);
  const untouched = await gateway.db.run
    .selectFrom('partner_message')
    .select(['attempts', 'delivered_at'])
    .where('id', '=', other)
    .executeTakeFirstOrThrow();
  assert.equal(untouched, { attempts: 0, delivered_at: null });
  await setWebhook(deps, 'p_shop', undefined);
  await server.close();
});

test.run();
