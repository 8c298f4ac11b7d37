import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { problemsOf } from '../../../tools/lint/commit-messages.mjs';

test('a commit message names its area, says what changed, and why below an empty line', () => {
  for (const message of [
    'orders: keep the coupon of a canceled order',
    'orders, wallet: refund to the method that paid\n\nThe balance was credited whichever method had paid.',
    'docs: say how a payment method is added\n',
    'Merge branch main',
  ])
    assert.equal(problemsOf(message), [], message);
});

test('a commit message without an area, too long, or run together with its body is refused', () => {
  const wrong: [string, RegExp][] = [
    ['Keep the coupon', /area: what changed/],
    ['Orders: keep the coupon', /lower case/],
    ['orders: Keep the coupon', /lower case/],
    [`orders: ${'k'.repeat(100)}`, /108 characters/],
    ['orders: keep the coupon.', /full stop/],
    ['orders: keep the coupon\nbecause', /empty line/],
    [`orders: keep the coupon\n\n${'w'.repeat(201)}`, /longer than 200/],
  ];
  for (const [message, problem] of wrong) assert.match(problemsOf(message).join(), problem, message);
});

test.run();
