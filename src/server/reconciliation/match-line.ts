import { sql } from 'kysely';
import { WithdrawalStatus } from '../../contract/money/wallet';
import { decideRemittanceIn } from '../checkout/audit-remittance';
import { type ArrivedMoney, bookArrivalIn } from '../checkout/book-arrival';
import type { Executor, Tx } from '../db/database';
import { dayLength } from '../kernel/dates';
import { type DomainError, refusalOf } from '../kernel/domain-error';
import { decideWithdrawalIn } from '../wallet/decide-withdrawal';
import { returnWithdrawalIn } from '../wallet/return-withdrawal';
import { isOneName } from '../wallet/same-name';
import { bookFee, lockProviderRecord, type ProviderBooking, providerMatch } from './match-provider';
import type { BankLine } from './tables';

export type Why = NonNullable<BankLine['why']>;

/** The record that a line belongs to; `moves`: booking it moves money to a member's balance or order. */
export type Booking =
  | { kind: 'payout' | 'return'; withdrawal: string; moves: boolean }
  | { kind: 'remittance'; remittance: string; moves: boolean; rest?: ArrivedMoney['rest'] }
  | ProviderBooking;

/** The record of a line, or why a person has to look at it. */
export type Match = Booking | { why: Why };

/** Numbers of withdrawals and orders, wherever the bank wrote them. */
const withdrawalNumber = /(?<![A-Z0-9])W\d{18}(?!\d)/g;
const orderNumber = /(?<![A-Z0-9])C\d{18}(?!\d)/g;

const numbersIn = ({ reference, text }: BankLine, pattern: RegExp): string[] => [
  ...new Set(`${reference} ${text}`.toUpperCase().match(pattern) ?? []),
];

const withdrawalRows = (run: Executor) =>
  run
    .selectFrom('withdrawal')
    .select([
      'member',
      'id',
      'number',
      'status',
      'amount',
      'fee',
      'usdt',
      'account_number',
      'reference',
      'returned_at',
    ]);

type Withdrawal = Awaited<ReturnType<ReturnType<typeof withdrawalRows>['execute']>>[number];

/** Finds the record of a line: by a number that it names, otherwise by the amount and the payee, if that leaves one. */
export async function matchOf(run: Executor, line: BankLine): Promise<Match> {
  if (line.way) return providerMatch(run, line);
  if (line.currency !== 'CNY') return { why: 'currency' };
  const numbers = numbersIn(line, withdrawalNumber);
  if (numbers.length > 1) return { why: 'ambiguous' };
  const [number] = numbers;
  if (line.amount < 0 || line.returned || number) return withdrawalOf(run, line, number);
  return remittanceOf(run, line);
}

async function withdrawalOf(run: Executor, line: BankLine, number: string | undefined): Promise<Match> {
  const row = number
    ? await withdrawalRows(run).where('number', '=', number).executeTakeFirst()
    : await byPayee(run, line);
  if (!row) return { why: 'unknown' };
  return withdrawalFit(run, line, row);
}

/** The only withdrawal of this amount to this account that waits for such a line. */
async function byPayee(run: Executor, line: BankLine): Promise<Withdrawal | undefined> {
  if (!line.party_account) return undefined;
  const rows = await withdrawalRows(run)
    .where('account_number', '=', line.party_account)
    .where('status', '=', line.amount < 0 ? WithdrawalStatus.approved : WithdrawalStatus.remitted)
    .where('usdt', 'is', null)
    .limit(50)
    .execute();
  const fitting = rows.filter(({ amount, fee }) => amount - fee === Math.abs(line.amount));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/** Whether a line can be the payment of a withdrawal, or its return. */
export async function withdrawalFit(
  run: Executor,
  line: BankLine,
  { number, status, amount, fee, usdt, returned_at }: Withdrawal,
): Promise<Match> {
  const kind = line.amount < 0 ? 'payout' : 'return';
  if (usdt !== null) return { why: 'unknown' };
  if (amount - fee !== Math.abs(line.amount)) return { why: 'amountDiffers' };
  const taken = await run
    .selectFrom('bank_line')
    .select('id')
    .where('withdrawal', '=', number)
    .where('kind', '=', kind)
    .where('state', '=', 'matched')
    .executeTakeFirst();
  if (taken) return { why: 'paidTwice' };
  const isPaid = status === WithdrawalStatus.remitted;
  if (kind === 'return')
    return isPaid || returned_at ? { kind, withdrawal: number, moves: isPaid } : { why: 'notPaid' };
  const isPayable = isPaid || status === WithdrawalStatus.approved;
  return isPayable ? { kind, withdrawal: number, moves: false } : { why: 'notApproved' };
}

const remittanceRows = (run: Executor) =>
  run
    .selectFrom('remittance as r')
    .innerJoin('member as m', 'm.id', 'r.member')
    .select(['r.id', 'r.at', 'r.state', 'r.amount', 'r.arrived', 'r.member', 'r.order_no', 'm.name']);

/** Whether lines explain all of a remittance that has arrived, so that another line is another payment. */
export async function isExplained(
  run: Executor,
  { id, state, amount, arrived }: { id: string; state: string; amount: number; arrived: number },
): Promise<boolean> {
  if (state !== 'approved') return false;
  const { sum } = await run
    .selectFrom('bank_line')
    .select((is) => is.fn.sum<number | null>('amount').as('sum'))
    .where('remittance', '=', id)
    .where('state', '=', 'matched')
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0) >= (arrived || amount);
}

/** The fen that are to arrive for a remittance, or have arrived without a line. */
export const restOf = ({ state, amount, arrived }: { state: string; amount: number; arrived: number }) =>
  state === 'approved' && arrived ? arrived : amount - arrived;

/** Milliseconds that an approved remittance waits for its line in a statement. */
const awaited = 60 * dayLength;

/** Rows that are read at first, and at once if there are more; and unmatched remittances that are looked at. */
const atFirst = 200;
const atOnce = 2000;
const enough = 50;

/** The ids among these of the remittances that have a matched line. */
async function matchedOf(run: Executor, ids: string[]): Promise<Set<string | null>> {
  if (!ids.length) return new Set();
  const lines = run.selectFrom('bank_line').select('remittance').where('remittance', 'in', ids);
  const matched = await lines.where('state', '=', 'matched').execute();
  return new Set(matched.map(({ remittance }) => remittance));
}

/**
 * The remittances that wait for a decision, or for their line. Lines lie on one node and remittances with their members: no statement of
 * several nodes joins the two.
 */
async function unmatchedOf(run: Executor, candidates: ReturnType<typeof remittanceRows>) {
  const inOrder = candidates.orderBy('r.at').orderBy('r.id');
  const unmatched: Awaited<ReturnType<typeof candidates.execute>> = [];
  let most = atFirst;
  let rows = await inOrder.limit(most).execute();
  for (;;) {
    const approved = rows.filter(({ state }) => state === 'approved');
    const matched = await matchedOf(
      run,
      approved.map(({ id }) => id),
    );
    unmatched.push(...rows.filter(({ id }) => !matched.has(id)));
    const last = rows.at(-1);
    if (!last || rows.length < most || unmatched.length >= enough) return unmatched.slice(0, enough);
    most = atOnce;
    const following = inOrder.where(sql<boolean>`(r.at, r.id) > (${last.at}, ${last.id})`);
    rows = await following.limit(most).execute();
  }
}

/** The remittance of the order that the line names; otherwise the only one of this amount by a member with the payer's name. */
async function remittanceOf(run: Executor, line: BankLine): Promise<Match> {
  const orders = numbersIn(line, orderNumber);
  if (orders.length > 1) return { why: 'ambiguous' };
  const candidates = remittanceRows(run)
    .where('r.state', 'in', ['auditing', 'approved'])
    .where('r.at', '>', new Date(line.booked_at.getTime() - awaited));
  const rows = await unmatchedOf(
    run,
    orders[0]
      ? candidates.where('r.order_no', '=', orders[0])
      : candidates.where((is) => is(is('r.amount', '-', is.ref('r.arrived')), '=', line.amount)),
  );
  const fitting = rows.filter(
    ({ name, ...one }) =>
      restOf(one) === line.amount && (orders[0] || (name && line.party && isOneName(name, line.party))),
  );
  if (fitting.length > 1) return { why: 'ambiguous' };
  const [found] = fitting;
  if (found) return { kind: 'remittance', remittance: found.id, moves: found.state === 'auditing' };
  return { why: orders[0] && rows.length ? 'amountDiffers' : 'unknown' };
}

/** The number by which the bank knows a payment; without one, the line itself. */
const referenceOf = (line: Pick<BankLine, 'id' | 'day' | 'bank_reference'>): string =>
  (line.bank_reference || `${line.day} ${line.id.slice(0, 16)}`).slice(0, 120);

/** Books a match as the decisions of people do, in the caller's transaction. */
export async function book(tx: Tx, line: BankLine, match: Booking, now: number): Promise<void> {
  if (isProviders(match)) return bookFee(tx, line, now);
  if (match.kind === 'remittance' && match.rest)
    await bookArrivalIn(tx, match.remittance, { amount: line.amount, rest: match.rest, key: line.id }, now);
  else if (match.kind === 'remittance')
    await decideRemittanceIn(tx, match.remittance, { state: 'approved', reason: null }, now);
  else if (match.kind === 'return')
    await returnWithdrawalIn(tx, match.withdrawal, line.text || line.reference || referenceOf(line), now);
  else await pay(tx, line, match.withdrawal, now);
}

/** Locks the record of a match until the end of the transaction: another line that fits it has to wait. */
export async function lockRecord(tx: Tx, match: Booking): Promise<void> {
  if (isProviders(match)) return lockProviderRecord(tx, match);
  if (match.kind === 'remittance') {
    const named = await remittanceNamed(tx, match.remittance);
    await tx
      .selectFrom('remittance')
      .select('id')
      .where('member', '=', named?.member ?? '')
      .where('id', '=', match.remittance)
      .forUpdate()
      .execute();
  } else {
    const named = await withdrawalNamed(tx, match.withdrawal);
    await tx
      .selectFrom('withdrawal')
      .select('id')
      .where('member', '=', named?.member ?? '')
      .where('number', '=', match.withdrawal)
      .forUpdate()
      .execute();
  }
}

const isProviders = (match: Booking): match is ProviderBooking =>
  match.kind !== 'payout' && match.kind !== 'return' && match.kind !== 'remittance';

/** Why a match cannot be booked. */
export const whyRefused = (error: unknown): Why => refusals[refusalOf(error).key] ?? 'decided';

const refusals: Partial<Record<DomainError['key'], Why>> = {
  withdrawalInBatch: 'inBatch',
  withdrawalReferenceUsed: 'referenceUsed',
  withdrawalIsRejected: 'notApproved',
  withdrawalIsRevoked: 'notApproved',
  withdrawalUndecided: 'notApproved',
};

/** A withdrawal that a person has marked as paid keeps the reference that they typed. */
async function pay(tx: Tx, line: BankLine, number: string, now: number): Promise<void> {
  const { reference: known } = await withdrawalRows(tx)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const reference = known ?? referenceOf(line);
  await decideWithdrawalIn(tx, number, { status: WithdrawalStatus.remitted, reference }, now);
}

/** The withdrawal that a person names for a line. */
export const withdrawalNamed = (run: Executor, name: string) =>
  withdrawalRows(run)
    .where((is) => is.or([is('id', '=', name), is('number', '=', name)]))
    .executeTakeFirst();

export const remittanceNamed = (run: Executor, id: string) =>
  remittanceRows(run).where('r.id', '=', id).executeTakeFirst();
