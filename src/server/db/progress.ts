/** A moment of the primary: whatever was committed before it is in its log up to `lsn`. */
export interface Moment {
  /** Milliseconds of this process's own clock, before the primary was asked. */
  asked: number;
  /** The primary's clock when it answered, in milliseconds since the epoch. */
  time: number;
  /** Bytes of the log. */
  lsn: number;
  /** Changes with each failover. */
  timeline: string;
}

/** Milliseconds that moments are kept: longer than any answer may be old. */
const kept = 60_000;
/** Milliseconds after a failover until replicas are asked again: one of them may have had more of the log than the new primary. */
const settling = 5000;
/** Moments whose clocks are compared: the quickest of their answers is nearest to the truth. */
const compared = 10;

/** How far the primary's log was at which moment: a replica that has replayed so much contains everything that was committed before. */
export class Progress {
  #moments: Moment[] = [];
  #from = 0;

  note(moment: Moment): void {
    const last = this.#moments.at(-1);
    if (last && last.timeline !== moment.timeline) {
      this.#moments = [];
      this.#from = moment.asked + settling;
    }
    this.#moments.push(moment);
    const first = this.#moments.findIndex(({ asked }) => asked >= moment.asked - kept);
    if (first > 0) this.#moments.splice(0, first);
  }

  /** The newest moment that is contained in the log up to `lsn`. */
  reached(lsn: number): Moment | undefined {
    let at = this.#moments.length - 1;
    while (at >= 0 && (this.#moments[at]?.lsn ?? 0) > lsn) at--;
    const found = this.#moments[at];
    return found && found.asked >= this.#from ? found : undefined;
  }

  /**
   * The primary's clock at a moment of this process's own clock, at most too late by the time of a round trip, and never too early.
   * Undefined until it was asked once.
   */
  primaryTime(now: number): number | undefined {
    if (!this.#moments.length) return;
    const ahead = this.#moments.slice(-compared).map(({ asked, time }) => time - asked);
    return now + Math.min(...ahead);
  }
}
