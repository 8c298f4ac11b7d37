import type { Executor } from '../db/database';

/**
 * Something that waits until people do it. Whose tables it is in declares it, with the contract's names of states; the desk's day and the
 * figures say the same of it, because both read this (`waiting-lists.ts`).
 */
export interface WaitingList {
  /** What it is called in figures, and at the desk. */
  name: string;
  /** Where at the desk it is done, for who may see it; the name if absent. */
  area?: string;
  /** How many wait, and since when the oldest does. */
  look(run: Executor): Promise<{ count: number; since: Date | null }>;
}
