import { randomInt } from 'node:crypto';
import { chinaDay } from './calendar';

/**
 * A number for people to call something by, `C20261121` and random digits: says the day it was made on, in Asia/Shanghai, and
 * cannot be guessed from another. `digits` are those after the day.
 */
export const newNumber = (prefix: 'C' | 'CP' | 'Q' | 'W', now: number, digits: number): string =>
  `${prefix}${chinaDay(now).replace(/-/g, '')}${String(randomInt(10 ** digits)).padStart(digits, '0')}`;
