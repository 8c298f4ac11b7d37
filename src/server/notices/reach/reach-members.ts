import { sql } from 'kysely';
import type { NotificationKind } from '../../../contract/support/notifications';
import { preferred } from '../../../contract/wire/locale';
import { addressOf, localeOfCountry } from '../../auth/contacts';
import { openSubscriptions } from '../../auth/push-subscriptions';
import { isServed } from '../../auth/text-budget';
import type { Executor, Tx } from '../../db/database';
import { queueMessage } from '../../delivery/outbox';
import { type DatabaseKind, enqueue } from '../../jobs/jobs';
import { dayLength } from '../../kernel/dates';
import { type Locale, translate } from '../../kernel/messages';
import type { Settings } from '../../settings/settings';
import { aboutOf } from '../notify-member';
import { wordedMessage } from '../worded-message';
import type { Reason } from './reach-about';
import { audibleFrom, reachSettings } from './reach-settings';

/** Text messages that a member gets in a day at most, codes not counted. */
const textsDaily = 10;

interface ReachText {
  title: string;
  text: string;
  /** Without `#/`. */
  link: string;
}

/** The text of a notice for a reader of a language, in the format of a message; undefined if it was withdrawn. */
async function textOfNotice(run: Executor, id: string, locale: Locale): Promise<ReachText | undefined> {
  const texts = await run
    .selectFrom('notice_text as t')
    .innerJoin('notice as n', 'n.id', 't.notice')
    .select(['t.locale', 't.title'])
    .where('n.id', '=', id)
    .where('n.withdrawn_at', 'is', null)
    .execute();
  const title = preferred(locale).flatMap((one) => texts.find((text) => text.locale === one)?.title ?? [])[0];
  if (title === undefined) return;
  return { title, text: translate(locale, 'reachNotice'), link: `pages/list/noticeDetail?id=${id}` };
}

/** The text of a message; undefined if the member has read or deleted it meanwhile. */
async function textOfMessage(run: Executor, id: string, locale: Locale): Promise<ReachText | undefined> {
  const row = await run
    .selectFrom('system_message')
    .selectAll()
    .where('id', '=', id)
    .where('read_at', 'is', null)
    .executeTakeFirst();
  if (!row) return;
  const { title, text, link = 'pages/list/systemMsg' } = wordedMessage(row, locale);
  return { title, text, link };
}

/** A message or a notice, by its id. */
export type Subject = { message: string } | { notice: string };

/** The text of a subject for a reader of a language; undefined if nobody needs to be reached about it any more. */
export const textOf = (run: Executor, subject: Subject, locale: Locale): Promise<ReachText | undefined> =>
  'message' in subject
    ? textOfMessage(run, subject.message, locale)
    : textOfNotice(run, subject.notice, locale);

/** The job of a `Reason`: by push to each subscription, by mail, by text message, as each member has it. */
export const reaching = (settings: Settings): DatabaseKind => ({
  together: 20,
  async inside(tx, jobs, now) {
    for (const { payload } of jobs) await reachAll(tx, settings, payload as Reason, now);
  },
});

async function reachAll(tx: Tx, settings: Settings, reason: Reason, now: number): Promise<void> {
  if ('notice' in reason) {
    for (const { id } of await readersOf(tx, reason.notice))
      await reachOne(tx, settings, { member: id, about: 'news', notice: reason.notice }, now);
    return;
  }
  const rows = await tx
    .selectFrom('system_message')
    .select(['id', 'member', 'kind'])
    .where('id', 'in', reason.messages)
    .where('read_at', 'is', null)
    .execute();
  for (const { id, member, kind } of rows)
    await reachOne(tx, settings, { member, about: aboutOf(kind), message: id }, now);
}

/** Members who see a notice, and have said anything of how they want to be reached. */
const readersOf = (tx: Tx, notice: string) =>
  tx
    .selectFrom('member as m')
    .innerJoin('notify_choice as c', 'c.member', 'm.id')
    .innerJoin('notice as n', (on) => on.on('n.id', '=', notice))
    .select('m.id')
    .where('m.locked_at', 'is', null)
    .where('n.withdrawn_at', 'is', null)
    .where((is) => is.or([is('n.addressee', 'is', null), is('n.addressee', '=', is.ref('m.id'))]))
    .where((is) => is.or([is('n.country', 'is', null), is('n.country', '=', is.ref('m.country'))]))
    .execute();

type Reached = { member: string; about: NotificationKind | 'security' } & Subject;

async function reachOne(tx: Tx, settings: Settings, reached: Reached, now: number): Promise<void> {
  const { about, member: id, ...what } = reached;
  const member = await tx
    .selectFrom('member')
    .select(['phone', 'email', 'country', 'time_zone'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { choices, quiet, timeZone, locale: own } = await reachSettings(tx, id);
  const urgent = about === 'security';
  const ways = urgent ? { push: true, mail: true, sms: false } : choices[about];
  const from = urgent ? now : audibleFrom(now, quiet, member.time_zone ?? timeZone);
  if (ways.push) {
    const all = await openSubscriptions(tx, now).select('p.id').where('p.member', '=', id).execute();
    for (const { id: subscription } of all)
      await enqueue(tx, { kind: 'push', payload: { subscription, urgent, ...what }, runAt: from }, now);
  }
  const locale = own ?? localeOfCountry(member.country);
  const mail = ways.mail && settings.mail !== 'off' && addressOf(member, 'email');
  const phone = ways.sms && settings.sms !== 'off' && addressOf(member, 'phone');
  const content = mail || phone ? await textOf(tx, what, locale) : undefined;
  if (!content) return;
  const address = `${settings.publicUrl}/#/${content.link}`;
  const change = translate(locale, 'reachChange');
  if (mail)
    await queueMessage(
      tx,
      {
        channel: 'mail',
        address: mail.address,
        subject: content.title,
        text: `${content.text}\n\n${address}\n\n${change}\n${settings.publicUrl}/#/pages/mine/notifications`,
      },
      now,
    );
  if (phone && (await mayText(tx, settings, phone.address, now)))
    await queueMessage(
      tx,
      {
        channel: 'sms',
        address: phone.address,
        subject: '',
        text: translate(locale, 'reachSms', { title: content.title }),
      },
      now,
      { runAt: from },
    );
}

/** Whether the country is served, and the number has not had its text messages of the day. */
async function mayText(tx: Tx, settings: Settings, address: string, now: number): Promise<boolean> {
  if (!isServed(settings, address)) return false;
  const { count } = await tx
    .selectFrom('message')
    .select(sql<number>`count(*)`.as('count'))
    .where('channel', '=', 'sms')
    .where('address', '=', address)
    .where('at', '>', new Date(now - dayLength))
    .executeTakeFirstOrThrow();
  return Number(count) < textsDaily;
}
