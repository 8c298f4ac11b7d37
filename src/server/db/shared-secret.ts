import { randomBytes } from 'node:crypto';
import type { Db } from './database';

/** A secret made by whichever instance comes first, and the same for all of them. */
export async function sharedSecret({ run }: Db, name: string): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await run
    .insertInto('secret')
    .values({ name, value })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const stored = await run
    .selectFrom('secret')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return stored.value;
}
