import { createECDH, createPublicKey, randomBytes, randomUUID, verify } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error: it has no types
import ece from 'http_ece';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as auth from '../../src/contract/member/auth';
import * as calls from '../../src/contract/support/notifications';
import { sweepSessions } from '../../src/server/auth/expiry';
import type { Job } from '../../src/server/jobs/jobs';
import { createWorker } from '../../src/server/jobs/worker';
import { type MemberMessage, notifyMember } from '../../src/server/notices/notify-member';
import { publishNotice, withdrawNotice } from '../../src/server/notices/publish';
import { reaching } from '../../src/server/notices/reach/reach-members';
import { audibleFrom } from '../../src/server/notices/reach/reach-settings';
import { readDelivery, vapidPair } from '../../src/server/settings/delivery';
import { createReader } from '../../src/server/settings/environment';
import { workOf } from '../../src/server/work';
import { addMember } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { addRows } from './support/rows';

interface Pushed {
  path: string;
  headers: Record<string, string>;
  body: Buffer;
}

/** A push service on this machine, and a browser that can read what comes to it. */
async function openPushService() {
  const pushed: Pushed[] = [];
  let status = 201;
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const headers = request.headers as Record<string, string>;
    pushed.push({ path: request.url ?? '', headers, body: Buffer.concat(parts) });
    response.writeHead(status).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url', 'uncompressed');
  const auth = randomBytes(16).toString('base64url');
  return {
    origin,
    pushed,
    answer(with_: number) {
      status = with_;
    },
    subscription: (name: string = randomUUID()) => ({ endpoint: `${origin}/${name}`, p256dh, auth }),
    /** The text of a push message, decrypted as the browser does. */
    read: ({ body }: Pushed) =>
      JSON.parse(
        ece.decrypt(body, { version: 'aes128gcm', privateKey: browser, authSecret: auth }).toString(),
      ),
    close: () => new Promise<void>((done) => void server.close(() => done())),
  };
}

/** Whether the JWT of a push was signed with the key that it names (RFC 8292), and for that push service. */
function provesSender({ headers }: Pushed, key: string, origin: string): boolean {
  const [, token = '', named] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return (
    named === key &&
    aud === origin &&
    exp > Date.now() / 1000 &&
    /^(mailto|https):/.test(sub) &&
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    )
  );
}

interface Context {
  gateway: TestGateway;
  service: Awaited<ReturnType<typeof openPushService>>;
  member: string;
  email: string;
  username: string;
  as: Sent;
}
const test = suite<Context>('push');
test.before.each(async (context) => {
  context.gateway ??= await openGateway();
  context.service ??= await openPushService();
  context.service.answer(201);
  context.service.pushed.length = 0;
  context.gateway.clock.ahead = 0;
  context.email = `${randomUUID().slice(0, 8)}@push.example`;
  const { id, username } = await addMember(context.gateway, { email: context.email });
  Object.assign(context, { member: id, username });
  context.as = await context.gateway.signIn(context.member);
});
test.after(async ({ gateway, service }) => {
  await gateway.close();
  await service.close();
});

const work = async ({ db, settings, clock, files }: TestGateway) => {
  const now = () => Date.now() + clock.ahead;
  const { kinds } = await workOf(db, settings, { now, log() {}, files });
  await createWorker({ db, kinds, schedules: [], now, log() {} }).work();
};
const tell = ({ gateway, member }: Context, message: Partial<MemberMessage> = {}) => {
  const values = { amount: 1_234_50, number: 'W1' };
  const whole = {
    kind: 'withdrawalRemitted',
    values,
    link: 'pages/mine/balance',
    ...message,
  } as MemberMessage;
  return gateway.db.tx((tx) => notifyMember(tx, member, whole, Date.now() + gateway.clock.ahead));
};
const all = (push: boolean, mail = false) =>
  Object.fromEntries(calls.notificationKinds.map((kind) => [kind, { push, mail, sms: false }]));
const save = ({ gateway, as }: Context, input: object) =>
  gateway.send(calls.saveNotifications, { choices: all(true), timeZone: 'Asia/Shanghai', ...input }, as);
/** From an hour ago until in an hour, in the time zone that `save` names. */
function quietNow(): calls.QuietHours {
  const clock = (ms: number) =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Asia/Shanghai',
      hour: '2-digit',
      minute: '2-digit',
    }).format(ms);
  const now = Date.now();
  return { from: clock(now - 3_600_000), to: clock(now + 3_600_000) };
}
const mails = async ({ gateway, email }: Context) =>
  (
    await gateway.db.run
      .selectFrom('message')
      .select(['subject', 'text'])
      .where('address', '=', email)
      .execute()
  ).map(({ subject, text }) => `${subject}\n${text}`);

test('a subscribed browser gets what only it can read, from a sender that proves who it is', async (context) => {
  const { gateway, service, as } = context;
  const { body } = await gateway.send(calls.getNotifications, {}, as);
  assert.equal([body.pushed, body.mail?.[0]], [false, context.email[0]]);
  await gateway.send(calls.subscribePush, service.subscription(), { ...as, locale: 'zh_CN' });
  await tell(context);
  await work(gateway);
  const [push, more] = service.pushed;
  assert.ok(push && !more);
  const said = service.read(push);
  assert.equal(said, {
    title: '提现已打款',
    body: '打开 Cloudphone 查看。',
    tag: 'pages/mine/balance',
    link: 'pages/mine/balance',
    lang: 'zh',
  });
  assert.not.match(push.body.toString('latin1'), 'pages');
  assert.equal([push.headers.ttl, push.headers.urgency], ['259200', 'normal']);
  assert.ok(provesSender(push, body.pushKey, service.origin));
  assert.not.ok(provesSender(push, body.pushKey, 'https://elsewhere.example'));
  assert.is((await gateway.send(calls.getNotifications, {}, as)).body.pushed, true);
  assert.is((await gateway.send(auth.listSessions, {}, as)).body.items[0].push, true);
  await work(gateway); // each is sent once
  assert.is(service.pushed.length, 1);
});

test('a message that was read in the app meanwhile is not pushed', async (context) => {
  const { gateway, service, as } = context;
  await gateway.send(calls.subscribePush, service.subscription(), as);
  const id = await tell(context);
  await gateway.send('txSysMsg/edit', { ids: [id] }, as);
  await work(gateway);
  assert.equal(service.pushed, []);
});

test('a member who turns a subject off gets no messages of it, but still those about security', async (context) => {
  const { gateway, service, as } = context;
  await gateway.send(calls.subscribePush, service.subscription(), as);
  assert.is((await save(context, { choices: all(false) })).code, '1');
  await tell(context);
  await tell(context, { kind: 'passwordChanged', values: {}, link: 'pages/mine/signedIn' });
  await work(gateway);
  assert.equal(
    service.pushed.map((push) => service.read(push).title),
    ['Password changed'],
  );
  assert.is(service.pushed[0]!.headers.urgency, 'high');
  assert.match((await mails(context)).join(), 'Your sign-in password was changed');
});

test('mail goes out for the subjects that are chosen, and names where it leads', async (context) => {
  const { gateway } = context;
  await tell(context);
  await work(gateway);
  assert.equal(await mails(context), []);
  await save(context, { choices: { ...all(false), money: { push: false, mail: true, sms: false } } });
  await tell(context);
  await work(gateway);
  const [mail] = await mails(context);
  assert.match(mail!, /^Withdrawal paid out\nYour withdrawal W1 of ¥1,234\.50/);
  assert.match(mail!, '/#/pages/mine/balance');
});

test('a member gets ten text messages a day at most, where the country is served', async ({ gateway }) => {
  const now = Date.now();
  const at = (ms: number) => new Date(now + ms);
  const day = 86_400_000;
  const told = async (phone: string, smsCountries?: string[]) => {
    const { id: member } = await addMember(gateway, { phone });
    const context = { gateway, member, as: await gateway.signIn(member) } as Context;
    await save(context, { choices: { ...all(false), money: { push: false, mail: false, sms: true } } });
    const message = await tell(context);
    const settings = { ...gateway.settings, smsCountries };
    const { inside } = reaching(settings as typeof gateway.settings);
    const job = { payload: { messages: [message] } } as Job;
    return () => gateway.db.tx((tx) => inside(tx, [job], now));
  };
  const count = async (address: string) =>
    Number(
      (
        await gateway.db.run
          .selectFrom('message')
          .select((is) => is.fn.countAll().as('n'))
          .where('address', '=', address)
          .where('channel', '=', 'sms')
          .executeTakeFirstOrThrow()
      ).n,
    );
  const number = () => `+4479${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;
  const [mine, theirs, foreign] = [number(), number(), number()];
  const rows = (many: number, row: object) =>
    Array.from({ length: many }, () => ({ channel: 'sms', ...row }));
  await addRows(gateway, 'message', [
    ...rows(9, { address: mine, at: at(1 - day) }),
    ...rows(10, { address: mine, at: at(-day) }),
    ...rows(10, { address: mine, channel: 'mail', at: at(0) }),
    ...rows(10, { address: theirs, at: at(0) }),
  ]);
  const reach = await told(mine, ['86', '44']);
  await reach();
  assert.is(await count(mine), 20, 'the tenth of this day');
  await reach();
  assert.is(await count(mine), 20);
  await (await told(foreign, ['86']))();
  assert.is(await count(foreign), 0);
});

test('no phone rings in quiet hours, nor later for what was read by then; security messages come at once', async (context) => {
  const { gateway, service, as } = context;
  await gateway.send(calls.subscribePush, service.subscription(), as);
  await save(context, { quiet: quietNow() });
  await tell(context);
  const read = await tell(context);
  await tell(context, {
    kind: 'signedInElsewhere',
    values: { ip: '203.0.113.*' },
    link: 'pages/mine/signedIn',
  });
  await work(gateway);
  assert.equal(
    service.pushed.map((push) => service.read(push).title),
    ['New sign-in'],
  );
  await gateway.send('txSysMsg/edit', { ids: [read] }, as);
  gateway.clock.ahead = 3_700_000;
  await work(gateway);
  assert.equal(
    service.pushed.map((push) => service.read(push).title),
    ['New sign-in', 'Withdrawal paid out'],
  );
});

test('quiet hours end on the minute, over midnight too, and not at all where none are set', () => {
  const at = Date.parse('2026-11-25T15:30:20Z'); // 23:30:20 in Shanghai
  const until = (quiet?: calls.QuietHours) =>
    new Date(audibleFrom(at, quiet, 'Asia/Shanghai')).toISOString().slice(11, 19);
  assert.is(until({ from: '22:00', to: '08:00' }), '00:00:00');
  assert.is(until({ from: '23:31', to: '08:00' }), '15:30:20');
  assert.is(until({ from: '08:00', to: '23:30' }), '15:30:20');
  assert.is(until(), '15:30:20');
});

test('a subscription ends when its session does, and when the push service no longer knows it', async (context) => {
  const { gateway, service, member, as } = context;
  const count = async () =>
    (await gateway.db.run.selectFrom('push_subscription').select('id').where('member', '=', member).execute())
      .length;
  await gateway.send(calls.subscribePush, service.subscription(), as);
  const other = await gateway.signIn(member);
  await gateway.send(calls.subscribePush, service.subscription('second'), other);
  assert.is(await count(), 2);
  await gateway.send(auth.logout, {}, other);
  assert.is(await count(), 1);
  service.answer(503);
  await tell(context);
  await work(gateway);
  assert.equal([service.pushed.length, await count()], [1, 1]); // it is sent again later
  service.answer(410);
  gateway.clock.ahead = 60_000;
  await work(gateway);
  assert.equal([service.pushed.length, await count()], [2, 0]);
  await gateway.send(calls.subscribePush, service.subscription(), as);
  await gateway.send(calls.unsubscribePush, {}, as);
  assert.is(await count(), 0);
});

test('a session that is over gets no push, and the member’s other one does', async (context) => {
  const { gateway, service, member, as } = context;
  await gateway.send(calls.subscribePush, service.subscription('open'), as);
  const other = await gateway.signIn(member);
  await gateway.send(calls.subscribePush, service.subscription('over'), other);
  await gateway.db.run
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('hash', 'in', (is) =>
      is.selectFrom('push_subscription').select('session').where('endpoint', '=', `${service.origin}/over`),
    )
    .execute();
  await tell(context);
  await work(gateway);
  assert.equal(
    service.pushed.map(({ path }) => path),
    ['/open'],
  );
});

test('a subscription is deleted with its expired session, and the member’s other one stays', async (context) => {
  const { gateway, service, member, as } = context;
  const other = await gateway.signIn(member);
  await gateway.send(calls.subscribePush, service.subscription('expired'), other);
  await gateway.db.run
    .updateTable('session')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('member', '=', member)
    .where('hash', 'in', (is) =>
      is.selectFrom('push_subscription').select('session').where('member', '=', member),
    )
    .execute();
  await gateway.send(calls.subscribePush, service.subscription('kept'), as);
  await sweepSessions(gateway.db.run, Date.now());
  const left = await gateway.db.run
    .selectFrom('push_subscription')
    .select('endpoint')
    .where('member', '=', member)
    .execute();
  assert.equal(left, [{ endpoint: `${service.origin}/kept` }]);
});

test('a browser that another member signs in to is theirs alone', async (context) => {
  const { gateway, service, as } = context;
  const same = service.subscription('shared');
  await gateway.send(calls.subscribePush, same, as);
  const { id } = await addMember(gateway);
  await gateway.send(calls.subscribePush, same, await gateway.signIn(id));
  await tell(context);
  await work(gateway);
  assert.equal(service.pushed, []);
});

test('a published notice is pushed to who sees it, in their words', async (context) => {
  const { gateway, service, username, as } = context;
  await gateway.send(calls.subscribePush, service.subscription(), as);
  const publish = (texts: object, to?: string) =>
    fetch(`${gateway.url}/operator/notices`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${gateway.settings.operatorToken}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ texts, requestKey: randomUUID(), to }),
    });
  const texts = (title: string) => ({ en: { title, html: '<p>Noon</p>' } });
  const stranger = await addMember(gateway);
  await publish(texts('Not for you'), stranger.username);
  await publish(texts('Rent day'), username);
  await work(gateway);
  const said = service.pushed.map((push) => service.read(push));
  assert.equal([said.length, said[0].title], [1, 'Rent day']);
  assert.match(said[0].link, /^pages\/list\/noticeDetail\?id=/);
});

test('a notice is pushed to readers of its country version who are not locked, unless it was withdrawn', async (context) => {
  const { gateway, service } = context;
  const subscriber = async (name: string, values: object) => {
    const { id } = await addMember(gateway, values);
    const as = await gateway.signIn(id);
    await gateway.send(calls.subscribePush, service.subscription(name), as);
    return id;
  };
  await subscriber('china', { country: 'cn' });
  await subscriber('abroad', { country: 'intl' });
  const locked = await subscriber('locked', { country: 'cn' });
  await gateway.db.run
    .updateTable('member')
    .set({ locked_at: new Date() })
    .where('id', '=', locked)
    .execute();
  const texts = { en: { title: 'Spring', html: '<p>Noon</p>' }, zh: { title: '春', html: '<p>午</p>' } };
  const publish = () =>
    publishNotice(gateway.db, { texts, country: 'cn', requestKey: randomUUID() }, Date.now());
  const withdrawn = await publish();
  await withdrawNotice(gateway.db, withdrawn.id, Date.now());
  const named = () => {
    const paths = service.pushed.map(({ path }) => path.slice(1));
    return paths.filter((path) => ['china', 'abroad', 'locked'].includes(path));
  };
  await work(gateway);
  assert.equal(named(), []);
  await publish();
  await work(gateway);
  assert.equal(named(), ['china']);
});

test('a notice that waits for the end of quiet hours is not pushed if it is withdrawn meanwhile', async (context) => {
  const { gateway, service, as } = context;
  await gateway.send(calls.subscribePush, service.subscription(), as);
  await save(context, { quiet: quietNow() });
  const publish = (title: string) => {
    const texts = { en: { title, html: '<p>Noon</p>' } };
    return publishNotice(gateway.db, { texts, requestKey: randomUUID(), to: context.username }, Date.now());
  };
  const withdrawn = await publish('Closed today');
  await publish('Rent day');
  await work(gateway);
  assert.equal(service.pushed, []);
  await withdrawNotice(gateway.db, withdrawn.id, Date.now());
  gateway.clock.ahead = 3_700_000;
  await work(gateway);
  assert.equal(
    service.pushed.map((push) => service.read(push).title),
    ['Rent day'],
  );
});

test('a member sees where they are reached, masked, and nothing that the deployment has switched off', async (context) => {
  const { gateway } = context;
  const as = await gateway.signIn(
    (await addMember(gateway, { email: 'ada@push.example', phone: '+4917012345678' })).id,
  );
  const { mail, sms } = gateway.settings;
  const shown = async (switches: object) => {
    Object.assign(gateway.settings, switches);
    const { body } = await gateway.send(calls.getNotifications, {}, as);
    return [body.mail, body.sms];
  };
  try {
    const [address = '', phone = ''] = await shown({});
    assert.match(address, /\*.*@push\.example$/);
    assert.match(phone, /^\+49.*\*.*\d$/);
    assert.equal(await shown({ mail: 'off' }), [undefined, phone]);
    assert.equal(await shown({ mail, sms: 'off' }), [address, undefined]);
  } finally {
    Object.assign(gateway.settings, { mail, sms });
  }
});

test('no push goes to an address that is not on the internet, and no time zone is made up', async (context) => {
  const { gateway, service, as } = context;
  const wrong = ['https://10.0.0.1/x', 'http://push.example/x', 'https://[fd00::1]/x', 'ftp://push.example'];
  for (const endpoint of wrong) {
    const { code, body } = await gateway.send(
      calls.subscribePush,
      { ...service.subscription(), endpoint },
      as,
    );
    assert.equal([endpoint, code, body.problems?.endpoint?.rule], [endpoint, '5001', 'wrong']);
  }
  assert.is((await save(context, { timeZone: 'Mars/Olympus' })).code, '5001');
});

test('the key pair is the same after a restart, and one from the settings must fit together', async ({
  gateway,
  as,
}) => {
  const key = async () => (await gateway.send(calls.getNotifications, {}, as)).body.pushKey;
  assert.is(await key(), await key());
  const mistakes = (env: Record<string, string>) => {
    const reader = createReader(env);
    return [readDelivery(reader, false).vapid?.publicKey, reader.mistakes.length];
  };
  const { publicKey, privateKey } = vapidPair(randomBytes(32).toString('base64url'));
  assert.equal(mistakes({ VAPID_PUBLIC: publicKey, VAPID_PRIVATE: privateKey }), [publicKey, 0]);
  assert.is(mistakes({ VAPID_PUBLIC: publicKey, VAPID_PRIVATE: `${privateKey.slice(0, -2)}AA` })[1], 1);
  assert.is(mistakes({ VAPID_PUBLIC: publicKey })[1], 1);
});

test.run();
