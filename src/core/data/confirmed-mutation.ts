import { useApp } from '../app';
import type { Question } from '../dialogs';
import { useInFlight } from './in-flight';

interface Mutation<I> {
  /** Sends it, and answers what to show then. */
  act(input: I): Promise<string>;
  /** After it was done. */
  done?(): void;
}

/**
 * Changes something at the server once, however often the member taps: after a question if there is one. What the server
 * refuses is shown in its words. Any other failure was shown by `send`, which sends the next try under the same request key, and asks
 * again for what the call makes stale.
 */
export function useConfirmedMutation<I>({ act, done }: Mutation<I>) {
  const { dialogs, toasts } = useApp();
  const { pending, run } = useInFlight<I>();

  const mutate = (input: I, question?: Question) =>
    run(
      async (start) => {
        if (question && !(await dialogs.ask(question))) return;
        start(input);
        toasts.show(await act(input));
        done?.();
      },
      (failure) => {
        if (failure.kind === 'refused') toasts.show(failure.message);
      },
    );
  /** `pending`: what is being changed. */
  return { pending, mutate };
}
