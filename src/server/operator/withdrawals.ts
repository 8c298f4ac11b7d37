import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { WithdrawalStatus } from '../../contract/money/wallet';
import type { Gateway } from '../kernel/gateway';
import { RequestRejected } from '../kernel/request-rejected';
import { decideWithdrawal } from '../wallet/decide-withdrawal';
import { getWithdrawalSheet, listWithdrawalSheets, statusNames } from '../wallet/withdrawal-sheet';
import { body, words } from './body';

const rules = {
  status: v.picklist(statusNames),
  reject: v.object({ reason: words() }),
  remit: v.object({ reference: words(120) }),
};

type Params = { Params: { id: string } };

/** Withdrawals at the operator's desk. `id` is the id or the number. */
export function serveWithdrawals(desk: FastifyInstance, { db, now }: Gateway): void {
  desk.get<{ Querystring: { status?: string } }>('/withdrawals', async ({ query }) => {
    const { success, output } = v.safeParse(rules.status, query.status ?? 'applied');
    if (!success) throw new RequestRejected('shape');
    return { items: await listWithdrawalSheets(db.run, WithdrawalStatus[output]) };
  });
  desk.get<Params>('/withdrawals/:id', ({ params }) => getWithdrawalSheet(db.run, params.id));
  desk.post<Params>('/withdrawals/:id/approve', ({ params }) =>
    decideWithdrawal(db, params.id, { status: WithdrawalStatus.approved }, now()),
  );
  desk.post<Params>('/withdrawals/:id/reject', (request) =>
    decideWithdrawal(
      db,
      request.params.id,
      { status: WithdrawalStatus.rejected, ...body(rules.reject, request) },
      now(),
    ),
  );
  desk.post<Params>('/withdrawals/:id/remit', (request) =>
    decideWithdrawal(
      db,
      request.params.id,
      { status: WithdrawalStatus.remitted, ...body(rules.remit, request) },
      now(),
    ),
  );
}
