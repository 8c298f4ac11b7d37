import type { Call } from '../../contract/wire/call';
import { useApp } from '../app';
import type { Question } from '../dialogs';
import { useInFlight } from './in-flight';

interface Mutation<I> {
  /** Sends it, and answers what to show then. */
  act(input: I): Promise<string>;
  /** The calls whose answers it changes. */
  affectedQueries: readonly Call[];
  /** After it was done. */
  done?(): void;
}

/**
 * Changes something at the server once, however often the member taps: after a question if there is one. What the server
 * refuses is shown in its words, and everything affected is asked for again: what was on the screen was not what the
 * server knew. Any other failure was shown by `send`, which sends the next try under the same request key.
 */
export function useConfirmedMutation<I>({ act, affectedQueries, done }: Mutation<I>) {
  const { dialogs, queries, toasts } = useApp();
  const { pending, run } = useInFlight<I>();

  const mutate = (input: I, question?: Question) => {
    const decided = (text: string) => {
      toasts.show(text);
      queries.changed(...affectedQueries);
    };
    return run(
      async (start) => {
        if (question && !(await dialogs.ask(question))) return;
        start(input);
        decided(await act(input));
        done?.();
      },
      (failure) => {
        if (failure.kind === 'refused') decided(failure.message);
      },
    );
  };
  /** `pending`: what is being changed. */
  return { pending, mutate };
}
