import type { ComponentType } from 'react';
import type { Bundle, MessageKey } from '../text/i18n';

/** anyone; a signed-in member; a member whose `examineState` is 1 (spec §6). */
type Guard = 'anyone' | 'member' | 'examined';
/** The five of spec §2, in their order. */
export const tabs = ['devices', 'accounts', 'dynamic', 'logs', 'mine'] as const;
export type Tab = (typeof tabs)[number];

/**
 * Everything the rest of the app needs to know about a screen without loading it.
 * `Needed` and `Optional` name its query parameters.
 */
export interface Screen<Needed extends string = string, Optional extends string = string> {
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
  load(): Promise<{ default: unknown }>;
}

/** Any screen, whatever its parameters: for what only needs to know where it is. */
// biome-ignore lint/suspicious/noExplicitAny: `Screen<string>` would refuse every screen that names its parameters
export type AnyScreen = Screen<any, any>;
/** A screen that can be opened without a parameter. */
// biome-ignore lint/suspicious/noExplicitAny: as above: its optional parameters may have any names
export type OpenScreen = Screen<never, any>;

interface ScreenOptions<Needed extends string> {
  title: MessageKey;
  guard?: Guard;
  tab?: Tab;
  bare?: boolean;
  also?: readonly Bundle[];
  /** Parameters without which there is nothing to show. */
  needs?: readonly Needed[];
  // `unknown`, so that the type of the table never depends on the screens that link through it.
  load(): Promise<{ default: unknown }>;
}

/** Parameters that may be left out are named by the second type: `screen<'orderNo', 'canceled'>(…)`. */
export const screen = <Needed extends string = never, Optional extends string = never>(
  path: string,
  about: ScreenOptions<Needed>,
): Screen<Needed, Optional> => ({ path, guard: 'member', also: [], needs: [], ...about });

/** What a screen's component is given: `Props<typeof devices.machines>`. */
export type Props<S> =
  S extends Screen<infer Needed, infer Optional>
    ? { [K in Needed]: string } & { [K in Optional]?: string }
    : never;

export type ScreenComponent = ComponentType<Record<string, string>>;
/** What a screen's file exports; a part's may be something else than a component (`App.bring`). */
export type ScreenModule = { default: ScreenComponent };

/** `/pages/list/equList?serialNumber=CP1`: what stands behind the `#`. */
export function pathOf(to: AnyScreen, params: Record<string, string | undefined>): string {
  const query = Object.entries(params)
    .filter((pair): pair is [string, string] => pair[1] !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(value)}`)
    .join('&');
  return `/${to.path}${query && `?${query}`}`;
}

/** The parameters that are missing from a query (spec: a clear error screen, never a blank page). */
export const missing = (to: AnyScreen, params: Record<string, string>): string[] =>
  to.needs.filter((name) => !params[name]);
