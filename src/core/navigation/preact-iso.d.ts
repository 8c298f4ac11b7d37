/** preact-iso as seen by React's types: its own speak of preact's nodes, which React's do not take. */
declare module 'preact-iso/lazy' {
  import type { ComponentType } from 'react';
  /** `preload` begins to load, once, and resolves with what `load` has as its default: from then on it can be shown. */
  export default function lazy<P extends object>(
    load: () => Promise<{ default: ComponentType<P> }>,
  ): ComponentType<P> & { preload(): Promise<ComponentType<P>> };
}
