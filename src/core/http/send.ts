import type { Loading } from '../data/loading';
import type { I18n } from '../text/i18n';
import type { Notices } from '../toasts';
import type { Send, Wire } from './answer';
import { Failure } from './failure';
import type * as client from './http';

interface Outside {
  wire: Wire;
  /** The HTTP client, loaded beside the first screen and not before it. */
  http(): Promise<typeof client>;
  loading: Loading;
  notices: Notices;
  t: I18n['t'];
  /** 510 (spec §8). Called with the token that was refused. */
  expired(token: string): void;
}

/** `ask`, with what spec §8 does about failures wherever they happen: the loading indicator, toasts, the way to sign in. */
export function createSend({ wire, http, loading, notices, t, expired }: Outside): Send {
  return async (call, input, { signal, wait = 'now', quiet } = {}) => {
    const stop = loading.start(wait);
    const { token } = wire.identity();
    try {
      const { ask } = await http().catch(() => {
        throw new Failure('offline');
      });
      return await ask(wire, call, input, signal);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.kind === 'expired') expired(token);
      if (quiet) throw error;
      if (error.kind === 'offline' || error.kind === 'timeout') notices.say(t('common.failures.offline'));
      if (error.kind === 'http') notices.say(error.message || t('common.failures.wrong'));
      throw error;
    } finally {
      stop();
    }
  };
}
