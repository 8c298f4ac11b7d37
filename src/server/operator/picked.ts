import { Unusable } from './body';

/** The two values of a yes-or-no filter. */
export const yesOrNo = { yes: true, no: false };

/** The value of a name; inherited properties do not count. Refused (400) with the list of valid names. */
export function picked<T>(of: Readonly<Record<string, T>>, name: string, filter: string): T {
  const found = Object.entries(of).find(([one]) => one === name);
  if (!found) throw new Unusable(`${filter}: ${Object.keys(of).join(', ')}`);
  return found[1];
}
