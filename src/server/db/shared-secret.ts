import { randomBytes } from 'node:crypto';
import type { Db } from './database';

/** A secret that the first instance generates and all instances share. */
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
