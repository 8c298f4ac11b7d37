import { randomInt } from 'node:crypto';
import { dayOf } from './dates';

/** Without characters that are confused with others when read aloud or copied by hand. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random code for people to type. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** The unique key of each kind of number, by its prefix. */
export const numberKeys = {
  B: 'payout_batch_pkey',
  C: 'purchase_pkey',
  CP: 'device_order_pkey',
  D: 'dispute_pkey',
  F: 'provider_refund_pkey',
  K: 'correction_pkey',
  Q: 'work_order_number_key',
  W: 'withdrawal_number_key',
};
const unique = new Set(Object.values(numberKeys));

/** Whether a row could not be inserted because its number is taken (23505). A transaction then runs again, and draws another one. */
export const isNumberTaken = ({ code, constraint }: { code?: string; constraint?: string }): boolean =>
  code === '23505' && unique.has(constraint ?? '');

/**
 * A readable number such as `C20261121` and random digits: it contains the day in Asia/Shanghai on which it was made, and cannot be
 * guessed from another. `digits`: the number of random digits.
 */
export const newNumber = (prefix: keyof typeof numberKeys, now: number, digits: number): string =>
  `${prefix}${dayOf(now).replace(/-/g, '')}${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
