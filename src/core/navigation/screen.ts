import type { ComponentType } from 'react';
import type { AnyRoute } from './route';

/** A route with what it loads. Who leads there knows the route only (`routes.ts`), who loads it the screen (`screens.ts`). */
export interface Screen extends AnyRoute {
  // `unknown`, so that the type of the table never depends on the screens that link through it.
  load(): Promise<{ default: unknown }>;
}

export const screen = <R extends AnyRoute>(route: R, load: Screen['load']): R & Pick<Screen, 'load'> => ({
  ...route,
  load,
});

export type ScreenComponent = ComponentType<Record<string, string>>;
/** What a screen's file exports; a part's may be something else than a component (`App.bring`). */
export type ScreenModule = { default: ScreenComponent };
