import type { Executor } from '../db/database';
import { attempt } from '../kernel/rate-limit';
import { RequestRejected } from '../kernel/request-rejected';

/** Pictures and videos that a member may send in an hour. */
const perHour = { max: 120, window: 3_600_000 };
/** What a member may have here in all. */
export const uploadQuota = { files: 5000, bytes: 1024 ** 3 };

/** There is no more room for this member. */
export class Full extends Error {}

/** Throws when the member has sent too much within the hour, or has too much here in all. `size` in bytes. */
export async function assertQuota(run: Executor, member: string, size: number, now: number): Promise<void> {
  if (!(await attempt(run, `upload:${member}`, perHour, now)).allowed) throw new RequestRejected('rate');
  const { files, bytes } = await run
    .selectFrom('picture')
    .select((is) => [is.fn.countAll<number>().as('files'), is.fn.sum<number>('size').as('bytes')])
    .where('owner', '=', member)
    .executeTakeFirstOrThrow();
  if (Number(files) >= uploadQuota.files || Number(bytes) + size > uploadQuota.bytes) throw new Full();
}
