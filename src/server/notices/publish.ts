import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Country } from '../../contract/member/auth';
import type { RichNode } from '../../contract/rules/rich';
import { byAccount } from '../auth/members';
import type { Db, Executor, Tx } from '../db/database';
import { enqueue } from '../jobs/jobs';
import { DomainError } from '../kernel/domain-error';
import { idempotent } from '../kernel/idempotency';
import { type Locale, localeNames } from '../kernel/messages';
import { notifyMember } from './notify-member';
import { reachAbout } from './reach/reach-about';
import { richText } from './rich';

/** The owner of the request keys of operators. */
const operator = 'operator';
/** Members notified in one statement. */
const atOnce = 500;

interface Publication {
  /** By language, at least one. */
  texts: { [L in Locale]?: { title: string; html: string } | undefined };
  confirm?: boolean | undefined;
  country?: Country | undefined;
  /** The account of the only member who sees it. */
  to?: string | undefined;
  /** When it becomes visible; at once if absent. */
  from?: string | undefined;
  requestKey: string;
}

async function memberOf(tx: Tx, account: string): Promise<string> {
  const member = await byAccount(tx, account);
  if (!member) throw new DomainError('memberMissing');
  return member.id;
}

/** Writes a sanitised notice; returns its id. */
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
  await writeTexts(tx, id, texts);
  return id;
}

async function writeTexts(tx: Tx, notice: string, texts: Publication['texts']): Promise<void> {
  for (const locale of localeNames) {
    const text = texts[locale];
    if (!text) continue;
    const body = richText(text.html);
    if (!body.length) throw new DomainError('noticeEmpty');
    const row = { notice, locale, title: text.title, body: JSON.stringify(body) };
    await tx.insertInto('notice_text').values(row).execute();
  }
}

/** The time at which a notice becomes visible: at once or, if `from` is later, then. A visible notice cannot be moved to the future. */
const appearsAt = (from: string | undefined, now: number): number =>
  from === undefined ? now : Math.max(now, Date.parse(from));

/**
 * Changes the text of a notice, and the date of one that is not visible yet. Members who have confirmed it are not asked again, because
 * they confirmed the earlier text. Refused for a withdrawn notice.
 */
export const changeNotice = (
  db: Db,
  id: string,
  { texts, from }: Pick<Publication, 'texts' | 'from'>,
  now: number,
): Promise<{ id: string }> =>
  db.tx(async (tx) => {
    const row = await tx
      .selectFrom('notice')
      .select('published_at')
      .where('id', '=', id)
      .where('withdrawn_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new DomainError('noticeMissing');
    await tx.deleteFrom('notice_text').where('notice', '=', id).execute();
    await writeTexts(tx, id, texts);
    if (from !== undefined && row.published_at.getTime() > now)
      await tx
        .updateTable('notice')
        .set({ published_at: new Date(appearsAt(from, now)) })
        .where('id', '=', id)
        .execute();
    return { id };
  });

/**
 * Publishes at once or, with `from`, later. Refused if nothing remains of a text after sanitising, and for an account that does not
 * exist.
 */
export const publishNotice = (db: Db, input: Publication, now: number): Promise<{ id: string }> =>
  db.tx((tx) =>
    idempotent(tx, { member: operator, now }, { path: 'operator/notices' }, input, async () => {
      const { texts, confirm, country, to, from } = input;
      const addressee = to === undefined ? null : await memberOf(tx, to);
      const id = await writeNotice(tx, { texts, confirm, country, addressee }, appearsAt(from, now));
      const event = {
        type: 'notice.published',
        data: { id },
        ...(addressee !== null && { member: addressee }),
      };
      await enqueue(tx, { kind: 'tell-partner', payload: event }, appearsAt(from, now));
      await reachAbout(tx, { notice: id }, now, appearsAt(from, now));
      return { id };
    }),
  );

/** Hides a notice from everybody; a repetition changes nothing. */
export async function withdrawNotice({ run }: Db, id: string, now: number): Promise<{ id: string }> {
  const { numUpdatedRows } = await run
    .updateTable('notice')
    .set({ withdrawn_at: sql`coalesce(withdrawn_at, ${new Date(now)})` })
    .where('id', '=', id)
    .executeTakeFirst();
  if (!numUpdatedRows) throw new DomainError('noticeMissing');
  return { id };
}

/** Notices, including withdrawn ones, with the number of confirmations, for lists of the back office. */
export const noticeRows = (run: Executor) =>
  run
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
    ]);

/** How many members have confirmed each of these notices. A statement of its own: notices lie on each node, and what members did with the members. */
export async function confirmationsOf(run: Executor, ids: readonly string[]): Promise<Map<string, number>> {
  if (!ids.length) return new Map();
  const rows = await run
    .selectFrom('notice_confirmed')
    .select(['notice', ({ fn }) => fn.countAll<number>().as('n')])
    .where('notice', 'in', ids)
    .groupBy('notice')
    .execute();
  return new Map(rows.map(({ notice, n }) => [notice, Number(n)]));
}

/** The texts of a notice by language, as trees. */
export const noticeTexts = async (run: Executor, id: string) =>
  (
    await run.selectFrom('notice_text').select(['locale', 'title', 'body']).where('notice', '=', id).execute()
  ).map(({ body, ...text }) => ({ ...text, body: JSON.parse(body) as RichNode[] }));

/** Sends the operator's text to one member or to all of them. Returns the number of recipients. */
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
  const members = await tx
    .selectFrom('member as m')
    .leftJoin('notify_choice as c', 'c.member', 'm.id')
    .select(['m.id', 'c.member as chosen'])
    .execute();
  const values = {
    kind: 'text',
    told: JSON.stringify({ text }),
    link: null,
    at: new Date(now),
    read_at: null,
  };
  for (let from = 0; from < members.length; from += atOnce) {
    const some = members.slice(from, from + atOnce).map((one) => ({ ...one, message: randomUUID() }));
    await tx
      .insertInto('system_message')
      .values(some.map(({ id, message }) => ({ ...values, id: message, member: id })))
      .execute();
    const messages = some.flatMap(({ chosen, message }) => (chosen ? message : []));
    if (messages.length) await reachAbout(tx, { messages }, now);
  }
  return members.length;
}
