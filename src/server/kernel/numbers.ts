import { randomInt } from 'node:crypto';
import type { numberKeys } from '../db/number-keys';
import { dayOf } from './dates';

/** Without characters that are confused with others when read aloud or copied by hand. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A random code for people to type. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/**
 * A readable number such as `C20261121` and random digits: it contains the day in Asia/Shanghai on which it was made, and cannot be
 * guessed from another. `digits`: the number of random digits.
 */
export const newNumber = (prefix: keyof typeof numberKeys, now: number, digits: number): string =>
  `${prefix}${dayOf(now).replace(/-/g, '')}${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
