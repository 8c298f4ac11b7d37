import md5 from 'blueimp-md5';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { listDevices } from '../../../src/contract/buying/devices';
import type { Wire } from '../../../src/core/http/answer';
import { createAsk } from '../../../src/core/http/ask';
import { callName } from '../../../src/core/http/call-name';
import { verifyEnvelope } from '../../../src/server/http/wire';
import { type BegunCall, beginFirstCalls } from '../../../src/shell/start/first-call';

const test = suite('first call');
const config = JSON.stringify({ base: '/api', secret: 'geheim' });
const session = JSON.stringify({ token: 'tok', userInfo: { userId: 'dana' } });
const list = { header: { res_code: '1', message: '' }, body: { items: [] } };

/** The first call of the device list. */
const begin = (who: string, language: string) =>
  beginFirstCalls([[listDevices.path, {}]], '', config, who, language);

/** A page whose gateway answers `list`, or is not there. */
function page(online = true, userAgent = '') {
  const sent: { url: string; how: RequestInit & { headers: Record<string, string>; body: string } }[] = [];
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { userAgent } });
  globalThis.fetch = (async (url: string, how: never) => {
    sent.push({ url, how });
    if (!online) throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(list));
  }) as never;
  return sent;
}
const wire = (begun: Wire['begun']): Wire => ({
  base: '/api',
  secret: 'geheim',
  appid: 'h5',
  identity: () => ({ token: 'tok', userId: 'dana' }),
  language: () => 'zh_CN',
  clock: { ahead: 0 },
  md5,
  ...(begun && { begun }),
});
/** An app that takes the call that was begun, and what it sends by itself. */
function app([call]: BegunCall[]) {
  const own: string[] = [];
  let left = call;
  const ask = createAsk(async () => ({
    async post(_wire, path) {
      own.push(path);
      return { ok: true, answer: list };
    },
  }));
  const all = wire((name) => {
    if (left?.name !== name) return;
    const { reply } = left;
    left = undefined;
    return reply;
  });
  return { own, ask: (input = {}) => ask(all, listDevices, input) };
}

test('the call that the page begins with is one that the gateway takes', () => {
  const sent = page();
  const [call] = begin(session, 'zh_CN');
  const { url, how } = sent[0]!;
  assert.is(url, '/api/txDevice/list');
  assert.is(how.headers['Accept-Language'], 'zh_CN');
  assert.equal([how.headers.authorization, how.headers.userId], ['Bearer tok', 'dana']);
  const { header } = verifyEnvelope(Buffer.from(how.body), how.headers.Token, 'geheim', Date.now());
  assert.equal([header.appid, header.authToken], ['h5', 'tok']);
  assert.is(call!.name, callName(wire(undefined), 'txDevice/list', {}));
  const inMini = page(true, 'MicroMessenger miniProgram');
  begin(session, 'en');
  assert.match(inMini[0]!.how.body, '"appid":"mini"');
});

test('the parameters of an address become the input of its first calls; without them nothing begins', () => {
  const sent = page();
  const first = (hash: string) =>
    beginFirstCalls(
      [
        ['txCircle/get', { id: '?id', scope: 'all' }],
        ['txCircleComment/list', { items: [{ id: '?id', days: 7 }] }],
      ],
      hash,
      config,
      session,
      'en',
    );
  const calls = first('/pages/list/post?productId=p1&id=p2&x=1');
  const inputs = [{ id: 'p2', scope: 'all' }, { items: [{ id: 'p2', days: 7 }] }];
  assert.equal(
    sent.map(({ how }) => JSON.parse(how.body).body.data),
    inputs,
  );
  const english = { ...wire(undefined), language: () => 'en' };
  assert.equal(
    calls.map(({ name }) => name),
    [callName(english, 'txCircle/get', inputs[0]!), callName(english, 'txCircleComment/list', inputs[1]!)],
  );
  assert.equal(first('/pages/list/post?productId=p1'), []);
  assert.is(sent.length, 2);
});

test('a value that is no session of ours begins nothing', () => {
  const sent = page();
  for (const junk of ['{', 'null', '7', '{"token":"t"}']) assert.equal(begin(junk, 'en'), []);
  assert.is(sent.length, 0);
});

test('the app takes the answer that is on its way once, and asks anew after that', async () => {
  page();
  const { own, ask } = app(begin(session, 'zh_CN'));
  assert.equal(((await ask()) as unknown as typeof list.body).items, []);
  assert.equal(own, []);
  await ask();
  assert.equal(own, ['txDevice/list']);
});

test('it asks anew when the question is another, or the connection has broken', async () => {
  page();
  const other = app(begin(session, 'en')); // the member has another language by now
  await other.ask();
  assert.equal(other.own, ['txDevice/list']);
  page(false);
  const broken = app(begin(session, 'zh_CN'));
  await broken.ask();
  assert.equal(broken.own, ['txDevice/list']);
});

test.run();
