import { asFailure } from '../../../core/http/failure';

export interface Rhythm {
  /** How often to ask again after the first time. */
  retries: number;
  /** Milliseconds between an answer and the next question. */
  intervalMs: number;
}

/** The payment query (spec §9): at once, then up to 8 times more. */
export const paymentQuery: Rhythm = { retries: 8, intervalMs: 2000 };
/** The order-submit query (spec §9): at once, then up to 15 times more. */
export const submitQuery: Rhythm = { retries: 15, intervalMs: 1000 };

/** Rests for so many milliseconds, or until it is called off. */
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
  /** Told every answer, final or not. */
  onAnswer?(answer: T): void;
  rhythm: Rhythm;
  signal: AbortSignal;
  /** How to rest; another in tests. */
  sleep?: typeof sleepFor;
}

/**
 * Asks until an answer is final. Answers it, or nothing when the retries are used up or it was called off: then nobody
 * knows, which is not the same as failed. A lost connection counts as a retry; a refusal and an expired session end it
 * by throwing their `Failure`.
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
