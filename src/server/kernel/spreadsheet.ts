/** Prefixes text that a spreadsheet would treat as a formula with an apostrophe, which it hides. Numbers stay numbers. */
export const harmless = (text: string): string =>
  /^[\s\u200b]*[=+\-@＝＋－＠]|^[\t\r\n]/.test(text) ? `'${text}` : text;
