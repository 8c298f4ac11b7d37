import { randomUUID } from 'node:crypto';
import * as calls from '../../contract/video/comments';
import * as rules from '../../contract/video/comments.rules';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent, isRepeated } from '../kernel/idempotency';
import { cursor, mapPage, page, readTimeAndId } from '../kernel/pagination';
import { assertRate } from '../kernel/rate-limit';
import { notifyMember } from '../notices/notify-member';
import { mediaOf } from '../pictures/media';
import { person } from './view';
import { mustSee } from './visible';
import { countComments, shownComments } from './visible-comments';

const pageSize = 20;
/** Maximum number of comments by a member per hour. */
const perMember = { max: 60, window: 3_600_000 };
/** Characters of a comment that its post's author sees in the notification. */
const excerptLength = 60;

const comments = (ctx: RequestContext) =>
  shownComments(ctx.db.run, ctx.member)
    .innerJoin('member as m', 'm.id', 'k.author')
    .select(['k.id', 'k.author', 'k.text', 'k.created_at', 'm.nickname', 'm.avatar', 'm.team_leader']);
type Row = Awaited<ReturnType<ReturnType<typeof comments>['execute']>>[number];

async function viewOf(ctx: RequestContext, rows: readonly Row[]): Promise<(row: Row) => calls.Comment> {
  const media = await mediaOf(
    ctx.db.run,
    ctx,
    rows.map(({ avatar }) => avatar),
  );
  return (row) => ({
    id: row.id,
    author: person(row, row.avatar === null ? undefined : media.get(row.avatar)),
    text: row.text,
    time: row.created_at.toISOString(),
    mine: row.author === ctx.member,
  });
}

const shorten = (text: string) =>
  [...text].length > excerptLength ? `${[...text].slice(0, excerptLength).join('')}…` : text;

/** Comments on posts. */
export const commentCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listComments({ id, from }, ctx) {
      await mustSee(ctx.db.run, ctx.member, id);
      const after = from === undefined ? undefined : readTimeAndId(from);
      const rows = await comments(ctx)
        .where('k.post', '=', id)
        .where((is) =>
          after ? is(is.refTuple('k.created_at', 'k.id'), '>', is.tuple(after.at, after.id)) : is.lit(true),
        )
        .orderBy('k.created_at')
        .orderBy('k.id')
        .limit(pageSize + 1)
        .execute();
      const end = (row: Row) => cursor(row.created_at.getTime(), row.id);
      return mapPage(page(rows, pageSize, end), await viewOf(ctx, rows));
    },

    async addComment(input, ctx) {
      const { db, member, now } = ctx;
      if (!(await isRepeated(db.run, ctx, calls.addComment, input)))
        await assertRate(ctx, 'comment', perMember);
      const made = await db.tx((tx) =>
        idempotent(tx, ctx, calls.addComment, input, async () => {
          const { author } = await mustSee(tx, member, input.id);
          const id = randomUUID();
          await tx
            .insertInto('circle_comment')
            .values({ id, post: input.id, author: member, text: input.text, created_at: new Date(now) })
            .execute();
          const { nickname, avatar, team_leader } = await tx
            .selectFrom('member')
            .select(['nickname', 'avatar', 'team_leader'])
            .where('id', '=', member)
            .executeTakeFirstOrThrow();
          if (author !== member)
            await notifyMember(
              tx,
              author,
              {
                kind: 'postCommented',
                values: { nickname, text: shorten(input.text) },
                link: `pages/list/post?id=${input.id}`,
              },
              now,
            );
          const row = {
            id,
            author: member,
            text: input.text,
            created_at: new Date(now),
            nickname,
            avatar,
            team_leader,
          };
          return {
            comment: (await viewOf({ ...ctx, db: { ...db, run: tx } }, [row]))(row),
            comments: await countComments(tx, member, input.id),
          };
        }),
      );
      return made;
    },

    deleteComment: ({ id }, { db, member, now }) =>
      db.tx(async (tx) => {
        const comment = await tx
          .updateTable('circle_comment')
          .set((is) => ({ deleted_at: is.fn.coalesce('deleted_at', is.val(new Date(now))) }))
          .where('id', '=', id)
          .where('author', '=', member)
          .returning('post')
          .executeTakeFirst();
        if (!comment) throw new DomainError('commentMissing');
        return { comments: await countComments(tx, member, comment.post) };
      }),

    reportComment: ({ id, reason }, { db, member, now }) =>
      db.tx(async (tx) => {
        const before = await tx
          .selectFrom('circle_comment_report')
          .select('comment')
          .where('member', '=', member)
          .where('comment', '=', id)
          .executeTakeFirst();
        if (before) return {};
        const comment = await shownComments(tx, member)
          .select(['k.author', 'k.post'])
          .where('k.id', '=', id)
          .executeTakeFirst();
        if (!comment) throw new DomainError('commentMissing');
        if (comment.author === member) throw new DomainError('postOwn');
        await mustSee(tx, member, comment.post);
        await tx
          .insertInto('circle_comment_report')
          .values({ member, comment: id, reason, at: new Date(now) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        return {};
      }),
  },
};
