import md5 from 'blueimp-md5';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { balance } from '../../../src/contract/member/auth';
import { type Answer, isDone, type Wire } from '../../../src/core/http/answer';
import type { Failure } from '../../../src/core/http/failure';
import type { Host } from '../../../src/embed/host';
import { createBroker } from '../../../src/embed/loader/broker';
import { createAsk } from '../../../src/embed/runtime/http';

const done = { header: { res_code: '1', message: 'Done' }, body: { balance: 100 } };
const expired = { header: { res_code: '510', message: 'Expired' }, body: {} };

/** An embed before a gateway with the given answers. */
function open(
  answer: (token: string, count: number) => { status?: number; body: object } | 'offline',
  isShown = false,
) {
  const sent: { P: string; Token: string; language: string; token: string; init: RequestInit }[] = [];
  const fetcher = async (_: unknown, init: RequestInit = {}) => {
    const [P = '', Token = '', language = ''] = String(init.body).split('\n');
    const token: string = JSON.parse(P).header.authToken;
    sent.push({ P, Token, language, token, init });
    const said = answer(token, sent.length);
    if (said === 'offline') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(said.body), {
      status: said.status ?? 200,
      headers: { 'x-request-id': 'r1' },
    });
  };
  let minted = 0;
  const broker = createBroker('wallet', async () => ({ token: `et_${++minted}`, expiresIn: 300 }));
  const failed: string[] = [];
  const reported: string[] = [];
  const deeds: string[] = [];
  const wire: Wire = {
    base: 'http://ours.test/api',
    secret: '',
    appid: 'p_1',
    identity: () => ({ token: '', userId: '' }),
    language: () => 'zh_CN',
    clock: { ahead: 0 },
    md5,
    fetch: fetcher as typeof fetch,
  };
  const host = {
    signal: new AbortController().signal,
    token: broker.token,
    fail: (error: { code: string } | string, about?: { requestId?: string }) =>
      failed.push(typeof error === 'string' ? `${error} ${about?.requestId}` : error.code),
    report: (code: string) => reported.push(code),
  } as unknown as Host;
  const confirmed: string[] = [];
  const outcome = { confirms: true };
  const ask = createAsk({
    host,
    using() {},
    confirm: async ({ id }) => {
      confirmed.push(id);
      return outcome.confirms ? undefined : 'Not confirmed';
    },
    shown: () => isShown,
    done: ({ path }) => deeds.push(path),
  });
  const call = (): Promise<Answer<{ balance: number }>> => ask(wire, balance, {});
  return { call, sent, failed, reported, deeds, confirmed, outcome, minted: () => minted };
}
const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (failure: Failure) => failure.kind,
  );

test('a call is one text: the envelope, what signs it, the language; nothing in it asks for a preflight', async () => {
  const { call, sent, deeds } = open(() => ({ body: done }));
  const answer = await call();
  assert.ok(isDone(answer) && answer.balance === 100);
  const [{ P, Token, language, token, init }] = sent as [(typeof sent)[0]];
  assert.is(token, 'et_1');
  assert.is(Token, md5(token + P + token));
  assert.is(language, 'zh_CN');
  assert.equal([init.headers, init.credentials], [undefined, 'omit']);
  assert.equal(deeds, ['txUser/balance']);
});

test('six calls that are refused together fetch one token and are all answered', async () => {
  const { call, sent, minted } = open((token) => ({ body: token === 'et_1' ? expired : done }));
  const answers = await Promise.all(Array.from({ length: 6 }, call));
  assert.ok(answers.every(isDone));
  assert.is(minted(), 2);
  assert.is(sent.length, 12);
});

test('a call refused twice ends the session; the message appears once with the request id', async () => {
  const { call, sent, failed } = open(() => ({ body: expired }));
  assert.is(await kindOf(call()), 'expired');
  assert.is(sent.length, 2);
  assert.equal(failed, ['session_expired r1']);
});

test('a call that the token does not allow is reported as such', async () => {
  for (const [res_code, code] of [
    ['4030', 'scope_denied'],
    ['4031', 'origin_mismatch'],
    ['4032', 'feature_disabled'],
  ] as const) {
    const body = { header: { res_code, message: 'No' }, body: {} };
    const { call, failed } = open(() => ({ status: 403, body }));
    assert.is(await kindOf(call()), 'http');
    assert.equal(failed, [`${code} r1`]);
  }
});

test('a lost connection is told to the page; the screen shows it and offers a retry', async () => {
  const { call, reported, failed } = open(() => 'offline');
  assert.is(await kindOf(call()), 'offline');
  assert.equal([reported, failed], [['network_error'], []]);
});

test('a call that must be confirmed on our own origin is repeated after the confirmation', async () => {
  const prepared = {
    header: { res_code: '5110', message: 'Confirm' },
    body: { challenge: { id: 'ch_1', expiresIn: 120 } },
  };
  const { call, sent, confirmed } = open((_, count) => ({ body: count === 1 ? prepared : done }));
  assert.ok(isDone(await call()));
  assert.equal(confirmed, ['ch_1']);
  assert.is(sent.length, 2);
  assert.equal(JSON.parse(sent[0]!.P).body, JSON.parse(sent[1]!.P).body);
  assert.is.not(JSON.parse(sent[0]!.P).header.uuid, JSON.parse(sent[1]!.P).header.uuid);
});

test('a call that the member does not confirm is refused, and not repeated', async () => {
  const prepared = {
    header: { res_code: '5110', message: 'Confirm' },
    body: { challenge: { id: 'ch_1', expiresIn: 120 } },
  };
  const { call, sent, outcome } = open(() => ({ body: prepared }));
  outcome.confirms = false;
  const answer = await call();
  assert.equal([answer.res_code, answer.message], ['500', 'Not confirmed']);
  assert.is(sent.length, 1);
});

test('a call that the token does not allow is refused in words, tells the page, and ends nothing shown', async () => {
  const refusal = { status: 403, body: { header: { res_code: '4030', message: 'Not here' }, body: {} } };
  const shown = open(() => refusal, true);
  const answer = await shown.call();
  assert.equal([answer.res_code, answer.message], ['500', 'Not here']);
  assert.equal([shown.failed, shown.reported], [[], ['scope_denied']]);
  const fresh = open(() => refusal);
  assert.is(await kindOf(fresh.call()), 'http');
  assert.equal(fresh.failed, ['scope_denied r1']);
});

test.run();
