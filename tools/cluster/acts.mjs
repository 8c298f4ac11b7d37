import { randomInt, randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { sendPicture } from './wire.mjs';

/** @import { Acknowledged, Tally } from './insisting.mjs' */
/** @import { Answer, Member } from './wire.mjs' */

/**
 * Actions of members: the share of each in all of them. @typedef {Record<'signIn' | 'balance' | 'withdraw' | 'chat' | 'upload' | 'buy' |
 * 'read', number>} Habits
 */

/** Lists that members read. */
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
 * The possible actions of a member.
 * @param {string} base the address of all gateways
 * @param {Tally & { insist: (member: Member, attempt: () => Promise<Answer>) => Promise<any>, call: (member: Member, path: string, data?: object) => Promise<any> }} tools
 * @returns {Record<keyof Habits, (member: Member) => Promise<unknown>>}
 */
export function createActs(base, { insist, call, acknowledged, wrong }) {
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
      // a phone without a response repeats the request: it must be the same withdrawal
      const again = await call(member, 'txWithdraw/apply', data);
      if (again && again.id !== answer.id) wrong.push(`request key ${requestKey} made two withdrawals`);
    }
    if (Math.random() < 0.25) {
      // whatever answers, it has what the member has just written
      const list = await call(member, 'txWithdraw/list');
      if (list && !list.items.some((/** @type {{ remark: string }} */ one) => one.remark === requestKey))
        wrong.push(`${member.account} does not see the withdrawal that they have just made`);
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

  return {
    signIn,
    withdraw,
    chat,
    upload,
    buy,
    read,
    balance: (member) => call(member, 'txUser/balance'),
  };
}
