import type { Platform } from '../../core/platform';
import { restoreScroll } from '../browser/keyboard';
import { memoryStore } from '../browser/store';

/**
 * Somebody else's page, where one of our features is a guest: it keeps nothing there, and what leads elsewhere is the
 * page's to allow (`leave`). `appid`: the partner's public id. What is listened for ends with `signal`, whoever forgets to stop.
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
