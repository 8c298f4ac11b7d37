// @rarely: generated clients; partner-api.test.ts has the calls

import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { embedFeatures } from '../../src/contract/embed/features';
import * as session from '../../src/contract/member/auth';
import { CloudphoneRefusal, client, mintToken } from '../../src/embed/npm/server';
import { call, shop } from './support/embed';
import { closeSdkTest, environmentOf, openSdkTest, type SdkTest } from './support/sdks';

const test = suite<SdkTest>('the client for Node');
const customer = `node "quoted" \\ 顾客 ${randomUUID()}`;

test.before(async (the) => {
  Object.assign(the, await openSdkTest());
  const contact = `${randomUUID()}@example.com`;
  const account = { password: 'try-it-out-9', balance: 500_000 };
  const made = await own(the).createMember({ member: customer, origin: shop, contact, test: account });
  assert.equal([made.created, made.linked, typeof made.account], [true, true, 'string']);
});
test.after(closeSdkTest);

const account = (the: SdkTest, more: object = {}) => {
  const { CLOUDPHONE_GATEWAY, CLOUDPHONE_PARTNER, CLOUDPHONE_SECRET } = environmentOf(the);
  return {
    gateway: String(CLOUDPHONE_GATEWAY),
    partner: String(CLOUDPHONE_PARTNER),
    secret: String(CLOUDPHONE_SECRET),
    ...more,
  };
};
const own = (the: SdkTest, more: object = {}) => client(account(the, more));
const failing = (the: SdkTest) => own(the, { gateway: environmentOf(the).CLOUDPHONE_FAILING });
const plan = (the: SdkTest, ...failures: number[]) =>
  fetch(`${environmentOf(the).CLOUDPHONE_FAILING}/plan`, { method: 'POST', body: JSON.stringify(failures) });
const seen = async (the: SdkTest): Promise<{ key: string; nonce: string }[]> =>
  (await fetch(`${environmentOf(the).CLOUDPHONE_FAILING}/seen`)).json();
const refused = async (work: Promise<unknown>): Promise<CloudphoneRefusal> => {
  const error = await work.then(
    () => undefined,
    (error) => error,
  );
  assert.instance(error, CloudphoneRefusal);
  return error;
};

test('a token has all scopes of the feature by default, and fewer if they are named', async (the) => {
  const wanted = { member: customer, feature: 'wallet', origin: shop };
  const scopesOf = async (token: string) => (await call(the.gateway, token, session.getInfo)).body.scopes;
  const answer = await mintToken(account(the), wanted);
  assert.equal(Object.keys(answer).sort(), ['expiresIn', 'subject', 'token']);
  assert.equal(await scopesOf(answer.token), embedFeatures.wallet.scopes);
  const { token, test } = await own(the).mintToken({ ...wanted, scopes: ['wallet:read'] });
  assert.equal([await scopesOf(token), test], [['wallet:read'], true]);
  assert.equal(
    await scopesOf((await mintToken(account(the), { ...wanted, scopes: undefined })).token),
    embedFeatures.wallet.scopes,
  );
});

test('links are listed a page at a time, and what is refused says why', async (the) => {
  const members: string[] = [];
  for (let from: string | undefined, first = true; first || from; first = false) {
    const page = await own(the).listMembers({ pageSize: 1, from });
    members.push(...page.items.map(({ member }) => member));
    from = page.next;
  }
  assert.ok(members.includes(customer));
  assert.ok((await own(the).linkMember({ member: customer, origin: shop })).linked);
  const { status, error, body } = await refused(
    own(the).mintToken({ member: 'nobody', feature: 'wallet', origin: shop }),
  );
  assert.equal([status, error], [403, 'member_not_linked']);
  assert.match(String(body.connectUrl), '/connectPartner?request=');
  assert.is(
    (await refused(own(the, { secret: 'another, by mistake' }).listMembers())).error,
    'signature_wrong',
  );
});

test('an act takes effect once for each key', async (the) => {
  const idempotencyKey = randomUUID();
  const publish = { member: customer, title: 'Once' };
  const first = await own(the).testPublish(publish, { idempotencyKey });
  assert.is((await own(the).testPublish(publish, { idempotencyKey })).id, first.id);
  assert.is.not((await own(the).testPublish(publish)).id, first.id);
  const other = own(the).testPublish({ ...publish, title: 'Other' }, { idempotencyKey });
  assert.is((await refused(other)).error, 'idempotency_key_reused');
});

test('a request that failed in transit is retried with the same key and another nonce, three times at most', async (the) => {
  await plan(the, 503, 0);
  const publish = failing(the).testPublish({ member: 'nobody', title: 'Later' });
  assert.is((await refused(publish)).error, 'member_not_linked', 'the third attempt reached the gateway');
  const attempts = await seen(the);
  assert.equal(
    [
      attempts.length,
      new Set(attempts.map(({ key }) => key)).size,
      new Set(attempts.map(({ nonce }) => nonce)).size,
    ],
    [3, 1, 3],
  );
  assert.ok(attempts[0]!.key);
  await plan(the, 503, 502, 500, 500);
  assert.is((await refused(failing(the).listMembers())).status, 500);
  assert.is((await seen(the)).length, 3);
});

test('a refusal is not repeated, and nobody waits a minute', async (the) => {
  await plan(the);
  await refused(failing(the).mintToken({ member: 'nobody', feature: 'wallet', origin: shop }));
  assert.is((await seen(the)).length, 1);
  await plan(the, 429);
  const { status, retryAfterMs } = await refused(failing(the).listMessages());
  assert.equal([status, retryAfterMs, (await seen(the)).length], [429, 60_000, 1]);
  const nobody = own(the, { gateway: 'http://127.0.0.1:9', retries: 0 }).listMembers();
  assert.not.instance(await nobody.catch((error: unknown) => error), CloudphoneRefusal);
});

test.run();
