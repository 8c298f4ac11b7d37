import http from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import { createActs } from './acts.mjs';
import { createTally, insistIn } from './insisting.mjs';
import { send } from './wire.mjs';

/** @import { Member } from './wire.mjs' */
/** @import { Habits } from './acts.mjs' */

/** Mostly actions that move money. @type {Habits} */
const busy = { signIn: 0.01, balance: 0.39, withdraw: 0.35, chat: 0.2, upload: 0.03, buy: 0.02, read: 0 };

/**
 * Members with a limited rate who retry until an action succeeds, as the app does: with a new uuid and the same request key.
 * @param {string} base the address of all gateways
 * @param {{ account: string, password: string }[]} people
 * @param {number} rate what all together begin in a second; some of it takes two calls
 * @param {Habits} [habits]
 */
export function createCrowd(base, people, rate, habits = busy) {
  /** @type {Member[]} */
  const members = people.map((one, at) => ({
    ...one,
    id: '',
    token: '',
    payout: '',
    address: `127.0.${1 + Math.floor(at / 200)}.${1 + (at % 200)}`,
    agent: new http.Agent({ keepAlive: true, maxSockets: 2 }),
  }));
  const tally = createTally();
  const { acknowledged, successes, served, waits, troubles, wrong } = tally;
  const insist = insistIn(tally);
  const state = { over: false };

  /** @type {(member: Member, call: string, data?: object) => Promise<any>} */
  const call = (member, path, data = {}) => insist(member, () => send(base, member, path, data));

  const acts = createActs(base, { insist, call, ...tally });
  const { signIn } = acts;
  /** The next action of a member, by habit. */
  function chosen() {
    let dice = Math.random();
    for (const [name, part] of Object.entries(habits))
      if ((dice -= part) < 0) return acts[/** @type {keyof Habits} */ (name)];
    return acts.balance;
  }

  /** @param {Member} member */
  async function live(member) {
    const pace = (members.length / rate) * 1000;
    await rest(pace * Math.random());
    while (!state.over) {
      const next = Date.now() + pace * (0.5 + Math.random());
      await (member.token ? chosen() : signIn)(member);
      await rest(Math.max(0, next - Date.now()));
    }
  }

  return {
    members,
    acknowledged,
    successes,
    served,
    waits,
    troubles,
    wrong,
    call,
    /** Signs in all members, and loads their payout accounts. */
    async arrive() {
      for (const member of members) {
        await signIn(member);
        const accounts = await call(member, 'txUser/userAccountList');
        member.payout = accounts?.items?.[0]?.id ?? '';
        if (!member.payout)
          throw new Error(`${member.account} has no payout account: ${JSON.stringify(troubles)}`);
      }
      successes.length = 0;
      served.length = 0;
      waits.length = 0;
    },
    /** Runs until `stop` is called; then all members complete their current action. */
    start() {
      const living = Promise.all(members.map(live));
      return async () => {
        state.over = true;
        await living;
      };
    },
    leave() {
      for (const { agent } of members) agent.destroy();
    },
  };
}
