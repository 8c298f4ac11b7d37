import { chinaAhead, chinaDay } from './calendar';

/** Days are China's (UTC+8, no summer time), of which every one is as long. Milliseconds. */
export const dayLength = 86_400_000;

export const startOfDay = (now: number) =>
  new Date(Math.floor((now + chinaAhead) / dayLength) * dayLength - chinaAhead);

/** `2026-11-20`. */
export const dayOf = chinaDay;

/** When a day like `2026-11-20` begins. */
export const beginningOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - chinaAhead);
