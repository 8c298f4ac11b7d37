import type { Executor, Tx } from '../db/database';
import { dayLength } from '../kernel/dates';

const untilOf = async (tx: Tx, member: string): Promise<number> => {
  const { until } = await tx
    .selectFrom('membership')
    .select('until')
    .where('member', '=', member)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return until.getTime();
};

const setUntil = (tx: Tx, member: string, until: number) =>
  tx
    .updateTable('membership')
    .set({ until: new Date(until) })
    .where('member', '=', member)
    .execute();

/** Adds days to a membership, starting at its end or now. */
export async function extendMembership(tx: Tx, member: string, days: number, now: number): Promise<void> {
  await tx
    .insertInto('membership')
    .values({ member, until: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await setUntil(tx, member, Math.max(await untilOf(tx, member), now) + days * dayLength);
}

/** Removes days from a membership. */
export async function shortenMembership(tx: Tx, member: string, days: number): Promise<void> {
  await setUntil(tx, member, (await untilOf(tx, member)) - days * dayLength);
}

/** Whether a membership with this end, if there is one, runs at a time, in milliseconds since the epoch. */
export const isRunning = (until: Date | null | undefined, now: number): boolean =>
  !!until && until.getTime() > now;

/** Whether a member has a membership at a time. */
export async function isMember(run: Executor, member: string, now: number): Promise<boolean> {
  const row = await run
    .selectFrom('membership')
    .select('until')
    .where('member', '=', member)
    .executeTakeFirst();
  return isRunning(row?.until, now);
}
