import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { Db } from '../db/database';
import { dayOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { notifyMember } from '../notices/notify-member';
import { addressOf } from '../pictures/address';
import { body, words } from './body';

const hiding = v.object({ reason: words() });
const which = ['reported', 'hidden', 'newest'];

/** Posts with how often and as what they were reported; those that wait for an operator first. */
async function list({ db, settings, fileSecret, now }: Gateway, wanted: string) {
  if (!which.includes(wanted)) throw new RequestRejected('shape');
  const rows = await db.run
    .selectFrom('circle_post as p')
    .innerJoin('member as m', 'm.id', 'p.author')
    .where('p.deleted_at', 'is', null)
    .$if(wanted === 'hidden', (query) => query.where('p.hidden_at', 'is not', null))
    .$if(wanted === 'reported', (query) =>
      query
        .where('p.hidden_at', 'is', null)
        .where((is) =>
          is.exists(is.selectFrom('circle_report').select('post').whereRef('post', '=', 'p.id')),
        ),
    )
    .select([
      'p.id',
      'm.username as member',
      'p.text',
      'p.pictures',
      'p.video',
      'p.created_at',
      'p.hidden_at',
    ])
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(200)
    .execute();
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
  return rows.map(({ pictures, video, created_at, hidden_at, ...row }) => ({
    ...row,
    at: created_at,
    ...(hidden_at && { hiddenAt: hidden_at }),
    files: [...(JSON.parse(pictures) as string[]), ...(video ? [video] : [])].map(address),
    reports: Object.fromEntries(
      reports.filter(({ post }) => post === row.id).map(({ reason, n }) => [reason, Number(n)]),
    ),
  }));
}

/** Hides a post, and tells its author why; one that is hidden already stays as it is. */
const hide = (db: Db, id: string, reason: string, now: number) =>
  db.tx(async (tx) => {
    const post = await tx
      .selectFrom('circle_post')
      .select(['author', 'created_at', 'hidden_at'])
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!post) throw new DomainError('postMissing');
    if (post.hidden_at) return { id, hidden: true };
    await tx
      .updateTable('circle_post')
      .set({ hidden_at: new Date(now) })
      .where('id', '=', id)
      .execute();
    const date = dayOf(post.created_at.getTime());
    await notifyMember(tx, post.author, { kind: 'postHidden', values: { date, reason } }, now);
    return { id, hidden: true };
  });

async function showAgain(db: Db, id: string) {
  const { numUpdatedRows } = await db.run
    .updateTable('circle_post')
    .set({ hidden_at: null })
    .where('id', '=', id)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('postMissing');
  return { id, hidden: false };
}

type Params = { Params: { id: string } };

/** `/operator/posts`: what members have told the others. */
export function servePosts(desk: FastifyInstance, gateway: Gateway): void {
  const { db, now } = gateway;
  desk.get<{ Querystring: { which?: string } }>('/posts', async ({ query }) => ({
    items: await list(gateway, query.which ?? 'reported'),
  }));
  desk.post<Params>('/posts/:id/hide', (request) =>
    hide(db, request.params.id, body(hiding, request).reason, now()),
  );
  desk.post<Params>('/posts/:id/show', ({ params }) => showAgain(db, params.id));
}
