import type { Bundle, MessageKey } from '../text/i18n';

/** anyone; a signed-in member; a member whose `examineState` is 1 (spec §6). */
type Guard = 'anyone' | 'member' | 'examined';
/** The five of spec §2, in their order. */
export const tabs = ['devices', 'accounts', 'dynamic', 'logs', 'mine'] as const;
export type Tab = (typeof tabs)[number];

/**
 * Everything the rest of the app needs to know about a screen without loading it: data only, so that a link costs no more than this.
 * `Needed` and `Optional` name its query parameters.
 */
export interface Route<Needed extends string = string, Optional extends string = string> {
  /** The route of spec §2, without the leading `#/`: `pages/mine/balance`. */
  readonly path: string;
  readonly title: MessageKey;
  readonly guard: Guard;
  readonly tab?: Tab;
  /** Draws its own top: no bar above it (spec §2: mine). */
  readonly bare?: boolean;
  /** Messages that it needs beside the bundle of its title. */
  readonly also: readonly Bundle[];
  readonly needs: readonly Needed[];
  /** Only a type: what may stand in its address besides. Nothing asks for the list. */
  readonly optional?: Optional;
}

/** Any route, whatever its parameters: for what only needs to know where it is. */
// biome-ignore lint/suspicious/noExplicitAny: `Route<string>` would refuse every route that names its parameters
export type AnyRoute = Route<any, any>;
/** A route that can be opened without a parameter. */
// biome-ignore lint/suspicious/noExplicitAny: as above: its optional parameters may have any names
export type OpenRoute = Route<never, any>;

interface RouteOptions<Needed extends string> {
  title: MessageKey;
  guard?: Guard;
  tab?: Tab;
  bare?: boolean;
  also?: readonly Bundle[];
  /** Parameters without which there is nothing to show. */
  needs?: readonly Needed[];
}

/** Parameters that may be left out are named by the second type: `route<'orderNo', 'canceled'>(…)`. */
export const route = <Needed extends string = never, Optional extends string = never>(
  path: string,
  about: RouteOptions<Needed>,
): Route<Needed, Optional> => ({ path, guard: 'member', also: [], needs: [], ...about });

/** What a screen's component is given: `Props<typeof devices.machines>`. */
export type Props<R> =
  R extends Route<infer Needed, infer Optional>
    ? { [K in Needed]: string } & { [K in Optional]?: string }
    : never;

/** `/pages/list/equList?serialNumber=CP1`: what stands behind the `#`. */
export function pathOf(to: AnyRoute, params: Record<string, string | undefined>): string {
  const query = Object.entries(params)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
  return `/${to.path}${query && `?${query}`}`;
}

/** The parameters that are missing from a query (spec: a clear error screen, never a blank page). */
export const missing = (to: AnyRoute, params: Record<string, string>): string[] =>
  to.needs.filter((name) => !params[name]);
