import type { Executor, Tx } from '../db/database';
import { dayOf } from '../kernel/dates';
import { notifyMember } from '../notices/notify-member';
import { type Rules, rulesOn } from '../rules/rules';
import { leads } from './amounts';
import { phonesOf } from './freeze';
import type { AccrualTables } from './tables';

/** Records that a member reached a milestone; false if it was recorded before. */
export async function reach(
  tx: Tx,
  member: string,
  kind: AccrualTables['milestone']['kind'],
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('milestone')
    .values({ member, kind, at: new Date(now) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return !!numInsertedOrUpdatedRows;
}

/** First-level friends with working machines, and the number of those machines. */
async function teamOf(run: Executor, member: string): Promise<{ friends: number; machines: number }> {
  const { friends, machines } = await run
    .selectFrom('device_order as o')
    .innerJoin('member as f', 'f.id', 'o.member')
    .where('f.inviter', '=', member)
    .where('o.days_left', '>', 0)
    .where('o.started_at', 'is not', null)
    .select((is) => [
      is.fn.count<number>('f.id').distinct().as('friends'),
      is.fn.coalesce(is.fn.sum<number>('o.quantity'), is.lit(0)).as('machines'),
    ])
    .executeTakeFirstOrThrow();
  return { friends: Number(friends), machines: Number(machines) };
}

/** Makes a member with a large enough team a team leader. This status is permanent. */
async function lead(tx: Tx, member: string, rules: Rules, now: number): Promise<void> {
  if (!leads(await teamOf(tx, member), rules)) return;
  const { numUpdatedRows } = await tx
    .updateTable('member')
    .set({ team_leader: true })
    .where('id', '=', member)
    .where('team_leader', '=', false)
    .executeTakeFirst();
  if (numUpdatedRows && (await reach(tx, member, 'teamLeader', now)))
    await notifyMember(tx, member, { kind: 'teamLeader', values: {}, link: 'pages/mine/myTeam' }, now);
}

/** Checks which milestones members have reached after their community got new machines, and notifies each member once. */
export async function seeMilestones(tx: Tx, members: readonly string[], now: number): Promise<void> {
  const rules = await rulesOn(tx, dayOf(now));
  const { unfreezeMachines: enough } = rules;
  for (const member of members) {
    await lead(tx, member, rules, now);
    const phones = await phonesOf(tx, member);
    if (phones >= enough && (await reach(tx, member, 'unfrozen', now)))
      await notifyMember(
        tx,
        member,
        { kind: 'pointsUnfrozen', values: { phones, enough }, link: 'pages/mine/pointsMall' },
        now,
      );
  }
}
