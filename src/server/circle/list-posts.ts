import type * as calls from '../../contract/video/circle';
import type * as rules from '../../contract/video/circle.rules';
import type { Executor } from '../db/database';
import type { Handlers } from '../kernel/call-group';
import { DomainError } from '../kernel/domain-error';
import { cursor, mapPage, page, readTimeAndId } from '../kernel/pagination';
import { tagOf } from './tags';
import { type PostRow, postView, shownPosts } from './view';
import { visiblePosts } from './visible';

const pageSize = 10;
/** Maximum number of pinned posts; if there are more, the most recently pinned ones. */
const mostPinned = 3;
/** Highest number that the badge shows; counting stops there. */
const most = 999;

/** Members invited by a member, members invited by those, and the member's own inviter. */
const team = (run: Executor, member: string) =>
  run
    .selectFrom('member as t')
    .leftJoin('member as by', 'by.id', 't.inviter')
    .where((is) =>
      is.or([
        is('t.inviter', '=', member),
        is('by.inviter', '=', member),
        is('t.id', '=', is.selectFrom('member').select('inviter').where('id', '=', member)),
      ]),
    )
    .select('t.id');

/** Number of other members' posts since the member last read the feed, or since they joined. */
async function unread(run: Executor, member: string): Promise<number> {
  const { n } = await run
    .selectFrom(
      visiblePosts(run, member)
        .select('p.id')
        .where('p.author', '<>', member)
        .where('p.created_at', '>', (is) =>
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
  return Number(n);
}

type Listing = Pick<
  Handlers<typeof calls, typeof rules>,
  'unreadCount' | 'readAll' | 'listPosts' | 'getPost' | 'listCollected'
>;

export const listing: Listing = {
  unreadCount: async (_, { db, member }) => ({ unreadCount: await unread(db.run, member) }),

  async readAll(_, { db, member, now }) {
    const read_at = new Date(now);
    await db.run
      .insertInto('circle_read')
      .values({ member, read_at })
      .onConflict((conflict) => conflict.column('member').doUpdateSet({ read_at }))
      .execute();
    return {};
  },

  async listPosts({ scope = 'all', search, tag, author, from }, ctx) {
    const { db, member } = ctx;
    const after = from === undefined ? undefined : readTimeAndId(from);
    const everything = scope === 'all' && !search && !tag && !author;
    const pinned =
      everything && !after
        ? await shownPosts(db.run, member)
            .where('p.pinned_at', 'is not', null)
            .orderBy('p.pinned_at', 'desc')
            .limit(mostPinned)
            .execute()
        : [];
    const rows = await shownPosts(db.run, member)
      .$if(everything, (query) => query.where('p.pinned_at', 'is', null))
      .$if(scope === 'following', (query) =>
        query.where('p.author', 'in', (is) =>
          is.selectFrom('circle_follow').select('author').where('member', '=', member),
        ),
      )
      .$if(!!search, (query) =>
        query.where('p.text', 'ilike', `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`),
      )
      .$if(!!tag, (query) =>
        query.where('p.id', 'in', (is) =>
          is
            .selectFrom('circle_tag')
            .select('post')
            .where('tag', '=', tagOf(tag ?? '')),
        ),
      )
      .$if(!!author, (query) => query.where('p.author', '=', author ?? ''))
      .$if(scope === 'mine', (query) => query.where('p.author', '=', member))
      .$if(scope === 'team', (query) => query.where('p.author', 'in', team(db.run, member)))
      .$if(scope === 'material', (query) =>
        query.where((is) => is.or([is('p.pictures', '<>', '[]'), is('p.video', 'is not', null)])),
      )
      .where((is) =>
        after ? is(is.refTuple('p.created_at', 'p.id'), '<', is.tuple(after.at, after.id)) : is.lit(true),
      )
      .orderBy('p.created_at', 'desc')
      .orderBy('p.id', 'desc')
      .limit(pageSize + 1)
      .execute();
    const end = (row: PostRow) => cursor(row.created_at.getTime(), row.id);
    const view = await postView(ctx, [...pinned, ...rows]);
    const listed = mapPage(page(rows, pageSize, end), view);
    return { ...listed, items: [...pinned.map(view), ...listed.items] };
  },

  async getPost({ id }, ctx) {
    const row = await shownPosts(ctx.db.run, ctx.member).where('p.id', '=', id).executeTakeFirst();
    if (!row) throw new DomainError('postMissing');
    return (await postView(ctx, [row]))(row);
  },

  async listCollected({ from }, ctx) {
    const { db, member } = ctx;
    const after = from === undefined ? undefined : readTimeAndId(from);
    const rows = await shownPosts(db.run, member)
      .where('c.at', 'is not', null)
      .where((is) =>
        after ? is(is.refTuple('c.at', 'c.post'), '<', is.tuple(after.at, after.id)) : is.lit(true),
      )
      .orderBy('c.at', 'desc')
      .orderBy('c.post', 'desc')
      .limit(pageSize + 1)
      .$narrowType<{ collected_at: Date }>()
      .execute();
    const end = (row: (typeof rows)[number]) => cursor(row.collected_at.getTime(), row.id);
    return mapPage(page(rows, pageSize, end), await postView(ctx, rows));
  },
};
