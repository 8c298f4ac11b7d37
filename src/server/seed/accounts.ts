import { writeVisits } from '../accounts/collect-coins';
import { sandboxPlatform } from '../accounts/sandbox';
import type { Tx } from '../db/database';
import { dayLength } from '../kernel/dates';
import { insertAll } from './bulk';
import { demo, democn } from './members';

interface Linked {
  member: string;
  account: string;
  nickname: string;
  daysAgo: number;
  /** State of the task on its cloud phone; without it, the account has no cloud phone. */
  task?: 1 | 2;
}

/** Newest first. An account whose name begins with `out` has to sign in again. */
const linked: Linked[] = [
  { member: demo, account: 'wu.tea', nickname: 'Wu Tea House', daysAgo: 6, task: 1 },
  { member: demo, account: 'zoe.streams', nickname: 'Zoe Streams', daysAgo: 9, task: 2 },
  { member: demo, account: 'ana.fit', nickname: 'Ana Fit', daysAgo: 12, task: 1 },
  { member: demo, account: 'out.lin.home', nickname: 'Lin Home & Living', daysAgo: 20, task: 1 },
  { member: demo, account: 'kai.outdoor', nickname: 'Kai Outdoor', daysAgo: 32, task: 1 },
  { member: demo, account: 'mei.cooks', nickname: 'Mei cooks at night', daysAgo: 34, task: 1 },
  { member: demo, account: 'harbour.walks', nickname: 'Harbour walks', daysAgo: 35 },
  { member: democn, account: 'xiaomei.yechu', nickname: '小美夜厨', daysAgo: 10, task: 1 },
  { member: democn, account: 'akai.huwai', nickname: '阿凯户外', daysAgo: 25, task: 1 },
];

/** A member's cloud phones whose task has this state, from the oldest order on. */
const machinesOf = async (tx: Tx, member: string, state: number): Promise<string[]> => {
  const rows = await tx
    .selectFrom('task as t')
    .innerJoin('machine as m', (join) =>
      join.onRef('m.id', '=', 't.machine').onRef('m.member', '=', 't.member'),
    )
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'm.serial_number').onRef('o.member', '=', 'm.member'),
    )
    .where('o.member', '=', member)
    .where('m.online', '=', true)
    .where('o.days_left', '>', 0)
    .where('t.state', '=', state)
    .select('m.id')
    .orderBy('m.id')
    .execute();
  return rows.map(({ id }) => id);
};

/** The demo members' accounts, and their coins so far, as the platform reports them and the job stores them. */
export async function seedAccounts(tx: Tx, now: number): Promise<void> {
  const taken = new Set<string>();
  for (const [at, { member, account, nickname, daysAgo, task }] of linked.entries()) {
    const found = await sandboxPlatform.find(account);
    if (!found) throw new Error(`the sandbox has no account ${account}`);
    const free = task ? (await machinesOf(tx, member, task)).find((id) => !taken.has(id)) : undefined;
    if (free) taken.add(free);
    const id = `account-demo-${at + 1}`;
    const linkedAt = now - daysAgo * dayLength;
    await insertAll(tx, 'short_video_account', [
      {
        id,
        member,
        account,
        linked: account,
        nickname,
        avatar: null,
        coins: found.coins,
        machine: free ?? null,
        signed_in: found.signedIn,
        linked_at: new Date(linkedAt),
        updated_at: new Date(linkedAt),
        fetched_until: new Date(linkedAt),
      },
    ]);
    // paused accounts have been paused for some days
    const until = task === 1 && found.signedIn ? now : now - 4 * dayLength;
    await writeVisits(tx, { id, member }, await sandboxPlatform.visits(account, linkedAt, until), until);
  }
}
