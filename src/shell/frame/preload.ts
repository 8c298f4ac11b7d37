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

/** Screens are fetched when a finger comes down on a link to them, not when it is lifted. */
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

/** Chrome tells what the member wants to pay for, and how slow the line is. */
interface Line {
  saveData?: boolean;
  effectiveType?: string;
}
/** Milliseconds between two tabs where a browser does not say when it has nothing to do. */
const pauseMs = 500;
const idle = (then: () => void) =>
  'requestIdleCallback' in window ? requestIdleCallback(then) : setTimeout(then, pauseMs);

/**
 * All five tabs open without a connection, also those that were never opened: once the first screen has what it shows, their files are
 * fetched one after the other, when nothing else is to be done. Not where the member saves data, or the line is slow.
 */
export function useTabs({ lazyScreens, find, settled }: Preloading) {
  const { platform, session } = useApp();
  const ready = settled.is.value;
  const who = session.userInfo.value?.userId;
  useEffect(() => {
    const { saveData, effectiveType = '' } = (navigator as { connection?: Line }).connection ?? {};
    if (!ready || !who || saveData || /2g/.test(effectiveType)) return;
    let left = false;
    let under = false;
    const fetchAll = async () => {
      if (under) return;
      under = true;
      for (const path of Object.values(tabPaths)) {
        await new Promise<void>((then) => void idle(then));
        const tab = find(path);
        // without a connection they are not here, and asked for again when it is back
        if (left || !tab || !(await lazyScreens.bring(tab))) break;
      }
      under = false;
    };
    void fetchAll();
    const stop = platform.onOnline(() => {
      if (platform.isOnline()) void fetchAll();
    });
    return () => {
      left = true;
      stop();
    };
  }, [ready, who]);
}
