import { sql } from 'kysely';
import type { Tx } from '../db/database';

/** Empties a member's shop: its goods go off sale, and another member may bind it. */
export async function eraseShop(tx: Tx, member: string, at: Date): Promise<void> {
  const shop = await tx
    .selectFrom('shop')
    .select('number')
    .where('member', '=', member)
    .forUpdate()
    .executeTakeFirst();
  if (shop?.number) await tx.deleteFrom('bound_shop').where('number', '=', shop.number).execute();
  await tx
    .updateTable('shop')
    .set({ name: '', logo: null, introduction: '', number: null })
    .where('member', '=', member)
    .execute();
  await tx
    .updateTable('shop_goods')
    .set({ removed_at: sql`coalesce(removed_at, ${at})`, name: '', description: '', pictures: '[]' })
    .where('member', '=', member)
    .execute();
  await tx.updateTable('shop_category').set({ name: sql`id` }).where('member', '=', member).execute();
}
