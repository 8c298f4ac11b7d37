import lazy from 'preact-iso/lazy';
import type { ComponentType } from 'react';
import type { App } from '../../core/app';
import { type Files, loadScreen } from '../../core/data/load';
import { ChunkError, type Download } from '../../core/navigation/download';
import type { AnyScreen, ScreenComponent } from '../../core/navigation/screen';
import { barrier } from '../navigation/place';
import { ScreenRoute } from './screen-route';
import type { Settled } from './settled';

/** A screen's code: asked for once, kept once it is here. Never rejects: a failure is kept until somebody retries. */
export interface LazyScreen {
  Component?: ScreenComponent;
  failure?: ChunkError | undefined;
  load(): Promise<void>;
}

function createLazyScreen(screen: AnyScreen, load: () => Promise<ScreenComponent>): LazyScreen {
  let inFlight: Promise<void> | undefined;
  const lazyScreen: LazyScreen = {
    load() {
      if (lazyScreen.Component) return Promise.resolve();
      inFlight ??= load()
        .then(
          (Component) => {
            lazyScreen.Component = Component;
            lazyScreen.failure = undefined;
          },
          (error) => {
            lazyScreen.failure = error instanceof ChunkError ? error : new ChunkError('network', screen.path);
          },
        )
        .finally(() => {
          inFlight = undefined;
        });
      return inFlight;
    },
  };
  return lazyScreen;
}

/** All the screens' code, and the component of each route, made once. */
export interface LazyScreens {
  /** Begins to download a screen. */
  preload(screen: AnyScreen): void;
  /** What it renders, once it is here; nothing when it could not be downloaded. */
  bring(screen: AnyScreen): Promise<ScreenComponent | undefined>;
  /** Whether it can be shown at once. */
  isHere(screen: AnyScreen): boolean;
  /** A download that failed is tried again when somebody comes back to the screen. */
  renew(screen: AnyScreen): void;
  /** What the route renders: the Router keeps the screen before until it is here; a tab shows at once. */
  component(screen: AnyScreen): ComponentType;
}

export function createLazyScreens(
  files: Files,
  download: Download,
  { i18n, loading, session }: Pick<App, 'i18n' | 'loading' | 'session'>,
  landing: string,
  settled: Settled,
): LazyScreens {
  const byPath = new Map<string, { lazyScreen: LazyScreen; component: ComponentType }>();
  const of = (screen: AnyScreen) => {
    let one = byPath.get(screen.path);
    if (!one) {
      const lazyScreen = createLazyScreen(screen, () => loadScreen(screen, files, download, i18n));
      const component = () => (
        <ScreenRoute screen={screen} lazyScreen={lazyScreen} landing={landing} settled={settled} />
      );
      // preact-iso remembers a failed load for ever: this one never fails, it ends in a screen that can try again
      const arrived = lazy(async () => {
        const stop = loading.start('page');
        if (barrier(screen, session, {}) !== 'sign in') await lazyScreen.load();
        stop();
        return { default: component };
      });
      one = { lazyScreen, component: screen.tab ? component : arrived };
      byPath.set(screen.path, one);
    }
    return one;
  };
  return {
    preload: (screen) => void of(screen).lazyScreen.load(),
    bring: async (screen) => {
      const { lazyScreen } = of(screen);
      await lazyScreen.load();
      return lazyScreen.Component;
    },
    isHere: (screen) => !!of(screen).lazyScreen.Component || barrier(screen, session, {}) === 'sign in',
    renew: (screen) => {
      of(screen).lazyScreen.failure = undefined;
    },
    component: (screen) => of(screen).component,
  };
}
