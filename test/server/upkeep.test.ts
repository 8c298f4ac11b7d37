import { sql } from 'kysely';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { upkeep } from '../../src/server/jobs/housekeeping';
import { engine } from './support/database';
import { addMember } from './support/member';
import { openGateway } from './support/open';

test('the embedded database knows how many rows its tables have, as PostgreSQL finds out by itself', async () => {
  const gateway = await openGateway();
  const { db } = gateway;
  await addMember(gateway);
  const known = async () => {
    const { rows } = await sql<{ rows: number }>`
      select reltuples as rows from pg_class where oid = 'member'::regclass`.execute(db.run);
    return Number(rows[0]?.rows);
  };
  const before = await known();
  await upkeep.run(db, Date.now(), new AbortController().signal);
  const { count } = await db.run
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  assert.is(await known(), engine === 'pg' ? before : Number(count));
  assert.ok(Number(count) > 0);
  await gateway.close();
});

test.run();
