import { createHash } from 'node:crypto';
import type { Db, Tx } from '../db/database';
import { beginningOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { sha256 } from '../kernel/sha256';
import { type Entry, plain, type Statement, wrongFile } from './entry';
import { readCamt } from './read-camt';
import { readCsv } from './read-csv';
import { settleOpen } from './settle-lines';

/** Maximum number of entries of a file. */
const most = 20_000;

interface ImportedFile {
  name: string;
  /** Base64. */
  file: string;
  /** For a CSV file, which does not say it. */
  account?: string | undefined;
}

/** The text of a file: UTF-8, otherwise GB 18030, as banks in China write it; XML may say it itself. */
function textOf(bytes: Buffer): string {
  const [, declared = ''] =
    /^[^>]{0,80}encoding=["']([\w-]{1,20})["']/.exec(bytes.subarray(0, 120).toString('latin1')) ?? [];
  for (const encoding of [declared, 'utf-8', 'gb18030'].filter(Boolean))
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch (error) {
      if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    }
  throw wrongFile('encoding');
}

function read(bytes: Buffer, account: string): Statement {
  const text = textOf(bytes);
  return /^\s*</.test(text) ? readCamt(text) : readCsv(text, account);
}

/** Identifies an entry in every file that has it. The second of two equal entries has another identity. */
function identities(account: string, entries: readonly Entry[]): string[] {
  const seen = new Map<string, number>();
  return entries.map((entry) => {
    const said = JSON.stringify([account, ...Object.values(entry)]);
    const nth = (seen.get(said) ?? 0) + 1;
    seen.set(said, nth);
    return sha256(`${said} ${nth}`);
  });
}

/** Rows of one statement of the database. */
const atOnce = 500;

async function store(tx: Tx, file: string, { account, entries }: Statement): Promise<number> {
  const ids = identities(account, entries);
  const rows = entries.map((entry, at) => ({
    id: ids[at] ?? '',
    file,
    position: at + 1,
    day: entry.day,
    booked_at: beginningOf(entry.day),
    amount: entry.amount,
    currency: entry.currency,
    reference: entry.reference,
    bank_reference: entry.bankReference,
    party: entry.party,
    party_account: entry.partyAccount,
    text: entry.text,
    returned: entry.returned,
    state: 'open' as const,
    why: null,
    kind: null,
    withdrawal: null,
    remittance: null,
    reason: null,
    settled_by: null,
    settled_at: null,
  }));
  let added = 0;
  for (let from = 0; from < rows.length; from += atOnce) {
    const kept = await tx
      .insertInto('bank_line')
      .values(rows.slice(from, from + atOnce))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst();
    added += Number(kept.numInsertedOrUpdatedRows ?? 0);
  }
  return added;
}

/**
 * Stores the lines of a bank's statement once and matches them. Refused for a file that was imported before, that is no statement, or that
 * has only lines of earlier files.
 */
export async function importStatement(
  db: Db,
  { name, file, account = '' }: ImportedFile,
  { by, limit, ours }: { by: string; limit: number | undefined; ours: readonly string[] },
  now: number,
) {
  const bytes = Buffer.from(file, 'base64');
  const statement = read(bytes, account);
  const { entries } = statement;
  if (!entries.length || entries.length > most) throw wrongFile(`${entries.length} / ${most}`);
  if (statement.format === 'camt053' && ours.length && !ours.includes(statement.account))
    throw new DomainError('statementOfOthers', { account: statement.account });
  const id = createHash('sha256').update(bytes).digest('hex');
  const lines = await db.tx(async (tx) => {
    const kept = await tx
      .insertInto('bank_file')
      .values({
        id,
        name: plain(name),
        format: statement.format,
        account: statement.account,
        lines: 0,
        known: 0,
        imported_by: by,
        at: new Date(now),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!kept.numInsertedOrUpdatedRows) throw new DomainError('statementKnown');
    const added = await store(tx, id, statement);
    if (!added) throw new DomainError('statementKnown');
    await tx
      .updateTable('bank_file')
      .set({ lines: added, known: entries.length - added })
      .where('id', '=', id)
      .execute();
    return added;
  });
  const { matched } = await settleOpen(db, id, { by, limit }, now);
  return { id, name: plain(name), lines, known: entries.length - lines, matched, open: lines - matched };
}
