import { mkdirSync, readFileSync } from 'node:fs';

/**
 * `rich`: machines with tasks, a bank card, and money, points and beans to spend; `chinese`: the same in the Chinese
 * version; `new`: has just registered and has nothing.
 */
export type Kind = 'rich' | 'chinese' | 'new';

export interface Who {
  account: string;
  password: string;
}

/** A member whom no other journey has, nor has had: what it does to them is seen by nobody else. */
export function ownMember(kind: Kind): Who {
  const folder = process.env.PEOPLE!;
  const { names, password } = JSON.parse(readFileSync(`${folder}/names.json`, 'utf8'));
  for (const account of names[kind] as string[]) {
    try {
      mkdirSync(`${folder}/${account}`); // made by one process only, which then has the member
      return { account, password };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
  throw new Error(`Every "${kind}" member is taken: support/people.ts makes more`);
}
