import type { InferOutput } from 'valibot';
import {
  type NotificationChoices,
  type Notifications,
  notificationKinds,
  type QuietHours,
} from '../../../contract/support/notifications';
import type { saveNotifications } from '../../../contract/support/notifications.rules';
import type { Executor, Tx } from '../../db/database';
import type { Locale } from '../../kernel/messages';

/** How a member wants to be reached. */
export interface ReachSettings extends Pick<Notifications, 'choices' | 'quiet' | 'timeZone'> {
  /** In which messages go out; absent until the member has saved anything. */
  locale?: Locale;
}

/** The default until a member saves a choice: push, once a browser is subscribed, and nothing else. */
const untouched: NotificationChoices = Object.fromEntries(
  notificationKinds.map((kind) => [kind, { push: true, mail: false, sms: false }]),
) as NotificationChoices;

export async function reachSettings(run: Executor, member: string): Promise<ReachSettings> {
  const row = await run
    .selectFrom('notify_choice')
    .selectAll()
    .where('member', '=', member)
    .executeTakeFirst();
  if (!row) return { choices: untouched, timeZone: 'UTC' };
  return {
    choices: { ...untouched, ...(JSON.parse(row.choices) as Partial<NotificationChoices>) },
    ...(row.quiet_from && row.quiet_to && { quiet: { from: row.quiet_from, to: row.quiet_to } }),
    timeZone: row.time_zone,
    locale: row.locale,
  };
}

export async function saveReachSettings(
  tx: Tx,
  { member, locale }: { member: string; locale: Locale },
  { choices, quiet, timeZone }: InferOutput<typeof saveNotifications>,
): Promise<void> {
  const values = {
    locale,
    choices: JSON.stringify(choices),
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    time_zone: timeZone,
  };
  await tx
    .insertInto('notify_choice')
    .values({ member, ...values })
    .onConflict((conflict) => conflict.column('member').doUpdateSet(values))
    .execute();
}

/** Sets the language of a member's notifications, without changing their choices. */
export async function speakTo(tx: Tx, member: string, locale: Locale, timeZone = 'UTC'): Promise<void> {
  await tx
    .insertInto('notify_choice')
    .values({ member, locale, choices: '{}', quiet_from: null, quiet_to: null, time_zone: timeZone })
    .onConflict((conflict) => conflict.column('member').doUpdateSet({ locale }))
    .execute();
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** When a phone may ring: now, or at the end of the quiet hours that it is in. Milliseconds since the epoch. */
export function audibleFrom(now: number, quiet: QuietHours | undefined, timeZone: string): number {
  if (!quiet) return now;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(now);
  const day = 24 * 60;
  const since = (minutesOf(clock) - minutesOf(quiet.from) + day) % day;
  const length = (minutesOf(quiet.to) - minutesOf(quiet.from) + day) % day;
  if (since >= length) return now;
  return now - (now % 60_000) + (length - since) * 60_000;
}
