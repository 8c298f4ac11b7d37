/**
 * A function for some at once as one for each. While `all` is at work, further ones wait for its next run, which is for all of them. `all` must not
 * reject.
 */
export function together<T>(all: (some: readonly T[]) => Promise<void>): (one: T) => Promise<void> {
  let waiting: T[] = [];
  let next: Promise<void> | undefined;
  let last = Promise.resolve();
  const run = () => {
    const some = waiting;
    waiting = [];
    next = undefined;
    return all(some);
  };
  return (one) => {
    waiting.push(one);
    if (!next) {
      next = last.then(run);
      last = next;
    }
    return next;
  };
}
