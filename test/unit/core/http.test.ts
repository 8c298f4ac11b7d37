import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import md5 from 'blueimp-md5';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { getInfo } from '../../../src/contract/member/auth';
import { rejectionCodes } from '../../../src/contract/wire/codes';
import { isDone, type Wire } from '../../../src/core/http/answer';
import type { Post } from '../../../src/core/http/client';
import type { Failure } from '../../../src/core/http/failure';
import { ask, post } from '../../../src/core/http/http';
import type { Reply as Read } from '../../../src/core/http/reply';
import { withWork } from '../../../src/core/http/worked-post';

type Reply = (request: IncomingMessage, body: string, response: ServerResponse) => void;

const test = suite('http');
let reply: Reply;
let asked: string[] = [];
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    asked.push(body);
    reply(request, body, response);
  });
});

const json =
  (status: number, answer: object) => (_: IncomingMessage, __: string, response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  };
const wire = (): Wire => ({
  base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  secret: 's',
  appid: 'h5',
  identity: () => ({ token: 'tok', userId: 'u1' }),
  language: () => 'zh_CN',
  clock: { ahead: 0 },
  md5,
});
const failure = (promise: Promise<unknown>) =>
  promise.then(
    (): { kind: string; message: string } => ({ kind: 'none', message: 'it was answered' }),
    (error: Failure) => ({ kind: error.kind, message: error.message }),
  );

test.before(() => new Promise<void>((settle) => void server.listen(0, '127.0.0.1', settle)));
test.after(() => new Promise<void>((settle) => void server.close(() => settle())));
test.before.each(() => {
  asked = [];
});

test('a call carries the headers of the specification', async () => {
  let headers: IncomingMessage['headers'] = {};
  reply = (request, _, response) => {
    headers = request.headers;
    json(200, { header: { res_code: '1', message: 'ok' }, body: { userInfo: { userId: 'u1' } } })(
      request,
      _,
      response,
    );
  };
  const answer = await ask(wire(), getInfo, {});
  assert.ok(isDone(answer) && answer.userInfo.userId === 'u1');
  assert.is(headers['accept-language'], 'zh_CN');
  assert.is(headers.authorization, 'Bearer tok');
  assert.is(headers.userid, 'u1');
  assert.match(headers['content-type']!, 'application/json');
  assert.match(headers.token as string, /^[0-9a-f]{32}$/);
});

test('a file is sent signed, in a form of its own type and not as the text of a call', async () => {
  let type: string | undefined;
  reply = (request, _, response) => {
    type = request.headers['content-type'];
    json(200, { code: 200, id: 'i' })(request, _, response);
  };
  const carry = (request: Request, text: string) => {
    const body = new FormData();
    body.append('payload', text);
    return fetch(request.url, { method: 'POST', headers: request.headers, body });
  };
  const { ok } = await post(wire(), 'upload', { name: 'x.png' }, { carry });
  assert.ok(ok);
  assert.match(type ?? '', /^multipart\/form-data; boundary=/);
  assert.match(asked[0] ?? '', '"name":"x.png"');
});

test('an answer says its message under either name, and its body is part of the result', async () => {
  for (const header of [
    { res_code: '1', message: 'said' },
    { res_code: '1', msg: 'said' },
  ]) {
    reply = json(200, { header, body: { userInfo: { userId: 'u1' } } });
    const { res_code, message, ...body } = await ask(wire(), getInfo, {});
    assert.equal([res_code, message, body], ['1', 'said', { userInfo: { userId: 'u1' } }]);
  }
});

for (const code of ['1', '500', '5001', '210002', '777', 500]) {
  test(`code ${code} is a result for a caller who handles it`, async () => {
    reply = json(200, {
      header: { res_code: code, message: 'said' },
      body: { problems: { a: { rule: 'wrong' } } },
    });
    const answer = await ask(wire(), getInfo, {});
    assert.is(answer.res_code, String(code));
    assert.is(answer.message, 'said');
  });
}

test('a phone that is asked for work does it and sends the call again; nothing else is sent twice', async () => {
  const work = { parameters: { nonce: '00' } };
  const busy = (body: Record<string, unknown>) => ({
    ok: false,
    answer: { header: { res_code: '5030' }, body },
  });
  const sent: unknown[] = [];
  const posting = (replies: Read[], doWork = async () => 'proof' as string | undefined) => {
    sent.length = 0;
    const post: Post = async (_wire, path, data, how) => {
      sent.push([path, data, how]);
      return replies.shift()!;
    };
    return withWork(post, async () => ({ doWork }))(wire(), 'a/b', { c: 1 }, { timeout: 5 });
  };
  const first = ['a/b', { c: 1 }, { timeout: 5 }];
  const again = ['a/b', { c: 1 }, { timeout: 5, headers: { 'work-proof': 'proof' } }];
  assert.is((await posting([busy({ work }), { ok: true, answer: {} }])).ok, true);
  assert.equal(sent, [first, again]);
  assert.is((await posting([busy({})])).ok, false, 'too much for everybody');
  assert.equal(sent, [first]);
  assert.is((await posting([busy({ work })], async () => undefined)).ok, false, 'a phone that cannot');
  assert.equal(sent, [first]);
  assert.is((await posting([busy({ work }), busy({ work })])).ok, false);
  assert.equal(sent, [first, again], 'once');
});

test('510 ends in "expired", never in an answer', async () => {
  reply = json(200, { header: { res_code: '510', message: 'gone' }, body: {} });
  assert.equal(await failure(ask(wire(), getInfo, {})), { kind: 'expired', message: 'gone' });
});

test('another status gives the message of the server, wherever it says it', async () => {
  reply = json(503, { msg: 'closed for the night' });
  assert.equal(await failure(ask(wire(), getInfo, {})), { kind: 'http', message: 'closed for the night' });
  reply = (_, __, response) =>
    response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad gateway</h1>');
  assert.equal(await failure(ask(wire(), getInfo, {})), { kind: 'http', message: '' });
  assert.is(asked.length, 2, 'and is never asked again by itself');
});

test('a connection that breaks is "offline", and the call is not sent twice', async () => {
  reply = (request) => request.socket.destroy();
  assert.is((await failure(ask(wire(), getInfo, {}))).kind, 'offline');
  assert.is(asked.length, 1);
});

test('a phone whose clock is wrong learns the time and tries once more, with a new uuid', async () => {
  const serverTime = Date.now() + 3_600_000;
  reply = (request, body, response) => {
    const { header } = JSON.parse(body);
    const off = Math.abs(header.timestamp - serverTime) > 300_000;
    const refusal = {
      header: { res_code: rejectionCodes.clock, message: 'clock' },
      body: { serverTime },
      message: 'clock',
    };
    json(off ? 400 : 200, off ? refusal : { header: { res_code: '1', message: '' }, body: {} })(
      request,
      body,
      response,
    );
  };
  const phone = wire();
  assert.is((await ask(phone, getInfo, {})).res_code, '1');
  const [first, second, ...more] = asked.map((body) => JSON.parse(body).header.uuid);
  assert.is.not(first, second);
  assert.equal(more, []);
  await ask(phone, getInfo, {});
  assert.is(asked.length, 3, 'and remembers it');
});

test('a clock that the server will not have is not corrected for ever', async () => {
  reply = json(400, {
    header: { res_code: rejectionCodes.clock, message: 'clock' },
    body: { serverTime: 5 },
    message: 'clock',
  });
  assert.is((await failure(ask(wire(), getInfo, {}))).kind, 'http');
  assert.is(asked.length, 2);
});

test('a screen that is left gives up its call', async () => {
  const leaving = new AbortController();
  reply = () => leaving.abort();
  assert.is((await failure(ask(wire(), getInfo, {}, leaving.signal))).kind, 'aborted');
});

test('a response that hangs before or after its headers is aborted at the limit, and disconnected', async () => {
  let hungUp = 0;
  for (const begin of [() => {}, (response: ServerResponse) => response.writeHead(200).write('{"header":')]) {
    reply = (request, _, response) => {
      request.socket.once('close', () => hungUp++);
      begin(response);
    };
    assert.is((await failure(ask({ ...wire(), timeout: 60 }, getInfo, {}))).kind, 'timeout');
  }
  await new Promise((rest) => setTimeout(rest, 50));
  assert.is(hungUp, 2);
});

test('a call that is left while its answer is read is aborted, and no error of the engine comes out', async () => {
  const leaving = new AbortController();
  const fetch = async () => {
    const response = new Response('{}');
    Object.assign(response, {
      text() {
        leaving.abort();
        return Promise.reject(new DOMException('left', 'AbortError'));
      },
    });
    return response;
  };
  const left = await failure(ask({ ...wire(), fetch }, getInfo, {}, leaving.signal));
  assert.is(left.kind, 'aborted');
});

test.run();
