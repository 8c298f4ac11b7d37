// What Chrome 69 and iOS 12.2 lack and libraries or we ourselves use. The build puts it in place of the name in a file that uses
// it (`inject` in tools/build/options.mjs), so that nothing is added to a partner's page, and no other file carries it.

export const queueMicrotask = (run: () => void): void => void Promise.resolve().then(run);

export const hasOwn = (object: object, key: PropertyKey): boolean =>
  !!Object.getOwnPropertyDescriptor(object, key);

export function fromEntries<T>(entries: Iterable<readonly [PropertyKey, T]>): Record<PropertyKey, T> {
  const made: Record<PropertyKey, T> = {};
  for (const [key, value] of entries) made[key] = value;
  return made;
}
