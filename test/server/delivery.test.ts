import { randomUUID } from 'node:crypto';
import { createTransport } from 'nodemailer';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../src/contract/member/auth';
import { sendPayCode } from '../../src/contract/money/pay-password';
import { deliverBy } from '../../src/server/delivery/deliver';
import { needsTls } from '../../src/server/delivery/mail';
import { delivery, queueMessage } from '../../src/server/delivery/outbox';
import { smsSignature } from '../../src/server/delivery/sms';
import { createWorker } from '../../src/server/jobs/worker';
import { type DeliverySettings, readDelivery } from '../../src/server/settings/delivery';
import { createReader } from '../../src/server/settings/environment';
import { readSettings } from '../../src/server/settings/settings';
import { answering } from './support/answering';
import { openTestDb } from './support/database';
import { openMailbox } from './support/mailbox';
import { addMember, readPicture } from './support/member';
import { openGateway } from './support/open';
import { production } from './support/production';

const settingsOf = (env: Record<string, string>): DeliverySettings => readDelivery(createReader(env), false);
const mail = {
  channel: 'mail',
  address: 'ann@example.com',
  subject: 'Cloudphone',
  text: '123456 是验证码',
} as const;
const sms = { channel: 'sms', address: '13800138000', subject: '', text: '123456 is your code' } as const;

test('a mail arrives over SMTP, signed in, from and to whom it should, and once more with the same id', async () => {
  const mailbox = await openMailbox();
  const settings = settingsOf({
    MAIL_SMTP_URL: mailbox.url,
    MAIL_FROM: 'Cloudphone <no-reply@cloud.example>',
  });
  const deliver = deliverBy(settings);
  await deliver(mail, 'id-1');
  await deliver(mail, 'id-1');
  const [first, second] = mailbox.mails;
  assert.is(first?.to, 'ann@example.com');
  assert.match(first?.raw ?? '', /^From: Cloudphone <no-reply@cloud\.example>/m);
  assert.match(first?.raw ?? '', /^Message-ID: <id-1@cloud\.example>/m);
  assert.match(second?.raw ?? '', /^Message-ID: <id-1@cloud\.example>/m);
  const encoded = /\r\n\r\n([\s\S]+)$/.exec(first?.raw ?? '')?.[1] ?? '';
  const text = /base64/i.test(first?.raw ?? '')
    ? Buffer.from(encoded, 'base64').toString()
    : decodeURIComponent(
        encoded
          .replace(/=\r\n/g, '')
          .replace(/%/g, '%25')
          .replace(/=([0-9A-F]{2})/g, '%$1'),
      );
  assert.match(text, '123456 是验证码');
  await mailbox.close();
});

test('a mail that the server does not take is an error, and so is a wrong password', async () => {
  const mailbox = await openMailbox();
  const from = { MAIL_FROM: 'no-reply@cloud.example' };
  const fails = (url: string, address: string) =>
    deliverBy(settingsOf({ MAIL_SMTP_URL: url, ...from }))({ ...mail, address }, 'id').then(
      () => assert.unreachable('it was taken for delivered'),
      () => {},
    );
  await fails(mailbox.url, 'nobody@example.com');
  await fails(mailbox.url.replace('secret', 'guess'), 'ann@example.com');
  assert.equal(mailbox.mails, []);
  await mailbox.close();
});

test('a mail server elsewhere gets nothing that is not encrypted', async () => {
  const kinds = [
    'smtp://u:p@127.0.0.1',
    'smtp://u:p@mail.example',
    'smtp://u:p@mail.example?requireTLS=false',
  ];
  assert.equal(kinds.map(needsTls), [false, true, false]);
  const mailbox = await openMailbox(); // offers no STARTTLS
  const transport = createTransport({ url: mailbox.url, requireTLS: needsTls(kinds[1]!) });
  const refused = await transport
    .sendMail({ from: 'no-reply@cloud.example', to: 'ann@example.com', text: '123456' })
    .catch((error: Error) => error.message);
  assert.match(String(refused), /STARTTLS|TLS/);
  assert.equal(mailbox.mails, []);
  await mailbox.close();
});

test('a text message is told to a server of the deployment’s own, signed over its bytes', async () => {
  const server = await answering(() => ({}));
  const settings = settingsOf({ SMS_WEBHOOK_URL: `${server.url}/sms`, SMS_WEBHOOK_SECRET: 's-1' });
  await deliverBy(settings)(sms, 'id-2');
  const [asked] = server.asked;
  assert.equal(JSON.parse(asked?.body ?? ''), { id: 'id-2', to: sms.address, text: sms.text });
  const signature = String(asked?.headers['x-signature']);
  const seconds = Number(/^t=(\d+)/.exec(signature)?.[1]);
  assert.ok(Math.abs(seconds - Date.now() / 1000) < 30);
  assert.is(signature, smsSignature('s-1', asked?.body ?? '', seconds));
  await server.close();
});

test('Twilio is asked as it documents, with the country of a number, and its refusal is an error', async () => {
  let status = 201;
  const server = await answering(() => ({ status, body: '{"sid":"SM1"}' }));
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 'tok', TWILIO_API_URL: server.url };
  const deliver = deliverBy(settingsOf({ ...twilio, TWILIO_FROM: '+15005550006' }));
  await deliver(sms, 'id-3');
  const [asked] = server.asked;
  assert.is(asked?.path, '/2010-04-01/Accounts/AC1/Messages.json');
  assert.is(asked?.headers.authorization, `Basic ${Buffer.from('AC1:tok').toString('base64')}`);
  assert.equal(Object.fromEntries(new URLSearchParams(asked?.body)), {
    To: '+8613800138000',
    From: '+15005550006',
    Body: sms.text,
  });
  status = 400;
  await deliver(sms, 'id-4').then(
    () => assert.unreachable('it was taken for delivered'),
    (error: Error) => assert.match(error.message, '400'),
  );
  await server.close();
});

test('mail that is queued while other mail is on its way waits for a free place at the provider', async () => {
  const db = await openTestDb();
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  let begun = 0;
  const deliver = delivery(() => {
    begun++;
    return held;
  }, false);
  const queue = (count: number) =>
    db.tx(async (tx) => {
      for (let nth = 0; nth < count; nth++) await queueMessage(tx, mail, Date.now());
    });
  const until = async (count: number) => {
    while (begun < count) await new Promise((turn) => setTimeout(turn, 10));
  };
  const worker = createWorker({ db, kinds: { deliver }, schedules: [], now: Date.now, log: () => {} });
  await queue(1);
  worker.start();
  await until(1);
  await queue(5);
  await until(2);
  assert.is(begun, deliver.places);
  release();
  await until(6);
  await worker.stop();
  assert.is(begun, 6);
  await db.close();
});

test('the text of a message is deleted once it has been delivered, and not before', async () => {
  const db = await openTestDb();
  let works = false;
  const deliver = async () => {
    if (!works) throw new Error('the provider is down');
  };
  let ahead = 0;
  const worker = createWorker({
    db,
    kinds: { deliver: delivery(deliver, true) },
    schedules: [],
    now: () => Date.now() + ahead,
    log: () => {},
  });
  await db.tx((tx) => queueMessage(tx, mail, Date.now()));
  const kept = async () => {
    const message = await db.run
      .selectFrom('message')
      .select(['text', 'delivered_at'])
      .executeTakeFirstOrThrow();
    const job = await db.run.selectFrom('job').select('payload').executeTakeFirstOrThrow();
    return [message.text, job.payload.includes('123456'), !!message.delivered_at];
  };
  await worker.work();
  assert.equal(await kept(), [mail.text, true, false]);
  works = true;
  ahead = 60_000;
  await worker.work();
  assert.equal(await kept(), ['', false, true]);
  await db.close();
});

test('production starts only with mail and text messages, or when it says which is off', async () => {
  const { MAIL_SMTP_URL: _url, MAIL_FROM: _from, SMS: _sms, ...rest } = production;
  assert.throws(() => readSettings(rest), /MAIL: set MAIL_SMTP_URL[\s\S]*SMS: set SMS_WEBHOOK_URL/);
  assert.throws(() => readSettings({ ...rest, MAIL: 'off', SMS: 'off' }), /let nobody register/);
  assert.is(readSettings(production).sms, 'off');
  const { MACHINES: _machines, ...without } = production;
  assert.throws(() => readSettings(without), /MACHINES_API_URL/);
});

test('an account to remit to is a real one in production, and elsewhere once it is set', () => {
  const own = { PAYEE_ACCOUNT: '6217 0001', PAYEE_NAME: 'Us', PAYEE_BANK: 'Bank' };
  assert.is(readSettings({}).payee.sandbox, true);
  assert.is(readSettings(own).payee.sandbox, false);
  assert.equal(
    [readSettings(production).payee.sandbox, readSettings(production).payee.accountNumber],
    [false, ''],
  );
});

test('text messages go to countries that are served, and so many an hour', async () => {
  const gateway = await openGateway({ env: { SMS_COUNTRIES: '86,44', SMS_HOURLY: '2' } });
  const ask = async (to: string) =>
    gateway.send(session.sendCode, { purpose: 'register', to, ...(await readPicture(gateway)) });
  assert.match((await ask('+8829912345678')).message, /text messages to this country/);
  assert.equal([(await ask('+447911123456')).code, (await ask('+447911123457')).code], ['1', '1']);
  assert.match((await ask('+447911123458')).message, /Too many attempts/);
  assert.is((await ask('13900139000')).code, '1', 'another country has its own budget');
  assert.is((await ask('somebody@example.com')).code, '1', 'and mail goes on');
  await gateway.close();
});

test('codes for a payment password count against a budget of members, which strangers cannot use up', async () => {
  const gateway = await openGateway({
    env: { SMS_COUNTRIES: '44', SMS_HOURLY: '1', PAY_PASSWORD_FROM: '0' },
  });
  const member = async (phone: string) => gateway.signIn((await addMember(gateway, { phone })).id);
  const ask = async (phone: string) => gateway.send(sendPayCode, {}, await member(phone));
  const stranger = async (to: string) =>
    (await gateway.send(session.sendCode, { purpose: 'register', to, ...(await readPicture(gateway)) })).code;
  assert.equal([await stranger('+447911123470'), await stranger('+447911123471')], ['1', '500']);
  assert.is((await ask('+447911123472')).code, '1');
  assert.match((await ask('+447911123473')).message, /Too many attempts/);
  assert.match((await ask('+8829912345674')).message, /text messages to this country/);
  await gateway.close();
});

test('where text messages are off a member is told to use the other way, before any code is made', async () => {
  const gateway = await openGateway({ env: { SMS: 'off' } });
  const send = (to: string, locale?: string) =>
    gateway.send(
      session.sendCode,
      { purpose: 'register', to, randomCodeId: randomUUID(), randomCode: 'ABCD' },
      locale ? { locale } : {},
    );
  const refused = await send('13800138000');
  assert.equal(
    [refused.code, refused.message],
    ['5001', "We can't send text messages here. Use an email address."],
  );
  assert.is((await send('13800138000', 'zh_CN')).message, '暂不支持短信，请使用邮箱。');
  assert.not.match((await send('ann@example.com')).message, 'text messages');
  await gateway.close();
});

test.run();
