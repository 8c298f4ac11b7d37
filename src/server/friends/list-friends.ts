import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Friend } from '../../contract/member/friends';
import type { Page } from '../../contract/wire/page';
import { masked } from '../auth/contacts';
import type { RequestContext } from '../kernel/context';
import { likePattern } from '../kernel/like-pattern';
import { cursor, mapPage, page, readCursor } from '../kernel/pagination';
import { runningMachines } from './team';

const pageSize = 20;

interface Filter {
  level?: 1 | 2 | undefined;
  teamLeaders?: boolean | undefined;
  keyword?: string | undefined;
  from?: string | undefined;
}

/** Identifies a row without revealing the friend's id. */
const keyOf = (viewer: string, friend: string) =>
  createHash('sha256').update(`${viewer}|${friend}`).digest('base64url').slice(0, 16);

/** Friends of two levels. Friends invited by a friend follow that friend directly, across page boundaries. */
export async function listFriends(
  { level, teamLeaders, keyword, from }: Filter,
  { db, member }: RequestContext,
): Promise<Page<Friend>> {
  const direct = sql<boolean>`f.inviter = ${member}`;
  const groupAt = sql<Date>`case when ${direct} then f.created_at else p.created_at end`;
  const groupId = sql<string>`case when ${direct} then f.id else p.id end`;
  const depth = sql<number>`case when ${direct} then 1 else 0 end`;
  const after =
    from === undefined
      ? undefined
      : readCursor<[number, string, number, number, string]>(from, [
          'number',
          'string',
          'number',
          'number',
          'string',
        ]);
  const rows = await db.run
    .selectFrom('member as f')
    .innerJoin('member as p', 'p.id', 'f.inviter')
    .leftJoin(runningMachines(db.run).as('r'), 'r.owner', 'f.id')
    .where((is) => {
      const second = is('p.inviter', '=', member);
      const first = is('f.inviter', '=', member);
      return level === 1 ? first : level === 2 ? second : is.or([first, second]);
    })
    .$if(!!teamLeaders, (query) => query.where('f.team_leader', '=', true))
    .where((is) => (keyword ? is('f.nickname', 'ilike', likePattern(keyword)) : is.lit(true)))
    .where((is) => {
      if (!after) return is.lit(true);
      const [at, id, under, ownAt, ownId] = after;
      return sql<boolean>`(${groupAt}, ${groupId}, ${depth}, f.created_at, f.id) < (${new Date(at)}, ${id}, ${under}, ${new Date(ownAt)}, ${ownId})`;
    })
    .select([
      'f.id',
      'f.nickname',
      'f.avatar',
      'f.phone',
      'f.team_leader',
      'f.created_at',
      'p.nickname as inviter_name',
      groupAt.as('group_at'),
      groupId.as('group_id'),
      depth.as('depth'),
      'r.machines',
    ])
    .orderBy('group_at', 'desc')
    .orderBy('group_id', 'desc')
    .orderBy('depth', 'desc')
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const friends = page(rows, pageSize, (row) =>
    cursor(new Date(row.group_at).getTime(), row.group_id, row.depth, row.created_at.getTime(), row.id),
  );
  return mapPage(
    friends,
    (row): Friend => ({
      key: keyOf(member, row.id),
      nickname: row.nickname,
      ...(row.avatar && { avatar: row.avatar }),
      ...(row.depth === 1 && row.phone && { phone: masked(row.phone) }),
      level: row.depth === 1 ? 1 : 2,
      ...(row.depth === 0 && { invitedBy: row.inviter_name }),
      teamLeader: row.team_leader,
      since: row.created_at.toISOString(),
      machines: row.machines ?? 0,
    }),
  );
}
