/** A `like` pattern for this text itself; `%` and `_` are escaped. */
export const likeItself = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/** A `like` pattern for texts that contain this one. */
export const likePattern = (text: string): string => `%${likeItself(text)}%`;
