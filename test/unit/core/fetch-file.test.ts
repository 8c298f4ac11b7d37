import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../../src/contract/wire/call';
import type { Send } from '../../../src/core/http/answer';
import type { Open } from '../../../src/core/http/client';
import type { Failure } from '../../../src/core/http/failure';
import { fetchFile } from '../../../src/core/http/fetch-file';
import { withPayProof } from '../../../src/core/http/proved-send';
import { recall, remember } from '../../../src/core/http/seen';
import { addToCart, readCart } from '../../../src/core/purchase/cart';
import { discount } from '../../../src/core/purchase/price';
import { memoryStore } from '../../../src/platform/browser/store';

type Reply = (response: ServerResponse, range: string | undefined) => void;

/** Fetches a video of ten bytes from a server with this answer to the nth request; returns the reports to the member, and the requests. */
async function fetched(replies: Reply[], given = new AbortController()) {
  const asked: (string | undefined)[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    const { range } = request.headers;
    asked.push(range);
    (replies[asked.length - 1] ?? ((none) => void none.destroy()))(response, range);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const open: Open = (address, how) =>
    fetch(address, { headers: how?.headers ?? {}, signal: how?.signal ?? null });
  const percents: number[] = [];
  const onProgress = (percent: number) => {
    if (percents.at(-1) !== percent) percents.push(percent);
  };
  const outcome = await fetchFile(open, url, { size: 10, onProgress, signal: given.signal }).then(
    async (blob) => `${blob.type} ${await blob.text()}`,
    (failure: Failure) => failure.kind,
  );
  server.closeAllConnections();
  server.close();
  return { outcome, asked, percents };
}
/** So many bytes arrive, and then the connection breaks. */
const breaks =
  (text: string, status = 200): Reply =>
  (response) => {
    response.writeHead(status, { 'content-length': '100' });
    response.write(text, () => setTimeout(() => response.destroy(), 20));
  };
const whole =
  (text: string, status = 200): Reply =>
  (response) =>
    void response.writeHead(status).end(text);

const test = suite('what a phone fetches and keeps');

test('a video arrives whole, and the member sees how far it is', async () => {
  const { outcome, asked, percents } = await fetched([whole('0123456789')]);
  assert.equal([outcome, asked, percents.at(-1)], ['video/mp4 0123456789', [undefined], 100]);
});

test('a connection that breaks is taken up where it broke, for as long as bytes come', async () => {
  const pieces = [breaks('01'), breaks('23', 206), breaks('45', 206), breaks('67', 206), whole('89', 206)];
  const { outcome, asked, percents } = await fetched(pieces);
  assert.equal(percents, [20, 40, 60, 80, 100]);
  assert.is(outcome, 'video/mp4 0123456789');
  assert.equal(asked, [undefined, 'bytes=2-', 'bytes=4-', 'bytes=6-', 'bytes=8-']);
});

test('three connections in a row that bring nothing are enough', async () => {
  const { outcome, asked } = await fetched([]);
  assert.equal([outcome, asked.length], ['offline', 3]);
  const later = await fetched([breaks('01')]);
  assert.equal([later.outcome, later.asked.length], ['offline', 4], 'one that brought bytes does not count');
});

test('an address that is not good, a file that is longer, and one that begins anew are no video', async () => {
  for (const replies of [
    [whole('gone', 404)],
    [whole('0123456789', 206)],
    [whole('0123456789x')],
    [breaks('01'), whole('0123456789')],
  ]) {
    const { outcome, asked, percents } = await fetched(replies);
    assert.ok(percents.every((percent) => percent <= 100));
    assert.equal([outcome, asked.length], ['http', replies.length]);
  }
});

test('a caller who aborts gets an error, before the download begins and while it runs', async () => {
  const before = new AbortController();
  before.abort();
  assert.is((await fetched([whole('0123456789')], before)).outcome, 'aborted');
  const running = new AbortController();
  const stops: Reply = (response) => {
    response.writeHead(200).write('01', () => running.abort());
  };
  assert.is((await fetched([stops], running)).outcome, 'aborted');
});

test('asked for the payment password, the same input goes out again with the proof', async () => {
  const sent: object[] = [];
  const said = async (answer: object, proof?: string) => {
    sent.length = 0;
    let questions = 0;
    const send = (async (_: unknown, input: object) => {
      sent.push(input);
      return sent.length > 1 ? { res_code: '1', message: '' } : answer;
    }) as unknown as Send;
    const ask = async (request: object) => {
      questions++;
      const call = { path: 'txWithdraw/apply' };
      assert.equal(request, { needs: 'payPassword', amount: 5, passkey: true, call, input: { a: 1 } });
      return proof;
    };
    const { res_code } = await withPayProof(send, { ask } as never)(
      { path: 'txWithdraw/apply' } as Call<object, object>,
      { a: 1 } as never,
    );
    return [res_code, questions, sent.length];
  };
  const needs = { res_code: '500', message: '', needs: 'payPassword', amount: 5, passkey: true };
  assert.equal(await said(needs, 'p'), ['1', 1, 2]);
  assert.equal(sent, [{ a: 1 }, { a: 1, proof: 'p' }]);
  assert.equal(await said(needs), ['500', 1, 1], 'who closes the question is where they were');
  assert.equal(await said({ res_code: '1', message: '' }), ['1', 0, 1]);
  assert.equal(await said({ res_code: '500', message: '' }), ['500', 0, 1], 'another refusal is said');
  assert.equal(await said({ ...needs, res_code: '1' }), ['1', 0, 1]);
});

test('a phone keeps the last 24 answers, each once, and none that is long', () => {
  const local = memoryStore();
  const call = { path: 'list', offline: true } as unknown as Call;
  const keep = (input: object, answer: object = {}, userId = 'ann', of = call) =>
    remember(local, userId, of, input, answer);
  const kept = (input: object, userId = 'ann') => !!recall(local, userId, call, input);
  const many = Array.from({ length: 24 }, (_, n) => ({ n }));
  for (const input of many) keep(input);
  assert.equal(
    many.map((input) => kept(input)),
    many.map(() => true),
  );
  keep({ n: 0 });
  assert.ok(kept({ n: 1 }), 'asked for again, it is not one more');
  keep({ n: 24 });
  assert.equal([kept({ n: 0 }), kept({ n: 1 }), kept({ n: 2 }), kept({ n: 24 })], [true, false, true, true]);
  assert.not(kept({ n: 0 }, 'bob'));
  const around = JSON.stringify({ answer: { text: '' }, at: new Date().toISOString() }).length;
  keep({ long: 1 }, { text: 'x'.repeat(60_000 - around) });
  keep({ long: 2 }, { text: 'x'.repeat(60_001 - around) });
  assert.equal([kept({ long: 1 }), kept({ long: 2 })], [true, false]);
  keep({ from: 'x' });
  keep({ n: 99 }, {}, '');
  keep({ n: 98 }, {}, 'ann', { path: 'list' } as Call);
  assert.equal([kept({ from: 'x' }), kept({ n: 99 }, ''), kept({ n: 98 })], [false, false, false]);
});

test('a cart is read as far as it is one: whole pieces up to 9,999, of twenty lines', () => {
  const local = memoryStore();
  const reads = (lines: unknown) => {
    local.set('cart', JSON.stringify({ ann: lines }));
    return readCart(local, 'ann');
  };
  const line = (quantity: unknown, more: object = {}) => ({ productId: 'p', quantity, ...more });
  const quantities = [0, 1, 1.5, 9_999, 10_000, '1', null].filter((one) => reads([line(one)]).length);
  assert.equal(quantities, [1, 9_999]);
  assert.equal(reads([line(1), line(1, { chosen: false }), null, { quantity: 1 }]), [
    { productId: 'p', quantity: 1, chosen: true },
    { productId: 'p', quantity: 1, chosen: false },
  ]);
  assert.is(reads(Array.from({ length: 21 }, () => line(1))).length, 20);
  assert.equal([reads('x'), reads(undefined)], [[], []]);
  for (const other of ['[]', 'null', '7', '{']) {
    local.set('cart', other);
    assert.equal(readCart(local, 'ann'), [], other);
  }
});

test('products are added to those in the cart, up to the stock and the size of the cart', () => {
  const local = memoryStore();
  const state = { userInfo: { peek: () => ({ userId: 'ann' }) }, cart: { value: undefined } };
  const owner = { platform: { local }, state } as unknown as Parameters<typeof addToCart>[0];
  const put = (productId: string, quantity: number, most = 5) =>
    addToCart(owner, { productId, quantity }, most);
  const pieces = () => readCart(local, 'ann').map(({ productId, quantity }) => `${productId} ${quantity}`);
  assert.equal([put('a', 2), put('b', 1), put('a', 2), pieces()], [true, true, true, ['a 4', 'b 1']]);
  put('a', 2);
  assert.equal(pieces(), ['a 5', 'b 1']);
  const others = Array.from({ length: 18 }, (_, n) => put(`p${n}`, 1));
  assert.ok(others.every(Boolean));
  assert.equal([put('c', 1), put('b', 1), pieces().length, pieces()[1]], [false, true, 20, 'b 2']);
});

test('a discount is shown in percent, or in tenths of the price', () => {
  assert.equal(
    [discount(6), discount(20)],
    [
      { off: 6, tenths: 9.4 },
      { off: 20, tenths: 8 },
    ],
  );
});

test.run();
