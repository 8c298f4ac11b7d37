import { liveRates } from '../../../contract/buying/live';

/** Milliseconds for which a new rate is tried before a lower one, and without a drop before a higher one; the latter doubles up to a maximum. */
const [settleMs, calmMs, longestCalmMs] = [4_000, 30_000, 480_000];

/**
 * Chooses the rate of a stream: a lower one when the line does not keep up, a higher one once it has kept up for a while. A higher rate that
 * fails is tried again after twice the time.
 */
export function createQuality() {
  let level = 0;
  let calm = calmMs;
  let [changedAt, droppedAt] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let wasRaised = false;
  return {
    /** The next lower level, if it is time for it after a drop. */
    lower(now: number): number | undefined {
      droppedAt = now;
      return level + 1 < liveRates.length && now - changedAt >= settleMs ? level + 1 : undefined;
    },
    /** The next higher level, if it is time for it. */
    raise(now: number): number | undefined {
      return level > 0 && now - Math.max(changedAt, droppedAt) >= calm ? level - 1 : undefined;
    },
    /** A level is in use from now on. */
    use(next: number, now: number): void {
      if (next > level && wasRaised) calm = Math.min(calm * 2, longestCalmMs);
      wasRaised = next < level;
      level = next;
      changedAt = now;
    },
    get rate() {
      return liveRates[level] ?? liveRates[0];
    },
  };
}
