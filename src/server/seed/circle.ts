import type { Tx } from '../db/database';
import { insertAll } from './bulk';
import { demo, democn, lee } from './members';

const hour = 3_600_000;

/** Newest first, with the hours since. The demo member has read up to the eighth. */
const posts: [author: string, hoursAgo: number, text: string][] = [
  [lee, 0.4, 'Live room coins doubled tonight. Anybody else seeing this?'],
  [democn, 2, '新买的10台云手机已经全部上线，速度不错。'],
  [lee, 5, 'Tip: pause the tasks of a device order before you change its accounts.'],
  [democn, 9, '今天的租金到账了，谢谢团队！'],
  [lee, 13, 'Which package do you start a new shop with?'],
  [democn, 20, '求推荐适合女装的素材库。'],
  [lee, 28, 'My first five machines, running for 40 days without a break.'],
  [democn, 50, '大家的任务一般跑多久？'],
  [demo, 54, 'Welcome to everybody who joined the team this week.'],
  [lee, 75, 'Short videos under 15 seconds work best for me.'],
  [democn, 100, '积分商城上新了，云豆可以换手机支架。'],
  [demo, 140, 'How we plan our live rooms: one theme a week, the same hour every day.'],
];

export async function seedCircle(tx: Tx, now: number): Promise<void> {
  await insertAll(
    tx,
    'circle_post',
    posts.map(([author, hoursAgo, text], at) => ({
      id: `post-demo-${at + 1}`,
      author,
      text,
      created_at: new Date(now - hoursAgo * hour),
    })),
  );
  await insertAll(tx, 'circle_read', [{ member: demo, read_at: new Date(now - 40 * hour) }]);
}
