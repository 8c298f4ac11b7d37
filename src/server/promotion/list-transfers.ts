import { sql } from 'kysely';
import type * as calls from '../../contract/money/promotion';
import type { ScoreLog } from '../../contract/money/promotion';
import type * as rules from '../../contract/money/promotion.rules';
import type { Handlers } from '../kernel/call-group';
import { type Locale, translate } from '../kernel/messages';
import { cursor, mapPage, page, pageSize, readPosition } from '../kernel/pagination';
import { memberAccount } from '../ledger/accounts';
import { rules as accrualRules, isRule } from '../rules/rules';
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
  rule: string | null;
}

const scoreLog = (
  { id, kind, memo, at, amount, balance_after, nickname, rule }: Row,
  locale: Locale,
): ScoreLog => ({
  id,
  direction: amount > 0 ? 'in' : 'out',
  ...(nickname && { counterpart: nickname }),
  amount: Math.abs(amount),
  ...(kind === transferKind && memo && { remark: memo }),
  ...(rule !== null && isRule(rule) && { rule: translate(locale, accrualRules[rule].words) }),
  at: at.toISOString(),
  balance: balance_after,
});

export const listTransfersHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listScoreLog'> = {
  async listScoreLog({ direction, from }, { db, member, locale }) {
    const before = from === undefined ? undefined : readPosition(from);
    const rows: Row[] = await db.run
      .selectFrom('posting as own')
      .innerJoin('transfer as t', 't.id', 'own.transfer')
      .leftJoin('member as m', (join) =>
        join.on('m.id', '=', sql<string>`case when t.home = own.home then t.counterpart else t.home end`),
      )
      .where('own.home', '=', member)
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
        't.rule',
      ])
      .orderBy('own.seq', 'desc')
      .limit(pageSize + 1)
      .execute();
    return mapPage(
      page(rows, pageSize, ({ seq }) => cursor(seq)),
      (row) => scoreLog(row, locale),
    );
  },
};
