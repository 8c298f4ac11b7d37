import type { Post } from '../../contract/video/circle';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';
import { mediaOf } from '../pictures/media';
import { visiblePosts } from './visible';

/** Posts that a member may see, with their authors and what the member has done with them. */
export const shownPosts = (run: Executor, member: string) =>
  visiblePosts(run, member)
    .innerJoin('member as m', 'm.id', 'p.author')
    .leftJoin('circle_collect as c', (on) => on.onRef('c.post', '=', 'p.id').on('c.member', '=', member))
    .select((is) => [
      'p.id',
      'p.author',
      'p.text',
      'p.pictures',
      'p.video',
      'p.poster',
      'p.created_at',
      'p.hidden_at',
      'm.nickname',
      'm.avatar',
      'm.team_leader',
      'c.at as collected_at',
      is
        .selectFrom('circle_collect as all')
        .whereRef('all.post', '=', 'p.id')
        .select((one) => one.fn.countAll<number>().as('n'))
        .as('collects'),
    ]);

export type PostRow = Awaited<ReturnType<ReturnType<typeof shownPosts>['execute']>>[number];

/** How the contract has each of these posts. */
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
      author: {
        id: row.author,
        nickname: row.nickname,
        ...(avatar && { avatar }),
        teamLeader: row.team_leader,
      },
      text: row.text,
      pictures: picturesOf(row).flatMap((id) => of(id) ?? []),
      ...(video && { video: { ...video, ...(poster && { poster }) } }),
      time: row.created_at.toISOString(),
      collected: row.collected_at !== null,
      collects: Number(row.collects),
      mine: row.author === ctx.member,
      ...(row.hidden_at && { hidden: true }),
    };
  };
}
