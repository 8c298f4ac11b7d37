import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as orders from '../../src/contract/buying/orders';
import * as payments from '../../src/contract/buying/payments';
import * as auth from '../../src/contract/member/auth';
import { readSettings } from '../../src/server/settings/settings';
import { ask, askSigned, call, secret, shop } from './support/embed';
import { openGateway, type TestGateway } from './support/open';
import { production } from './support/production';
import { addProduct, booksInOrder, waiting } from './support/shop';

const testSecret = 'a-secret-of-the-shop-for-trying-things-out';
const developing = 'http://localhost:3000';
const partner = {
  id: 'p_shop',
  name: { en: 'The Shop', zh: '商店' },
  secret,
  origins: [shop],
  test: { keys: [{ kid: 'try', secret: testSecret }], origins: [developing] },
};
const { MACHINES, MAIL_SMTP_URL, MAIL_FROM, SMS, WECHAT_PAY, ...guarded } = production;
const PARTNERS = JSON.stringify([partner]);
const testing = { ...guarded, TEST_MODE: 'on', PUBLIC_URL: 'https://test.cloud.example', PARTNERS };

const test = suite<{ live: TestGateway; trial: TestGateway }>('test mode');
test.before(async (context) => {
  context.live = await openGateway({ env: { ...production, PARTNERS } });
  context.trial = await openGateway({ env: testing });
});
test.after(async ({ live, trial }) => {
  await booksInOrder(trial);
  await Promise.all([live.close(), trial.close()]);
});

const byTest = { secret: testSecret };
/** Makes a test member, and gives what was answered. */
const create = (gateway: TestGateway, member: string, more: object, as = byTest, origin = developing) =>
  askSigned(
    gateway,
    'members',
    { act: 'create', member, origin, contact: `${member}@test.example`, ...more },
    as,
  );

test('a developer makes a test member with money, whose widget shows it and who buys with it', async ({
  trial,
}) => {
  const made = await create(trial, 'ann', { test: { password: 'try-it-out-9', balance: 500_000 } });
  assert.is(made.data.created, true);
  const minted = await ask(trial, { member: 'ann', origin: developing }, byTest);
  assert.is(minted.data.test, true);
  const { body, message } = await call(trial, minted.data.token, auth.balance, {}, { origin: developing });
  assert.is(body.balance, 500_000, message);
  const about = await call(trial, minted.data.token, auth.getInfo, {}, { origin: developing });
  assert.is(about.body.test, 'Test mode: no real money');

  const signedIn = await trial.send(auth.login, {
    account: made.data.account,
    password: 'try-it-out-9',
    agreed: true,
  });
  const as = { token: signedIn.body.token, userId: signedIn.body.userInfo.userId };
  const orderNo = await waiting(trial, as, { productId: await addProduct(trial), channel: 'card' });
  const paying = await trial.send(payments.startPay, { orderNo }, as);
  assert.match(paying.body.url, '/dev/pay/', 'a card is paid on a labelled sandbox, in production too');
  assert.is((await fetch(new URL(paying.body.url, trial.url))).status, 200);
  const paid = await trial.send(orders.getOrder, { orderNo }, as);
  assert.is(paid.body.state, 0, 'and nobody has paid it yet');
});

test('nothing of the one is known to the other: keys, members, tokens', async ({ live, trial }) => {
  await create(trial, 'ben', { test: { password: 'try-it-out-9' } });
  const { token } = (await ask(trial, { member: 'ben', origin: developing }, byTest)).data;
  assert.is((await call(live, token, auth.balance)).code, '510');
  assert.is((await ask(live, { member: 'ben' }, byTest)).error, 'signature_wrong');
  assert.is((await ask(live, { member: 'ben' })).error, 'member_not_linked');
  assert.is((await ask(trial, { member: 'ben', origin: developing }, { secret })).error, 'signature_wrong');
  assert.is((await ask(live, { member: 'ben', origin: developing })).error, 'origin_not_allowed');
  const refused = await create(live, 'cleo', { test: { password: 'try-it-out-9' } }, { secret }, shop);
  assert.is(refused.error, 'request_invalid', 'money is given away in test mode only');
});

test('it is guarded as in production: no pages of codes, no desk without its secret', async ({ trial }) => {
  for (const path of ['/dev/outbox', '/operator/partners'])
    assert.is(
      (await fetch(trial.url + path, { redirect: 'manual' })).headers.get('content-type')?.includes('json') ??
        false,
      false,
      path,
    );
  assert.is(trial.settings.partners[0]!.name.en, 'The Shop (test mode)', 'members read what it is');
});

test('production and live values are refused in test mode', () => {
  const mistakes = (env: Record<string, string>) => {
    try {
      readSettings({ ...testing, ...env });
    } catch (error) {
      return String(error);
    }
    return 'none';
  };
  assert.is(mistakes({}), 'none');
  assert.match(
    mistakes({ STRIPE_SECRET_KEY: 'sk_live', STRIPE_WEBHOOK_SECRET: 'whsec' }),
    /STRIPE_SECRET_KEY is of a real/,
  );
  assert.match(mistakes({ DEMO: 'on' }), 'DEMO must be off');
  const same = { ...partner, test: { keys: [{ kid: 'try', secret }] } };
  assert.match(mistakes({ PARTNERS: JSON.stringify([same]) }), 'must not be a live one');
  const only = { ...partner, secret: undefined };
  assert.is(
    mistakes({ PARTNERS: JSON.stringify([only]) }),
    'none',
    'its machine needs to know no live secret',
  );
  assert.match(
    mistakes({ PARTNERS: JSON.stringify([only]), TEST_MODE: 'off' }),
    'must have a secret, or keys',
  );
});

test.run();
