import { sql } from 'kysely';
import { createPasswords } from '../auth/passwords';
import type { Db } from '../db/database';
import { openStore } from '../pictures/open-store';
import type { Settings } from '../settings/settings';
import { seedAccounts } from './accounts';
import { writeBooks } from './books';
import { seedCircle } from './circle';
import { seedDevices } from './devices';
import { seedShops } from './goods';
import { seedConversations } from './im';
import { demo, demoMembers, demoPassword, demoPayPassword } from './members';
import { demoGifts } from './money';
import { seedNotices } from './notices';
import { seedOrders } from './orders';
import { seedOwn } from './own';
import { seedPartners } from './partners';
import { seedProducts } from './products';
import { demoTransfers } from './promotion';
import { seedWallet } from './wallet';
import { seedWorkOrders } from './work-orders';

/**
 * Fills an empty database with demo members and their data; deterministic, relative to `now` (milliseconds since the epoch). If several
 * instances start at once, one does it; if a demo member exists, nothing happens.
 */
export async function seed(db: Db, settings: Settings, now = Date.now()): Promise<void> {
  const passwords = createPasswords();
  const files = openStore(settings);
  const password = await passwords.hash(demoPassword);
  const hash = await passwords.hash(demoPayPassword);
  const members = demoMembers(password, now);
  await db.tx(async (tx) => {
    // an instance that starts beside the one that fills the database waits for it, however slow the machine
    for (const limit of ['lock_timeout', 'statement_timeout'])
      await sql`set local ${sql.ref(limit)} = 0`.execute(tx);
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('member')
      .values(members)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (!numInsertedOrUpdatedRows) return;
    const payPasswords = members.map(({ id }) => ({ member: id, hash, set_at: new Date(now) }));
    await tx.insertInto('pay_password').values(payPasswords).execute();
    const rent = await seedDevices(tx, now);
    await seedProducts(tx, now);
    const payments = await seedOrders(tx, files, now);
    const wallet = await seedWallet(tx, settings, now);
    const sales = await seedShops(tx, settings, now);
    await writeBooks(tx, [
      ...demoGifts(now),
      ...demoTransfers(now),
      ...rent,
      ...payments,
      ...wallet,
      ...sales,
    ]);
    await seedAccounts(tx, now);
    await seedCircle(tx, files, now);
    await seedNotices(tx, now);
    await seedConversations(tx, now);
    await seedWorkOrders(tx, files, now);
    await seedOwn(tx, files, now);
    await seedPartners(tx, now);
    if (settings.wechat) return;
    // One identity of the sandbox has an account, the others have none.
    await tx
      .insertInto('wechat_identity')
      .values({ open_id: 'wx-demo-ann', member: demo, bound_at: new Date(now) })
      .execute();
  });
}
