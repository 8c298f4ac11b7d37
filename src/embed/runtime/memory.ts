import { type ReadonlySignal, signal } from '@preact/signals';
import type { App, Nav } from '../../core/app';
import { createCovers } from '../../core/navigation/covers';
import { type Location, parse } from '../../core/navigation/location';
import { pathOf } from '../../core/navigation/route';

/** Where an embed is: a history of its own. The page around it never learns of it but by `cp-routechange`. */
export interface Memory {
  readonly location: ReadonlySignal<Location>;
  /** To one of the feature's own screens; `/` is its first. Anything else does nothing. */
  route(url: string, replace?: boolean): void;
  back(): void;
  readonly depth: number;
}

interface About {
  first: string;
  /** Whether a path (`pages/mine/balance`) is one of the feature's own. */
  owns(path: string): boolean;
  moved(route: string, replace: boolean): void;
  /** The page has asked for a screen that there is none of. */
  lost(route: string): void;
}

export function createMemory({ first, owns, moved, lost }: About, start = '/'): Memory {
  let made = 0;
  const covers = createCovers();
  const locate = (to: string, action: Location['action']): Location => {
    const parsed = parse(to);
    const target = parsed.path === '/' ? parse(first) : parsed;
    return { ...target, action, key: String(made++), route, back, cover: covers.add };
  };
  const isOwn = ({ path }: Location) => owns(path.slice(1));
  const given = locate(start, 'start');
  const begin = isOwn(given) ? given : locate('/', 'start');
  if (!isOwn(given)) lost(start);
  const entries = [begin];
  const location = signal(begin);

  function route(url: string, replace = false) {
    const replaces = replace || parse(url).url === location.peek().url; // the same again would make Back look dead
    const next = locate(url, replaces ? 'replace' : 'push');
    if (!isOwn(next)) return lost(url);
    covers.closeTo(0);
    if (replaces) entries.pop();
    entries.push(next);
    location.value = next;
    moved(next.url, replaces);
  }
  function back() {
    covers.closeTo(0);
    const before = entries[entries.length - 2];
    if (!before) return;
    entries.pop();
    location.value = { ...before, action: 'pop' };
    moved(before.url, false);
  }
  return {
    location,
    route,
    back,
    get depth() {
      return entries.length - 1;
    },
  };
}

/**
 * Moving about an embed. Links to its own screens stay inside; every link has the full page's address, for whoever opens it
 * in another window; all others lead there.
 */
export function createNav(
  memory: Memory,
  owns: (path: string) => boolean,
  origin: string,
  leave: App['platform']['leave'],
  /** Whether a path is of no use here, since the token does not allow what is done there: nothing leads to it. */
  barred: (path: string) => boolean = () => false,
): Nav {
  const full = (url: string) => `${origin}/#${url}`;
  const own = (url: string) => owns(parse(url).path.slice(1));
  const open: Nav['open'] = (url, how) => {
    if (own(url)) memory.route(url, how?.replace);
    else leave(full(url));
  };
  return {
    go: (screen, params, how) => open(pathOf(screen, params), how),
    back(otherwise) {
      if (memory.depth) memory.back();
      else if (otherwise) open(pathOf(otherwise, {}), { replace: true });
      else memory.route('/', true);
    },
    canBack: () => memory.depth > 0,
    link(screen, params) {
      const url = pathOf(screen, params);
      return {
        href: full(url),
        ...(barred(screen.path) && { hidden: true }),
        ...(own(url) && {
          onClick(event: { preventDefault(): void }) {
            const { metaKey, ctrlKey, shiftKey } = event as MouseEvent;
            if (metaKey || ctrlKey || shiftKey) return;
            event.preventDefault();
            memory.route(url);
          },
        }),
      };
    },
    open,
  };
}
