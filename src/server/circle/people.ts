import type * as calls from '../../contract/video/circle';
import type * as rules from '../../contract/video/circle.rules';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { cursor, mapPage, page, readTimeAndId } from '../kernel/pagination';
import { notifyMember } from '../notices/notify-member';
import { mediaOf } from '../pictures/media';
import { mayStill } from './pace';
import { person } from './view';
import { mustSee } from './visible';

const hour = 3_600_000;
const likesPerMember = { max: 600, window: hour };
const followsPerMember = { max: 200, window: hour };
const pageSize = 20;

type People = Pick<
  Handlers<typeof calls, typeof rules>,
  'likePost' | 'followAuthor' | 'muteAuthor' | 'listMuted'
>;

/** Follows, mutes and likes. */
export const people: People = {
  async likePost({ id, liked }, ctx) {
    const { db, member, now } = ctx;
    await mayStill(ctx, 'like', likesPerMember);
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
    await mayStill(ctx, 'follow', followsPerMember);
    return db.tx(async (tx) => {
      if (!followed) {
        await tx
          .deleteFrom('circle_follow')
          .where('member', '=', member)
          .where('author', '=', author)
          .execute();
        return { followed };
      }
      const both = await tx
        .selectFrom('member')
        .select(['id', 'nickname'])
        .where('id', 'in', [member, author])
        .execute();
      const me = both.find(({ id }) => id === member);
      if (!me || both.length < 2) throw new DomainError('authorMissing');
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
      const there = await tx.selectFrom('member').select('id').where('id', '=', author).executeTakeFirst();
      if (!there) throw new DomainError('authorMissing');
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
