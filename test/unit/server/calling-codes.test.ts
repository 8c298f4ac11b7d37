import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callingCodeOf } from '../../../src/server/auth/calling-codes';

test('the calling code of a number is known, whether it has one digit or three', () => {
  const codes = { '13800138000': '86', '+8613800138000': '86', '+12025550123': '1', '+79161234567': '7' };
  const more = {
    '+447911123456': '44',
    '+352621123456': '352',
    '+882991234567': '882',
    '+84912345678': '84',
  };
  for (const [number, code] of Object.entries({ ...codes, ...more })) assert.is(callingCodeOf(number), code);
});

test.run();
