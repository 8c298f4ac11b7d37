import type * as calls from '../../contract/video/circle';
import type * as rules from '../../contract/video/circle.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { cursor, mapPage, page, readTimeAndId } from '../kernel/pagination';
import { assertRate } from '../kernel/rate-limit';
import { notifyMember } from '../notices/notify-member';
import { mediaOf } from '../pictures/media';
import { person } from './view';
import { mustSee, visiblePosts } from './visible';
import { shownComments } from './visible-comments';

const hour = 3_600_000;
const likesPerMember = { max: 600, window: hour };
const followsPerMember = { max: 200, window: hour };
const pageSize = 20;

type People = Pick<
  Handlers<typeof calls, typeof rules>,
  'likePost' | 'followAuthor' | 'muteAuthor' | 'listMuted'
>;

/**
 * Refuses a member without a post or comment that the caller can see: an id that comes from elsewhere must not reveal a nickname, or send
 * its owner a message.
 */
async function assertAuthor(run: Executor, member: string, author: string): Promise<void> {
  const written =
    (await visiblePosts(run, member)
      .select('p.id')
      .where('p.author', '=', author)
      .limit(1)
      .executeTakeFirst()) ??
    (await shownComments(run, member)
      .select('k.id')
      .where('k.author', '=', author)
      .limit(1)
      .executeTakeFirst());
  if (!written) throw new DomainError('authorMissing');
}

/** Follows, mutes and likes. */
export const people: People = {
  async likePost({ id, liked }, ctx) {
    const { db, member, now } = ctx;
    await assertRate(ctx, 'like', likesPerMember);
    return db.tx(async (tx) => {
      await mustSee(tx, member, id);
      if (liked)
        await tx
          .insertInto('circle_like')
          .values({ member, post: id, at: new Date(now) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      else await tx.deleteFrom('circle_like').where('member', '=', member).where('post', '=', id).execute();
      const { n } = await tx
        .selectFrom('circle_like')
        .where('post', '=', id)
        .select((is) => is.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return { liked, likes: Number(n) };
    });
  },

  async followAuthor({ member: author, followed }, ctx) {
    const { db, member, now } = ctx;
    if (author === member) throw new DomainError('ownAuthor');
    await assertRate(ctx, 'follow', followsPerMember);
    return db.tx(async (tx) => {
      if (!followed) {
        await tx
          .deleteFrom('circle_follow')
          .where('member', '=', member)
          .where('author', '=', author)
          .execute();
        return { followed };
      }
      await assertAuthor(tx, member, author);
      const me = await tx
        .selectFrom('member')
        .select('nickname')
        .where('id', '=', member)
        .executeTakeFirstOrThrow();
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('circle_follow')
        .values({ member, author, at: new Date(now) })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      // a member who follows again after unfollowing sends no second notification
      const before = await tx
        .selectFrom('system_message')
        .select('id')
        .where('member', '=', author)
        .where('kind', '=', 'followed')
        .where('told', '=', JSON.stringify({ nickname: me.nickname }))
        .limit(1)
        .executeTakeFirst();
      if (numInsertedOrUpdatedRows && !before)
        await notifyMember(tx, author, { kind: 'followed', values: { nickname: me.nickname } }, now);
      return { followed };
    });
  },

  muteAuthor: ({ member: author, muted }, { db, member, now }) =>
    db.tx(async (tx) => {
      if (author === member) throw new DomainError('ownAuthor');
      if (!muted) {
        await tx
          .deleteFrom('circle_mute')
          .where('member', '=', member)
          .where('author', '=', author)
          .execute();
        return { muted };
      }
      const before = await tx
        .selectFrom('circle_mute')
        .select('at')
        .where('member', '=', member)
        .where('author', '=', author)
        .executeTakeFirst();
      if (before) return { muted };
      await assertAuthor(tx, member, author);
      await tx
        .deleteFrom('circle_follow')
        .where('member', '=', member)
        .where('author', '=', author)
        .execute();
      await tx
        .insertInto('circle_mute')
        .values({ member, author, at: new Date(now) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return { muted };
    }),

  async listMuted({ from }, ctx) {
    const { db, member } = ctx;
    const after = from === undefined ? undefined : readTimeAndId(from);
    const rows = await db.run
      .selectFrom('circle_mute as u')
      .innerJoin('member as m', 'm.id', 'u.author')
      .select(['u.author', 'u.at', 'm.nickname', 'm.avatar', 'm.team_leader'])
      .where('u.member', '=', member)
      .where((is) =>
        after ? is(is.refTuple('u.at', 'u.author'), '<', is.tuple(after.at, after.id)) : is.lit(true),
      )
      .orderBy('u.at', 'desc')
      .orderBy('u.author', 'desc')
      .limit(pageSize + 1)
      .execute();
    const media = await mediaOf(
      db.run,
      ctx,
      rows.map(({ avatar }) => avatar),
    );
    const end = (row: (typeof rows)[number]) => cursor(row.at.getTime(), row.author);
    return mapPage(page(rows, pageSize, end), (row) =>
      person(row, row.avatar === null ? undefined : media.get(row.avatar)),
    );
  },
};
