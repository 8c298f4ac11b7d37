import type { App, Nav } from '../../core/app';
import { type Location, parse } from '../../core/navigation/location';
import { type AnyScreen, pathOf } from '../../core/navigation/screen';
import { devices } from '../../features/devices/screens';
import { store } from '../../features/store/screens';
import { barrier } from './place';
import type { Rest } from './rest';

interface Deps extends Pick<App, 'session' | 'renew' | 'dialogs' | 'toasts' | 't'> {
  /** Where we are; there is none before the first render. */
  location: { current: Location | undefined };
  /** How many of our own history entries are behind this one. */
  depth: { current: number };
  find(path: string): AnyScreen | undefined;
  rest: Rest;
}

/** Moving about a full page: addresses behind the `#`, the browser's history. */
export function createNav({ session, renew, dialogs, toasts, t, location, depth, find, rest }: Deps): Nav {
  const route = (url: string, replace = false) => location.current?.route(url, replace);
  const mustBuy = (screen: AnyScreen) => barrier(screen, session, {}) === 'buy first';

  /**
   * The shared link helper of spec §6: without a cloud machine it asks whether to buy one. What the phone knows of that may be
   * old, so the gateway is asked before anybody is refused.
   */
  const askFirst = async (screen: AnyScreen, go: () => void) => {
    const failure = await renew();
    if (!mustBuy(screen)) return go();
    if (failure?.kind === 'expired') return; // has been said
    if (failure) return toasts.show(failure.message || t('common.failures.offline'));
    const { title, text, buy, later } = {
      title: t('common.guard.title'),
      text: t('common.guard.text'),
      buy: t('common.guard.buy'),
      later: t('common.guard.later'),
    };
    if (await dialogs.ask({ title, text, yes: buy, no: later })) route(pathOf(store.rechargeScore, {}));
  };
  const blocked = (screen: AnyScreen, go: () => void): boolean => {
    if (!mustBuy(screen)) return false;
    void askFirst(screen, go);
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
      // while not all screens are known, the address itself will tell
      route(find(path.slice(1)) || !rest.here.peek() ? url : pathOf(devices.list, {}), how?.replace);
    },
  };
}
