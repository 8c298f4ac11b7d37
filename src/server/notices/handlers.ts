import * as calls from '../../contract/notices';
import * as rules from '../../contract/notices.rules';
import type { Runs } from '../db/database';
import type { Group } from '../kernel/call-group';
import type { Asked } from '../kernel/context';
import { Refusal } from '../kernel/domain-error';
import { cursor, page, readTimeAndId } from '../kernel/pagination';
import { summary, visible, worded } from './visible';

const aPage = 20;
/** Notices that a member is asked to confirm in one go. */
const atOnce = 20;

async function one(run: Runs, asked: Asked, id: string): Promise<calls.Notice> {
  const row = await visible(run, asked).where('n.id', '=', id).executeTakeFirst();
  const [notice] = row ? await worded(run, [row], asked.locale) : [];
  if (!notice) throw new Refusal('noticeMissing');
  return notice;
}

export const noticesGroup: Group<typeof calls, typeof rules> = {
  calls,
  rules,
  handlers: {
    async listNotices({ from }, asked) {
      const { run } = asked.db;
      const after = from === undefined ? undefined : readTimeAndId(from);
      const rows = await visible(run, asked)
        .$if(!!after, (query) =>
          query.where((is) => is(is.refTuple('n.published_at', 'n.id'), '<', is.tuple(after!.at, after!.id))),
        )
        .orderBy('n.published_at', 'desc')
        .orderBy('n.id', 'desc')
        .limit(aPage + 1)
        .execute();
      const { items, next } = page(
        rows,
        aPage,
        (row) => row,
        ({ published_at, id }) => cursor(published_at.getTime(), id),
      );
      const notices = await worded(run, items, asked.locale);
      return { items: notices.map(summary), ...(next && { next }) };
    },

    getNotice: ({ id }, asked) => one(asked.db.run, asked, id),

    async getNeedConfirm(_, asked) {
      const rows = await visible(asked.db.run, asked)
        .where('n.confirm', '=', true)
        .where('c.at', 'is', null)
        .whereRef('n.published_at', '>=', 'm.created_at')
        .orderBy('n.published_at')
        .orderBy('n.id')
        .limit(atOnce)
        .execute();
      return { items: await worded(asked.db.run, rows, asked.locale) };
    },

    async userConfirm({ id }, asked) {
      const { run } = asked.db;
      const row = await visible(run, asked).where('n.id', '=', id).executeTakeFirst();
      if (!row) throw new Refusal('noticeMissing');
      await run
        .insertInto('notice_confirmed')
        .values({ member: asked.member, notice: id, at: new Date(asked.now) })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      return {};
    },
  },
};
