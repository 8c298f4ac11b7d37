import type { ComponentType } from 'react';

// What we use of `preact-iso/lazy`, on real React: preact-iso reaches into preact's internals and cannot run there.
// Only the build that proves that our source is React (`npm run test:react`) sees this file.

/** Shows nothing until it was loaded: nobody renders it before. */
export default function lazy<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  let Content: ComponentType<P> | undefined;
  let inFlight: Promise<ComponentType<P>> | undefined;
  const preload = () => {
    inFlight ??= load().then((module) => (Content = module.default));
    return inFlight;
  };
  return Object.assign((props: P) => Content && <Content {...props} />, { preload });
}
