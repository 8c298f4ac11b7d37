import { equivalents } from './equivalent.mjs';

/** @import { Equivalent } from './equivalent.mjs' */
/** @import { Place } from './places.mjs' */

/** @param {string} text */
const flat = (text) => text.replace(/\s+/g, ' ').trim();

/**
 * The places that are worth a mutant.
 * @template {Place} T
 * @param {readonly T[]} places every place of every source
 * @param {(file: string) => string} sourceOf
 * @param {readonly Equivalent[]} [known]
 * @returns {T[]}
 * @throws {Error} an entry of the table is stale: its code is not there any more, or in several places
 */
export function worthwhile(places, sourceOf, known = equivalents) {
  const left = new Set();
  for (const { file, kind, code, next = '' } of known) {
    const source = sourceOf(file);
    const found = places.filter(
      (place) =>
        place.file === file &&
        place.kind === kind &&
        flat(source.slice(place.start, place.end)) === flat(code) &&
        flat(source.slice(place.end)).startsWith(flat(next)),
    );
    if (found.length !== 1)
      throw new Error(`tools/mutants/equivalent.mjs: ${file} has ${found.length} places of ${code}`);
    left.add(found[0]);
  }
  return places.filter((place) => !left.has(place));
}
