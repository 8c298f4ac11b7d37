import fs from 'node:fs';
import path from 'node:path';
import type { PGlite } from '@electric-sql/pglite';

/** Bytes of a PostgreSQL page. */
const page = 8192;

const advice = (directory: string) =>
  `Put back a copy of ${directory}, or move that folder away to begin with an empty database; nothing was changed. ` +
  'Data that matters belongs into a PostgreSQL with backups: set DATABASE_URL.';

/** PGlite only throws `Aborted()` if it cannot open a directory; this error says what to do. */
export const unopenable = (directory: string, error: unknown): Error =>
  new Error(
    `The embedded database in ${directory} cannot be opened: it was cut off while it was copied, or its disk is damaged. ${advice(directory)}`,
    { cause: error },
  );

interface Relation {
  name: string;
  file: string;
  /** Bytes of its largest index. */
  indexed: number;
}

/**
 * Throws if a table has lost its pages: its file begins with zeros while one of its indexes has entries. PostgreSQL treats such pages as
 * new, and would continue as if the rows had never existed.
 */
export async function assertWhole(lite: PGlite, directory: string): Promise<void> {
  const { rows } = await lite.query<Relation>(`
    select c.relname as name, pg_relation_filepath(c.oid) as file, max(pg_relation_size(i.indexrelid))::int8 as indexed
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indrelid = c.oid
    where c.relkind = 'r' and n.nspname = 'public' group by c.oid, c.relname`);
  const lost = rows.filter(({ file, indexed }) => indexed > page && isZeroed(path.join(directory, file)));
  if (lost.length)
    throw new Error(
      `The embedded database in ${directory} is damaged: ${lost.map(({ name }) => name).join(', ')} lost its rows. ${advice(directory)}`,
    );
}

function isZeroed(at: string): boolean {
  if (!fs.existsSync(at)) return true;
  const file = fs.openSync(at, 'r');
  try {
    const bytes = Buffer.alloc(page);
    return fs.readSync(file, bytes) === page && bytes.every((byte) => byte === 0);
  } finally {
    fs.closeSync(file);
  }
}
