import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from '../../core/app';
import { useLocation } from '../../core/navigation/location';
import { missing, pathOf } from '../../core/navigation/route';
import type { Screen } from '../../core/navigation/screen';
import { Skeleton } from '../../ui/feedback/skeleton';
import type { Deferred } from '../navigation/deferred';
import { barrier, invitedRoute, signInRoute } from '../navigation/place';
import { Unreachable } from './fallback';
import type { LazyScreen } from './lazy-screen';
import { ScreenFrame } from './screen-frame';
import type { Settled } from './settled';

interface Props {
  screen: Screen;
  lazyScreen: LazyScreen;
  /** The address with which the page was opened, for its invite code. */
  landing: string;
  settled: Settled;
  deferred: Deferred;
}

/**
 * A screen on its route, or its replacement: a sign-in, a purchase, a download. Most screens are loaded before they are shown
 * (`LazyScreens.component`); a tab, or a retried screen, shows a skeleton.
 */
export function ScreenRoute({ screen, lazyScreen, landing, settled, deferred }: Props) {
  const { session } = useApp();
  const location = useLocation();
  session.userInfo.value;
  const [, setTurn] = useState(0);
  const render = () => setTurn((turn) => turn + 1);

  const isCurrent =
    !screen.path ||
    location.path === `/${screen.path}` ||
    (location.path === '/' && screen.tab === 'devices');
  // While the next screen is loading, this one is rendered with the next one's address: it keeps its own.
  const mine = useRef(location);
  if (isCurrent) mine.current = location;
  const { query, url, action, key } = mine.current;
  const blocked = barrier(screen, session, query);
  const barred = deferred.module.value;

  const inviteCode = query.inviteCode ?? (action === 'start' ? inviteIn(landing) : undefined);
  const leads =
    blocked === 'sign in'
      ? signInRoute(url, inviteCode)
      : inviteCode && !session.userInfo.peek() && invitedRoute(screen, query, inviteCode);

  useEffect(() => {
    if (leads && isCurrent) location.route(pathOf(...leads), true); // relative to this screen: it does nothing if the member has gone elsewhere
  }, [blocked, isCurrent, key]); // a kept tab does not notice that it was left: another address is another visit

  useEffect(() => {
    if (blocked === 'buy first' || blocked === 'parameter') deferred.bring().catch(() => {}); // the text that explains it
    if (blocked === 'none' && !lazyScreen.isLoaded) void lazyScreen.load().then(render);
  }, [blocked]);

  const framed = (children?: ReactNode) => (
    <ScreenFrame
      screen={screen}
      isCurrent={isCurrent}
      instead={!lazyScreen.isLoaded || blocked !== 'none'}
      settled={settled}
    >
      {children}
    </ScreenFrame>
  );
  if (leads) return null; // the page's skeleton stays, if it is the first screen
  if (blocked === 'buy first') return framed(barred && <barred.BuyFirst path={screen.path} />);
  if (blocked === 'parameter') return framed(barred && <barred.Incomplete names={missing(screen, query)} />);

  const { Content, isLoaded, failure } = lazyScreen;
  if (isLoaded) return framed(<Content key={screen.tab ?? JSON.stringify(query)} {...query} />);
  if (failure) {
    const retry = () => {
      lazyScreen.failure = undefined;
      render();
      void lazyScreen.load().then(render);
    };
    return framed(<Unreachable failure={failure} retry={retry} />);
  }
  return framed(<Skeleton kind="list" />);
}

/** From the query before or after the # (spec §2). */
const inviteIn = (landing: string) => /[?&]inviteCode=(\w+)/.exec(landing)?.[1];
