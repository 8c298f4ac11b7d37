import type { ComponentType } from 'react';
import { ChunkError, type Download } from '../core/download';
import type { I18n } from '../core/i18n';
import { type Files, loadScreen } from '../core/load';
import type { Screen, ScreenComponent } from '../core/screen';
import { Opened } from './opened';

/** A screen's code: asked for once, kept once it is here. Never rejects: a failure is kept until somebody retries. */
export interface Arrival {
  Component?: ScreenComponent;
  failure?: ChunkError | undefined;
  load(): Promise<void>;
}

function createArrival(screen: Screen<any, any>, load: () => Promise<ScreenComponent>): Arrival {
  let under: Promise<void> | undefined;
  const arrival: Arrival = {
    load() {
      if (arrival.Component) return Promise.resolve();
      under ??= load()
        .then(
          (Component) => {
            arrival.Component = Component;
            arrival.failure = undefined;
          },
          (error) => {
            arrival.failure = error instanceof ChunkError ? error : new ChunkError('network', screen.path);
          },
        )
        .finally(() => {
          under = undefined;
        });
      return under;
    },
  };
  return arrival;
}

/** All the screens' code, and the component of each route, made once. */
export interface Arrivals {
  /** Begins to download a screen. */
  preload(screen: Screen<any, any>): void;
  /** A download that failed is tried again when somebody comes back to the screen. */
  renew(screen: Screen<any, any>): void;
  component(screen: Screen<any, any>): ComponentType;
}

export function createArrivals(files: Files, download: Download, i18n: I18n, landing: string): Arrivals {
  const known = new Map<string, { arrival: Arrival; component: ComponentType }>();
  const of = (screen: Screen<any, any>) => {
    let one = known.get(screen.path);
    if (!one) {
      const arrival = createArrival(screen, () => loadScreen(screen, files, download, i18n));
      one = { arrival, component: () => <Opened screen={screen} arrival={arrival} landing={landing} /> };
      known.set(screen.path, one);
    }
    return one;
  };
  return {
    preload: (screen) => void of(screen).arrival.load(),
    renew: (screen) => {
      of(screen).arrival.failure = undefined;
    },
    component: (screen) => of(screen).component,
  };
}
