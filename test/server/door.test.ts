import { randomUUID } from 'node:crypto';
import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as auth from '../../src/contract/member/auth';
import * as wallet from '../../src/contract/money/wallet';
import * as im from '../../src/contract/support/im';
import * as workOrders from '../../src/contract/support/work-orders';
import { workHeader } from '../../src/contract/wire/work';
import { doWork } from '../../src/core/http/do-work';
import { createPasswords } from '../../src/server/auth/passwords';
import { createOpenRequests } from '../../src/server/http/open-requests';
import { rejectUnderPressure } from '../../src/server/http/pressure';
import { tokenOf } from '../../src/server/http/wire';
import { createWork } from '../../src/server/http/work';
import { unknownDevice } from '../../src/server/kernel/device';
import { createFairQueue, Overloaded } from '../../src/server/kernel/fair-queue';
import { cursor } from '../../src/server/kernel/pagination';
import type { RequestRejected } from '../../src/server/kernel/request-rejected';
import type { Passwords } from '../../src/server/kernel/services';
import { addMember, password } from './support/member';
import { openGateway, type Sent, type TestGateway } from './support/open';

interface Context {
  gateway: TestGateway;
  passwords: Passwords;
  as: Sent;
}
const test = suite<Context>('the door');
test.before(async (context) => {
  // sign-ins queue up only where a password costs something: half of what members' do
  context.passwords = createPasswords({ N: 2 ** 14, r: 8, p: 3 });
  context.gateway = await openGateway({ passwords: context.passwords });
  context.as = await context.gateway.signIn((await addMember(context.gateway)).id);
});
test.after(({ gateway }) => gateway.close());

test('a text with NUL is refused before any database sees it', async ({ gateway, as }) => {
  const signIn = await gateway.send(auth.login, { account: 'a\0b', password: 'secret2026', agreed: true });
  assert.equal([signIn.status, signIn.code], [200, '5001']);
  const chat = await gateway.send(im.sendMessage, { text: 'a\0', requestKey: randomUUID() }, as);
  assert.equal([chat.status, chat.code], [200, '5001']);
});

test('a request that nests thousands of lists is refused, and no fault of the gateway', async ({
  gateway,
  as,
}) => {
  const header = { uuid: randomUUID(), appid: 'h5', authToken: as.token, timestamp: Date.now() };
  for (const [open, close] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const)
    for (const name of ['text', 'requestKey', 'other']) {
      const deep = `${open.repeat(9_000)}1${close.repeat(9_000)}`;
      const body = JSON.stringify({ header: { ...header, uuid: randomUUID() }, body: { data: {} } });
      const sent = body.replace('"data":{', `"data":{"${name}":${deep}`);
      const { status, code } = await gateway.sendRaw(im.sendMessage.path, sent, {
        'content-type': 'application/json',
        authorization: `Bearer ${as.token}`,
        userId: as.userId ?? '',
        Token: tokenOf(gateway.settings.signingSecret, sent),
      });
      assert.equal([status, code], [200, '5001'], `${name} ${open}`);
    }
});

test('a null where a text belongs is refused, and no fault of the gateway', async ({ gateway, as }) => {
  const chat = await gateway.send(im.sendMessage, { text: null, requestKey: randomUUID() }, as);
  assert.equal([chat.status, chat.code], [200, '5001']);
});

test('a cursor that no page ever gave is refused, whatever it holds', async ({ gateway, as }) => {
  for (const from of [
    cursor(8.64e15, 'x'),
    cursor(-1, 'x'),
    cursor(0, 'a\0b'),
    cursor('x', 1),
    cursor(2 ** 40),
    cursor(),
    'nonsense',
    '',
  ]) {
    const { status, code } = await gateway.send(wallet.listWithdrawals, { from }, as);
    assert.equal([status, code], [200, '5001'], from);
  }
});

test('a title of a single line takes no line breaks, escapes or turned writing; a description takes lines', async ({
  gateway,
  as,
}) => {
  const ask = (title: string, description = 'It blinks') =>
    gateway.send(workOrders.addWorkOrder, { title, description, annex: [], requestKey: randomUUID() }, as);
  for (const title of ['a\nb', 'a\x1b[31mb', 'a\u202eb', 'a\u2066b', 'a\u2028b', 'a\u200bb', 'a\ufeffb'])
    assert.is((await ask(title)).body.problems?.title.rule, 'wrong', JSON.stringify(title));
  assert.is((await ask('Lamp', 'One\nTwo\tThree')).code, '1');
  assert.is((await ask('Lamp', 'One\x1b[2J')).body.problems.description.rule, 'wrong');
});

test('an upload that is cut off or has no boundary is the request’s fault, and says so', async ({
  gateway,
}) => {
  const send = (body: string, type: string) =>
    fetch(`${gateway.url}/api/upload`, { method: 'POST', body, headers: { 'content-type': type } });
  const cut = '--x\r\ncontent-disposition: form-data; name="payload"\r\n\r\n{"header"';
  for (const [body, type] of [
    ['', 'multipart/form-data'],
    ['--x', 'multipart/form-data; boundary=x'],
    [cut, 'multipart/form-data; boundary=x'],
    ['nothing like it', 'multipart/form-data; boundary=x'],
  ] as const) {
    const answer = await send(body, type);
    assert.is(answer.status, 400, body);
    assert.is(((await answer.json()) as { header: { res_code: string } }).header.res_code, '4000');
  }
});

test('limits count the client that the nearest proxy names, not what the client wrote before it', async () => {
  const proxied = await openGateway({
    env: { TRUST_PROXY: '1' },
    limits: { anyone: { max: 3, window: 60_000 }, member: { max: 100, window: 60_000 } },
  });
  const from = (forwarded: string) =>
    proxied.send(auth.randomCode, {}, { headers: { 'x-forwarded-for': forwarded } });
  for (const invented of ['1.1.1.1', '2.2.2.2', '3.3.3.3'])
    assert.is((await from(`${invented}, 9.9.9.9`)).status, 200);
  assert.is((await from('4.4.4.4, 9.9.9.9')).status, 429);
  assert.is((await from('4.4.4.4, 8.8.8.8')).status, 200, 'another client is served');
  await proxied.close();
});

test('a flood of sign-ins from one network waits for itself: another member’s sign-in is next', async ({
  gateway,
}) => {
  const member = await addMember(gateway);
  const passwords = createPasswords({ N: 2 ** 12, r: 8, p: 3 }); // all are asked for before the first is done
  const order: string[] = [];
  const stored = (
    await gateway.db.run
      .selectFrom('member')
      .select('password')
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()
  ).password;
  const flood = Array.from({ length: 30 }, () =>
    passwords.check('wrong-one', undefined, { turn: '6.6.6.0/24' }).then(
      () => order.push('flood'),
      (error) => order.push(error instanceof Overloaded ? 'refused' : 'broken'),
    ),
  );
  const asked = [
    ['stranger', '7.7.7.0/24'],
    ['proven', '6.6.6.0/24'],
    ['device', 'a phone'],
    ['session', 'a session'],
  ] as const;
  const own = asked.map(([trust, turn]) =>
    passwords.check(password, stored, { trust, turn }).then(({ right }) => order.push(`${trust} ${right}`)),
  );
  assert.throws(
    () => passwords.assertNotFull({ turn: '6.6.6.0/24' }),
    (error: Error) => error instanceof Overloaded,
  );
  passwords.assertNotFull({ turn: '8.8.8.0/24' });
  await Promise.all([...flood, ...own]);
  assert.is(order.filter((one) => one === 'refused').length, 21, 'one at work and eight waiting are enough');
  const done = order.filter((one) => one !== 'refused');
  for (const [trust] of asked) assert.ok(done.indexOf(`${trust} true`) <= 5, done.join());
});

test('a flood from one address is refused; another address, and a known phone, are served', () => {
  const crowd = createOpenRequests();
  const flood = Array.from({ length: 60 }, () => crowd.enter('198.51.100.1', unknownDevice));
  const wasRejected = (address: string, id?: string) => {
    try {
      crowd.enter(address, { id, give: () => id })();
      return;
    } catch (error) {
      return (error as RequestRejected).reason;
    }
  };
  assert.is(wasRejected('198.51.100.1'), 'busy');
  assert.is(wasRejected('203.0.113.1'), undefined);
  assert.is(wasRejected('198.51.100.1', 'known'), undefined);
  for (let nth = 0; nth < 4; nth++) crowd.enter('198.51.100.1', { id: 'known', give: () => 'known' });
  assert.is(wasRejected('203.0.113.1', 'known'), 'busy', 'a phone has few requests open');
  for (let nth = 0; nth < 120; nth++) crowd.enter(`2001:db8:1:${nth.toString(16)}::1`, unknownDevice);
  assert.is(wasRejected('2001:db8:1:ffff::1'), 'busy', 'a customer has one network, however many addresses');
  assert.is(wasRejected('2001:db8:2:1::1'), undefined);
  flood[0]?.();
  assert.is(wasRejected('198.51.100.1'), undefined);
});

test('work is dropped when its client has left', async () => {
  const queue = createFairQueue({ atOnce: 1, perKey: 10, most: 10 });
  const left = new AbortController();
  let done = 0;
  const first = queue.run('a', () => new Promise<void>((go) => setImmediate(go)));
  const second = queue.run('a', async () => void done++, left.signal).catch((error) => error);
  const third = queue.run('a', async () => void done++);
  left.abort();
  await Promise.all([first, third]);
  assert.ok((await second) instanceof Overloaded);
  assert.is(done, 1);
});

/** Sign-ins of strangers, more than wait in their lane. */
const many = (gateway: TestGateway) => {
  const wrong = { password: 'wrong-2026', agreed: true };
  return Array.from({ length: 40 }, (_, at) =>
    gateway.send(auth.login, { ...wrong, account: `no${at}${randomUUID().slice(0, 8)}` }),
  );
};

test('a stranger whom a flood shuts out gets in once the phone has done some work, one time', async ({
  gateway,
}) => {
  const { username } = await addMember(gateway);
  const signIn = (proof: string) =>
    gateway.send(
      auth.login,
      { account: username, password, agreed: true },
      { headers: { [workHeader]: proof } },
    );
  const asked = (await Promise.all(many(gateway))).find(({ body }) => body?.work)?.body.work;
  const proof = (await doWork(asked))!;
  const flood = many(gateway);
  const forged = Buffer.from(
    JSON.stringify({ challenge: asked, solution: { counter: 1, derivedKey: '00' } }),
  );
  const [right, wrong] = await Promise.all([signIn(proof), signIn(forged.toString('base64'))]);
  await Promise.all(flood);
  assert.equal([right.status, right.code], [200, '1']);
  assert.ok(wrong.status === 503 || wrong.code === '1', 'what is no proof changes nothing');
  assert.is((await signIn(proof)).code, '4002', 'used up');
});

test('a text that is no proof of work proves nothing, whatever it contains', async ({ gateway }) => {
  const work = createWork(gateway.db, 'secret', Date.now);
  const { parameters } = await work.ask();
  for (const one of [
    'null',
    '5',
    '[]',
    '{}',
    '{',
    '{"solution":{}}',
    JSON.stringify({ challenge: { parameters } }),
  ])
    assert.is(await work.isProof(Buffer.from(one).toString('base64')), false, one);
});

test('a sign-in that finds the strangers’ lane full counts no guess, and writes nothing', async ({
  gateway,
  passwords,
}) => {
  const account = `no${randomUUID().slice(0, 12)}`;
  const guesses = () =>
    gateway.db.run
      .selectFrom('throttle')
      .select('key')
      .where('key', 'like', `login:account:${account}%`)
      .execute();
  const signIn = () => gateway.send(auth.login, { account, password: 'wrong-2026', agreed: true });
  const waiting = Array.from({ length: 24 }, (_, at) =>
    passwords.check('wrong-2026', undefined, { turn: `6.6.${at % 3}.0/24` }).catch((error) => error),
  );
  assert.is((await signIn()).status, 503);
  assert.equal(await guesses(), []);
  await Promise.all(waiting);
  assert.is((await signIn()).status, 200);
  assert.is((await guesses()).length, 2);
});

test('a sign-in that finds the gateway overloaded is told to come again, in an envelope', async ({
  gateway,
}) => {
  const answers = await Promise.all(many(gateway));
  const busy = answers.filter(({ status }) => status === 503);
  assert.ok(busy.length > 0);
  assert.equal(
    busy.map(({ code, headers }) => [code, headers.get('retry-after')]),
    busy.map(() => ['5030', '5']),
  );
  assert.ok(answers.every(({ status }) => status === 200 || status === 503));
});

/** Keeps this thread, and with it every gateway in it, from doing anything. */
const block = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200);

test('a gateway that was busy since it started, and has measured nothing, rejects nobody', async () => {
  const app = fastify().get('/', async () => 'here');
  await rejectUnderPressure(app, 5000);
  block();
  await new Promise((turn) => setTimeout(turn, 0)); // the first measurement
  assert.is((await app.inject('/')).body, 'here');
  await app.close();
});

test('a request that is rejected because the gateway does not keep up is answered once', async () => {
  const lines: string[] = [];
  const slow = await openGateway({ longestDelay: 300, log: (line) => lines.push(line) });
  try {
    const ask = () => fetch(`${slow.url}/readyz`);
    const end = Date.now() + 30_000;
    let rejected: Response;
    do {
      block();
      rejected = await ask();
    } while (rejected.ok && Date.now() < end);
    assert.equal([rejected.status, rejected.headers.get('retry-after')], [503, '5']);
    assert.is(((await rejected.json()) as any).header.res_code, '5030');
    while (!(await ask()).ok && Date.now() < end); // the delay is measured every second
    assert.equal(
      lines.filter((line) => line.includes('already sent')),
      [],
    );
  } finally {
    await slow.close();
  }
});

test.run();
