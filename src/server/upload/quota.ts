import { randomUUID } from 'node:crypto';
import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';

/** Pictures and videos that a member may upload per hour. */
const perHour = { max: 120, window: 3_600_000 };
/** Maximum total of a member's files. */
export const uploadQuota = { files: 5000, bytes: 1024 ** 3 };
/** Milliseconds after which an upload counts as aborted: the same as for temporary files. */
const receivingAtMost = 3_600_000;

/** The member's quota is used up. */
export class Full extends Error {}

/**
 * Reserves quota for a file of `size` bytes before any of it is stored, and returns the reservation's id; throws if the member has
 * uploaded too much within the hour, or has too much in total. A file that does not stay (`stays`) counts only beside those that are on their way. The reservation is written before the sum is read: concurrent uploads
 * count each other, so that together they never exceed the quota.
 */
export async function reserveQuota(
  run: Executor,
  member: string,
  size: number,
  now: number,
  stays = true,
): Promise<string> {
  if (!(await attempt(run, `upload:${member}`, perHour, now)).allowed) throw new RequestRejected('rate');
  const id = randomUUID();
  const expires_at = new Date(now + receivingAtMost);
  await run.insertInto('upload_reservation').values({ id, member, bytes: size, expires_at }).execute();
  const stored = await run
    .selectFrom('picture')
    .select((is) => [is.fn.countAll<number>().as('files'), is.fn.sum<number>('size').as('bytes')])
    .where('owner', '=', member)
    .where((is) => is.lit(stays))
    .executeTakeFirstOrThrow();
  const coming = await run
    .selectFrom('upload_reservation')
    .select((is) => [is.fn.countAll<number>().as('files'), is.fn.sum<number>('bytes').as('bytes')])
    .where('member', '=', member)
    .where('expires_at', '>', new Date(now))
    .executeTakeFirstOrThrow();
  const isOver =
    Number(stored.files) + Number(coming.files) > uploadQuota.files ||
    Number(stored.bytes) + Number(coming.bytes) > uploadQuota.bytes;
  if (!isOver) return id;
  await releaseQuota(run, id);
  throw new Full();
}

/** Releases a reservation: the file is now stored and counts itself, or it was refused. */
export async function releaseQuota(run: Executor, id: string): Promise<void> {
  await run.deleteFrom('upload_reservation').where('id', '=', id).execute();
}

/** Deletes reservations of gateways that ended during an upload. */
export const sweepReservations: Sweep = async (run, now) => {
  await run.deleteFrom('upload_reservation').where('expires_at', '<=', new Date(now)).execute();
};
