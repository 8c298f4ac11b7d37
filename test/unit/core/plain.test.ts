import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Failure } from '../../../src/core/http/failure';
import { open } from '../../../src/core/http/http';
import { createPlain } from '../../../src/core/http/plain';

const test = suite('plain');
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    if (request.url === '/base/broken') return response.writeHead(503).end('{"msg":"Closed today"}');
    const { method, headers } = request;
    response.end(JSON.stringify({ code: 0, data: { method, body, signed: !!headers.token } }));
  });
});
const plain = () => createPlain(`http://127.0.0.1:${(server.address() as AddressInfo).port}/base`, open);

test.before(() => new Promise<void>((settle) => void server.listen(0, '127.0.0.1', settle)));
test.after(() => new Promise<void>((settle) => void server.close(() => settle())));

test('the plain helper answers all of a post and the data of a get, under its base', async () => {
  assert.equal(await plain().post('any', { a: 1 }), {
    code: 0,
    data: { method: 'POST', body: '{"a":1}', signed: false },
  });
  assert.equal(await plain().get('any'), { method: 'GET', body: '', signed: false });
});

test('an error is a failure with the server’s message', async () => {
  const failed = (promise: Promise<unknown>) =>
    promise.then(
      () => undefined,
      ({ kind, message }: Failure) => [kind, message],
    );
  assert.equal(await failed(plain().get('broken')), ['http', 'Closed today']);
  assert.equal(await failed(createPlain('http://127.0.0.1:1', open).post('any', {})), ['offline', '']);
});

test.run();
