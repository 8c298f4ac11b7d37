/**
 * Letters of ASCII in lower case, everything else as it is. `toLowerCase` folds other letters into ASCII (the Kelvin sign into `k`), so
 * that two names that differ would be compared as one.
 */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (some) => some.toLowerCase());

/** The same in upper case: `toUpperCase` makes an `S` of the long s. */
export const upperAscii = (text: string): string => text.replace(/[a-z]+/g, (some) => some.toUpperCase());
