/** preact-iso as seen by React's types: its own speak of preact's nodes, which React's do not take. */
declare module 'preact-iso/lazy' {
  import type { ComponentType } from 'react';
  /** `preload` resolves once the component can be shown. */
  export default function lazy(
    load: () => Promise<{ default: ComponentType }>,
  ): ComponentType & { preload(): Promise<unknown> };
}
