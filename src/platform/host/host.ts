import type { Platform } from '../../core/platform';
import { restoreScroll } from '../browser/keyboard';
import { memoryStore } from '../browser/store';

/**
 * A partner's page with one of our features: nothing is stored there, and the page decides about links out of it (`leave`). `appid`: the
 * partner's public id. All listeners end with `signal`.
 */
export function host(appid: string, signal: AbortSignal, leave: Platform['leave']): Platform {
  const listen = (target: EventTarget, names: string[], call: () => void) => {
    const stop = () => {
      for (const name of names) target.removeEventListener(name, call);
      signal.removeEventListener('abort', stop);
    };
    for (const name of names) target.addEventListener(name, call);
    signal.addEventListener('abort', stop);
    return stop;
  };
  listen(document, ['focusout'], () => restoreScroll());
  const { clipboard } = navigator;
  const windows: NonNullable<Platform['windows']> = {
    open: () => (windows.last = window.open('', '_blank')),
  };
  return {
    name: 'host',
    numbersElsewhere: true,
    guest: true,
    appid,
    local: memoryStore(),
    tab: memoryStore(),
    language: navigator.language,
    pay: async () => 'unknown',
    leave,
    windows,
    isShown: () => !document.hidden,
    onShow: (onVisible) =>
      listen(document, ['visibilitychange'], () => {
        if (!document.hidden) onVisible();
      }),
    isOnline: () => navigator.onLine,
    onOnline: (changed) => listen(window, ['online', 'offline'], changed),
    ...(clipboard && {
      copy: (text: string) =>
        clipboard.writeText(text).then(
          () => true,
          () => false,
        ),
    }),
  };
}
