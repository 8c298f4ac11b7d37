import { randomUUID } from 'node:crypto';
import type { Executor } from '../db/database';
import type { Sweep } from '../jobs/housekeeping';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';

/** Pictures and videos that a member may send in an hour. */
const perHour = { max: 120, window: 3_600_000 };
/** What a member may have here in all. */
export const uploadQuota = { files: 5000, bytes: 1024 ** 3 };
/** Milliseconds after which a file has arrived or never will: as long as temporary files are kept. */
const receivingAtMost = 3_600_000;

/** There is no more room for this member. */
export class Full extends Error {}

/**
 * Reserves room for a file of `size` bytes before any of it is stored, and gives the reservation's id; throws when the member has sent
 * too much within the hour, or has too much here in all. The reservation is written before the sum is read: of files that come at once
 * each counts the others, so that together they never exceed the quota.
 */
export async function reserveQuota(
  run: Executor,
  member: string,
  size: number,
  now: number,
): Promise<string> {
  if (!(await attempt(run, `upload:${member}`, perHour, now)).allowed) throw new RequestRejected('rate');
  const id = randomUUID();
  const expires_at = new Date(now + receivingAtMost);
  await run.insertInto('upload_reservation').values({ id, member, bytes: size, expires_at }).execute();
  const stored = await run
    .selectFrom('picture')
    .select((is) => [is.fn.countAll<number>().as('files'), is.fn.sum<number>('size').as('bytes')])
    .where('owner', '=', member)
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

/** Gives a reservation back: the file is stored by now, and counts itself, or was refused. */
export async function releaseQuota(run: Executor, id: string): Promise<void> {
  await run.deleteFrom('upload_reservation').where('id', '=', id).execute();
}

/** Sweeps reservations of gateways that ended while they were receiving. */
export const sweepReservations: Sweep = async (run, now) => {
  await run.deleteFrom('upload_reservation').where('expires_at', '<=', new Date(now)).execute();
};
