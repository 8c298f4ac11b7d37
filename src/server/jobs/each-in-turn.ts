/**
 * Does the work for each, one after the other. A failure of one does not stop the others: `failed` receives it, and ends the work only by
 * throwing itself.
 */
export async function eachInTurn<T>(
  all: Iterable<T>,
  work: (one: T) => Promise<unknown>,
  failed: (error: unknown) => unknown,
): Promise<void> {
  for (const one of all) await work(one).catch(failed);
}
