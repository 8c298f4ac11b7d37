import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import type { WithdrawalStatus } from '../../contract/wallet';
import type { Db, Executor } from '../db/database';
import { RequestRejected } from '../http/wire';
import type { Tx } from '../kernel/context';
import { DomainError } from '../kernel/domain-error';
import type { Gateway } from '../kernel/gateway';
import { type Tellable, tell } from '../notices/notify-member';
import { bankName } from '../payout/banks';
import { move, type Step } from '../wallet/advance-withdrawal';
import type { WithdrawalRow } from '../wallet/view';
import { body, words } from './body';

const statuses = ['applied', 'approved', 'rejected', 'remitted', 'revoked'] as const;

const rules = {
  status: v.picklist(statuses),
  reject: v.object({ reason: words() }),
  remit: v.object({ reference: words(120) }),
};

type Params = { Params: { id: string } };

/** Withdrawals at the operator's desk. `id` is the id or the number. */
export function serveWithdrawals(desk: FastifyInstance, { db, now }: Gateway): void {
  desk.get<{ Querystring: { status?: string } }>('/withdrawals', async ({ query }) => {
    const { success, output } = v.safeParse(rules.status, query.status ?? 'applied');
    if (!success) throw new RequestRejected('shape');
    return { items: await listWithdrawals(db.run, statuses.indexOf(output) as WithdrawalStatus) };
  });
  desk.get<Params>('/withdrawals/:id', ({ params }) => showWithdrawal(db.run, params.id));
  desk.post<Params>('/withdrawals/:id/approve', ({ params }) =>
    decideWithdrawal(db, params.id, { status: 1 }, now()),
  );
  desk.post<Params>('/withdrawals/:id/reject', (request) =>
    decideWithdrawal(db, request.params.id, { status: 2, ...body(rules.reject, request) }, now()),
  );
  desk.post<Params>('/withdrawals/:id/remit', (request) =>
    decideWithdrawal(db, request.params.id, { status: 3, ...body(rules.remit, request) }, now()),
  );
}

const withMember = (run: Executor) =>
  run
    .selectFrom('withdrawal as w')
    .innerJoin('member as m', 'm.id', 'w.member')
    .selectAll('w')
    .select(['m.username', 'm.name']);

type Row = WithdrawalRow & { username: string; name: string | null };

/** In a status: what is open the most urgent first, what has ended the newest first. */
async function listWithdrawals(run: Executor, status: WithdrawalStatus) {
  const rows = await withMember(run)
    .where('w.status', '=', status)
    .orderBy('w.applied_at', status < 2 ? 'asc' : 'desc')
    .limit(200)
    .execute();
  return rows.map(sheet);
}

async function showWithdrawal(run: Executor, id: string) {
  const row = await withMember(run)
    .where((is) => is.or([is('w.id', '=', id), is('w.number', '=', id)]))
    .executeTakeFirst();
  if (!row) throw new DomainError('withdrawalMissing');
  const movements = await run
    .selectFrom('transfer as t')
    .innerJoin('posting as p', 'p.transfer', 't.id')
    .select(['t.at', 't.kind', 'p.account', 'p.amount', 't.memo'])
    .where('t.ref', '=', row.number)
    .orderBy('t.at')
    .orderBy('p.account')
    .execute();
  return { ...sheet(row), movements };
}

/** All that a person needs who makes the payment. `amount` and `fee` in fen. */
const sheet = (row: Row) => ({
  id: row.id,
  number: row.number,
  status: statuses[row.status],
  member: row.username,
  ...(row.name && { name: row.name }),
  source: row.source,
  amount: row.amount,
  fee: row.fee,
  remit: toRemit(row),
  to: {
    kind: row.kind,
    ...(row.holder && { holder: row.holder }),
    number: row.account_number,
    ...(row.bank !== null && { bank: bankName(row.bank, 'zh'), bankCode: row.bank }),
    ...(row.branch !== null && { branch: row.branch }),
  },
  appliedAt: row.applied_at,
  expectedBy: row.expected_by,
  ...(row.remark && { remark: row.remark }),
  ...(row.decided_at && { decidedAt: row.decided_at }),
  ...(row.reason && { reason: row.reason }),
  ...(row.remitted_at && { remittedAt: row.remitted_at }),
  ...(row.reference && { reference: row.reference }),
  ...(row.revoked_at && { revokedAt: row.revoked_at }),
});

const toRemit = ({ usdt, amount, fee }: WithdrawalRow) =>
  usdt === null ? `¥${((amount - fee) / 100).toFixed(2)}` : `${(usdt / 1e6).toFixed(6)} USDT`;

/**
 * Approves, rejects or remits a withdrawal, and tells the member; the same decision again changes nothing, one that cannot
 * follow is refused.
 */
export const decideWithdrawal = (
  db: Db,
  id: string,
  step: Exclude<Step, { status: 4 }>,
  now: number,
): Promise<{ id: string; status: string }> =>
  db.tx(async (tx: Tx) => {
    const moved = await move(tx, { id }, step, now);
    if (moved) await tell(tx, moved.member, news(moved, step), now);
    return { id, status: statuses[step.status] };
  });

function news({ id, number, amount, fee }: WithdrawalRow, step: Exclude<Step, { status: 4 }>): Tellable {
  const link = `pages/mine/withDrawRecord?id=${id}`;
  if (step.status === 1) return { kind: 'withdrawalApproved', values: { number, amount }, link };
  if (step.status === 2)
    return { kind: 'withdrawalRejected', values: { number, amount, reason: step.reason }, link };
  return { kind: 'withdrawalRemitted', values: { number, amount: amount - fee }, link };
}
