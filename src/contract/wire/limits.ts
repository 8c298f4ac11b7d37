/** Maximum difference of the client's clock, and how long a uuid is remembered, in milliseconds. */
export const clockWindow = 300_000;
export const replayWindow = 600_000;
/** The largest request body, in bytes. */
export const largestBody = 64 * 1024;
/** Request and connect timeout, in milliseconds (spec §9). */
export const requestTimeout = 60_000;
