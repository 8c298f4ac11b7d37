import * as calls from '../../contract/support/notices';
import * as rules from '../../contract/support/notices.rules';
import type { Executor } from '../db/database';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import { newestFirst } from '../kernel/pagination';
import { summary, visible, worded } from './visible';

/** Maximum number of notices that a member is asked to confirm in a row. */
const atOnce = 20;

async function one(run: Executor, ctx: RequestContext, id: string): Promise<calls.Notice> {
  const row = await visible(run, ctx).where('n.id', '=', id).executeTakeFirst();
  const [notice] = row ? await worded(run, [row], ctx.locale) : [];
  if (!notice) throw new DomainError('noticeMissing');
  return notice;
}

export const noticeCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listNotices({ from }, ctx) {
      const { run } = ctx.db;
      const published = visible(run, ctx);
      const order = { table: 'n', at: 'published_at', id: 'id' } as const;
      const { items, next } = await newestFirst(published, order, from);
      const notices = await worded(run, items, ctx.locale);
      return { items: notices.map(summary), ...(next && { next }) };
    },

    getNotice: ({ id }, ctx) => one(ctx.db.run, ctx, id),

    async getNeedConfirm(_, ctx) {
      const rows = await visible(ctx.db.run, ctx)
        .where('n.confirm', '=', true)
        .where('c.at', 'is', null)
        .whereRef('n.published_at', '>=', 'm.created_at')
        .orderBy('n.published_at')
        .orderBy('n.id')
        .orderBy('n.id')
        .limit(atOnce)
        .execute();
      return { items: await worded(ctx.db.run, rows, ctx.locale) };
    },

    async userConfirm({ id }, ctx) {
      const { run } = ctx.db;
      const row = await visible(run, ctx).where('n.id', '=', id).executeTakeFirst();
      if (!row) throw new DomainError('noticeMissing');
      await run
        .insertInto('notice_confirmed')
        .values({ member: ctx.member, notice: id, at: new Date(ctx.now) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return {};
    },
  },
};
