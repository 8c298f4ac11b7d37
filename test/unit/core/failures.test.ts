import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import md5 from 'blueimp-md5';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { getInfo, type SignedIn } from '../../../src/contract/member/auth';
import { locales } from '../../../src/contract/wire/locale';
import type { App } from '../../../src/core/app';
import { createLoading } from '../../../src/core/data/loading';
import { createQueries } from '../../../src/core/data/query';
import { createDialogs } from '../../../src/core/dialogs';
import type { Post } from '../../../src/core/http/client';
import { createExpired } from '../../../src/core/http/expired';
import { Failure } from '../../../src/core/http/failure';
import { ask } from '../../../src/core/http/http';
import { createSend } from '../../../src/core/http/send';
import createUpload from '../../../src/core/http/upload';
import { uploading } from '../../../src/core/http/uploading';
import type { AnyRoute } from '../../../src/core/navigation/route';
import type { Platform } from '../../../src/core/platform';
import { createSession } from '../../../src/core/session/session';
import { createState } from '../../../src/core/state';
import { createI18n } from '../../../src/core/text/i18n';
import { createToasts } from '../../../src/core/toasts';
import { memoryStore } from '../../../src/platform/browser/store';

const test = suite('failures');

/** The server's reaction to the next call. */
let reply: (response: ServerResponse) => void;
const server = createServer((_, response) => reply(response));
test.before(() => new Promise<void>((settle) => void server.listen(0, '127.0.0.1', settle)));
test.after(() => {
  server.closeAllConnections();
  server.close();
});

const json = (status: number, answer: object) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
const ended = json(200, { header: { res_code: '510', message: '' }, body: {} });
const who: SignedIn = { token: 't1', userInfo: { userId: 'u1', examineState: 1 } as SignedIn['userInfo'] };

/** A member's phone with all that a call goes through, in English. `jump`: whether the deployment has set the flag. */
async function openPhone({ jump = false, timeout = 5000 } = {}) {
  const local = memoryStore();
  if (jump) local.set('jump', '1');
  const platform = { local, tab: memoryStore(), isOnline: () => true, onOnline: () => {} };
  const state = createState(platform as unknown as Platform);
  const session = createSession(platform as unknown as Platform, state);
  session.signIn(who);
  const i18n = createI18n(locales, 'en', async (locale, bundle) =>
    JSON.parse(readFileSync(`i18n/${locale}/${bundle}.json`, 'utf8')),
  );
  await i18n.ready('common');
  const [toasts, dialogs] = [createToasts(), createDialogs()];
  const went: string[] = [];
  const expired = createExpired({
    state,
    session,
    toasts,
    dialogs,
    queries: createQueries(state),
    t: i18n.t,
    toLogin: () => void went.push('sign in'),
  });
  const wire = {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    secret: 's',
    appid: 'h5',
    identity: () => ({ token: session.token.peek(), userId: 'u1' }),
    language: () => 'en_US',
    clock: { ahead: 0 },
    md5,
    timeout,
  };
  const send = createSend({
    wire,
    ask,
    loading: createLoading(state),
    queries: createQueries(state),
    toasts,
    t: i18n.t,
    expired: (token) => void expired(token),
  });
  const call = () => send(getInfo, {}).catch((failure: Failure) => failure.kind);
  return { session, toasts, dialogs, went, call, expired, wire, t: i18n.t };
}
const turn = () => new Promise((settle) => setTimeout(settle, 20));

test('an ended session opens one dialog, which leads to sign-in when it is closed', async () => {
  reply = ended;
  const { session, toasts, dialogs, went, call } = await openPhone();
  assert.equal(await Promise.all([call(), call()]), ['expired', 'expired']);
  const open = dialogs.current.peek();
  assert.is(open?.text, 'Your current login has expired, please log in again!');
  assert.is(toasts.current.peek(), undefined, 'in a modal, and not in a toast');
  assert.is(session.token.peek(), 't1', 'until the member has read it');
  assert.equal(went, []);
  open?.answer(true);
  await turn();
  assert.equal(went, ['sign in']);
  assert.is(session.token.peek(), '');
  assert.is(dialogs.current.peek(), undefined);
});

test('an upload whose connection is lost shows a toast, unless it goes on behind the screen', async () => {
  const shown = async (kind: Failure['kind'], quiet = false) => {
    const { toasts, expired, wire, t } = await openPhone();
    const post = async () => {
      throw new Failure(kind);
    };
    const upload = createUpload({ wire, expired, toasts, t }, post as unknown as Post);
    const failure = await upload(new File(['x'], 'x.png'), { quiet }).catch((error: Failure) => error.kind);
    assert.is(failure, kind);
    return toasts.current.peek();
  };
  const lost = 'The network is not strong, please try again later~';
  assert.equal([await shown('offline'), await shown('timeout')], [lost, lost]);
  for (const kind of ['aborted', 'refused'] as const) assert.is(await shown(kind), undefined, kind);
  assert.is(await shown('offline', true), undefined);
});

test('an upload is done if its code is a number that 100 divides, with an id, and is refused otherwise', async () => {
  const { toasts, expired, wire, t } = await openPhone();
  const upload = async (answer: object, ok = true) => {
    const post = async () => ({ ok, answer });
    return createUpload(
      { wire, expired, toasts, t },
      post as unknown as Post,
    )(new File(['x'], 'x.png')).catch(({ kind, message }: Failure) => `${kind} ${message}`.trim());
  };
  const done = { code: 200, id: 'i', url: '/u' };
  assert.equal(await upload({ ...done, message: 'done' }), done);
  assert.equal(await upload({ ...done, code: 300 }), { ...done, code: 300 });
  assert.is(await upload({ ...done, code: 501, message: 'Too large' }), 'refused Too large');
  assert.is(await upload({ ...done, code: '200' }), 'refused');
  assert.is(await upload({ code: 200 }), 'refused');
  assert.is(await upload({ ...done, header: { message: 'Closed' } }, false), 'refused Closed');
  assert.is(toasts.current.peek(), undefined, 'the screen says it');
});

test('an upload whose code does not arrive says so, and one whose code does is sent', async () => {
  const { toasts, t, wire } = await openPhone();
  const app = { toasts, t, wire, bring: async () => undefined } as unknown as App;
  const file = new File(['x'], 'x.png');
  const failed = (needs: Parameters<typeof uploading>[1]) =>
    uploading(app, needs)(file).catch((error: Failure) => error.kind);
  const found = { part: {} as AnyRoute, post: {} as Post };
  assert.is(
    await failed(async () => {
      throw new Error('no network');
    }),
    'offline',
  );
  assert.is(toasts.current.peek(), 'The network is not strong, please try again later~');
  assert.is(await failed(async () => found), 'offline', 'the code that signs came, and the other did not');
  const uploaded = { code: 200, id: 'i', url: '/u' };
  Object.assign(app, { bring: async () => () => async () => uploaded });
  assert.equal(await uploading(app, async () => found)(file), uploaded);
});

test('a call of an earlier session may be sent again, one that came back beside the modal may not', async () => {
  const { dialogs, expired } = await openPhone();
  assert.is(await expired('t0'), true, 'there is a later session');
  const said = expired('t1');
  await turn();
  assert.is(await expired('t1'), false, 'it is being said');
  assert.is(await expired('t0'), false);
  dialogs.current.peek()?.answer(true);
  assert.is(await said, false);
});

test('with the jump flag, an ended session shows a toast, without a dialog', async () => {
  reply = ended;
  const { toasts, dialogs, call } = await openPhone({ jump: true });
  assert.is(await call(), 'expired');
  assert.is(toasts.current.peek(), 'Your current login has expired, please log in again!');
  assert.is(dialogs.current.peek(), undefined);
});

test('a refusal with another status shows a toast with its message, or a general one', async () => {
  const { toasts, call } = await openPhone();
  reply = json(503, { message: 'Closed for the night' });
  assert.is(await call(), 'http');
  assert.is(toasts.current.peek(), 'Closed for the night');
  reply = json(503, { msg: 'Closed all day' });
  await call();
  assert.is(toasts.current.peek(), 'Closed all day');
  reply = json(502, {});
  await call();
  assert.is(toasts.current.peek(), 'Something went wrong~');
});

test('a connection that breaks, or takes too long, shows a toast', async () => {
  const { toasts, call } = await openPhone({ timeout: 1000 });
  reply = (response) => void response.socket?.destroy();
  assert.is(await call(), 'offline');
  assert.is(toasts.current.peek(), 'The network is not strong, please try again later~');
  toasts.show('');
  reply = () => {};
  assert.is(await call(), 'timeout');
  assert.is(toasts.current.peek(), 'The network is not strong, please try again later~');
});

test('a refusal of the server is the screen’s to say, and no toast', async () => {
  const { toasts, dialogs, call } = await openPhone();
  reply = json(200, { header: { res_code: '500', message: 'No' }, body: {} });
  assert.is(((await call()) as { message: string }).message, 'No');
  assert.is(toasts.current.peek() ?? dialogs.current.peek(), undefined);
});

test.run();
