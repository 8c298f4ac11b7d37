import { useEffect } from 'react';
import type { AnyScreen } from '../../core/navigation/screen';
import type { LazyScreens } from './lazy-screen';

export interface Preloading {
  lazyScreens: Pick<LazyScreens, 'preload'>;
  find(path: string): AnyScreen | undefined;
}

/** Screens are fetched when a finger comes down on a link to them, not when it is lifted. */
export function usePreload({ lazyScreens, find }: Preloading) {
  useEffect(() => {
    const touched = (event: Event) => {
      const link = (event.target as Element).closest?.('a[href^="#/"]');
      const [path = ''] = link?.getAttribute('href')?.slice(2).split('?') ?? [];
      const to = link && find(path);
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
