// @rarely: starts a production of its own; settings-bounds.test.ts has what production refuses

import { createHash, randomUUID } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import * as devices from '../../src/contract/buying/devices';
import * as payments from '../../src/contract/buying/payments';
import * as products from '../../src/contract/buying/products';
import * as session from '../../src/contract/member/auth';
import * as friends from '../../src/contract/member/friends';
import * as payout from '../../src/contract/money/payout';
import * as wallet from '../../src/contract/money/wallet';
import * as messages from '../../src/contract/support/messages';
import type { WantedMachine } from '../../src/server/devices/provider';
import { createWorker } from '../../src/server/jobs/worker';
import { dayLength } from '../../src/server/kernel/dates';
import { audit } from '../../src/server/ledger/audit';
import { workOf } from '../../src/server/work';
import { answering } from './support/answering';
import { openMailbox } from './support/mailbox';
import { openGateway, type Sent, type TestGateway } from './support/open';
import { operator } from './support/operator';
import { production } from './support/production';
import { refundsOfProvider } from './support/provider-refunds';
import { held, waiting } from './support/shop';
import { openStripe, stripeEnv } from './support/stripe';

/** Somebody who reads the picture of a random code. */
async function seen({ db }: TestGateway) {
  const id = randomUUID();
  const answer_hash = createHash('sha256').update(`${id}:abcd`).digest('hex');
  await db.run
    .insertInto('captcha')
    .values({ id, answer_hash, expires_at: new Date(Date.now() + dayLength) })
    .execute();
  return { randomCodeId: id, randomCode: 'abcd' };
}

/** The company's providers, each a server of this machine that answers as it documents. */
async function openProviders() {
  const mailbox = await openMailbox();
  const refunds = refundsOfProvider();
  const stripe = await openStripe(refunds);
  let wanted: WantedMachine[] = [];
  const machines = await answering(({ body }) => {
    wanted = JSON.parse(body).machines;
    return { machines: wanted.filter((one) => one.wanted).map(({ id }) => ({ id, state: 'online' })) };
  });
  const env = {
    ...production,
    MACHINES: '',
    MACHINES_API_URL: machines.url,
    MACHINES_API_KEY: 'k-1',
    MAIL_SMTP_URL: mailbox.url,
    MAIL_FROM: 'Cloudphone <no-reply@cloud.example>',
    SMS: 'off',
    ...stripeEnv(stripe.url),
  };
  const close = () => Promise.all([mailbox.close(), stripe.close(), machines.close()]);
  return { mailbox, stripe, refunds, env, wanted: () => wanted, close };
}

test('a company opens for business: sells, delivers, pays rent, holds rewards, pays out and refunds', async () => {
  const providers = await openProviders();
  const gateway = await openGateway({ env: providers.env });
  const now = () => Date.now() + gateway.clock.ahead;
  const failures: unknown[] = [];
  const log = (error: unknown) => void failures.push(error);
  const worker = createWorker({
    db: gateway.db,
    now,
    log,
    ...(await workOf(gateway.db, gateway.settings, { now, log, files: gateway.files })),
  });
  const work = async () => {
    while (await worker.work());
    assert.equal(failures, []);
  };
  const desk = async (...args: string[]) => {
    const { code, text } = await operator(gateway, ...args);
    assert.is(code, 0, text);
    return text;
  };

  // Nothing is there, and nothing pretends to be.
  assert.is(gateway.settings.production, true);
  assert.equal((await gateway.send(products.queryProducts, {})).body.items, []);
  assert.is((await fetch(`${gateway.url}/dev/outbox`)).status, 404);

  // The desk puts a product on sale.
  const product = ['--en', 'Studio', '--zh', '工作室套餐', '--category', 'machines', '--price', '400'];
  const added = await desk(
    'product',
    'add',
    ...product,
    '--days',
    '30',
    '--rent',
    '60',
    '--stock',
    '10',
    '--json',
  );
  const { id: productId } = JSON.parse(added);

  // Two people register, each with a code from a mail; the second was invited by the first.
  const register = async (username: string, inviteCode?: string): Promise<Sent & { inviteCode: string }> => {
    const contact = `${username}@example.com`;
    const sent = await gateway.send(session.sendCode, {
      purpose: 'register',
      to: contact,
      ...(await seen(gateway)),
    });
    assert.is(sent.code, '1', sent.message);
    await work();
    const mail = providers.mailbox.mails.filter(({ to }) => to === contact).at(-1);
    const [, code] = /code is (\d{6})/.exec(mail?.raw.replace(/=\r\n/g, '') ?? '') ?? [];
    const form = {
      username,
      contact,
      password: 'lantern2031',
      confirm: 'lantern2031',
      agreed: true,
      code,
      ...(inviteCode && { inviteCode }),
      ...(await seen(gateway)),
    };
    const { code: answered, message, body } = await gateway.send(session.register, form);
    assert.is(answered, '1', `${message} ${JSON.stringify(body)}`);
    return { token: body.token, userId: body.userInfo.userId, inviteCode: body.userInfo.inviteCode };
  };
  const inviter = await register('anna');
  const buyer = await register('bela', inviter.inviteCode);
  await work();
  const kept = await gateway.db.run.selectFrom('message').select('text').execute();
  assert.ok(
    kept.every(({ text }) => text === ''),
    'codes are thrown away once they are delivered',
  );
  const titles = async (as: Sent) =>
    ((await gateway.send(messages.listMessages, {}, as)).body.items as messages.SystemMessage[]).map(
      ({ title }) => title,
    );
  assert.ok((await titles(buyer)).includes('A coupon for your first order'));

  // The buyer pays by card; Stripe tells of it.
  const orderNo = await waiting(gateway, buyer, { productId, quantity: 2 });
  const ticket = (await gateway.send(payments.startPay, { orderNo }, buyer)).body;
  assert.equal([ticket.url, ticket.sandbox], ['https://checkout.stripe.example/cs_1', false]);
  await providers.stripe.pay(gateway.url);

  // The machines come online, and get something to do.
  const device = async () =>
    ((await gateway.send(devices.listDevices, {}, buyer)).body.items as devices.Device[])[0]!;
  assert.is((await device()).state, 'paid');
  await work();
  assert.equal([(await device()).state, (await device()).online, (await device()).running], ['online', 2, 2]);
  assert.is((await gateway.send(session.getInfo, {}, buyer)).body.userInfo.examineState, 1);

  // A day passes.
  gateway.clock.ahead = 2 * dayLength;
  await work();
  assert.is(await held(gateway, buyer.userId ?? ''), 120_00);
  assert.is(await held(gateway, buyer.userId ?? '', 'points'), 4);
  assert.is(await held(gateway, buyer.userId ?? '', 'cloudBeans'), 2);
  const team = async () => (await gateway.send(friends.team, {}, inviter)).body as friends.Team;
  assert.is((await team()).heldRewards, 24_00, '3 % of the payment of the friend');

  // The buyer withdraws, and the desk pays out, with the bank's number, once.
  const account = {
    kind: 'bank',
    holder: 'Bela Kun',
    cardNumber: '6222021234567890',
    openingBank: 'DBS',
    openingBranch: 'Harbour',
    requestKey: randomUUID(),
  };
  const { body: card } = await gateway.send(payout.userAccountAdd, account, buyer);
  const wish = { source: 'balance', amount: 110_00, accountId: card.id };
  const quoted = (await gateway.send(wallet.quoteWithdrawal, wish, buyer)).body;
  const applied = await gateway.send(
    wallet.applyWithdrawal,
    { ...wish, fee: quoted.fee, requestKey: randomUUID() },
    buyer,
  );
  assert.is(applied.code, '1', applied.message);
  const { number } = applied.body;
  assert.match(await desk('withdrawal', 'list'), `number: "${number}"`);
  await desk('withdrawal', 'approve', number);
  await desk('withdrawal', 'remit', number, 'FT-1');
  await desk('withdrawal', 'remit', number, 'FT-1');
  const second = await operator(gateway, 'withdrawal', 'remit', number, 'FT-2');
  assert.match(second.text, 'FT-1');
  assert.is(second.code, 1);
  assert.ok((await titles(buyer)).includes('Withdrawal paid out'));

  // A refund goes back to the card, and ends it: machines, right to navigate, reward.
  await desk('order', 'refund', orderNo, 'all', 'Changed', 'their', 'mind');
  await work();
  assert.equal(
    [(await device()).state, (await device()).online, (await device()).running],
    ['refunded', 0, 0],
  );
  assert.ok(providers.wanted().every(({ wanted }) => !wanted));
  assert.equal(
    providers.refunds.made.map(({ amount }) => amount),
    [800_00],
  );
  assert.is(await held(gateway, buyer.userId ?? ''), 10_00);
  assert.is((await team()).heldRewards, undefined);
  assert.is((await gateway.send(session.getInfo, {}, buyer)).body.userInfo.examineState, 0);
  gateway.clock.ahead = 4 * dayLength;
  await work();
  assert.is(await held(gateway, buyer.userId ?? ''), 10_00);
  assert.equal(await audit(gateway.db.run), {});
  assert.is(await desk('job', 'dead'), 'Nothing.\n');
  await gateway.close();
  await providers.close();
});

test.run();
