import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import en from '../../i18n/en/server.json';
import zh from '../../i18n/zh/server.json';
import { queueMessage } from '../../src/server/delivery/outbox';
import { endpoints } from '../../src/server/endpoints';
import { serveApp } from '../../src/server/http/static';
import { InvalidSettings, readSettings } from '../../src/server/settings/settings';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { production } from './support/production';
import { addPicture } from './support/upload';

const test = suite<{ gateway: TestGateway }>('system');
test.before(async (context) => {
  const env = {
    CLOUD_STORE_URL: 'https://store.example/',
    CUSTOMER_SERVICE_PHONE: '400 800 8000',
    COUNTRY: 'cn',
  };
  context.gateway = await openGateway({ env });
});
test.after(({ gateway }) => gateway.close());

const ask = { UniqueKey: 'MobileMemberSysParams', Method: 'GetSysConfig' };

test('the app learns the settings that it asks for, and only those', async ({ gateway }) => {
  const ObjectData = ['countryVersion', 'cloudStoreUrl', 'signingSecret', '__proto__'];
  const { body } = await gateway.send('service/invoke', { ...ask, ObjectData });
  assert.equal(body, {
    HasException: false,
    ObjectData: [
      { c_class: 'countryVersion', c_value: 'cn' },
      { c_class: 'cloudStoreUrl', c_value: 'https://store.example' },
    ],
  });
});

test('a picture is loaded from the cloud store, where there is one', async ({ gateway }) => {
  const { id } = await addMember(gateway);
  const picture = await addPicture(gateway, id);
  const { body } = await gateway.send('picture/load', { id: picture }, await gateway.signIn(id));
  assert.is(body.url, `https://store.example/${picture}`);
});

test('a service that does not exist answers with an exception, in the member’s language', async ({
  gateway,
}) => {
  for (const wrong of [{ UniqueKey: 'Other' }, { Method: 'DropAll' }]) {
    const { code, body } = await gateway.send(
      'service/invoke',
      { ...ask, ObjectData: [], ...wrong },
      { locale: 'zh_CN' },
    );
    assert.is(code, '1');
    assert.is(body.HasException, true);
    assert.match(body.Exception.Message, '没有这个服务');
  }
});

test('the gateway says that it is ready', async ({ gateway }) => {
  const response = await fetch(`${gateway.url}/health`);
  assert.equal([response.status, await response.json()], [200, { ready: true }]);
});

test('a deployment names its contact for reports of vulnerabilities, or nothing', async ({ gateway }) => {
  const path = '/.well-known/security.txt';
  assert.is((await fetch(gateway.url + path)).status, 404);
  const own = await openGateway({ env: { SECURITY_CONTACT: 'mailto:security@cloud.example' } });
  try {
    const response = await fetch(own.url + path);
    assert.equal([response.status, response.headers.get('content-type')], [200, 'text/plain; charset=utf-8']);
    const body = await response.text();
    assert.match(body, /^Contact: mailto:security@cloud\.example\nExpires: \d{4}-/);
    const ends = Date.parse(/Expires: (.*)/.exec(body)?.[1] ?? '');
    assert.ok(ends > Date.now() && ends < Date.now() + 366 * 86_400_000);
  } finally {
    await own.close();
  }
  assert.throws(
    () => readSettings({ SECURITY_CONTACT: 'security@cloud.example' }),
    /SECURITY_CONTACT must be/,
  );
});

test('a gateway leaves at once though a browser has opened a connection in advance', async () => {
  const gateway = await openGateway();
  const socket = connect(Number(new URL(gateway.url).port), new URL(gateway.url).hostname);
  await once(socket, 'connect');
  socket.on('error', () => {}); // it is closed under the browser
  const since = Date.now();
  await gateway.close();
  assert.ok(Date.now() - since < 10_000);
});

test('a gateway without its database says that it is not', async () => {
  const gateway = await openGateway();
  await gateway.db.close();
  assert.is((await fetch(`${gateway.url}/health`)).status, 503);
  await gateway.close().catch(() => {}); // its database is closed already
});

test('the description names every call, and which of them the specification does not', async ({
  gateway,
}) => {
  const description = await fetch(`${gateway.url}/openapi.json`);
  assert.is(description.headers.get('content-encoding'), 'gzip');
  const { paths } = (await description.json()) as any;
  assert.equal(Object.keys(paths).sort(), endpoints.map(({ call }) => `/${call.path}`).sort());
  assert.is(paths['/service/invoke'].post['x-added'], true);
  const { data } =
    paths['/service/invoke'].post.requestBody.content['application/json'].schema.properties.body.properties;
  assert.equal(data.required, ['UniqueKey', 'Method', 'ObjectData']);
});

test('every call has rules, a handler and a path of its own', () => {
  assert.is(new Set(endpoints.map(({ call }) => call.path)).size, endpoints.length);
  for (const { call, rules, handler } of endpoints) assert.ok(rules && handler, call.path);
});

test('mails and text messages of the sandbox can be read, and are marked as one', async ({ gateway }) => {
  const text = 'Your code is <b>123456</b>';
  const message = { channel: 'sms', address: '13800138000', subject: '', text } as const;
  await gateway.db.tx((tx) => queueMessage(tx, message, Date.now()));
  const json = (await (await fetch(`${gateway.url}/dev/outbox.json`)).json()) as any;
  assert.equal([json.sandbox, json.messages[0].address, json.messages[0].text], [true, '13800138000', text]);
  const page = await (await fetch(`${gateway.url}/dev/outbox`)).text();
  assert.match(page, 'Outbox (sandbox)');
  assert.match(page, 'Your code is &lt;b&gt;123456&lt;/b&gt;');
  const chinese = { headers: { 'accept-language': 'zh-CN,zh;q=0.9' } };
  assert.match(await (await fetch(`${gateway.url}/dev/outbox`, chinese)).text(), '<html lang="zh">');
  const shop = await (await fetch(`${gateway.url}/dev/shop`, chinese)).text();
  assert.match(shop, '这不是店铺平台');
});

test('in production nobody can read what members are sent', async () => {
  const gateway = await openGateway({ env: production });
  for (const at of ['/dev/outbox', '/dev/outbox.json'])
    assert.is((await fetch(gateway.url + at)).status, 404);
  await gateway.close();
});

test('a development machine needs no settings', () => {
  const settings = readSettings({});
  assert.equal([settings.port, settings.partnerPort, settings.demo], [8080, 8081, true]);
  assert.equal(settings.addresses, { intl: 'http://localhost:8080', cn: 'http://localhost:8080' });
});

test('in production a secret that everybody knows stops the start', () => {
  assert.is(readSettings(production).demo, false);
  assert.is(readSettings({ ...production, OPERATOR_TOKEN: '' }).operatorToken, undefined);
  for (const name of ['SIGNING_SECRET', 'SECRETS_KEY'])
    assert.throws(() => readSettings({ ...production, [name]: '' }), new RegExp(`${name} must be set`));
  for (const name of ['SIGNING_SECRET', 'OPERATOR_TOKEN', 'SECRETS_KEY'])
    for (const value of ['short', 'dev-signing-secret', 'dev-secrets-key', 'ab'.repeat(16)])
      assert.throws(() => readSettings({ ...production, [name]: value }), new RegExp(`${name} must be set`));
  const key = production.SECRETS_KEY.slice(0, 32);
  assert.is(readSettings({ ...production, SECRETS_KEY: key }).sealedBy[0], key);
  assert.throws(() => readSettings({ ...production, SECRETS_KEY: key.slice(1) }), /SECRETS_KEY must be set/);
});

test('a start in production without settings names those that are not set, with their alternatives', () => {
  const said = (env: Record<string, string>) => {
    try {
      readSettings(env);
      return '';
    } catch (error) {
      return String(error);
    }
  };
  const bare = said({ NODE_ENV: 'production' });
  const unset = /^ {2}Not set: (.*)$/m.exec(bare)?.[1] ?? '';
  for (const name of ['SIGNING_SECRET', 'SECRETS_KEY', 'PUBLIC_URL', 'DATABASE_URL or DATABASE'])
    assert.ok(unset.split(', ').includes(name), `${name} is not in: ${unset}`);
  for (const name of ['MAIL_SMTP_URL', 'MACHINES', 'SMS', 'WECHAT_PAY']) assert.match(unset, name);
  assert.not.match(bare, 'must differ');
  assert.not.match(said({ ...production, SIGNING_SECRET: 'short' }), 'Not set');
});

test('the log of a start has the settings that count, and no secret', () => {
  const rows = readFileSync('docs/settings.md', 'utf8').matchAll(/^\| (`[A-Z][^|]*)\|/gm);
  const named = [...rows].flatMap(([, names = '']) =>
    [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  );
  const secret = /SECRET|KEY|TOKEN|PASSWORD|PARTNERS|SMTP_URL|DATABASE_URL/;
  const value = 'k4-nobody-reads-this-in-the-log-0f93';
  let secrets = 0;
  for (const name of named.filter((one) => secret.test(one)))
    try {
      const told = readSettings({ ...production, [name]: value }).told();
      assert.not.match(JSON.stringify(told), value, name);
      if (told[name] === undefined) continue; // it counts only together with others
      assert.is(told[name], 'set');
      secrets++;
    } catch (error) {
      if (error instanceof InvalidSettings) continue; // it goes together with others
      throw error;
    }
  assert.ok(secrets >= 5, `${secrets} secrets`);
  const told = readSettings({ ...production, DATABASE_URL: 'postgres://u:p@127.0.0.1/c' }).told();
  assert.equal(
    [told.PUBLIC_URL, told.DATABASE_URL, told.WITHDRAW_FEE_PERMILLE, told.LOG_LEVEL, told.TRON_API_KEY],
    ['https://cloud.example', 'set', '6', 'info', undefined],
  );
});

test('in production nothing that opens the door to anybody starts', () => {
  const refused = (env: object, about: RegExp) =>
    assert.throws(() => readSettings({ ...production, ...env }), about);
  refused({ OPERATOR_TOKEN: production.SIGNING_SECRET }, /must differ/);
  refused({ DEMO: 'on' }, /DEMO must be off/);
  refused({ PUBLIC_URL: 'http://cloud.example' }, /PUBLIC_URL must be the https address/);
  refused({ PUBLIC_URL: '' }, /PUBLIC_URL must be the https address/);
  refused({ TRUST_PROXY: 'on' }, /TRUST_PROXY must be how many/);
  assert.is(readSettings({ ...production, TRUST_PROXY: '1' }).trustProxy, 1);
  assert.equal(readSettings({ ...production, TRUST_PROXY: '10.0.0.1, 10.0.0.2' }).trustProxy, [
    '10.0.0.1',
    '10.0.0.2',
  ]);
  assert.is(readSettings({ ...production, PUBLIC_URL: 'http://localhost:8080' }).production, true);
});

test('a gateway that others reach says what it is, and how it reaches its database', () => {
  assert.throws(() => readSettings({ PUBLIC_URL: 'https://cloud.example' }), /set NODE_ENV=production/);
  assert.throws(
    () => readSettings({ PUBLIC_URL: 'https://cloud.example', TEST_MODE: 'on' }),
    /set NODE_ENV=production/,
  );
  assert.is(readSettings({ PUBLIC_URL: 'https://localhost:8443' }).production, false);
  const elsewhere = 'postgres://u:p@db.internal/cloudphone';
  assert.throws(() => readSettings({ ...production, DATABASE_URL: elsewhere }), /must say sslmode/);
  for (const url of [`${elsewhere}?sslmode=verify-full`, 'postgres://u:p@127.0.0.1/cloudphone'])
    assert.is(readSettings({ ...production, DATABASE_URL: url }).databaseUrl, url);
});

test('replicas belong to a database that is named, are encrypted as it is, and never serve a copy of it', () => {
  const here = 'postgres://u:p@127.0.0.1/cloudphone';
  const replicas = 'postgres://u:p@127.0.0.1:5433/cloudphone, postgres://u:p@127.0.0.1:5434/cloudphone';
  const all = { DATABASE_URL: here, DATABASE_REPLICAS: replicas };
  assert.equal(readSettings(all).database.replicas, replicas.split(', '));
  assert.equal(readSettings({}).database.replicas, []);
  assert.equal(readSettings({ ...all, QUIET: 'on' }).database.replicas, []);
  assert.throws(() => readSettings({ DATABASE_REPLICAS: replicas }), /that DATABASE_URL names/);
  for (const wrong of ['db2', 'https://db2.example/cloudphone'])
    assert.throws(
      () => readSettings({ ...all, DATABASE_REPLICAS: wrong }),
      /must be postgres:\/\/ addresses/,
    );
  const elsewhere = { DATABASE_REPLICAS: `${here},postgres://u:p@db2.internal/cloudphone` };
  assert.throws(
    () => readSettings({ ...production, ...all, ...elsewhere }),
    /DATABASE_REPLICAS must say sslmode/,
  );
  assert.is(readSettings({ ...production, ...all }).told().DATABASE_REPLICAS, 'set');
});

test('a setting that is nearly called like one stops the start, and so does a database that nobody named', () => {
  for (const [name, meant] of [
    ['DATABSE_URL', 'DATABASE_URL'],
    ['PAYEE_ACOUNT', 'PAYEE_ACCOUNT'],
    ['SECOND_PERSON_FORM', 'SECOND_PERSON_FROM'],
  ])
    assert.throws(() => readSettings({ [name!]: 'x' }), new RegExp(`${name} is no setting: ${meant}`));
  const { DATABASE: _, ...unnamed } = production;
  assert.throws(() => readSettings(unnamed), /DATABASE_URL must name the database in production/);
  // what a machine has besides, and each setting by its own name, is no mistake
  const others = {
    HOME: '/root',
    HOSTNAME: 'a',
    LANGUAGE: 'en',
    PATH: '/bin',
    SHELL: 'sh',
    TERM_PROGRAM: 'x',
  };
  assert.is(readSettings({ ...production, ...others }).production, true);
  const named = readFileSync('docs/settings.md', 'utf8').matchAll(/^\| (`[A-Z][^|]*)\|/gm);
  for (const [, names = ''] of named)
    for (const [, name = ''] of names.matchAll(/`(\w+)`/g))
      try {
        readSettings({ [name]: 'x' });
      } catch (error) {
        assert.not.match(String(error), 'is no setting');
      }
});

test('behind a proxy in production the app listens on this machine only', () => {
  const listen = (env: Record<string, string>) => readSettings(env).listen;
  assert.equal(listen({}), { host: '::', port: 8080 });
  assert.equal(listen({ ...production, PORT: '8090' }), { host: '::', port: 8090 });
  assert.equal(listen({ ...production, TRUST_PROXY: '1' }), { host: '127.0.0.1', port: 8080 });
  assert.equal(listen({ ...production, TRUST_PROXY: '1', LISTEN: ':8080' }), { host: '::', port: 8080 });
});

test('a quiet copy says what it is above every screen, in the member’s language', async () => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'cloudphone-page-'));
  try {
    await writeFile(path.join(root, 'index.html'), '<!doctype html><div id="skeleton"></div>');
    const page = async (quiet: boolean, language: string) => {
      const app = fastify();
      await serveApp(app, root, { base: '/api', secret: 's' }, { publicUrl: 'http://localhost', quiet });
      const { body } = await app.inject({ url: '/', headers: { 'accept-language': language } });
      await app.close();
      return body;
    };
    assert.match(await page(true, 'en'), /<mark>This is a copy of Cloudphone/);
    assert.match(await page(true, 'zh-CN'), /<mark>这是用于检查备份的/);
    assert.not.match(await page(false, 'en'), /<mark>/);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

test('a quiet copy asks no provider, whatever the environment of the original says', () => {
  const real = {
    ...production,
    TWILIO_ACCOUNT_SID: 'AC1',
    TWILIO_AUTH_TOKEN: 'secret',
    TWILIO_FROM: '+15550100',
    SMS: '',
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    MACHINES: '',
    MACHINES_API_URL: 'https://machines.example',
    MACHINES_API_KEY: 'key',
    SHORT_VIDEO_API_URL: 'https://video.example',
    SHORT_VIDEO_API_KEY: 'key',
    AI_BASE_URL: 'https://ai.example',
    AI_API_KEY: 'key',
    AI_MODEL: 'm',
  };
  const loud = readSettings(real);
  assert.equal(
    [typeof loud.mail, typeof loud.sms, typeof loud.machines, !!loud.stripe, !!loud.shortVideo, !!loud.ai],
    ['object', 'object', 'object', true, true, true],
  );
  const quiet = readSettings({ ...real, QUIET: 'on' });
  assert.equal(
    [quiet.quiet, quiet.mail, quiet.sms, quiet.machines, quiet.stripe, quiet.shortVideo, quiet.ai],
    [true, 'sandbox', 'sandbox', 'sandbox', undefined, undefined, undefined],
  );
  assert.throws(() => readSettings({ QUIET: 'maybe' }), /QUIET/);
});

test('every mistake in the settings is named at once', () => {
  const env = { PORT: 'http', COUNTRY: 'fr', DEMO: 'maybe', CN_URL: 'cn.example', WECHAT_APP_ID: 'wx1' };
  for (const name of Object.keys(env)) assert.throws(() => readSettings(env), new RegExp(name));
});

test('both languages say the same things with the same blanks', () => {
  const blanks = (text: string) => [...text.matchAll(/\{\{\w+\}\}/g)].map(String).sort();
  assert.equal(Object.keys(en).sort(), Object.keys(zh).sort());
  for (const [name, text] of Object.entries(en))
    assert.equal(blanks(zh[name as keyof typeof zh]), blanks(text), name);
});

test.run();
