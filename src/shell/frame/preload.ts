import { useEffect } from 'react';
import { useApp } from '../../core/app';
import type { Screen } from '../../core/navigation/screen';
import type { LazyScreens } from './lazy-screen';
import type { Settled } from './settled';
import { tabPaths } from './tabs';

export interface Preloading {
  lazyScreens: Pick<LazyScreens, 'preload' | 'bring'>;
  settled: Settled;
  find(path: string): Screen | undefined;
}

/** A screen's files are requested when a finger touches its link, not when it is lifted. */
export function usePreload({ lazyScreens, find }: Preloading) {
  useEffect(() => {
    const touched = (event: Event) => {
      const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[href^="#/"]');
      const to = link && find(link.hash.slice(2).split('?')[0] ?? '');
      if (to) lazyScreens.preload(to);
    };
    addEventListener('pointerdown', touched);
    addEventListener('touchstart', touched, { passive: true });
    return () => {
      removeEventListener('pointerdown', touched);
      removeEventListener('touchstart', touched);
    };
  }, []);
}

/** Chrome reports data saving and the speed of the connection. */
interface Line {
  saveData?: boolean;
  effectiveType?: string;
}
/** Milliseconds between two tabs in browsers that do not report idle time. */
const pauseMs = 500;
const idle = (then: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, pauseMs);

/** The events of a member who begins to use the page. */
const uses = ['pointerdown', 'touchstart', 'keydown'];

/**
 * Makes all five tabs available offline, including those that were never opened: once the member has used the page, their files are
 * downloaded one after the other, in idle time. A member who only looks at the first screen does not pay for the others. Not if the member
 * saves data, or the connection is slow.
 */
export function useTabs({ lazyScreens, find, settled }: Preloading) {
  const { platform, session } = useApp();
  const ready = settled.is.value;
  const who = session.userInfo.value?.userId;
  useEffect(() => {
    const { connection, userActivation } = navigator as { connection?: Line } & Partial<Navigator>;
    const { saveData, effectiveType = '' } = connection ?? {};
    if (!ready || !who || saveData || /2g/.test(effectiveType)) return;
    let left = false;
    let under = false;
    let used = userActivation?.hasBeenActive; // before this was loaded
    const fetchAll = async () => {
      if (under || !used) return;
      under = true;
      for (const path of Object.values(tabPaths)) {
        await new Promise<void>((then) => void idle(then));
        const tab = find(path);
        // without a connection the download fails, and is repeated when it is back
        if (left || !tab || !(await lazyScreens.bring(tab))) break;
      }
      under = false;
    };
    const use = () => {
      used = true;
      forget();
      void fetchAll();
    };
    const forget = () => {
      for (const name of uses) removeEventListener(name, use);
    };
    if (used) void fetchAll();
    else for (const name of uses) addEventListener(name, use, { passive: true });
    const stop = platform.onOnline(() => {
      if (platform.isOnline()) void fetchAll();
    });
    return () => {
      left = true;
      forget();
      stop();
    };
  }, [ready, who]);
}
