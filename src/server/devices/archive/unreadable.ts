/** The object is missing, or it is not as it was written. */
export class Unreadable extends Error {}
