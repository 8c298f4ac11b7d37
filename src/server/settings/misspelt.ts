/** Letters that have to be changed, added or left out to make one word of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Whether somebody who typed `given` may have meant `known`. In a short name two letters are too much of it. */
const isNear = (given: string, known: string): boolean =>
  given.length >= 6 &&
  Math.abs(given.length - known.length) <= 2 &&
  distance(given, known) <= (given.length < 8 ? 1 : 2);

/** Variables that are no settings, though nearly called like one: a gateway that ignored them would run without what they say. */
export const misspelt = (given: readonly string[], known: ReadonlySet<string>): string[] =>
  given.flatMap((name) => {
    if (known.has(name)) return [];
    const meant = [...known].find((one) => isNear(name, one));
    return meant ? [`${name} is no setting: ${meant}?`] : [];
  });
