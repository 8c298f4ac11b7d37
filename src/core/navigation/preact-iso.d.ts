/** preact-iso with React's types: its own declare preact's nodes, which React's types reject. */
declare module 'preact-iso/lazy' {
  import type { ComponentType } from 'react';
  /** `preload` loads once, and resolves with the default export of `load`: from then on it can be rendered. */
  export default function lazy<P extends object>(
    load: () => Promise<{ default: ComponentType<P> }>,
  ): ComponentType<P> & { preload(): Promise<ComponentType<P>> };
}
