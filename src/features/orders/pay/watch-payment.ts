import { asFailure } from '../../../core/http/failure';

export interface Rhythm {
  /** Number of queries after the first. */
  retries: number;
  /** Milliseconds between an answer and the next query. */
  intervalMs: number;
}

/** The payment query (spec §9): at once, then up to 8 times more. */
export const paymentQuery: Rhythm = { retries: 8, intervalMs: 2000 };
/** The order-submit query (spec §9): at once, then up to 15 times more. */
export const submitQuery: Rhythm = { retries: 15, intervalMs: 1000 };

/** Waits for a number of milliseconds, or until it is aborted. */
export const sleepFor = (time: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, time);
    signal.addEventListener('abort', done);
  });

interface Watch<T> {
  ask(): Promise<T>;
  /** Whether there is nothing more to wait for. */
  final(answer: T): boolean;
  /** Called with every answer, final or not. */
  onAnswer?(answer: T): void;
  rhythm: Rhythm;
  signal: AbortSignal;
  /** How to wait; replaced in tests. */
  sleep?: typeof sleepFor;
}

/**
 * Queries until an answer is final. Returns it, or undefined if the retries are used up or it was aborted: then the result is unknown,
 * which differs from failed. A lost connection counts as a retry; a refusal and an expired session throw their `Failure`.
 */
export async function watch<T>({
  ask,
  final,
  onAnswer,
  rhythm,
  signal,
  sleep = sleepFor,
}: Watch<T>): Promise<T | undefined> {
  for (let retry = 0; retry <= rhythm.retries; retry++) {
    if (retry) await sleep(rhythm.intervalMs, signal);
    if (signal.aborted) return;
    try {
      const answer = await ask();
      if (signal.aborted) return;
      onAnswer?.(answer);
      if (final(answer)) return answer;
    } catch (error) {
      if (signal.aborted) return;
      const { kind } = asFailure(error);
      if (kind === 'refused' || kind === 'expired') throw error;
    }
  }
  return;
}
