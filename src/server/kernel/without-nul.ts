/** The text without NUL characters, which no text of the database may contain. */
export const withoutNul = (text: string): string => text.split('\0').join('');
