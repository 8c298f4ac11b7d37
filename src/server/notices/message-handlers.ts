import * as calls from '../../contract/support/messages';
import * as rules from '../../contract/support/messages.rules';
import type { Executor } from '../db/database';
import type { CallGroup } from '../kernel/call-group';
import type { RequestContext } from '../kernel/context';
import { mapPage, newestFirst } from '../kernel/pagination';
import { wordedMessage } from './worded-message';

async function countMessages(
  run: Executor,
  { member }: RequestContext,
): Promise<{ read: number; unread: number; total: number }> {
  const { total, read } = await run
    .selectFrom('system_message')
    .select(({ fn }) => [fn.countAll<number>().as('total'), fn.count<number>('read_at').as('read')])
    .where('member', '=', member)
    .executeTakeFirstOrThrow();
  return { total: Number(total), read: Number(read), unread: Number(total) - Number(read) };
}

export const messageCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listMessages({ unread, from }, { db, member, locale }) {
      const own = db.run
        .selectFrom('system_message')
        .selectAll()
        .where('member', '=', member)
        .$if(!!unread, (query) => query.where('read_at', 'is', null));
      const rows = await newestFirst(own, { at: 'at', id: 'id' }, from);
      return mapPage(rows, (row) => wordedMessage(row, locale));
    },

    async readTotal(_, ctx) {
      const { read, unread } = await countMessages(ctx.db.run, ctx);
      return { read, unread };
    },

    async countTotal(_, ctx) {
      const { total } = await countMessages(ctx.db.run, ctx);
      return { total };
    },

    async markRead(input, ctx) {
      const { run } = ctx.db;
      await run
        .updateTable('system_message')
        .set({ read_at: new Date(ctx.now) })
        .where('member', '=', ctx.member)
        .where('read_at', 'is', null)
        .$if('ids' in input, (query) => query.where('id', 'in', (input as { ids: string[] }).ids))
        .execute();
      const { unread } = await countMessages(run, ctx);
      return { unread };
    },

    async deleteMessages({ ids }, ctx) {
      const { run } = ctx.db;
      await run
        .deleteFrom('system_message')
        .where('member', '=', ctx.member)
        .where('id', 'in', ids)
        .execute();
      const { unread, total } = await countMessages(run, ctx);
      return { unread, total };
    },
  },
};
