import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type Outcome, unfitReason } from '../../../src/server/payments/provider';
import { addressesOf, hexOf, usdtContract } from '../../../src/server/payments/usdt/addresses';
import { fenOf, usdtOf } from '../../../src/server/payments/usdt/reserve';
import { tronGrid } from '../../../src/server/payments/usdt/trongrid';
import { readSettings } from '../../../src/server/settings/settings';

const [ours = '', other = ''] = addressesOf(readSettings({}));
const event = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The chain as TronGrid tells of it, with these answers one after the other; and what it was asked. */
function gridOf(...answers: (object | number)[]) {
  const asked: string[] = [];
  const fetch = async (url: string | URL | Request) => {
    asked.push(String(url));
    const answer = answers.shift() ?? {};
    return typeof answer === 'number' ? new Response('{}', { status: answer }) : Response.json(answer);
  };
  const chain = tronGrid({ api: '', apiKey: '', contract: usdtContract, addresses: [ours] } as never, fetch);
  return { chain, asked };
}

const item = (more: object = {}) => ({
  transaction_id: 't1',
  token_info: { address: usdtContract },
  block_timestamp: 5,
  from: other,
  to: ours,
  type: 'Transfer',
  value: '7',
  ...more,
});

test('an item of TronGrid’s list counts when all of it is a transfer of whole USDT to the address', async () => {
  const amounts = async (more: object) =>
    (await gridOf({ data: [item(more)] }).chain.transfers(ours, 0)).map(({ amount }) => amount);
  assert.equal(await amounts({}), [7]);
  assert.equal(await amounts({ value: '1' }), [1]);
  assert.equal(await amounts({ value: '9007199254740991' }), [9007199254740991]);
  for (const wrong of [
    { type: 'Approval' },
    { to: other },
    { token_info: { address: other } },
    { token_info: undefined },
    { transaction_id: 1 },
    { value: 7 },
    { value: '0' },
    { value: '-7' },
    { value: '7.5' },
    { value: '0x7' },
    { value: '9007199254740993' },
    { value: '10000000000000000' },
    { block_timestamp: '5' },
  ])
    assert.equal(await amounts(wrong), [], JSON.stringify(wrong));
});

test('transfers come by time from every page, and those of one transaction are added up', async () => {
  const { chain, asked } = gridOf(
    {
      data: [item({ block_timestamp: 9 }), item({ transaction_id: 't2', value: '20' })],
      meta: { fingerprint: 'f' },
    },
    { data: [item({ block_timestamp: 9, value: '100' })] },
    { data: [item({ transaction_id: 't3' })] },
  );
  const found = await chain.transfers(ours, 3);
  assert.equal(
    found.map(({ txid, amount, at }) => [txid, amount, at]),
    [
      ['t2', 20, 5],
      ['t1', 107, 9],
    ],
  );
  assert.equal(
    asked.map((url) => new URL(url, 'https://x').searchParams.get('fingerprint')),
    [null, 'f'],
  );
  assert.is(new URL(asked[0] ?? '', 'https://x').searchParams.get('min_timestamp'), '3');
});

test('TronGrid is asked for twenty pages at most, and an error of its is none', async () => {
  const endless = Array.from({ length: 30 }, () => ({ data: [], meta: { fingerprint: 'f' } }));
  const { chain, asked } = gridOf(...endless);
  await chain.transfers(ours, 0);
  assert.is(asked.length, 20);
  const failure = await gridOf(503)
    .chain.transfers(ours, 0)
    .catch((error) => error.message);
  assert.is(failure, 'TronGrid answers 503');
});

test('a transfer is final when the log of its transaction says just so much of USDT to the address', async () => {
  const topic = (address: string) => hexOf(address).padStart(64, '0');
  const log = (more: object = {}) => ({
    address: hexOf(usdtContract),
    topics: [event, topic(other), topic(ours)],
    data: (7).toString(16).padStart(64, '0'),
    ...more,
  });
  const outcome = (info: object) =>
    gridOf({ id: 't1', receipt: { result: 'SUCCESS' }, log: [log()], ...info }).chain.outcome(
      { txid: 't1', from: other, to: ours, amount: 7, at: 5 },
      0,
    );
  assert.is(await outcome({}), 'final');
  assert.is(await outcome({ id: 't2' }), 'pending');
  assert.is(await outcome({ receipt: undefined }), 'pending');
  assert.is(await outcome({ receipt: { result: 'REVERT' } }), 'reverted');
  const two = { data: (3).toString(16) };
  assert.is(await outcome({ log: [log(two), log({ data: '4' })] }), 'final', 'in two transfers');
  const elsewhere = [
    log({ address: hexOf(other) }),
    log({ topics: ['0'.repeat(64), topic(other), topic(ours)] }),
    log({ topics: [event, topic(ours), topic(other)] }),
  ];
  for (const one of elsewhere) assert.is(await outcome({ log: [one] }), 'reverted');
  assert.is(await outcome({ log: [log({ data: '' }), log()] }), 'final');
  assert.is(await outcome({ log: undefined }), 'reverted');
  assert.is(await outcome({ log: [log(), log({ data: '1' })] }), 'reverted', 'more than the list says');
});

test('the addresses of the sandbox are three, of one length, and each has a hex form of its own', () => {
  const all = addressesOf(readSettings({}));
  assert.equal(
    all.map((one) => [one.length, one[0], hexOf(one).length]),
    [1, 2, 3].map(() => [34, 'T', 40]),
  );
  assert.is(new Set(all.map(hexOf)).size, 3);
  assert.is(hexOf(usdtContract), 'a614f803b6fd780986a42c78ec9c7f77e6ded13c');
});

test('a payment is booked when it is in yuan, of whole fen within bounds, and has a number', () => {
  const why = (more: Partial<Outcome>) =>
    unfitReason({ attempt: 'a', result: 'paid', paymentNo: 'p', amount: 1, ...more });
  assert.is(why({}), undefined);
  assert.is(why({ currency: 'CNY' }), undefined);
  assert.is(why({ currency: 'USD' }), 'currency');
  assert.is(why({ amount: 100_000_000_000 }), undefined);
  for (const amount of [0, -1, 1.5, Number.NaN, 100_000_000_001]) assert.is(why({ amount }), 'amount');
  assert.is(why({ paymentNo: 'x'.repeat(64) }), undefined);
  for (const paymentNo of ['', 'x'.repeat(65), 'a b', 'é']) assert.is(why({ paymentNo }), 'reference');
});

test('a price in USDT is rounded up and what comes is rounded down, each by the smallest unit', () => {
  assert.equal(
    [usdtOf(720, 720), usdtOf(1, 720), usdtOf(721, 720), usdtOf(0, 720)],
    [1_000_000, 1389, 1_001_389, 0],
  );
  assert.equal(
    [fenOf(1_000_000, 720), fenOf(999_999, 720), fenOf(1388, 720), fenOf(1389, 720)],
    [720, 719, 0, 1],
  );
});

test.run();
