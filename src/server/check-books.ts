import { sql } from 'kysely';
import { openPostgres } from './db/postgres';
import { audit } from './ledger/audit';
import { checkTrail } from './operator/trail';

// DATABASE_URL=… node dist/server/check-books.mjs: whether the books and the trail of a database are in order, without a gateway. For
// restored copies; `deploy/backup.sh verify` runs it. It changes nothing.

async function main(): Promise<void> {
  const url = process.env.DATABASE_URL;
  if (!url) throw new Error('DATABASE_URL names the database');
  const db = await openPostgres(url, () => {}, { pool: 1 });
  try {
    const { broken, trail, transfers } = await db.tx(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx); // it reads all postings
      const { transfers } = await tx
        .selectFrom('transfer')
        .select((is) => is.fn.countAll<number>().as('transfers'))
        .executeTakeFirstOrThrow();
      return { broken: await audit(tx), trail: await checkTrail(tx), transfers };
    });
    const rows = JSON.stringify(broken).slice(0, 10_000);
    if (rows !== '{}') throw new Error(`The books are not in order: ${rows}`);
    if (!trail.inOrder) throw new Error(`The trail is broken at row ${trail.broken}`);
    process.stdout.write(`Books: ${transfers} transfers, in order\nTrail: ${trail.rows} rows, in order\n`);
  } finally {
    await db.close();
  }
}

main().catch((error) => {
  process.stderr.write(`${error}\n`);
  process.exit(1);
});
