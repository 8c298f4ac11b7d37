import type { ComponentType } from 'react';

// The part of `preact-iso/lazy` that we use, for real React: preact-iso uses preact's internals and cannot run there. Only the build that
// proves that our source is React (`npm run test:react`) contains this file.

/** Renders nothing before it is loaded; it is not rendered before that. */
export default function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let Content: ComponentType<P> | undefined;
  let inFlight: Promise<ComponentType<P>> | undefined;
  const preload = () => {
    inFlight ??= load().then((module) => (Content = module.default));
    return inFlight;
  };
  return Object.assign((props: P) => Content && <Content {...props} />, { preload });
}
