/** What a terminal obeys or hides instead of showing: control and format characters, separators of lines, halves of characters. */
const unprintable = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}]/gu;

/**
 * A text with everything escaped that would move the cursor, turn the direction of what follows, or not be seen. The line
 * breaks that are in it stay: give it texts of people only as JSON, where theirs are escaped already.
 * @param {string} text
 */
export const printable = (text) =>
  text.replace(unprintable, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);

/**
 * A value on one line. Texts are quoted, so that none can pass for another field, another row or another person's words.
 * @param {unknown} value
 */
export const quoted = (value) => printable(JSON.stringify(value) ?? '');
