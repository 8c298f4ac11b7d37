import { Failure } from './failure';

/**
 * Runs a call for at most `time` milliseconds, and until one of `signals` is aborted. Every error becomes a `Failure`: `aborted`,
 * `timeout` or `offline`.
 */
export async function within<T>(
  time: number,
  signals: AbortSignal[],
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const stop = () => limit.abort();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop();
  }, time);
  for (const one of signals) {
    one.addEventListener('abort', stop);
    if (one.aborted) stop();
  }
  try {
    return await attempt(limit.signal);
  } catch {
    throw new Failure(signals.some(({ aborted }) => aborted) ? 'aborted' : timedOut ? 'timeout' : 'offline');
  } finally {
    clearTimeout(timer);
    for (const one of signals) one.removeEventListener('abort', stop);
  }
}
