import type { Db, Executor, Tx } from '../db/database';
import { dayLength } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import type { MessageName } from '../kernel/messages';
import {
  type Booking,
  book,
  isExplained,
  lockRecord,
  type Match,
  matchOf,
  remittanceNamed,
  restOf,
  type Why,
  whyRefused,
  withdrawalFit,
  withdrawalNamed,
} from './match-line';
import { disputeFit, paymentFit, refundFit } from './match-provider';
import type { BankLine } from './tables';

/**
 * The fen that a line moves to a member's balance, with what other lines of a day have moved to balances: a statement can be forged, as a
 * voucher can. A debit moves nothing, because the withdrawal was decided.
 */
export async function creditOf(run: Executor, line: BankLine, now: number): Promise<number> {
  if (line.amount < 0 || line.way) return 0; // a provider's payment was booked before
  const { sum } = await run
    .selectFrom('bank_line')
    .select((is) => is.fn.sum<number | null>('moved').as('sum'))
    .where('id', '<>', line.id)
    .where('settled_at', '>', new Date(now - dayLength))
    .executeTakeFirstOrThrow();
  return line.amount + Number(sum ?? 0);
}

/** A line that cannot be matched, with the reason: its transaction is rolled back. */
class Unmatched extends Error {
  constructor(readonly why: Why) {
    super(why);
  }
}

type Find = (run: Executor, line: BankLine) => Promise<Match>;

/**
 * Matches an open line with the record that `find` returns, and books it, in one transaction: the line and the record are locked, so that
 * of two people one matches. Returns why it was not matched.
 */
async function settle(
  db: Db,
  id: string,
  find: Find,
  by: string,
  now: number,
): Promise<Booking | { why: Why }> {
  try {
    return await db.tx(async (tx) => {
      const line = await tx
        .selectFrom('bank_line')
        .selectAll()
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst();
      if (line?.state !== 'open') throw new Unmatched('decided');
      const found = async () => {
        const match = await find(tx, line);
        if ('why' in match) throw new Unmatched(match.why);
        return match;
      };
      await lockRecord(tx, await found());
      const match = await found(); // somebody may have decided it before it was locked
      await book(tx, line, match, now).catch((error) => {
        throw new Unmatched(whyRefused(error));
      });
      await markMatched(tx, line, match, by, now);
      return match;
    });
  } catch (error) {
    if (error instanceof Unmatched) return { why: error.why };
    throw error;
  }
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
    .select('id')
    .where('file', '=', file)
    .where('state', '=', 'open')
    .orderBy('position')
    .execute();
  const find: Find = async (run, line) => {
    const match = await matchOf(run, line);
    if ('why' in match || !match.moves || limit === undefined) return match;
    return (await creditOf(run, line, now)) < limit ? match : { why: 'secondPerson' };
  };
  let matched = 0;
  for (const { id } of lines) {
    const settled = await settle(db, id, find, by, now);
    if ('why' in settled)
      await db.run
        .updateTable('bank_line')
        .set({ why: settled.why })
        .where('id', '=', id)
        .where('state', '=', 'open')
        .execute();
    else matched++;
  }
  return { matched };
}

const markMatched = (tx: Tx, { id, amount }: BankLine, match: Booking, by: string, now: number) => {
  const { moves, ...booked } = match;
  const { rest: _, ...named } = { rest: undefined, ...booked };
  return tx
    .updateTable('bank_line')
    .set({
      state: 'matched',
      why: null,
      // its kind, and the column that names its record
      ...named,
      moved: moves ? amount : 0,
      settled_by: by,
      settled_at: new Date(now),
    })
    .where('id', '=', id)
    .execute();
};

/** Refused unless the line waits for a decision. */
async function assertOpen(run: Executor, id: string): Promise<void> {
  const line = await run.selectFrom('bank_line').select('state').where('id', '=', id).executeTakeFirst();
  if (!line) throw new DomainError('lineMissing');
  if (line.state !== 'open') throw new DomainError('lineSettled');
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
  notBooked: 'lineNotBooked',
  decided: 'lineDecided',
  secondPerson: 'lineSecondPerson',
} as const satisfies Record<NonNullable<BankLine['why']>, MessageName>;

/** Matches a line with the withdrawal or the remittance that a person names. Refused if the amount differs, or it is decided otherwise. */
export async function matchByHand(db: Db, id: string, named: Named, by: string, now: number) {
  await assertOpen(db.run, id);
  const settled = await settle(db, id, (run, line) => matchNamed(run, line, named), by, now);
  if ('why' in settled) throw new DomainError(refusals[settled.why]);
  return { id, state: 'matched', kind: settled.kind };
}

interface Named {
  withdrawal?: string | undefined;
  remittance?: string | undefined;
  /** Of a provider's line: its number of the payment, or our numbers of the refund or the dispute. */
  payment?: string | undefined;
  refund?: string | undefined;
  dispute?: string | undefined;
  /** For a remittance of another amount. */
  rest?: 'open' | 'balance' | undefined;
}

async function matchNamed(run: Executor, line: BankLine, named: Named): Promise<Match> {
  if (line.currency !== 'CNY') return { why: 'currency' as const };
  const { rest: _, ...records } = named;
  if (Object.values(records).filter((one) => one !== undefined).length !== 1)
    throw new DomainError('lineNamesOne');
  if (named.payment !== undefined) return paymentFit(run, line, named.payment);
  if (named.refund !== undefined) return refundFit(run, line, named.refund);
  if (named.dispute !== undefined) return disputeFit(run, line, named.dispute);
  if (named.withdrawal !== undefined) {
    const row = await withdrawalNamed(run, named.withdrawal);
    if (!row) throw new DomainError('withdrawalMissing');
    return withdrawalFit(run, line, row);
  }
  const remittance = await remittanceNamed(run, named.remittance ?? '');
  if (!remittance) throw new DomainError('remittanceMissing');
  if (line.amount < 0 || remittance.state === 'rejected') return { why: 'decided' as const };
  if (await isExplained(run, remittance)) return { why: 'paidTwice' as const };
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
  await assertOpen(db.run, id);
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
