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

/** A screen that is loaded when somebody goes there: once, and again only after it failed. */
export interface LazyScreen {
  /** The screen. It is rendered once it `isHere`. */
  Content: ScreenComponent;
  isLoaded: boolean;
  failure?: ChunkError | undefined;
  /** Answers what the screen's file has for its default, once it is here. Never rejects: a failure is kept until somebody retries. */
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
        // preact-iso remembers that it failed; what is asked for next time is another one
        if (requested === content) lazyScreen.Content = content = lazy(loadModule);
        return;
      }
    },
  };
  return lazyScreen;
}

interface Route {
  lazyScreen: LazyScreen;
  /** What the route renders: the screen, or what stands before it. */
  component: ComponentType;
}

/** All the screens' code, and the component of each route, made once. */
export interface LazyScreens {
  /** Begins to download a screen. */
  preload(screen: Screen): void;
  /** What it renders, once it is here; nothing when it could not be downloaded. */
  bring(screen: Screen): Promise<ScreenComponent | undefined>;
  /** Whether it can be shown at once. */
  isLoaded(screen: Screen): boolean;
  /** A download that failed is tried again when somebody comes back to the screen. */
  renew(screen: Screen): void;
  /** Brings what a route renders; nothing but a tab is shown before that. Never rejects. */
  arrive(screen: Screen): Promise<void>;
  /** What the route renders: the screen, or why it is not here. */
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
