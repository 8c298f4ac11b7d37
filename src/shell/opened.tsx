import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useApp } from '../core/app';
import { ChunkError, type Download } from '../core/download';
import { type Files, loadScreen } from '../core/load';
import { useLocation } from '../core/location';
import { missing, type Screen, type ScreenComponent } from '../core/screen';
import { useValue } from '#signals';
import { Skeleton } from '../ui/skeleton';
import { Around } from './around';
import { BuyFirst, Incomplete, Unreachable } from './instead';
import { barrier, wayIn } from './place';

/** A screen's code: asked for once, kept once it is here. Never rejects: a failure is kept until somebody retries. */
export interface Arrival {
  Component?: ScreenComponent;
  failure?: ChunkError | undefined;
  load(): Promise<void>;
}

export function createArrival(screen: Screen<any, any>, load: () => Promise<ScreenComponent>): Arrival {
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

/**
 * The component of a route. While its code is on the way it suspends, and the Router keeps the screen before; a kept
 * tab has nothing before it and shows a skeleton (`inPlace`).
 */
export function openedScreen(screen: Screen<any, any>, arrival: Arrival, inPlace = false): ComponentType {
  return function Opened() {
    const { session, nav } = useApp();
    const location = useLocation();
    useValue(session.userInfo);
    const [, render] = useState(0);
    const here = location.path === `/${screen.path}` || (location.path === '/' && screen.tab === 'devices');
    // While the next screen is on its way, this one is rendered with the next one's address: it keeps its own.
    const mine = useRef(location);
    if (here) mine.current = location;
    const { query, url, action } = mine.current;
    const blocked = barrier(screen, session, query);
    const tried = useRef(false);

    useEffect(() => {
      if (blocked !== 'sign in' || !here) return;
      const [to, params] = wayIn(url, action === 'start' ? inviteIn(query) : undefined);
      nav.go(to, params, { replace: true });
    }, [blocked, here]);

    useEffect(() => {
      if (blocked === 'none' && !arrival.Component) void arrival.load().then(() => render((n) => n + 1));
    }, [blocked]);

    if (blocked === 'sign in') return <Around screen={screen} here={here} />;
    if (blocked === 'buy first') return <Around screen={screen} here={here} children={<BuyFirst />} />;
    if (blocked === 'parameter') {
      return <Around screen={screen} here={here} children={<Incomplete names={missing(screen, query)} />} />;
    }
    const { Component, failure } = arrival;
    if (Component) {
      return (
        <Around screen={screen} here={here}>
          <Component key={screen.tab ?? JSON.stringify(query)} {...query} />
        </Around>
      );
    }
    const retry = () => {
      tried.current = true;
      arrival.failure = undefined;
      render((n) => n + 1);
      void arrival.load().then(() => render((n) => n + 1));
    };
    if (failure) return <Around screen={screen} here={here} children={<Unreachable failure={failure} retry={retry} />} />;
    if (inPlace || tried.current) return <Around screen={screen} here={here} children={<Skeleton kind="list" />} />;
    throw arrival.load();
  };
}

const inviteIn = (query: Record<string, string>) =>
  query.inviteCode ?? new URLSearchParams(location.search).get('inviteCode') ?? undefined;

/** All the screens' components, each made once. */
export function createOpened(files: Files, download: Download, i18n: Parameters<typeof loadScreen>[3]) {
  const arrivals = new Map<string, Arrival>();
  const components = new Map<string, ComponentType>();
  const arrival = (screen: Screen<any, any>) => {
    let known = arrivals.get(screen.path);
    if (!known) {
      known = createArrival(screen, () => loadScreen(screen, files, download, i18n));
      arrivals.set(screen.path, known);
    }
    return known;
  };
  return {
    preload: (screen: Screen<any, any>) => void arrival(screen).load(),
    renew: (screen: Screen<any, any>) => {
      arrival(screen).failure = undefined;
    },
    component(screen: Screen<any, any>): ComponentType {
      let known = components.get(screen.path);
      if (!known) {
        known = openedScreen(screen, arrival(screen), !!screen.tab);
        components.set(screen.path, known);
      }
      return known;
    },
  };
}
