import { sql } from 'kysely';
import type { Person, Post } from '../../contract/video/circle';
import type { Picture } from '../../contract/wire/media';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { mediaOf } from '../pictures/media';
import { visiblePosts } from './visible';
import { shownComments } from './visible-comments';

/** Posts visible to a member, with their authors and the member's own likes and reports. */
export const shownPosts = (run: Executor, member: string) =>
  visiblePosts(run, member)
    .innerJoin('member as m', 'm.id', 'p.author')
    .leftJoin('circle_collect as c', (on) => on.onRef('c.post', '=', 'p.id').on('c.member', '=', member))
    .leftJoin('circle_like as l', (on) => on.onRef('l.post', '=', 'p.id').on('l.member', '=', member))
    .leftJoin('circle_follow as f', (on) => on.onRef('f.author', '=', 'p.author').on('f.member', '=', member))
    .select((is) => [
      'p.id',
      'p.author',
      'p.text',
      'p.pictures',
      'p.video',
      'p.poster',
      'p.created_at',
      'p.hidden_at',
      'p.pinned_at',
      'l.at as liked_at',
      'f.at as followed_at',
      'm.nickname',
      'm.avatar',
      'm.team_leader',
      'c.at as collected_at',
      is
        .selectFrom('circle_collect as all')
        .whereRef('all.post', '=', 'p.id')
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('collects'),
      is
        .selectFrom('circle_like as all')
        .whereRef('all.post', '=', 'p.id')
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('likes'),
      shownComments(run, member)
        .whereRef('k.post', '=', sql.ref('p.id'))
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('comments'),
    ]);

export type PostRow = Awaited<ReturnType<ReturnType<typeof shownPosts>['execute']>>[number];

/** An author as other members see them. */
export const person = (
  row: { author: string; nickname: string; team_leader: boolean },
  avatar: Picture | undefined,
): Person => ({
  id: row.author,
  nickname: row.nickname,
  ...(avatar && { avatar }),
  teamLeader: row.team_leader,
});

/** Each of these posts as the contract describes it. */
export async function postView(
  ctx: RequestContext,
  rows: readonly PostRow[],
): Promise<(row: PostRow) => Post> {
  const picturesOf = (row: PostRow) => JSON.parse(row.pictures) as string[];
  const media = await mediaOf(ctx.db.run, ctx, [
    ...rows.flatMap((row) => [row.avatar, row.video, row.poster, ...picturesOf(row)]),
  ]);
  const of = (id: string | null) => (id === null ? undefined : media.get(id));
  return (row) => {
    const [avatar, video, poster] = [of(row.avatar), of(row.video), of(row.poster)];
    return {
      id: row.id,
      author: person(row, avatar),
      followed: row.followed_at !== null,
      text: row.text,
      pictures: picturesOf(row).flatMap((id) => of(id) ?? []),
      ...(video && { video: { ...video, ...(poster && { poster }) } }),
      time: row.created_at.toISOString(),
      collected: row.collected_at !== null,
      collects: Number(row.collects),
      liked: row.liked_at !== null,
      likes: Number(row.likes),
      comments: Number(row.comments),
      mine: row.author === ctx.member,
      link: `${ctx.settings.publicUrl}/#/pages/list/post?id=${row.id}`,
      ...(row.pinned_at && { pinned: true }),
      ...(row.hidden_at && { hidden: true }),
    };
  };
}
