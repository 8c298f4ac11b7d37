import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { onlineLimit } from '../../src/contract/buying/payments';
import type { Coupon, QuoteLine } from '../../src/contract/buying/products';
import { fenOf, yuan } from '../../src/contract/wire/yuan';
import { leads, ofDay, ofPurchase } from '../../src/server/accruals/amounts';
import { messagesFor } from '../../src/server/ai/prompt';
import { stateOf } from '../../src/server/devices/state';
import { read, tokenOf, verifyEnvelope } from '../../src/server/http/wire';
import { createFairQueue } from '../../src/server/kernel/fair-queue';
import {
  cursor,
  page,
  readCursor,
  readPosition,
  readText,
  readTimeAndId,
} from '../../src/server/kernel/pagination';
import { limits, networkOf } from '../../src/server/kernel/rate-limit';
import { split } from '../../src/server/payments/parts';
import { unfitReason } from '../../src/server/payments/provider';
import { rangeOf } from '../../src/server/pictures/range';
import { applyCoupon } from '../../src/server/pricing/discounts';
import { rulesOf } from '../../src/server/rules/rules';

const takes = (act: () => unknown): boolean => {
  try {
    act();
    return true;
  } catch {
    return false;
  }
};

test('a payment is booked when it is in yuan, whole, above nothing, and has a number of its provider’s', () => {
  const told = { attempt: 'a', result: 'paid', paymentNo: 'p1', amount: 1 } as const;
  const why = (change: object) => unfitReason({ ...told, ...change });
  assert.equal(
    [why({}), why({ amount: 100_000_000_000 }), why({ currency: 'CNY' })],
    [undefined, undefined, undefined],
  );
  for (const amount of [0, -1, 1.5, Number.NaN, 100_000_000_001])
    assert.is(why({ amount }), 'amount', `${amount}`);
  for (const currency of ['USD', 'cny', '']) assert.is(why({ currency }), 'currency');
  assert.is(why({ paymentNo: 'x'.repeat(64) }), undefined);
  for (const paymentNo of ['', 'x'.repeat(65), 'a b', 'ä'])
    assert.is(why({ paymentNo }), 'reference', paymentNo);
});

test('an order is paid in parts of the online limit, and in one where there is none', () => {
  assert.equal(split(onlineLimit, 'card'), [onlineLimit]);
  assert.equal(split(onlineLimit + 1, 'card'), [onlineLimit, 1]);
  assert.equal(split(2 * onlineLimit, 'card'), [onlineLimit, onlineLimit]);
  assert.equal(split(1, 'card'), [1]);
  assert.equal(split(3 * onlineLimit, 'balance'), [3 * onlineLimit]);
});

const line = (productId: string, total: number) => ({ productId, total, couponDiscount: 0 }) as QuoteLine;
const coupon = (change: Partial<Coupon>) => ({ kind: 'amount', value: 100, minimum: 0, ...change }) as Coupon;
const off = (lines: QuoteLine[], change: Partial<Coupon>) =>
  applyCoupon(lines, coupon(change)).map(({ couponDiscount }) => couponDiscount);

test('a coupon is spread by what each line costs, from its minimum on, and leaves a fen to pay', () => {
  const lines = [line('a', 300), line('b', 100)];
  assert.equal(off(lines, {}), [75, 25]);
  assert.equal(off([line('a', 100), line('b', 100), line('c', 100)], {}), [33, 33, 34]);
  assert.equal(off(lines, { productIds: ['b'] }), [0, 100]);
  assert.equal(
    off(lines, { productIds: ['b'], value: 500 }),
    [0, 100],
    'no more than the lines that it is for',
  );
  assert.equal(off(lines, { value: 400 }), [299, 100], 'a fen stays');
  assert.equal(off(lines, { kind: 'percent', value: 10 }), [30, 10]);
  assert.equal(off([line('a', 99)], { kind: 'percent', value: 10 }), [9]);
  assert.equal(off(lines, { minimum: 400 }), [75, 25]);
  assert.not(takes(() => off(lines, { minimum: 401 })));
  assert.not(takes(() => off(lines, { productIds: ['c'] })));
  const [first] = applyCoupon(lines, coupon({}));
  assert.is(first?.total, 225);
});

test('fen are written as yuan and read as they are written', () => {
  const written: [number, string][] = [
    [0, '¥0.00'],
    [5, '¥0.05'],
    [999_99, '¥999.99'],
    [1_234_567_89, '¥1,234,567.89'],
    [-5, '−¥0.05'],
  ];
  for (const [fen, text] of written) assert.is(yuan(fen), text);
  assert.equal(['0', '0.5', ' 12.34 ', '7.', '1.234', '-1', 'x', ''].map(fenOf), [
    0,
    50,
    1234,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a day and a purchase bring what the rules say, and nothing that comes to nothing', () => {
  const rules = rulesOf([], '2026-11-20');
  const day = { machines: 3, rent: 1000_00, friends: 0, membership: false };
  const brings = (change: object) =>
    Object.fromEntries(ofDay({ ...day, ...change }, rules).map(({ rule, amount }) => [rule, amount]));
  assert.equal(brings({}), { pointsPerMachine: 6, beansPerMachine: 3 });
  assert.equal(brings({ machines: 0 }), {});
  assert.is(ofDay(day, { ...rules, beansPerMachine: 2 })[1]?.amount, 6);
  assert.is(brings({ friends: 4 }).accelerationPerFriend, 40_00);
  assert.is(brings({ friends: 10 }).accelerationPerFriend, 100_00);
  assert.is(brings({ friends: 11 }).accelerationPerFriend, 100_00, 'at most so much');
  assert.is(brings({ membership: true }).accelerationMembership, 50_00);
  assert.is(brings({ membership: true, rent: 19 }).accelerationMembership, undefined, 'less than a fen');
  const bought = (level: 1 | 2, change: object = {}) =>
    ofPurchase({ machines: 2, paid: 1000_00 }, level, { ...rules, ...change }).map(({ rule, amount }) => [
      rule,
      amount,
    ]);
  assert.equal(bought(1), [
    ['rewardLevel1', 30_00],
    ['promotionPerMachine', 20],
  ]);
  assert.equal(bought(2), []);
  assert.equal(bought(2, { rewardLevel2: 1 }), [['rewardLevel2', 1_00]]);
  const team = (friends: number, machines: number) => leads({ friends, machines }, rules);
  assert.equal([team(5, 20), team(4, 20), team(5, 19)], [true, false, false]);
});

test('machines are about to end from seven days on, and over when none is left', () => {
  const facts = { refunded: false, ended: false, days_left: 8, prepared: true, started: true, online: true };
  const state = (change: object) => stateOf({ ...facts, ...change });
  assert.equal(
    [8, 7, 1, 0].map((days_left) => state({ days_left })),
    ['online', 'expiring', 'expiring', 'expired'],
  );
  assert.equal(
    [
      { online: false },
      { started: false },
      { started: false, prepared: false },
      { ended: true },
      { refunded: true, ended: true },
    ].map(state),
    ['offline', 'prepared', 'paid', 'ended', 'refunded'],
  );
});

test('a model gets the latest messages, up to 8,000 characters', () => {
  const turn = (question: number, answer: number) => ({
    question: 'q'.repeat(question),
    answer: 'a'.repeat(answer),
  });
  const said = (...before: ReturnType<typeof turn>[]) =>
    messagesFor('now', [], before, 'en')
      .slice(1, -1)
      .map(({ role, content }) => `${role} ${content.length}`);
  assert.equal(said(turn(3000, 5000)), ['user 3000', 'assistant 5000']);
  assert.equal(said(turn(3000, 5001)), []);
  assert.equal(
    said(turn(1, 2), turn(3, 4)),
    ['user 3', 'assistant 4', 'user 1', 'assistant 2'],
    'the oldest first',
  );
  assert.equal(said(turn(4000, 3000), turn(1000, 1)), ['user 4000', 'assistant 3000']);
  assert.equal(said(turn(5, 0), turn(3, 4)), ['user 3', 'assistant 4'], 'what was not answered is left out');
  const [about, last] = [messagesFor('now', [{ id: 'h', title: 'T', text: 'x' } as never], [], 'en')].flat();
  assert.match(about?.content ?? '', 'T: x');
  assert.equal(last, { role: 'user', content: 'now' });
});

test('where a page ended is read as it was written, and anything else is refused', () => {
  const at = Date.UTC(2026, 10, 20);
  assert.equal(readTimeAndId(cursor(at, 'a1')), { at: new Date(at), id: 'a1' });
  const latest = Date.UTC(3000, 0, 1);
  const times = [-1, 0, latest - 1, latest, 0.5].map((time) =>
    takes(() => readTimeAndId(cursor(time, 'a1'))),
  );
  assert.equal(times, [false, true, true, false, false]);
  assert.equal(
    [cursor(at), cursor(at, 7), cursor(at, 'a\0'), cursor('x', 'a1'), 'nonsense', ''].map((one) =>
      takes(() => readTimeAndId(one)),
    ),
    Array(6).fill(false),
  );
  const positions = [-1e9, 0, 1e9, -1e9 - 1, 1e9 + 1, 0.5].map((one) =>
    takes(() => readPosition(cursor(one))),
  );
  assert.equal(positions, [true, true, true, false, false, false]);
  assert.equal([takes(() => readPosition(cursor('1'))), takes(() => readText(cursor(1)))], [false, false]);
  assert.is(readText(cursor('a')), 'a');
  assert.equal(readCursor<[string, number]>(cursor('a', 1), ['string', 'number']), ['a', 1]);
  assert.not(takes(() => readCursor<[string, number]>(cursor('a', '1'), ['string', 'number'])));
  assert.not(takes(() => readCursor<[string, number]>(cursor('a'), ['string', 'number'])));
  const paged = (count: number) =>
    page(
      Array.from({ length: count }, (_, n) => n),
      2,
      (row) => `after ${row}`,
    );
  assert.equal([0, 1, 2, 3].map(paged), [
    { items: [] },
    { items: [0] },
    { items: [0, 1] },
    { items: [0, 1], next: 'after 1' },
  ]);
});

test('a part of a file is what was asked for, as far as there is such a part', () => {
  const asked: [string | undefined, ReturnType<typeof rangeOf>][] = [
    [undefined, 'all'],
    ['bytes=-', 'all'],
    ['bytes=0-1,3-4', 'all'],
    ['bytes=2-1', 'all'],
    ['bytes=2-2', { start: 2, end: 2 }],
    ['bytes=0-', { start: 0, end: 9 }],
    ['bytes=9-', { start: 9, end: 9 }],
    ['bytes=10-', 'none'],
    ['bytes=3-99', { start: 3, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=-0', 'none'],
  ];
  for (const [header, part] of asked) assert.equal(rangeOf(header, 10), part, header);
});

test('keys take turns, and one more than may wait is sent away', async () => {
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const work = (name: string) => () =>
    new Promise<void>((end) => {
      order.push(name);
      ends.push(end);
    });
  const refused: string[] = [];
  const queue = createFairQueue({ atOnce: 2, perKey: 2, most: 3 });
  const all = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2'].map((name) =>
    queue.run(name.charAt(0), work(name)).catch(() => refused.push(name)),
  );
  const soon = () => new Promise((go) => setImmediate(go));
  await soon();
  assert.equal(
    [order, refused],
    [
      ['a1', 'a2'],
      ['a5', 'b2'],
    ],
    'two at once, two wait under a key, three in all',
  );
  for (let n = 0; n < 5; n++) {
    ends[n]?.();
    await soon();
  }
  await Promise.all(all);
  assert.equal(order, ['a1', 'a2', 'a3', 'b1', 'a4']);
  const again = queue.run('c', work('c1'));
  await soon();
  ends.at(-1)?.();
  await again;
  assert.is(order.at(-1), 'c1', 'and there is room again');
});

test('an envelope is read when it is whole, in its size and with a token of its length', () => {
  const header = { uuid: '7b1c1c1e-3a0e-4f5e-9b0a-6f1f6f0a1d11', appid: 'h5', authToken: '', timestamp: 1 };
  const sealed = (change: object, body: unknown = { data: {} }) =>
    Buffer.from(JSON.stringify({ header: { ...header, ...change }, body }));
  const reads = (change: object, body?: unknown) => takes(() => read(sealed(change, body)));
  assert.equal(
    [reads({}), reads({ authToken: 'x'.repeat(200) }), reads({ authToken: 'x'.repeat(201) })],
    [true, true, false],
  );
  assert.equal(
    [reads({ appid: 'x'.repeat(64) }), reads({ appid: 'x'.repeat(65) }), reads({ appid: '' })],
    [true, false, false],
  );
  for (const change of [
    { uuid: 'x' },
    { uuid: 7 },
    { appid: 7 },
    { appid: 'a b' },
    { authToken: null },
    { timestamp: 0.5 },
    { timestamp: '1' },
  ])
    assert.not(reads(change), JSON.stringify(change));
  for (const body of [null, [], 'text', { data: null }, { data: [] }])
    assert.not(reads({}, body), JSON.stringify(body));
  const padded = (length: number) => {
    const text = sealed({}, { data: { pad: '' } });
    return sealed({}, { data: { pad: 'x'.repeat(length - text.length) } });
  };
  const opens = (raw: Buffer) => takes(() => verifyEnvelope(raw, tokenOf('s', raw), ['s'], 1));
  assert.equal([opens(padded(64 * 1024)), opens(padded(64 * 1024 + 1))], [true, false]);
  assert.equal(
    [300_000, 300_001].map((off) =>
      takes(() => verifyEnvelope(sealed({}), tokenOf('s', sealed({})), ['s'], 1 + off)),
    ),
    [true, false],
  );
  assert.not(takes(() => verifyEnvelope(sealed({}), tokenOf('other', sealed({})), ['s'], 1)));
});

test('a customer of a network is counted as one: an address, or all of its /64', () => {
  assert.equal(
    [
      '192.0.2.1',
      '::ffff:192.0.2.1',
      '2001:db8:0:1:2:3:4:5',
      '2001:0db8::1',
      '2001:db8::1:0:0:0:1',
      '::1',
    ].map(networkOf),
    ['192.0.2.1', '192.0.2.1', '2001:db8:0:1::/64', '2001:db8:0:0::/64', '2001:db8:0:1::/64', '0:0:0:0::/64'],
  );
  assert.equal([limits(true).anyone.max, limits(true).member.max], [300, 3000]);
  assert.ok(limits(false).anyone.max > limits(true).member.max);
});

test.run();
