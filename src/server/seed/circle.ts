import type { Tx } from '../db/database';
import type { FileStore } from '../kernel/file-store';
import { insertAll } from './bulk';
import { type Clip, type Drawing, drawn, seedClip, seedDrawing } from './media';
import { demo, democn, lee } from './members';

const hour = 3_600_000;

interface DemoPost {
  author: string;
  hoursAgo: number;
  text: string;
  pictures?: Drawing[];
  video?: Clip;
  collectedBy?: string[];
  likedBy?: string[];
  /** One every five minutes after the post. */
  comments?: [author: string, text: string][];
}

/** Newest first. The demo member has read up to the eighth. */
const posts: DemoPost[] = [
  {
    author: lee,
    hoursAgo: 0.4,
    text: 'The new corner is up: one ring light, two stands, 120 lights in the cloud behind it. Coins doubled tonight.',
    pictures: ['ringlight', 'studio', 'stand'],
    collectedBy: [democn],
    likedBy: [demo, democn],
    comments: [
      [democn, '灯光真好看！'],
      [demo, 'Which ring light is it?'],
      [lee, 'The one from the store, warm setting.'],
    ],
  },
  { author: democn, hoursAgo: 2, text: '新买的10台云手机已经全部上线，速度不错。', pictures: ['fleet'] },
  {
    author: lee,
    hoursAgo: 5,
    text: 'How I film with one hand: four seconds, no tripod. Settings at https://example.com/one-hand',
    video: 'wave',
    collectedBy: [demo, democn],
    likedBy: [democn],
    comments: [[demo, 'Very helpful, thank you.']],
  },
  { author: democn, hoursAgo: 9, text: '今天的租金到账了，谢谢团队！' },
  { author: lee, hoursAgo: 13, text: 'Which package do you start a new shop with?' },
  {
    author: democn,
    hoursAgo: 20,
    text: '求推荐适合女装的素材库。这是我现在用的九张。',
    pictures: ['business', 'cable', 'fleet', 'ringlight', 'stand', 'studio', 'business', 'cable', 'fleet'],
  },
  {
    author: lee,
    hoursAgo: 28,
    text: 'My first five cloud phones, running for 40 days without a break.',
    video: 'rack',
  },
  { author: democn, hoursAgo: 50, text: '大家的任务一般跑多久？' },
  { author: demo, hoursAgo: 54, text: 'Welcome to everybody who joined the team this week.' },
  {
    author: lee,
    hoursAgo: 75,
    text: 'Short videos under 15 seconds work best for me.\n\nThree things that helped:\n1. one idea a video\n2. the product in the first second\n3. words on the screen, since most people watch without sound',
    pictures: ['stand', 'cable'],
  },
  { author: democn, hoursAgo: 100, text: '积分商城上新了，云豆可以换手机支架。', pictures: ['stand'] },
  {
    author: demo,
    hoursAgo: 140,
    text: 'How we plan our live rooms: one theme a week, the same hour every day.',
    pictures: ['business', 'ringlight', 'cable', 'studio'],
  },
];

export async function seedCircle(tx: Tx, files: FileStore, now: number): Promise<void> {
  const drawings = new Map<Drawing, Buffer>();
  for (const [
    index,
    { author, hoursAgo, text, pictures = [], video, collectedBy = [], likedBy = [], comments = [] },
  ] of posts.entries()) {
    const id = `post-demo-${index + 1}`;
    const at = new Date(now - hoursAgo * hour);
    const ids: string[] = [];
    for (const name of pictures) {
      const bytes = drawings.get(name) ?? (await drawn(name));
      drawings.set(name, bytes);
      ids.push(await seedDrawing(tx, files, { name, bytes }, { owner: author, at }));
    }
    const clip = video && (await seedClip(tx, files, video, { owner: author, at }));
    await insertAll(tx, 'circle_post', [
      { id, author, text, created_at: at, pictures: JSON.stringify(ids), video: clip ?? null },
    ]);
    await insertAll(
      tx,
      'circle_collect',
      collectedBy.map((member) => ({ member, post: id, at: new Date(at.getTime() + hour / 10) })),
    );
    await insertAll(
      tx,
      'circle_like',
      likedBy.map((member) => ({ member, post: id, at: new Date(at.getTime() + hour / 20) })),
    );
    await insertAll(
      tx,
      'circle_comment',
      comments.map(([author, text], place) => ({
        id: `comment-demo-${index + 1}-${place + 1}`,
        post: id,
        author,
        text,
        created_at: new Date(at.getTime() + (hour / 12) * (place + 1)),
      })),
    );
  }
  await insertAll(tx, 'circle_read', [{ member: demo, read_at: new Date(now - 40 * hour) }]);
}
