import { Unusable } from './body';

/** What a name stands for among some, and nothing that only looks like a name. Refused (400) with the names that there are. */
export function picked<T>(of: Readonly<Record<string, T>>, name: string, filter: string): T {
  const found = Object.entries(of).find(([one]) => one === name);
  if (!found) throw new Unusable(`${filter}: ${Object.keys(of).join(', ')}`);
  return found[1];
}
