import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ChunkError, chunkTimeout, createDownload } from '../../../src/core/navigation/download';

const test = suite('download');
let reply: (response: ServerResponse, attempt: number) => void;
let attempts = 0;
const server = createServer((_, response) => reply(response, ++attempts));
const url = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/chunk.js`;
const kind = (promise: Promise<unknown>) =>
  promise.then(
    () => 'arrived',
    (error: ChunkError) => error.kind,
  );

test.before(() => new Promise<void>((settle) => void server.listen(0, '127.0.0.1', settle)));
test.after(() => {
  server.closeAllConnections();
  server.close();
});
test.before.each(() => {
  attempts = 0;
});

test('the limit is 120 seconds', () => assert.is(chunkTimeout, 120_000));

test('a connection that drops is tried again by itself', async () => {
  reply = (response, attempt) => (attempt < 3 ? response.destroy() : response.end('code'));
  assert.is(await createDownload()(url()), 'code');
  assert.is(attempts, 3);
});

test('a connection that stays away is a failure, and asking again really asks again', async () => {
  const download = createDownload();
  reply = (response) => response.destroy();
  assert.is(await kind(download(url())), 'network');
  reply = (response) => response.end('code');
  assert.is(await download(url()), 'code');
});

test('a file that hangs is aborted at the limit', async () => {
  reply = () => {};
  assert.is(await kind(createDownload({}, 50)(url())), 'timeout');
});

test('a file that a new version took away is not asked for again and again', async () => {
  reply = (response) => response.writeHead(404).end();
  assert.is(await kind(createDownload()(url())), 'gone');
  assert.is(attempts, 1);
});

test('a download that began before the app is used, and replaced when it failed', async () => {
  reply = (response) => response.end('late');
  assert.is(await createDownload({ [url()]: Promise.resolve('early') })(url()), 'early');
  assert.is(attempts, 0);
  assert.is(await createDownload({ [url()]: Promise.reject(new Error('dropped')) })(url()), 'late');
});

test('a download that began before the app and hangs is aborted at the limit, and repeated', async () => {
  reply = (response) => response.end('late');
  const download = createDownload({ [url()]: new Promise(() => {}) }, 1000);
  assert.is(await kind(download(url())), 'timeout');
  assert.is(await download(url()), 'late');
});

test('two screens that need one file download it once', async () => {
  reply = (response) => response.end('code');
  const download = createDownload();
  await Promise.all([download(url()), download(url())]);
  assert.is(attempts, 1);
});

test.run();
