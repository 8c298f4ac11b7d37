import type { Executor, Tx } from '../db/database';
import { platform, systemAccount } from '../ledger/accounts';
import { postMovement } from '../ledger/post';
import type { BankLine } from './tables';

type Why = NonNullable<BankLine['why']>;

/** The record that a provider's line is about. Booking it moves only the fee, because the provider has reported the record before. */
export type ProviderBooking =
  | { kind: 'payment'; receipt: string; moves: false }
  | { kind: 'refund'; provider_refund: string; moves: false }
  | { kind: 'dispute'; dispute: string; moves: false }
  | { kind: 'fee'; moves: false }
  | { kind: 'usdt'; transfer: string; moves: false };

type ProviderMatch = ProviderBooking | { why: Why };

/** Columns of lines that name a record of a provider. */
type Named = 'receipt' | 'provider_refund' | 'dispute' | 'transfer';

/** Whether another line of the same direction belongs to the record. */
const isTaken = async (
  run: Executor,
  { amount }: BankLine,
  column: Named,
  record: string,
): Promise<boolean> =>
  !!(await run
    .selectFrom('bank_line')
    .select('id')
    .where(column, '=', record)
    .where('state', '=', 'matched')
    .where('amount', amount < 0 ? '<' : '>', 0)
    .limit(1)
    .executeTakeFirst());

/** Finds the payment, refund, dispute or transfer of a provider's line by its number, and compares the amount. */
export async function providerMatch(run: Executor, line: BankLine): Promise<ProviderMatch> {
  if (line.way === 'usdt') return transferFit(run, line);
  if (line.currency !== 'CNY') return { why: 'currency' };
  if (line.about === 'payment') return paymentFit(run, line, line.reference);
  if (line.about === 'refund') return refundFit(run, line, line.reference);
  if (line.about === 'dispute') return disputeFit(run, line, line.reference);
  if (line.about === 'fee') return { kind: 'fee', moves: false };
  return { why: 'unknown' };
}

/** The payment with this number at the provider. */
export async function paymentFit(run: Executor, line: BankLine, number: string): Promise<ProviderMatch> {
  const row = await run
    .selectFrom('receipt')
    .select(['id', 'amount'])
    .where('id', '=', `${line.way}:${number}`)
    .executeTakeFirst();
  if (!row) return { why: 'unknown' };
  if (row.amount !== line.amount) return { why: 'amountDiffers' };
  if (await isTaken(run, line, 'receipt', row.id)) return { why: 'paidTwice' };
  return { kind: 'payment', receipt: row.id, moves: false };
}

/** The refund with this number, ours or the provider's: a debit when it is paid, a credit when the payer's bank sends it back. */
export async function refundFit(run: Executor, line: BankLine, number: string): Promise<ProviderMatch> {
  const row = await run
    .selectFrom('provider_refund')
    .select(['number', 'way', 'amount', 'state', 'why'])
    .where((is) =>
      is.or([is('number', '=', number), is('sent_as', '=', number), is('reference', '=', number)]),
    )
    .executeTakeFirst();
  if (!number || row?.way !== line.way) return { why: 'unknown' };
  if (row.amount !== Math.abs(line.amount)) return { why: 'amountDiffers' };
  if (await isTaken(run, line, 'provider_refund', row.number)) return { why: 'paidTwice' };
  if (row.state === 'underWay') return { why: 'notBooked' };
  const isBack = row.why === 'returned';
  const fits = line.amount > 0 ? isBack : isBack || row.state === 'done';
  return fits ? { kind: 'refund', provider_refund: row.number, moves: false } : { why: 'decided' };
}

/** The dispute with this number, ours or the provider's: a debit when it takes the money, a credit when it is won. */
export async function disputeFit(run: Executor, line: BankLine, number: string): Promise<ProviderMatch> {
  const row = await run
    .selectFrom('dispute')
    .select(['number', 'way', 'amount', 'state', 'withheld'])
    .where((is) => is.or([is('number', '=', number), is('reference', '=', number)]))
    .executeTakeFirst();
  if (!number || row?.way !== line.way) return { why: 'unknown' };
  if (row.amount !== Math.abs(line.amount)) return { why: 'amountDiffers' };
  if (await isTaken(run, line, 'dispute', row.number)) return { why: 'paidTwice' };
  const fits = row.state === 'won' || (line.amount < 0 && row.withheld);
  return fits ? { kind: 'dispute', dispute: row.number, moves: false } : { why: 'decided' };
}

async function transferFit(run: Executor, line: BankLine): Promise<ProviderMatch> {
  const row = await run
    .selectFrom('usdt_transfer')
    .select(['amount', 'state'])
    .where('txid', '=', line.bank_reference)
    .where('address', '=', line.party_account)
    .executeTakeFirst();
  if (!row) return { why: 'unknown' };
  if (row.amount !== line.amount) return { why: 'amountDiffers' };
  if (await isTaken(run, line, 'transfer', line.reference)) return { why: 'paidTwice' };
  if (row.state !== 'credited' && row.state !== 'settled') return { why: 'notBooked' };
  return { kind: 'usdt', transfer: line.reference, moves: false };
}

/** Fen that a line says the provider has kept: its fee, and all of a charge that belongs to no payment. Negative if it gives them back. */
const keptBy = ({ about, amount, fee }: BankLine): number => (about === 'fee' ? fee - amount : fee);

/** Books what a provider has kept: less is to come from it, by an expense. */
export async function bookFee(tx: Tx, line: BankLine, now: number): Promise<void> {
  const kept = keptBy(line);
  if (!line.way || line.way === 'usdt' || !kept) return;
  await postMovement(
    tx,
    {
      kind: 'provider-fee',
      asset: 'CNY',
      entries: [
        [systemAccount('providerFees', 'CNY'), -kept],
        [systemAccount(line.way, 'CNY'), kept],
      ],
      memo: line.day,
      ref: line.bank_reference,
      owner: platform,
    },
    now,
  );
}

/** Locks the record of a match until the end of the transaction. */
export async function lockProviderRecord(tx: Tx, match: ProviderBooking): Promise<void> {
  if (match.kind === 'payment') {
    const rows = tx.selectFrom('receipt').select('member').where('id', '=', match.receipt);
    const named = await rows.executeTakeFirst();
    await rows
      .where('member', '=', named?.member ?? '')
      .forUpdate()
      .execute();
  }
  if (match.kind === 'refund') {
    const rows = tx
      .selectFrom('provider_refund')
      .select('member')
      .where('number', '=', match.provider_refund);
    const named = await rows.executeTakeFirst();
    await rows
      .where('member', '=', named?.member ?? '')
      .forUpdate()
      .execute();
  }
  if (match.kind === 'dispute') {
    const rows = tx.selectFrom('dispute').select('member').where('number', '=', match.dispute);
    const named = await rows.executeTakeFirst();
    await rows
      .where('member', '=', named?.member ?? '')
      .forUpdate()
      .execute();
  }
  if (match.kind === 'usdt') {
    const [txid = '', address = ''] = match.transfer.split('/');
    await tx
      .selectFrom('usdt_transfer')
      .select('txid')
      .where('txid', '=', txid)
      .where('address', '=', address)
      .forUpdate()
      .execute();
  }
}
