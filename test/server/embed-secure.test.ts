import { randomUUID } from 'node:crypto';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import * as session from '../../src/contract/member/auth';
import * as payout from '../../src/contract/money/payout';
import * as wallet from '../../src/contract/money/wallet';
import type { RequestContext } from '../../src/server/kernel/context';
import { asksPayPassword } from '../../src/server/pay-password/proof';
import { call, env, link, mint, shop } from './support/embed';
import { addMember, cheapPasswords, newestTo, password } from './support/member';
import { openGateway, type TestGateway } from './support/open';
import { addRows } from './support/rows';
import { addAccount, credit, desk } from './support/wallet';

interface Context {
  gateway: TestGateway;
  member: string;
  token: string;
  account: string;
  email: string;
}
const secure = suite<Context>('secure document');
secure.before.each(async (context) => {
  context.gateway ??= await openGateway({ env });
  context.gateway.clock.ahead = 0;
  context.email = `${randomUUID().slice(0, 8)}@example.com`;
  context.member = (await addMember(context.gateway, { email: context.email })).id;
  await link(context.gateway, context.member);
  await credit(context.gateway, context.member, 'balance', 500_00);
  context.account = await addAccount(context.gateway, context.member, { number: '6222020000001234' });
  context.token = await newToken(context);
});
secure.after(({ gateway }) => gateway.close());

const scopes = ['wallet:read', 'withdraw:prepare', 'payout:prepare'];
const newToken = ({ gateway, member }: Omit<Context, 'token' | 'account'>) =>
  mint(gateway, { member, scopes });

const withdrawal = ({ account }: Context, more: object = {}) => ({
  source: 'balance',
  amount: 100_00,
  accountId: account,
  requestKey: randomUUID(),
  ...more,
});
const prepare = (context: Context, input: object = withdrawal(context), ctx = wallet.applyWithdrawal) =>
  call(context.gateway, context.token, ctx, input);

/** A challenge for what was prepared. */
async function challengeFor(context: Context, input?: object, ctx?: typeof wallet.applyWithdrawal) {
  const { status, code, body } = await prepare(context, input, ctx);
  assert.equal([status, code], [200, '5110']);
  assert.is(body.challenge.expiresIn, 120);
  return body.challenge.id as string;
}

const open = ({ gateway }: Context, id: string, query = '') =>
  fetch(`${gateway.url}/secure/${id}${query}`).then(async (response) => ({
    status: response.status,
    headers: response.headers,
    policy: response.headers.get('content-security-policy')!,
    html: await response.text(),
  }));

/** The request that the document's own script sends. */
async function post({ gateway }: Context, id: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(`${gateway.url}/secure/${id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url, ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as any) };
}
const confirm = (context: Context, id: string, more: object = {}) =>
  post(context, id, { act: 'confirm', password, ...more });

const balanceOf = async ({ gateway, token }: Context) => (await call(gateway, token, session.balance)).body;
const withdrawals = ({ gateway, member }: Context) =>
  gateway.db.run.selectFrom('withdrawal').selectAll().where('member', '=', member).execute();

secure('a prepared action takes effect only when the member confirms it', async (the) => {
  const input = withdrawal(the);
  const id = await challengeFor(the, input);
  assert.is((await balanceOf(the)).balance, 500_00);
  assert.equal(await withdrawals(the), []);
  assert.is((await prepare(the, input)).code, '5110');

  assert.is((await confirm(the, id)).state, 'done');
  assert.is((await balanceOf(the)).balance, 400_00);
  const [row] = await withdrawals(the);
  const answer = await prepare(the, input);
  assert.is(answer.code, '1');
  assert.is(answer.body.id, row!.id);
  assert.is((await withdrawals(the)).length, 1);
});

secure('an impossible action is refused before the member is asked to confirm it', async (the) => {
  assert.is((await prepare(the, withdrawal(the, { amount: 900_00 }))).code, '210002');
  assert.is((await prepare(the, withdrawal(the, { amount: 1 }))).code, '5001');
  assert.is((await prepare(the, withdrawal(the, { accountId: 'another’s' }))).code, '5001');
  assert.is((await prepare(the, withdrawal(the, { fee: 1 }))).code, '500');
  assert.equal(await withdrawals(the), []);
});

secure('the document shows what we know, not what the page says, and who asks', async (the) => {
  const { html, headers, policy, status } = await open(the, await challengeFor(the));
  assert.is(status, 200);
  for (const said of ['The Shop', shop, '¥100.00', '¥1.00', '¥99.00', '•••• 1234']) assert.match(html, said);
  assert.not.match(html, '6222020000001234');
  assert.match(policy, `frame-ancestors 'self' https://second.example ${shop};`);
  assert.match(policy, "default-src 'none'");
  assert.not.match(policy, 'unsafe');
  assert.is(headers.get('cross-origin-embedder-policy'), 'require-corp');
  assert.is(headers.get('cross-origin-resource-policy'), 'cross-origin');
  assert.is(headers.get('cache-control'), 'no-store');
  assert.is(headers.get('x-frame-options'), null);
  assert.is(headers.get('access-control-allow-origin'), null);
});

secure('the document says how many USDT arrive', async (the) => {
  const usdt = await addAccount(the.gateway, the.member, {
    kind: 'usdt',
    number: 'TQHgMpVzWkhSsRB4BzZgmV8uW4cFL8eaBr',
  });
  const { html } = await open(the, await challengeFor(the, withdrawal({ ...the, account: usdt })));
  assert.match(html, '¥99.00 = 13.750000 USDT');
});

secure('a page chooses language, scheme, one colour and a radius, and nothing else', async (the) => {
  const id = await challengeFor(the);
  const chosen = await open(the, id, '?lang=zh&scheme=dark&primary=%23ffcc00&radius=8');
  assert.match(chosen.html, '<html lang="zh" data-scheme="dark">');
  assert.match(chosen.html, '--accent:#ffcc00;--on:#000000');
  assert.match(chosen.html, '--radius:8px');
  const evil = encodeURIComponent('#fff}</style><script>alert(1)</script>');
  const { html } = await open(the, id, `?lang=${evil}&scheme=${evil}&primary=${evil}&radius=${evil}`);
  assert.not.match(html, 'alert(1)');
  assert.not.match(html, '--accent:#fff}');
});

secure('nobody frames a document that is nobody’s', async (the) => {
  const { status, policy, html } = await open(the, `ch_${'x'.repeat(43)}`);
  assert.is(status, 404);
  assert.match(policy, "frame-ancestors 'none'");
  assert.not.match(html, 'password');
});

secure('it leads back to the page that opened it and to no other', async (the) => {
  const id = await challengeFor(the);
  const back = (to: string) => open(the, id, `?return=${encodeURIComponent(to)}`).then(({ html }) => html);
  assert.match(await back(`${shop}/cart?x=1`), 'https://shop.example/cart?x=1');
  for (const to of [
    'https://evil.example/',
    `${shop}.evil.example/`,
    'javascript:alert(1)',
    '//evil.example',
  ])
    assert.not.match(await back(to), 'back&quot;');
});

secure('only our own document confirms', async (the) => {
  const id = await challengeFor(the);
  for (const origin of [shop, 'https://evil.example', 'null'])
    assert.is((await post(the, id, { act: 'confirm', password }, { origin })).status, 403);
  const elsewhere = { 'sec-fetch-site': 'cross-site' };
  assert.is((await post(the, id, { act: 'confirm', password }, elsewhere)).status, 403);
  assert.equal(await withdrawals(the), []);
});

secure('a challenge is confirmed once', async (the) => {
  const id = await challengeFor(the);
  assert.is((await confirm(the, id)).state, 'done');
  // a page that missed the answer gets it again, without another effect
  assert.is((await confirm(the, id, { password: 'wrong' })).state, 'done');
  assert.is((await post(the, id, { act: 'cancel' })).state, 'done');
  assert.is((await withdrawals(the)).length, 1);
  assert.not.match((await open(the, id)).html, 'id="password"');
});

secure('two confirmations at once do it once', async (the) => {
  const input = withdrawal(the);
  const id = await challengeFor(the, input);
  const other = await challengeFor(the, input);
  const said = await Promise.all([confirm(the, id), confirm(the, id), confirm(the, other)]);
  assert.ok(said.some(({ state }) => state === 'done'));
  assert.is((await withdrawals(the)).length, 1);
  assert.is((await balanceOf(the)).balance, 400_00);
});

secure('a confirmation is valid for exactly the confirmed data', async (the) => {
  const input = withdrawal(the);
  assert.is((await confirm(the, await challengeFor(the, input))).state, 'done');
  const changed = await prepare(the, { ...input, amount: 200_00 });
  assert.is(changed.code, '500');
  assert.is((await prepare(the, { ...input, requestKey: randomUUID() })).code, '5110');
  assert.is((await withdrawals(the)).length, 1);
});

secure('a challenge runs out after two minutes', async (the) => {
  const id = await challengeFor(the);
  the.gateway.clock.ahead = 121_000;
  assert.is((await confirm(the, id)).state, 'ended');
  assert.equal(await withdrawals(the), []);
});

secure('a wrong password moves nothing, and five of them end the challenge', async (the) => {
  const id = await challengeFor(the);
  for (let guess = 0; guess < 5; guess++) {
    const { state, message } = await confirm(the, id, { password: 'wrong' });
    assert.is(state, 'refused');
    assert.is(message, 'The password is wrong');
  }
  assert.is((await confirm(the, id)).state, 'ended');
  assert.equal(await withdrawals(the), []);
});

secure('guesses through many challenges are stopped as those at signing in are', async (the) => {
  let state = '';
  for (let guess = 0; guess < 9; guess++) {
    const id = await challengeFor(the);
    const said = await confirm(the, id, { password: 'wrong' });
    state = said.message;
  }
  assert.match(state, 'Too many attempts');
  const id = await challengeFor(the);
  assert.is((await confirm(the, id)).state, 'refused');
  assert.equal(await withdrawals(the), []);
});

secure('guesses at once count one by one', async (the) => {
  const id = await challengeFor(the);
  const said = await Promise.all(Array.from({ length: 12 }, () => confirm(the, id, { password: 'wrong' })));
  assert.is(said.filter(({ message }) => message === 'The password is wrong').length, 5);
});

secure('nothing typed confirms nothing', async (the) => {
  const id = await challengeFor(the);
  for (const empty of [{ password: '' }, { password: undefined }, { password: undefined, code: '' }])
    assert.is((await confirm(the, id, empty)).state, 'refused');
  assert.equal(await withdrawals(the), []);
});

secure(
  'a code from the member’s mailbox confirms in place of the password, what it was sent for',
  async (the) => {
    const id = await challengeFor(the);
    const { state, message } = await post(the, id, { act: 'send' });
    assert.is(state, 'sent');
    assert.match(message, `${the.email[0]}***@example.com`);
    const text = (await newestTo(the.gateway, the.email))!;
    assert.match(text, '¥100.00');
    assert.match(text, shop);
    const code = /\d{6}/.exec(text)![0];
    const other = await challengeFor(the);
    assert.is((await confirm(the, other, { password: undefined, code })).problem, 'code');
    assert.is((await post(the, other, { act: 'send' })).state, 'refused');
    assert.is((await confirm(the, id, { password: undefined, code })).state, 'done');
    assert.is((await withdrawals(the)).length, 1);
  },
);

secure('input has a maximum length, and empty input proves nothing', async (the) => {
  const id = await challengeFor(the);
  const typed = async (more: object) => {
    const { status, state } = await confirm(the, id, { password: undefined, ...more });
    return status === 200 ? state : status;
  };
  const x = (length: number) => 'x'.repeat(length);
  assert.equal(
    [await typed({ password: x(201) }), await typed({ code: x(21) }), await typed({ number: x(201) })],
    [400, 400, 400],
  );
  assert.equal([await typed({ payPassword: x(7) }), await typed({ other: 1 })], [400, 400]);
  assert.equal([await typed({ password: x(200) }), await typed({ code: x(20) })], ['refused', 'refused']);
  assert.equal([await typed({ payPassword: x(6), number: x(200) }), await typed({})], ['refused', 'refused']);
  assert.equal(await withdrawals(the), []);
});

secure(
  'guesses at one challenge are its own, and what was confirmed beside it opens nothing',
  async (the) => {
    const [done, other] = [await challengeFor(the), await challengeFor(the)];
    assert.is((await confirm(the, done)).state, 'done');
    for (let n = 0; n < 5; n++)
      assert.is((await confirm(the, other, { password: 'wrong' })).state, 'refused');
    assert.is((await confirm(the, other)).state, 'ended');
    assert.is((await withdrawals(the)).length, 1);
    const third = await challengeFor(the);
    assert.is((await confirm(the, third)).state, 'done');
  },
);

secure('where no payment password is asked for, one that there is is not asked for either', async (the) => {
  await addRows(the.gateway, 'pay_password', [{ member: the.member, guarded_until: null, trusted: null }]);
  const id = await challengeFor(the);
  assert.is((await confirm(the, id)).state, 'done');
});

secure('the last use of a partner’s key is that of the latest request', async (the) => {
  const used = async () =>
    (await desk(the.gateway, 'partners')).items.find((one: { id: string }) => one.id === 'p_shop').keys[0]
      .lastUsedAt;
  the.gateway.clock.ahead = 3_600_000;
  await newToken(the);
  const latest = await used();
  the.gateway.clock.ahead = 0;
  await newToken(the);
  assert.is(await used(), latest);
  the.gateway.clock.ahead = 7_200_000;
  await newToken(the);
  assert.is(Date.parse(await used()) - Date.parse(latest), 3_600_000);
});

secure('an action that the member cancels can no longer be confirmed', async (the) => {
  const id = await challengeFor(the);
  const another = await challengeFor(the);
  assert.is((await post(the, id, { act: 'cancel' })).state, 'cancelled');
  assert.is((await open(the, another)).status, 200, 'another one stays as it is');
  assert.is((await confirm(the, id)).state, 'ended');
  assert.equal(await withdrawals(the), []);
});

secure('an action that an update of the gateway has removed is over for the member', async (the) => {
  const id = await challengeFor(the);
  await the.gateway.db.run
    .updateTable('challenge')
    .set({ call: 'msWallet/removed' })
    .where('member', '=', the.member)
    .execute();
  const { status, html } = await open(the, id);
  assert.is(status, 200);
  assert.match(html, 'Already confirmed, or expired');
  assert.not.match(html, 'id="password"');
  assert.equal(
    [(await confirm(the, id)).state, (await post(the, id, { act: 'send' })).state],
    ['ended', 'ended'],
  );
  assert.is((await post(the, id, { act: 'cancel' })).state, 'cancelled');
});

secure('another member’s password confirms nothing', async (the) => {
  const other = await addMember(the.gateway, { password: await cheapPasswords.hash('another2026') });
  await link(the.gateway, other.id);
  await credit(the.gateway, other.id, 'balance', 500_00);
  const account = await addAccount(the.gateway, other.id);
  const context = { ...the, member: other.id, account };
  context.token = await newToken(context);
  const id = await challengeFor(context);
  assert.is((await confirm(context, id)).state, 'refused');
  assert.equal(await withdrawals(context), []);
});

secure('actions that a partner prepared end when the partner is disabled', async (the) => {
  const id = await challengeFor(the);
  await desk(the.gateway, 'partners/p_shop/disable', {});
  const { state } = await confirm(the, id);
  await desk(the.gateway, 'partners/p_shop/enable', {});
  assert.is(state, 'ended');
  assert.equal(await withdrawals(the), []);
});

const card = { kind: 'bank', holder: 'Li Mei', openingBank: 'ICBC', openingBranch: 'Harbour' };
const accounts = async ({ gateway, token }: Context) =>
  (await call(gateway, token, payout.userAccountList)).body.items as payout.PayoutAccount[];
const full = ({ gateway }: Context, id: string) =>
  gateway.db.run
    .selectFrom('payout_account')
    .select('number')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
    .then(({ number }) => number);

secure('the number of a card is typed into our own document, and no page hears it', async (the) => {
  const input = { ...card, requestKey: randomUUID() };
  const id = await challengeFor(the, input, payout.userAccountAdd as never);
  const { html } = await open(the, id);
  assert.match(html, 'id="number"');
  assert.match(html, 'Li Mei');

  const wrong = await confirm(the, id, { number: '4111111111111112' });
  assert.equal([wrong.state, wrong.problem], ['refused', 'number']);
  assert.is((await confirm(the, id)).problem, 'number');
  const unwritable = await confirm(the, id, { number: '62220200\u000000005678' });
  assert.equal([unwritable.state, unwritable.problem], ['refused', undefined]);
  assert.is((await confirm(the, id, { number: '6222 0200 0000 5678'.replace(/ /g, '') })).state, 'done');

  const answer = await prepare(the, input, payout.userAccountAdd as never);
  assert.is(answer.code, '1');
  assert.is(answer.body.number, '•••• 5678');
  assert.not.match(JSON.stringify(answer.body), '6222020000005678');
  assert.is(await full(the, answer.body.id), '6222020000005678');
  assert.is((await accounts(the)).length, 2);
});

secure('the IBAN of an account abroad is typed into our own document too', async (the) => {
  const abroad = { kind: 'abroad', holder: 'Maria Lopez', country: 'DE', bankName: 'N26', swift: 'NTSBDEB1' };
  const sent = { ...abroad, accountNumber: 'DE89370400440532013000', requestKey: randomUUID() };
  const nowhere = await prepare(the, { ...sent, country: '((' }, payout.userAccountAdd as never);
  assert.equal([nowhere.code, nowhere.body.problems], ['5001', { country: { rule: 'wrong' } }]);
  const id = await challengeFor(the, sent, payout.userAccountAdd as never);
  const rows = await the.gateway.db.run.selectFrom('challenge').selectAll().execute();
  assert.not.match(JSON.stringify(rows), 'DE89370400440532013000');
  const { html } = await open(the, id);
  for (const words of ['Maria Lopez', 'N26', 'NTSBDEB1', 'Germany', 'IBAN']) assert.match(html, words);
  const wrong = await confirm(the, id, { number: 'GB29NWBK60161331926819' });
  assert.equal([wrong.state, wrong.problem], ['refused', 'number'], 'an IBAN of another country');
  assert.is((await confirm(the, id, { number: 'DE89 3704 0044 0532 0130 00' })).state, 'done');
  const [account] = await accounts(the);
  assert.equal([account?.number, account?.countryName], ['•••• 3000', 'Germany']);
});

secure('a number that a page sends is not listened to', async (the) => {
  const input = { ...card, cardNumber: '6222020000009999', requestKey: randomUUID() };
  const id = await challengeFor(the, input, payout.userAccountAdd as never);
  const rows = await the.gateway.db.run.selectFrom('challenge').selectAll().execute();
  assert.not.match(JSON.stringify(rows), '6222020000009999');
  assert.is((await confirm(the, id)).problem, 'number');
  assert.is((await accounts(the)).length, 1);
});

secure('an account is changed with a new number, or keeps its own', async (the) => {
  const input = { ...card, id: the.account, openingBranch: 'Castle', requestKey: randomUUID() };
  const id = await challengeFor(the, input, payout.userAccountEdit as never);
  assert.match((await open(the, id)).html, '•••• 1234');
  assert.is((await confirm(the, id)).state, 'done');
  assert.is(await full(the, the.account), '6222020000001234');
  const again = { ...input, requestKey: randomUUID() };
  const next = await challengeFor(the, again, payout.userAccountEdit as never);
  assert.is((await confirm(the, next, { number: '6222020000004321' })).state, 'done');
  assert.is(await full(the, the.account), '6222020000004321');
});

secure('accounts are removed once the member confirms it', async (the) => {
  const input = { ids: [the.account], requestKey: randomUUID() };
  const id = await challengeFor(the, input, payout.userAccountDeleteBatch as never);
  assert.is((await accounts(the)).length, 1);
  assert.match((await open(the, id)).html, '•••• 1234');
  assert.is((await confirm(the, id)).state, 'done');
  assert.is((await accounts(the)).length, 0);
  assert.is((await prepare(the, input, payout.userAccountDeleteBatch as never)).code, '1');
});

secure('an unconfirmed action may be prepared again with another amount', async (the) => {
  const requestKey = randomUUID();
  const [one, other] = [
    await challengeFor(the, withdrawal(the, { requestKey })),
    await challengeFor(the, withdrawal(the, { requestKey, amount: 120_00 })),
  ];
  assert.is.not(one, other);
  assert.is((await confirm(the, other)).state, 'done');
  assert.is(
    (await prepare(the, withdrawal(the, { requestKey }))).code,
    '500',
    'once confirmed it is settled',
  );
});

secure('a member without a payment password proves their identity in another way', async () => {
  const gateway = await openGateway({ env: { ...env, PAY_PASSWORD_FROM: '0' } });
  const owner = await addMember(gateway);
  const hash = await cheapPasswords.hash('591734');
  await gateway.db.run
    .insertInto('pay_password')
    .values({ member: owner.id, hash, set_at: new Date() })
    .execute();
  const { id } = await addMember(gateway, { email: 'without@example.com' });
  const ctx = (member: string) => ({ db: gateway.db, settings: gateway.settings, member }) as RequestContext;
  assert.equal([await asksPayPassword(ctx(id)), await asksPayPassword(ctx(owner.id))], [false, true]);
  await gateway.close();
});

secure.run();
