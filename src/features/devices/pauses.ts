import type { Platform } from '../../core/platform';

/**
 * Pauses of a screen that asks again and again. Each ends after its time, once the page is visible; at once if the page is shown again, is online
 * again, or at `wake`, which also ends the next pause if there is none now.
 */
export function createPauses(platform: Pick<Platform, 'onShow' | 'onOnline'>, isHidden: () => boolean) {
  let isWoken = false;
  let finish = () => {};
  let stop = () => {};
  return {
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const end = () => {
          if (isHidden()) return;
          isWoken = false;
          finish = () => {};
          stop();
          resolve();
        };
        finish = end;
        const timer = setTimeout(end, ms);
        const ignore = [platform.onShow(end), platform.onOnline(end)];
        stop = () => {
          clearTimeout(timer);
          for (const one of ignore) one();
        };
        if (isWoken) end();
      }),
    wake() {
      isWoken = true;
      finish();
    },
    stop: () => stop(),
  };
}
