import { sql } from 'kysely';
import type { RecordOf } from '../../../contract/desk/area';
import { withdrawals as area } from '../../../contract/desk/areas/money';
import { WithdrawalStatus } from '../../../contract/money/wallet';
import type { Executor } from '../../db/database';
import { dayLength } from '../../kernel/dates';
import { DomainError } from '../../kernel/domain-error';
import type { Gateway } from '../../kernel/gateway';
import { fenOf } from '../../payments/usdt/reserve';
import { decideWithdrawal } from '../../wallet/decide-withdrawal';
import { returnWithdrawal } from '../../wallet/return-withdrawal';
import { isUnusual } from '../../wallet/unusual';
import { getWithdrawalSheet, withdrawalSheet, withdrawalSheets } from '../../wallet/withdrawal-sheet';
import { picked, yesOrNo } from '../picked';
import { source } from '../source';
import { warningsOf } from '../warnings';

/** The withdrawal with this id or number, with the columns for the limit of one person. */
async function named(run: Executor, id: string) {
  const row = await run
    .selectFrom('withdrawal')
    .select(['id', 'member', 'amount', 'fee', 'usdt'])
    .where((is) => is.or([is('id', '=', id), is('number', '=', id)]))
    .executeTakeFirst();
  if (!row) throw new DomainError('withdrawalMissing');
  return row;
}

/** Its value in fen: USDT counts at the current rate, whatever the rate at the application. */
const leaves = ({ settings }: Gateway, row: { amount: number; usdt: number | null }) =>
  Math.max(row.amount, row.usdt === null ? 0 : fenOf(row.usdt, settings.usdtRate));

/** The value of this withdrawal plus the member's other approved withdrawals within a day. */
async function worthWithin(gateway: Gateway, key: string): Promise<number> {
  const { db, now } = gateway;
  const row = await named(db.run, key);
  const others = await db.run
    .selectFrom('withdrawal')
    .select(['amount', 'usdt'])
    .where('member', '=', row.member)
    .where('id', '<>', row.id)
    .where('reason', 'is', null)
    .where('decided_at', '>', new Date(now() - dayLength))
    .execute();
  return [row, ...others].reduce((sum, one) => sum + leaves(gateway, one), 0);
}

/** This withdrawal and all others that were taken back within a day: the money goes to balances although a bank may have paid it. */
async function worthOfReturns({ db, now }: Gateway, key: string): Promise<number> {
  const row = await named(db.run, key);
  const { sum } = await db.run
    .selectFrom('withdrawal')
    .select((is) => is.fn.sum<number | null>('amount').as('sum'))
    .where('id', '<>', row.id)
    .where('returned_at', '>', new Date(now() - dayLength))
    .executeTakeFirstOrThrow();
  return row.amount + Number(sum ?? 0);
}

export const withdrawals = source({
  area,
  kept: ['withdrawal', 'id', 'number'],
  list: {
    rows: withdrawalSheets,
    columns: {
      appliedAt: 'w.applied_at',
      amount: 'w.amount',
      number: 'w.number',
      source: 'w.source',
    },
    id: 'w.id',
    member: 'w.member',
    search: ['w.number', 'm.username', 'w.holder', 'w.account_number', 'w.reference'],
    where: {
      status: (value) => {
        const statuses = value.split(',').map((one) => picked<number>(WithdrawalStatus, one, 'status'));
        return sql`w.status in (${sql.join(statuses)})`;
      },
      unusual: (value, { settings }) => {
        const found = isUnusual(settings.payoutLimits.reportFrom);
        return picked(yesOrNo, value, 'unusual') ? found : sql`not ${found}`;
      },
    },
    view: async (rows, { db, now, settings }) => {
      const warnings = await warningsOf(db.run, rows, now(), settings.payoutLimits.reportFrom);
      return rows.map((row) => {
        const sheet = withdrawalSheet(row);
        const found = warnings.get(row.id) ?? [];
        return {
          ...sheet,
          holder: row.holder || row.account_number,
          ...(found.length && { warnings: found }),
        };
      }) as RecordOf<typeof area>[];
    },
  },
  one: async ({ db, now, settings }, key) => {
    const { row, ...sheet } = await getWithdrawalSheet(db.run, key);
    const { reportFrom } = settings.payoutLimits;
    const warnings = (await warningsOf(db.run, [row], now(), reportFrom)).get(row.id) ?? [];
    return { ...sheet, ...(warnings.length && { warnings }) };
  },
  names: ({ id, number }) => [id, number],
  acts: {
    approve: ({ gateway: { db, settings, now }, key }) =>
      decideWithdrawal(db, key, { status: WithdrawalStatus.approved, usdtRate: settings.usdtRate }, now()),
    reject: ({ gateway: { db, now }, key }, { reason }) =>
      decideWithdrawal(db, key, { status: WithdrawalStatus.rejected, reason }, now()),
    remit: ({ gateway: { db, now }, key }, { reference }) =>
      decideWithdrawal(db, key, { status: WithdrawalStatus.remitted, reference }, now()),
    takeBack: ({ gateway: { db, now }, key }, { reason }) => returnWithdrawal(db, key, reason, now()),
  },
  worth: { approve: worthWithin, takeBack: worthOfReturns },
});
