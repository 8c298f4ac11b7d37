import type { Loading } from '../data/loading';
import type { Queries } from '../data/query';
import type { I18n } from '../text/i18n';
import type { Toasts } from '../toasts';
import type { Send, Wire } from './answer';
import type { Ask } from './ask';
import { asFailure, isLost } from './failure';

interface Deps {
  wire: Wire;
  ask: Ask;
  loading: Loading;
  toasts: Toasts;
  queries: Queries;
  t: I18n['t'];
  /** 510 (spec §8). Called with the rejected token. */
  expired(token: string): void;
}

/**
 * `ask` with the handling of failures that spec §8 defines: the loading indicator, toasts, the way to sign in. Calls that an answered
 * call makes stale are refreshed, after a refusal too, because the screen then differed from the server's state.
 */
export function createSend({ wire, ask, loading, toasts, queries, t, expired }: Deps): Send {
  return async (call, input, { signal, wait = 'now', quiet, unasked } = {}) => {
    const stop = loading.start(wait);
    const { token } = wire.identity();
    try {
      const answer = await ask(wire, call, input as never, signal);
      if (call.stale) queries.changed(...call.stale());
      return answer;
    } catch (error) {
      const failure = asFailure(error);
      if (failure.kind === 'expired' && !unasked) expired(token);
      if (quiet) throw failure;
      if (isLost(failure)) toasts.show(t('common.failures.offline'));
      if (failure.kind === 'http') toasts.show(failure.message || t('common.failures.wrong'));
      throw failure;
    } finally {
      stop();
    }
  };
}
