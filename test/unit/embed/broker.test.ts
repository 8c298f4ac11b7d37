import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { FetchToken, TokenReason } from '../../../src/embed/api';
import { createBroker, createBrokers, endpoint } from '../../../src/embed/loader/broker';

/** A page that gives out t1, t2, … and remembers why it was asked. */
function page(life = 300) {
  const asked: TokenReason[] = [];
  const fetchToken: FetchToken = async ({ reason }) => {
    asked.push(reason);
    return { token: `t${asked.length}`, expiresIn: life };
  };
  return { asked, fetchToken };
}
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'none',
    (error) => error.code,
  );

test('a token is fetched once, however many ask', async () => {
  const { asked, fetchToken } = page();
  const broker = createBroker('wallet', fetchToken);
  const all = await Promise.all([broker.token('use'), broker.token('use'), broker.token('use')]);
  assert.equal(all, ['t1', 't1', 't1']);
  assert.equal(await broker.token('use'), 't1');
  assert.equal(asked, ['use']);
});

test('six calls that are refused at once fetch one new token, and a seventh that was late fetches none', async () => {
  const { asked, fetchToken } = page();
  const broker = createBroker('wallet', fetchToken);
  const first = await broker.token('use');
  const six = await Promise.all(Array.from({ length: 6 }, () => broker.token('expired', first)));
  assert.equal(new Set(six), new Set(['t2']));
  assert.equal(await broker.token('expired', first), 't2');
  assert.equal(asked, ['use', 'expired']);
});

test('a page that never answers is timed out, and asked again by the next call', async () => {
  let aborted = false;
  let patient = true;
  const broker = createBroker(
    'wallet',
    ({ signal }) => {
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return patient ? new Promise(() => {}) : Promise.resolve({ token: 't1', expiresIn: 300 });
    },
    30,
  );
  assert.is(await codeOf(broker.token('use')), 'token_timeout');
  assert.ok(aborted);
  patient = false;
  assert.is(await broker.token('use'), 't1');
});

test('a page that returns the refused token again gets an error, and is not asked forever', async () => {
  let asked = 0;
  const broker = createBroker('wallet', async () => {
    asked++;
    return { token: 'same', expiresIn: 300 };
  });
  await broker.token('use');
  assert.is(await codeOf(broker.token('expired', 'same')), 'token_not_renewed');
  assert.is(asked, 2);
});

test('a token that has run out is not used: its life is measured here, from when it came', async () => {
  const { asked, fetchToken } = page(0.02);
  const broker = createBroker('wallet', fetchToken);
  assert.is(await broker.token('use'), 't1');
  await new Promise((rest) => setTimeout(rest, 30));
  assert.is(await broker.token('use'), 't2');
  assert.equal(asked, ['use', 'expired']);
});

test('an exception of the page, or a result that is no token, becomes our own error', async () => {
  const thrower = createBroker('wallet', () => {
    throw new Error('down');
  });
  const strange = createBroker('wallet', async () => ({}) as never);
  assert.is(await codeOf(thrower.token('use')), 'token_fetch_failed');
  assert.is(await codeOf(strange.token('use')), 'token_fetch_failed');
});

test('two features with one function have two tokens; two embeds of one feature share theirs', () => {
  const { fetchToken } = page();
  const brokers = createBrokers();
  assert.is(brokers.of('wallet', fetchToken), brokers.of('wallet', fetchToken));
  assert.is.not(brokers.of('wallet', fetchToken), brokers.of('notices', fetchToken));
  assert.is(brokers.of('wallet', '/token'), brokers.of('wallet', '/token'));
  const before = brokers.of('wallet', fetchToken);
  brokers.clear();
  assert.is.not(brokers.of('wallet', fetchToken), before);
});

test('a dropped token is not used again, even if it was on its way', async () => {
  const { fetchToken } = page();
  const broker = createBroker('wallet', fetchToken);
  const under = broker.token('use');
  broker.drop();
  await under;
  assert.is(await broker.token('use'), 't2');
});

test("an endpoint that says that its own member is not signed in ends in 'host_session_required'", async () => {
  const before = globalThis.fetch;
  const answers = (status: number, body: object) => {
    globalThis.fetch = async () => new Response(JSON.stringify(body), { status });
  };
  const ask = () => createBroker('wallet', endpoint('/token')).token('use');
  try {
    answers(401, {});
    assert.is(await codeOf(ask()), 'host_session_required');
    answers(403, { error: 'not_signed_in' });
    assert.is(await codeOf(ask()), 'host_session_required');
    answers(500, {});
    assert.is(await codeOf(ask()), 'token_fetch_failed');
    answers(200, { token: 't9', expiresIn: 60 });
    assert.is(await ask(), 't9');
  } finally {
    globalThis.fetch = before;
  }
});

const refusals = [
  'signature_wrong',
  'clock_wrong',
  'nonce_reused',
  'request_invalid',
  'rate_limited',
  'partner_unknown',
  'partner_disabled',
  'origin_not_allowed',
  'feature_not_allowed',
  'scope_not_allowed',
  'member_not_linked',
];
for (const error of refusals)
  test(`a refusal of our server that is handed on keeps its code: ${error}`, async () => {
    const refuse = async () => {
      throw Object.assign(new Error('no token'), { status: 401, error, message: 'why' });
    };
    const failure = await createBroker('wallet', refuse)
      .token('use')
      .then(
        () => assert.unreachable(),
        (one) => one,
      );
    assert.is(failure.code, error);
    assert.match(failure.given, 'why');
    assert.not.match(failure.displayMessage, 'sign in on this site');
  });

/** A page whose customer changes, with the events that it received. */
function changing() {
  const switched: string[] = [];
  let [who, count] = ['ann', 0];
  const fetchToken: FetchToken = async () => ({ token: `${who}${count++}`, expiresIn: 300, subject: who });
  return {
    switched,
    fetchToken,
    brokers: createBrokers((before) => switched.push(before)),
    signIn(next: string) {
      who = next;
    },
  };
}

test('an embed that begins asks anew, and gets nothing that was fetched for the customer before', async () => {
  const { brokers, fetchToken, signIn, switched } = changing();
  assert.is(await brokers.of('wallet', fetchToken).begin(), 'ann0');
  signIn('ben');
  assert.is(await brokers.of('wallet', fetchToken).begin(), 'ben1');
  assert.equal(switched, ['ann']);
});

test('another customer is noticed whichever feature asks next, and the same one is not', async () => {
  const { brokers, fetchToken, signIn, switched } = changing();
  const wallet = brokers.of('wallet', fetchToken);
  await wallet.begin();
  await wallet.token('forced');
  await brokers.of('orders', fetchToken).begin();
  assert.equal(switched, []);
  signIn('ben');
  await brokers.of('notices', fetchToken).begin();
  assert.equal(switched, ['ann']);
  assert.is(wallet.subject, 'ann', 'what it shows is still hers');
});

test('two customers in one page, each with a function of their own, leave each other alone', async () => {
  const switched: string[] = [];
  const brokers = createBrokers((before) => switched.push(before));
  for (const who of ['ann', 'ben', 'ann', 'ben']) {
    const fetchToken: FetchToken = async () => ({ token: who, expiresIn: 300, subject: who });
    await brokers.of('wallet', fetchToken).begin();
  }
  assert.equal(switched, []);
});

test.run();
