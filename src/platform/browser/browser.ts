import type { Platform } from '../../core/platform';
import { store } from './store';

/** A browser tab. */
export function browser(appid = 'h5'): Platform {
  const on = (target: EventTarget, names: string[], call: () => void) => {
    for (const name of names) target.addEventListener(name, call);
    return () => {
      for (const name of names) target.removeEventListener(name, call);
    };
  };
  return {
    name: 'browser',
    appid,
    local: store(() => localStorage),
    tab: store(() => sessionStorage),
    origin: location.origin,
    language: navigator.language,
    pay: async () => 'unknown',
    leave: (url) => location.assign(url),
    isShown: () => !document.hidden,
    onShow: (onVisible) =>
      on(document, ['visibilitychange'], () => {
        if (document.visibilityState === 'visible') onVisible();
      }),
    isOnline: () => navigator.onLine,
    onOnline: (changed) => on(window, ['online', 'offline'], changed),
    ...(navigator.clipboard && {
      copy: (text: string) =>
        navigator.clipboard.writeText(text).then(
          () => true,
          () => false,
        ),
    }),
    ...('share' in navigator && { share: (card) => navigator.share(card).catch(() => {}) }),
  };
}
