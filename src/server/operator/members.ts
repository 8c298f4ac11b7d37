import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { ExamineState } from '../../contract/member/auth';
import { contact } from '../../contract/rules/fields';
import { lockMember, resetWaysIn, unlockMember } from '../auth/lock-member';
import { byAccount } from '../auth/members';
import type { Executor } from '../db/database';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { likePattern } from '../kernel/like-pattern';
import { type Kind, kinds, memberAccount } from '../ledger/accounts';
import { balances } from '../ledger/balances';
import { monthSpan } from '../wallet/months';
import { body, query, words } from './body';

const contactOfMember = v.pipe(
  words(),
  v.check((text) => v.is(contact, text), 'must be a phone number (+44…) or an e-mail address'),
);
const rules = {
  lock: v.object({ reason: words() }),
  reset: v.object({ contact: contactOfMember, keepOther: v.optional(v.boolean()) }),
  leader: v.object({ leader: v.boolean() }),
  statement: v.object({
    kind: v.optional(v.picklist(kinds), 'balance'),
    month: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d\d$/))),
  }),
};

/** Members whose username, nickname, contact or id has the words in it, the newest first. */
async function find(run: Executor, text: string) {
  const like = likePattern(text.trim().toLowerCase());
  const rows = await run
    .selectFrom('member')
    .select(['id', 'username', 'nickname', 'phone', 'email', 'country', 'created_at', 'locked_at'])
    .where((is) =>
      is.or([
        is('username_key', 'like', like),
        is('nickname', 'ilike', like),
        is('phone', 'like', like),
        is('email_key', 'like', like),
        is('id', '=', text),
      ]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(50)
    .execute();
  return rows.map(({ created_at, locked_at, ...row }) => ({
    ...row,
    since: created_at,
    ...(locked_at && { lockedAt: locked_at }),
  }));
}

async function memberOf(run: Executor, account: string) {
  const member =
    (await byAccount(run, account)) ??
    (await run.selectFrom('member').selectAll().where('id', '=', account).executeTakeFirst());
  if (!member) throw new DomainError('memberMissing');
  return member;
}

/** Everything about a member that the desk needs to help them; amounts of money in fen. */
async function show(run: Executor, account: string) {
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
    ...money,
    points,
    cloudBeans,
    promotion,
    devices: orders.map(({ refunded_at, ...order }) => ({
      ...order,
      ...(refunded_at && { refunded: true }),
    })),
  };
}

/** What changed an account of a member, the oldest first, so that it reads as a statement. */
async function statement(run: Executor, account: string, kind: Kind, month: string | undefined) {
  const member = await memberOf(run, account);
  const span = month && monthSpan(month);
  const rows = await run
    .selectFrom('posting as p')
    .innerJoin('transfer as t', 't.id', 'p.transfer')
    .where('p.account', '=', memberAccount(member.id, kind).id)
    .where((is) => is.and(span ? [is('t.at', '>=', span.from), is('t.at', '<', span.until)] : []))
    .select(['p.seq', 't.at', 't.kind as why', 't.rule', 'p.amount', 'p.balance_after', 't.ref', 't.memo'])
    .orderBy('p.seq', 'desc')
    .limit(1000)
    .execute();
  const money = kind === 'balance' || kind === 'store' || kind === 'frozen';
  return rows.reverse().map(({ seq, rule, amount, balance_after, memo, ...row }) => ({
    number: seq,
    ...row,
    ...(rule && { rule }),
    ...(memo && { memo }),
    [money ? 'amount' : 'count']: amount,
    [money ? 'balance' : 'held']: balance_after,
  }));
}

type Account = { Params: { account: string } };

/** `/operator/members`: who they are, what they have, and whether they get in. */
export function serveMembers(desk: FastifyInstance, gateway: Gateway): void {
  const { run } = gateway.db;
  desk.get<{ Querystring: { text?: string } }>('/members', async (request) => ({
    items: await find(run, request.query.text ?? ''),
  }));
  desk.get<Account>('/members/:account', ({ params }) => show(run, params.account));
  desk.get<Account>('/members/:account/statement', async (request) => {
    const { kind, month } = query(rules.statement, request);
    return { items: await statement(run, request.params.account, kind, month) };
  });
  desk.post<Account>('/members/:account/lock', (request) =>
    lockMember(gateway, request.params.account, body(rules.lock, request).reason),
  );
  desk.post<Account>('/members/:account/unlock', ({ params }) => unlockMember(gateway, params.account));
  desk.post<Account>('/members/:account/reset', (request) =>
    resetWaysIn(gateway, request.params.account, body(rules.reset, request)),
  );
  desk.post<Account>('/members/:account/leader', async (request) => {
    const { leader } = body(rules.leader, request);
    const member = await memberOf(run, request.params.account);
    await run.updateTable('member').set({ team_leader: leader }).where('id', '=', member.id).execute();
    return { member: member.username, teamLeader: leader };
  });
}
