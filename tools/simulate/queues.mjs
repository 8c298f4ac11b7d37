// A simulation by discrete events: processes take places of resources, hold them for a while, and give them back.

/**
 * A step of a process: `take` waits for a place of a resource, `hold` lets milliseconds pass.
 * @typedef {{ take: Resource } | { hold: number }} Step
 */
/** @typedef {Generator<Step, void, void>} Process */

/** Places that processes take in turn, such as the connections of a pool or the cores of a machine. */
export class Resource {
  #free;
  /** Processes that wait for a place, the first one first. @type {(() => void)[]} */
  #waiting = [];
  #since = 0;
  #used = 0;

  /**
   * @param {Simulation} simulation
   * @param {number} places
   */
  constructor(simulation, places) {
    this.simulation = simulation;
    this.places = places;
    this.#free = places;
  }

  /** Calls `then` once a place is taken. @param {() => void} then */
  take(then) {
    if (!this.#free) {
      this.#waiting.push(then);
      return;
    }
    this.#count();
    this.#free--;
    then();
  }

  /** Gives a place back, to the process that has waited longest. */
  release() {
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#count();
    this.#free++;
  }

  /** The part of all places that was taken, on average since the beginning: 0 to 1. */
  get utilization() {
    this.#count();
    return this.#used / (this.places * this.simulation.now || 1);
  }

  #count() {
    this.#used += (this.places - this.#free) * (this.simulation.now - this.#since);
    this.#since = this.simulation.now;
  }
}

/** The clock and the events of a simulation. Times are milliseconds. */
export class Simulation {
  now = 0;
  /** A binary heap, the earliest event first. @type {{ at: number, then: () => void }[]} */
  #events = [];
  #state;

  /** @param {number} seed the same seed gives the same run */
  constructor(seed) {
    this.#state = seed;
  }

  /** A number from 0 to 1 (mulberry32). */
  random() {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A duration with an exponential distribution. @param {number} mean in milliseconds */
  exponential(mean) {
    return -mean * Math.log(1 - this.random());
  }

  /** Runs a process to its end, then calls `ended`. @param {Process} process @param {() => void} [ended] */
  run(process, ended = () => {}) {
    const { value: step, done } = process.next();
    if (done) ended();
    else if ('take' in step) step.take.take(() => this.run(process, ended));
    else this.after(step.hold, () => this.run(process, ended));
  }

  /** @param {number} ms @param {() => void} then */
  after(ms, then) {
    const events = this.#events;
    let at = events.push({ at: this.now + ms, then }) - 1;
    while (at) {
      const parent = (at - 1) >> 1;
      if (time(events, parent) <= time(events, at)) break;
      swap(events, at, parent);
      at = parent;
    }
  }

  /** Plays all events until a moment. @param {number} end milliseconds since the beginning */
  until(end) {
    for (;;) {
      const [first] = this.#events;
      if (!first || first.at > end) break;
      this.#removeFirst();
      this.now = first.at;
      first.then();
    }
    this.now = end;
  }

  #removeFirst() {
    const events = this.#events;
    const last = events.pop();
    if (!last || !events.length) return;
    events[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const least = time(events, right) < time(events, left) ? right : left;
      if (time(events, least) >= time(events, at)) break;
      swap(events, at, least);
      at = least;
    }
  }
}

/** @param {{ at: number }[]} events @param {number} at */
const time = (events, at) => events[at]?.at ?? Number.POSITIVE_INFINITY;

/** @template T @param {T[]} things @param {number} a @param {number} b */
function swap(things, a, b) {
  [things[a], things[b]] = [/** @type {T} */ (things[b]), /** @type {T} */ (things[a])];
}
