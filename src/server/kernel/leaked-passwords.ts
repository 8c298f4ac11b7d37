import type * as common from '@zxcvbn-ts/language-common';
import { load } from './load';

let known: Set<string> | undefined;

function readList(): Set<string> {
  const { dictionary } = load('@zxcvbn-ts/language-common') as typeof common;
  return new Set(dictionary['passwords-common'].map(String));
}

/**
 * Whether a password is among the 49,000 most frequent ones in public leaks, in any case of its letters. The list is read when it is first
 * needed: it takes 50 ms and 4 MB.
 */
export function isLeaked(password: string): boolean {
  known ??= readList();
  return known.has(password.toLowerCase());
}
