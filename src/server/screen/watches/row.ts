import type { Selectable } from 'kysely';
import type { Watch, WatchEnd, WatchState } from '../../../contract/buying/watches';
import { type Locale, textIn } from '../../../contract/wire/locale';
import type { Executor } from '../../db/database';
import type { Settings } from '../../settings/settings';
import type { ScreenWatchTable } from '../tables';

export type WatchRow = Selectable<ScreenWatchTable>;

/** When it was over; undefined if it is not. */
const overAt = ({ ended_at, until }: WatchRow, now: number): Date | undefined =>
  ended_at ?? (until.getTime() <= now ? until : undefined);

export const isOver = (row: WatchRow, now: number): boolean => !!overAt(row, now);

export function stateOf(row: WatchRow, now: number): WatchState {
  const over = isOver(row, now);
  if (row.answer === 'declined') return 'declined';
  if (row.answer === null) {
    if (!over) return 'asked';
    return row.ended_by ? 'ended' : 'expired';
  }
  if (over) return 'ended';
  return row.began_at ? 'watching' : 'allowed';
}

/** One of the member's; undefined if there is none with this id. */
export const watchOf = (
  run: Executor,
  { member, id }: Pick<WatchRow, 'member' | 'id'>,
): Promise<WatchRow | undefined> =>
  run
    .selectFrom('screen_watch')
    .selectAll()
    .where('member', '=', member)
    .where('id', '=', id)
    .executeTakeFirst();

/** As the member reads it. `name`: of the cloud phone. */
export function shownWatch(
  row: WatchRow,
  name: string | undefined,
  { settings, locale, now }: { settings: Settings; locale: Locale; now: number },
): Watch {
  const { id, machine, partner, person, reason, minutes, ended_by } = row;
  const over = overAt(row, now);
  const site = settings.partners.find((one) => one.id === partner);
  return {
    id,
    machine,
    ...(name !== undefined && { name }),
    site: site ? textIn(site.name, locale) : partner,
    person,
    reason,
    minutes,
    state: stateOf(row, now),
    askedAt: row.asked_at.toISOString(),
    ...(row.answered_at && { answeredAt: row.answered_at.toISOString() }),
    ...(row.began_at && { beganAt: row.began_at.toISOString() }),
    ...(over ? { endedAt: over.toISOString() } : { until: row.until.toISOString() }),
    ...(ended_by && { endedBy: ended_by as WatchEnd }),
  };
}
