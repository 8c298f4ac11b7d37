import { fork } from 'node:child_process';

/** @typedef {import('./waiting-crowd.mjs').Crowd} Crowd */

/**
 * Starts a process for each gateway, whose members wait there.
 * @param {object} about
 * @param {number[]} about.ports those of the gateways
 * @param {number} about.members how many wait in total
 * @param {number} about.perSecond how many of all begin in a second
 */
export function startCrowds({ ports, members, perSecond }) {
  /** @type {Map<number, (at: number) => void>} what is called when a member has a new message */
  const awaited = new Map();
  const all = ports.map((port, nth) => {
    const from = Math.floor((members * nth) / ports.length);
    const count = Math.floor((members * (nth + 1)) / ports.length) - from;
    const child = fork('tools/bench/waiting-crowd.mjs');
    /** @type {(is: Crowd) => void} */
    let answer = () => {};
    child.on('message', (/** @type {import('./waiting-crowd.mjs').Said} */ said) => {
      if ('is' in said) return answer(said.is);
      awaited.get(said.arrived.nth)?.(said.arrived.at);
    });
    return {
      from,
      count,
      port,
      begin: () => child.send({ from, count, perSecond: perSecond / ports.length, ports: [port] }),
      move: (/** @type {number[]} */ to) => child.send({ ports: to }),
      ask: () =>
        new Promise((/** @type {(is: Crowd) => void} */ settle) => {
          answer = settle;
          child.send({ say: true });
        }),
      end: () => child.kill(),
    };
  });
  const state = async () => {
    const each = await Promise.all(all.map(({ ask }) => ask()));
    const sum = (/** @type {'opened' | 'waiting' | 'ended'} */ what) =>
      each.reduce((total, one) => total + one[what], 0);
    /** @type {Record<string, number>} */
    const failed = {};
    for (const one of each)
      for (const [why, count] of Object.entries(one.failed)) failed[why] = (failed[why] ?? 0) + count;
    return { opened: sum('opened'), waiting: sum('waiting'), ended: sum('ended'), failed };
  };
  return { all, awaited, state };
}

/** @typedef {ReturnType<typeof startCrowds>} Crowds */
