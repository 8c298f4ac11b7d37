import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import sharp from 'sharp';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { balance, login } from '../../src/contract/member/auth';
import { addWorkOrder } from '../../src/contract/support/work-orders';
import { consoleCalls } from '../../src/server/console/calls';
import { codeTtl } from '../../src/server/console/codes';
import { serveDocs } from '../../src/server/console/serve-docs';
import type { Tx } from '../../src/server/db/database';
import type { Job } from '../../src/server/jobs/jobs';
import { noteFailure } from '../../src/server/jobs/leases';
import { createWorker } from '../../src/server/jobs/worker';
import { endKey } from '../../src/server/partners/change-partner';
import { sweepPartners } from '../../src/server/partners/expiry';
import { workOf } from '../../src/server/work';
import { whileLocked } from './support/blocked';
import {
  type ConsoleAnswer,
  type ConsoleUser,
  codeNow,
  colleague,
  consoleAsk,
  followInvitation,
  mailTo,
  password,
  signUp,
  ticketFor,
} from './support/console';
import { ask, askSigned, call } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { production } from './support/production';
import { addRows } from './support/rows';
import { desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  owner: ConsoleUser;
}

const test = suite<Context>('partner console');
test.before(async (context) => {
  context.gateway = await openGateway({ env: { PARTNERS: '[]' } });
  context.owner = await signUp(context.gateway);
});
test.after(({ gateway }) => gateway.close());

/** Asks for something of a partner, the own one unless another is named. */
const of = (
  { gateway }: Pick<Context, 'gateway'>,
  as: ConsoleUser,
  path: string,
  body?: object,
  partner = as.partner,
) => consoleAsk(gateway, `of/${partner}${/^\w/.test(path) ? '/' : ''}${path}`, { as, ...(body && { body }) });
const post = async (context: Context, path: string, body: object, as = context.owner) => {
  const answer = await of(context, as, path, body);
  assert.is(answer.status, 200, `${path}: ${answer.message}`);
  return answer;
};
const link = ({ gateway }: Context, partner: string, reference: string, member: string) =>
  gateway.db.run
    .insertInto('partner_member')
    .values({ partner, reference, member, at: new Date() })
    .execute();

test('a stranger signs up, tries a key at once, asks to go live, and is live once the operator agrees', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway, { company: 'Strangers Ltd' });
  const preview = await of(context, owner, 'preview?mode=test&feature=wallet');
  const { origin: own } = new URL(gateway.settings.publicUrl);
  const shown = await call(gateway, preview.token, balance, {}, { origin: own });
  assert.is(shown.status, 200, 'the gateway knows the new partner at once');
  const test = await post(context, 'keys', { mode: 'test' }, owner);
  const origin = 'http://localhost:3000';
  await post(context, 'origins', { mode: 'test', origin, kind: 'site' }, owner);
  const { id } = await addMember(gateway);
  await link(context, owner.partner, 'ann', id);
  const as = (secret: string) => ({ partner: owner.partner, secret });
  const minted = await ask(gateway, { member: 'ann', origin }, as(test.secret));
  assert.ok(minted.data?.token, JSON.stringify(minted));

  const site = 'https://strangers.example';
  await post(context, 'origins', { mode: 'live', origin: site, kind: 'site' }, owner);
  assert.is((await of(context, owner, 'keys', { mode: 'live' })).error, 'partnerNotLive');
  assert.is(
    (await ask(gateway, { member: 'ann', origin: site }, as(test.secret))).error,
    'origin_not_allowed',
  );
  const developer = await colleague(gateway, owner, 'developer');
  await post(context, 'go-live', { site, note: 'A shop for lamps' }, owner);
  assert.match((await operator(gateway, 'partner', 'requests')).text, /A shop for lamps/);
  const approved = await operator(gateway, 'partner', 'approve', owner.partner, '--json');
  assert.is(JSON.parse(approved.text).live, true, approved.text);
  assert.match(await mailTo(gateway, owner.email), 'Strangers Ltd is live');
  assert.not.match(await mailTo(gateway, developer.email), 'is live', 'the owners are told');
  assert.is((await operator(gateway, 'partner', 'approve', owner.partner)).code, 1, 'it is decided once');

  const live = await post(context, 'keys', { mode: 'live' }, owner);
  assert.ok((await ask(gateway, { member: 'ann', origin: site }, as(live.secret))).data?.token);
  const record = await of(context, owner, '');
  assert.equal([record.live, record.keys.map((key: any) => key.mode)], ['yes', ['test', 'live']]);
  const liveOf = async ({ partner }: ConsoleUser) => (await desk(gateway, `partners/${partner}`)).live;
  assert.equal([await liveOf(owner), await liveOf(context.owner)], ['yes', 'no']);
});

test('an operator who says no says why, and the partner may ask again', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const body = { site: 'https://again.example', note: 'please' };
  await post(context, 'go-live', body, owner);
  const rejected = await operator(gateway, 'partner', 'reject', owner.partner, 'no', 'imprint', '--json');
  assert.is(JSON.parse(rejected.text).live, false, rejected.text);
  const record = await of(context, owner, '');
  assert.equal([record.live, record.liveAnswer], ['refused', 'no imprint']);
  assert.match(await mailTo(gateway, owner.email), 'no imprint');
  await post(context, 'go-live', body, owner);
  assert.is((await of(context, owner, '')).live, 'asked');
});

/** Does what is due: messages are written, and sent once. */
async function work({ db, settings, clock, files }: TestGateway): Promise<void> {
  const now = () => Date.now() + clock.ahead;
  const log = () => {};
  const { kinds } = await workOf(db, settings, { now, log, files });
  const worker = createWorker({ db, kinds, schedules: [], now, log });
  for (let rounds = 0; rounds < 3; rounds++) await worker.work();
}

/** A valid body of every call that changes something; those that are not here take none. */
const bodies: Record<string, object> = {
  profile: { name: { en: 'Changed' }, features: ['wallet'] },
  logo: { picture: null },
  theme: { light: { radius: '4px' }, dark: {} },
  'sandbox/act': { mode: 'test', input: { act: 'publish', member: 'ann' } },
  'sandbox/customers': { mode: 'test', member: 'more', password: 'try-it-out-9', balance: 0 },
  keys: { mode: 'test' },
  'keys/:kid/end': { hours: 0 },
  origins: { mode: 'test', origin: 'https://more.example', kind: 'site' },
  'origins/remove': { mode: 'test', origin: 'https://more.example' },
  'go-live': { site: 'https://more.example', note: 'more' },
  people: { email: 'more@dev.example', role: 'read' },
  'people/role': { email: 'more@dev.example', role: 'read' },
  'people/remove': { email: 'more@dev.example' },
  webhooks: { mode: 'test', url: 'https://more.example/hook', types: [] },
  'webhooks/:id': { url: 'https://more.example/hook', types: [], on: true },
  'messages/:id/replay': { mode: 'test' },
  'webhooks/:id/test': { mode: 'test' },
};

test('nobody reaches a partner whose they are not, by any call; nor without a session', async (context) => {
  const { gateway, owner } = context;
  const hook = await post(context, 'webhooks', bodies.webhooks!);
  const key = await post(context, 'keys', { mode: 'test' });
  const tried = await post(context, `webhooks/${hook.id}/test`, { mode: 'test' });
  const other = await signUp(gateway, { company: 'Other' });
  const before = JSON.stringify(await of(context, owner, ''));
  const ids: Record<string, string> = {
    ':kid': key.kid,
    'webhooks/:id': hook.id,
    'messages/:id': tried.message,
  };
  for (const { method, path } of consoleCalls) {
    let at = path;
    for (const [name, id] of Object.entries(ids)) at = at.replace(name, name.replace(/:\w+$/, id));
    const body = method === 'POST' ? (bodies[path] ?? {}) : undefined;
    const query = method === 'GET' ? `${at}?mode=test` : at;
    const refused = await of(context, other, query, body, owner.partner);
    assert.equal([refused.status, refused.error], [409, 'partnerMissing'], `${method} ${path}`);
    const address = `of/${owner.partner}/${query}`.replace('/?', '?');
    const nobody = await consoleAsk(gateway, address, { ...(body && { body }) });
    assert.is(nobody.status, 401, `${method} ${path} without a session`);
    // the same ids under their own partner are not there either
    if (path.includes(':id') || path.includes(':kid')) {
      const own = await of(context, other, query, body);
      assert.is(own.status, 409, `${method} ${path} of another's: ${JSON.stringify(own)}`);
    }
  }
  assert.is(JSON.stringify(await of(context, owner, '')), before);
  await post(context, `keys/${key.kid}/end`, { hours: 0 });
});

test('a role may what it may: to look, to develop, to own', async (context) => {
  const { gateway, owner } = context;
  const rank = { read: 0, developer: 1, owner: 2 };
  for (const role of ['read', 'developer'] as const) {
    const person = await colleague(gateway, owner, role);
    for (const { method, path, needs } of consoleCalls) {
      if (rank[needs] <= rank[role] && method === 'POST') continue;
      const body = method === 'POST' ? (bodies[path] ?? {}) : undefined;
      const { status } = await of(context, person, path + (body ? '' : '?mode=test'), body);
      const allowed = rank[needs] <= rank[role];
      assert.is(status !== 403, allowed, `${role}: ${method} ${path}`);
    }
  }
  const needs = Object.fromEntries(
    consoleCalls.map(({ method, path, needs }) => [`${method} ${path}`, needs]),
  );
  const changes = Object.entries(needs).filter(([call]) => call.startsWith('POST'));
  assert.ok(changes.length > 14 && changes.every(([, role]) => role !== 'read'));
  assert.equal(
    changes.filter(([, role]) => role === 'owner').map(([call]) => call),
    ['POST go-live', 'POST people', 'POST people/role', 'POST people/remove'],
  );
});

test('a request of another site’s page changes nothing, with the cookie or without', async (context) => {
  const { gateway, owner } = context;
  const send = (headers: object, csrf = owner.csrf) =>
    consoleAsk(gateway, `of/${owner.partner}/origins`, {
      as: { cookie: owner.cookie, csrf },
      body: { mode: 'test', origin: 'https://forged.example', kind: 'site' },
      headers,
    });
  assert.is((await send({}, 'undefined')).status, 401);
  assert.is((await send({}, randomUUID())).status, 401);
  for (const from of ['cross-site', 'same-site'])
    assert.is((await send({ 'sec-fetch-site': from })).status, 403);
  const record = await of(context, owner, '');
  assert.not(record.origins.some(({ origin }: any) => origin === 'https://forged.example'));
  const door = {
    body: { email: owner.email, purpose: 'reset' },
    headers: { 'sec-fetch-site': 'cross-site' },
  };
  assert.is((await consoleAsk(gateway, 'code', door)).status, 403);
});

test('a link of another site, as in a mail, opens what it leads to', async ({ gateway }) => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://mail.example' };
  for (const method of ['GET', 'HEAD']) {
    const answer = await fetch(`${gateway.url}/partners/docs/`, { method, headers, redirect: 'manual' });
    assert.is(answer.status, 302, method);
  }
});

test('whether an address has an account is told to its mailbox and to nobody else', async ({
  gateway,
  owner,
}) => {
  const body = (email: string, purpose: string) => ({ body: { email, purpose } });
  const known = await consoleAsk(gateway, 'code', body(owner.email, 'sign-up'));
  const unknown = await consoleAsk(gateway, 'code', body('nobody@dev.example', 'sign-up'));
  assert.equal(known, unknown);
  assert.match(await mailTo(gateway, owner.email), 'has an account already');
  const reset = await consoleAsk(gateway, 'code', body('stranger@dev.example', 'reset'));
  assert.equal(reset, known);
  assert.is(await mailTo(gateway, 'stranger@dev.example'), '');
});

test('a code is right for five guesses, its own address and purpose, and once', async ({ gateway }) => {
  const email = `${randomUUID().slice(0, 8)}@dev.example`;
  const sent = async () => {
    await consoleAsk(gateway, 'code', { body: { email, purpose: 'sign-up' } });
    return /\b\d{6}\b/.exec(await mailTo(gateway, email))![0];
  };
  const show = async (code: string, more = {}) =>
    (await consoleAsk(gateway, 'code/show', { body: { email, purpose: 'sign-up', code, ...more } })).status;
  let code = await sent();
  assert.is(await show(code, { purpose: 'reset' }), 409);
  assert.is(await show(code, { email: 'another@dev.example' }), 409);
  assert.is(await show(code), 200);
  assert.is(await show(code), 409, 'it was used');
  code = await sent();
  const wrong = code === '000000' ? '000001' : '000000';
  for (let guess = 0; guess < 5; guess++) assert.is(await show(wrong), 409);
  assert.is(await show(code), 409, 'it was guessed too often');
});

test('a code that is shown in two windows at once opens one form, which leads to an account', async ({
  gateway,
}) => {
  const email = `${randomUUID().slice(0, 8)}@dev.example`;
  await consoleAsk(gateway, 'code', { body: { email, purpose: 'sign-up' } });
  const code = /\b\d{6}\b/.exec(await mailTo(gateway, email))![0];
  const show = () => consoleAsk(gateway, 'code/show', { body: { email, purpose: 'sign-up', code } });
  const lock = (tx: Tx) =>
    tx.selectFrom('partner_code').select('code').where('email_key', '=', email).forUpdate().execute();
  const answers = await whileLocked(gateway.db, lock, () => [show(), show()]);
  assert.equal(answers.map(({ status }) => status).sort(), [200, 409]);
  const { ticket, key } = answers.find(({ status }) => status === 200)!;
  const body = { email, ticket, password, code: codeNow(gateway, key), company: 'Two windows' };
  assert.is((await consoleAsk(gateway, 'sign-up', { body })).status, 200);
});

test('to sign in takes the password and a code that was not used before', async ({ gateway }) => {
  const { email, totp } = await signUp(gateway);
  const enter = (more: object) => consoleAsk(gateway, 'session', { body: { email, password, ...more } });
  const used = codeNow(gateway, totp);
  assert.is((await enter({ code: used })).status, 409, 'it was used to sign up');
  assert.is((await enter({ code: codeNow(gateway, totp, 1), password: 'another long phrase' })).status, 409);
  assert.is((await enter({ code: '000000' })).status, 409);
  const entered = await enter({ code: codeNow(gateway, totp, 1) });
  assert.ok(entered.cookie);
  const as = { cookie: entered.cookie!, csrf: '' };
  const { csrf } = await consoleAsk(gateway, 'session', { as });
  assert.is((await consoleAsk(gateway, 'session/end', { as: { ...as, csrf }, body: {} })).status, 200);
  assert.is((await consoleAsk(gateway, 'session', { as })).status, 401, 'a session that was ended is over');
});

test('a forgotten password takes the mailbox and the app of codes, and ends what was open', async (context) => {
  const { gateway } = context;
  const person = await signUp(gateway);
  const { email, totp } = person;
  await consoleAsk(gateway, 'code', { body: { email, purpose: 'reset' } });
  const code = /\b\d{6}\b/.exec(await mailTo(gateway, email))![0];
  const shown = await consoleAsk(gateway, 'code/show', { body: { email, purpose: 'reset', code } });
  assert.is(shown.key, undefined, 'the key of the codes is shown once in a life');
  const body = { email, ticket: shown.ticket, password: 'a phrase after the last' };
  assert.is((await consoleAsk(gateway, 'reset', { body: { ...body, code: '000000' } })).status, 409);
  const short = { ...body, code: codeNow(gateway, totp, 1), password: 'eleven char' };
  assert.is((await consoleAsk(gateway, 'reset', { body: short })).status, 400, 'twelve characters at least');
  const again = await consoleAsk(gateway, 'reset', { body: { ...body, code: codeNow(gateway, totp, 1) } });
  assert.ok(again.cookie, JSON.stringify(again));
  assert.is((await of(context, person, '')).status, 401);
});

test('an owner invites, changes and takes out people; the last owner stays', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const developer = await colleague(gateway, owner, 'developer');
  const people = async () =>
    (await of(context, owner, 'people')).items.map((one: any) => [one.email, one.role, !!one.invitedUntil]);
  assert.equal(await people(), [
    [owner.email, 'owner', false],
    [developer.email, 'developer', false],
  ]);
  const last = await of(context, owner, 'people/remove', { email: owner.email });
  assert.is(last.error, 'partnerLastOwner');
  assert.is(
    (await of(context, owner, 'people/role', { email: owner.email, role: 'read' })).error,
    'partnerLastOwner',
  );
  await post(context, 'people/role', { email: developer.email, role: 'owner' }, owner);
  await post(context, 'people/role', { email: owner.email, role: 'read' }, developer);
  await post(context, 'people/remove', { email: owner.email }, developer);
  assert.is((await of(context, owner, '')).error, 'partnerMissing');
  const email = 'waiting@dev.example';
  await post(context, 'people', { email, role: 'read' }, developer);
  assert.equal((await of(context, developer, 'people')).items.at(-1).email, email);
  await post(context, 'people/remove', { email }, developer);
  const token = /invitation\/([0-9a-f]{64})/.exec(await mailTo(gateway, email))![1];
  assert.is((await consoleAsk(gateway, 'invitation', { body: { token } })).status, 409);
});

test('a partner has fifty people at most, with those who are invited', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  await colleague(gateway, owner, 'read');
  const invited = (name: string, days: number, partner = owner.partner) => {
    const email = `${name}@fifty.example`;
    const expires_at = new Date(Date.now() + gateway.clock.ahead + days * 86_400_000);
    return { partner, hash: `${partner}-${name}`, email, email_key: email, role: 'read', expires_at };
  };
  await addRows(gateway, 'partner_invite', [
    ...Array.from({ length: 47 }, (_, nth) => invited(`open${nth}`, 1)),
    ...Array.from({ length: 9 }, (_, nth) => invited(`over${nth}`, -1)),
    ...Array.from({ length: 9 }, (_, nth) => invited(`theirs${nth}`, 1, context.owner.partner)),
  ]);
  const invite = (name: string) =>
    of(context, owner, 'people', { email: `${name}@fifty.example`, role: 'read' });
  assert.is((await invite('fiftieth')).status, 200);
  assert.is((await invite('one-more')).error, 'partnerPeopleMost');
  assert.is((await invite('open7')).status, 200, 'the same person again is no other one');
  await post(context, 'people/remove', { email: 'open7@fifty.example' }, owner);
  assert.is((await invite('one-more')).status, 200);
  await gateway.db.run
    .deleteFrom('partner_invite')
    .where('hash', 'like', `${context.owner.partner}-%`)
    .execute();
});

test('nobody signs up with a ticket that was given to nobody', async ({ gateway }) => {
  const email = `d${randomUUID().slice(0, 8)}@dev.example`;
  const body = {
    email,
    ticket: 'a'.repeat(64),
    password: 'a long enough phrase',
    code: '000000',
    company: 'A',
  };
  const { status, error } = await consoleAsk(gateway, 'sign-up', { body });
  assert.equal([status, error], [409, 'partnerTicketEnded']);
});

test('a stranger signs up with the code of the app that was shown, and within its quarter of an hour', async ({
  gateway,
}) => {
  const email = `d${randomUUID().slice(0, 8)}@dev.example`;
  const { ticket, key } = await ticketFor(gateway, email);
  const enter = (code: string) =>
    consoleAsk(gateway, 'sign-up', { body: { email, ticket, password, code, company: 'Late Ltd' } });
  const right = codeNow(gateway, key);
  assert.is((await enter(right === '123456' ? '654321' : '123456')).error, 'deskCodeWrong');
  gateway.clock.ahead += codeTtl;
  assert.is((await enter(codeNow(gateway, key))).error, 'partnerTicketEnded');
  gateway.clock.ahead -= codeTtl;
  assert.is((await enter(right)).status, 200);
});

test('a stranger who names no company gets no account, and signs up once they name it', async ({
  gateway,
}) => {
  const email = `d${randomUUID().slice(0, 8)}@dev.example`;
  const { ticket, key } = await ticketFor(gateway, email);
  const body = { email, ticket, password, code: codeNow(gateway, key) };
  const { status, error } = await consoleAsk(gateway, 'sign-up', { body });
  assert.equal([status, error], [409, 'partnerCompanyMissing']);
  const named = await consoleAsk(gateway, 'sign-up', { body: { ...body, company: 'Named Ltd' } });
  assert.ok(named.cookie, JSON.stringify(named));
});

test('an address that somebody signed up with meanwhile makes no second account, and no partner', async ({
  gateway,
}) => {
  const email = `d${randomUUID().slice(0, 8)}@dev.example`;
  const { ticket, key } = await ticketFor(gateway, email);
  await addRows(gateway, 'partner_person', [{ email, email_key: email }]);
  const body = { email, ticket, password, code: codeNow(gateway, key), company: 'Second Ltd' };
  const { status, error } = await consoleAsk(gateway, 'sign-up', { body });
  assert.equal([status, error], [409, 'partnerTicketEnded']);
});

test('somebody with an account follows an invitation to a second partner, and nobody else follows it', async (context) => {
  const { gateway, owner } = context;
  const person = await signUp(gateway, { company: 'Agency' });
  await post(context, 'people', { email: person.email, role: 'developer' });
  const token = /invitation\/([0-9a-f]{64})/.exec(await mailTo(gateway, person.email))![1]!;
  const shown = await consoleAsk(gateway, 'invitation', { body: { token } });
  assert.equal([shown.known, shown.key], [true, undefined]);
  const thief = await signUp(gateway);
  const accept = (as: ConsoleUser) => consoleAsk(gateway, 'invitation/accept', { as, body: { token } });
  assert.is((await accept(thief)).status, 409);
  assert.is((await accept(person)).partner, owner.partner);
  const { partners } = await consoleAsk(gateway, 'session', { as: person });
  assert.equal(
    partners.map(({ role }: any) => role),
    ['owner', 'developer'],
  );
});

test('an invitation to a partner that is withdrawn while it is accepted lets nobody in', async (context) => {
  const { gateway } = context;
  const person = await signUp(gateway, { company: 'Agency' });
  await post(context, 'people', { email: person.email, role: 'developer' });
  const token = /invitation\/([0-9a-f]{64})/.exec(await mailTo(gateway, person.email))![1]!;
  const withdraw = (tx: Tx) =>
    tx.deleteFrom('partner_invite').where('email', '=', person.email).executeTakeFirstOrThrow();
  const [answer] = await whileLocked(gateway.db, withdraw, () => [
    consoleAsk(gateway, 'invitation/accept', { as: person, body: { token } }),
  ]);
  assert.is(answer?.error, 'deskInviteEnded');
  const { partners } = await consoleAsk(gateway, 'session', { as: person });
  assert.is(partners.length, 1);
});

test('the operator invites the first owner of a partner, and anew somebody who lost their phone', async (context) => {
  const { gateway, owner } = context;
  const email = 'first@dev.example';
  assert.is((await operator(gateway, 'partner', 'invite', owner.partner, email)).code, 0);
  const first = await followInvitation(gateway, email);
  assert.is(first.partner, owner.partner);
  const reset = await operator(gateway, 'partner', 'reset', owner.partner, email);
  assert.is(reset.code, 0, reset.text);
  assert.is((await of(context, first, '')).status, 401);
  const again = await followInvitation(gateway, email);
  assert.not.equal(again.totp, first.totp);
  assert.is((await of(context, again, 'people')).status, 200);
});

test('two keys are good at a time; one that ends is good until then, and its secret is shown once', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const first = await post(context, 'keys', { mode: 'test' }, owner);
  const second = await post(context, 'keys', { mode: 'test' }, owner);
  assert.is((await of(context, owner, 'keys', { mode: 'test' })).error, 'partnerKeysMost');
  const error = async ({ secret }: ConsoleAnswer) =>
    (await ask(gateway, { member: 'x' }, { partner: owner.partner, secret })).error;
  assert.is(await error(first), 'origin_not_allowed', 'it is known');
  for (const hours of [-1, 0.5, 721])
    assert.is((await of(context, owner, `keys/${first.kid}/end`, { hours })).status, 400, `${hours} hours`);
  await post(context, `keys/${first.kid}/end`, { hours: 24 }, owner);
  assert.is(await error(first), 'origin_not_allowed');
  await post(context, `keys/${first.kid}/end`, { hours: 0 }, owner);
  assert.is(await error(first), 'signature_wrong');
  assert.is(await error(second), 'origin_not_allowed');
  assert.is((await of(context, owner, `keys/${first.kid}/end`, { hours: 5 })).error, 'partnerKeyMissing');
  const stored = await gateway.db.run.selectFrom('partner_key').selectAll().execute();
  const everything = JSON.stringify([stored, await of(context, owner, '')]);
  assert.not.match(everything, second.secret);
  assert.match(stored[0]!.sealed, /^s1\./);
});

test('a key ends at its time, which moves earlier and never later', async (context) => {
  const { db } = context.gateway;
  const owner = await signUp(context.gateway);
  const { kid } = await post(context, 'keys', { mode: 'test' }, owner);
  const now = Date.parse('2026-03-10T12:00:00Z');
  const end = (endsAt: number, at = now) =>
    db
      .tx((tx) => endKey(tx, { partner: owner.partner, kid }, endsAt, at))
      .then(
        (ended) => Date.parse(ended.endsAt) - now,
        (error) => error.key,
      );
  const theirs = { partner: context.owner.partner, kid };
  await addRows(context.gateway, 'partner_key', [{ ...theirs, mode: 'test', sealed: '' }]);
  assert.is(await end(now + 5000), 5000);
  assert.is(await end(now + 9000), 5000);
  assert.is(await end(now + 3000), 3000);
  assert.is(await end(now + 2000, now + 3000), 'partnerKeyMissing');
  assert.is(await end(now + 1000, now + 2999), 1000);
  const others = db.run.selectFrom('partner_key').select('ends_at').where('kid', '=', kid);
  assert.equal(await others.where('partner', '=', theirs.partner).execute(), [{ ends_at: null }]);
  await db.run
    .deleteFrom('partner_key')
    .where('kid', '=', kid)
    .where('partner', '=', theirs.partner)
    .execute();
});

test('an origin is refused with what is wrong with it; a wildcard is for test mode', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const add = async (mode: string, origin: string, kind: string) =>
    (await of(context, owner, 'origins', { mode, origin, kind })).error;
  for (const [mode, origin, kind] of [
    ['live', 'https://*.preview.example', 'preview'],
    ['test', 'https://*', 'preview'],
    ['test', 'https://*.example', 'preview'],
    ['test', 'https://a.*.example.com', 'preview'],
    ['test', 'https://shop.example/cart', 'site'],
    ['test', 'http://shop.example', 'site'],
    ['test', 'https://*.shop.example', 'site'],
    ['test', 'app://*.shop.example', 'app'],
    ['test', 'http://shop.example', 'app'],
    ['test', 'ftp://shop.example', 'site'],
    ['test', 'file://x', 'app'],
    ['test', 'javascript://x', 'app'],
    ['test', 'https://shop.example', 'app'],
    ['test', 'capacitor://localhost', 'site'],
  ])
    assert.is(await add(mode!, origin!, kind!), 'originWrong', `${mode} ${origin}`);
  for (const [mode, origin, kind] of [
    ['test', 'https://*.preview.example', 'preview'],
    ['live', 'capacitor://localhost', 'app'],
    ['live', 'https://localhost', 'app'],
    ['test', 'capacitor://localhost', 'app'],
  ])
    assert.is(await add(mode!, origin!, kind!), undefined, `${mode} ${origin}`);
  const { secret } = await post(context, 'keys', { mode: 'test' }, owner);
  const error = async (origin: string) =>
    (await ask(gateway, { member: 'nobody', origin }, { partner: owner.partner, secret })).error;
  assert.is(await error('https://pr-123.preview.example'), 'member_not_linked');
  assert.is(await error('capacitor://localhost'), 'member_not_linked');
  for (const other of [
    'https://preview.example',
    'https://a.b.preview.example',
    'https://pr-1.preview.example.org',
    'http://pr-1.preview.example',
    'https://xpreview.example',
    'https://.preview.example',
    'https://undefined',
    'https://prundefined', // what is no pattern takes itself only
  ])
    assert.is(await error(other), 'origin_not_allowed', other);
  const frame = await fetch(`${gateway.url}/frame/${owner.partner}`);
  if (frame.status === 200)
    assert.match(frame.headers.get('content-security-policy')!, 'https://*.preview.example');
  const cors = await fetch(`${gateway.url}/api/txUser/getInfo`, {
    method: 'OPTIONS',
    headers: { origin: 'https://pr-9.preview.example', 'access-control-request-method': 'POST' },
  });
  assert.is(cors.headers.get('access-control-allow-origin'), 'https://pr-9.preview.example');
});

test('features and scopes of a partner are what its tokens have at most', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const { secret } = await post(context, 'keys', { mode: 'test' }, owner);
  const origin = 'https://scoped.example';
  await post(context, 'origins', { mode: 'test', origin, kind: 'site' }, owner);
  await link(context, owner.partner, 'ann', (await addMember(gateway)).id);
  await post(
    context,
    'profile',
    { name: { en: 'Scoped', zh: '范围' }, features: ['wallet'], scopes: ['wallet:read'] },
    owner,
  );
  const as = { partner: owner.partner, secret };
  const error = async (more: object) => (await ask(gateway, { member: 'ann', origin, ...more }, as)).error;
  assert.is(await error({ feature: 'notices' }), 'feature_not_allowed');
  assert.is(await error({ scopes: ['withdraw:prepare'] }), 'scope_not_allowed');
  const { data } = await ask(gateway, { member: 'ann', origin, scopes: 'all' }, as);
  const token = await gateway.db.run
    .selectFrom('embed_token')
    .select('scopes')
    .where('partner', '=', owner.partner)
    .executeTakeFirst();
  assert.equal([!!data.token, token?.scopes], [true, 'wallet:read']);
});

test('a profile that names no feature, or more than there can be, is refused', async (context) => {
  const owner = await signUp(context.gateway);
  const save = (features: string[], scopes?: string[]) =>
    of(context, owner, 'profile', { name: { en: 'Bounds', zh: '边界' }, features, scopes });
  for (const [features, scopes] of [
    [[]],
    [Array(101).fill('wallet')],
    [['wallet'], []],
    [['wallet'], Array(201).fill('wallet:read')],
  ])
    assert.is((await save(features!, scopes)).status, 400, `${features?.length} ${scopes?.length}`);
  assert.is((await save(Array(100).fill('wallet'), Array(200).fill('wallet:read'))).status, 200);
  assert.equal((await of(context, owner, '')).name, { en: 'Bounds', zh: '边界' });
});

test('a logo has half a megabyte at most', async (context) => {
  const owner = await signUp(context.gateway);
  const noise = async (side: number) => {
    const create = { width: side, height: side, channels: 3 as const, background: 'white' };
    const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
    return sharp({ create: { ...create, noise } })
      .png({ compressionLevel: 0 })
      .toBuffer();
  };
  const save = async (picture: Buffer) =>
    (await of(context, owner, 'logo', { picture: picture.toString('base64') })).status;
  const [whole, larger] = [await noise(410), await noise(420)];
  assert.ok(whole.length < 512 * 1024 && larger.length > 512 * 1024, `${whole.length} ${larger.length}`);
  assert.equal([await save(whole), await save(larger)], [200, 400]);
});

test('a partner’s logo is shown as a small picture until it is taken away; a file that is none is refused', async (context) => {
  const owner = await signUp(context.gateway);
  const shown = async () => (await of(context, owner, '')).logo;
  const create = { width: 400, height: 200, channels: 3 as const, background: '#06c' };
  const picture = (await sharp({ create }).png().toBuffer()).toString('base64');
  await post(context, 'logo', { picture }, owner);
  const [, logo = ''] = /^data:image\/webp;base64,(.+)$/.exec(await shown()) ?? [];
  const { width, height } = await sharp(Buffer.from(logo, 'base64')).metadata();
  assert.equal([width, height], [128, 128]);
  const none = Buffer.from('no picture').toString('base64');
  assert.is((await of(context, owner, 'logo', { picture: none })).error, 'logoWrong');
  assert.is(await shown(), `data:image/webp;base64,${logo}`);
  await post(context, 'logo', { picture: null }, owner);
  assert.is(await shown(), undefined);
});

test('a request with a NUL is in the log, and so are those of the same second', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const { secret } = await post(context, 'keys', { mode: 'test' }, owner);
  const as = { partner: owner.partner, secret };
  const before = await ask(gateway, { member: 'ann' }, as);
  const refused = await ask(gateway, { member: 'a\0nn' }, as);
  const { items } = await of(context, owner, 'requests?mode=test');
  assert.equal(items.map(({ id }: any) => id).sort(), [before.requestId, refused.requestId].sort());
});

test('each request is in the log by its id, with its refusal, and counted; nobody else finds it', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const { secret } = await post(context, 'keys', { mode: 'test' }, owner);
  const as = { partner: owner.partner, secret };
  const refused = await ask(gateway, { member: 'ann', origin: 'https://nowhere.example' }, as);
  const wrong = await ask(gateway, { member: 'ann' }, { ...as, secret: 'x'.repeat(40) });
  await askSigned(gateway, 'messages', { act: 'list' }, as);
  const found = await of(context, owner, `requests?mode=test&id=${refused.requestId}`);
  assert.equal(
    found.items.map((one: any) => [one.path, one.status, one.error, one.about]),
    [
      [
        'tokens',
        403,
        'origin_not_allowed',
        { feature: 'wallet', member: 'ann', origin: 'https://nowhere.example' },
      ],
    ],
  );
  const all = (await of(context, owner, 'requests?mode=test')).items;
  assert.equal(all.map(({ id }: any) => id).includes(wrong.requestId), true, 'a wrong signature, too');
  assert.is((await of(context, owner, 'requests?mode=test&refused=yes')).items.length, 2);
  assert.equal((await of(context, context.owner, `requests?mode=test&id=${refused.requestId}`)).items, []);
  const { items } = await of(context, owner, 'usage?mode=test');
  const counts = Object.fromEntries(items.map(({ what, count }: any) => [what, count]));
  assert.equal(
    counts,
    { messages: 1, refused: 1, tokens: 1 },
    'strangers’ guesses are not the partner’s use',
  );
});

test('strangers fill sixty lines a minute of a partner’s log at most, and the partner its own', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const { secret } = await post(context, 'keys', { mode: 'test' }, owner);
  const as = { partner: owner.partner, secret };
  for (let sent = 0; sent < 62; sent++)
    await ask(gateway, { member: 'ann' }, { ...as, secret: 'x'.repeat(40) });
  const own = await ask(gateway, { member: 'ann' }, as);
  const { items } = await of(context, owner, `requests?mode=test&id=${own.requestId}`);
  assert.is(items.length, 1);
  const lines = await gateway.db.run
    .selectFrom('partner_request')
    .select('kid')
    .where('partner', '=', owner.partner)
    .execute();
  assert.is(lines.filter(({ kid }) => kid === null).length, 60);
});

test('colleagues see each change and who made it', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const developer = await colleague(gateway, owner, 'developer');
  const { kid } = await post(context, 'keys', { mode: 'test' }, developer);
  const { items } = await of(context, owner, 'changes');
  assert.equal([items[0].who, items[0].what, items[0].target], [developer.email, 'keyMade', kid]);
});

test('a look that was chosen is there again for colleagues, and holds tokens of the embeds only', async (context) => {
  const { gateway, owner } = context;
  const theme = { light: { 'color-primary': '#0b5c86', radius: '6px' }, dark: { 'color-bg': '#111' } };
  await post(context, 'theme', theme, owner);
  const reader = await colleague(gateway, owner, 'read');
  assert.equal((await of(context, reader, '', undefined, owner.partner)).theme, theme);
  for (const light of [
    { 'color-primry': '#fff' },
    { 'color-bg': 'url(https://else.example/x.png)}' },
    { radius: '' },
  ])
    assert.is((await of(context, owner, 'theme', { light, dark: {} })).status, 400, JSON.stringify(light));
});

test('a test customer is made at the console, and what an act does to them reaches the webhooks', async (context) => {
  const { gateway, owner } = context;
  const to = { mode: 'test', url: 'https://acts.example/hook', types: [] };
  const types = Array.from({ length: 51 }, () => 'order.paid');
  assert.is((await of(context, owner, 'webhooks', { ...to, types })).status, 400, 'no list is that long');
  const hook = await post(context, 'webhooks', to, owner);
  const customer = { mode: 'test', member: 'bob', password: 'try-it-out-9', balance: 123_00 };
  const { account } = await post(context, 'sandbox/customers', customer, owner);
  assert.is((await of(context, owner, 'sandbox/customers', customer)).status, 409, 'the id is taken');
  const signedIn = await gateway.send(login, { account, password: 'try-it-out-9', agreed: true });
  assert.is(signedIn.code, '1', signedIn.message);
  const act = (input: object) => post(context, 'sandbox/act', { mode: 'test', input }, owner);
  const asMember = { token: signedIn.body.token, userId: signedIn.body.userInfo.userId };
  const form = { title: 'Help', description: 'It does not start', annex: [], requestKey: randomUUID() };
  const { number } = (await gateway.send(addWorkOrder, form, asMember)).body;
  const found = await of(context, owner, 'sandbox?mode=test&member=bob');
  assert.equal(found.customers, ['bob']);
  assert.equal(
    found.workOrders.map((one: any) => [one.number, one.acts]),
    [[number, ['answer']]],
  );
  assert.is((await act({ act: 'answer', member: 'bob', number })).number, number);
  assert.ok((await act({ act: 'publish', member: 'bob' })).id);
  assert.match((await act({ act: 'pay', member: 'bob', orderNo: 'none' })).refused, 'no order none');
  assert.is((await of(context, owner, 'sandbox/act', { mode: 'live', input: {} })).status, 409);
  await work(gateway);
  const { items } = await of(context, owner, `messages?mode=test&webhook=${hook.id}`);
  assert.equal(items.map(({ type }: any) => type).sort(), ['notice.published', 'work_order.answered']);
});

test('the token of a preview shows the customer of the preview on our own origin, and nothing elsewhere', async (context) => {
  const { gateway, owner } = context;
  const tokens = await Promise.all([1, 2].map(() => of(context, owner, 'preview?mode=test&feature=wallet')));
  const own = new URL(gateway.settings.publicUrl).origin;
  const read = (token: string, origin: string) => call(gateway, token, balance, {}, { origin });
  for (const { token } of tokens) assert.is((await read(token, own)).body.balance, 500_000);
  assert.is((await read(tokens[0]!.token, 'https://else.example')).status, 403);
  assert.is((await of(context, owner, 'preview?mode=live&feature=wallet')).status, 409);
});

async function statusPage({ url, clock }: TestGateway) {
  clock.ahead += 6_000; // an answer is good for five seconds
  const answer = await fetch(`${url}/embed/v1/status`);
  return { code: answer.status, ...((await answer.json()) as any) };
}

test('the status page says what waits, to everybody and at once', async (context) => {
  const { gateway, owner } = context;
  const status = () => statusPage(gateway);
  await work(gateway);
  const quiet = await status();
  assert.equal([quiet.code, quiet.api.status, quiet.modes], [200, 'ok', ['live', 'test']]);
  const hook = await post(context, 'webhooks', { mode: 'test', url: 'http://127.0.0.1:9/x', types: [] });
  await post(context, `webhooks/${hook.id}/test`, { mode: 'test' });
  const busy = await status();
  assert.is(busy.webhooks.waiting, quiet.webhooks.waiting + 1);
  assert.equal([busy.webhooks.status, busy.status], ['ok', 'ok'], 'a message that was just sent may wait');
  gateway.clock.ahead += 60_000;
  const late = await status();
  assert.equal([late.webhooks.status, late.status], ['degraded', 'degraded'], 'for a minute');
  await work(gateway);
  const tried = await status();
  assert.equal(
    [tried.webhooks.status, tried.webhooks.waiting],
    ['ok', busy.webhooks.waiting],
    'a message that the partner’s server has refused is not late',
  );
  const mine = (await of(context, owner, 'backlog?mode=test')).items.find((one: any) => one.id === hook.id);
  assert.equal([mine.waiting, /ECONNREFUSED/.test(mine.lastResult)], [1, true], JSON.stringify(mine));
  const shown = async () => {
    const { items } = await of(context, owner, 'backlog?mode=test');
    return items.find((one: any) => one.id === hook.id);
  };
  const paused = async () => {
    const { off, pausedUntil } = await shown();
    return [off, Date.parse(pausedUntil) > Date.now() + gateway.clock.ahead];
  };
  assert.equal(await paused(), [undefined, false], 'one failure pauses nothing');
  for (let failures = 0; failures < 2; failures++)
    await noteFailure(gateway.db.run, { destination: hook.id } as Job, Date.now() + gateway.clock.ahead);
  assert.equal(await paused(), [undefined, true], 'three in a row do');
  const { ahead } = gateway.clock;
  gateway.clock.ahead = Date.parse((await shown()).pausedUntil) - Date.now();
  assert.is((await shown()).pausedUntil, undefined, 'until the pause is over');
  gateway.clock.ahead = ahead;
  await post(context, `webhooks/${hook.id}/test`, { mode: 'test' });
  const later = await shown();
  assert.equal(
    [later.waiting, later.lastResult],
    [2, mine.lastResult],
    'a message that waits hides no failure',
  );
  const { url } = mine;
  await post(context, `webhooks/${hook.id}`, { on: false, url, types: [] });
  assert.equal(await paused(), [true, false], 'what the partner has paused has no time');
  assert.is((await status()).webhooks.waiting, quiet.webhooks.waiting, 'nor does it wait for us');
});

test('the status page says what the operator wrote, and an open incident keeps all of it', async ({
  gateway,
}) => {
  const status = () => statusPage(gateway);
  const opened = await operator(gateway, 'incident', 'open', 'webhooks', '--en', 'Late', '--zh', '延迟');
  assert.is(opened.code, 0, opened.text);
  const [incident] = (await status()).incidents;
  assert.equal([incident.title.zh, incident.state, incident.until], ['延迟', 'investigating', undefined]);
  assert.is((await status()).status, 'degraded');
  const unresolved =
    /inc_\w+/.exec(
      (await operator(gateway, 'incident', 'open', 'api', '--en', 'Slow', '--zh', '慢')).text,
    )?.[0] ?? '-';
  const still = ['--en', 'Looking', '--zh', '排查中'];
  const looking = await operator(gateway, 'incident', 'update', unresolved, 'identified', ...still);
  assert.is(looking.code, 0, looking.text);
  const words = ['--en', 'Over', '--zh', '已恢复'];
  const resolved = await operator(gateway, 'incident', 'update', incident.id, 'resolved', ...words);
  assert.is(resolved.code, 0, resolved.text);
  const after = (await status()).incidents.find((one: any) => one.id === incident.id);
  assert.equal([after.state, after.updates[0].text.en, !!after.until], ['resolved', 'Over', true]);
  gateway.clock.ahead += 91 * 86_400_000;
  assert.equal(
    (await status()).incidents.map((one: any) => one.id),
    [unresolved],
    'what was resolved goes after 90 days',
  );
  const kept = async () => (await operator(gateway, 'incident', 'list')).text.includes(incident.id);
  assert.ok(await kept(), 'the operator still reads it');
  const at = () => Date.now() + gateway.clock.ahead;
  await sweepPartners(gateway.db.run, at());
  assert.ok(await kept());
  await sweepPartners(gateway.db.run, at() + 280 * 86_400_000);
  assert.not.ok(await kept(), 'it is deleted after a year');
  assert.ok((await operator(gateway, 'incident', 'list')).text.includes(unresolved), 'an open one never is');
  const open = (await status()).incidents.find((one: any) => one.id === unresolved);
  assert.equal(
    open.updates.map(({ text }: any) => text.en),
    ['Looking'],
    'nor what was written about it',
  );
});

test('an invitation shows the same key each time it is opened, for a week', async (context) => {
  const { gateway } = context;
  const owner = await signUp(gateway);
  const email = `c${randomUUID().slice(0, 8)}@dev.example`;
  await post(context, 'people', { email, role: 'read' }, owner);
  const token = /invitation\/([0-9a-f]{64})/.exec(await mailTo(gateway, email))![1];
  const opened = () => consoleAsk(gateway, 'invitation', { body: { token } });
  // a code for another purpose at the same address, which a person could have asked for before they left
  const reset = { email_key: email, purpose: 'reset' as const, code: 'x', attempts: 0, sent_at: new Date(0) };
  await gateway.db.run
    .insertInto('partner_code')
    .values({ ...reset, expires_at: new Date(0), ticket: null, totp: null })
    .execute();
  const { key } = await opened();
  assert.type(key, 'string');
  assert.is((await opened()).key, key);
  gateway.clock.ahead += 7 * 86_400_000 - 60_000;
  assert.is((await opened()).key, key, 'and in its last minute');
  gateway.clock.ahead += 60_000;
  assert.equal([(await opened()).status, (await opened()).key], [409, undefined]);
  const { expires_at } = await gateway.db.run
    .selectFrom('partner_code')
    .select('expires_at')
    .where('email_key', '=', email)
    .where('purpose', '=', 'reset')
    .executeTakeFirstOrThrow();
  assert.equal(expires_at, new Date(0), 'the other code is no longer good than before');
});

test('a person who guessed a password eight times waits a quarter of an hour, and then signs in', async ({
  gateway,
}) => {
  const { email, totp } = await signUp(gateway);
  const enter = (word: string, code: string) =>
    consoleAsk(gateway, 'session', { body: { email, password: word, code } });
  for (let guess = 0; guess < 8; guess++)
    assert.is((await enter('another long phrase', '000000')).status, 409);
  const early = await enter(password, codeNow(gateway, totp, 1));
  assert.equal([early.status, early.cookie], [429, undefined]);
  gateway.clock.ahead += 15 * 60_000;
  assert.ok((await enter(password, codeNow(gateway, totp))).cookie);
});

test('in production the cookie belongs to the host alone, and other origins are turned away', async () => {
  const gateway = await openGateway({ env: { ...production, PARTNER_CONSOLE: 'on' } });
  try {
    const email = 'secure@dev.example';
    const origin = 'https://elsewhere.example';
    const body = { email, purpose: 'sign-up' };
    assert.is((await consoleAsk(gateway, 'code', { body, headers: { origin } })).status, 403);
    const sent = await consoleAsk(gateway, 'code', { body, headers: { origin: 'https://cloud.example' } });
    assert.is(sent.status, 200);
    const owner = await signUp(gateway);
    assert.match(owner.cookie, /^__Host-cloudphone_partner=[0-9a-f]{64}$/);
    const early = await askSigned(gateway, 'tokens', { feature: 'wallet' }, { partner: owner.partner });
    assert.equal([early.error, /test mode/.test(early.message)], ['partner_disabled', true], early.message);
    const local = { mode: 'live', origin: 'http://localhost:3000', kind: 'site' };
    assert.is((await of({ gateway }, owner, 'origins', local)).error, 'originWrong');
    assert.is(
      (await of({ gateway }, owner, 'webhooks', { mode: 'test', url: 'https://a.example', types: [] })).error,
      'partnerNoTestGateway',
    );
  } finally {
    await gateway.close();
  }
});

test('the documents for partners open in the reader’s language, and nothing beside them does', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-docs-'));
  const app = fastify();
  try {
    await mkdir(path.join(folder, 'built/zh'), { recursive: true });
    await writeFile(path.join(folder, 'built/zh/index.html'), '<h1>文档</h1>');
    await writeFile(path.join(folder, 'built/key.pem'), 'secret');
    await writeFile(path.join(folder, 'beside.html'), 'secret');
    await app.register(async (pages) => serveDocs(pages, path.join(folder, 'built')), {
      prefix: '/partners',
    });
    const get = (url: string, language = 'zh-CN') =>
      app.inject({ url: `/partners/docs/${url}`, headers: { 'accept-language': language } });
    const home = await get('');
    assert.equal([home.statusCode, home.headers.location], [302, '/partners/docs/zh/index.html']);
    assert.is((await get('', 'fr')).headers.location, '/partners/docs/en/index.html');
    const page = await get('zh/index.html');
    assert.equal(
      [page.statusCode, page.headers['content-type'], page.body],
      [200, 'text/html; charset=utf-8', '<h1>文档</h1>'],
    );
    assert.match(String(page.headers['content-security-policy']), "default-src 'none'");
    for (const other of ['key.pem', 'en/index.html', '..%2fbeside.html', 'zh'])
      assert.is((await get(other)).statusCode, 404, other);
  } finally {
    await app.close();
    await rm(folder, { recursive: true });
  }
});

test('there is no console unless it is wanted', async () => {
  const gateway = await openGateway({ env: { PARTNER_CONSOLE: 'off' } });
  assert.is((await fetch(`${gateway.url}/partners/`)).status, 404);
  await gateway.close();
});

test.run();
