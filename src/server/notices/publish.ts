import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Country } from '../../contract/member/auth';
import { byAccount } from '../auth/members';
import type { Db, Tx } from '../db/database';
import { enqueue } from '../jobs/jobs';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { type Locale, localeNames } from '../kernel/messages';
import { notifyMember } from './notify-member';
import { richText } from './rich';

/** Who an operator's request keys are kept under. */
const operator = 'operator';
/** Members that are told in one statement. */
const atOnce = 500;

interface Publication {
  /** By language, one at least. */
  texts: { [L in Locale]?: { title: string; html: string } | undefined };
  confirm?: boolean | undefined;
  country?: Country | undefined;
  /** The account of the only member who is to see it. */
  to?: string | undefined;
  requestKey: string;
}

async function memberOf(tx: Tx, account: string): Promise<string> {
  const member = await byAccount(tx, account);
  if (!member) throw new DomainError('memberMissing');
  return member.id;
}

/** Writes a notice, sanitised; gives its id. */
export async function writeNotice(
  tx: Tx,
  {
    texts,
    confirm = false,
    country = null,
    addressee = null,
    id = randomUUID(),
  }: {
    texts: Publication['texts'];
    confirm?: boolean | undefined;
    country?: Country | null | undefined;
    addressee?: string | null | undefined;
    id?: string | undefined;
  },
  now: number,
): Promise<string> {
  const at = new Date(now);
  await tx
    .insertInto('notice')
    .values({ id, addressee, country, confirm, published_at: at, withdrawn_at: null })
    .execute();
  for (const locale of localeNames) {
    const text = texts[locale];
    if (!text) continue;
    const body = richText(text.html);
    if (!body.length) throw new DomainError('noticeEmpty');
    const row = { notice: id, locale, title: text.title, body: JSON.stringify(body) };
    await tx.insertInto('notice_text').values(row).execute();
  }
  return id;
}

/** Publishes at once. Refused when nothing is left of a text, and for an account that nobody has. */
export const publishNotice = (db: Db, input: Publication, now: number): Promise<{ id: string }> =>
  db.tx((tx) =>
    idempotent(tx, { member: operator, now }, { path: 'operator/notices' }, input, async () => {
      const { texts, confirm, country, to } = input;
      const addressee = to === undefined ? null : await memberOf(tx, to);
      const id = await writeNotice(tx, { texts, confirm, country, addressee }, now);
      const event = {
        type: 'notice.published',
        data: { id },
        ...(addressee !== null && { member: addressee }),
      };
      await enqueue(tx, { kind: 'tell-partner', payload: event }, now);
      return { id };
    }),
  );

/** Nobody sees it any more; again changes nothing. */
export async function withdrawNotice({ run }: Db, id: string, now: number): Promise<{ id: string }> {
  const { numUpdatedRows } = await run
    .updateTable('notice')
    .set({ withdrawn_at: sql`coalesce(withdrawn_at, ${new Date(now)})` })
    .where('id', '=', id)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('noticeMissing');
  return { id };
}

/** The newest 200, those withdrawn too, with how many have confirmed. */
export async function listPublished({ run }: Db) {
  const rows = await run
    .selectFrom('notice as n')
    .leftJoin('member as m', 'm.id', 'n.addressee')
    .select(['n.id', 'n.country', 'n.confirm', 'n.published_at', 'n.withdrawn_at', 'm.username'])
    .select((is) => [
      is
        .selectFrom('notice_text as t')
        .select('t.title')
        .whereRef('t.notice', '=', 'n.id')
        .orderBy('t.locale')
        .limit(1)
        .as('title'),
      is
        .selectFrom('notice_confirmed as c')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('c.notice', '=', 'n.id')
        .as('confirmed'),
    ])
    .orderBy('n.published_at', 'desc')
    .orderBy('n.id', 'desc')
    .limit(200)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    publishedAt: row.published_at,
    ...(row.country && { country: row.country }),
    ...(row.username && { to: row.username }),
    ...(row.confirm && { confirmed: Number(row.confirmed) }),
    ...(row.withdrawn_at && { withdrawnAt: row.withdrawn_at }),
  }));
}

/** Tells one member, or all of them, in the operator's own words. Gives how many were told. */
export const sendMessages = (
  db: Db,
  input: { to: string; text: string; requestKey: string },
  now: number,
): Promise<{ told: number }> =>
  db.tx((tx) =>
    idempotent(tx, { member: operator, now }, { path: 'operator/messages' }, input, async () => {
      if (input.to === 'all') return { told: await tellAll(tx, input.text, now) };
      const member = await memberOf(tx, input.to);
      await notifyMember(tx, member, { kind: 'text', values: { text: input.text } }, now);
      return { told: 1 };
    }),
  );

async function tellAll(tx: Tx, text: string, now: number): Promise<number> {
  const members = await tx.selectFrom('member').select('id').execute();
  const values = {
    kind: 'text',
    told: JSON.stringify({ text }),
    link: null,
    at: new Date(now),
    read_at: null,
  };
  for (let from = 0; from < members.length; from += atOnce) {
    const some = members.slice(from, from + atOnce);
    await tx
      .insertInto('system_message')
      .values(some.map(({ id }) => ({ ...values, id: randomUUID(), member: id })))
      .execute();
  }
  return members.length;
}
