import { randomInt } from 'node:crypto';
import { dayOf } from './dates';

/** Without the characters that are mistaken for others when read aloud or copied by hand. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A code for people to type, that cannot be guessed from another. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/**
 * A number for people to call something by, `C20261121` and random digits: says the day it was made on, in Asia/Shanghai, and
 * cannot be guessed from another. `digits` are those after the day.
 */
export const newNumber = (prefix: 'C' | 'CP' | 'Q' | 'W', now: number, digits: number): string =>
  `${prefix}${dayOf(now).replace(/-/g, '')}${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
