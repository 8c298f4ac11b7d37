import type { App, Nav } from '../../core/app';
import { type Location, parse } from '../../core/navigation/location';
import { type AnyScreen, pathOf } from '../../core/navigation/screen';
import { devices } from '../../features/devices/screens';
import { store } from '../../features/store/screens';
import { barrier } from './place';
import type { Rest } from './rest';

interface Deps extends Pick<App, 'session' | 'dialogs' | 't'> {
  /** Where we are; there is none before the first render. */
  location: { current: Location | undefined };
  /** How many of our own history entries are behind this one. */
  depth: { current: number };
  find(path: string): AnyScreen | undefined;
  rest: Rest;
}

/** Moving about a full page: addresses behind the `#`, the browser's history. */
export function createNav({ session, dialogs, t, location, depth, find, rest }: Deps): Nav {
  const route = (url: string, replace = false) => location.current?.route(url, replace);

  /** The shared link helper of spec §6: without a cloud machine it asks whether to buy one. */
  const blocked = (screen: AnyScreen): boolean => {
    if (barrier(screen, session, {}) !== 'buy first') return false;
    const { title, text, buy, later } = {
      title: t('common.guard.title'),
      text: t('common.guard.text'),
      buy: t('common.guard.buy'),
      later: t('common.guard.later'),
    };
    void dialogs.ask({ title, text, yes: buy, no: later }).then((yes) => {
      if (yes) route(pathOf(store.rechargeScore, {}));
    });
    return true;
  };

  return {
    go: (screen, params, how) => {
      if (!blocked(screen)) route(pathOf(screen, params), how?.replace);
    },
    back: (otherwise) => {
      if (depth.current > 0) location.current?.back();
      else route(pathOf(otherwise ?? devices.list, {}), true);
    },
    canBack: () => depth.current > 0 || !!session.userInfo.peek(),
    link: (screen, params) => ({
      href: `#${pathOf(screen, params)}`,
      onClick: (event) => {
        if (blocked(screen)) event.preventDefault();
      },
    }),
    open: (url, how) => {
      const { path } = parse(url);
      // while not all screens are known, the address itself will tell
      route(find(path.slice(1)) || !rest.here.peek() ? url : pathOf(devices.list, {}), how?.replace);
    },
  };
}
