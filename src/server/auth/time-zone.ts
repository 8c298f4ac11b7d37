import type { Executor } from '../db/database';
import { chinaZone, offsetOf, sortableTime, timeIn } from '../kernel/local-time';
import type { Locale } from '../kernel/messages';

/** The time zone that a member has chosen; China's if they left it to their phone, which the gateway does not know. */
async function zoneOf(run: Executor, member: string): Promise<string> {
  const row = await run.selectFrom('member').select('time_zone').where('id', '=', member).executeTakeFirst();
  return row?.time_zone ?? chinaZone;
}

/** A time within a sentence to a member: `20 Nov 2026, 14:05 (UTC+8)`. */
export async function timeFor(
  run: Executor,
  { member, locale }: { member: string; locale: Locale },
  at: Date,
): Promise<string> {
  const zone = await zoneOf(run, member);
  return `${timeIn(at, locale, zone)} (${offsetOf(at, zone)})`;
}

/** The day of a time in the member's calendar, as messages keep it: `2026-11-20`. */
export const dayFor = async (run: Executor, member: string, at: Date): Promise<string> =>
  sortableTime(at, await zoneOf(run, member)).slice(0, 10);
