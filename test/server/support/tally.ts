import { DomainError } from '../../../src/server/kernel/domain-error';

/** Counts the events of a random run by name, because a run without an event proves nothing about it. */
export function createTally() {
  const happened = new Map<string, number>();
  const count = (what: string, times = 1) => happened.set(what, (happened.get(what) ?? 0) + times);
  return {
    happened,
    count,
    /** Calls of the server's functions that were answered, one way or the other. */
    done: () => [...happened.values()].reduce((all, one) => all + one, 0),
    /** Gives what `work` gives, or nothing when it is refused, and counts either; nothing else may happen. */
    async attempt<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
      try {
        const answer = await work();
        count(what);
        return answer;
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        count(error.key);
        return undefined;
      }
    },
  };
}
