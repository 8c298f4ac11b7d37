import type { Signal } from '@preact/signals';
import type { Call, Given } from '../../../contract/wire/call';
import { type Done, isDone, type Send } from '../../../core/http/answer';
import { asFailure, Failure } from '../../../core/http/failure';

/** Milliseconds after which a step, normally answered within 25 s, is aborted: a phone that slept does not notice its end. */
const timeoutMs = 35_000;
/** Milliseconds until the next attempt: doubled with every failure. */
const retry = (failures: number) => Math.min(30_000, 1000 * 2 ** failures);

/** Marks background calls: a lost connection is shown in the conversation, not over it. */
export const quietly =
  (send: Send) =>
  async <I, O>(
    call: Call<I, O>,
    input: Given<I>,
    how: { signal?: AbortSignal; key?: string } = {},
  ): Promise<Done<O>> => {
    const answer = await send(call, input, { wait: 'never', quiet: true, ...how });
    if (isDone(answer)) return answer;
    throw new Failure('refused', answer.message);
  };

/** Repeats a step while it is open, across lost connections and the phone's sleep. */
interface LongPoll {
  /** Ends a wait; a step in flight continues. */
  nudge(): void;
  /** Ends a wait and the step in flight: the next one begins at once. */
  wake(): void;
  open(): void;
  close(): void;
}

interface Steps {
  /** Milliseconds to wait before the next one; 0 for none, `Infinity` until there is something to do. */
  step(abort: AbortSignal): Promise<number>;
  /** Whether the last step succeeded. */
  connected: Signal<boolean>;
  /** A step failed; it is repeated. */
  failed(failure: Failure): void;
}

export function createLongPoll({ step, connected, failed }: Steps): LongPoll {
  let turn = new AbortController();
  let endPause = () => {};
  let closed = true;

  const pause = (time: number) =>
    new Promise<void>((done) => {
      const timer = time < Infinity ? setTimeout(done, time) : undefined;
      endPause = () => {
        clearTimeout(timer);
        done();
      };
    });

  async function goOn() {
    for (let failures = 0; !closed; ) {
      turn = new AbortController();
      let timedOut = false;
      const limit = setTimeout(() => {
        timedOut = true;
        turn.abort();
      }, timeoutMs);
      let pauseMs = 0;
      try {
        pauseMs = await step(turn.signal);
        failures = 0;
        connected.value = true;
      } catch (error) {
        const failure = asFailure(error);
        if (failure.kind === 'expired') return;
        if (failure.kind === 'aborted' && !timedOut) {
          if (turn.signal.aborted) continue; // woken, or closed
          return; // its environment is gone, and would fail the next step as fast as this one
        }
        connected.value = false;
        failed(failure);
        if (!timedOut) pauseMs = retry(failures++);
      } finally {
        clearTimeout(limit);
      }
      if (pauseMs && !closed) await pause(pauseMs);
    }
  }

  const wake = () => {
    turn.abort();
    endPause();
  };
  return {
    nudge: () => endPause(),
    wake,
    open() {
      closed = false;
      void goOn();
    },
    close() {
      closed = true;
      wake();
    },
  };
}
