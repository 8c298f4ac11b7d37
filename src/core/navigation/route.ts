import type { Bundle, MessageKey } from '../text/i18n';

/** anyone; a signed-in member; a member whose `examineState` is 1 (spec §6). */
type Guard = 'anyone' | 'member' | 'examined';
/** The five of spec §2, in their order. */
export const tabs = ['devices', 'accounts', 'dynamic', 'logs', 'mine'] as const;
export type Tab = (typeof tabs)[number];

/**
 * The description of a screen without its code: data only, so that a link adds no more than this to a bundle. `Needed` and `Optional` are
 * the names of its query parameters.
 */
export interface Route<Needed extends string = string, Optional extends string = string> {
  /** The route of spec §2, without the leading `#/`: `pages/mine/balance`. */
  readonly path: string;
  readonly title: MessageKey;
  readonly guard: Guard;
  readonly tab?: Tab;
  /** The screen renders its own header: no bar above it (spec §2: mine). */
  readonly bare?: boolean;
  /** Bundles of messages that it needs besides the bundle of its title. */
  readonly also: readonly Bundle[];
  readonly needs: readonly Needed[];
  /** For types only: the optional parameters of its address. No code reads the list. */
  readonly optional?: Optional;
}

/** Any route, whatever its parameters, for code that only needs its path. */
// biome-ignore lint/suspicious/noExplicitAny: `Route<string>` would refuse every route that names its parameters
export type AnyRoute = Route<any, any>;
/** A route that can be opened without parameters. */
// biome-ignore lint/suspicious/noExplicitAny: as above: its optional parameters may have any names
export type OpenRoute = Route<never, any>;

interface RouteOptions<Needed extends string> {
  title: MessageKey;
  guard?: Guard;
  tab?: Tab;
  bare?: boolean;
  also?: readonly Bundle[];
  /** Required parameters. */
  needs?: readonly Needed[];
}

/** The second type argument names the optional parameters: `route<'orderNo', 'canceled'>(…)`. */
export const route = <Needed extends string = never, Optional extends string = never>(
  path: string,
  about: RouteOptions<Needed>,
): Route<Needed, Optional> => ({ path, guard: 'member', also: [], needs: [], ...about });

/** The props of a screen's component: `Props<typeof devices.machines>`. */
export type Props<R> =
  R extends Route<infer Needed, infer Optional>
    ? { [K in Needed]: string } & { [K in Optional]?: string }
    : never;

/** `/pages/list/equList?serialNumber=CP1`: the part of an address after the `#`. */
export function pathOf(to: AnyRoute, params: Record<string, string | undefined>): string {
  const query = Object.entries(params)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
  return `/${to.path}${query && `?${query}`}`;
}

/** The parameters that are missing in a query (spec: a clear error screen, never a blank page). */
export const missing = (to: AnyRoute, params: Record<string, string>): string[] =>
  to.needs.filter((name) => !params[name]);
