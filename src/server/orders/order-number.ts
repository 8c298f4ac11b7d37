import { randomInt } from 'node:crypto';
import { dayOf } from '../kernel/dates';

/** `C20261121` and ten random digits: says when, and cannot be guessed from another. */
export const newOrderNo = (now: number) =>
  `C${dayOf(now).replace(/-/g, '')}${String(randomInt(10 ** 10)).padStart(10, '0')}`;
