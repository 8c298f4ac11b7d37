import lazy from 'preact-iso/lazy';
import type { ComponentType } from 'react';
import type { App } from '../../core/app';
import { type Files, loadScreen } from '../../core/data/load';
import { ChunkError, type Download } from '../../core/navigation/download';
import type { AnyScreen, ScreenComponent } from '../../core/navigation/screen';
import { barrier } from '../navigation/place';
import type { Rest } from '../navigation/rest';
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

interface Route {
  lazyScreen: LazyScreen;
  component: ComponentType;
  /** Whether it can be rendered. */
  isReady(): boolean;
  prepare(): Promise<void>;
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
  /** Brings what a route renders; nothing but a tab is shown before that. Never rejects. */
  arrive(screen: AnyScreen): Promise<void>;
  /** What the route renders: the screen, or why it is not here. */
  component(screen: AnyScreen): ComponentType;
}

export function createLazyScreens(
  files: Files,
  download: Download,
  { i18n, loading, session }: Pick<App, 'i18n' | 'loading' | 'session'>,
  landing: string,
  settled: Settled,
  rest: Rest,
): LazyScreens {
  const all = new Map<AnyScreen, Route>();
  const of = (screen: AnyScreen) => {
    let one = all.get(screen);
    if (!one) {
      const lazyScreen = createLazyScreen(screen, () => loadScreen(screen, files, download, i18n));
      const component = () => (
        <ScreenRoute
          screen={screen}
          lazyScreen={lazyScreen}
          landing={landing}
          settled={settled}
          rest={rest}
        />
      );
      // preact-iso brings a route once, and throws what it waits for: it is given what is here, and rendered once it has that
      const route = lazy(async () => ({ default: component }));
      let ready = false;
      one = {
        lazyScreen,
        component: screen.tab ? component : route,
        isReady: () => ready,
        async prepare() {
          await route.preload();
          ready = true;
        },
      };
      all.set(screen, one);
    }
    return one;
  };
  const open = (screen: AnyScreen) => barrier(screen, session, {}) !== 'sign in';
  const bring = async (screen: AnyScreen) => {
    const { lazyScreen, prepare } = of(screen);
    await lazyScreen.load();
    await prepare();
    return lazyScreen.Component;
  };
  return {
    preload: (screen) => void bring(screen),
    bring,
    isHere: (screen) => of(screen).isReady() && (!!of(screen).lazyScreen.Component || !open(screen)),
    renew: (screen) => {
      of(screen).lazyScreen.failure = undefined;
    },
    async arrive(screen) {
      if (!open(screen)) return of(screen).prepare();
      const stop = loading.start('page');
      await bring(screen);
      stop();
    },
    component: (screen) => of(screen).component,
  };
}
