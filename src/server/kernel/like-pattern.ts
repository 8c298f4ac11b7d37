/** A pattern of `like` for texts that have this one in them, in which `%` and `_` are themselves. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
