import * as calls from '../../contract/circle';
import * as rules from '../../contract/circle.rules';
import type { Executor } from '../db/database';
import type { CallGroup } from '../kernel/call-group';

/** The badge shows no more than this, and counting stops there. */
const most = 999;

/** Posts of others since the member last read the circle, or since they joined. */
async function unread(run: Executor, member: string): Promise<number> {
  const { n } = await run
    .selectFrom((from) =>
      from
        .selectFrom('circle_post')
        .select('circle_post.id')
        .where('author', '<>', member)
        .where('created_at', '>', (is) =>
          is
            .selectFrom('member')
            .leftJoin('circle_read', 'circle_read.member', 'member.id')
            .where('member.id', '=', member)
            .select((one) => one.fn.coalesce('circle_read.read_at', 'member.created_at').as('since')),
        )
        .limit(most)
        .as('new'),
    )
    .select((is) => is.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export const circleCalls: CallGroup<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    unreadCount: async (_, { db, member }) => ({ unreadCount: await unread(db.run, member) }),
  },
};
