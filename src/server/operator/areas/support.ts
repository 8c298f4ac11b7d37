import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  answers as answersArea,
  conversations as conversationsArea,
  messages as messagesArea,
  notices as noticesArea,
  workorders as workordersArea,
} from '../../../contract/desk/areas/support';
import { WorkOrderStatus } from '../../../contract/support/work-orders';
import type { Executor } from '../../db/database';
import {
  conversationRows,
  conversationView,
  readConversation,
  replyToMember,
  takeConversation,
} from '../../im/desk';
import { DomainError } from '../../kernel/domain-error';
import {
  changeNotice,
  confirmationsOf,
  noticeRows,
  noticeTexts,
  publishNotice,
  sendMessages,
  withdrawNotice,
} from '../../notices/publish';
import { answerWorkOrder, showToDesk, takeWorkOrder, workOrderRows } from '../../work-orders/desk';
import { Unusable } from '../body';
import { leadsElsewhere } from '../bounds';
import { picked, yesOrNo } from '../picked';
import { source } from '../source';

const { pending, processing, processed } = WorkOrderStatus;
/** Values of the status filter, by name and by the numbers that clients of earlier versions send. */
const statuses: Record<string, WorkOrderStatus[]> = {
  open: [pending, processing],
  pending: [pending],
  processing: [processing],
  processed: [processed],
  0: [pending],
  1: [processing],
  2: [processed],
};

export const workorders = source({
  area: workordersArea,
  param: 'number',
  kept: ['work_order', 'number'],
  list: {
    rows: workOrderRows,
    columns: { since: 'w.changed_at', createdAt: 'w.created_at', takenBy: 'w.taken_by' },
    id: 'w.number',
    member: 'w.member',
    search: ['w.number', 'w.title', 'w.description', 'm.username'],
    where: {
      status: (value) => sql`w.status in (${sql.join(picked(statuses, value, 'status'))})`,
    },
    view: (rows) =>
      rows.map(({ changed_at, solved_at, created_at, taken_by, ...row }) => ({
        ...row,
        since: changed_at,
        ...(solved_at && { solvedAt: solved_at }),
        createdAt: created_at,
        ...(taken_by && { takenBy: taken_by }),
      })),
  },
  one: (gateway, key) => showToDesk(gateway, key),
  acts: {
    take: ({ gateway: { db }, key, person }) => takeWorkOrder(db, key, person.name),
    answer: ({ gateway: { db, now }, key }, input) => answerWorkOrder(db, key, input, now()),
  },
});

/** Work orders that wait for support first, newest first. */
const urgent = sql`(extract(epoch from c.at) + case when c.desk_unread > 0 then 1e11 else 0 end)::float8`;

export const conversations = source({
  area: conversationsArea,
  param: 'account',
  list: {
    rows: conversationRows,
    columns: { urgent, at: 'c.at', takenBy: 'c.taken_by' },
    id: 'c.member',
    search: ['m.username', 'n.text'],
    where: {
      unread: (value) => (picked(yesOrNo, value, 'unread') ? sql`c.desk_unread > 0` : sql`c.desk_unread = 0`),
    },
    view: (rows) => rows.map(conversationView),
  },
  one: async ({ db }, key) => {
    const [row] = await conversationRows(db.run)
      .where((is) => is.or([is('m.username_key', '=', key.toLowerCase()), is('m.id', '=', key)]))
      .execute();
    if (!row) throw new DomainError('memberMissing');
    return conversationView(row);
  },
  acts: {
    take: ({ gateway, key, person }) => takeConversation(gateway, key, person.name),
    read: async ({ gateway, key }, { before }) => ({
      items: await readConversation(gateway, key, before),
    }),
    reply: ({ gateway, key }, input) => replyToMember(gateway, { account: key, ...input }),
  },
});

type Notice = Awaited<ReturnType<ReturnType<typeof noticeRows>['execute']>>[number];

const noticeView = (row: Notice, confirmed: number | undefined, now: number) => ({
  id: row.id,
  title: row.title,
  publishedAt: row.published_at,
  ...(row.country && { country: row.country }),
  ...(row.username && { to: row.username }),
  ...(row.confirm && { confirm: true, confirmed: confirmed ?? 0 }),
  ...(row.withdrawn_at && { withdrawnAt: row.withdrawn_at }),
  state: row.withdrawn_at ? 'withdrawn' : row.published_at.getTime() > now ? 'waiting' : 'published',
});

export const notices = source({
  area: noticesArea,
  kept: ['notice', 'id'],
  list: {
    rows: noticeRows,
    columns: { publishedAt: 'n.published_at', country: 'n.country' },
    id: 'n.id',
    search: [
      sql`(select string_agg(t.title, ' ') from notice_text t where t.notice = n.id)`,
      'n.id',
      'm.username',
    ],
    where: {
      state: (value, { now }) => {
        const at = new Date(now());
        if (value === 'withdrawn') return sql`n.withdrawn_at is not null`;
        if (value === 'waiting') return sql`(n.withdrawn_at is null and n.published_at > ${at})`;
        if (value === 'published') return sql`(n.withdrawn_at is null and n.published_at <= ${at})`;
        throw new Unusable('state: waiting, published, withdrawn');
      },
    },
    view: async (rows, { db, now }) => {
      const confirmations = await confirmationsOf(
        db.run,
        rows.map(({ id }) => id),
      );
      return rows.map((row) => noticeView(row, confirmations.get(row.id), now()));
    },
  },
  one: async ({ db, now }, key) => {
    const row = await noticeRows(db.run).where('n.id', '=', key).executeTakeFirst();
    if (!row) throw new DomainError('noticeMissing');
    const confirmations = await confirmationsOf(db.run, [key]);
    return { ...noticeView(row, confirmations.get(key), now()), texts: await noticeTexts(db.run, key) };
  },
  worth: { add: leadsElsewhere, change: leadsElsewhere },
  acts: {
    add: ({ gateway: { db, now } }, input) => publishNotice(db, input, now()),
    change: ({ gateway: { db, now }, key }, input) => changeNotice(db, key, input, now()),
    withdraw: ({ gateway: { db, now }, key }) => withdrawNotice(db, key, now()),
  },
});

export const messages = source({
  area: messagesArea,
  list: { all: async () => [] },
  one: async () => {
    throw new DomainError('memberMissing');
  },
  acts: { add: ({ gateway: { db, now } }, input) => sendMessages(db, input, now()) },
});

const answerRows = (run: Executor) => run.selectFrom('desk_answer as a').selectAll('a');

type Answer = Awaited<ReturnType<ReturnType<typeof answerRows>['execute']>>[number];

const answerView = ({ texts, ...row }: Answer) => ({ ...row, texts: JSON.parse(texts) });

const answerMissing = () => new DomainError('deskAnswerMissing');

export const answers = source({
  area: answersArea,
  kept: ['desk_answer', 'id'],
  list: {
    rows: answerRows,
    columns: { name: 'a.name', at: 'a.at' },
    id: 'a.id',
    search: ['a.name', 'a.texts'],
    view: (rows) => rows.map(answerView),
  },
  one: async ({ db }, key) => {
    const row = await answerRows(db.run).where('a.id', '=', key).executeTakeFirst();
    if (!row) throw answerMissing();
    return answerView(row);
  },
  acts: {
    add: async ({ gateway: { db, now }, person }, { name, texts }) => {
      const id = randomUUID();
      const row = { id, name, texts: JSON.stringify(texts), by: person.name, at: new Date(now()) };
      await db.run.insertInto('desk_answer').values(row).execute();
      return { id };
    },
    change: async ({ gateway: { db, now }, key, person }, { name, texts }) => {
      const { numUpdatedRows } = await db.run
        .updateTable('desk_answer')
        .set({ name, texts: JSON.stringify(texts), by: person.name, at: new Date(now()) })
        .where('id', '=', key)
        .executeTakeFirst();
      if (!numUpdatedRows) throw answerMissing();
      return { id: key };
    },
    remove: async ({ gateway: { db }, key }) => {
      await db.run.deleteFrom('desk_answer').where('id', '=', key).execute();
      return { id: key, removed: true };
    },
  },
});
