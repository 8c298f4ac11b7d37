import { randomUUID } from 'node:crypto';
import { textIn } from '../../../contract/wire/locale';
import { localeOfCountry } from '../../auth/contacts';
import type { Tx } from '../../db/database';
import { dayLength } from '../../kernel/dates';
import { notifyMember } from '../../notices/notify-member';
import type { Partner } from '../../settings/partners';
import type { WatchRow } from './row';

/** Milliseconds for which a member can answer. */
const questionMs = 300_000;
/** Days for which the member keeps the record. */
export const recordDays = 365;

type Question = Pick<WatchRow, 'member' | 'machine' | 'person' | 'reason' | 'origin' | 'minutes'>;

/**
 * Asks the member, and tells them so. Undefined if another question or watching of this cloud phone is not over. The message names the partner as its record
 * does, and none of its words: a mail of ours never carries the text of a stranger.
 */
export async function askToWatch(
  tx: Tx,
  partner: Pick<Partner, 'id' | 'name'>,
  { member, machine, ...question }: Question,
  now: number,
): Promise<WatchRow | undefined> {
  await tx
    .updateTable('screen_watch')
    .set((is) => ({ ended_at: is.ref('until') }))
    .where('member', '=', member)
    .where('machine', '=', machine)
    .where('ended_at', 'is', null)
    .where('until', '<=', new Date(now))
    .execute();
  await tx
    .deleteFrom('screen_watch')
    .where('member', '=', member)
    .where('until', '<', new Date(now - recordDays * dayLength))
    .execute();
  const row = await tx
    .insertInto('screen_watch')
    .values({
      member,
      id: randomUUID(),
      partner: partner.id,
      machine,
      ...question,
      asked_at: new Date(now),
      until: new Date(now + questionMs),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return;
  await tellMember(tx, partner, row, 'watchAsked', now);
  return row;
}

/** Writes a message about it to the member, with a link to all of them. */
export async function tellMember(
  tx: Tx,
  { name: site }: Pick<Partner, 'name'>,
  { member, machine }: Pick<WatchRow, 'member' | 'machine'>,
  kind: 'watchAsked' | 'watchBegan',
  now: number,
): Promise<void> {
  const { name, country } = await tx
    .selectFrom('machine as p')
    .innerJoin('member as m', 'm.id', 'p.member')
    .select(['p.name', 'm.country'])
    .where('p.member', '=', member)
    .where('p.id', '=', machine)
    .executeTakeFirstOrThrow();
  const values = { name, site: textIn(site, localeOfCountry(country)) };
  await notifyMember(tx, member, { kind, values, link: 'pages/list/watches' }, now);
}
