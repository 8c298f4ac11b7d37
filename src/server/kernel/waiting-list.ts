import type { Executor } from '../db/database';

/**
 * A list of work that waits for people. The room that owns its tables declares it, with the contract's names of states; the back office's
 * Today page and the metrics both read it, so they agree (`waiting-lists.ts`).
 */
export interface WaitingList {
  /** Its name in metrics and in the back office. */
  name: string;
  /** The area of the back office where the work is done; the name if absent. */
  area?: string;
  /** The number of entries, and since when the oldest waits. */
  look(run: Executor): Promise<{ count: number; since: Date | null }>;
}
