import type * as calls from '../../contract/money/promotion';
import type { ScoreLog } from '../../contract/money/promotion';
import type * as rules from '../../contract/money/promotion.rules';
import type { Executor } from '../db/database';
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
  /** The other member's id. */
  counterpart: string | null;
  rule: string | null;
}

const scoreLog = (
  { id, kind, memo, at, amount, balance_after, rule }: Row,
  nickname: string | undefined,
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

/** By a statement of their own: other members may be on other nodes. */
async function nicknamesOf(run: Executor, members: readonly string[]): Promise<Map<string, string>> {
  if (!members.length) return new Map();
  const rows = await run
    .selectFrom('member')
    .select(['id', 'nickname'])
    .where('id', 'in', [...new Set(members)])
    .execute();
  return new Map(rows.map(({ id, nickname }) => [id, nickname]));
}

export const listTransfersHandlers: Pick<Handlers<typeof calls, typeof rules>, 'listScoreLog'> = {
  async listScoreLog({ direction, from }, { db, member, locale }) {
    const before = from === undefined ? undefined : readPosition(from);
    const rows: Row[] = await db.run
      .selectFrom('posting as own')
      .innerJoin('transfer as t', (join) =>
        join.onRef('t.home', '=', 'own.home').onRef('t.id', '=', 'own.transfer'),
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
        't.counterpart',
        't.rule',
      ])
      .orderBy('own.seq', 'desc')
      .limit(pageSize + 1)
      .execute();
    const nicknames = await nicknamesOf(
      db.run,
      rows.flatMap(({ counterpart }) => counterpart ?? []),
    );
    return mapPage(
      page(rows, pageSize, ({ seq }) => cursor(seq)),
      (row) => scoreLog(row, nicknames.get(row.counterpart ?? ''), locale),
    );
  },
};
