import { randomUUID } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fastify from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { serveTokens } from '../../src/server/embed/serve-tokens';
import { addOrder } from './support/devices';
import { askSigned, shop } from './support/embed';
import { addMember } from './support/member';
import { openGateway, type TestGateway } from './support/open';

interface The {
  gateway: TestGateway;
  member: string;
  description: any;
  /** The description of a schema. */
  fits(schema: object | string, value: unknown): void;
}
const suiteOf = suite<The>('what partners read of the API');
const secret = 'a-test-key-of-the-shop-that-nobody-else-has';
const forum = 'a-test-key-of-the-forum-that-nobody-else-has';
const PARTNERS = JSON.stringify(
  [
    ['p_shop', secret],
    ['p_forum', forum],
  ].map(([id, secret]) => ({
    id,
    name: id,
    origins: [shop],
    test: { keys: [{ kid: 'test', secret }] },
  })),
);

suiteOf.before(async (the) => {
  the.gateway = await openGateway({ env: { TEST_MODE: 'on', PARTNERS } });
  the.member = (await addMember(the.gateway)).id;
  await the.gateway.db.run
    .insertInto('partner_member')
    .values({ partner: 'p_shop', reference: 'ann', member: the.member, at: new Date() })
    .execute();
  const answer = await fetch(`${the.gateway.url}/embed/v1/openapi.json`);
  assert.is(answer.headers.get('access-control-allow-origin'), '*');
  the.description = await answer.json();
  const ajv = new Ajv2020({ strict: false, formats: { 'date-time': true, uri: true } });
  ajv.addSchema({ $id: 'api', components: the.description.components });
  the.fits = (schema, value) => {
    const own = typeof schema === 'string' ? { $ref: `api#/components/schemas/${schema}` } : schema;
    const text = JSON.stringify(own).replace(/"#\//g, '"api#/');
    const valid = ajv.compile(JSON.parse(text));
    assert.ok(valid(value), `${JSON.stringify(value)}: ${JSON.stringify(valid.errors)}`);
  };
});
suiteOf.after(({ gateway }) => gateway.close());

const post = (the: The, path: string, input: object, key?: string, as: object = {}) =>
  askSigned(the.gateway, path, input, { secret, ...(key && { key }), ...as });

suiteOf('the description has every route that exists, and no other', async ({ description }) => {
  const routes: string[] = [];
  const app = fastify();
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.push(`${one.toLowerCase()} ${url}`);
  });
  await app.register(async (own) => serveTokens(own, {} as never));
  await app.ready();
  await app.close();
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  assert.equal(described.sort(), routes.sort());
});

suiteOf(
  'a developer reads how long to wait in the refusal for too many calls, and in no other',
  async ({ description }) => {
    for (const { post } of Object.values<any>(description.paths)) {
      if (!post?.['x-operations']) continue;
      const waits = Object.keys(post.responses).filter(
        (status) => post.responses[status].headers?.['Retry-After'],
      );
      assert.equal(waits, ['429'], post.operationId);
    }
  },
);

suiteOf('each operation answers what the description says, and takes what it says', async (the) => {
  const operations = new Map<string, any>();
  for (const [path, { post }] of Object.entries<any>(the.description.paths))
    for (const one of post?.['x-operations'] ?? []) operations.set(one.id, { path: path.slice(1), ...one });
  const tried = new Set<string>();
  const can = async (id: string, input: object) => {
    const { path, input: rules, answer } = operations.get(id);
    the.fits(rules, input);
    const { status, code, data, message } = await post(the, path, input);
    assert.is(code, 0, `${id}: ${message}`);
    assert.is(status, 200);
    the.fits(answer, data);
    the.fits(the.description.paths[`/${path}`].post.responses[200].content['application/json'].schema, {
      code,
      data,
    });
    tried.add(id);
    return data;
  };
  const refused = async (id: string, input: object, error: string) => {
    const { path, input: rules, errors } = operations.get(id);
    the.fits(rules, input);
    const { status, data: _, ...refusal } = await post(the, path, input);
    assert.is(refusal.error, error);
    assert.is(status, the.description['x-errors'][error].status);
    assert.ok(errors.includes(error), `${id} says that it can be refused as ${error}`);
    the.fits('ErrorAnswer', refusal);
    tried.add(id);
  };
  const page = { origin: shop };
  await can('mintToken', { member: 'ann', feature: 'wallet', scopes: 'all', ...page });
  await can('linkMember', { act: 'link', member: 'ann', ...page });
  await can('linkMember', { act: 'link', member: 'new', ...page });
  const test = { password: 'try-it-out-9', balance: 500_000 };
  const contact = 'ben@example.com';
  await can('createMember', { act: 'create', member: 'ben', contact, test, ...page });
  await can('listMembers', { act: 'list', pageSize: 1 });
  await refused('connectMember', { act: 'connect', member: 'new', code: 'x' }, 'code_refused');
  await refused('createMember', { act: 'create', member: 'ben2', contact, ...page }, 'member_exists');
  await can('testPublish', { act: 'publish', member: 'ann' });
  for (const act of ['approve', 'reject', 'remit', 'answer'])
    await refused(`test${cap(act)}`, { act, member: 'ann', number: 'W1' }, 'object_unknown');
  for (const act of ['pay', 'refund'])
    await refused(`test${cap(act)}`, { act, member: 'ann', orderNo: 'O1' }, 'object_unknown');
  await the.gateway.db.run
    .insertInto('partner_message')
    .values({
      id: 'msg_1',
      partner: 'p_shop',
      type: 'order.paid',
      body: '{"type":"order.paid"}',
      attempts: 1,
      at: new Date(),
      delivered_at: new Date(),
      last_result: '200',
    })
    .execute();
  await can('listMessages', { act: 'list' });
  await can('replayMessage', { act: 'replay', id: 'msg_1' });
  const { db } = the.gateway;
  const phone = `${await addOrder(the.gateway, the.member)}-1`;
  await db.run.updateTable('machine').set({ screenshots: true }).where('id', '=', phone).execute();
  await db.run
    .updateTable('partner_member')
    .set({ features: 'wallet screen' })
    .where('member', '=', the.member)
    .execute();
  const question = { member: 'ann', phone, person: 'Ann', reason: 'It does not start', ...page };
  const { id } = await can('askToWatch', { act: 'ask', ...question });
  await refused('askToWatch', { act: 'ask', ...question }, 'act_refused');
  await can('getWatch', { act: 'get', member: 'ann', id });
  await db.run.updateTable('screen_watch').set({ answer: 'allowed' }).where('id', '=', id).execute();
  await can('openWatch', { act: 'open', member: 'ann', id });
  await can('endWatch', { act: 'end', member: 'ann', id });
  await can('testAdvance', { act: 'advance', member: 'ben', days: 1 });
  await can('testUnlink', { act: 'unlink', member: 'ben' });
  await can('unlinkMember', { act: 'unlink', member: 'ben' });
  assert.equal([...tried].sort(), [...operations.keys()].sort(), 'every operation was tried');
});
const cap = (word: string) => word.replace(/^./, (first) => first.toUpperCase());

suiteOf('a field that the gateway refuses is none of the description’s', async (the) => {
  const { status, error, message } = await post(the, 'members', { act: 'unlink', member: 'ann', all: true });
  assert.equal([status, error], [400, 'request_invalid']);
  assert.match(message, /^all: /);
  const { UnlinkMemberInput } = the.description.components.schemas;
  assert.equal(Object.keys(UnlinkMemberInput.properties), ['act', 'member']);
  assert.is(UnlinkMemberInput.additionalProperties, false);
});

const notices = ({ gateway }: The) =>
  gateway.db.run
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll().as('all'))
    .executeTakeFirstOrThrow()
    .then(({ all }) => Number(all));
const publish = { act: 'publish', member: 'ann', title: 'Once' };

suiteOf(
  'a request that is sent again with its key takes effect once, and has the same answer',
  async (the) => {
    const before = await notices(the);
    const key = randomUUID();
    const [first, again] = [await post(the, 'test', publish, key), await post(the, 'test', publish, key)];
    assert.is(first.code, 0, first.message);
    assert.is(again.data.id, first.data.id);
    assert.is.not(again.data.requestId, first.data.requestId, 'each request has an id of its own');
    assert.is(await notices(the), before + 1);
    const reordered = { title: 'Once', member: 'ann', act: 'publish' };
    assert.is((await post(the, 'test', reordered, key)).data.id, first.data.id);
    await post(the, 'test', publish);
    await post(the, 'test', publish, randomUUID());
    assert.is(await notices(the), before + 3, 'without a key, or with another, it is something new');
  },
);

suiteOf(
  'the same key with another body is refused, and of another partner’s key nothing is known',
  async (the) => {
    const before = await notices(the);
    const key = randomUUID();
    assert.is((await post(the, 'test', publish, key)).code, 0);
    const other = await post(the, 'test', { ...publish, title: 'Other' }, key);
    assert.equal([other.status, other.error], [422, 'idempotency_key_reused']);
    assert.is(await notices(the), before + 1);
    const theirs = await post(the, 'test', publish, key, { partner: 'p_forum', secret: forum });
    assert.is(theirs.error, 'member_not_linked');
    const wrong = await post(the, 'test', publish, 'k'.repeat(201));
    assert.equal([wrong.status, wrong.error], [400, 'request_invalid']);
  },
);

suiteOf('nothing is kept of a refusal: with the same key it is tried again', async (the) => {
  const key = randomUUID();
  const late = { act: 'publish', member: 'later', title: 'Later' };
  assert.is((await post(the, 'test', late, key)).error, 'member_not_linked');
  const { id } = await addMember(the.gateway);
  await the.gateway.db.run
    .insertInto('partner_member')
    .values({ partner: 'p_shop', reference: 'later', member: id, at: new Date() })
    .execute();
  assert.is((await post(the, 'test', late, key)).code, 0);
});

suiteOf('requests with one key that come at once take effect once', async (the) => {
  const before = await notices(the);
  const key = randomUUID();
  const all = await Promise.all(Array.from({ length: 5 }, () => post(the, 'test', publish, key)));
  for (const { code, error } of all) assert.ok(code === 0 || error === 'request_in_progress', error);
  assert.ok(all.some(({ code }) => code === 0));
  assert.is(await notices(the), before + 1);
});

suiteOf('a key whose first request was lost with its gateway is taken over after a minute', async (the) => {
  const key = randomUUID();
  assert.is((await post(the, 'test', publish, key)).code, 0);
  const lost = { member: 'partner p_shop', call: 'embed/v1/test', key };
  await the.gateway.db.run
    .updateTable('answered')
    .set({ answer: null })
    .where((is) => is.and(lost))
    .execute();
  assert.is((await post(the, 'test', publish, key)).error, 'request_in_progress');
  the.gateway.clock.ahead += 61_000;
  try {
    assert.is((await post(the, 'test', publish, key)).code, 0);
  } finally {
    the.gateway.clock.ahead = 0;
  }
});

suiteOf('a read ignores the key, and a token is kept nowhere', async (the) => {
  const key = randomUUID();
  const wanted = { member: 'ann', feature: 'wallet', origin: shop };
  const [first, second] = [await post(the, 'tokens', wanted, key), await post(the, 'tokens', wanted, key)];
  assert.is.not(first.data.token, second.data.token);
  const kept = await the.gateway.db.run.selectFrom('answered').select('answer').execute();
  assert.not.match(JSON.stringify(kept), 'et_');
});

suiteOf.run();
