import { createHash } from 'node:crypto';
import type { Db, Tx } from '../db/database';
import { beginningOf } from '../kernel/dates';
import { DomainError } from '../kernel/domain-error';
import { sha256 } from '../kernel/sha256';
import { addressesOf } from '../payments/usdt/addresses';
import { chainOf } from '../payments/usdt/chain';
import type { Settings } from '../settings/settings';
import { type Entry, plain, type Statement, wrongFile } from './entry';
import { readCamt } from './read-camt';
import { readChain } from './read-chain';
import { readCsv } from './read-csv';
import { readReport } from './read-report';
import { settleOpen } from './settle-lines';

/** Maximum number of entries of a file. */
const most = 20_000;

interface ImportedFile {
  name: string;
  /** Base64. */
  file: string;
  /** For a bank's CSV file, which does not say it. */
  account?: string | undefined;
}

interface Importing {
  by: string;
  limit: number | undefined;
  /** Our accounts, by the format whose files say them; any account if ours are not set. */
  ours: Partial<Record<Statement['format'], readonly string[]>>;
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

async function read(bytes: Buffer, account: string): Promise<Statement> {
  const text = textOf(bytes);
  if (/^\s*</.test(text)) return readCamt(text);
  return (await readReport(text)) ?? readCsv(text, account);
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

async function store(tx: Tx, file: string, statement: Statement, by: string, now: number): Promise<number> {
  const { account, entries, way = null } = statement;
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
    way,
    about: entry.provider?.about ?? null,
    fee: entry.provider?.fee ?? 0,
    why: null,
    kind: null,
    withdrawal: null,
    remittance: null,
    receipt: null,
    provider_refund: null,
    dispute: null,
    transfer: null,
    // a provider's own movement, such as its payout to our bank, belongs to no payment
    ...(entry.provider?.about === 'other'
      ? {
          state: 'ignored' as const,
          reason: entry.text || 'other',
          settled_by: by,
          settled_at: new Date(now),
        }
      : { state: 'open' as const, reason: null, settled_by: null, settled_at: null }),
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
 * Stores the lines of a bank's statement or a provider's report once and matches them. Refused for a file that was imported before, that is
 * no statement, or that has only lines of earlier files.
 */
export async function importStatement(
  db: Db,
  { name, file, account = '' }: ImportedFile,
  importing: Importing,
  now: number,
) {
  const bytes = Buffer.from(file, 'base64');
  const statement = await read(bytes, account);
  const { [statement.format]: ours = [] } = importing.ours;
  if (ours.length && !ours.includes(statement.account))
    throw new DomainError('statementOfOthers', { account: statement.account });
  const id = createHash('sha256').update(bytes).digest('hex');
  return keep(db, { id, name: plain(name), statement }, importing, now);
}

/** Stores the USDT transfers to our addresses since a day, and matches them. Refused if none is new, or without a chain. */
export async function importTransfers(
  db: Db,
  settings: Settings,
  { name, since }: { name: string; since: string },
  importing: Importing,
  now: number,
) {
  const chain = chainOf(db, settings);
  if (!chain) throw new DomainError('wayNotOffered');
  const { id, statement } = await readChain(chain, addressesOf(settings), beginningOf(since).getTime()).catch(
    () => {
      throw new DomainError('providerUnreachable');
    },
  );
  return keep(db, { id, name: plain(name), statement }, importing, now);
}

async function keep(
  db: Db,
  { id, name, statement }: { id: string; name: string; statement: Statement },
  { by, limit }: Importing,
  now: number,
) {
  const { entries, format, account } = statement;
  if (!entries.length || entries.length > most) throw wrongFile(`${entries.length} / ${most}`);
  const lines = await db.tx(async (tx) => {
    const kept = await tx
      .insertInto('bank_file')
      .values({ id, name, format, account, lines: 0, known: 0, imported_by: by, at: new Date(now) })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (!kept.numInsertedOrUpdatedRows) throw new DomainError('statementKnown');
    const added = await store(tx, id, statement, by, now);
    if (!added) throw new DomainError('statementKnown');
    await tx
      .updateTable('bank_file')
      .set({ lines: added, known: entries.length - added })
      .where('id', '=', id)
      .execute();
    return added;
  });
  const { matched } = await settleOpen(db, id, { by, limit }, now);
  const { open } = await db.run
    .selectFrom('bank_line')
    .select((is) => is.fn.countAll<number>().as('open'))
    .where('file', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return { id, name, lines, known: entries.length - lines, matched, open: Number(open) };
}
