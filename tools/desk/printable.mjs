/**
 * Characters that a terminal interprets or hides instead of showing: control and format characters, line separators, unpaired surrogates.
 */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * A text with all characters escaped that would move the cursor, change the text direction, or be invisible. Line breaks stay, so
 * people's texts must be passed as JSON, where theirs are already escaped.
 * @param {string} text
 */
export const printable = (text) =>
  text.replace(unprintable, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);

/**
 * A value on one line. Texts are quoted, so that none can imitate another field, another row or another person's words.
 * @param {unknown} value
 */
export const quoted = (value) => printable(JSON.stringify(value) ?? '');
