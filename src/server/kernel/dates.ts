/** Days are UTC days, so that every instance means the same one. Milliseconds. */
export const dayLength = 86_400_000;

export const startOfDay = (now: number) => new Date(Math.floor(now / dayLength) * dayLength);

/** `2026-11-20`. */
export const dayOf = (now: number) => new Date(now).toISOString().slice(0, 10);
