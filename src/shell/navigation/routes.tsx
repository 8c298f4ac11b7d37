import { type ComponentType, useEffect, useMemo, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { LocationContext, useLocation } from '../../core/navigation/location';
import { route } from '../../core/navigation/route';
import { type Screen, screen as screenOf } from '../../core/navigation/screen';
import type { LazyScreens } from '../frame/lazy-screen';
import { useScroll } from '../frame/scroll';
import type { Deferred } from './deferred';

interface Props {
  find(path: string): Screen | undefined;
  deferred: Deferred;
  lazyScreens: LazyScreens;
}

/** The screen of the address. While it is loading, the previous one stays. */
export function Routes({ find, deferred, lazyScreens }: Props) {
  const { path, key } = useLocation();
  const all = deferred.module.value;
  // whether such a screen exists is known after all routes are loaded; until then it may only have failed to load
  const unknown = useMemo(
    () =>
      screenOf(
        route('', { title: `common.failures.${all ? 'notFound' : 'title'}`, guard: 'anyone' }),
        async () => {
          await deferred.bring();
          return { default: all?.NotFound ?? (() => null) };
        },
      ),
    [all],
  );
  const screen = find(path.slice(1)) ?? unknown;
  useMemo(() => lazyScreens.renew(screen), [key]);

  /** The screen whose code has arrived, or failed to, since the navigation. */
  const [arrived, setArrived] = useState<{ screen: Screen; key: string }>();
  const coming =
    !screen.tab && !lazyScreens.isLoaded(screen) && !(arrived?.screen === screen && arrived.key === key);
  useScroll(screen.tab && screen.path, coming);
  useEffect(() => {
    if (!coming) return;
    let left = false;
    void lazyScreens.arrive(screen).then(() => {
      if (!left) setArrived({ screen, key });
    });
    return () => {
      left = true;
    };
  }, [coming, screen, key]);

  const lastScreen = useRef<Screen>(undefined);
  if (!coming) lastScreen.current = screen.tab ? undefined : screen;
  const LastScreen = lastScreen.current && lazyScreens.component(lastScreen.current);
  return (
    <>
      <KeptTabs screen={screen} coming={coming} lazyScreens={lazyScreens} />
      {LastScreen && <LastScreen />}
    </>
  );
}

interface KeptProps {
  screen: Screen;
  /** Whether the screen is still loading. */
  coming: boolean;
  lazyScreens: LazyScreens;
}

/**
 * Visited tabs stay as they were left, hidden; another member gets new ones. When the member leaves a tab, it stays visible until the
 * next screen is loaded.
 */
function KeptTabs({ screen, coming, lazyScreens }: KeptProps) {
  const { session } = useApp();
  const owner = session.userInfo.value?.userId ?? '';
  const keptOpen = useRef({ owner, screens: [] as Screen[] });
  const last = useRef<Screen>(undefined);
  if (keptOpen.current.owner !== owner) keptOpen.current = { owner, screens: [] };
  const { screens } = keptOpen.current;
  if (screen.tab && !screens.includes(screen)) screens.push(screen);
  if (screen.tab) last.current = screen;
  else if (!coming) last.current = undefined;
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
  /** Whether it is the screen of the address. */
  active: boolean;
  hidden: boolean;
  component: ComponentType;
}

/** A hidden tab does not receive changes of the address, so it does not render. */
function Frozen({ active, hidden, component: Content }: FrozenProps) {
  const location = useLocation();
  const last = useRef(location);
  if (active) last.current = location;
  const element = useMemo(() => <Content />, [Content]);
  return (
    <div hidden={hidden}>
      <LocationContext.Provider value={last.current}>{element}</LocationContext.Provider>
    </div>
  );
}
