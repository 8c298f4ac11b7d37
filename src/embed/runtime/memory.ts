import { type ReadonlySignal, signal } from '@preact/signals';
import type { App, Nav } from '../../core/app';
import { createCovers } from '../../core/navigation/covers';
import { type Location, parse } from '../../core/navigation/location';
import { pathOf } from '../../core/navigation/route';

/** The location of an embed: its own history. The surrounding page only sees it through `cp-routechange`. */
export interface Memory {
  readonly location: ReadonlySignal<Location>;
  /** Goes to one of the feature's own screens; `/` is its first. Other routes are ignored. */
  route(url: string, replace?: boolean): void;
  back(): void;
  readonly depth: number;
}

interface About {
  first: string;
  /** Whether a path (`pages/mine/balance`) belongs to the feature. */
  owns(path: string): boolean;
  moved(route: string, replace: boolean): void;
  /** The page has requested an unknown screen. */
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
    const replaces = replace || parse(url).url === location.peek().url; // a second entry with the same address would make Back appear to do nothing
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
 * Navigation in an embed. Links to its own screens stay inside; every link has the address of the full page, for opening it in another
 * window; all other links lead there.
 */
export function createNav(
  memory: Memory,
  owns: (path: string) => boolean,
  origin: string,
  leave: App['platform']['leave'],
  /** Whether the token lacks the scope for a path, so that nothing links to it. */
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
