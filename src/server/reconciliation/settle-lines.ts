import type { Db, Executor } from '../db/database';
import { dayLength } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import type { MessageName } from '../kernel/messages';
import {
  type Booking,
  book,
  matchOf,
  remittanceNamed,
  restOf,
  withdrawalFit,
  withdrawalNamed,
} from './match-line';
import type { BankLine } from './tables';

/**
 * The fen that a line moves to a member's balance, with what other lines of a day have moved to balances: a statement can be forged, as a
 * voucher can. A debit moves nothing, because the withdrawal was decided.
 */
export async function creditOf(run: Executor, line: BankLine, now: number): Promise<number> {
  if (line.amount < 0) return 0;
  const { sum } = await run
    .selectFrom('bank_line')
    .select((is) => is.fn.sum<number | null>('moved').as('sum'))
    .where('id', '<>', line.id)
    .where('settled_at', '>', new Date(now - dayLength))
    .executeTakeFirstOrThrow();
  return line.amount + Number(sum ?? 0);
}

/** The open lines of a file, one by one: what cannot be booked stays open with the reason. `limit`: fen from which two people decide. */
export async function settleOpen(
  db: Db,
  file: string,
  { by, limit }: { by: string; limit: number | undefined },
  now: number,
): Promise<{ matched: number }> {
  const lines = await db.run
    .selectFrom('bank_line')
    .selectAll()
    .where('file', '=', file)
    .where('state', '=', 'open')
    .orderBy('position')
    .execute();
  let matched = 0;
  for (const line of lines) {
    const match = await matchOf(db.run, line);
    const needsTwo =
      'moves' in match && match.moves && limit !== undefined && (await creditOf(db.run, line, now)) >= limit;
    const why = 'why' in match ? match.why : needsTwo ? 'secondPerson' : await book(db, line, match, now);
    if (!why && !('why' in match)) {
      await markMatched(db.run, line, match, by, now);
      matched++;
    } else
      await db.run
        .updateTable('bank_line')
        .set({ why: why ?? null })
        .where('id', '=', line.id)
        .execute();
  }
  return { matched };
}

const markMatched = (
  run: Executor,
  { id, amount }: BankLine,
  { moves, ...booked }: Booking,
  by: string,
  now: number,
) =>
  run
    .updateTable('bank_line')
    .set({
      state: 'matched',
      why: null,
      kind: booked.kind,
      ...('withdrawal' in booked ? { withdrawal: booked.withdrawal } : { remittance: booked.remittance }),
      moved: moves ? amount : 0,
      settled_by: by,
      settled_at: new Date(now),
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();

async function openLine(run: Executor, id: string): Promise<BankLine> {
  const line = await run.selectFrom('bank_line').selectAll().where('id', '=', id).executeTakeFirst();
  if (!line) throw new DomainError('lineMissing');
  if (line.state !== 'open') throw new DomainError('lineSettled');
  return line;
}

/** The refusal of a match by hand. */
const refusals = {
  unknown: 'lineUnknown',
  ambiguous: 'lineAmbiguous',
  amountDiffers: 'lineAmountDiffers',
  currency: 'lineCurrency',
  notApproved: 'lineNotApproved',
  inBatch: 'lineInBatch',
  paidTwice: 'linePaidTwice',
  referenceUsed: 'lineReferenceUsed',
  notPaid: 'lineNotPaid',
  decided: 'lineDecided',
  secondPerson: 'lineSecondPerson',
} as const satisfies Record<NonNullable<BankLine['why']>, MessageName>;

/** Matches a line with the withdrawal or the remittance that a person names. Refused if the amount differs, or it is decided otherwise. */
export async function matchByHand(db: Db, id: string, named: Named, by: string, now: number) {
  const line = await openLine(db.run, id);
  const match = await matchNamed(db.run, line, named);
  if ('why' in match) throw new DomainError(refusals[match.why]);
  const why = await book(db, line, match, now);
  if (why) throw new DomainError(refusals[why]);
  await markMatched(db.run, line, match, by, now);
  return { id, state: 'matched', kind: match.kind };
}

interface Named {
  withdrawal?: string | undefined;
  remittance?: string | undefined;
  /** For a remittance of another amount. */
  rest?: 'open' | 'balance' | undefined;
}

async function matchNamed(run: Executor, line: BankLine, named: Named) {
  if (line.currency !== 'CNY') return { why: 'currency' as const };
  if ((named.withdrawal === undefined) === (named.remittance === undefined))
    throw new DomainError('lineNamesOne');
  if (named.withdrawal !== undefined) {
    const row = await withdrawalNamed(run, named.withdrawal);
    if (!row) throw new DomainError('withdrawalMissing');
    return withdrawalFit(run, line, row);
  }
  const remittance = await remittanceNamed(run, named.remittance ?? '');
  if (!remittance) throw new DomainError('remittanceMissing');
  if (line.amount < 0 || remittance.state === 'rejected') return { why: 'decided' as const };
  const found = {
    kind: 'remittance' as const,
    remittance: remittance.id,
    moves: remittance.state === 'auditing',
  };
  if (restOf(remittance) === line.amount) return found;
  return named.rest && found.moves ? { ...found, rest: named.rest } : { why: 'amountDiffers' as const };
}

/** Marks a line as none of ours, such as a fee of the bank. */
export async function ignoreLine(db: Db, id: string, reason: string, by: string, now: number) {
  await openLine(db.run, id);
  await db.run
    .updateTable('bank_line')
    .set({ state: 'ignored', why: null, reason, settled_by: by, settled_at: new Date(now) })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
  return { id, state: 'ignored' };
}

/** Opens a line again that was ignored. */
export async function reopenLine(db: Db, id: string) {
  const opened = await db.run
    .updateTable('bank_line')
    .set({ state: 'open', reason: null, settled_by: null, settled_at: null })
    .where('id', '=', id)
    .where('state', '=', 'ignored')
    .executeTakeFirst();
  if (!opened.numUpdatedRows) throw new DomainError('lineSettled');
  return { id, state: 'open' };
}
