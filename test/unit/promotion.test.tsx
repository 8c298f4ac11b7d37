import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Balance, balance } from '../../src/contract/member/auth';
import {
  findRecipient,
  listScoreLog,
  type ScoreLog,
  transferUserScore,
} from '../../src/contract/money/promotion';
import * as wallet from '../../src/features/wallet/routes';
import { Refusal, reply, visit } from '../support/visit';

const holds = (promotionValue: number): Balance => ({
  balance: 0,
  storeBalance: 0,
  frozen: 0,
  points: 0,
  cloudBeans: 0,
  promotionValue,
});
const lee = { recipientId: 'u2', nickname: 'Lee', account: 'l***e' };

function type(body: HTMLElement, name: string, text: string) {
  const field = body.querySelector<HTMLInputElement>(`[name=${name}]`)!;
  field.value = text;
  const { Event } = field.ownerDocument.defaultView as unknown as { Event: typeof globalThis.Event };
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

const typed = (body: HTMLElement, name: string) =>
  body.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;

/** Opens the screen and finds Lee. */
async function choose(replies: Parameters<typeof visit>[2], held = 1_200) {
  const screen = await visit(wallet.transferScore, {}, [
    reply(balance, holds(held)),
    reply(findRecipient, lee),
    ...replies,
  ]);
  await screen.sees('1,200');
  type(screen.body, 'account', ' lee ');
  await screen.tap('Find recipient');
  await screen.sees('l***e');
  return screen;
}

test('the recipient is named by the server before anything can be given', async () => {
  const screen = await visit(wallet.transferScore, {}, [
    reply(balance, holds(1_200)),
    reply(
      findRecipient,
      new Refusal('No user matches this username, phone number, email or invitation code'),
    ),
  ]);
  await screen.sees('1,200');
  assert.not(screen.body.querySelector('[name=amount]'));
  await screen.tap('Find recipient');
  await screen.sees('Please fill this in');
  assert.equal(screen.asked(findRecipient), []);
  type(screen.body, 'account', 'nobody');
  await screen.tap('Find recipient');
  await screen.sees('No user matches this username, phone number, email or invitation code');
  assert.is(typed(screen.body, 'account'), 'nobody');
  assert.not(screen.body.querySelector('[name=amount]'));
  screen.close();
});

test('nothing is sent before the amount and the person have been confirmed', async () => {
  const screen = await choose([reply(transferUserScore, { id: 't1', balance: 1_080 })]);
  type(screen.body, 'amount', '120');
  type(screen.body, 'remark', 'For the team');
  await screen.tap('Transfer');
  await screen.sees('Transfer 120 to Lee?');
  await screen.sees('Lee (l***e) will receive 120 promotion value right away.');
  await screen.tap('Cancel');
  await screen.losesSight('Transfer 120 to Lee?');
  assert.equal(screen.asked(transferUserScore), []);
  await screen.tap('Transfer');
  await screen.tap('Transfer 120');
  await screen.sees('Lee has got 120 promotion value');
  await screen.sees('You have 1,080 left');
  const [{ requestKey, ...input }, ...others] = screen.asked(transferUserScore);
  assert.equal(others, []);
  assert.match(requestKey, /^[\da-f-]{36}$/);
  assert.equal(input, { to: 'u2', amount: 120, remark: 'For the team' });
  await screen.tap('Make another transfer');
  await screen.sees('Find recipient');
  screen.close();
});

test('more than there is, nothing, and half a unit are caught on the phone', async () => {
  const screen = await choose([]);
  await screen.tap('Transfer');
  await screen.sees('Please fill this in');
  type(screen.body, 'amount', '1201');
  await screen.tap('Transfer');
  await screen.sees('At most 1200');
  type(screen.body, 'amount', '0');
  await screen.tap('Transfer');
  await screen.sees("The amount can't be 0");
  type(screen.body, 'amount', '1.5x');
  assert.is(typed(screen.body, 'amount'), '15');
  await screen.tap('All');
  await screen.until('all of it', () => typed(screen.body, 'amount') === '1200');
  assert.equal(screen.asked(transferUserScore), []);
  screen.close();
});

test('a lost answer keeps what was typed, and the next try has the same key', async () => {
  let tries = 0;
  const screen = await choose([
    reply(transferUserScore, () => (++tries === 1 ? 'offline' : { id: 't1', balance: 1_190 })),
  ]);
  type(screen.body, 'amount', '10');
  await screen.tap('Transfer');
  await screen.tap('Transfer 10');
  await screen.sees("It's safe to try again: it won't be made twice.");
  assert.is(typed(screen.body, 'amount'), '10');
  await screen.tap('Transfer');
  await screen.tap('Transfer 10');
  await screen.sees('You have 1,190 left');
  const [first, second] = screen.asked(transferUserScore);
  assert.equal(first, second);
  screen.close();
});

test('a refusal shows the server’s message, the balance is requested again, and the key is a new one', async () => {
  const screen = await choose([reply(transferUserScore, new Refusal('Insufficient promotion value'))]);
  const before = screen.asked(balance).length;
  type(screen.body, 'amount', '10');
  await screen.tap('Transfer');
  await screen.tap('Transfer 10');
  await screen.sees('Insufficient promotion value');
  assert.is(typed(screen.body, 'amount'), '10');
  await screen.until('the balance', () => screen.asked(balance).length > before);
  await screen.tap('Transfer');
  await screen.tap('Transfer 10');
  await screen.until('a second try', () => screen.asked(transferUserScore).length === 2);
  const [first, second] = screen.asked(transferUserScore);
  assert.is.not(first.requestKey, second.requestKey);
  screen.close();
});

test('another recipient can be chosen', async () => {
  const screen = await choose([]);
  await screen.tap('Change');
  await screen.sees('Find recipient');
  assert.not(screen.body.querySelector('[name=amount]'));
  screen.close();
});

test('a member without promotion value sees that; an amount leads to its movements', async () => {
  const screen = await visit(wallet.transferScore, {}, [reply(balance, holds(0))]);
  await screen.sees('No promotion value yet. Transfers from other users appear here.');
  assert.not(screen.body.querySelector('form'));
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/movements?kind=promotion"]'));
  screen.close();
});

const log: ScoreLog[] = [
  {
    id: 't3',
    direction: 'out',
    counterpart: 'Lee',
    amount: 1_050,
    remark: 'For you',
    at: '2026-11-20T09:00:00.000Z',
    balance: 150,
  },
  {
    id: 't2',
    direction: 'in',
    counterpart: 'Mia',
    amount: 200,
    at: '2026-11-19T09:00:00.000Z',
    balance: 1_200,
  },
  { id: 't1', direction: 'in', amount: 1_000, at: '2026-11-01T09:00:00.000Z', balance: 1_000 },
];

test('the records say who, which way, how much, why and what was left', async () => {
  const screen = await visit(wallet.rechargeRecord, {}, [reply(listScoreLog, { items: log })]);
  for (const words of [
    'To Lee',
    '−1,050',
    'For you',
    'Balance after 150',
    'From Mia',
    '+200',
    'From Cloudphone',
  ])
    await screen.sees(words);
  screen.close();
});

test('the records can be only what was received, or only what was given', async () => {
  const screen = await visit(wallet.rechargeRecord, {}, [
    reply(listScoreLog, ({ direction }) => ({
      items: log.filter((one) => !direction || one.direction === direction),
    })),
  ]);
  await screen.sees('To Lee');
  await screen.tap('Received');
  await screen.losesSight('To Lee');
  await screen.sees('From Mia');
  await screen.tap('Sent');
  await screen.losesSight('From Mia');
  await screen.sees('To Lee');
  assert.equal(screen.asked(listScoreLog), [{}, { direction: 'in' }, { direction: 'out' }]);
  screen.close();
});

test('no records say so and lead to a transfer; records that do not load can be tried again', async () => {
  let tries = 0;
  const screen = await visit(wallet.rechargeRecord, {}, [
    reply(listScoreLog, () => (++tries === 1 ? 'offline' : { items: [] })),
  ]);
  await screen.sees("Couldn't load");
  await screen.tap('Try again');
  await screen.sees('No transfers yet');
  assert.ok(screen.body.querySelector('a[href="#/pages/mine/transferScore"]'));
  screen.close();
});

test.run();
