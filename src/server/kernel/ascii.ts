/**
 * Converts ASCII letters to lower case and leaves all others. `toLowerCase` maps some other letters into ASCII (the Kelvin sign to `k`),
 * which would make two different names equal.
 */
export const lowerAscii = (text: string): string => text.replace(/[A-Z]+/g, (some) => some.toLowerCase());

/** Converts ASCII letters to upper case: `toUpperCase` maps the long s to `S`. */
export const upperAscii = (text: string): string => text.replace(/[a-z]+/g, (some) => some.toUpperCase());
