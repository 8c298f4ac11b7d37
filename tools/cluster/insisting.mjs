import { setTimeout as rest } from 'node:timers/promises';

/** @import { Answer, Member } from './wire.mjs' */
/** An action that the gateway acknowledged, and whose result must exist afterwards. */
/** @typedef {{ member: Member, what: 'withdrawal' | 'order' | 'message' | 'picture', id: string, key: string, amount: number, revoked: boolean }} Acknowledged */

/** Milliseconds for which a member retries. */
const longestPatience = 120_000;

/** @typedef {ReturnType<typeof createTally>} Tally Actions of members, and failures. */

/** An empty tally. */
export function createTally() {
  /** @type {Acknowledged[]} */
  const acknowledged = [];
  /** Times of successes in milliseconds, and counted failures. @type {number[]} */
  const successes = [];
  /** The member of each success. @type {Member[]} */
  const served = [];
  /** @type {Record<string, number>} */
  const troubles = {};
  /** @type {string[]} */
  const wrong = [];
  /** Milliseconds from the first attempt to each success. @type {number[]} */
  const waits = [];
  return { acknowledged, successes, served, waits, troubles, wrong };
}

/**
 * Repeats an attempt until there is an answer, and counts the results in the tally.
 * @param {Tally} tally
 * @returns {(member: Member, attempt: () => Promise<Answer>) => Promise<any>}
 */
export const insistIn =
  ({ successes, served, waits, troubles, wrong }) =>
  async (member, attempt) => {
    const since = Date.now();
    for (let wait = 200; ; wait = Math.min(2000, wait * 1.6)) {
      const answer = await attempt();
      if (answer.kind === 'done') {
        successes.push(Date.now());
        served.push(member);
        waits.push(Date.now() - since);
        return answer.body;
      }
      const why = answer.kind === 'broken' ? answer.why : `${answer.code} ${answer.message}`;
      troubles[why] = (troubles[why] ?? 0) + 1;
      if (answer.kind === 'refused') {
        if (answer.code === '510') member.token = '';
        else wrong.push(`${member.account} was refused: ${why}`);
        return;
      }
      if (Date.now() - since > longestPatience) {
        wrong.push(`${member.account} gave up: ${why}`);
        return;
      }
      await rest(wait * (0.5 + Math.random()));
    }
  };
