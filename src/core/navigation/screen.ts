import type { ComponentType } from 'react';
import type { AnyRoute } from './route';

/** A route with its loader. Links import only the route (`routes.ts`); the page imports the screen (`screens.ts`). */
export interface Screen extends AnyRoute {
  // `unknown`, so that the type of the table does not depend on the screens that link through it.
  load(): Promise<{ default: unknown }>;
}

export const screen = <R extends AnyRoute>(route: R, load: Screen['load']): R & Pick<Screen, 'load'> => ({
  ...route,
  load,
});

export type ScreenComponent = ComponentType<Record<string, string>>;
/** The exports of a screen's file; a part may export something other than a component (`App.bring`). */
export type ScreenModule = { default: ScreenComponent };
