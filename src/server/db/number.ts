/** The type id of `bigint`. */
export const int8 = 20;

/** A `bigint` of either engine as a number; throws if it is not exact. */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is beyond what a number can hold`);
  return value;
}
