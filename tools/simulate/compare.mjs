import { cpus, loadavg } from 'node:os';
import { processorOf, table } from '../load/figures.mjs';
import { writeBetween } from '../write-between.mjs';
import { mixOf, pool } from './capacity.mjs';
import { actions, openMeasured } from './measure.mjs';
import { playRequests } from './requests.mjs';

/** @import { Action } from './measure.mjs' */

/** Seconds of a round. */
const length = 30;

/**
 * Has members use one gateway, each beginning the next action once the last one is answered, and plays the same with the costs of
 * actions by themselves. Gateway, database and members share this machine in both. Writes a table to
 * docs/scale.md.
 * @param {Record<string, Action>} costs
 * @param {number} members
 */
export async function compareWithMachine(costs, members) {
  const mix = mixOf(costs);
  const deployment = {
    gateways: 1,
    pool,
    databaseCores: 0,
    sharedCores: cpus().length,
    roundTrip: 0.05,
    sync: 1,
  };
  const simulated = playRequests(deployment, mix, { members }, { seconds: length });

  const world = await openMeasured();
  const { crowd, callAs, gateway, postmaster } = world;
  /** @type {number[]} */
  const times = [];
  try {
    const drawn = () => {
      let dice = Math.random();
      for (const { name, share } of mix) if ((dice -= share) < 0) return actions[name];
      return actions['looks at the balance'];
    };
    const end = { warm: Date.now() + 5000, all: Date.now() + 5000 + length * 1000 };
    const used = { gateway: 0, database: 0 };
    const live = async (/** @type {number} */ nth) => {
      const member = crowd.members[nth];
      if (!member) throw new Error(`there are ${crowd.members.length} members`);
      while (Date.now() < end.all) {
        const since = performance.now();
        await drawn()?.does(callAs(member), member);
        if (Date.now() > end.warm) times.push(performance.now() - since);
      }
    };
    setTimeout(() => {
      used.gateway = processorOf(gateway.pid ?? 0);
      used.database = processorOf(postmaster);
    }, 5000);
    await Promise.all(Array.from({ length: members }, (_, nth) => live(nth)));
    const gatewayUsed = (processorOf(gateway.pid ?? 0) - used.gateway) / length;
    const databaseUsed = (processorOf(postmaster) - used.database) / length;
    times.sort((a, b) => a - b);
    /** @param {number} part */
    const quantile = (part) => (times[Math.floor(times.length * part)] ?? 0).toFixed(1);
    /** Cores that are used in the simulation. @param {(action: Action) => number} ms */
    const coresOf = (ms) =>
      ((simulated.rate * mix.reduce((sum, { action, share }) => sum + ms(action) * share, 0)) / 1000).toFixed(
        2,
      );
    const text = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores, ${length} seconds, load average of the minute ${loadavg()[0]?.toFixed(1)}.\n\n${table(
      [`${members} members without a pause`, 'measured', 'simulated'],
      [
        ['actions a second', (times.length / length).toFixed(0), simulated.rate.toFixed(0)],
        ['ms until the answer: half', quantile(0.5), simulated.p50.toFixed(1)],
        ['95 of 100', quantile(0.95), simulated.p95.toFixed(1)],
        ['99 of 100', quantile(0.99), simulated.p99.toFixed(1)],
        [
          'cores that the gateway used',
          gatewayUsed.toFixed(2),
          coresOf(({ gatewayMs, besideMs }) => gatewayMs + besideMs),
        ],
        ['cores that the database used', databaseUsed.toFixed(2), coresOf(({ databaseMs }) => databaseMs)],
      ],
    )}`;
    console.log(text);
    await writeBetween('docs/scale.md', 'compare', 'npm run simulate -- compare', text);
  } finally {
    await world.close();
  }
}
