/** Two by two, for lists that show two in a row: a row is then one item of the list, and pages of twenty stay whole. */
export const inPairs = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / 2) }, (_, at) => items.slice(at * 2, at * 2 + 2));
