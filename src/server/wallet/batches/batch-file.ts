import type * as csv from 'csv-stringify/sync';
import type { payoutColumns, payoutFormats } from '../../../contract/desk/areas/payouts';
import { chinaAhead } from '../../../contract/wire/china';
import type { Db } from '../../db/database';
import { dayOf } from '../../kernel/dates';
import { decimalYuan } from '../../kernel/decimal-yuan';
import { DomainError } from '../../kernel/domain-error';
import { load } from '../../kernel/load';
import { harmless } from '../../kernel/spreadsheet';
import type { PayoutSource } from '../../settings/provider-settings';
import { bankName } from '../payout/banks';
import { type Payout, payoutsOf } from './batch-sheet';
import { lockBatch } from './decide-batch';
import { pain001 } from './pain001';

type Column = (typeof payoutColumns)[number];
type Format = (typeof payoutFormats)[number];

/** The first line of Alipay's template for transfers to many accounts. */
const alipayHead = [
  '序号（必填）',
  '收款方支付宝账号（必填）',
  '收款方姓名（必填）',
  '金额（必填，单位：元）',
  '备注（选填）',
];

const cells: Record<Column, (payout: Payout) => string> = {
  sequence: ({ position }) => String(position),
  number: ({ number }) => number,
  holder: ({ holder }) => harmless(holder),
  account: ({ account_number }) => harmless(account_number),
  bank: ({ kind, bank }) => harmless(bank === null ? '' : kind === 'bank' ? bankName(bank, 'zh') : bank),
  branch: ({ branch }) => harmless(branch ?? ''),
  swift: ({ swift }) => harmless(swift ?? ''),
  country: ({ country }) => country ?? '',
  amount: ({ amount }) => decimalYuan(amount),
  currency: () => 'CNY',
  remark: ({ number }) => number,
};

const table = (head: readonly string[], columns: readonly Column[], payouts: readonly Payout[]) =>
  (load('csv-stringify/sync') as typeof csv).stringify(
    [head, ...payouts.map((payout) => columns.map((column) => cells[column](payout)))],
    {
      bom: true,
      record_delimiter: 'windows',
    },
  );

export interface FileOrder {
  format: Format;
  /** For `csv`; all columns if absent. */
  columns?: readonly Column[] | undefined;
  from: PayoutSource | undefined;
}

/**
 * The file of an approved batch, for the bank or for Alipay. Later files have the same content. Refused if a withdrawal of the batch has
 * ended, because a second file would then be another one.
 */
export const batchFile = (db: Db, number: string, { format, columns, from }: FileOrder, now: number) =>
  db.tx(async (tx) => {
    const batch = await lockBatch(tx, number);
    const { state, channel } = batch;
    if (state === 'draft') throw new DomainError('batchUndecided');
    if (state !== 'approved' && state !== 'exported') throw new DomainError('batchDecided');
    if (format !== 'csv' && (format === 'alipay') !== (channel === 'alipay'))
      throw new DomainError('batchOtherFormat');
    const payouts = await payoutsOf(tx, number);
    if (payouts.some(({ ended_at }) => ended_at)) throw new DomainError('batchBeingPaid');
    const at = batch.exported_at ?? new Date(now);
    await tx
      .updateTable('payout_batch')
      .set({ state: 'exported', exported_at: at })
      .where('number', '=', number)
      .execute();
    const answer = (name: string, type: string, text: string) => ({
      number,
      state: 'exported',
      file: { name, type, text },
    });
    if (format === 'alipay') {
      const text = table(alipayHead, ['sequence', 'account', 'holder', 'amount', 'remark'], payouts);
      return answer(`${number}-alipay.csv`, 'text/csv', text);
    }
    if (format === 'csv') {
      const wanted = columns ?? (Object.keys(cells) as Column[]);
      return answer(`${number}.csv`, 'text/csv', table(wanted, wanted, payouts));
    }
    if (!from?.account || !from.bic) throw new DomainError('payoutSourceMissing');
    const time = `${new Date(at.getTime() + chinaAhead).toISOString().slice(0, 19)}+08:00`;
    const text = pain001(batch, payouts, { from, at: { time, day: dayOf(at.getTime()) } });
    return answer(`${number}.xml`, 'application/xml', text);
  });
