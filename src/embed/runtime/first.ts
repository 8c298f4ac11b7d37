import type { FirstAnswer } from '../../contract/embed/embed';
import type { Call } from '../../contract/wire/call';
import type { Answer } from '../../core/http/answer';

/** Milliseconds to wait for these answers; after that calls are sent as usual. */
const limit = 8_000;

/**
 * Answers the calls of the first screen from the answers that the loader requested in parallel with the code (`Host.first`): each answer
 * once. `undefined` if there is none: then the call has to be sent.
 */
export function createFirst(first: Promise<FirstAnswer[]> = Promise.resolve([])) {
  const answers = new Promise<FirstAnswer[]>((resolve) => {
    const timer = setTimeout(resolve, limit, []);
    void first.then((all) => {
      clearTimeout(timer);
      resolve(all);
    });
  });
  return async <I, O>({ path }: Call<I, O>, input: I): Promise<Answer<O> | undefined> => {
    const all = await answers;
    const key = JSON.stringify(input);
    const at = all.findIndex((one) => one.path === path && JSON.stringify(one.input) === key);
    const [found] = at < 0 ? [] : all.splice(at, 1);
    return found && ({ ...found.answer.body, ...found.answer.header } as Answer<O>);
  };
}
