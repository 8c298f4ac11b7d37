/** preact-iso as seen by React's types: its own speak of preact's nodes, which React's do not take. */
declare module 'preact-iso/router' {
  import type { ComponentType, Context, ReactNode } from 'react';
  export const LocationProvider: { ctx: Context<unknown> };
  export function Router(props: {
    onLoadStart?(url: string): void;
    onLoadEnd?(url: string): void;
    children?: ReactNode;
  }): ReactNode;
  export function Route(props: { default: true; component: ComponentType }): ReactNode;
  export function useLocation(): unknown;
}

declare module 'preact-iso/lazy' {
  import type { ComponentType } from 'react';
  export default function lazy(load: () => Promise<{ default: ComponentType }>): ComponentType;
}
