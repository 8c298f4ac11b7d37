import lazy from 'preact-iso/lazy';
import type { ComponentType } from 'react';
import type { App } from '../../core/app';
import { type Files, loadScreen } from '../../core/data/load';
import { ChunkError, type Download } from '../../core/navigation/download';
import type { Screen, ScreenComponent, ScreenModule } from '../../core/navigation/screen';
import type { Deferred } from '../navigation/deferred';
import { barrier } from '../navigation/place';
import { ScreenRoute } from './screen-route';
import type { Settled } from './settled';

/** A screen that is loaded when the member goes there: once, and again only after a failure. */
export interface LazyScreen {
  /** The screen. It is rendered once it `isHere`. */
  Content: ScreenComponent;
  isLoaded: boolean;
  failure?: ChunkError | undefined;
  /** Returns the default export of the screen's file when it has arrived. Never rejects: a failure is kept until a retry. */
  load(): Promise<ScreenComponent | undefined>;
}

function createLazyScreen(screen: Screen, loadModule: () => Promise<ScreenModule>): LazyScreen {
  let content = lazy(loadModule);
  const lazyScreen: LazyScreen = {
    Content: content,
    isLoaded: false,
    async load() {
      const requested = content;
      try {
        const Screen = await requested.preload();
        lazyScreen.isLoaded = true;
        lazyScreen.failure = undefined;
        return Screen;
      } catch (error) {
        lazyScreen.failure = error instanceof ChunkError ? error : new ChunkError('network', screen.path);
        // preact-iso remembers a failure, so a retry needs a new component
        if (requested === content) lazyScreen.Content = content = lazy(loadModule);
        return;
      }
    },
  };
  return lazyScreen;
}

interface Route {
  lazyScreen: LazyScreen;
  /** The component of the route: the screen, or its replacement. */
  component: ComponentType;
}

/** The code of all screens, and the component of each route, created once. */
export interface LazyScreens {
  /** Starts the download of a screen. */
  preload(screen: Screen): void;
  /** Its default export when it has arrived; undefined if the download failed. */
  bring(screen: Screen): Promise<ScreenComponent | undefined>;
  /** Whether it can be rendered at once. */
  isLoaded(screen: Screen): boolean;
  /** Retries a failed download when the member returns to the screen. */
  renew(screen: Screen): void;
  /** Loads the component of a route; until then only a tab is rendered. Never rejects. */
  arrive(screen: Screen): Promise<void>;
  /** The component of the route: the screen, or the failure. */
  component(screen: Screen): ComponentType;
}

export function createLazyScreens(
  files: Files,
  download: Download,
  { i18n, loading, session }: Pick<App, 'i18n' | 'loading' | 'session'>,
  landing: string,
  settled: Settled,
  deferred: Deferred,
): LazyScreens {
  const all = new Map<Screen, Route>();
  const of = (screen: Screen) => {
    let one = all.get(screen);
    if (!one) {
      const lazyScreen = createLazyScreen(screen, () => loadScreen(screen, files, download, i18n));
      const component = () => (
        <ScreenRoute
          screen={screen}
          lazyScreen={lazyScreen}
          landing={landing}
          settled={settled}
          deferred={deferred}
        />
      );
      all.set(screen, (one = { lazyScreen, component }));
    }
    return one;
  };
  const open = (screen: Screen) => barrier(screen, session, {}) !== 'sign in';
  const bring = (screen: Screen) => of(screen).lazyScreen.load();
  return {
    preload: (screen) => void bring(screen),
    bring,
    isLoaded: (screen) => of(screen).lazyScreen.isLoaded || !open(screen),
    renew: (screen) => {
      of(screen).lazyScreen.failure = undefined;
    },
    async arrive(screen) {
      if (!open(screen)) return;
      const stop = loading.start('page');
      await bring(screen);
      stop();
    },
    component: (screen) => of(screen).component,
  };
}
