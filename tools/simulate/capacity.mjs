import { playRequests } from './requests.mjs';

/** @import { Action } from './measure.mjs' */

/**
 * How members use the app: assumptions, which a company replaces by its own numbers (`/metrics` has them).
 * `activeDaily`: the part of all members who open the app on a day. `visits`: how often each of them does. `actions`: how often each
 * action happens in a visit. `peakHour`: the part of a day's visits that the busiest hour has. `burst`: how much more the busiest minute
 * has than the average of that hour. `orders`: device orders that run, for each member. `ownBytes`: messages, sessions and read notices of a
 * member in a year, about 100 rows.
 */
const habits = {
  activeDaily: 0.3,
  visits: 3,
  peakHour: 0.12,
  burst: 2,
  orders: 0.3,
  ownBytes: 30_000,
  actions: {
    'opens the app': 1,
    'reads a list': 4,
    'looks at the balance': 1,
    'writes a message': 0.05,
    'withdraws and takes it back': 0.02,
    buys: 0.01,
    'signs in': 0.02,
  },
};

/**
 * Measured apart from the actions.
 * @typedef {object} Others
 * @property {number} rentMs milliseconds for the rent of one order, with four transactions in parallel
 * @property {number} rentRows rows that the rent of one order adds in a day
 * @property {number} rowBytes bytes of such a row, with its indexes
 */

/** The deployment that the guide advises for each size. @type {{ members: number, gateways: number, databaseCores: number, nodes: number }[]} */
export const sizes = [
  { members: 10_000, gateways: 1, databaseCores: 2, nodes: 1 },
  { members: 1_000_000, gateways: 3, databaseCores: 4, nodes: 1 },
  { members: 10_000_000, gateways: 12, databaseCores: 16, nodes: 1 },
  { members: 100_000_000, gateways: 120, databaseCores: 16, nodes: 10 },
];

/** Connections that each gateway opens (`DATABASE_POOL`). */
export const pool = 16;
/** Milliseconds between machines of one data center, and of a commit on an NVMe disk. */
const network = { roundTrip: 0.3, sync: 1 };

/** Actions that are played, so that the slowest of a hundred are many. */
const plays = 40_000;

/** Actions in a visit. */
const perVisit = Object.values(habits.actions).reduce((sum, one) => sum + one, 0);

/** The actions of members with their costs, and their shares in total. @param {Record<string, Action>} costs */
export const mixOf = (costs) =>
  Object.entries(habits.actions).map(([name, times]) => {
    const action = costs[name];
    if (!action) throw new Error(`no costs of "${name}": run npm run simulate -- measure`);
    return { name, action, share: times / perVisit };
  });

/** The actions of members a second in the busiest minute. @param {number} members */
const busiestRate = (members) =>
  (members * habits.activeDaily * habits.visits * habits.peakHour * habits.burst * perVisit) / 3600;

/**
 * A size, played and calculated.
 * @param {typeof sizes[0]} size
 * @param {Record<string, Action>} costs
 * @param {Others} others
 */
export function capacityOf({ members, gateways, databaseCores, nodes }, costs, others) {
  const [rate, mix] = [busiestRate(members), mixOf(costs)];
  // All nodes are alike, and a member is on one of them: one node with its part of the gateways is played.
  const deployment = { gateways: Math.ceil(gateways / nodes), pool, databaseCores, ...network };
  const seconds = plays / (rate / nodes);
  const busiest = playRequests(deployment, mix, { rate: rate / nodes }, { seconds });
  const orders = members * habits.orders;
  const rowsYear = orders * others.rentRows * 365;
  const logDay = mix.reduce((sum, { action, share }) => sum + action.logBytes * share, 0);
  return {
    members,
    gateways,
    databaseCores,
    nodes,
    rate,
    busiest,
    connections: gateways * (pool + 1),
    rowsYear,
    bytesYear: rowsYear * others.rowBytes + members * habits.ownBytes,
    logPeak: logDay * rate,
    rentMinutes: (orders * others.rentMs) / nodes / 60_000,
  };
}

/**
 * The resource that is used up first as members become more: the one with the highest utilization, and the number of members at which it reaches
 * 70 %.
 * @param {ReturnType<typeof capacityOf>} capacity
 */
export function nextLimit({ members, busiest, nodes, rentMinutes, bytesYear }) {
  const limits = [
    { what: 'processors of the gateways', used: busiest.gateway / 0.7 },
    { what: 'processor of the database', used: busiest.database / 0.7 },
    { what: 'time for the rent of a day', used: rentMinutes / 120 },
    { what: 'disk for a year', used: bytesYear / nodes / 4e12 },
  ];
  const [first] = limits.sort((a, b) => b.used - a.used);
  return { what: first?.what ?? '', at: members / (first?.used || 1) };
}
