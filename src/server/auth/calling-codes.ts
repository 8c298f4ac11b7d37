/** Calling codes of one and of two digits (ITU-T E.164, list of assigned codes); all others have three. */
const short = /^(1|7|20|27|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** The calling code of a number as contacts are stored: `86` for one of mainland China, which is stored without it. */
export function callingCodeOf(number: string): string {
  if (!number.startsWith('+')) return '86';
  const digits = number.slice(1);
  return short.exec(digits)?.[0] ?? digits.slice(0, 3);
}
