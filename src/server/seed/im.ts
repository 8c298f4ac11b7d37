import { type Insertable, sql } from 'kysely';
import type { Tx } from '../db/database';
import type { ConversationMessageTable } from '../im/tables';
import { insertAll } from './bulk';
import { demo, democn, lee } from './members';

const hour = 3_600_000;

type Side = ConversationMessageTable['author'];
type Line = [author: Side, hoursAgo: number, text: string];

const short: Record<string, Line[]> = {
  [demo]: [
    ['member', 26, 'Hello! When is the rent of a new cloud phone order paid for the first time?'],
    [
      'desk',
      25.8,
      'Good morning, Dana. Rent is settled once a day, so the first payment comes the day after your cloud phones went online.',
    ],
    ['member', 25.7, 'And do I have to do anything for it?'],
    ['desk', 25.6, 'Nothing at all. You find every payment under Me, Earnings.'],
    ['member', 25.5, 'Great, thank you!'],
    ['desk', 2, 'A note for today: cloud phones in Singapore are restarted between 3 and 4 in the morning.'],
  ],
  [democn]: [
    ['member', 30, '你好，云手机一直显示离线怎么办？'],
    ['desk', 29.9, '您好！请告诉我们云手机订单的序列号，我们马上帮您查看。'],
    ['member', 29.8, '就是昨天刚买的那一单。'],
    ['desk', 29.5, '已经帮您重启，现在三台都在线了，请刷新云手机列表看一下。'],
    ['member', 29.4, '看到了，谢谢！'],
    ['desk', 3, '不客气，有问题随时联系我们。'],
  ],
};

const questions = [
  'Good morning! Cloud phone {n} went offline during the night.',
  'Is it back?',
  'Thanks. And what about the tasks that were waiting on it?',
  'Rent for yesterday is ¥{n}.00, is that right? I had expected a little more, because two of the cloud phones were added in the evening and I thought that they would count for the whole day.',
  'ok',
  '好的，谢谢。还有一个问题：第 {n} 台的任务怎么暂停？',
  'I have sent a picture of the error to my team leader, who says it is the network.\nShould I wait, or restart it myself?',
  'Where can I see what order {n} has cost?',
];
const answers = [
  'Good morning, Lee. We are looking at it now.',
  'It is back since {n} minutes ago, please refresh the list.',
  'They go on by themselves. Nothing was lost.',
  'Yes, that is right: a cloud phone begins to earn on the day after it was ordered. You can see what each order earned by day in the Acceleration list.',
  'You are welcome!',
  '在任务页面点一下“暂停”就可以了，只影响这一台云手机。',
  'Please wait a moment: we restart it from here, then it keeps its settings. Should it happen again, write to us with its number and the time, and we will replace it.',
  'Under Me, My orders: open the order to see what was paid and when. More at https://cloudphone.example/help/{n}',
];

/** Messages of the long conversation: more than any real conversation. */
const count = 5000;
/** Milliseconds between two of them: two months in total. */
const step = (59 * 24 * hour) / count;

/** The long conversation, with messages of all lengths. The database generates it, instead of receiving 35,000 values. */
const writeLong = (tx: Tx, now: number) =>
  sql`
insert into conversation_message (member, id, author, text, picture, key, at)
select ${lee}::text, n,
  case when n % 2 = 1 then 'member' else 'desk' end,
  replace(
    case when n % 2 = 1 then (${questions}::text[])[(n - 1) / 2 % 8 + 1] else (${answers}::text[])[(n - 1) / 2 % 8 + 1] end,
    '{n}', n::text),
  null, null,
  to_timestamp((${now}::float8 - (${count}::int - n + 1) * ${step}::float8) / 1000)
from generate_series(1, ${count}::int) n`.execute(tx);

/** A conversation up to `newest`, in which the member has not read the last `unread` messages. */
const conversation = (member: string, newest: number, at: Date, unread: number) => ({
  member,
  newest,
  at,
  desk_read: newest,
  desk_unread: 0,
  member_read: newest - unread,
  member_unread: unread,
});

/** Conversations of the demo members: short ones, and one of 5,000 messages. Support has read them all. */
export async function seedConversations(tx: Tx, now: number): Promise<void> {
  for (const [member, lines] of Object.entries(short)) {
    const messages = lines.map(
      ([author, hoursAgo, text], at): Insertable<ConversationMessageTable> => ({
        member,
        id: at + 1,
        author,
        text,
        picture: null,
        key: null,
        at: new Date(now - hoursAgo * hour),
      }),
    );
    const newest = messages.length;
    const newestAt = now - Math.min(...lines.map(([, hoursAgo]) => hoursAgo)) * hour;
    await insertAll(tx, 'conversation', [conversation(member, newest, new Date(newestAt), 1)]);
    await insertAll(tx, 'conversation_message', messages);
  }
  await insertAll(tx, 'conversation', [conversation(lee, count, new Date(now - step), 0)]);
  await writeLong(tx, now);
}
