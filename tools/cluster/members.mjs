import { randomInt, randomUUID } from 'node:crypto';
import http from 'node:http';
import { setTimeout as rest } from 'node:timers/promises';
import sharp from 'sharp';
import { send, sendPicture } from './wire.mjs';

/** @import { Answer, Member } from './wire.mjs' */
/** What somebody was told is done, and must be there afterwards. */
/** @typedef {{ member: Member, what: 'withdrawal' | 'order' | 'message' | 'picture', id: string, key: string, amount: number, revoked: boolean }} Acknowledged */

/** What members do: the part of each in all that they do. @typedef {Record<'signIn' | 'balance' | 'withdraw' | 'chat' | 'upload' | 'buy' | 'read', number>} Habits */
/** Mostly what moves money. @type {Habits} */
const busy = { signIn: 0.01, balance: 0.39, withdraw: 0.35, chat: 0.2, upload: 0.03, buy: 0.02, read: 0 };
/** Milliseconds that a member goes on trying for. */
const longestPatience = 120_000;
/** Lists that members look at. */
const lists = [
  'txDevice/list',
  'txOrder/list',
  'txWithdraw/list',
  'txSupport/list',
  'txSysMsg/list',
  'txProd/list',
  'txCircle/list',
  'txFriend/list',
  'txUser/userAccountList',
];

/**
 * Members at a bounded rate, who insist until what they want is done, as an app does: with a new uuid and the same request key.
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
  /** @type {Acknowledged[]} */
  const acknowledged = [];
  /** Milliseconds at which something went well, and what did not, counted. @type {number[]} */
  const successes = [];
  /** @type {Record<string, number>} */
  const troubles = {};
  /** @type {string[]} */
  const wrong = [];
  const state = { over: false };

  /** @type {(member: Member, attempt: () => Promise<Answer>) => Promise<any>} */
  async function insist(member, attempt) {
    const since = Date.now();
    for (let wait = 200; ; wait = Math.min(2000, wait * 1.6)) {
      const answer = await attempt();
      if (answer.kind === 'done') {
        successes.push(Date.now());
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
  }
  /** @type {(member: Member, call: string, data?: object) => Promise<any>} */
  const call = (member, path, data = {}) => insist(member, () => send(base, member, path, data));

  /** @param {Member} member */
  async function signIn(member) {
    member.token = '';
    const { account, password } = member;
    const answer = await call(member, 'txUser/login', { account, password, agreed: true });
    if (answer) Object.assign(member, { token: answer.token, id: answer.userInfo.userId });
  }

  /** @type {(member: Member, what: Acknowledged['what'], id: unknown, key: string, amount?: number) => Acknowledged} */
  function note(member, what, id, key, amount = 0) {
    /** @type {Acknowledged} */
    const one = { member, what, id: String(id), key, amount, revoked: false };
    acknowledged.push(one);
    return one;
  }

  /** @param {Member} member */
  async function withdraw(member) {
    const requestKey = randomUUID();
    const amount = 100_00 + randomInt(10) * 100;
    const data = { source: 'balance', amount, accountId: member.payout, remark: requestKey, requestKey };
    const answer = await call(member, 'txWithdraw/apply', data);
    if (!answer) return;
    const one = note(member, 'withdrawal', answer.id, requestKey, amount);
    if (Math.random() < 0.15) {
      // a phone that did not hear the answer asks again: it must be the same withdrawal
      const again = await call(member, 'txWithdraw/apply', data);
      if (again && again.id !== answer.id) wrong.push(`request key ${requestKey} made two withdrawals`);
    }
    if (Math.random() < 0.9) {
      const back = await call(member, 'txWithdraw/revoke', { id: answer.id, requestKey: randomUUID() });
      if (back) one.revoked = true;
    }
  }
  /** @param {Member} member */
  async function buy(member) {
    const items = [{ productId: 'p-starter', quantity: 1 }];
    const price = await call(member, 'txProd/quote', { items });
    const requestKey = randomUUID();
    const data = { items, shownTotal: price?.total, requestKey };
    const answer = price && (await call(member, 'txOrder/addByMoney', data));
    if (answer) note(member, 'order', answer.orderNo, requestKey, answer.total);
  }
  /** @param {Member} member */
  async function chat(member) {
    const requestKey = randomUUID();
    const answer = await call(member, 'txSupport/send', { text: `Hello ${requestKey}`, requestKey });
    if (answer) note(member, 'message', answer.id, requestKey);
  }
  /** @param {Member} member */
  async function upload(member) {
    const noise = { type: /** @type {const} */ ('gaussian'), mean: 128, sigma: 40 };
    const file = await sharp({ create: { width: 48, height: 48, channels: 3, background: '#000', noise } })
      .png()
      .toBuffer();
    const answer = await insist(member, () => sendPicture(base, member, file));
    if (answer) note(member, 'picture', answer.url, answer.id);
  }

  /** Reads a list, and its next page if there is one. @param {Member} member */
  async function read(member) {
    const path = lists[randomInt(lists.length)] ?? '';
    const first = await call(member, path);
    if (first?.next !== undefined && Math.random() < 0.3) await call(member, path, { from: first.next });
  }

  /** @type {Record<keyof Habits, (member: Member) => Promise<unknown>>} */
  const acts = {
    signIn,
    withdraw,
    chat,
    upload,
    buy,
    read,
    balance: (member) => call(member, 'txUser/balance'),
  };
  /** What a member does next, by habit. */
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
    troubles,
    wrong,
    call,
    /** Everybody signs in, and knows where their money goes. */
    async arrive() {
      for (const member of members) {
        await signIn(member);
        const accounts = await call(member, 'txUser/userAccountList');
        member.payout = accounts?.items?.[0]?.id ?? '';
        if (!member.payout)
          throw new Error(`${member.account} has no payout account: ${JSON.stringify(troubles)}`);
      }
      successes.length = 0;
    },
    /** Lives until `stop` is called; then everybody ends what they were doing. */
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
