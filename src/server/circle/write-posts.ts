import { randomUUID } from 'node:crypto';
import * as calls from '../../contract/video/circle';
import type * as rules from '../../contract/video/circle.rules';
import type { Handlers } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { idempotent, isRepeated } from '../kernel/idempotency';
import { assertRate } from '../kernel/rate-limit';
import { ownPictures, ownVideo } from '../pictures/own-pictures';
import { tagsOf } from './tags';
import { mustSee } from './visible';

/** Posts of a member in an hour. */
const perMember = { max: 30, window: 3_600_000 };

async function mayStillPost(ctx: RequestContext, input: { requestKey: string }): Promise<void> {
  if (await isRepeated(ctx.db.run, ctx, calls.addPost, input)) return;
  await assertRate(ctx, 'post', perMember);
}

type Writing = Pick<
  Handlers<typeof calls, typeof rules>,
  'addPost' | 'collectPost' | 'deletePost' | 'reportPost'
>;

export const writing: Writing = {
  async addPost(input, ctx) {
    await mayStillPost(ctx, input);
    const pictures = await ownPictures(ctx, input.pictures, 'pictures');
    const video = input.video ? await ownVideo(ctx, input.video) : null;
    const [poster = null] = video && input.poster ? await ownPictures(ctx, [input.poster], 'video') : [];
    return ctx.db.tx((tx) =>
      idempotent(tx, ctx, calls.addPost, input, async () => {
        const id = randomUUID();
        await tx
          .insertInto('circle_post')
          .values({
            id,
            author: ctx.member,
            text: input.text,
            created_at: new Date(ctx.now),
            pictures: JSON.stringify(pictures),
            video,
            poster,
          })
          .execute();
        const tags = tagsOf(input.text);
        if (tags.length)
          await tx
            .insertInto('circle_tag')
            .values(tags.map((tag) => ({ tag, post: id })))
            .execute();
        return { id };
      }),
    );
  },

  collectPost: ({ id, collected }, { db, member, now }) =>
    db.tx(async (tx) => {
      await mustSee(tx, member, id);
      if (collected)
        await tx
          .insertInto('circle_collect')
          .values({ member, post: id, at: new Date(now) })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      else
        await tx.deleteFrom('circle_collect').where('member', '=', member).where('post', '=', id).execute();
      const { n } = await tx
        .selectFrom('circle_collect')
        .where('post', '=', id)
        .select((is) => is.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return { collected, collects: Number(n) };
    }),

  async deletePost({ id }, { db, member, now }) {
    const { numUpdatedRows } = await db.run
      .updateTable('circle_post')
      .set((is) => ({ deleted_at: is.fn.coalesce('deleted_at', is.val(new Date(now))) }))
      .where('id', '=', id)
      .where('author', '=', member)
      .executeTakeFirst();
    if (!numUpdatedRows) throw new DomainError('postMissing');
    return {};
  },

  reportPost: ({ id, reason }, { db, member, now }) =>
    db.tx(async (tx) => {
      const before = await tx
        .selectFrom('circle_report')
        .select('post')
        .where('member', '=', member)
        .where('post', '=', id)
        .executeTakeFirst();
      if (before) return {};
      const { author } = await mustSee(tx, member, id);
      if (author === member) throw new DomainError('postOwn');
      await tx
        .insertInto('circle_report')
        .values({ member, post: id, reason, at: new Date(now) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return {};
    }),
};
