/** Milliseconds that China's time is ahead of UTC; there is no summer time. */
export const chinaAhead = 8 * 3_600_000;
