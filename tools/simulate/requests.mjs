import { Resource, Simulation } from './queues.mjs';

/** @import { Process } from './queues.mjs' */
/** @import { Action } from './measure.mjs' */

/**
 * The machines of a simulated deployment.
 * @typedef {object} Deployment
 * @property {number} gateways processes, each of which uses one core at a time
 * @property {number} pool connections of each gateway
 * @property {number} databaseCores cores of the primary
 * @property {number} [sharedCores] if gateways, database and members run on one machine: its cores, instead of `databaseCores`
 * @property {number} roundTrip milliseconds of the network between a gateway and the database, there and back
 * @property {number} sync milliseconds of the disk for a commit
 */

/**
 * The load: `rate` actions a second arrive at random times, or `members` each begin the next action when the last one is answered.
 * @typedef {{ rate: number } | { members: number }} Load
 */

/**
 * @typedef {object} Played
 * @property {number} rate actions that were answered, a second
 * @property {number} p50 milliseconds until the answer, for half of them
 * @property {number} p95
 * @property {number} p99
 * @property {number} gateway the part of the gateways' time that was used, 0 to 1
 * @property {number} database the same of the cores of the database, or of the shared ones
 * @property {number} connections the same of all connections
 */

/**
 * Plays members who do the actions in their shares.
 * @param {Deployment} deployment
 * @param {{ action: Action, share: number }[]} mix shares that add up to 1
 * @param {Load} load
 * @param {{ seconds?: number, seed?: number }} [options] the first tenth of the time is not counted
 * @returns {Played}
 */
export function playRequests(deployment, mix, load, { seconds = 60, seed = 1 } = {}) {
  const simulation = new Simulation(seed);
  const { gateways, pool, databaseCores, sharedCores, roundTrip, sync } = deployment;
  const cores = new Resource(simulation, sharedCores ?? databaseCores);
  const nodes = Array.from({ length: gateways }, () => ({
    thread: new Resource(simulation, 1),
    connections: new Resource(simulation, pool),
  }));
  const end = seconds * 1000;
  /** @type {number[]} */
  const times = [];

  /** Uses a processor: a gateway's thread, which needs a core if the machine is shared. @param {number} ms @param {Resource} [thread] @returns {Process} */
  function* compute(ms, thread) {
    if (ms <= 0) return;
    if (thread) yield { take: thread };
    const core = !thread || sharedCores ? cores : undefined;
    if (core) yield { take: core };
    yield { hold: simulation.exponential(ms) };
    core?.release();
    thread?.release();
  }

  /** One action: the gateway works before, between and after the statements, and holds a connection meanwhile. @param {Action} action @returns {Process} */
  function* act({ gatewayMs, besideMs, databaseMs, memberMs, statements, commits }) {
    const began = simulation.now;
    const node = nodes[Math.floor(simulation.random() * nodes.length)];
    if (!node) return;
    if (sharedCores) yield* compute(memberMs);
    const turns = Math.max(1, Math.round(statements));
    const slice = gatewayMs / (turns + 1);
    yield* compute(slice, node.thread);
    if (sharedCores) yield* compute(besideMs);
    else yield { hold: simulation.exponential(besideMs) };
    yield { take: node.connections };
    for (let turn = 0; turn < turns; turn++) {
      yield { hold: roundTrip };
      yield* compute(databaseMs / turns);
      if (turn < commits) yield { hold: simulation.exponential(sync) };
      if (turn < turns - 1) yield* compute(slice, node.thread);
    }
    node.connections.release();
    yield* compute(slice, node.thread);
    if (began > end / 10) times.push(simulation.now - began);
  }

  const drawn = () => {
    let dice = simulation.random();
    for (const { action, share } of mix) if ((dice -= share) < 0) return action;
    return /** @type {{ action: Action }} */ (mix.at(-1)).action;
  };
  if ('rate' in load) {
    const arrive = () => {
      simulation.run(act(drawn()));
      simulation.after(simulation.exponential(1000 / load.rate), arrive);
    };
    arrive();
  } else {
    const next = () => simulation.run(act(drawn()), next);
    for (let nth = 0; nth < load.members; nth++) next();
  }
  simulation.until(end);

  times.sort((a, b) => a - b);
  /** @param {number} part */
  const quantile = (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
  /** @param {(node: typeof nodes[0]) => Resource} which */
  const average = (which) =>
    nodes.reduce((sum, node) => sum + which(node).utilization, 0) / (nodes.length || 1);
  return {
    rate: times.length / (seconds * 0.9),
    p50: quantile(0.5),
    p95: quantile(0.95),
    p99: quantile(0.99),
    gateway: average(({ thread }) => thread),
    database: cores.utilization,
    connections: average(({ connections }) => connections),
  };
}
