import { Route, Router } from 'preact-iso/router';
import { type ComponentType, memo, useMemo, useRef } from 'react';
import { useApp } from '../core/app';
import { LocationContext, useLocation } from '../core/location';
import { type Screen, screen as screenOf } from '../core/screen';
import { useValue } from '../core/signals';
import type { Arrivals } from './arrival';
import { NotFound } from './instead';
import { useScroll } from './scroll';

interface Props {
  find(path: string): Screen<any, any> | undefined;
  arrivals: Arrivals;
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
export const Routes = memo(function Routes({ find, arrivals }: Props) {
  const { path, key } = useLocation();
  const screen = find(path.slice(1)) ?? notFound;
  useMemo(() => arrivals.renew(screen), [key]);
  const scroll = useScroll((path) => !!find(path.slice(1))?.tab);
  return (
    <>
      <Kept screen={screen} arrivals={arrivals} />
      <Router {...scroll}>
        <Route default component={screen.tab ? Nothing : arrivals.component(screen)} />
      </Router>
    </>
  );
});

/** Tabs that were visited stay as they were left, hidden; another member gets new ones. */
function Kept({ screen, arrivals }: { screen: Screen<any, any>; arrivals: Arrivals }) {
  const { session } = useApp();
  const owner = useValue(session.userInfo)?.userId ?? '';
  const kept = useRef({ owner, screens: [] as Screen<any, any>[] });
  if (kept.current.owner !== owner) kept.current = { owner, screens: [] };
  const { screens } = kept.current;
  if (screen.tab && !screens.includes(screen)) screens.push(screen);
  return (
    <>
      {screens.map((one) => (
        <div key={owner + one.path} hidden={one !== screen}>
          <Frozen active={one === screen} component={arrivals.component(one)} />
        </div>
      ))}
    </>
  );
}

/** A hidden tab does not see the address change, and so does not render. */
function Frozen({ active, component: Shown }: { active: boolean; component: ComponentType }) {
  const location = useLocation();
  const last = useRef(location);
  if (active) last.current = location;
  const element = useMemo(() => <Shown />, [Shown]);
  return <LocationContext.Provider value={last.current}>{element}</LocationContext.Provider>;
}
