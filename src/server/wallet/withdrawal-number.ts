import { randomInt } from 'node:crypto';
import { chinaDay } from '../kernel/calendar';

/** `W20261121` and ten random digits: says when, and cannot be guessed from another. */
export const newNumber = (now: number) =>
  `W${chinaDay(now).replace(/-/g, '')}${String(randomInt(10 ** 10)).padStart(10, '0')}`;
