import type * as calls from '../../contract/promotion';
import type { ScoreLog } from '../../contract/promotion';
import type * as rules from '../../contract/promotion.rules';
import type { Handlers } from '../kernel/call-group';
import { cursor, mapPage, page, pageSize, readPosition } from '../kernel/pagination';
import { memberAccount } from '../ledger/accounts';
import { transferKind } from './transfer';

interface Row {
  id: string;
  kind: string;
  memo: string;
  at: Date;
  amount: number;
  balance_after: number;
  seq: number;
  nickname: string | null;
}

const scoreLog = ({ id, kind, memo, at, amount, balance_after, nickname }: Row): ScoreLog => ({
  id,
  direction: amount > 0 ? 'in' : 'out',
  ...(nickname && { counterpart: nickname }),
  amount: Math.abs(amount),
  ...(kind === transferKind && memo && { remark: memo }),
  at: at.toISOString(),
  balance: balance_after,
});

export const listTransfersHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listScoreLog'> = {
  async listScoreLog({ direction, from }, { db, member }) {
    const before = from === undefined ? undefined : readPosition(from);
    const rows: Row[] = await db.run
      .selectFrom('posting as own')
      .innerJoin('transfer as t', 't.id', 'own.transfer')
      .innerJoin('posting as other', (join) =>
        join.onRef('other.transfer', '=', 'own.transfer').onRef('other.account', '<>', 'own.account'),
      )
      .innerJoin('account as a', 'a.id', 'other.account')
      .leftJoin('member as m', 'm.id', 'a.member')
      .where('own.account', '=', memberAccount(member, 'promotion').id)
      .$if(direction !== undefined, (query) => query.where('own.amount', direction === 'in' ? '>' : '<', 0))
      .where((is) => is.and(before === undefined ? [] : [is('own.seq', '<', before)]))
      .select([
        't.id',
        't.kind',
        't.memo',
        't.at',
        'own.amount',
        'own.balance_after',
        'own.seq',
        'm.nickname',
      ])
      .orderBy('own.seq', 'desc')
      .limit(pageSize + 1)
      .execute();
    return mapPage(
      page(rows, pageSize, ({ seq }) => cursor(seq)),
      scoreLog,
    );
  },
};
