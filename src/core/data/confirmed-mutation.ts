import { useApp } from '../app';
import type { Question } from '../dialogs';
import { useInFlight } from './in-flight';

interface Mutation<I> {
  /** Sends the call, and returns the text to show afterwards. */
  act(input: I): Promise<string>;
  /** Runs after success. */
  done?(): void;
}

/**
 * Changes something at the server once, however often the member taps: after a confirmation if there is one. Refusals are shown in the
 * server's words. `send` has shown any other failure; it sends the next attempt under the same request key, and refreshes the calls that
 * this one makes stale.
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
  /** `pending`: the change in flight. */
  return { pending, mutate };
}
