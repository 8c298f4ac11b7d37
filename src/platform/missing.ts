// Polyfills for Chrome 69 and iOS 12.2 that libraries or our own code need. The build replaces the name in files that use it (`inject` in
// tools/build/options.mjs), so that nothing is added to a partner's page, and no other file contains them.

export const queueMicrotask = (run: () => void): void => void Promise.resolve().then(run);

export const hasOwn = (object: object, key: PropertyKey): boolean =>
  !!Object.getOwnPropertyDescriptor(object, key);

export function fromEntries<T>(entries: Iterable<readonly [PropertyKey, T]>): Record<PropertyKey, T> {
  const made: Record<PropertyKey, T> = {};
  for (const [key, value] of entries) made[key] = value;
  return made;
}
