import fastify from 'fastify';
import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { answerOrRefuse } from '../../src/server/http/endpoint';
import { answerFailures } from '../../src/server/http/serve';
import { tokenOf, verifyEnvelope } from '../../src/server/http/wire';
import { RequestRejected } from '../../src/server/kernel/request-rejected';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

const minimal =
  '{"header":{"uuid":"3f0c8a52-6d1e-4b7f-9a64-2c5e8d91b0a7","appid":"h5","authToken":"","timestamp":1767225600000},"body":{"data":{}}}';
const opening =
  '{"header":{"uuid":"a1b2c3d4-e5f6-4a7b-8c9d-0e1f2a3b4c5d","appid":"h5","authToken":"tok_7Qm2","timestamp":1767225600000},"body":{"data":';
const chinese = `${opening}{"customerName":"张三","orderAmount":"50000.00","remark":"加急 🚀 ¥100"}}}`;

/** Worked examples of the signature: what is sent, its length in bytes, the Token. */
const vectors = [
  ['T1 minimal', '9f2d7c5b1e8a4f60', minimal, 131, '8fe98f9491beeea28df9bf8a40db8857'],
  ['T2 Chinese, emoji, yen', '9f2d7c5b1e8a4f60', chinese, 216, '3f2b9b9bf14a0101e846760355f64e32'],
  [
    'T4 escaped characters',
    '9f2d7c5b1e8a4f60',
    `${opening}{"s":"\\" \\\\ \\b \\f \\n \\r \\t \\u0000 \\u001f"}}}`,
    179,
    '0aa43afc00f950e12c81b507d5b9281a',
  ],
  [
    'T7 upload',
    '9f2d7c5b1e8a4f60',
    `${opening}{"field":"imageFile","name":"voucher.jpg","size":3,"md5":"d718f4d374abcade9c50585aeee2f713"}}}`,
    229,
    'f74fd84f9336a5fabc7c867c9c59c0d9',
  ],
  ['T8 secret beyond ASCII', '密钥🔑', minimal, 131, '04d276a286574b38e2cace3d966afad8'],
  [
    'N1 the same as T2, indented',
    '9f2d7c5b1e8a4f60',
    JSON.stringify(JSON.parse(chinese), null, 2),
    290,
    '828eb6afff855d2f650759bb8dc2c07e',
  ],
] as const;

const test = suite<{ gateway: TestGateway }>('wire');
test.before(async (context) => {
  context.gateway = await openGateway();
});
test.after(({ gateway }) => gateway.close());

const config = { UniqueKey: 'MobileMemberSysParams', Method: 'GetSysConfig', ObjectData: [] };
const json = { 'content-type': 'application/json' };

for (const [name, secret, text, bytes, token] of vectors)
  test(`the signature of example ${name} is the agreed one`, () => {
    assert.is(Buffer.byteLength(text), bytes);
    assert.is(tokenOf(secret, Buffer.from(text)), token);
    assert.is(verifyEnvelope(Buffer.from(text), token, secret, 1767225600000).header.appid, 'h5');
  });

test('a signature of other bytes with the same meaning is turned away', () => {
  const [, secret, text] = vectors[5];
  const { message } = failure(() => verifyEnvelope(Buffer.from(text), vectors[1][4], secret, 1767225600000));
  assert.is(message, 'signature');
});

test('a signed request is answered', async ({ gateway }) => {
  const reply = await gateway.send('service/invoke', config);
  assert.equal([reply.status, reply.code], [200, '1']);
});

test('a long response is compressed for clients that support it, and one with personal data never', async ({
  gateway,
}) => {
  const member = await addMember(gateway);
  const as = { ...(await gateway.signIn(member.id)), headers: { 'accept-encoding': 'br' } };
  const banks = await gateway.send('txBank/list', {}, as);
  assert.is(banks.headers.get('content-encoding'), 'br');
  assert.match(String(banks.headers.get('vary')), 'accept-encoding');
  assert.ok(JSON.stringify(banks.body).length > 1024);
  const plain = await gateway.send('txBank/list', {}, { ...as, headers: { 'accept-encoding': 'identity' } });
  assert.is(plain.headers.get('content-encoding'), null);
  assert.equal(plain.body, banks.body);
  const { headers } = await gateway.send('txUser/getInfo', {}, as);
  assert.is(headers.get('content-encoding'), null);
});

test('a request that is not JSON by its header is turned away before anything else', async ({ gateway }) => {
  const reply = await gateway.sendRaw('service/invoke', '{}', { 'content-type': 'text/plain' });
  rejectionCodes(reply, 415, '4150');
});

test('a request without a body is turned away', async ({ gateway }) => {
  rejectionCodes(await gateway.sendRaw('service/invoke', '', {}), 415, '4150');
});

test('a request above 64 KiB is turned away before its signature is looked at', async ({ gateway }) => {
  rejectionCodes(await gateway.sendRaw('service/invoke', 'x'.repeat(65_537), json), 413, '4130');
});

test('a request with no, a short, or somebody else’s signature is turned away', async ({ gateway }) => {
  for (const headers of [{ Token: '' }, { Token: 'abc' }, { Token: 'f'.repeat(32) }])
    rejectionCodes(await gateway.send('service/invoke', config, { headers }), 401, '4010');
  rejectionCodes(await gateway.send('service/invoke', config, { secret: 'another' }), 401, '4010');
});

test('while the secret changes, pages that were loaded with the one before are served', async () => {
  const before = 'the-secret-before-this-one-0f93a';
  const gateway = await openGateway({ env: { SIGNING_SECRET_BEFORE: before } });
  const member = await gateway.signIn('mei');
  for (const secret of [gateway.settings.signingSecret, before])
    assert.is((await gateway.send('picture/load', { id: 7 }, { ...member, secret })).code, '5001');
  rejectionCodes(await gateway.send('service/invoke', config, { secret: 'another' }), 401, '4010');
  await gateway.close();
});

test('signed bytes that are no request are turned away', async ({ gateway }) => {
  const good = {
    uuid: '3f0c8a52-6d1e-4b7f-9a64-2c5e8d91b0a7',
    appid: 'h5',
    authToken: '',
    timestamp: Date.now(),
  };
  const bodies = [
    'not json',
    'null',
    '[]',
    '{}',
    JSON.stringify({ header: good, body: { data: [] } }),
    JSON.stringify({ header: good, body: { data: null } }),
    JSON.stringify({ header: { ...good, uuid: 'no-uuid' }, body: { data: {} } }),
    JSON.stringify({ header: { ...good, timestamp: '1' }, body: { data: {} } }),
    JSON.stringify({ header: { ...good, authToken: null }, body: { data: {} } }),
    JSON.stringify({ header: good, body: { data: { a: 1 } } }).replace('"a"', '"__proto__"'),
    JSON.stringify({ header: good, body: { data: { a: 1 } } }).replace('"a":1', '"\\u005f_proto__":{"x":1}'),
    JSON.stringify({ header: good, body: { data: { constructor: { prototype: {} } } } }),
    Buffer.from([0x7b, 0xff, 0x7d]),
  ];
  for (const body of bodies) {
    const Token = tokenOf(gateway.settings.signingSecret, body);
    rejectionCodes(await gateway.sendRaw('service/invoke', body, { ...json, Token }), 400, '4000');
  }
});

test('a phone whose clock is more than five minutes off learns what time it is', async ({ gateway }) => {
  for (const off of [-301_000, 301_000]) {
    const reply = await gateway.send('service/invoke', config, { header: { timestamp: Date.now() + off } });
    rejectionCodes(reply, 400, '4001');
  }
  const close = await gateway.send('service/invoke', config, { header: { timestamp: Date.now() - 295_000 } });
  assert.is(close.code, '1');
});

test('somebody signed out who asks for a member’s things is sent to sign in', async ({ gateway }) => {
  for (const as of [{}, { token: 'made-up', userId: 'mei' }]) {
    const reply = await gateway.send('picture/load', {}, as);
    assert.equal([reply.status, reply.code], [200, '510']);
    assert.is(reply.message, 'Your current login has expired, please log in again!');
  }
});

test('a request in another member’s name is turned away', async ({ gateway }) => {
  const { token } = await gateway.signIn('mei');
  for (const userId of ['lan', ''])
    rejectionCodes(await gateway.send('picture/load', {}, { token, userId }), 400, '4003');
  const headers = { authorization: 'Bearer other' };
  rejectionCodes(await gateway.send('picture/load', {}, { token, userId: 'mei', headers }), 400, '4003');
});

test('a member’s wrong input is reported by field, in the member’s language', async ({ gateway }) => {
  const member = await gateway.signIn('mei');
  const reply = await gateway.send('picture/load', { id: 7 }, { ...member, locale: 'zh_CN' });
  assert.equal([reply.status, reply.code, reply.message], [200, '5001', '请检查您填写的内容']);
  assert.equal(reply.body.problems, { id: { rule: 'required' } });
});

test('an error of a library turns a request away if it is one of 400 to 499, and is a fault otherwise', async () => {
  const app = fastify();
  answerFailures(app, { now: Date.now, work: { ask: async () => undefined } as never });
  app.get<{ Params: { status: string } }>('/:status', async ({ params }) => {
    throw Object.assign(new Error('of a library'), { statusCode: Number(params.status) || undefined });
  });
  const statuses = await Promise.all(
    ['302', '400', '499', '500', 'none'].map(async (status) => (await app.inject(`/${status}`)).statusCode),
  );
  assert.equal(statuses, [500, 400, 400, 500, 500]);
  await app.close();
});

test('a request without a body is turned away', async ({ gateway }) => {
  const answer = await fetch(`${gateway.url}/api/txUser/login`, { method: 'POST' });
  const { header } = (await answer.json()) as { header: { res_code: string } };
  assert.equal([answer.status, header.res_code], [415, '4150']);
});

test('a call that does not exist is turned away', async ({ gateway }) => {
  rejectionCodes(await gateway.send('no/such', {}), 404, '4040');
});

test('a value that no column takes is the fault of its request, and any other error is ours', async ({
  gateway,
}) => {
  const asked = (statement: string) =>
    answerOrRefuse('en', async () => {
      await sql.raw(statement).execute(gateway.db.run);
      throw new Error('the database took it');
    }).then(
      (answer) => JSON.stringify(answer),
      (error: Error) => `fault: ${error.message}`,
    );
  for (const value of ['99999999999::int', `repeat('x', -1)::char(1)::date`])
    assert.match(await asked(`select ${value}`), '"res_code":"5001"');
  assert.match(await asked('select from no_table'), /^fault: .*no_table/);
});

test('a fault of ours says nothing about itself, and is logged under the id of the request', async () => {
  const lines: string[] = [];
  const gateway = await openGateway({ log: (line) => lines.push(line) });
  const member = await gateway.signIn('mei');
  await gateway.db.run.schema.dropTable('picture').execute();
  const id = '3f0c8a52-6d1e-4b7f-9a64-2c5e8d91b0a7';
  const reply = await gateway.send('picture/load', { id }, { ...member, locale: 'zh_CN' });
  const request = reply.headers.get('x-request-id')!;
  const said = `出错了~ (${request.slice(0, 8)})`; // what the member can tell the desk
  assert.equal([reply.status, reply.message, reply.body], [500, said, {}]);
  assert.match(lines.join(''), request);
  await gateway.close();
});

test('an address that asks too often is told to wait', async () => {
  const few = { max: 3, window: 60_000 };
  const gateway = await openGateway({ limits: { anyone: few, member: few } });
  const codes = [];
  for (let nth = 0; nth < 4; nth++) codes.push((await gateway.send('service/invoke', config)).code);
  assert.equal(codes, ['1', '1', '1', '4290']);
  gateway.clock.ahead = 61_000;
  assert.is((await gateway.send('service/invoke', config)).code, '1');
  await gateway.close();
});

function rejectionCodes(
  reply: Awaited<ReturnType<TestGateway['sendRaw']>>,
  status: number,
  code: string,
): void {
  assert.equal([reply.status, reply.code], [status, code]);
  assert.ok(Math.abs(reply.body.serverTime - Date.now()) < 5000);
  assert.ok(reply.message);
}

function failure(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    assert.instance(error, RequestRejected);
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

test.run();
