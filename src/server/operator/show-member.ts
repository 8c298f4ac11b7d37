import { ExamineState } from '../../contract/member/auth';
import { agreementRows } from '../agreements/list-agreements';
import { byAccount } from '../auth/members';
import { sessionsForDesk } from '../auth/where-signed-in';
import type { Executor } from '../db/database';
import { dayOf, monthSpan } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { type Kind, memberAccount } from '../ledger/accounts';
import { balances } from '../ledger/balances';

/** The member with this username, contact or id. Refused if there is none. */
export async function memberOf(run: Executor, account: string) {
  const member =
    (await byAccount(run, account)) ??
    (await run.selectFrom('member').selectAll().where('id', '=', account).executeTakeFirst());
  if (!member) throw new DomainError('memberMissing');
  return member;
}

/** All data about a member that support needs; amounts of money in fen. */
export async function showMember({ db, now }: Gateway, account: string) {
  const { run } = db;
  const member = await memberOf(run, account);
  const inviter = member.inviter
    ? await run.selectFrom('member').select('username').where('id', '=', member.inviter).executeTakeFirst()
    : undefined;
  const { points, cloudBeans, promotion, ...money } = await balances(run, member.id);
  const orders = await run
    .selectFrom('device_order')
    .where('member', '=', member.id)
    .select(['serial_number as serialNumber', 'name', 'quantity', 'days_left as daysLeft', 'refunded_at'])
    .orderBy('ordered_at', 'desc')
    .orderBy('serial_number', 'desc')
    .limit(20)
    .execute();
  const accounts = await run
    .selectFrom('payout_account')
    .where('member', '=', member.id)
    .where('removed_at', 'is', null)
    .select(['kind', 'holder', 'number', 'at', 'usable_from as usableFrom'])
    .orderBy('at', 'desc')
    .orderBy('id')
    .execute();
  return {
    id: member.id,
    username: member.username,
    nickname: member.nickname,
    phone: member.phone,
    email: member.email,
    country: member.country,
    since: member.created_at,
    inviteCode: member.invite_code,
    ...(inviter && { invitedBy: inviter.username }),
    teamLeader: member.team_leader,
    mayNavigate: member.examine_state === ExamineState.open,
    ...(member.locked_at && { lockedAt: member.locked_at, lockReason: member.lock_reason }),
    ...(member.leaving_at && { leavingAt: member.leaving_at }),
    ...(member.erased_at && { erasedAt: member.erased_at }),
    ...money,
    points,
    cloudBeans,
    promotion,
    devices: orders.map(({ refunded_at, ...order }) => ({
      ...order,
      ...(refunded_at && { refunded: true }),
    })),
    accounts,
    agreements: (await agreementRows(run, member.id)).map(
      ({ document, title, at, since, locale, how, app, site, hash }) => ({
        document,
        title,
        at,
        version: dayOf(since.getTime()),
        locale,
        how,
        app,
        ...(site && { site }),
        hash,
      }),
    ),
    sessions: await sessionsForDesk(run, member.id, now()),
  };
}

/** Maximum number of movements in a response. */
export const mostMovements = 1000;

interface StatementQuery {
  kind: Kind;
  month?: string | undefined;
  before?: number | undefined;
  size: number;
}

/** The newest movements of a member's account, oldest first, as a statement; `more`: there are older ones. */
export async function statementOf(
  run: Executor,
  account: string,
  { kind, month, before, size }: StatementQuery,
) {
  const member = await memberOf(run, account);
  const span = month && monthSpan(month);
  const rows = await run
    .selectFrom('posting as p')
    .innerJoin('transfer as t', (join) =>
      join.onRef('t.home', '=', 'p.home').onRef('t.id', '=', 'p.transfer'),
    )
    .where('p.home', '=', member.id)
    .where('p.account', '=', memberAccount(member.id, kind).id)
    .where((is) => is.and(span ? [is('t.at', '>=', span.from), is('t.at', '<', span.until)] : []))
    .where((is) => is.and(before ? [is('p.seq', '<', before)] : []))
    .select(['p.seq', 't.at', 't.kind as why', 't.rule', 'p.amount', 'p.balance_after', 't.ref', 't.memo'])
    .orderBy('p.seq', 'desc')
    .limit(size + 1)
    .execute();
  const money = kind === 'balance' || kind === 'store' || kind === 'frozen';
  const items = rows
    .slice(0, size)
    .reverse()
    .map(({ seq, rule, amount, balance_after, memo, ...row }) => ({
      number: seq,
      ...row,
      ...(rule && { rule }),
      ...(memo && { memo }),
      [money ? 'amount' : 'count']: amount,
      [money ? 'balance' : 'held']: balance_after,
    }));
  return { items, ...(rows.length > size && { more: true }) };
}

/** Sets whether a member leads a team. */
export async function setLeader({ db }: Gateway, account: string, leader: boolean) {
  const member = await memberOf(db.run, account);
  await db.run.updateTable('member').set({ team_leader: leader }).where('id', '=', member.id).execute();
  return { member: member.username, teamLeader: leader };
}
