/** A question lives for five minutes, and its member has to see within seconds who watches. */
export const watchRhythm = { intervalMs: 5_000, eagerCount: 120 };
