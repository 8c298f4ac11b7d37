import { distance } from 'fastest-levenshtein';

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
