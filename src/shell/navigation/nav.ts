import type { App, Nav } from '../../core/app';
import { type Location, parse } from '../../core/navigation/location';
import { type AnyRoute, pathOf } from '../../core/navigation/route';
import * as devices from '../../features/devices/routes';
import type { Deferred } from './deferred';
import { barrier } from './place';

interface Deps extends Pick<App, 'session' | 'renew' | 'dialogs' | 'toasts' | 't'> {
  /** The current location; undefined before the first render. */
  location: { current: Location | undefined };
  /** Number of our own history entries behind this one. */
  depth: { current: number };
  find(path: string): AnyRoute | undefined;
  deferred: Deferred;
}

/** Navigation on a full page: addresses after the `#`, the browser's history. */
export function createNav({ location, depth, find, deferred, ...app }: Deps): Nav {
  const { session, toasts, t } = app;
  const route = (url: string, replace = false) => location.current?.route(url, replace);
  const mustBuy = (screen: AnyRoute) => barrier(screen, session, {}) === 'buy first';

  const blocked = (screen: AnyRoute, go: () => void): boolean => {
    if (!mustBuy(screen)) return false;
    const offline = () => toasts.show(t('common.failures.offline'));
    // biome-ignore lint/style/noNonNullAssertion: it has come
    const ask = () => deferred.module.peek()!.askFirst({ ...app, mustBuy: () => mustBuy(screen), go, route });
    deferred.bring().then(ask, offline);
    return true;
  };

  return {
    go(screen, params, how) {
      const go = () => route(pathOf(screen, params), how?.replace);
      if (!blocked(screen, go)) go();
    },
    back: (otherwise) => {
      if (depth.current > 0) location.current?.back();
      else route(pathOf(otherwise ?? devices.list, {}), true);
    },
    canBack: () => depth.current > 0 || !!session.userInfo.peek(),
    link: (screen, params) => ({
      href: `#${pathOf(screen, params)}`,
      onClick: (event) => {
        if (blocked(screen, () => route(pathOf(screen, params)))) event.preventDefault();
      },
    }),
    open: (url, how) => {
      const { path } = parse(url);
      // while not all screens are known, the screen is found after the navigation
      route(find(path.slice(1)) || !deferred.module.peek() ? url : pathOf(devices.list, {}), how?.replace);
    },
  };
}
