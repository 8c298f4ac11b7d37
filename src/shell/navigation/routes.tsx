import { Route, Router } from 'preact-iso/router';
import { type ComponentType, memo, useEffect, useMemo, useRef } from 'react';
import { useApp } from '../../core/app';
import { type ReadonlySignal, useSignal, useValue } from '../../core/data/signals';
import { LocationContext, useLocation } from '../../core/navigation/location';
import { type AnyScreen, screen as screenOf } from '../../core/navigation/screen';
import { NotFound } from '../frame/fallback';
import type { LazyScreens } from '../frame/lazy-screen';
import { useScroll } from '../frame/scroll';

interface Props {
  find(path: string): AnyScreen | undefined;
  lazyScreens: LazyScreens;
}

const notFound = screenOf('', {
  title: 'common.failures.notFound',
  guard: 'anyone',
  load: async () => ({ default: NotFound }),
});

const Nothing = () => null;

/**
 * The screen that the address names. Renders for the address only: a render above the Router for any other reason,
 * while a screen is on its way, would blank the page.
 */
export const Routes = memo(function Routes({ find, lazyScreens }: Props) {
  const { path, key } = useLocation();
  const screen = find(path.slice(1)) ?? notFound;
  useMemo(() => lazyScreens.renew(screen), [key]);
  const scroll = useScroll((path) => {
    const to = find(path.slice(1));
    return to?.tab && to.path;
  });
  const arrivedKey = useSignal('');
  const coming = !screen.tab && !lazyScreens.isHere(screen);
  const now = useRef(key);
  now.current = key;
  const ended = useMemo(
    () => () => {
      arrivedKey.value = now.current;
      scroll.onLoadEnd();
    },
    [],
  );
  return (
    <>
      <KeptTabs
        screen={screen}
        coming={coming ? key : undefined}
        arrivedKey={arrivedKey}
        lazyScreens={lazyScreens}
      />
      <Router onLoadStart={scroll.onLoadStart} onLoadEnd={ended}>
        <Route default component={screen.tab ? Nothing : lazyScreens.component(screen)} />
      </Router>
    </>
  );
});

interface KeptProps {
  screen: AnyScreen;
  /** The key of the address whose screen is still being downloaded. */
  coming: string | undefined;
  /** The key of the address whose screen came last. */
  arrivedKey: ReadonlySignal<string>;
  lazyScreens: LazyScreens;
}

/**
 * Tabs that were visited stay as they were left, hidden; another member gets new ones. A tab that is left for a screen
 * that is still on its way stays until that is here.
 */
function KeptTabs({ screen, coming, arrivedKey, lazyScreens }: KeptProps) {
  const { session } = useApp();
  const owner = useValue(session.userInfo)?.userId ?? '';
  const here = useValue(arrivedKey);
  const kept = useRef({ owner, screens: [] as AnyScreen[] });
  const last = useRef<AnyScreen>(undefined);
  if (kept.current.owner !== owner) kept.current = { owner, screens: [] };
  const { screens } = kept.current;
  if (screen.tab && !screens.includes(screen)) screens.push(screen);
  if (screen.tab) last.current = screen;
  else if (!coming || coming === here) last.current = undefined;
  return (
    <>
      {screens.map((one) => (
        <Frozen
          key={owner + one.path}
          active={one === screen}
          hidden={one !== last.current}
          component={lazyScreens.component(one)}
        />
      ))}
    </>
  );
}

interface FrozenProps {
  /** Whether the address names it. */
  active: boolean;
  hidden: boolean;
  component: ComponentType;
}

/** A hidden tab does not see the address change, and so does not render. One that is come back to has the focus. */
function Frozen({ active, hidden, component: Content }: FrozenProps) {
  const location = useLocation();
  const last = useRef(location);
  if (active) last.current = location;
  const element = useMemo(() => <Content />, [Content]);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active && location.action !== 'start')
      root.current?.querySelector<HTMLElement>('main')?.focus({ preventScroll: true });
  }, [active]);
  return (
    <div hidden={hidden} ref={root}>
      <LocationContext.Provider value={last.current}>{element}</LocationContext.Provider>
    </div>
  );
}
