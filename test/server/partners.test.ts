import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { followOnce } from '../../src/server/console/test-records';
import { setWebhook } from '../../src/server/embed/manage-webhooks';
import { webhookSignature } from '../../src/server/embed/send-webhooks';
import { signatureOf } from '../../src/server/embed/signed-request';
import { createWorker } from '../../src/server/jobs/worker';
import { open, seal } from '../../src/server/kernel/seal';
import { notifyMember } from '../../src/server/notices/notify-member';
import { importGiven } from '../../src/server/partners/import-given';
import { readPartners, versionOf } from '../../src/server/partners/records';
import { readSettings } from '../../src/server/settings/settings';
import { workOf } from '../../src/server/work';
import { type ConsoleUser, consoleAsk, signUp } from './support/console';
import { ask, env, secret, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { production } from './support/production';
import { addRows } from './support/rows';

const test = suite('partners in the database');
const error = async (gateway: TestGateway, as = {}) => (await ask(gateway, { member: 'nobody' }, as)).error;

/** Runs until it is true; a gateway follows another within five seconds. */
async function eventually(what: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; )
    if (await what()) return;
    else await new Promise((settle) => setTimeout(settle, 100));
  assert.unreachable('it did not happen');
}

test('PARTNERS is what the database begins with, and changes nothing in it later', async () => {
  const first = await openGateway({ env });
  try {
    assert.is(await error(first), 'member_not_linked');
    const changed = JSON.parse(env.PARTNERS);
    changed[0].secret = 'another-secret-of-the-shop-that-is-new';
    changed[0].origins = ['https://new.example'];
    changed.push({ id: 'p_third', name: 'Third', secret, origins: [shop] });
    const second = await openGateway({ env: { PARTNERS: JSON.stringify(changed) }, database: first.db });
    assert.is(await error(second), 'member_not_linked', 'the key and the origin of the database are good');
    assert.is(await error(second, { secret: changed[0].secret }), 'signature_wrong');
    const elsewhere = await ask(second, { member: 'nobody', origin: 'https://new.example' });
    assert.is(elsewhere.error, 'origin_not_allowed', 'its origins are those of the database');
    assert.is(await error(second, { partner: 'p_third' }), 'member_not_linked', 'one that is new is added');
    await eventually(async () => (await error(first, { partner: 'p_third' })) === 'member_not_linked');
    await second.close();
  } finally {
    await first.close();
  }
});

test('the gateway starts without an invalid origin, which it logs', async () => {
  const partners = JSON.parse(env.PARTNERS);
  partners[0].origins = ['https://*.wild.example', 'null', shop];
  const lines: string[] = [];
  const gateway = await openGateway({
    env: { PARTNERS: JSON.stringify(partners) },
    log: (line) => void lines.push(line),
  });
  try {
    assert.is(await error(gateway), 'member_not_linked');
    assert.equal(gateway.settings.partners[0]?.origins, [shop]);
    const told = lines.filter((line) => line.includes('left out: PARTNERS: p_shop'));
    assert.is(told.length, 2, 'each of them');
  } finally {
    await gateway.close();
  }
});

test('partners’ secrets are encrypted for their own row, with a key that can be rotated', async () => {
  const gateway = await openGateway({ env });
  try {
    const { db, settings } = gateway;
    const rows = await db.run.selectFrom('partner_key').selectAll().execute();
    assert.not.match(JSON.stringify(rows), secret);
    const { sealed } = rows.find(({ partner }) => partner === 'p_shop')!;
    assert.is(open(settings, 'key p_shop secret', sealed), secret);
    assert.is(open(settings, 'key p_forum secret', sealed), undefined, 'not in another row');
    const with_ = (more: object) => readSettings({ ...env, ...more });
    const next = with_({ SECRETS_KEY: 'the-next-one-of-them' });
    assert.is(open(next, 'key p_shop secret', sealed), undefined);
    const { lost, partners } = await readPartners(db.run, next, Date.now());
    assert.equal(
      [lost.length, partners[0]?.keys],
      [2, []],
      'a key that cannot be opened is left out and named',
    );
    const both = with_({
      SECRETS_KEY: 'the-next-one-of-them',
      SECRETS_KEY_BEFORE: settings.sealedBy[0]!,
    });
    assert.is(open(both, 'key p_shop secret', sealed), secret);
    assert.is(open(both, 'x', seal(both, 'x', 'y')), 'y');
    assert.is(open(next, 'x', seal(both, 'x', 'y')), 'y', 'what is new is sealed by the new one');
  } finally {
    await gateway.close();
  }
});

test('two gateways that start at once import each partner once', async () => {
  const gateway = await openGateway({ env: { PARTNERS: '[]' } });
  try {
    const settings = readSettings({ ...env, DATA_DIR: '/nowhere' });
    const both = await Promise.all([1, 2].map(() => importGiven(gateway.db, settings, Date.now())));
    assert.equal(both.flat().sort(), ['p_forum', 'p_shop']);
    const before = await versionOf(gateway.db.run);
    const inProduction = { ...settings, production: true };
    await importGiven(gateway.db, inProduction, Date.now());
    assert.is(await versionOf(gateway.db.run), before, 'nothing has changed');
    const third = { ...settings.givenPartners[0]!, id: 'p_third' };
    await importGiven(gateway.db, { ...inProduction, givenPartners: [third] }, Date.now());
    assert.is(await versionOf(gateway.db.run), before + 1, 'the other gateways read the partners again');
  } finally {
    await gateway.close();
  }
});

interface Hooks {
  gateway: TestGateway;
  owner: ConsoleUser;
  server: Server;
  url: string;
  heard: { path: string; body: any; signatures: string[]; id: string; timestamp: string; text: string }[];
  answers: number[];
  member: string;
  work(): Promise<void>;
  post(path: string, body: object): Promise<any>;
  get(path: string): Promise<any>;
}
const hooks = suite<Hooks>('webhooks of a partner');
hooks.before(async (the) => {
  the.gateway = await openGateway({ env: { PARTNERS: '[]' } });
  the.owner = await signUp(the.gateway);
  Object.assign(the, { heard: [], answers: [] });
  the.server = createServer(async (request, response) => {
    let text = '';
    for await (const part of request) text += part;
    const header = (name: string) => String(request.headers[name]);
    the.heard.push({
      path: request.url!,
      text,
      body: JSON.parse(text),
      id: header('webhook-id'),
      timestamp: header('webhook-timestamp'),
      signatures: header('webhook-signature').split(' '),
    });
    response.writeHead(the.answers.shift() ?? 200).end('what the server said');
  });
  await new Promise<void>((settle) => the.server.listen(0, settle));
  the.url = `http://localhost:${(the.server.address() as { port: number }).port}`;
  the.member = (await addMember(the.gateway)).id;
  const { db, settings, files, clock } = the.gateway;
  await db.run
    .insertInto('partner_member')
    .values({ partner: the.owner.partner, reference: 'ann', member: the.member, at: new Date() })
    .execute();
  const now = () => Date.now() + clock.ahead;
  const { kinds } = await workOf(db, settings, { now, log: () => {}, files });
  const worker = createWorker({ db, kinds, schedules: [], now, log: () => {} });
  the.work = async () => {
    for (let rounds = 0; rounds < 3; rounds++) await worker.work();
  };
  const at = (path: string) => `of/${the.owner.partner}/${path}`;
  the.post = async (path, body) => {
    const answer = await consoleAsk(the.gateway, at(path), { as: the.owner, body });
    assert.is(answer.status, 200, `${path}: ${answer.message}`);
    return answer;
  };
  the.get = (path) => consoleAsk(the.gateway, at(path), { as: the.owner });
});
hooks.before.each((the) => {
  the.heard.length = the.answers.length = 0;
});
hooks.after(async ({ gateway, server }) => {
  server.closeAllConnections();
  await new Promise((settle) => server.close(settle));
  await gateway.close();
});

const paid = ({ gateway, member }: Hooks, orderNo: string) =>
  gateway.db.tx((tx) =>
    notifyMember(tx, member, { kind: 'orderPaid', values: { orderNo } }, Date.now() + gateway.clock.ahead),
  );
const answered = ({ gateway, member }: Hooks, number: string) =>
  gateway.db.tx((tx) =>
    notifyMember(
      tx,
      member,
      { kind: 'workOrderAnswered', values: { number, title: 'x' } },
      Date.now() + gateway.clock.ahead,
    ),
  );

hooks(
  'each webhook gets the types that it wants, numbered in their order, signed by its own secret',
  async (the) => {
    const all = await the.post('webhooks', { mode: 'test', url: `${the.url}/all`, types: [] });
    const some = await the.post('webhooks', { mode: 'test', url: `${the.url}/paid`, types: ['order.paid'] });
    const same = await consoleAsk(the.gateway, `of/${the.owner.partner}/webhooks`, {
      as: the.owner,
      body: { mode: 'test', url: `${the.url}/all`, types: [] },
    });
    assert.is(same.error, 'webhookTaken', 'a second one with the same address would send everything twice');
    await paid(the, 'O1');
    await answered(the, 'T1');
    await paid(the, 'O2');
    await the.work();
    const seen = (path: string) =>
      the.heard
        .filter((one) => one.path === path)
        .map(({ body }) => [body.sequence, body.type])
        .sort();
    assert.equal(seen('/all'), [
      [1, 'order.paid'],
      [2, 'work_order.answered'],
      [3, 'order.paid'],
    ]);
    assert.equal(seen('/paid'), [
      [1, 'order.paid'],
      [2, 'order.paid'],
    ]);
    for (const { path, id, timestamp, text, signatures } of the.heard) {
      const own = path === '/all' ? all.secret : some.secret;
      assert.equal(signatures, [webhookSignature(own, id, timestamp, text)]);
    }
  },
);

hooks('a secret that is replaced signs for a day beside the new one, and no longer', async (the) => {
  const first = await the.post('webhooks', { mode: 'test', url: `${the.url}/rolled`, types: ['order.paid'] });
  const second = await the.post(`webhooks/${first.id}/roll`, {});
  const rolled = async () => {
    await the.work();
    return the.heard.filter(({ path }) => path === '/rolled').at(-1)!;
  };
  await paid(the, 'O3');
  const { id, timestamp, text, signatures } = await rolled();
  assert.equal(signatures, [
    webhookSignature(second.secret, id, timestamp, text),
    webhookSignature(first.secret, id, timestamp, text),
  ]);
  assert.ok(
    (await the.get('webhooks?mode=test')).items.find((one: any) => one.id === first.id).oldSecretUntil,
  );
  the.gateway.clock.ahead += 25 * 3_600_000;
  the.owner = { ...the.owner, ...(await signInAgain(the)) };
  await paid(the, 'O4');
  const later = await rolled();
  assert.equal(later.signatures, [webhookSignature(second.secret, later.id, later.timestamp, later.text)]);
});

async function signInAgain({ gateway, owner }: Hooks) {
  const { codeNow, password } = await import('./support/console');
  const body = { email: owner.email, password, code: codeNow(gateway, owner.totp) };
  const { cookie = '' } = await consoleAsk(gateway, 'session', { body });
  const { csrf } = await consoleAsk(gateway, 'session', { as: { cookie, csrf: '' } });
  return { cookie, csrf };
}

hooks(
  'the log has every attempt with what was answered, and a message is sent again on request',
  async (the) => {
    const hook = await the.post('webhooks', { mode: 'test', url: `${the.url}/tried`, types: ['link.ended'] });
    the.answers.push(500);
    const { message } = await the.post(`webhooks/${hook.id}/test`, { mode: 'test' });
    await the.work();
    the.gateway.clock.ahead += 2500;
    await the.work();
    assert.equal(
      the.heard.map(({ body, id }) => [body.type, id]),
      [
        ['webhook.test', message],
        ['webhook.test', message],
      ],
    );
    const shown = await the.get(`messages/${message}?mode=test`);
    assert.equal(
      shown.attempts.map(({ attempt, result, answer }: any) => [attempt, result, answer]),
      [
        [1, '500', 'what the server said'],
        [2, '200', 'what the server said'],
      ],
    );
    await the.post(`messages/${message}/replay`, { mode: 'test' });
    await the.work();
    assert.is(the.heard.length, 3);
    const { items } = await the.get(`messages?mode=test&webhook=${hook.id}`);
    assert.equal(
      items.map(({ id, sequence, attempts }: any) => [id, sequence, attempts]),
      [[message, 1, 3]],
    );
  },
);

hooks('one that is paused or removed is sent nothing', async (the) => {
  const url = `${the.url}/paused`;
  const hook = await the.post('webhooks', { mode: 'test', url, types: [] });
  await the.post(`webhooks/${hook.id}`, { url, types: [], on: false });
  const tried = await consoleAsk(the.gateway, `of/${the.owner.partner}/webhooks/${hook.id}/test`, {
    as: the.owner,
    body: { mode: 'test' },
  });
  assert.is(tried.error, 'webhookPaused');
  await paid(the, 'O5');
  await the.work();
  await the.post(`webhooks/${hook.id}`, { url, types: [], on: true });
  const { items } = await the.get(`messages?mode=test&webhook=${hook.id}`);
  assert.equal(items, [], 'what happens during a pause is no message, also not afterwards');
  await paid(the, 'O6');
  await the.work();
  await paid(the, 'O7');
  await the.post(`webhooks/${hook.id}/remove`, {});
  await the.work();
  assert.equal(
    the.heard.filter(({ path }) => path === '/paused').map(({ body }) => [body.sequence, body.data.orderNo]),
    [[1, 'O6']],
    'no number is missing',
  );
});

hooks('a message that waited when its webhook was paused is sent after the pause', async (the) => {
  const url = `${the.url}/resumed`;
  const hook = await the.post('webhooks', { mode: 'test', url, types: ['order.paid'] });
  const turn = (on: boolean) => the.post(`webhooks/${hook.id}`, { url, types: ['order.paid'], on });
  const heard = () =>
    the.heard.filter(({ path }) => path === '/resumed').map(({ body }) => body.data.orderNo);
  the.answers.push(...Array(50).fill(500)); // to the other webhooks too
  await paid(the, 'O8');
  await the.work();
  the.answers.length = 0;
  assert.equal(heard(), ['O8'], 'it was not taken');
  await turn(false);
  the.gateway.clock.ahead += 2500;
  await the.work();
  assert.is(heard().length, 1, 'its time for another attempt was during the pause');
  await turn(true);
  await the.work();
  assert.equal(heard(), ['O8', 'O8']);
  const { items } = await the.get('backlog?mode=test');
  assert.is(items.find(({ id }: any) => id === hook.id).waiting, 0);
  await turn(true);
  await the.work();
  assert.is(heard().length, 2, 'what was delivered is not sent again');
});

hooks('a webhook of test mode is not one of live mode; one without a mode is one of both', async (the) => {
  const { gateway, owner, url } = the;
  const [ofTest, ofBoth] = [`${url}/test`, `${url}/both`];
  await the.post('webhooks', { mode: 'test', url: ofTest, types: ['link.ended'] });
  await setWebhook({ ...gateway, now: Date.now }, owner.partner, ofBoth);
  const shown = async (path: string) => {
    const { items } = await the.get(path);
    return [ofTest, ofBoth].filter((hook) => items.some((one: any) => one.url === hook));
  };
  for (const path of ['webhooks', 'backlog']) {
    assert.equal(await shown(`${path}?mode=test`), [ofTest, ofBoth], path);
    assert.equal(await shown(`${path}?mode=live`), [ofBoth], path);
  }
});

test('partners’ changes at the live gateway apply in test mode, and its log is readable there', async () => {
  const shared = 'a-secret-that-the-two-gateways-share-7';
  const { MACHINES, MAIL_SMTP_URL, MAIL_FROM, SMS, WECHAT_PAY, ...guarded } = production;
  const both = { PARTNERS: '[]', PARTNER_OTHER_SECRET: shared };
  // each has to know the other's address before it is there
  const trial = await openGateway({
    env: {
      ...guarded,
      ...both,
      TEST_MODE: 'on',
      PUBLIC_URL: 'https://test.cloud.example',
      PARTNER_OTHER_URL: 'http://localhost:9',
    },
  });
  const live = await openGateway({
    env: {
      ...production,
      ...both,
      PARTNER_CONSOLE: 'on',
      PARTNER_OTHER_URL: trial.url.replace('127.0.0.1', 'localhost'),
    },
  });
  try {
    trial.settings.partnerConsole.other!.url = live.url;
    const owner = await signUp(live);
    const of = (path: string, body?: object) =>
      consoleAsk(live, `of/${owner.partner}/${path}`, { as: owner, ...(body && { body }) });
    const { secret } = await of('keys', { mode: 'test' });
    const origin = 'http://localhost:3000';
    await of('origins', { mode: 'test', origin, kind: 'site' });
    await of('webhooks', { mode: 'test', url: 'https://hooks.example/x', types: ['order.paid'] });
    const gateway = { db: trial.db, settings: trial.settings, now: Date.now } as any;
    const version = await followOnce(gateway, undefined);
    const as = { partner: owner.partner, secret };
    const refused = await ask(trial, { member: 'nobody', origin }, as);
    assert.is(refused.error, 'member_not_linked');
    assert.is(
      (await ask(live, { member: 'nobody', origin }, as)).error,
      'partner_disabled',
      'it is not live',
    );
    const found = await of(`requests?mode=test&id=${refused.requestId}`);
    assert.equal(
      found.items.map(({ error }: any) => error),
      ['member_not_linked'],
    );
    assert.is((await of('messages/none?mode=test')).error, 'messageMissing', 'a refusal comes back as it is');
    assert.is(await followOnce(gateway, version), version, 'nothing has changed');
    const [{ id }] = (await of('webhooks?mode=test')).items;
    const at = new Date();
    const stays = [
      { partner: owner.partner, mode: 'live' as const },
      { partner: 'p_other', mode: 'test' as const },
    ];
    await addRows(trial, 'partner', [{ id: 'p_other', live: 'no', name: '{"en":"Other"}', features: '[]' }]);
    await addRows(
      trial,
      'partner_hook',
      stays.map((one) => ({ ...one, id: `${one.mode}-hook`, at })),
    );
    await addRows(
      trial,
      'partner_key',
      stays.map((one) => ({ ...one, kid: `${one.mode}-key`, created_at: at })),
    );
    await addRows(
      trial,
      'partner_origin',
      stays.map((one) => ({ ...one, origin: 'https://stays.example', kind: 'site' })),
    );
    const turned = async (on: boolean, known: number) => {
      await of(`webhooks/${id}`, { url: 'https://hooks.example/x', types: [], on });
      return followOnce(gateway, known);
    };
    const paused = await turned(false, version);
    const left = { partner: owner.partner, webhook: id, type: 'order.paid', body: '{}', at, attempts: 0 };
    await addRows(trial, 'partner_message', [{ ...left, id: 'msg_left', sequence: 1 }]);
    const resumed = await turned(true, paused);
    const jobs = await trial.db.run.selectFrom('job').select('id').where('destination', '=', id).execute();
    assert.equal(jobs, [{ id: 'webhook:msg_left' }], 'what waited during the pause is sent');
    await of(`webhooks/${id}/remove`, {});
    await of('origins/remove', { mode: 'test', origin });
    await followOnce(gateway, resumed);
    const modesIn = async (table: 'partner_hook' | 'partner_key' | 'partner_origin') =>
      (await trial.db.run.selectFrom(table).select(['partner', 'mode']).execute())
        .map(({ partner, mode }) => `${partner === owner.partner ? 'own' : partner} ${mode}`)
        .sort();
    assert.equal(await modesIn('partner_hook'), ['own live', 'p_other test']);
    assert.equal(await modesIn('partner_key'), ['own live', 'own test', 'p_other test']);
    assert.equal(await modesIn('partner_origin'), ['own live', 'p_other test']);
    assert.is((await ask(trial, { member: 'nobody', origin }, as)).error, 'origin_not_allowed');
    const forged = await fetch(`${trial.url}/embed/v1/other`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-timestamp': `${Date.now()}`,
        'x-nonce': 'n'.repeat(20),
      },
      body: JSON.stringify({ ask: 'log', name: 'usage', partner: owner.partner, mode: 'test', input: {} }),
    });
    assert.is(forged.status, 401);
    const recordsOf = async ({ url }: { url: string }) => {
      const body = JSON.stringify({ ask: 'records' });
      const [timestamp, nonce] = [`${Date.now()}`, randomUUID()];
      const headers = {
        'content-type': 'application/json',
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': signatureOf(shared, timestamp, nonce, Buffer.from(body)),
      };
      return (await fetch(`${url}/embed/v1/other`, { method: 'POST', headers, body })).status;
    };
    assert.equal(
      [await recordsOf(live), await recordsOf(trial)],
      [200, 400],
      'only the live gateway hands out records',
    );
  } finally {
    await Promise.all([live.close(), trial.close()]);
  }
});

test.run();
hooks.run();
