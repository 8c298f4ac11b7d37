import { browser } from './browser';
import type { Platform } from './platform';
import { memoryStore } from './store';

/**
 * Somebody else's page, where one of our features is a guest: it keeps nothing there, and what leads elsewhere opens in
 * a window of its own. `appid`: the partner's public id.
 */
export function host(appid: string, signal: AbortSignal): Platform {
  const { share: _, ...page } = browser(appid);
  /** What is listened for ends with the embed, whoever forgets to stop. */
  const ended = (stop: () => void) => {
    signal.addEventListener('abort', stop, { once: true });
    return () => {
      signal.removeEventListener('abort', stop);
      stop();
    };
  };
  return {
    ...page,
    name: 'host',
    local: memoryStore(),
    tab: memoryStore(),
    leave(url) {
      const link = document.createElement('a');
      Object.assign(link, { href: url, target: '_blank', rel: 'noopener' });
      link.click(); // not window.open, which in-app browsers block
    },
    onShow: (shown) => ended(page.onShow(shown)),
    onOnline: (changed) => ended(page.onOnline(changed)),
  };
}
