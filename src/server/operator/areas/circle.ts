import { sql } from 'kysely';
import { comments as commentsArea, posts as postsArea } from '../../../contract/desk/areas/members';
import { commentsForDesk, hideComment, keepComment, showComment } from '../../circle/hide-comment';
import { hidePost, keepPost, pinPost, postsForDesk, showPost } from '../../circle/hide-post';
import { DomainError } from '../../kernel/domain-error';
import type { Gateway } from '../../kernel/gateway';
import { addressOf } from '../../pictures/address';
import { Unusable } from '../body';
import { source } from '../source';

export const posts = source({
  area: postsArea,
  kept: ['circle_post', 'id'],
  list: {
    rows: postsForDesk,
    columns: { at: 'p.created_at' },
    id: 'p.id',
    member: 'p.author',
    search: ['p.text', 'm.username', 'p.id'],
    where: {
      which: (value) => {
        if (value === 'reported')
          return sql`(p.hidden_at is null and exists (
            select from circle_report r where r.post = p.id and (p.kept_at is null or r.at > p.kept_at)
          ))`;
        if (value === 'hidden') return sql`p.hidden_at is not null`;
        if (value === 'pinned') return sql`p.pinned_at is not null`;
        if (value === 'newest') return sql`true`;
        throw new Unusable('which: reported, hidden, pinned, newest');
      },
    },
    view: (rows, gateway) => postView(gateway, rows),
  },
  one: async (gateway, key) => {
    const rows = await postsForDesk(gateway.db.run).where('p.id', '=', key).execute();
    const [post] = await postView(gateway, rows);
    if (!post) throw new DomainError('postMissing');
    return post;
  },
  acts: {
    hide: ({ gateway: { db, now }, key }, { reason }) => hidePost(db, key, reason, now()),
    show: ({ gateway: { db }, key }) => showPost(db, key),
    keep: ({ gateway: { db, now }, key }) => keepPost(db, key, now()),
    pin: ({ gateway: { db, now }, key }) => pinPost(db, key, now()),
    unpin: ({ gateway: { db }, key }) => pinPost(db, key),
  },
});

type Post = Awaited<ReturnType<ReturnType<typeof postsForDesk>['execute']>>[number];

async function postView({ db, settings, fileSecret, now }: Gateway, rows: readonly Post[]) {
  const reports = rows.length
    ? await db.run
        .selectFrom('circle_report')
        .where(
          'post',
          'in',
          rows.map(({ id }) => id),
        )
        .groupBy(['post', 'reason'])
        .select((is) => ['post', 'reason', is.fn.countAll<number>().as('n')])
        .execute()
    : [];
  const address = (id: string) => `${settings.publicUrl}${addressOf(fileSecret, id, now())}`;
  return rows.map(({ pictures, video, created_at, hidden_at, pinned_at, ...row }) => ({
    id: row.id,
    member: row.member,
    text: row.text,
    at: created_at,
    ...(hidden_at && { hiddenAt: hidden_at }),
    ...(pinned_at && { pinnedAt: pinned_at }),
    files: [...(JSON.parse(pictures) as string[]), ...(video ? [video] : [])].map(address),
    // counts by reason, as clients of earlier versions expect
    reports: Object.fromEntries(
      reports.filter(({ post }) => post === row.id).map(({ reason, n }) => [reason, Number(n)]),
    ) as unknown as object[],
  }));
}

export const comments = source({
  area: commentsArea,
  kept: ['circle_comment', 'id'],
  list: {
    rows: commentsForDesk,
    columns: { at: 'k.created_at', post: 'k.post' },
    id: 'k.id',
    member: 'k.author',
    search: ['k.text', 'm.username', 'k.id'],
    where: {
      which: (value) => {
        if (value === 'reported')
          return sql`(k.hidden_at is null and exists (
            select from circle_comment_report r where r.comment = k.id and (k.kept_at is null or r.at > k.kept_at)
          ))`;
        if (value === 'hidden') return sql`k.hidden_at is not null`;
        if (value === 'newest') return sql`true`;
        throw new Unusable('which: reported, hidden, newest');
      },
    },
    view: (rows, gateway) => commentView(gateway, rows),
  },
  one: async (gateway, key) => {
    const rows = await commentsForDesk(gateway.db.run).where('k.id', '=', key).execute();
    const [comment] = await commentView(gateway, rows);
    if (!comment) throw new DomainError('commentMissing');
    return comment;
  },
  acts: {
    hide: ({ gateway: { db, now }, key }, { reason }) => hideComment(db, key, reason, now()),
    show: ({ gateway: { db }, key }) => showComment(db, key),
    keep: ({ gateway: { db, now }, key }) => keepComment(db, key, now()),
  },
});

type Comment = Awaited<ReturnType<ReturnType<typeof commentsForDesk>['execute']>>[number];

async function commentView({ db }: Gateway, rows: readonly Comment[]) {
  const reports = rows.length
    ? await db.run
        .selectFrom('circle_comment_report')
        .where(
          'comment',
          'in',
          rows.map(({ id }) => id),
        )
        .groupBy(['comment', 'reason'])
        .select((is) => ['comment', 'reason', is.fn.countAll<number>().as('n')])
        .execute()
    : [];
  return rows.map(({ created_at, hidden_at, ...row }) => ({
    ...row,
    at: created_at,
    ...(hidden_at && { hiddenAt: hidden_at }),
    reports: reports
      .filter(({ comment }) => comment === row.id)
      .map(({ reason, n }) => ({ reason, count: Number(n) })),
  }));
}
