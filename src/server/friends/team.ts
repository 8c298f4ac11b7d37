import { sql } from 'kysely';
import type { Team } from '../../contract/member/friends';
import { masked } from '../auth/contacts';
import { me } from '../auth/members';
import { monthAfter } from '../db/china';
import type { Executor } from '../db/database';
import type { RequestContext } from '../kernel/context';

/** Maximum number of steps up the chain of invitations in the search for a team leader. */
const highest = 20;

/** Number of cloud phones that each member runs: of orders that have not expired. */
export const runningMachines = (db: Executor) =>
  db
    .selectFrom('machine as x')
    .innerJoin('device_order as o', (join) =>
      join.onRef('o.serial_number', '=', 'x.serial_number').onRef('o.member', '=', 'x.member'),
    )
    .where('o.days_left', '>', 0)
    .select(['o.member as owner', (is) => is.fn.countAll<number>().as('machines')])
    .groupBy('o.member');

async function leaderOf(db: Executor, inviter: string | null): Promise<Team['leader']> {
  let above = inviter;
  for (let step = 0; above && step < highest; step++) {
    const one = await db
      .selectFrom('member')
      .select(['nickname', 'avatar', 'phone', 'team_leader', 'inviter'])
      .where('id', '=', above)
      .executeTakeFirst();
    if (one?.team_leader)
      return {
        nickname: one.nickname,
        ...(one.avatar && { avatar: one.avatar }),
        ...(one.phone && { phone: masked(one.phone) }),
      };
    above = one?.inviter ?? null;
  }
}

/** Fen of rewards on hold, and fen that the next rewards pay for. */
async function rewardsOf(db: Executor, member: string): Promise<Pick<Team, 'heldRewards' | 'owedRewards'>> {
  const { held, owed } = await db
    .selectNoFrom((is) => [
      is
        .selectFrom('held_reward')
        .select(({ fn }) => fn.sum<number | null>('amount').as('sum'))
        .where('member', '=', member)
        .where('kind', '=', 'balance')
        .as('held'),
      is
        .selectFrom('reward_debt')
        .select('owed')
        .where('member', '=', member)
        .where('kind', '=', 'balance')
        .as('owed'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...(Number(held) && { heldRewards: Number(held) }),
    ...(Number(owed) && { owedRewards: Number(owed) }),
  };
}

/** The figures of the member's team: two levels, and the team leader. */
export async function team(ctx: RequestContext): Promise<Team> {
  const { db, member, now, settings } = ctx;
  const own = await me(db.run, ctx);
  const beginOfMonth = monthAfter(now, 0);
  const level1 = sql<boolean>`f.inviter = ${member}`;
  const count = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`cast(coalesce(sum(case when ${condition} then 1 else 0 end), 0) as int)`;
  const numbers = await db.run
    .selectFrom('member as f')
    .leftJoin(runningMachines(db.run).as('r'), 'r.owner', 'f.id')
    .where((is) =>
      is.or([
        is('f.inviter', '=', member),
        is('f.inviter', 'in', is.selectFrom('member').select('id').where('inviter', '=', member)),
      ]),
    )
    .select([
      count(level1).as('level1'),
      count(sql<boolean>`not (${level1})`).as('level2'),
      count(sql<boolean>`f.team_leader`).as('teamLeaders'),
      count(sql<boolean>`f.created_at >= ${beginOfMonth}`).as('joinedThisMonth'),
      count(sql<boolean>`${level1} and f.created_at >= ${beginOfMonth}`).as('invitedThisMonth'),
      count(sql<boolean>`${level1} and r.machines > 0`).as('invitedActive'),
      sql<number>`cast(coalesce(sum(r.machines), 0) as int)`.as('machines'),
    ])
    .executeTakeFirstOrThrow();
  const rewards = await rewardsOf(db.run, member);
  const leader = own.team_leader ? undefined : await leaderOf(db.run, own.inviter);
  return {
    inviteCode: own.invite_code,
    inviteLink: `${settings.publicUrl}/#/pages/login/register?inviteCode=${own.invite_code}`,
    ...numbers,
    ...rewards,
    ...(leader && { leader }),
  };
}
