// @rarely: tens of thousands of inputs; test/unit/contract/inputs.test.ts has each rule of an input

import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { safeParse } from 'valibot';
import { embedCodes } from '../../src/contract/embed/embed';
import * as auth from '../../src/contract/member/auth';
import * as ai from '../../src/contract/support/ai';
import * as im from '../../src/contract/support/im';
import { codes, rejectionCodes } from '../../src/contract/wire/codes';
import { serializeEnvelope } from '../../src/contract/wire/envelope';
import { problemRules } from '../../src/contract/wire/problem';
import { endpoints } from '../../src/server/endpoints';
import type { Endpoint } from '../../src/server/http/endpoint';
import { tokenOf } from '../../src/server/http/wire';
import { audit } from '../../src/server/ledger/audit';
import { inputFor } from './support/fuzz-input';
import { createKnowledge } from './support/fuzz-knowledge';
import { mutated, mutatedText } from './support/fuzz-mutations';
import { assertUntouched, canary, openWorld, type World } from './support/fuzz-world';
import { newestTo } from './support/member';
import { random } from './support/random';

/** `npm run soak` plays as many as it is asked for, from a seed of its own. */
const calls = Number(process.env.OPERATIONS ?? 1000);
const seed = Number(process.env.SEED ?? 20261121);
const lanes = 4;
/** Calls that wait for news, up to 25 s: the client hangs up. */
const waits = new Set([im.waitForMessages.path, ai.waitForAnswer.path]);
const patience = 150;

const test = suite<World>(`${calls} calls of every kind of input (SEED=${seed})`);
test.before(async (context) => {
  Object.assign(context, await openWorld());
});
test.after(({ gateway }) => gateway.close());

const answers = new Set<string>(Object.values({ ...codes, ...rejectionCodes, ...embedCodes }));
const rules = new Set<string>(problemRules);

/** Checks that hold for every response. */
function assertAnswer(endpoint: Endpoint, status: number, text: string, headers: Headers): any {
  assert.ok(status < 500, `${status}`);
  const { header, body } = JSON.parse(text);
  assert.ok(answers.has(header?.res_code), `no envelope: ${header?.res_code}`);
  assert.ok(header.message && typeof header.message === 'string', 'no message');
  assert.type(body, 'object');
  if (status !== 200) assert.is(header.res_code.length, 4, `${status} with ${header.res_code}`);
  if (status === 429) assert.ok(Number(headers.get('retry-after')) > 0);
  if (header.res_code === codes.invalid)
    for (const { rule } of Object.values(body.problems) as { rule: string }[])
      assert.ok(rules.has(rule), `the problem ${rule} of ${endpoint.call.path}`);
  return { code: header.res_code as string, body };
}

test('every answer is in an envelope, none is a fault, none holds another member’s data', async (world) => {
  const { gateway, foreign, hidden } = world;
  const before = await world.belongings();
  assert.ok(before.join().split(canary).length > 15, 'the other member has something of everything');
  const knowledge = createKnowledge(world);
  const done = new Map<string, number>();
  const tally = new Map<string, number>();
  let left = calls;

  async function once(draw: (below: number) => number): Promise<void> {
    const endpoint = endpoints[draw(endpoints.length)] as Endpoint;
    const { path, guard } = endpoint.call;
    const valid = inputFor(endpoint.rules, path, knowledge.known, draw);
    const kind = draw(10);
    const input = kind < 5 ? valid : mutated(valid, draw, foreign);
    const anonymous = kind === 9 || (guard === 'anyone' && draw(2) === 0);
    const as = anonymous ? {} : world.as;
    const header = {
      uuid: randomUUID(),
      appid: 'h5',
      authToken: as.token ?? '',
      timestamp: Date.now() + gateway.clock.ahead,
    };
    const sealed = serializeEnvelope(header, input as object);
    const raw = kind === 8 ? mutatedText(sealed, draw) : Buffer.from(sealed);
    const failed = (error: unknown, answer = '') => {
      const sent = raw.subarray(0, 1500).toString();
      throw new Error(`${path} (SEED=${seed})\n  sent ${sent}\n  got ${answer.slice(0, 800)}\n  ${error}`);
    };
    let answer = '';
    try {
      const response = await fetch(`${gateway.url}/api/${path}`, {
        method: 'POST',
        body: new Uint8Array(raw),
        headers: {
          'content-type': 'application/json',
          'accept-language': draw(2) ? 'en_US' : 'zh_CN',
          ...(as.token && { authorization: `Bearer ${as.token}` }),
          userId: as.userId ?? '',
          Token: tokenOf(gateway.settings.signingSecret, raw),
        },
        ...(waits.has(path) && { signal: AbortSignal.timeout(patience) }),
      });
      answer = await response.text();
      const { code, body } = assertAnswer(endpoint, response.status, answer, response.headers);
      tally.set(code, (tally.get(code) ?? 0) + 1);
      if (anonymous && guard === 'member') assert.is.not(code, codes.done, 'without a session');
      if (kind !== 8 && !safeParse(endpoint.rules, input).success)
        assert.is.not(code, codes.done, 'against the rules');
      for (const secret of hidden) assert.ok(!answer.includes(secret), `another member’s ${secret}`);
      if (code === codes.done) {
        done.set(path, (done.get(path) ?? 0) + 1);
        knowledge.learn(path, input, body);
        if (path === auth.randomCode.path)
          knowledge.tell('randomCode', await newestTo(gateway, `picture ${body.id}`));
      }
      // signed out, or by a new phone in another place
      if (code === codes.expired && !anonymous) world.as = await gateway.signIn(world.demo);
    } catch (error) {
      if (error instanceof DOMException && error.name === 'TimeoutError' && waits.has(path)) return;
      failed(error, answer);
    }
  }

  async function lane(nth: number): Promise<void> {
    const draw = random(seed + nth);
    while (left-- > 0) {
      gateway.clock.ahead += draw(20_000);
      await once(draw);
    }
  }
  // As the app does, one looks at what there is first. Nothing is required of the one call that clears something.
  for (const { call } of endpoints.filter(
    ({ call }) => call.guard === 'member' && !waits.has(call.path) && call !== ai.clearAiTurns,
  )) {
    const { code, body } = await gateway.send(call, {}, world.as);
    if (code === codes.done) knowledge.learn(call.path, {}, body);
  }
  const failures: unknown[] = [];
  await Promise.all(
    Array.from({ length: lanes }, (_, nth) =>
      lane(nth).catch((error) => {
        left = 0;
        failures.push(error);
      }),
    ),
  );
  if (failures.length) throw failures[0];

  assert.equal(await audit(gateway.db.run), {}, `SEED=${seed}`);
  assertUntouched(before, await world.belongings(), seed);
  const count = (code: string) => tally.get(code) ?? 0;
  const untouched = endpoints.map(({ call }) => call.path).filter((path) => !done.has(path));
  const allowed = calls < 10_000 ? endpoints.length / 2 : 20;
  assert.ok(untouched.length < allowed, `nobody has succeeded in ${untouched}`);
  assert.ok(count(codes.done) > calls / 4, `only ${count(codes.done)} were done`);
  assert.ok(count(codes.invalid) > calls / 10 && count(codes.refused) > calls / 50);
});

test.run();
